"""The first post of an open battle that waits for the invited player: what it is, and buttons to accept or decline.

Nobody is notified: a stranger must not be able to make another person's phone ring.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.hosting.post import Button, Post
from engine.contract import Phase
from engine.systems import SYSTEMS
from engine.table import Game, News

from . import components, markup, posts

DECLINED = "The invited player has declined. The seat is free for anybody: /game join takes it."


@dataclass(frozen=True)
class ChallengePosts:
    """The layout of a battle as long as the player ``invited`` has not answered; a layout for the outbox."""

    invited: str

    def posts(
        self, game: Game, news: News, before: str, examples: Sequence[str] | None = (), deciding: Sequence[str] = ()
    ) -> tuple[Post, ...]:
        if news.kind == "opened":
            return (self._challenge(game, news),)
        return posts.posts(game, news, before, examples, deciding)

    def called(self, phase: Phase | None) -> str:
        return posts.called(phase)

    def passed(self, phase: Phase | None, before: str) -> str:
        return posts.passed(phase, before)

    def _challenge(self, game: Game, news: News) -> Post:
        host = next((holder for holder in game.seats.values() if holder), "")
        lines = (
            f"## {markup.escape(game.name)}",
            f"{SYSTEMS[game.system].TITLE} · id {markup.inline_code(game.id)}",
            f"> {markup.escape(game.about)}",
            f"{markup.mention(host)} invites {markup.mention(self.invited)} to fight this battle. It starts when they"
            " accept.",
            posts.small_print(game, news),
        )
        buttons = (
            Button("Accept", components.write_custom_id("accept", game.id), "green"),
            Button("Decline", components.write_custom_id("decline", game.id)),
        )
        return Post("\n".join(lines), buttons=buttons)
