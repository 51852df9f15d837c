"""`roll` and `rolls`: in a letter, which nobody else reads, or in a topic, which has a dice log."""

import secrets
from collections.abc import Iterator
from shlex import quote

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.macro_words import read_expression
from bot.hosting.utc_now import utc_now
from engine.contract import counted
from engine.dice import expression
from engine.dice.expression_problems import BadExpression
from engine.log.head import head_line
from engine.rolls.dice_log import PREFIX, RollAsked
from engine.table import Refused

from .answers import Found, Section
from .asker import Asker
from .wrap import BAR, COLUMNS, barred

PAGE, MOST_PAGES = 8, 1_000_000
"""Rolls that a list shows at a time, and pages that can be asked for."""
CLIPPED = 120
"""Characters of a roll in a list."""


async def look_up_roll(asker: Asker, rest: str) -> Found:
    """The result with every die, and how anybody can check it.  Raises Refused."""
    text = await read_expression(asker.engine, asker.player, rest, "roll ")
    try:
        lines = await (_logged(asker, text) if asker.dice_log else _shown(text))
    except BadExpression as bad:
        lines = tuple(barred(bad.shown(COLUMNS - len(BAR) - 2).splitlines()))
    return Found(Section("Dice", lines, fixed=True))


async def list_rolls(asker: Asker, rest: str) -> Found:
    """The last rolls of the topic, or of the topic of the game that a letter is about.  Raises Refused."""
    log = asker.dice_log or (f"{PREFIX}{asker.seat.game}" if asker.seat else "")
    page = min(int(rest or 1), MOST_PAGES) or 1
    count, lines = await asker.engine.use_data(lambda data: (data.rolls.count(log), tuple(_listed(data, log, page))))
    pages = -(-count // PAGE)
    if not count:
        raise Refused("no-rolls", 'Nobody has rolled in this topic yet. This does: "roll 2d6+1"')
    if not lines:
        raise Refused("no-rolls", f'The rolls of this topic are {counted(pages, "page")} long: "rolls {pages}"')
    more = (f'Page {page} of {pages}; older: "rolls {page + 1}"',) if page < pages else ()
    return Found(Section("Rolls", (*lines, *more), fixed=True))


def _listed(data: EngineData, log: str, page: int) -> Iterator[str]:
    for made in data.rolls.latest(log, PAGE, (page - 1) * PAGE):
        result = " | ".join(made.result.splitlines()) if made.revealed else f"sealed {made.label}".strip()
        yield from barred([wording.clip(result, CLIPPED)])
        yield f"  roll {made.number} by {data.people.name(made.player)}, log entry {made.seq}"


async def _logged(asker: Asker, text: str) -> tuple[str, ...]:
    """A roll in the dice log of the place."""
    asked = RollAsked(text, asker.player, asker.message)
    made = await asker.engine.use_data(lambda data: data.rolls.roll(asker.dice_log, asked, utc_now()))
    return (*barred(made.result.splitlines()), head_line(made.log, made.seq, made.link))


async def _shown(text: str) -> tuple[str, ...]:
    """A roll in no log, with its secret."""
    secret = secrets.token_bytes(32)
    rolled = expression.roll_sealed(text, secret)
    return (
        *barred(rolled.splitlines()),
        f"Anyone can repeat it: fieldpost roll {quote(text)} --secret {secret.hex()}",
    )
