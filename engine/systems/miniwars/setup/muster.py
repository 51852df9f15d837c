"""Mustered armies on a board: a first hex for every unit in its side's deployment zone (MW 3.2, 3.3)."""

from collections.abc import Mapping

from engine.contract import Scenario, counted
from engine.toolkit.muster.position import Army
from engine.toolkit.muster.units import mustered_units, ready_scenario
from maps.geometry.hex_points import hex_centre
from maps.geometry.hexes import Board

from ..rules.terrain import terrain_map
from ..state.position import Zone, in_zone
from ..tables import Arm
from .start import read_setup, types_in


def mustered(scenario: Scenario, armies: Mapping[str, Army]) -> Scenario:
    """Section Armies of your own: units that can stand in the fewest hexes choose first, as near to the enemy's zone
    as they can.
    """
    assert scenario.hex is not None
    zones = read_setup(scenario).zones
    if missing := [side for side in scenario.sides if side not in zones]:
        raise ValueError(f"{missing[0]} has no deployment zone, so armies of one's own cannot be set up here")
    types = types_in(scenario)
    units = list(mustered_units(scenario, armies, titles={key: kind.name for key, kind in types.items()}))
    first, second = scenario.sides
    for side, other in ((first, second), (second, first)):
        sites = {arm: _sites(scenario.hex, zones[side], zones[other], arm) for arm in ("infantry", "cavalry")}
        arms = {unit["id"]: "cavalry" if types[unit["type"]].cavalry else "infantry" for unit in units}
        own = sorted((unit for unit in units if unit["side"] == side), key=lambda unit: len(sites[arms[unit["id"]]]))
        taken = set[str]()
        for unit in own:
            at = next((at for at in sites[arms[unit["id"]]] if at not in taken), None)
            if at is None:
                raise ValueError(
                    f"the zone of {scenario.sides[side].name} has room for {counted(len(taken), 'unit')}, "
                    f"and the army has {len(own)}"
                )
            taken.add(at)
            unit["at"] = at
    return ready_scenario(scenario, units, {})


def _sites(board: Board, zone: Zone, enemy: Zone, arm: Arm) -> list[str]:
    """MW 3.3: the hexes in which such a unit can be set up, those nearest to the enemy's zone first."""
    land = terrain_map(board)
    theirs = [hex_centre(at) for at in board.cells if in_zone(board, enemy, at)]
    x, y = (sum(line) / len(theirs) for line in zip(*theirs, strict=True))
    open_to = [at for at in board.cells if in_zone(board, zone, at) and (land.open_to(at, arm) or at in land.on_road)]
    return sorted(open_to, key=lambda at: ((hex_centre(at)[0] - x) ** 2 + (hex_centre(at)[1] - y) ** 2, at))
