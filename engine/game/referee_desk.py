"""What a referee may do: notes, changes of the position, rewinds, deadlines corrected, and a look at what would happen.

Every act is public and gives its reason; none of them can change a die unseen.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.contract import Side
from engine.errors import Refused
from engine.log.commit import Plan
from engine.log.deadline import clock_note, clock_went_back
from engine.log.decision_words import BY_REFEREE, UNNAMED
from engine.log.decisions import Change, Ruled
from engine.log.entries import CLOCK, PROGRAM
from engine.log.fold import Fold
from engine.log.journal import EntryChain
from engine.log.nonces import REFEREE
from engine.log.rulings import BadChange, apply_changes, change_words, value_at
from engine.log.schedule import deadline_from
from engine.lookups.requests import check_length, clean_name, find_side

from . import at_deadline, drafts
from .news import News, news
from .not_now import not_started, refuse_unless_running, refuse_while_awaiting
from .past_phases import find_past_entry, past_phases
from .vote_desk import VoteDesk


class SidePreview(NamedTuple):
    """What would run of a side's draft if the phase ended now, and how many lines would not."""

    side: Side
    runs: tuple[str, ...]
    refused: int


class RefereeDesk(VoteDesk):
    """``by``: the referee, ``why``: the reason that everybody is told."""

    def rule(self, key: str, text: str, now: str, by: str) -> News:
        """A referee's note for the record; changes nothing."""
        note = _reason(text)
        fold = self._append(key, now, lambda _, chain: chain.add("ruled", "", Ruled(_referee(by), note)))
        return news(fold, fold.transactions[-1])

    def note(self, key: str, text: str, now: str, by: str) -> News:
        """What the program itself notes; ``by``: one of PROGRAM."""
        assert by in PROGRAM
        fold = self._append(key, now, lambda _, chain: chain.add("ruled", "", Ruled(by, text)))
        return news(fold, fold.transactions[-1])

    def change(
        self, key: str, changes: tuple[Change, ...], now: str, by: str, why: str, viewers: Sequence[str] = ()
    ) -> News:
        """Change values of the position, each by its path, and say why.

        ``viewers``: the sides of a referee who plays, who may change only what one of these sees.
        """
        reason = _reason(why)

        def add_changes(fold: Fold, chain: EntryChain) -> None:
            refuse_unless_running(fold)
            refuse_while_awaiting(fold)
            if viewers:
                _refuse_unseen(fold, changes, viewers)
            try:
                lines = [reason, *change_words(fold.state, changes)]
                after = apply_changes(fold.state, changes)
            except BadChange as wrong:
                raise Refused("bad-change", str(wrong)) from None
            _refuse_broken(fold, after, changes)
            chain.add("ruled", "", Ruled(_referee(by), "\n".join(lines), changes))

        return self._decide(key, now, add_changes)

    def preview(self, key: str) -> tuple[SidePreview, ...]:
        """What would run if the phase ended now, in standard form.  No die is rolled for it."""
        fold = self._cache.find(key)
        refuse_unless_running(fold)
        sides = fold.phase.sides if fold.phase else ()
        found = ((side, at_deadline.at_deadline(fold, side)) for side in sides)
        return tuple(SidePreview(fold.scenario.sides[side], draft.runs, draft.refused) for side, draft in found)

    def force_done(self, key: str, side: str, now: str, by: str, why: str) -> News:
        """End a side's part of the phase with what it has written, as at a deadline."""
        reason = _reason(why)

        def end_part(fold: Fold, chain: EntryChain) -> None:
            refuse_unless_running(fold)
            seat = find_side(fold, side)
            if not fold.phase or seat not in fold.phase.sides:
                raise Refused("not-your-phase", f"This phase does not wait for {fold.scenario.sides[seat].name}.")
            name = fold.scenario.sides[seat].name
            chain.add("ruled", "", Ruled(_referee(by), f"{name}: the referee ends their part of the phase. {reason}"))
            self._run_commit(
                fold, chain, Plan(drafts.orders_of_drafts(fold, (seat,)), (seat,), "player"), seat, REFEREE
            )

        fold = self._append(key, now, end_part)
        ran = self._with_orders_ahead(fold, len(fold.transactions) - 1, now)
        assert ran is not None
        return ran

    def rewind(self, key: str, seq: int, now: str, by: str, why: str = "") -> News:
        """Back, or forward again, to the position after the last commit that ends at or before entry ``seq``."""
        return self.rewind_to(key, seq, now, _referee(by), " ".join(why.split()))

    def past_entry(self, key: str, words: str) -> int:
        """The entry of a past position: of ``turn 3``, ``turn 3 fire``, ``fire`` or ``57``.  Refused with what there
        is.
        """
        fold = self._cache.find(key)
        if not fold.started:
            raise not_started(fold)
        return find_past_entry(fold, words)

    def past_phases(self, key: str) -> tuple[tuple[int, str], ...]:
        """The phases that led to the present position, the last first: the entry after which each began, and its
        words.
        """
        return past_phases(self._cache.find(key))

    def unseat(self, key: str, side: str, now: str, by: str, why: str) -> News:
        """Free a seat for somebody else; secret orders stay in force."""
        reason = _reason(why)

        def free_seat(fold: Fold, chain: EntryChain) -> None:
            refuse_unless_running(fold)
            seat = find_side(fold, side)
            if not fold.seats[seat]:
                raise Refused("not-your-seat", f"The seat of {fold.scenario.sides[seat].name} is free already.")
            self._free_seat(fold, chain, seat, f"{BY_REFEREE} ({clean_name(by)}): {reason}")

        return self._decide(key, now, free_seat)

    def correct_deadline(self, key: str, now: str) -> News | None:
        """If a clock that was ahead has come back since the phase began, say so for the record; else None.

        The deadline is then counted from the note.
        """
        noted = list[Fold]()

        def add_note(fold: Fold, chain: EntryChain) -> None:
            noted.clear()
            due, began = deadline_from(fold, now), fold.transactions[-1].began
            if fold.phase and due and clock_went_back(began, now) and not fold.transactions[-1].paused:
                noted.append(fold)
                chain.at = now
                chain.add("ruled", "", Ruled(CLOCK, clock_note(began, now, due)))

        fold = self._append(key, now, add_note)
        return news(fold, fold.transactions[-1]) if noted else None


def _referee(by: str) -> str:
    """Their name, which is never one that the program has for itself."""
    name = clean_name(by)
    return name if name and name not in PROGRAM else UNNAMED


def _reason(text: str) -> str:
    note = check_length(text).strip()
    if not note:
        raise Refused("nothing-written", "A ruling needs a text.")
    return note


def _refuse_unseen(fold: Fold, changes: Sequence[Change], viewers: Sequence[str]) -> None:
    """Refused, in the same words whether there is something hidden or nothing at all."""
    views = [fold.system.view(fold.state, viewer) for viewer in viewers]
    for change in changes:
        try:
            true = value_at(fold.state, change.path)
            seen = any(_at(view, change.path) == [true] for view in views)
        except BadChange:
            seen = False
        if not seen:
            path = " ".join(change.path)
            raise Refused("bad-change", f"You play in this game, and your side sees nothing at {path[:80]!r}.")


def _at(view: object, path: tuple[str, ...]) -> list[object]:
    """The value there, as the only one of a list; none if there is none."""
    try:
        return [value_at(view, path)]
    except BadChange:
        return []


def _refuse_broken(fold: Fold, state: object, changes: Sequence[Change]) -> None:
    """Refused if the position cannot be shown or played on any more."""
    system = fold.system
    try:
        phase = system.phase(state)
        for viewer in ("", *fold.seats):
            seen = system.view(state, viewer)
            system.scene(seen, ())
            system.text_map(seen)
            for side in phase.sides if phase else ():
                next(iter(system.ideas(seen, side)), None)
    except Exception as wrong:
        what = " and ".join(f"{' '.join(one.path)} {one.value or 'taken away'}"[:120] for one in changes)
        raise Refused("bad-change", f"The rules cannot go on with {what}, so nothing is changed.") from wrong
