"""What sides write to each other, under the terms of their game."""

from typing import NamedTuple

from engine.errors import Refused
from engine.log.decisions import Said
from engine.log.entries import PRESS
from engine.log.fold import Fold
from engine.log.journal import EntryChain
from engine.lookups.requests import find_side

from .game_info import Game, game_info
from .press import SHOWN, PressMessage, PressStore, budget_phase, clean_message
from .referee_desk import RefereeDesk

ALL = "all"


class PressSent(NamedTuple):
    """``message``: to be delivered; None if everybody reads it with the news of the game."""

    game: Game
    message: PressMessage | None


class PressDesk(RefereeDesk):
    """Press is never an order, and nothing of it is read as one."""

    press: PressStore

    def write_press(self, key: str, side: str, to: str, said: str, now: str) -> PressSent:
        """``to``: a side, or ``all``.  Public press becomes an entry, other press a message to be delivered."""
        text = clean_message(said)
        self.refuse_if_held(key)  # before the transaction: a refusal inside it would undo what is around it too
        self._plan_press(key, side, to)
        with self.journal.transaction():
            self.journal.database.lock(self._cache.find(key).id)
            fold, seat, readers, phase = self._plan_press(key, side, to)
            if fold.opened.term(PRESS) != "public":
                return PressSent(game_info(fold), self.press.add(fold.id, phase, now, seat, readers, text))
            self.press.add(fold.id, phase, now, seat, readers, text)
            whom = () if to.strip().casefold() == ALL else readers

            def say(_: Fold, chain: EntryChain) -> None:
                chain.add("said", seat, Said(whom, text))

            return PressSent(game_info(self._append(fold.id, now, say)), None)

    def _plan_press(self, key: str, side: str, to: str) -> tuple[Fold, str, tuple[str, ...], str]:
        """The game, the side that writes, the sides that read, and the phase that it counts for.  Refused."""
        fold, seat = self._of_side(key, side)
        readers = _readers(fold, seat, to)
        phase = budget_phase(fold.phase, fold.phase_key, over=fold.over)
        self.press.check(fold.id, phase, seat)
        return fold, seat, readers, phase

    def press_of(self, key: str, viewer: str) -> tuple[PressMessage, ...]:
        """What a side wrote and was written to, the newest; all of it for everybody where press is public, and where it
        is recorded after the end.
        """
        fold = self._cache.find(key)
        term, messages = fold.opened.term(PRESS), self.press.all(fold.id)
        ended = max((made.at for made in fold.transactions if made.closed), default="")
        if term != "public":
            seat, told = find_side(fold, viewer) if viewer else "", ended if term == "recorded" else ""
            messages = tuple(one for one in messages if one.at <= told or (seat and seat in (one.sender, *one.to)))
        return messages if fold.over else messages[-SHOWN:]


def _readers(fold: Fold, seat: str, to: str) -> tuple[str, ...]:
    """The sides that a message is for.  Refused with a line that works."""
    name = fold.opened.name
    if fold.opened.term(PRESS) == "off":
        raise Refused("no-press", f"{name} is played without press: sides do not write to each other.")
    if not fold.seats[seat]:
        raise Refused(
            "not-your-seat", f"Nobody plays {fold.scenario.sides[seat].name} in {name}, so nobody writes for it."
        )
    others = [side for side in fold.seats if side != seat]
    readers = others if to.strip().casefold() == ALL else [find_side(fold, to)]
    if readers == [seat]:
        raise Refused(
            "own-side", f"That is your own side. Write to {' or '.join((*others, ALL))}; notes are for yourself."
        )
    held = tuple(side for side in readers if fold.seats[side])
    if not held:
        raise Refused("no-reader", f"Nobody plays {' or '.join(fold.scenario.sides[s].name for s in readers)} yet.")
    return held
