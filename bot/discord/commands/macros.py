"""/macro: names that a person gives to expressions."""

from engine.contract import counted
from engine.dice.expression_problems import BadExpression
from engine.rolls.macros import MOST
from engine.table import Refused

from ..messages import markup, roll_text
from .context import Context
from .replies import Reply


async def save(context: Context, name: str, expression: str) -> Reply:
    """Keep an expression under a name.  Raises Refused."""
    try:
        before = await context.services.engine.use_data(lambda data: data.macros.save(context.player, name, expression))
    except BadExpression as bad:
        raise Refused("no-dice", roll_text.refusal(bad)) from bad
    was = f" It was {markup.inline_code(before.expression)}." if before else ""
    return Reply(f"Saved.{was} Roll it: {markup.inline_code(f'/roll expression:{name}')}")


async def list_(context: Context) -> Reply:
    """This person's macros."""
    macros = await context.services.engine.use_data(lambda data: data.macros.list(context.player))
    if not macros:
        return Reply("You have no macros yet. This saves one: `/macro save name:attack expression:2d6+1`")
    lines = [f"**{markup.escape(macro.name)}** {markup.inline_code(macro.expression)}" for macro in macros]
    about = f"{counted(len(macros), 'macro')} of {MOST}; to roll one: {markup.inline_code(_example(macros[0].name))}"
    whole = "\n".join(f"{macro.name}: {macro.expression}" for macro in macros)
    return Reply("\n".join((*lines, f"-# {about}")), full=whole)


async def delete(context: Context, name: str) -> Reply:
    """Forget a macro.  Raises Refused."""
    macro = await context.services.engine.use_data(lambda data: data.macros.delete(context.player, name))
    again = markup.inline_code(f"/macro save name:{macro.name} expression:{macro.expression}")
    return Reply(f"Deleted **{markup.escape(macro.name)}**. To have it back: {again}")


def _example(name: str) -> str:
    return f"/roll expression:{name}"
