"""The luck of games, and how soon their players replied: kept as long as nothing happens in them, so that a season need
not read its games again.
"""

from typing import NamedTuple

from engine.contract import replace
from engine.log.fold import Fold
from engine.log.journal import Journal
from engine.log.replies import Replies, game_replies
from engine.luck.game_luck import game_luck
from engine.luck.tally import Luck

from .game_cache import GameCache
from .pseudonyms import is_withheld

MOST = 2_000
"""Games whose luck is kept."""


class _Kept(NamedTuple):
    """Of a game of this length; ``named`` and ``replies`` by the players' own names, None and empty while these are
    withheld.
    """

    length: int
    luck: Luck
    named: Luck | None
    replies: tuple[Replies, ...]


class LuckCache:
    def __init__(self, journal: Journal, games: GameCache) -> None:
        self._journal, self._games = journal, games
        self._kept = dict[str, _Kept]()

    def find(self, game: str) -> Luck:
        """Of the game with that id, by what it calls its players.  Refused no-such-game, damaged, newer."""
        return self._find(game).luck

    def named(self, game: str) -> Luck | None:
        """The same by the players' own names; None as long as these are withheld."""
        return self._find(game).named

    def replies(self, game: str) -> tuple[Replies, ...]:
        """How soon its players replied, by their own names; none as long as these are withheld."""
        return self._find(game).replies

    def _find(self, game: str) -> _Kept:
        length = self._journal.length(game)
        kept = self._kept.pop(game, None)
        if kept is None or kept.length != length:
            kept = self._games.read_once(game, _read)
        self._kept[game] = kept
        if len(self._kept) > MOST:
            del self._kept[next(iter(self._kept))]
        return kept


def _read(fold: Fold) -> _Kept:
    luck, withheld = game_luck(fold), is_withheld(fold)
    sides = tuple(replace(side, player=fold.people.get(side.player, side.player)) for side in luck.sides)
    replies = tuple(replace(one, player=fold.people.get(one.player, one.player)) for one in game_replies(fold))
    return _Kept(fold.seq, luck, None if withheld else replace(luck, sides=sides), () if withheld else replies)
