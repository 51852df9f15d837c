"""The announcement of a league's game in its channel: short, because a round opens many games at once."""

from collections.abc import Sequence

from bot.hosting import wording
from bot.hosting.post import Post
from engine.contract import Phase
from engine.systems import SYSTEMS
from engine.table import Game, News

from . import markup, posts


class LeaguePosts:
    """The layout of a game whose players the league has seated; a layout for the outbox.  The first map is in the
    game's thread.
    """

    def posts(
        self, game: Game, news: News, before: str, examples: Sequence[str] | None = (), deciding: Sequence[str] = ()
    ) -> tuple[Post, ...]:
        if news.kind == "opened" and all(game.seats.values()):
            return (_announcement(game),)
        return posts.posts(game, news, before, examples, deciding)

    def called(self, phase: Phase | None) -> str:
        return posts.called(phase)

    def passed(self, phase: Phase | None, before: str) -> str:
        return posts.passed(phase, before)


def _announcement(game: Game) -> Post:
    title = f"**{markup.escape(game.name)}** · {SYSTEMS[game.system].TITLE}, {markup.inline_code(game.scenario)}"
    text = "\n".join((f"{title} · id {markup.inline_code(game.id)}", posts.seats_line(game, free=False)))
    return Post(text, announces=True, thread=wording.clip(game.name, 100))
