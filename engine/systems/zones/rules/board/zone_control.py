"""Zones and who holds them: by the models wholly within, or surrounded (ZC 2.1, 14.1 to 14.3)."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from engine.contract import Same

from ...state.position import Spot, State, team, teams, units_on_table
from ...state.zone_grid import ZONE_SIZE, zone_box, zone_names
from .geometry import diameter, is_within

CONTESTED = "contested"


def zone_of(state: State, at: Spot, width: int) -> str | None:
    """The zone in which a base so many hundredths wide stands wholly; None across a line (ZC 14.1)."""
    table = state.table
    column, row = (
        min(int(place // ZONE_SIZE), int(length * 100) // ZONE_SIZE - 1) + 1
        for place, length in zip(at, (table.width, table.height), strict=True)
    )
    zone = f"Z{column}{row}"
    return zone if is_within(at, width, zone_box(zone)) else None


def control(state: State) -> Mapping[str, str | None]:
    """Zone -> the team that controls it, ``contested`` or None (ZC 14.1, 14.2)."""
    held = control_by_models(state)
    return {zone: team or _surrounding_team(held, zone) for zone, team in held.items()}


def surrounded_zones(state: State) -> tuple[str, ...]:
    """The zones held by those around them alone (ZC 14.2)."""
    held = control_by_models(state)
    return tuple(zone for zone, team in held.items() if team is None and _surrounding_team(held, zone))


def score(state: State) -> Mapping[str, int]:
    """Team -> zones controlled, an objective's as many as it is worth (ZC 14.3)."""
    worth = {goal.zone: goal.value for goal in state.setup.objectives}
    holders = control(state)
    return {
        team: sum(worth.get(zone, 1) for zone, holder in holders.items() if holder == team) for team in teams(state)
    }


def control_by_models(state: State) -> Mapping[str, str | None]:
    """Zone -> the team that controls it by models wholly within, ``contested`` or None (ZC 14.1)."""
    return _control_by_models(Same(state))


@lru_cache(64)
def _control_by_models(state: Same[State]) -> Mapping[str, str | None]:
    held = dict[str, str | None].fromkeys(zone_names(state.it.table))
    for zone, holder in _models_in_zones(state.it):
        held[zone] = holder if held[zone] in (None, holder) else CONTESTED
    return held


def _models_in_zones(state: State) -> Iterator[tuple[str, str]]:
    """The zone and the team of every model that is wholly within one."""
    for unit in units_on_table(state):
        holder, width = team(state, unit.side), diameter(state, unit)
        for model in unit.models:
            if zone := zone_of(state, model.at, width):
                yield zone, holder


def _surrounding_team(held: Mapping[str, str | None], zone: str) -> str | None:
    """The team that controls every zone sharing an edge with this one by its models (ZC 14.2)."""
    column, row = int(zone[1]), int(zone[2])
    beside = (f"Z{column - 1}{row}", f"Z{column + 1}{row}", f"Z{column}{row - 1}", f"Z{column}{row + 1}")
    around = list(dict.fromkeys(held[other] for other in beside if other in held))
    return around[0] if len(around) == 1 and around[0] != CONTESTED else None
