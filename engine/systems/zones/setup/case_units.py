"""The units of a case: models removed, the rest placed, then everything else that the case sets."""

from collections.abc import Mapping
from typing import Any, get_args

from engine.contract import Scenario, convert, counted, plain, replace
from engine.toolkit.wording import point_text as place

from ..rules.board.geometry import is_on_table, read_spot
from ..state.position import ASK, HOLD, Form, Model, State, Unit, side_of, unit_type
from ..state.shock import ONCE_A_ROUND
from ..state.zone_grid import zone_centre, zone_names
from ..table_validation import MOST_MODELS
from .start import build_unit, full_ammunition, model_spots
from .validation import ENTRIES, place_faults, unit_faults

_ADDED = ("type", "side", "name", "at", "models", "form", "enters", "arrives")
_PLAIN = ("name", "form", "shaken", "shock", "marks", "hunkered", "sprung", "fled", "arrives", "policy", "start")
_UNIT = (*dict.fromkeys((*_ADDED, *_PLAIN, "where", "gone")),)
_MODEL = ("at", "wounds", "moved", "acted", "hurt", "ammo", "gone")
MOST_SHOCK = 1000


def set_units(scenario: Scenario, state: State, changes: Mapping[str, Any]) -> State:
    """Every unit that the case names, in its order; new units come after those of the scenario."""
    for key, facts in changes.items():
        if not isinstance(facts, Mapping):
            raise ValueError(f"{key} is set as a mapping, not as {facts!r}")
        for field in facts:
            if field not in _UNIT:
                raise ValueError(f"{key} has no {field} that can be set; a unit has {', '.join(_UNIT)}")
        known = state.units.get(key)
        if known is None or any(
            facts.get(field, getattr(known, field)) != getattr(known, field) for field in ("type", "side")
        ):
            given = {"type": known.type, "side": known.side, "name": known.name, **facts} if known else facts
            state, facts = _add_unit(scenario, state, key, given)
        state = _with_unit(state, _set_unit(state, state.units[key], facts))
    return state


def _with_unit(state: State, unit: Unit) -> State:
    roster = state.roster if unit.id in state.units else (*state.roster, unit.id)
    return replace(state, roster=roster, units={**state.units, unit.id: unit})


def _add_unit(scenario: Scenario, state: State, key: Any, facts: Mapping[str, Any]) -> tuple[State, Mapping[str, Any]]:
    """A new unit from the keys of a scenario, and what else the case sets of it.  ``models``: a number, or a mapping
    of what to set.
    """
    if not all(isinstance(facts.get(field), str) for field in ("type", "side")) or not isinstance(key, str):
        raise ValueError(f"{key} is new, so it needs a type and a side")
    _check_side(state, facts["side"])
    written = {"id": key, **{field: value for field, value in facts.items() if field in _ADDED}}
    if isinstance(written.get("models"), Mapping):
        del written["models"]
    for fault in unit_faults(scenario, written, {}, ()):
        raise ValueError(f"{key}: {fault.says}; {fault.instead}")
    count = written.get("models", state.types[written["type"]].models)
    if isinstance(written.get("at"), list) and len(written["at"]) != count:
        raise ValueError(f"{key} has {counted(count, 'model')}, but is given {counted(len(written['at']), 'place')}")
    edges = {side.id: side.edge for side in state.sides}
    unit = build_unit(state.types, state.weapons, edges, written)
    for model in unit.models if unit.where == "table" else ():
        _check_on_table(state, key, model.at)
    rest = {
        field: value
        for field, value in facts.items()
        if field not in ("at", "enters", *(("models",) if "models" in written else ()))
    }
    return _with_unit(state, unit), rest


def _check_side(state: State, side: Any) -> None:
    known = [each.id for each in state.sides]
    if side not in known:
        raise ValueError(f"{side} is not a side; there are {', '.join(known)}")


def _set_unit(state: State, unit: Unit, facts: Mapping[str, Any]) -> Unit:
    models = _model_changes(unit, facts.get("models"))
    removed = [number for number, said in models.items() if said.get("gone") is True]
    unit = replace(unit, models=tuple(model for model in unit.models if model.number not in removed))
    if facts.get("gone") is True or facts.get("where") == "gone" or not unit.models:
        return replace(unit, where="gone", models=(), unseen=unit.where != "table")
    unit = _place_unit(state, _set_plain_fields(state, unit, facts), facts)
    changed = {number: said for number, said in models.items() if number not in removed}
    return replace(
        unit, models=tuple(_set_model(state, unit, model, changed.get(model.number, {})) for model in unit.models)
    )


def _model_changes(unit: Unit, written: Any) -> dict[int, Mapping[str, Any]]:
    """What the case sets of each model, by number."""
    if written is None:
        return {}
    if not isinstance(written, Mapping):
        raise ValueError(
            f"models of {unit.id}, which already exists, are a mapping from number to facts, not {written!r}"
        )
    known = {str(model.number): model.number for model in unit.models}
    for number, facts in written.items():
        if str(number) not in known:
            raise ValueError(f"{unit.id} has no model {number}; it has {', '.join(known) or 'none'}")
        for field in facts if isinstance(facts, Mapping) else ("",):
            if field not in _MODEL:
                raise ValueError(f"{unit.id}.{number} is set as a mapping of {', '.join(_MODEL)}, not as {facts!r}")
    return {known[str(number)]: facts for number, facts in written.items()}


def _set_plain_fields(state: State, unit: Unit, facts: Mapping[str, Any]) -> Unit:
    """Name, states and other fields that need no place."""
    said = {field: facts[field] for field in _PLAIN if field in facts}
    if "marks" in said:
        said["marks"] = sorted(said["marks"] or ())
    found: Unit = convert({**plain(unit), **said}, Unit)
    if not 0 <= found.shock <= MOST_SHOCK or not 1 <= found.arrives <= MOST_SHOCK:
        raise ValueError(f"{unit.id} has shock from 0 to {MOST_SHOCK} and arrives in a round from 1 to {MOST_SHOCK}")
    if not len(found.models) <= found.start <= MOST_MODELS:
        has = counted(len(found.models), "model")
        raise ValueError(
            f"{unit.id} has {has}, so it started with {len(found.models)} to {MOST_MODELS}, not {found.start}"
        )
    if any(mark not in ONCE_A_ROUND for mark in found.marks) or len(dict.fromkeys(found.marks)) < len(found.marks):
        raise ValueError(f"marks of {unit.id} are melee and surprise, each once, not {facts['marks']!r}")
    return replace(found, policy=_read_policy(state, found))


def _read_policy(state: State, unit: Unit) -> str:
    """``ask``, ``hold``, or where the unit arrives; a zone's name means its centre, as in orders."""
    words = unit.policy.split()
    if words in ([ASK], [HOLD]):
        return words[0]
    formed = len(words) == 2 and words[1] in get_args(Form)
    if not formed and len(words) not in (1, len(unit.models)):
        raise ValueError(
            f"the policy of {unit.id} is ask, hold, a place with a form, or a place for each model, not {unit.policy!r}"
        )
    points = [
        place(zone_centre(word)) if word in zone_names(state.table) else word
        for word in (words[:1] if formed else words)
    ]
    for point in points:
        _check_place(unit.id, point)
    return " ".join((*points, *words[len(points) :]))


def _check_place(key: str, written: Any) -> None:
    for fault in place_faults(written, ()):
        raise ValueError(f"{key}: {fault.says}; {fault.instead}")


def _place_unit(state: State, unit: Unit, facts: Mapping[str, Any]) -> Unit:
    """The unit on the table at the given place or places, or off it."""
    where = facts.get("where", facts.get("enters"))
    if where is not None and where not in (*ENTRIES, "table"):
        raise ValueError(f"{unit.id} is on the table, waits for {', '.join(ENTRIES)}, or is gone, not {where!r}")
    at = facts.get("at")
    if at is None:
        if where == "table" and unit.where != "table":
            raise ValueError(f'{unit.id} is put on the table, so it needs a place, as in at: "12,8"')
        return replace(unit, where=where or unit.where)
    if where in ENTRIES:
        raise ValueError(f"{unit.id} cannot have a place and wait for {where}")
    if not isinstance(at, str) and (not isinstance(at, list) or len(at) != len(unit.models)):
        raise ValueError(f"{unit.id} has {counted(len(unit.models), 'model')}: at is one place or as many, not {at!r}")
    for word in [at] if isinstance(at, str) else at:
        _check_place(unit.id, word)
    spots = model_spots(at, len(unit.models), unit.form, unit_type(state, unit).base, side_of(state, unit.side).edge)
    for each in spots:
        _check_on_table(state, unit.id, each)
    models = tuple(replace(model, at=each) for model, each in zip(unit.models, spots, strict=True))
    return replace(unit, where="table", models=models)


def _check_on_table(state: State, key: str, at: tuple[int, int]) -> None:
    if not is_on_table(state.table, at, 0):
        raise ValueError(f"{key} would have a model off the table, at {at[0] / 100:g},{at[1] / 100:g}")


def _set_model(state: State, unit: Unit, model: Model, facts: Mapping[str, Any]) -> Model:
    said = {field: value for field, value in facts.items() if field not in ("at", "gone")}
    full = full_ammunition(unit_type(state, unit), state.weapons)
    if "ammo" in said:
        said["ammo"] = {**model.ammo, **said["ammo"]}
    found: Model = convert({**plain(model), **said}, Model)
    if not 0 <= found.wounds <= unit_type(state, unit).wounds:
        raise ValueError(
            f"{unit.id}.{model.number} has 0 to {unit_type(state, unit).wounds} wounds, not {found.wounds}"
        )
    for weapon, left in found.ammo.items():
        if weapon not in full or not 0 <= left <= full[weapon]:
            some = ", ".join(f"0 to {most} for its {key}" for key, most in full.items()) or "none to count"
            raise ValueError(f"{unit.id}.{model.number} has ammunition {some}, not {left} for {weapon}")
    if facts.get("at") is None:
        return found
    if unit.where != "table":
        raise ValueError(f"{unit.id} is not on the table; place it with at before its models")
    _check_place(unit.id, facts["at"])
    _check_on_table(state, unit.id, read_spot(facts["at"]))
    return replace(found, at=read_spot(facts["at"]))
