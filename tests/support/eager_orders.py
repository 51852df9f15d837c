"""Orders that people in a hurry give: of what their units may do, what they would rather do."""

from collections.abc import Sequence

MINIWARS = (" attack ", " fire ", " rally ", "choose a", " move ")
"""What players of MiniWars would rather do, first choice first."""


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
