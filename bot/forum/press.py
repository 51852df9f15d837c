"""Press as private messages: one to each reader who is here by an account of the forum."""

from bot.correspondence.markdown import escape
from bot.hosting.engine_thread import EngineData
from bot.hosting.press import press_lines
from bot.hosting.utc_now import utc_now

from .bodies import queue_notice
from .identity import DOOR
from .markdown import told


def queue_press(data: EngineData, game: str) -> None:
    """In a transaction: queue what waits."""
    for number, player, side in data.table.press.take(game, DOOR):
        contacts, now_on = data.people.contacts(player, DOOR), data.table.game(game)
        if contacts and now_on.holder(side) == player:
            message = data.table.press.find(game, number)
            head = f"**{escape(now_on.name)}** ({game}): press. To answer, write `press {message.sender}: ...` here."
            text = "\n\n".join((head, told(press_lines(now_on, (message,)))))
            queue_notice(data, game, contacts[0].address, text, utc_now())
