"""The look-up of a game that is over: everybody's orders, and what came of them."""

from bot.hosting import wording
from bot.hosting.press import kibitz_lines
from engine.table import Refused

from .answers import Found, Section
from .asker import Asker
from .message import needed
from .wrap import barred


async def look_up_kibitz(asker: Asker, rest: str) -> Found:
    """``kibitz`` or ``kibitz TURN``."""
    seat = needed(asker.seat)
    if rest and not rest.isdecimal():
        wrong = wording.clip(rest, 20)
        raise Refused("bad-number", f'{wrong!r} is not the number of a turn. Write it like "kibitz 3".')
    turn = int(rest[:9]) if rest else None
    lines = await asker.engine.use_table(lambda table: kibitz_lines(table, seat.game, turn))
    return Found(Section("With all that was secret", tuple(barred(lines)), fixed=True))
