"""The look-up of a game that is over: everybody's orders, and what came of them."""

from bot.hosting.press import kibitz_lines

from .answers import Found, Section
from .asker import Asker
from .message import needed
from .naming import turn_number
from .wrap import barred


async def look_up_kibitz(asker: Asker, rest: str) -> Found:
    """``kibitz`` or ``kibitz TURN``."""
    seat = needed(asker.seat)
    turn = turn_number(rest, "kibitz")
    lines = await asker.engine.use_table(lambda table: kibitz_lines(table, seat.game, turn))
    return Found(Section("With all that was secret", tuple(barred(lines)), fixed=True))
