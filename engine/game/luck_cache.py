"""The luck of games, kept as long as nothing happens in them, so that a season need not read its games again."""

from engine.log.journal import Journal
from engine.luck.game_luck import game_luck
from engine.luck.tally import Luck

from .game_cache import GameCache

MOST = 2_000
"""Games whose luck is kept."""


class LuckCache:
    def __init__(self, journal: Journal, games: GameCache) -> None:
        self._journal, self._games = journal, games
        self._kept = dict[str, tuple[int, Luck]]()

    def find(self, game: str) -> Luck:
        """Of the game with that id.  Refused no-such-game, damaged, newer."""
        length = self._journal.length(game)
        kept = self._kept.pop(game, None)
        if kept is None or kept[0] != length:
            kept = self._games.read_once(game, lambda fold: (fold.seq, game_luck(fold)))
        self._kept[game] = kept
        if len(self._kept) > MOST:
            del self._kept[next(iter(self._kept))]
        return kept[1]
