"""Rolls without a game as Discord shows them: the result with every die, or what cannot be rolled above carets."""

from engine.dice.expression_problems import BadExpression

from . import markup
from .order_feedback import WIDTH

ROOM = markup.LIMIT - 200
"""Characters for a result, with the way to repeat it below."""


def result(rolled: str, secret: bytes) -> str:
    """The lines of a result, and how to repeat the roll."""
    text = f"🎲 {markup.escape(rolled)}"
    if len(text) > ROOM:
        text = f"🎲\n{markup.code_block(rolled)}"
    return f"{text}\n-# to repeat this roll: fieldpost roll --secret {secret.hex()}"


def refusal(bad: BadExpression) -> str:
    """The player's line with carets, why it cannot be rolled, and an expression that works."""
    told = bad.explanation
    block, instead = markup.code_block(bad.marked(WIDTH - 2)), markup.inline_code(told.suggestion)
    return f"{block}\n{markup.escape(told.says)}\n➡️ {instead}"
