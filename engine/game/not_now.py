"""Why nothing can be done in a game now: it has not started, is over, or waits for dice."""

from engine.errors import Refused
from engine.log.awaited_dice import round_awaited
from engine.log.fold import Fold
from engine.log.schedule import deadline_of


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
