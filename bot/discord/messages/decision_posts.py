"""The post of a decision about a game: of its deadline, of a vote, of a deputy."""

from bot.hosting import wording
from bot.hosting.post import Button, Post
from engine.contract import replace
from engine.log.head import head_line
from engine.table import Game, News

from . import components, markup


def decision_post(game: Game, news: News, call: Post | None = None) -> Post:
    """With buttons for those who have not voted on what it proposes; or with the call for orders, where they are
    awaited again.
    """
    lines = [*map(markup.escape, news.lines)]
    made = next((motion for motion in game.motions if motion.seq == news.seq), None)
    if call:
        return replace(call, content="\n".join((*lines, call.content)))
    if news.due and news.kind == "timed":
        lines.append(f"Deadline: {markup.timestamp(news.due, 'F')} ({markup.timestamp(news.due)}).")
    if made:
        lines.append(" ".join(map(markup.mention, made.waiting)))
    lines.append(f"-# {head_line(game.id, news.seq, news.link)}")
    return Post("\n".join(lines), pings=made.waiting if made else (), buttons=_vote_buttons(game, news) if made else ())


def deputy_post(game: Game, side: str, deputy: str) -> Post:
    """Calls somebody who has been named a deputy."""
    name = markup.escape(wording.side_name(game.sides, side))
    says = f"{markup.mention(deputy)}, you are the deputy of **{name}**: you may order for it until its player does so"
    return Post(f"{says} again. `/orders write` writes orders, `/my games` lists the game.", pings=(deputy,))


def _vote_buttons(game: Game, news: News) -> tuple[Button, ...]:
    return (
        Button("Agree", components.write_custom_id("agree", game.id, str(news.seq)), "green"),
        Button("Disagree", components.write_custom_id("disagree", game.id, str(news.seq)), "red"),
    )
