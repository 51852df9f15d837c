"""The picture of the table: zones by team, units, recent events, and the state of each side."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from engine.contract import Event, counted
from engine.toolkit import wording
from engine.toolkit.shared_report import drawn_or_won_by
from maps.scene.scene import Mark, Scene, SideNote, TableGrid, Title
from maps.scene.tabletop_layout import outline_shape, side_colour, side_number, table_ground
from maps.scene.tabletop_units import HeldZone, Holder, OffTableList

from ..rules.board.zone_control import CONTESTED, control, score, surrounded_zones, zones_of_models
from ..state.events import Placed
from ..state.position import (
    DEPLOYMENT,
    OVER,
    State,
    Unit,
    phase,
    side_name,
    sides_to_act,
    team,
    teams,
    unit_type,
    units_on_table,
)
from ..state.zone_grid import zone_box, zone_names
from ..tables import TABLES
from . import alt_text
from .legend import legend
from .recent_events import melee_details, recent_marks
from .unit_pictures import model_unit, team_letters

WAITING = {"deep-strike": "deep strike", "ambush": "ambush", "reserve": "reserve"}
INCH, NAMED = 1, 2
"""Inches between the faint lines; the most objectives that the title names."""


def scene(seen: State, recent: Sequence[Event]) -> Scene:
    """The scene of a position.  ``recent``: the events to show, oldest first; the last of them leads to ``seen``."""
    size = (seen.table.width, seen.table.height)
    come = {event.unit for event in recent if isinstance(event, Placed)}
    pieces = tuple(model_unit(seen, unit, unit.id in come) for unit in units_on_table(seen))
    return Scene(
        size,
        table_ground(seen.table, TableGrid(size, TABLES.constants.zone, INCH)),
        pieces,
        (*_deployment_areas(seen), *recent_marks(seen, recent)),
        _title(seen),
        legend(seen),
        alt_text.words(seen, recent),
        details=tuple(melee_details(seen, recent)),
        held_zones=tuple(_held_zones(seen)),
        off_table=tuple(_off_table_lists(seen)),
    )


# the table
def _deployment_areas(seen: State) -> Iterator[Mark]:
    """ZC 4.5: where units can be placed."""
    if seen.phase == DEPLOYMENT:
        for side, ((left, low), (right, high)) in seen.setup.deploy.items():
            corners = ((left, low), (right, low), (right, high), (left, high))
            yield from outline_shape(seen, corners, "zone", side_colour(seen, side), "", side_number(seen, side))


def _held_zones(seen: State) -> Iterator[HeldZone]:
    """ZC 14.1 to 14.3: every zone with the team that controls it, and its objective."""
    held, ringed = control(seen) if seen.phase != DEPLOYMENT else {}, surrounded_zones(seen)
    goals, letters = {goal.zone: goal for goal in seen.setup.objectives}, team_letters(seen)
    length = float(TABLES.constants.zone)
    for zone in zone_names(seen.table):
        left, _, _, high = zone_box(zone)
        holder = held.get(zone)
        goal = goals.get(zone)
        yield HeldZone(
            (left / 100, seen.table.height - high / 100),
            (length, length),
            zone,
            _holding(holder, zone in ringed),
            tuple(_holders(seen, zone, holder, letters)),
            goal.value if goal else 0,
            goal.name if goal else "",
        )


def _holding(holder: str | None, ringed: bool) -> Literal["", "held", "ringed", "contested"]:
    if holder is None:
        return ""
    return "contested" if holder == CONTESTED else "ringed" if ringed else "held"


def _holders(seen: State, zone: str, holder: str | None, letters: Mapping[str, str]) -> Iterator[Holder]:
    """The team that controls the zone, drawn as its first side; in a contested zone all teams with models there."""
    here = _teams_inside(seen, zone) if holder == CONTESTED else {holder}
    for known in teams(seen):
        if known in here:
            first = next(side for side in seen.sides if side.team == known)
            yield Holder(side_number(seen, first.id), first.colour, letters[known])


def _teams_inside(seen: State, zone: str) -> set[str | None]:
    return {
        team(seen, unit.side)
        for unit in units_on_table(seen)
        if zone in zones_of_models(seen.table, unit, unit_type(seen, unit))
    }


# off the table
def _off_table_lists(seen: State) -> Iterator[OffTableList]:
    """ZC 6.9: each side's known units off the table; nothing if no unit could ever be there."""
    secret = seen.setup.hidden == "secret"
    if not secret and not any(_may_wait_off_table(seen, unit) for unit in seen.units.values()):
        return
    for side in seen.sides:
        units = [unit for key in seen.roster if (unit := seen.units[key]).side == side.id and unit.where in WAITING]
        entries = [
            f"{wording.id_and_name(unit.id, unit.name)} ({len(unit.models)}), {_entry_text(seen, unit)}"
            for unit in units
        ]
        short = [f"{unit.id} {_entry_text(seen, unit)}" for unit in units]
        none = "none known" if secret else "none"
        yield OffTableList(
            side_number(seen, side.id), side.colour, "Off the table:", tuple(entries) or (none,), tuple(short)
        )


def _may_wait_off_table(seen: State, unit: Unit) -> bool:
    """Whether the unit is off the table, or may have started there."""
    return (
        unit.where in WAITING or unit.arrives > 1 or bool({"deep-strike", "ambush"} & {*unit_type(seen, unit).traits})
    )


def _entry_text(seen: State, unit: Unit) -> str:
    """``ambush from round 2``"""
    first = unit.arrives if unit.where == "reserve" else seen.setup.offboard_from
    return f"{WAITING[unit.where]}{f' from round {first}' if first > seen.turn else ', can come now'}"


# titles
def _title(seen: State) -> Title:
    waiting = () if seen.phase == OVER else sides_to_act(seen)
    return Title(
        seen.name or "Zone Control",
        title_text(seen),
        tuple(
            SideNote(
                nth,
                side.colour,
                f"{side.name} ({team_letters(seen)[side.team]})",
                tuple(_side_facts(seen, side.id)),
                side.id in waiting,
            )
            for nth, side in enumerate(seen.sides)
        ),
    )


def title_text(seen: State) -> str:
    """``Round 2 of 5 · The Colonial Line's action phase · 3 rounds left``"""
    now, limit = phase(seen), seen.setup.rounds
    if now is None:
        end = drawn_or_won_by(side_name(seen, seen.winner))
        return f"Round {seen.turn} of {limit} · the game is {end}"
    if not seen.turn:
        return f"{wording.capitalized(now.title)} · {counted(limit, 'round')} to play"
    left = limit - seen.turn
    last = "last round" if not left else f"{counted(left, 'round')} left"
    return f"Round {seen.turn} of {limit} · {now.title} · {last}"


def _side_facts(seen: State, side: str) -> Iterator[str]:
    """ZC 14.3: its team's zones and objectives; the models and units it has left."""
    own, held, worth = team(seen, side), control(seen), {goal.zone: goal for goal in seen.setup.objectives}
    goals = [worth[zone] for zone, holder in held.items() if holder == own and zone in worth]
    plain = sum(holder == own for holder in held.values()) - len(goals)
    named = [f"{goal.name or goal.zone} {goal.value}" for goal in goals]
    several = [f"{counted(len(goals), 'objective')} {sum(goal.value for goal in goals)}"]
    parts = [*([counted(plain, "zone")] if plain else []), *(named if len(named) <= NAMED else several)]
    told = " + ".join(parts)
    yield f"score {score(seen)[own]}{f' ({told})' if told else ''}"
    units = [unit for unit in seen.units.values() if unit.side == side and not unit.gone]
    there = [unit for unit in units if unit.where == "table"]
    models = sum(len(unit.models) for unit in there)
    yield f"{counted(models, 'model')} in {counted(len(there), 'unit')} on the table"


__all__ = ["scene", "title_text"]
