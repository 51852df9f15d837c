"""Mustered armies on a board: set up in their zones as `deploy-rest` would, facing the enemy (CW 3.2)."""

from collections.abc import Mapping
from math import atan2, degrees

from engine.contract import Scenario, counted
from engine.toolkit.muster.position import Army
from engine.toolkit.muster.units import mustered_units, ready_scenario
from maps.geometry.plane import Point

from ..rules.turn.deploy_rest import placements
from ..state.position import State
from ..tables import Type
from .start import start, types_in, without_nulls
from .validation import distance_between_areas, longest_reach


def mustered(scenario: Scenario, armies: Mapping[str, Army]) -> Scenario:
    """Section Armies of your own: the scenario with these armies; a side breaks at half of its bases (CW 11.2)."""
    zones = without_nulls(scenario.setup.get("deploy"))
    if missing := [side for side in scenario.sides if side not in zones]:
        raise ValueError(f"{missing[0]} has no deployment zone, so armies of one's own cannot be set up here")
    types = types_in(scenario)
    units = list(mustered_units(scenario, armies, "bases", titles={key: kind.name for key, kind in types.items()}))
    middles = {side: _middle(zones[side]) for side in scenario.sides}
    first, second = scenario.sides
    ahead = {first: _facing(middles[first], middles[second]), second: _facing(middles[second], middles[first])}
    for unit in units:
        unit |= {"at": list(middles[unit["side"]]), "facing": ahead[unit["side"]]} | _formation(types[unit["type"]])
    victory = {key: value for key, value in without_nulls(scenario.setup.get("victory")).items() if key != "break"}
    ready = ready_scenario(scenario, units, {"victory": victory})
    state = start(ready)
    _refuse_long_units(state)
    for side in scenario.sides:
        places = {order.unit: order.at for order in placements(state, side)}
        own = [unit for unit in units if unit["side"] == side]
        if len(places) < len(own):
            raise ValueError(
                f"the zone of {scenario.sides[side].name} has room for {counted(len(places), 'unit')} of this army, "
                f"which has {len(own)}"
            )
        for unit in own:
            x, y = places[unit["id"]]
            unit["at"] = [x / 100, y / 100]
    return ready_scenario(scenario, units, {"victory": victory})


def _refuse_long_units(state: State) -> None:
    """CW 3.2: however both sides set up in secret, no unit may reach half the way to the enemy's zone."""
    one, other = (state.setup.deploy[side.id] for side in state.sides)
    half = distance_between_areas(one, other) / 2
    for side in state.sides:
        if longest_reach(state, side.id) >= half:
            raise ValueError(f"{side.name} has units that are too long for zones {2 * half:.3g} inches apart")


def _formation(kind: Type) -> dict[str, str]:
    return {} if kind.arm == "leader" else {"formation": "line"}


def _middle(shape: list[list[float]]) -> Point:
    (left, right), (low, high) = ((min(line), max(line)) for line in zip(*shape, strict=True))
    return (left + right) / 2, (low + high) / 2


def _facing(here: Point, there: Point) -> int:
    """The direction of the enemy's zone in degrees, to the nearest quarter."""
    return round(degrees(atan2(there[0] - here[0], there[1] - here[1])) / 90) * 90 % 360
