"""A map is posted only where it shows something else than the last map of its game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.hosting.outbox import Layout
from bot.hosting.post import Post
from engine.contract import Phase, replace
from engine.table import Game, News


@dataclass
class ChangedMaps:
    """A layout without the maps that would show nothing new.

    ``drawn``: what the map after a log entry shows.  ``last``: the entry of the last map that was posted, 0 before the
    first.
    """

    layout: Layout
    drawn: Callable[[int], bytes]
    last: int
    _shown: dict[int, bytes] = field(default_factory=dict)

    def posts(
        self, game: Game, news: News, before: str, examples: Sequence[str] | None = (), deciding: Sequence[str] = ()
    ) -> tuple[Post, ...]:
        made = self.layout.posts(game, news, before, examples, deciding)
        return tuple(self._without_old_map(post, news) for post in made)

    def called(self, phase: Phase | None) -> str:
        return self.layout.called(phase)

    def passed(self, phase: Phase | None, before: str) -> str:
        return self.layout.passed(phase, before)

    def _without_old_map(self, post: Post, news: News) -> Post:
        if post.picture is None:
            return post
        if self.last and news.kind != "over" and self._look(post.picture) == self._look(self.last):
            return replace(post, picture=None, details=False)
        self.last = post.picture
        return post

    def _look(self, entry: int) -> bytes:
        if entry not in self._shown:
            self._shown[entry] = self.drawn(entry)
        return self._shown[entry]
