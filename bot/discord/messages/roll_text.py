"""Rolls without a game as Discord shows them: the result first, with every die, and the head of the dice log."""

from collections.abc import Sequence

from bot.hosting.wording import clip
from engine.dice.expression_problems import BadExpression
from engine.log.head import head_line
from engine.rolls.made_rolls import MadeRoll

from . import markup
from .order_feedback import WIDTH

ROOM = markup.LIMIT - 400
"""Characters for a result, with what stands around it."""
LISTED = 120
"""Characters of a roll in a list."""


def public_roll(made: MadeRoll) -> str:
    """What the channel reads of a roll."""
    return f"{_lines(made)}\n{_head(made)}"


def own_sealed_roll(made: MadeRoll) -> str:
    """What the roller reads of a sealed roll."""
    return f"{_lines(made)}\n🔒 Only you see this. `/reveal roll:{made.number}` shows it to the channel.\n{_head(made)}"


def sealed_note(made: MadeRoll) -> str:
    """What the channel reads of a sealed roll."""
    label = f": **{markup.escape(clip(made.label, LISTED))}**" if made.label else ""
    return f"🔒 {markup.mention(made.player)} has made a sealed roll{label}.\n-# roll {made.number}\n{_head(made)}"


def revealed_roll(made: MadeRoll) -> str:
    """What the channel reads of a sealed roll that is revealed."""
    return f"{_lines(made)}\n🔓 Roll {made.number} of {markup.mention(made.player)}, sealed until now.\n{_head(made)}"


def roll_list(rolls: Sequence[MadeRoll]) -> str:
    """Rolls as a list that fits on a phone."""
    return "\n".join(map(_listed, rolls))


def refusal(bad: BadExpression) -> str:
    """The player's line with carets, why it cannot be rolled, and an expression that works."""
    told = bad.explanation
    block, instead = markup.code_block(bad.marked(WIDTH - 2)), markup.inline_code(told.suggestion)
    return f"{block}\n{markup.escape(told.says)}\n➡️ {instead}"


def _listed(made: MadeRoll) -> str:
    about = f"-# roll {made.number} · {markup.mention(made.player)} · log entry {made.seq}"
    if made.revealed:
        return f"🎲 {markup.escape(clip(' | '.join(made.result.splitlines()), LISTED))}\n{about}"
    return f"🔒 sealed{f': {markup.escape(clip(made.label, LISTED))}' if made.label else ''}\n{about}"


def _lines(made: MadeRoll) -> str:
    text = f"🎲 {markup.escape(made.result)}"
    return text if len(text) <= ROOM else f"🎲\n{markup.code_block(made.result)}"


def _head(made: MadeRoll) -> str:
    return f"-# {head_line(made.log, made.seq, made.link)}"
