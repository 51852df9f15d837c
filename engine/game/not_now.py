"""Why nothing can be done in a game now: it has not started, is over, or waits for dice."""

from engine.errors import Refused
from engine.log.awaited_dice import round_awaited
from engine.log.commit import Plan
from engine.log.fold import Fold
from engine.log.nonces import AHEAD
from engine.log.schedule import deadline_of

MOST_COMMITS = 500
"""Commits of one phase, by all sides, that end nobody's part of it."""
MOST_LEFT = 10
"""Times that one player may give up seats of one game and then take one again."""


def refuse_unless_running(fold: Fold) -> None:
    if not fold.started:
        raise not_started(fold)
    refuse_if_over(fold)


def refuse_unknown_rules(fold: Fold) -> None:
    """A game is played to its end by the rules with which it began, so only programs that know them play on."""
    opened, system = fold.opened, fold.system
    if opened.version not in (system.VERSION, *system.EARLIER_VERSIONS):
        raise Refused(
            "newer",
            f"{opened.game} began with the rules {opened.version}, and this program has {system.VERSION}: it shows the"
            " game, but does not play on in it. Update the program.",
        )


def refuse_while_awaiting(fold: Fold) -> None:
    """Nothing else can run before the dice of a commit have fallen."""
    if found := round_awaited(fold):
        raise Refused(
            "dice-awaited",
            f"Orders of {fold.opened.name} are locked. Their dice fall with round {found.number} of the public beacon "
            f"{found.chain.name}, which is out at {found.at[:10]} {found.at[11:19]} UTC. Send this again when the "
            "dice have fallen.",
        )


def refuse_commit(fold: Fold, plan: Plan, nonce: str) -> None:
    """Raises Refused while dice are awaited, and for one commit too many in this phase; what ends a part of it, or the
    game, and what was written ahead may always run.
    """
    refuse_while_awaiting(fold)
    texts = [text for given in plan.orders.values() for _, text in given.lines]
    if plan.closing or nonce == AHEAD or {*texts} & {"done", "concede"}:
        return
    made = fold.since(fold.opened_at)
    if len(made) >= MOST_COMMITS and sum(1 for transaction in made if transaction.lock) >= MOST_COMMITS:
        raise Refused(
            "too-many",
            f"{MOST_COMMITS} commits have been made in this phase, and that is the most. Your draft is kept: `done`"
            " runs it and ends your part of the phase.",
        )


def refuse_restless(fold: Fold, player: str) -> None:
    """Raises Refused for a player who has given up seats of this game again and again."""
    left = sum(transaction.kind == "left" and transaction.player == player for transaction in fold.transactions)
    if left >= MOST_LEFT:
        raise Refused(
            "too-many",
            f"You have given up a seat of {fold.opened.name} {left} times, and nobody may more than {MOST_LEFT} times."
            " Let somebody else take it, or join another game.",
        )


def refuse_if_over(fold: Fold) -> None:
    if fold.over:
        raise Refused("game-over", f"{fold.opened.name} is over. You can still look at its map and its log.")


def refuse_if_frozen(fold: Fold) -> None:
    if fold.transactions[-1].frozen:
        raise Refused(
            "frozen",
            f"{fold.opened.name} is frozen by its referee. What you write is kept; nothing runs until it goes on.",
        )


def refuse_in_grace_of_others(fold: Fold, side: str) -> None:
    """Refused after the deadline, which has been put off for others alone."""
    grace = fold.transactions[-1].grace
    if grace and fold.phase and side in fold.phase.sides and side not in grace:
        names = " and ".join(fold.scenario.sides[one].name for one in grace)
        raise Refused(
            "time-is-up",
            f"The deadline has passed. What you had written then runs with this phase and cannot be changed any more; "
            f"only {names} may still write.",
        )


def ends_a_part(plan: Plan) -> bool:
    """Whether a commit ends some side's part of the phase."""
    return bool(plan.closing) or any(text == "done" for given in plan.orders.values() for _, text in given.lines)


def refuse_before_deadline(fold: Fold) -> None:
    """Refused where phases end at their deadlines alone."""
    if not fold.schedule.calendar.early:
        due = deadline_of(fold, fold.transactions[-1], fold.phase)
        when = f" on {due[:10]} at {due[11:16]} UTC" if due else ""
        raise Refused(
            "not-early",
            f"The phases of {fold.opened.name} end at their deadlines, this one{when}. What you have written is kept "
            "and runs then; until then you can change it.",
        )


def not_started(fold: Fold) -> Refused:
    found = round_awaited(fold)
    begins = f" It begins with its first dice, at {found.at[11:19]} UTC." if found else free_seats(fold)
    return Refused("not-started", f"{fold.opened.name} has not started yet.{begins}")


def free_seats(fold: Fold) -> str:
    names = " and ".join(fold.scenario.sides[side].name for side, holder in fold.seats.items() if not holder)
    return f" Free: {names}." if names else ""
