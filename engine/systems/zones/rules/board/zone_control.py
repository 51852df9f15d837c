"""Which team controls which zones: by models wholly within them, or by surrounding them (ZC 2.1, 14.1 to 14.3)."""

from collections.abc import Mapping

from engine.contract import kept_for_latest
from maps.geometry.tabletop import Tabletop

from ...state.kept import kept_for_records
from ...state.position import Spot, State, Unit, team, teams, units_on_table
from ...state.zone_grid import ZONE_SIZE, zone_box, zone_names
from ...table_rows import Type
from .geometry import hundredths, is_within

CONTESTED = "contested"


def zone_of(table: Tabletop, at: Spot, width: int) -> str | None:
    """ZC 14.1: the zone that wholly contains a base of ``width`` hundredths; None for a base on a line."""
    x, y = at
    column = min(int(x // ZONE_SIZE), int(table.width * 100) // ZONE_SIZE - 1) + 1
    row = min(int(y // ZONE_SIZE), int(table.height * 100) // ZONE_SIZE - 1) + 1
    zone = f"Z{column}{row}"
    return zone if is_within(at, width, zone_box(zone)) else None


@kept_for_latest
def control(state: State) -> Mapping[str, str | None]:
    """ZC 14.1, 14.2: zone -> the team that controls it, ``contested`` or None."""
    held = control_by_models(state)
    return {zone: team or _surrounding_team(held, zone) for zone, team in held.items()}


def surrounded_zones(state: State) -> tuple[str, ...]:
    """ZC 14.2: the zones that are controlled only by surrounding them."""
    held = control_by_models(state)
    return tuple(zone for zone, team in held.items() if team is None and _surrounding_team(held, zone))


def score(state: State) -> Mapping[str, int]:
    """ZC 14.3: team -> the zones it controls; an objective counts as its value."""
    worth = {goal.zone: goal.value for goal in state.setup.objectives}
    holders = control(state)
    return {
        team: sum(worth.get(zone, 1) for zone, holder in holders.items() if holder == team) for team in teams(state)
    }


def side_score(state: State, side: str) -> int:
    """ZC 14.3: that of the side's team."""
    return score(state)[team(state, side)]


@kept_for_latest
def control_by_models(state: State) -> Mapping[str, str | None]:
    """ZC 14.1: zone -> the team that controls it by models wholly within it, ``contested`` or None."""
    held = dict[str, str | None].fromkeys(zone_names(state.table))
    for unit in units_on_table(state):
        holder = team(state, unit.side)
        for zone in zones_of_models(state.table, unit, state.types[unit.type]):
            held[zone] = holder if held[zone] in (None, holder) else CONTESTED
    return held


@kept_for_records
def zones_of_models(table: Tabletop, unit: Unit, kind: Type) -> tuple[str, ...]:
    """The zones that wholly contain a model of the unit."""
    found = (zone_of(table, model.at, hundredths(kind.base)) for model in unit.models)
    return tuple(dict.fromkeys(zone for zone in found if zone))


def _surrounding_team(held: Mapping[str, str | None], zone: str) -> str | None:
    """ZC 14.2: the team that controls, by models, every zone that shares an edge with this one."""
    column, row = int(zone[1]), int(zone[2])
    beside = (f"Z{column - 1}{row}", f"Z{column + 1}{row}", f"Z{column}{row - 1}", f"Z{column}{row + 1}")
    around = list(dict.fromkeys(held[other] for other in beside if other in held))
    return around[0] if len(around) == 1 and around[0] != CONTESTED else None
