"""`roll` in a letter, where nobody else reads it, or in a topic, where it stands in the topic's dice log."""

import secrets
from shlex import quote

from bot.hosting.macro_words import read_expression
from bot.hosting.utc_now import utc_now
from engine.dice import expression
from engine.dice.expression_problems import BadExpression
from engine.log.head import head_line
from engine.rolls.dice_log import RollAsked

from .answers import Found, Section
from .asker import Asker
from .wrap import BAR, COLUMNS, barred


async def look_up_roll(asker: Asker, rest: str) -> Found:
    """The result with every die, and how anybody can check it.  Raises Refused."""
    text = await read_expression(asker.engine, asker.player, rest, "roll ")
    try:
        lines = await (_logged(asker, text) if asker.dice_log else _shown(text))
    except BadExpression as bad:
        lines = tuple(barred(bad.shown(COLUMNS - len(BAR) - 2).splitlines()))
    return Found(Section("Dice", lines, fixed=True))


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
