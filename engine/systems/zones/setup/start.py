"""From a scenario to a position: types and weapons, switches, units and the places of their models."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.contract import Scenario, convert, replace

from ..rules.board.formations import formation_spots
from ..rules.board.geometry import read_spot
from ..state.position import COMMAND, DEPLOYMENT, Edge, Game, Model, Setup, Side, Spot, State, Unit
from ..table_rows import Type, Weapon
from ..tables import TABLES, WRITTEN
from .point_costs import model_points


def start(scenario: Scenario) -> State:
    """ZC 4.1, 4.5: the position before anything has happened.  Only for scenarios without faults."""
    assert scenario.table is not None
    types, weapons, setup = known_types(scenario), known_weapons(scenario), read_setup(scenario)
    sides = read_sides(scenario)
    edges = {side.id: side.edge for side in sides}
    units = {unit.id: unit for unit in (build_unit(types, weapons, edges, written) for written in scenario.units)}
    free = setup.deployment == "free"
    return State(
        table=scenario.table,
        setup=setup,
        types=types,
        weapons=weapons,
        sides=sides,
        roster=tuple(units),
        units=units,
        game=Game(),
        turn=0,
        phase=DEPLOYMENT if free else COMMAND,
        name=scenario.name,
        ready=units if free else {},
    )


def known_weapons(scenario: Scenario | None) -> dict[str, Weapon]:
    """The catalogue plus the scenario's weapons; the scenario can change parts of a weapon in the catalogue."""
    own = without_nulls(without_nulls(scenario.setup).get("weapons")) if scenario else {}
    return {
        key: convert({**WRITTEN["weapons"].get(key, {}), **without_nulls(own.get(key))}, Weapon)
        for key in dict.fromkeys((*TABLES.weapons, *own))
    }


def known_types(scenario: Scenario | None) -> dict[str, Type]:
    """The catalogue plus the scenario's types, which can change parts of a type in the catalogue.  All have points."""
    own, weapons = scenario.types if scenario else {}, known_weapons(scenario)
    return {key: _known_type(key, without_nulls(own.get(key)), weapons) for key in dict.fromkeys((*TABLES.types, *own))}


def _known_type(key: str, written: Mapping[str, Any], weapons: Mapping[str, Weapon]) -> Type:
    """A type with its points: as written, else as listed if its figures are worth the same, else by the formula."""
    listed = TABLES.types.get(key)
    kind: Type = convert({"name": key.replace("-", " ").capitalize(), **WRITTEN["types"].get(key, {}), **written}, Type)
    if "points" in written:
        return kind
    points = model_points(kind, weapons)
    return replace(kind, points=listed.points if listed and model_points(listed, TABLES.weapons) == points else points)


def read_sides(scenario: Scenario) -> tuple[Side, ...]:
    """ZC 2.5, 14.7: the sides with their edges and teams."""
    teams, edges = team_memberships(scenario), scenario.setup["edges"]
    return tuple(
        Side(key, side.name, side.colour, edges[key], teams.get(key, key)) for key, side in scenario.sides.items()
    )


def team_memberships(scenario: Scenario) -> dict[str, str]:
    """ZC 14.7: side -> team, for sides in a team; a team that is not a list is ignored."""
    return {
        side: team
        for team, sides in without_nulls(scenario.setup.get("teams")).items()
        if isinstance(sides, list)
        for side in sides
        if isinstance(side, str)
    }


def read_setup(scenario: Scenario) -> Setup:
    """The scenario's switches, with defaults for those that are missing or null."""
    written = without_nulls(scenario.setup)
    modifiers = without_nulls(written.get("modifiers"))
    found: Setup = convert(
        {
            "rounds": scenario.turns or TABLES.constants.rounds["short"],
            "objectives": [without_nulls(each) for each in written.get("objectives", ())],
            "first": written.get("first", "fixed"),
            "hidden": written.get("hidden", "public"),
            "offboard_from": written.get("offboard_from", 1),
            "deployment": written.get("deployment", "fixed"),
            "deploy": {side: _corners(area) for side, area in without_nulls(written.get("deploy")).items()},
            "points": written.get("points"),
            "shock": {**TABLES.shock, **without_nulls(written.get("shock"))},
            "modifiers": {
                kind: {**usual, **without_nulls(modifiers.get(kind))} for kind, usual in TABLES.modifiers.items()
            },
        },
        Setup,
    )
    return found


def _corners(area: Sequence[Sequence[float]]) -> list[list[float]]:
    """The lower left and the upper right corner."""
    (ax, ay), (bx, by) = area
    return [[min(ax, bx), min(ay, by)], [max(ax, bx), max(ay, by)]]


def build_unit(
    types: Mapping[str, Type], weapons: Mapping[str, Weapon], edges: Mapping[str, Edge], written: Mapping[str, Any]
) -> Unit:
    """A unit as a scenario or a case writes it: all its models on the table, or waiting off it."""
    facts, kind = without_nulls(written), types[written["type"]]
    count, form = facts.get("models", kind.models), facts.get("form", "line")
    off = "at" not in facts
    spots = [(0, 0)] * count if off else model_spots(facts["at"], count, form, kind.base, edges[facts["side"]])
    full = full_ammunition(kind, weapons)
    return Unit(
        id=facts["id"],
        name=facts.get("name", facts["id"]),
        type=facts["type"],
        side=facts["side"],
        where=facts["enters"] if off else "table",
        start=count,
        form=form,
        arrives=facts.get("arrives", 1),
        models=tuple(Model(number, at, kind.wounds, ammo=full) for number, at in enumerate(spots, 1)),
    )


def full_ammunition(kind: Type, weapons: Mapping[str, Weapon]) -> dict[str, int]:
    """ZC 3.3: the ammunition with which a model of the type starts."""
    return {key: ammo for key in kind.weapons if (ammo := weapons[key].ammo) is not None}


def model_spots(at: str | Sequence[str], count: int, form: Any, base: float, edge: Edge) -> Sequence[Spot]:
    """The places of the models: one place in a form (ZC 3.8), or a place for each."""
    if isinstance(at, str):
        return formation_spots(read_spot(at), count, form, base, edge)
    return [read_spot(each) for each in at]


def without_nulls(written: Any) -> dict[str, Any]:
    """The mapping without entries that are null; {} for anything that is not a mapping."""
    return {key: value for key, value in written.items() if value is not None} if isinstance(written, Mapping) else {}
