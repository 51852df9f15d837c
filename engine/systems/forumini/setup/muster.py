"""Mustered armies on a board: all units are still to be deployed, as the scenario says (FA 3, 4)."""

from collections.abc import Mapping

from engine.contract import Scenario
from engine.toolkit.muster.position import Army
from engine.toolkit.muster.units import mustered_units, ready_scenario

from .start import known_cards


def mustered(scenario: Scenario, armies: Mapping[str, Army]) -> Scenario:
    """Section Armies of your own: the scenario with these armies in place of its own or of those to be bought."""
    cards = known_cards(scenario)
    for side, army in armies.items():
        if army and all(cards[key].kind == "obstacle" for key in army):
            raise ValueError(f"the army of {scenario.sides[side].name} has obstacles alone, and nobody to fight")
    prefix = (scenario.setup.get("army") or {}).get("prefix")
    return ready_scenario(scenario, list(mustered_units(scenario, armies, prefix=prefix)), {"army": {"mode": "fixed"}})
