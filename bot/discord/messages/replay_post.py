"""The last post of a game: all its moves as an animated map.  The post above it has told how the game ended."""

from bot.correspondence.reports.replays import ReplayPlan
from bot.hosting.post import Post

from . import markup


def replay_post(plan: ReplayPlan) -> Post:
    lines = (
        f"🎞️ **{markup.escape(plan.title)}, from the first move to the last**",
        "-# `/replay turn:1` shows one turn",
    )
    return Post("\n".join(lines), replay=True)
