"""The time of a game: deadlines that pass or are put off, pauses, and what becomes of those who are silent."""

from collections.abc import Callable, Mapping, Sequence

from engine.contract import counted
from engine.deadlines.calendar import DAY
from engine.deadlines.words import span_in_words
from engine.errors import Refused
from engine.log.commit import Plan
from engine.log.deadline import add_seconds, from_unix, has_passed, to_unix
from engine.log.decision_words import EXTENSIONS
from engine.log.decisions import Deputed, Role, Timed, TimedAct
from engine.log.entries import DraftWritten, freed_seat
from engine.log.fold import Fold
from engine.log.journal import EntryChain
from engine.log.motions import OpenMotion
from engine.log.nonces import LEFT, deadline_nonce
from engine.log.schedule import deadline_from, deadline_of, resumed_deadline
from engine.lookups.requests import check_length, clean_name, find_side

from . import at_deadline, drafts
from .news import News, joined, news
from .not_now import refuse_in_grace_of_others, refuse_unless_running
from .order_desk import OrderDesk
from .pseudonyms import known_as, signed
from .seats import sealed_orders_given, sides_played_by

LONGEST_EXTENSION = 30 * DAY
"""Seconds by which a deadline can be put off at once."""
AWAY_BUDGET = 21 * DAY
"""Seconds of one game for which a side whose player is away is waited for."""


class TimeDesk(OrderDesk):
    """``by``: the person who decides, ``role``: as what."""

    def expire(self, key: str, now: str) -> News | None:
        """If the deadline has passed: run the drafts of every side to move and fill the rest with the rules' defaults.

        First, once in a phase, whoever has written nothing gets what the calendar allows: time of their own, or grace.
        """
        expired = list[Fold]()

        def run_drafts(fold: Fold, chain: EntryChain) -> None:
            due = deadline_of(fold, fold.transactions[-1], fold.phase)
            expired.clear()
            if not fold.phase or not due or not has_passed(due, now) or fold.awaited:
                return
            expired.append(fold)
            if more := at_deadline.more_time(fold, due, chain.at):
                chain.add("timed", "", more)
                return
            sides = fold.phase.sides
            plan = Plan(drafts.orders_of_drafts(fold, sides), sides, "deadline")
            self._run_commit(fold, chain, plan, "", deadline_nonce(due))

        fold = self._append(key, now, run_drafts)
        return self._with_orders_ahead(fold, len(fold.transactions) - 1, now) if expired else None

    def extend(self, key: str, side: str, seconds: int, now: str, by: str, why: str = "") -> News:
        """A side puts the deadline off, as often as each may, by at most the length of a phase."""

        def put_off(fold: Fold, chain: EntryChain) -> None:
            due, seat = _running_deadline(fold), find_side(fold, side)
            refuse_in_grace_of_others(fold, seat)
            usual = _usual_length(fold, due)
            if fold.schedule.extensions[seat] >= EXTENSIONS:
                raise Refused(
                    "no-extension",
                    f"{fold.scenario.sides[seat].name} has put the deadline off {counted(EXTENSIONS, 'time')}, which "
                    "is as often as each side may. Propose it to the others, or ask the referee.",
                )
            if not 0 < seconds <= usual:
                raise Refused(
                    "bad-deadline",
                    f"You can put the deadline off by at most {span_in_words(usual)}, the length of this phase, not by "
                    f"{span_in_words(seconds)}. For more, propose it to the others.",
                )
            _add_timed(
                chain, "extended", later(fold, due, seconds, now), "player", signed(fold, by, seat), (seat,), why
            )

        return self._decide(key, now, put_off)

    def put_off(self, key: str, seconds: int, now: str, role: Role, by: str, why: str) -> News:
        """The deadline is so much later."""
        if not 0 < seconds <= LONGEST_EXTENSION:
            raise Refused(
                "bad-deadline",
                f"A deadline can be put off by at most {LONGEST_EXTENSION // DAY} days at once, not by "
                f"{span_in_words(seconds)}.",
            )

        def put_off(fold: Fold, chain: EntryChain) -> None:
            _add_timed(
                chain,
                "extended",
                later(fold, _running_deadline(fold), seconds, now),
                role,
                _named(fold, role, by),
                (),
                why,
            )

        return self._decide(key, now, put_off)

    def wait_for_absent(self, key: str, absences: Mapping[str, str], now: str) -> News | None:
        """Put a deadline off for sides that are awaited, have written nothing, and whose player is away until the time
        beside them, to the earliest of these times; None if there is nobody, or their time in this game is used up.
        """
        waited = list[str]()

        def wait(fold: Fold, chain: EntryChain) -> None:
            waited.clear()
            due = deadline_of(fold, fold.transactions[-1], fold.phase)
            silent = [side for side in at_deadline.unheard(fold) if side in absences and side not in fold.deputies]
            if not due or fold.awaited or not silent:
                return
            ends = dict[str, int]()
            for side in silent:
                left = AWAY_BUDGET - fold.schedule.away[side]
                until = min(to_unix(absences[side]), to_unix(due) + left)
                if until > max(to_unix(due), to_unix(now)):
                    ends[side] = until
            if ends:
                waited.extend(ends)
                end = fold.schedule.calendar.allowed_from(from_unix(min(ends.values())))
                _add_timed(chain, "away", end, "clock", "", tuple(ends))

        fold = self._append(key, now, wait)
        return news(fold, fold.transactions[-1]) if waited else None

    def pause(self, key: str, now: str, role: Role, by: str, why: str = "", *, freeze: bool = False) -> News:
        """No deadline runs; if the game is frozen, no orders do either."""

        def pause_game(fold: Fold, chain: EntryChain) -> None:
            refuse_unless_running(fold)
            last = fold.transactions[-1]
            if last.frozen or (last.paused and not freeze):
                raise Refused("paused", f"{fold.opened.name} is {'frozen' if last.frozen else 'paused'} already.")
            if not freeze:
                _running_deadline(fold)
            _add_timed(chain, "frozen" if freeze else "paused", "", role, _named(fold, role, by), (), why)

        return self._decide(key, now, pause_game)

    def resume(self, key: str, now: str, role: Role, by: str, why: str = "") -> News:
        """Deadlines run again: for the present phase from now on, as if it had just begun."""

        def resume_game(fold: Fold, chain: EntryChain) -> None:
            refuse_unless_running(fold)
            last = fold.transactions[-1]
            if not last.paused:
                raise Refused("not-paused", f"{fold.opened.name} is not paused.")
            if last.frozen and role != "referee":
                raise Refused("frozen", f"{fold.opened.name} was frozen by its referee, who alone can let it go on.")
            due = resumed_deadline(fold, now)
            _add_timed(chain, "thawed" if last.frozen else "resumed", due, role, _named(fold, role, by), (), why)

        return self._decide(key, now, resume_game)

    def depute(self, key: str, side: str, player: str, now: str) -> News:
        """Who may order for a side, "" for nobody but its player."""

        def name_deputy(fold: Fold, chain: EntryChain) -> None:
            seat = _seat_to_depute(fold, side, player)
            chain.add("deputed", seat, Deputed(self._cache.pseudonyms.add(fold, player)))

        self.refuse_if_held(key)  # before the transaction: a refusal inside it would undo what is around it too
        _seat_to_depute(self._cache.find(key), side, player)
        with self.journal.transaction():
            return self._decide(key, now, name_deputy)

    def _free_seat(
        self, fold: Fold, chain: EntryChain, seat: str, why: str = "", carried: OpenMotion | None = None
    ) -> None:
        """The seat is free, its draft thrown away; secret orders stay in force, and end its part of the phase.

        ``carried``: the motion by which it is free.
        """
        closes = fold.motions.settled_without(seat, fold.seats, carried)
        chain.add("seated", seat, freed_seat(fold.seats[seat], why, closes))
        if seat in fold.drafts and fold.drafts[seat].text:
            chain.add("written", seat, DraftWritten(""))
        secret = fold.phase and seat in fold.phase.sides and sealed_orders_given(fold, seat)
        if secret and not fold.transactions[-1].frozen:
            self._run_commit(fold, chain, Plan({}, (seat,), "player"), seat, LEFT)

    def _decide(self, key: str, now: str, fill: Callable[[Fold, EntryChain], object]) -> News:
        """The news of the decision, with that of what it has set off."""
        before = list[int]()

        def note_and_fill(fold: Fold, chain: EntryChain) -> None:
            before[:] = [len(fold.transactions)]
            fill(fold, chain)

        fold = self._append(key, now, note_and_fill)
        return joined([news(fold, made) for made in fold.transactions[before[0] :]])


def _seat_to_depute(fold: Fold, side: str, player: str) -> str:
    """Refused for a deputy who cannot be one."""
    refuse_unless_running(fold)
    seat, deputy = find_side(fold, side), known_as(fold, player)
    if deputy and deputy in fold.seats.values():
        raise Refused(
            "opponents-seat",
            "A deputy must be somebody who plays no side of this game: they see all that the side keeps secret.",
        )
    for other in sides_played_by(fold, deputy) if deputy else ():
        if other != seat and not fold.system.allied(fold.state, other, seat):
            raise Refused(
                "opponents-seat",
                f"They have played or ordered for {fold.scenario.sides[other].name}, and know its secrets. Name "
                "somebody who has not.",
            )
    if fold.deputies.get(seat, "") == deputy and bool(deputy) is bool(clean_name(player)):
        raise Refused("no-change", "That is so already." if deputy else "There is no deputy.")
    return seat


def _named(fold: Fold, role: Role, by: str) -> str:
    """A referee acts under their own name, which is nobody's seat."""
    return by if role == "referee" else signed(fold, by)


def _add_timed(
    chain: EntryChain, act: TimedAct, due: str, role: Role, by: str, sides: Sequence[str] = (), why: str = ""
) -> None:
    note = " ".join(check_length(why).split())[:300]
    chain.add("timed", "", Timed(act, due, role, clean_name(by), tuple(sides), note))


def _running_deadline(fold: Fold) -> str:
    """The deadline of the present phase.  Refused without one."""
    refuse_unless_running(fold)
    if fold.transactions[-1].paused:
        raise Refused("paused", f"{fold.opened.name} is paused, so no deadline runs.")
    due = deadline_of(fold, fold.transactions[-1], fold.phase)
    if not due:
        raise Refused("no-deadline", f"This phase of {fold.opened.name} has no deadline.")
    return due


def _usual_length(fold: Fold, due: str) -> int:
    """Seconds of a phase like this one, at most as long as a deadline can be put off."""
    began = fold.transactions[-1].began
    usual = deadline_from(fold, began) or due
    return min(max(to_unix(usual) - to_unix(began), 60), LONGEST_EXTENSION)


def later(fold: Fold, due: str, seconds: int, now: str) -> str:
    """So much later than the deadline, or than now if it has passed; where deadlines have times or days of their own,
    the first of these from then on.
    """
    return fold.schedule.calendar.allowed_from(add_seconds(max(due, now), seconds))
