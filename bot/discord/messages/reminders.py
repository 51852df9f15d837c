"""Reminders as posts: one mention, in the game's channel, of everybody whom the phase still waits for."""

from collections.abc import Mapping

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.outbox import Delivery
from bot.hosting.post import Post
from bot.hosting.reminding import FOR_ALL, people_to_remind
from bot.hosting.utc_now import utc_now
from engine.table import Game

from . import markup, posts

DOOR = "discord"


def lay_out_reminder(data: EngineData, game: str) -> None:
    """Turn the reminder that the deadline clock has handed over into a post, in one transaction.  What is new in the
    game has been laid out.
    """
    with data.table.journal.transaction():
        due, destination = data.reminders.take(game, DOOR), data.outbox.destination(game)
        people = people_to_remind(data, game, due, utc_now()) if due else {}
        here = {player: sides for player, sides in people.items() if player.isdecimal()}
        if here and destination and destination.seen:
            data.outbox.add_post(game, reminder(data.table.game(game), here, due, destination.seen))


def reminder(game: Game, people: Mapping[str, tuple[str, ...]], due: str, seq: int) -> Post:
    """``people``: with their sides.  ``seq``: the newest log entry that was posted.  It never says who has a draft."""
    assert game.phase is not None
    calls = [_call(game, player, sides) for player, sides in people.items()]
    lines = (
        f"**Reminder** · {posts.phase_title(game.phase)}",
        f"{wording.join_list(calls)}: orders are due {markup.timestamp(due)} ({markup.timestamp(due, 'f')}). {FOR_ALL}",
        "-# `/remind` turns reminders off and on.",
        f"-# {markup.escape(game.name)} · log entry {seq}",
    )
    buttons = posts.answer_buttons(game, game.phase, game.phase_key)
    return Post("\n".join(lines), pings=() if game.anonymous else tuple(people), buttons=buttons, until=due)


def _call(game: Game, player: str, sides: tuple[str, ...]) -> str:
    """In a game with anonymous seats no more than the sides, which everybody knows to be awaited."""
    named = wording.join_list([f"**{markup.escape(wording.side_name(game.sides, side))}**" for side in sides])
    return named if game.anonymous else f"{markup.mention(player)} ({named})"


def is_late(data: EngineData, row: Delivery) -> bool:
    """Whether it is a reminder that is of no use any more."""
    return bool(row.post.until) and not people_to_remind(data, row.game, row.post.until, utc_now())
