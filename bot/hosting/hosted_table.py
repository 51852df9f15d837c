"""The table as it is hosted: a game in which something in the program has failed takes nothing until it is resumed."""

from collections.abc import Callable, Iterable

from engine.database.address import Address
from engine.game.game_cache import MEMORY
from engine.game.kept_drafts import KeptDrafts
from engine.log.entries import BeaconChoice
from engine.log.fold import Fold
from engine.log.journal import EntryChain
from engine.table import Refused, Table

from .archived_games import ArchivedGames
from .halted_games import Halted, HaltedGames

_STANDSTILL = ("frozen", "paused", "not-paused", "no-deadline")
"""Codes of refusals that a game has because its referee has frozen it."""


class HostedTable(Table):
    """A table that knows which games are halted.  What is only looked at is answered as ever."""

    def __init__(
        self,
        path: Address,
        entropy: Callable[[int], bytes],
        memory: int = MEMORY,
        beacon: BeaconChoice | None = None,
    ) -> None:
        """Makes the tables at once: what is made in a transaction may be undone with it.

        ``tell`` is given the player, the words and the time when somebody has lost a seat.
        """
        super().__init__(path, entropy, memory, beacon)
        self.tell: Callable[[str, str, str], None] = lambda player, text, now: None
        try:
            self.halted, self.archived = HaltedGames(self.journal), ArchivedGames(self.journal)
            KeptDrafts(self.journal.database).create_table()
        except BaseException:
            self.close()
            raise

    def _ids_elsewhere(self) -> Iterable[str]:
        return (archived.game for archived in self.archived.all())

    def refuse_if_held(self, key: str) -> None:
        super().refuse_if_held(key)
        if fault := self.halted.fault(self._cache.find(key).id):
            raise Refused("halted", refusal(fault))

    def _append(self, key: str, now: str, fill: Callable[[Fold, EntryChain], object]) -> Fold:
        seen = 0

        def fill_unless_halted(fold: Fold, chain: EntryChain) -> object:
            nonlocal seen
            seen = fold.seq
            self.refuse_if_held(fold.id)
            try:
                return fill(fold, chain)
            except Refused as refused:
                if fold.transactions[-1].frozen and refused.code in _STANDSTILL:
                    raise Refused("frozen", _frozen_by_referee(fold.opened.name, refused)) from refused
                raise

        fold = super()._append(key, now, fill_unless_halted)
        for left in fold.transactions:
            if left.seq > seen and left.kind == "left" and left.text:
                name = fold.scenario.sides[left.side].name
                told = f"Your seat of {name} in {fold.opened.name} ({fold.id}) is free for somebody else, {left.text}."
                self.tell(fold.people.get(left.player, left.player), told, now)
        return fold


def _frozen_by_referee(name: str, refused: Refused) -> str:
    """Why nothing can be done, and what ends it."""
    why = str(refused) if refused.code == "frozen" else f"{name} is frozen by its referee, so no deadline runs."
    return f'{why} Its referee lets it go on: `/referee resume` in Discord, or the line "referee thaw REASON".'


def refusal(fault: Halted) -> str:
    """What somebody is told who wants to do something in the game."""
    return (
        f"{fault.game} is halted since {fault.since[:10]} {fault.since[11:16]} UTC: something in Fieldpost failed in it"
        f" (reference {fault.reference}). Nothing in it is lost, its deadlines stand still, and what you have just sent"
        " was not kept. Send it again when whoever runs Fieldpost has let the game go on."
    )
