"""What somebody wants rolled: an expression, or one of their macros by its name."""

from engine.rolls.dice_log import clean_text
from engine.rolls.macros import can_be_rolled, expand, may_be_name

from .engine_thread import EngineThread


async def read_expression(engine: EngineThread, player: str, text: str, command: str) -> str:
    """The text itself, or what the person's macro of this name stands for.

    ``command`` stands before a name that works.  Raises Refused for a name that none of their macros has.
    """
    text = clean_text(text)
    if can_be_rolled(text) or not may_be_name(text):
        return text
    macro, others = await engine.use_data(lambda data: (data.macros.find(player, text), data.macros.list(player)))
    if macro:
        return expand(macro)
    if others:
        raise await engine.use_data(lambda data: data.macros.unknown(player, text, command))
    return text
