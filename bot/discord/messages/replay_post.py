"""The last post of a game: all its moves as an animated map, with the closing lines of the report."""

from bot.correspondence.reports.replays import ReplayPlan
from bot.hosting.post import Post

from . import markup


def replay_post(plan: ReplayPlan) -> Post:
    lines = (
        f"🎞️ **{markup.escape(plan.title)}, from the first move to the last**",
        *map(markup.escape, plan.lines),
        "-# `/replay turn:1` shows one turn",
    )
    return Post("\n".join(lines), replay=True)
