"""Control of areas: which are friendly, hostile or defended, and which sea borders are closed (BK 11.2 to 11.6)."""

from ...state.position import COMBAT_MOVEMENT, Counts, State, are_friends, is_land
from ...tables import CATALOGUE, COMBAT, NAVAL


def enemy_units(state: State, side: str, area: str) -> Counts:
    """All units of a side's enemies in an area, in catalogue order."""
    enemies = [units for power, units in state.areas[area].units.items() if not are_friends(state, power, side)]
    found = {kind: sum(units.get(kind, 0) for units in enemies) for kind in CATALOGUE}
    return {kind: n for kind, n in found.items() if n}


def defenders(state: State, side: str, area: str) -> Counts:
    """BK 11.3, 11.4: the enemy units that force a battle and block the way: combat units on land, ships at sea."""
    kinds = COMBAT if is_land(state, area) else NAVAL
    return {kind: n for kind, n in enemy_units(state, side, area).items() if kind in kinds}


def defended(state: State, side: str, area: str) -> bool:
    return bool(defenders(state, side, area))


def friendly(state: State, side: str, area: str) -> bool:
    """Whether an area is land that the power or a friend of it owns."""
    owner = state.areas[area].owner
    return owner is not None and are_friends(state, owner, side)


def neutral(state: State, area: str) -> bool:
    """BK 11.2, 11.11: whether an area is neutral, and no power has entered it yet."""
    return area in state.setup.neutral and state.areas[area].owner is None


def enterable(state: State, area: str) -> bool:
    """BK 11.11: whether an area is neutral and land units may enter it for a price."""
    return state.setup.neutral_price is not None and state.phase == COMBAT_MOVEMENT and neutral(state, area)


def hostile(state: State, side: str, area: str) -> bool:
    """BK 11.3: whether an area is enemy land or holds enemy combat units (at sea: ships)."""
    return (is_land(state, area) and not friendly(state, side, area)) or defended(state, side, area)


def closing_areas(state: State, side: str, one: str, other: str) -> tuple[str, ...]:
    """BK 11.6: the areas that close the border of two zones: those not in friendly hands since the turn began."""
    gates = state.setup.gates
    keys = gates.get(f"{one}/{other}", gates.get(f"{other}/{one}", ()))
    return tuple(area for area in keys if not friendly(state, side, area) or area in state.game.captured)
