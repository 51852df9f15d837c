"""Industrial complexes: which can place units, how many a turn, and in which zones (BK 15.2, 15.3)."""

from ...state.position import State, are_friends, is_land, territories
from ...tables import COMPLEX, NAVAL
from .area_control import defended


def usable(state: State, side: str, area: str) -> bool:
    """BK 15.2: whether an area has a complex of the power itself that was neither captured nor built this turn."""
    ground = state.areas[area]
    return ground.complex and ground.owner == side and area not in (*state.game.captured, *state.game.built)


def placement_limit(state: State, area: str) -> int | None:
    """BK 15.2: how many units a turn a complex places; None means any number."""
    setup, owner = state.setup, state.areas[area].owner
    if setup.placement == "classic" and area in setup.complexes and setup.owners.get(area) == owner:
        return None
    return state.map.known[area].ipc


def placement_room(state: State, area: str) -> int | None:
    """How many more units a complex places this turn; None means any number."""
    most = placement_limit(state, area)
    return None if most is None else max(0, most - state.game.placed.get(area, 0))


def has_room(state: State, area: str, number: int) -> bool:
    left = placement_room(state, area)
    return left is None or number <= left


def placement_sites(state: State, side: str, kind: str) -> tuple[str, ...]:
    """BK 15.2, 15.4: the areas where a type can be placed, the most useful first."""
    worth, able = state.map.known, complexes_in_order(state, side)
    if kind == COMPLEX:
        free = (
            area
            for area in territories(state, side)
            if not state.areas[area].complex and area not in state.game.captured
        )
        return tuple(sorted((area for area in free if worth[area].ipc), key=lambda area: -worth[area].ipc))
    return (
        tuple(dict.fromkeys(zone for area in able for zone in open_zones(state, side, area))) if kind in NAVAL else able
    )


def raidable(state: State, side: str) -> tuple[str, ...]:
    """BK 13.1: the enemy territories with a complex, in the scenario's order."""
    return tuple(
        area
        for area, ground in state.areas.items()
        if ground.complex and ground.owner and not are_friends(state, ground.owner, side)
    )


def complexes_in_order(state: State, side: str) -> tuple[str, ...]:
    """BK 15.3: all complexes that can place units: the capital's first, then by value, then in the scenario's order."""
    worth, capital = state.map.known, state.powers[side].capital
    return tuple(
        sorted(
            (area for area in state.areas if usable(state, side, area)),
            key=lambda area: (area != capital, -worth[area].ipc),
        )
    )


def complexes_beside(state: State, side: str, zone: str) -> tuple[str, ...]:
    """BK 15.3: the complexes beside a zone that can place units, in the same order."""
    return tuple(area for area in complexes_in_order(state, side) if zone in state.map.known[area].next)


def open_zones(state: State, side: str, area: str) -> tuple[str, ...]:
    """BK 15.5: the zones beside a complex without enemy ships, in the scenario's order."""
    return tuple(
        zone for zone in state.map.known[area].next if not is_land(state, zone) and not defended(state, side, zone)
    )
