"""The areas to which units may retreat or withdraw (BK 8.5, 8.6, 8.9, 11.6)."""

from collections.abc import Iterator

from ...state.position import Battle, State, is_land
from ..board.area_control import closing_areas, defended, friendly


def retreat_area(state: State, battle: Battle, to: str | None = None) -> str | None:
    """BK 8.5, 8.6: the area to which the attacker's land units or ships retreat; None if there is none.

    It is the area named; without a name the one from which most units came, then the first in the scenario's order.
    """
    if state.setup.mode == "battle":
        return ""
    able = tuple(retreat_areas(state, battle))
    if to is not None:
        return to if to in able else None
    return max(able, key=lambda area: battle.start[area], default=None)


def retreat_areas(state: State, battle: Battle) -> Iterator[str]:
    """All areas to which the attacker may retreat, in the scenario's order."""
    here, near = battle.area, state.map.known[battle.area].next
    for area in state.areas:
        if (
            area in near
            and battle.start.get(area)
            and is_land(state, area) == is_land(state, here)
            and _free(state, battle.attacker, area)
        ):
            yield area


def _free(state: State, power: str, area: str) -> bool:
    return friendly(state, power, area) if is_land(state, area) else not defended(state, power, area)


def withdrawal_zone(
    state: State, battle: Battle, power: str, to: str | None = None, taken: str | None = None
) -> str | None:
    """BK 8.9: the zone to which a power's submarines withdraw, if any. ``taken``: a zone its enemies will enter."""
    if power == battle.attacker or state.setup.mode == "battle":
        return retreat_area(state, battle, to)
    able = [
        zone
        for zone in state.areas
        if zone in state.map.known[battle.area].next
        and not is_land(state, zone)
        and zone != taken
        and not defended(state, power, zone)
        and not closing_areas(state, power, battle.area, zone)
    ]
    if to is not None:
        return to if to in able else None
    return next(iter(able), None)
