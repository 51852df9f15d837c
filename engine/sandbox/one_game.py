"""A game that is in no journal: it lives as long as somebody holds it."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from engine.game.game_cache import GameCache
from engine.game.game_info import Game, game_info
from engine.log.entries import FORMAT, Opened, Promised
from engine.log.fold import Fold
from engine.log.journal import Entry, EntryChain

NEVER = "2000-01-01T00:00:00Z"
"""The time of everything in it: nothing of it depends on a clock."""


class OneGame(GameCache):
    """Stands where other games have the cache of a database."""

    def __init__(self, fold: Fold) -> None:
        self.fold = fold

    def find(self, word: str) -> Fold:
        """The game, whatever it is called."""
        return self.fold

    def all(self) -> tuple[Game, ...]:
        return (game_info(self.fold),)

    def transaction(self) -> AbstractContextManager[None]:
        return nullcontext()

    def append(
        self, word: str, now: str, entropy: Callable[[int], bytes], fill: Callable[[Fold, EntryChain], object]
    ) -> Fold:
        """Add the entries that ``fill`` makes to the game, and nowhere else."""
        chain = EntryChain(self.fold.id, self.fold.seq, self.fold.link, NEVER, entropy)
        fill(self.fold, chain)
        self.fold.extend(chain.entries)
        return self.fold


def opening_entries(opened: Opened, key: str, name: str) -> tuple[Entry, ...]:
    """The first entries of a game like another: same rules and scenario, without deadline or beacon.

    Its promise stands for none: the dice of such a game are made otherwise.
    """
    chain = EntryChain(key, 0, "", NEVER, bytes)
    like = Opened(key, name, opened.system, opened.version, opened.scenario, opened.source, None, FORMAT)
    chain.add("opened", "", like)
    chain.add("promised", "", Promised("none"))
    return tuple(chain.entries)
