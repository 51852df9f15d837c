"""Orders that people in a hurry give: of what their units may do, what they would rather do."""

from collections.abc import Sequence

MINIWARS = (" attack ", " fire ", " rally ", "choose a", " move ")
"""What players of MiniWars would rather do, first choice first."""

ZONES = (" melee ", " ambush ", " strike ", " arrive ", " flee ", " move ", " shoot ", " hunker ")
"""What those of Zone Control would rather do; every second turn they would rather shoot than move."""


def eager_orders(ideas: Sequence[str], wishes: Sequence[str], shift: int = 0) -> list[str]:
    """One order for each unit: the first wish that an idea of it has, of several such ideas another each time; nine at
    most.
    """
    chosen = dict[str, str]()
    for wish in wishes:
        fitting = [idea for idea in ideas if wish in f" {idea} " and not idea.startswith("standing")]
        for idea in fitting[shift:] + fitting[:shift]:
            chosen.setdefault(idea.split()[0], idea)
    return list(chosen.values())[:9]


def zones_orders(ideas: Sequence[str], turn: int) -> list[str]:
    """As many as stay short: an order for each unit, and a shot of it where it has moved."""
    return eager_orders(ideas, sorted(ZONES, key=lambda wish: wish == " move " and turn % 2 == 0), turn % 3)
