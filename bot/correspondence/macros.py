"""`macro`: names that a person gives to expressions, which `roll` then takes."""

from bot.hosting.engine_thread import EngineData
from engine.dice.expression_problems import BadExpression
from engine.rolls.macros import MOST

from .answers import Section, said
from .wrap import BAR, COLUMNS, barred

EXAMPLE = '"macro attack: 2d6+1"'


def name_expression(data: EngineData, player: str, rest: str) -> Section:
    """``rest``: "" lists the macros, ``attack: 2d6+1`` saves one, and ``attack:`` deletes it.  Raises Refused."""
    name, _, expression = (part.strip() for part in rest.partition(":"))
    if not name:
        return said("Macros", *_list(data, player))
    if not expression:
        macro = data.macros.delete(player, name)
        return said("Macros", f'Deleted. To have it back: "macro {macro.name}: {macro.expression}"')
    try:
        before = data.macros.save(player, name, expression)
    except BadExpression as bad:
        return Section("Macros", tuple(barred(bad.shown(COLUMNS - len(BAR) - 2).splitlines())), fixed=True)
    was = f" It was {before.expression}." if before else ""
    return said("Macros", f'Saved.{was} Roll it: "roll {name}"')


def _list(data: EngineData, player: str) -> tuple[str, ...]:
    macros = data.macros.list(player)
    if not macros:
        return (f"You have no macros yet. This saves one: {EXAMPLE}",)
    return (*(f"{name}: {expression}" for name, expression in macros), f"{len(macros)} of {MOST}.")
