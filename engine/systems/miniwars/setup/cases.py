"""The position a case begins in: the scenario's own, with what the case sets."""

from collections.abc import Mapping
from typing import Any

from engine.contract import Scenario, convert, plain, replace
from engine.toolkit.case_changes import require_settable, unfit_values

from ..rules.morale import has_rally_decision
from ..state.position import DEPLOYMENT, INITIATIVE, MISSILE, MORALE, MOVEMENT, PHASES, Game, Policies, State, enemy
from .start import build_unit, start, types_in, with_starting_counts


def case_position(scenario: Scenario, changes: Mapping[str, Any]) -> State:
    """The rules' section State, "Cases": sets without running any rule.  ValueError says what cannot be set."""
    require_settable(changes)
    with unfit_values():
        state = _units(scenario, start(scenario), changes.get("units") or {})
        state = _moment(state, changes)
        state = _game(state, changes.get("game") or {})
    if state.phase == MORALE:
        state = replace(state, done=tuple(side.id for side in state.sides if not has_rally_decision(state, side.id)))
    return state


def _units(scenario: Scenario, state: State, changes: Mapping[str, Mapping[str, Any]]) -> State:
    units = dict(state.units)
    for key, facts in changes.items():
        if key in units:
            units[key] = convert(
                {**plain(units[key]), **_values_of_type(scenario, key, facts), **facts}, type(units[key])
            )
        elif facts.get("type") in types_in(scenario) and facts.get("at") and facts.get("side") in scenario.sides:
            units[key] = build_unit(types_in(scenario), {"id": key, **facts})
        else:
            raise ValueError(f"{key} is new, so it needs a known type, a side and a hex")
        if units[key].at not in state.board.cells:
            raise ValueError(f"{units[key].at}, where {key} is put, is not on the map")
    return with_starting_counts(replace(state, units=units, roster=tuple(units)))


def _values_of_type(scenario: Scenario, key: str, facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a unit that is given another type takes from it."""
    if "type" not in facts:
        return {}
    if facts["type"] not in types_in(scenario):
        raise ValueError(f"{facts['type']}, which {key} is to be, is not a type")
    kind: Mapping[str, Any] = plain(
        build_unit(types_in(scenario), {"id": key, "type": facts["type"], "side": "", "at": ""})
    )
    return {part: kind[part] for part in ("move", "cavalry", "cs", "missile", "morale", "cost")}


def _moment(state: State, changes: Mapping[str, Any]) -> State:
    """Whose orders are awaited also says who is A and B."""
    name, active = changes.get("phase", state.phase), changes.get("active")
    if name not in PHASES:
        raise ValueError(f"{name} is not a phase; there are {', '.join(PHASES)}")
    if active is not None and active not in state.game.standing:
        raise ValueError(f"{active} is not a side; there are {' and '.join(state.game.standing)}")
    if "phase" not in changes:
        return replace(
            state, turn=changes.get("turn", state.turn), active=active or state.active, winner=changes.get("winner")
        )
    if name == DEPLOYMENT and not state.setup.zones:
        raise ValueError("this scenario has no deployment")
    if active is None and name in (INITIATIVE, *MISSILE, *MOVEMENT):
        raise ValueError(f"{name} needs active: the side whose turn it is")
    state = replace(
        state,
        phase=name,
        turn=changes.get("turn", 0 if name == DEPLOYMENT else 1),
        winner=changes.get("winner"),
        active=active or (state.active if name == DEPLOYMENT else None),
        ready=state.ready if name == DEPLOYMENT else {},
    )
    if active is None or name not in (*MISSILE, *MOVEMENT):
        return state
    other = enemy(state, active)
    a, b = (active, other) if name.startswith("a-") else (other, active)
    return replace(state, game=replace(state.game, a=a, b=b))


def _game(state: State, changes: Mapping[str, Any]) -> State:
    """What is not named keeps its value, also within standing orders."""
    facts = plain(state.game)
    for key, value in changes.items():
        if key not in facts:
            raise ValueError(f"game has no {key}; it has {', '.join(facts)}")
        if key == "standing":
            for side, policies in value.items():
                if side not in facts["standing"]:
                    raise ValueError(f"{side} is not a side; there are {' and '.join(facts['standing'])}")
                facts["standing"][side] = _merged(facts["standing"][side], policies)
        elif key in ("start", "start_cost"):
            facts[key] = {**facts[key], **value}
        else:
            facts[key] = value
    return replace(state, game=convert(facts, Game))


def _merged(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    merged = {**old, **new}
    for policy in ("rally", "advance"):
        if policy in new:
            merged[policy] = (
                {**old[policy], **new[policy]} if isinstance(new[policy], Mapping) else {"all": new[policy]}
            )
    known: dict[str, Any] = plain(convert(merged, Policies))
    return known
