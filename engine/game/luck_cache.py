"""The luck of games, kept as long as nothing happens in them, so that a season need not read its games again."""

from engine.contract import replace
from engine.log.fold import Fold
from engine.log.journal import Journal
from engine.luck.game_luck import game_luck
from engine.luck.tally import Luck

from .game_cache import GameCache
from .pseudonyms import is_withheld

MOST = 2_000
"""Games whose luck is kept."""


class LuckCache:
    def __init__(self, journal: Journal, games: GameCache) -> None:
        self._journal, self._games = journal, games
        self._kept = dict[str, tuple[int, Luck, Luck | None]]()

    def find(self, game: str) -> Luck:
        """Of the game with that id, by what it calls its players.  Refused no-such-game, damaged, newer."""
        return self._find(game)[1]

    def named(self, game: str) -> Luck | None:
        """The same by the players' own names; None as long as these are withheld."""
        return self._find(game)[2]

    def _find(self, game: str) -> tuple[int, Luck, Luck | None]:
        length = self._journal.length(game)
        kept = self._kept.pop(game, None)
        if kept is None or kept[0] != length:
            kept = self._games.read_once(game, _read)
        self._kept[game] = kept
        if len(self._kept) > MOST:
            del self._kept[next(iter(self._kept))]
        return kept


def _read(fold: Fold) -> tuple[int, Luck, Luck | None]:
    luck = game_luck(fold)
    sides = tuple(replace(side, player=fold.people.get(side.player, side.player)) for side in luck.sides)
    return fold.seq, luck, None if is_withheld(fold) else replace(luck, sides=sides)
