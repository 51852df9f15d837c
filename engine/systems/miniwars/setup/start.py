"""The start: the first position of a game, made from its scenario."""

from collections.abc import Mapping
from typing import Any

from engine.contract import Scenario, convert, replace
from engine.toolkit.sides import sides_of

from ..state.position import ASK, DEPLOYMENT, INITIATIVE, Game, Setup, State, Unit, Zone
from ..tables import TABLES, Type, price


def start(scenario: Scenario) -> State:
    """MW 3.1, 3.5: the position before the first roll or order.  Only for scenarios without faults."""
    assert scenario.hex is not None
    sides = sides_of(scenario)
    units = {unit.id: unit for unit in (build_unit(types_in(scenario), written) for written in scenario.units)}
    setup = read_setup(scenario)
    state = State(
        board=scenario.hex,
        sides=sides,
        setup=setup,
        roster=tuple(units),
        units=units,
        game=Game({}, {}, {}),
        turn=1,
        phase=INITIATIVE,
        name=scenario.name,
    )
    state = with_starting_counts(state)
    if not setup.zones:
        return state
    ready = {key: unit.at for key, unit in units.items()} if setup.sealed else {}
    return replace(state, turn=0, phase=DEPLOYMENT, active=None if setup.sealed else setup.order[0], ready=ready)


def with_starting_counts(state: State) -> State:
    """MW 3.5: the position with the starting units and costs counted, and with standing orders for each side."""
    units_of = {side.id: [unit for unit in state.units.values() if unit.side == side.id] for side in state.sides}
    return replace(
        state,
        game=replace(
            state.game,
            start={key: len(units) for key, units in units_of.items()},
            start_cost={key: sum(unit.cost for unit in units) for key, units in units_of.items()},
            standing={key: state.game.standing.get(key, ASK) for key in units_of},
        ),
    )


def types_in(scenario: Scenario | None) -> Mapping[str, Type]:
    """The listed types and, if there is a scenario, its own, which replace listed ones of the same name."""
    own = scenario.types if scenario else {}
    return {**TABLES.types, **{key: convert({"name": key, **written}, Type) for key, written in own.items()}}


def build_unit(types: Mapping[str, Type], written: Mapping[str, Any]) -> Unit:
    """The unit that a scenario or a case describes: id, type, side, hex, perhaps a name and status."""
    kind = types[written["type"]]
    unit: Unit = convert(
        {
            "name": written["id"],
            "move": kind.move,
            "cavalry": kind.cavalry,
            "cs": kind.cs,
            "missile": kind.missile,
            "morale": kind.morale,
            "cost": price(kind),
            **written,
        },
        Unit,
    )
    return unit


def read_setup(scenario: Scenario) -> Setup:
    """The scenario's ``setup`` and its turn limit."""
    deployment = scenario.setup.get("deployment") or {}
    zones = {key: convert(dict(zone), Zone) for key, zone in deployment.get("zones", {}).items()}
    switches = {key: scenario.setup[key] for key in ("fired_may_move", "stalemate") if key in scenario.setup}
    return Setup(
        order=tuple(deployment.get("order", ())),
        sealed=deployment.get("sealed", False),
        zones=zones,
        turns=scenario.turns,
        **switches,
    )
