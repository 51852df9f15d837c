"""Where those who leave a battle may go on the map (BK 8.5, 8.6, 8.9, 11.6)."""

from collections.abc import Iterator

from ...state.position import Battle, State, is_land
from ..board.area_control import closing_areas, defended, friendly


def retreat_area(state: State, battle: Battle, to: str | None = None) -> str | None:
    """BK 8.5, 8.6: where an attacker's land units or ships go: the place named, else whence most came, else the first; None: nowhere."""
    if state.setup.mode == "battle":
        return ""
    able = tuple(retreat_areas(state, battle))
    if to is not None:
        return to if to in able else None
    return max(able, key=lambda area: battle.start[area], default=None)


def retreat_areas(state: State, battle: Battle) -> Iterator[str]:
    """In the scenario's order."""
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
    """BK 8.9: where a power's submarines go; None: nowhere.  ``taken``: a zone where its enemies will be."""
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
