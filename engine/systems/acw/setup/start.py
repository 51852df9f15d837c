"""The start of a game: from a scenario to the first position, with its types, options and units."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.contract import Scenario, convert, replace
from engine.toolkit.sides import sides_of

from ..rules.board.footprints import rounded_facing, rounded_position
from ..state.position import DEPLOYMENT, Game, Setup, State, Unit
from ..tables import TABLES, WRITTEN, Type

USUAL_TYPES: Mapping[str, str] = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "artillery": "foot-artillery",
    "leader": "leader",
}
"""Arm -> the type of the catalogue whose values are the defaults for a scenario's own types of that arm."""
COUNTED_ARMS = ("infantry", "cavalry", "artillery")
"""CW 11.2: the arms whose bases are counted."""


def start(scenario: Scenario) -> State:
    """CW 3.2: the position before the deployment.  Only for scenarios without faults."""
    assert scenario.table is not None
    types = types_in(scenario)
    units = with_attached_leaders(
        {unit.id: unit for unit in (build_unit(types, written) for written in scenario.units)}
    )
    none = dict.fromkeys(scenario.sides, 0)
    return State(
        table=scenario.table,
        setup=read_setup(scenario, types, units.values()),
        types=types,
        sides=sides_of(scenario),
        roster=tuple(units),
        units=units,
        game=Game(lost=none, leaders_lost=none),
        turn=0,
        phase=DEPLOYMENT,
        name=scenario.name,
        ready=units,
    )


def types_in(scenario: Scenario | None) -> dict[str, Type]:
    """The listed types and the scenario's own; a type that leaves something out is like the usual type of its arm."""
    own = scenario.types if scenario else {}
    return {key: _type(key, own.get(key, {})) for key in dict.fromkeys((*TABLES.types, *own))}


def _type(key: str, written: Mapping[str, Any]) -> Type:
    listed = TABLES.types.get(key)
    usual = key if listed and written.get("arm", listed.arm) == listed.arm else USUAL_TYPES[written["arm"]]
    kind: Type = convert({"name": key.replace("-", " "), **WRITTEN["types"][usual], **written}, Type)
    return kind


def build_unit(types: Mapping[str, Type], written: Mapping[str, Any]) -> Unit:
    """A unit as a scenario or a case writes it: ``at`` in inches, ``facing`` in degrees."""
    kind = types[written["type"]]
    facts = {
        "name": written["id"],
        "bases": kind.bases,
        **written,
        "at": rounded_position(written.get("at") or (0, 0)),
        "facing": rounded_facing(written.get("facing") or 0),
    }
    if kind.arm == "leader":
        facts["formation"] = None
    unit: Unit = convert({**facts, "start": facts.get("start", facts["bases"])}, Unit)
    return unit


def with_attached_leaders(units: Mapping[str, Unit]) -> dict[str, Unit]:
    """CW 1.9: an attached leader is at the place of its unit."""
    return {
        key: replace(unit, at=units[unit.leads].at, facing=units[unit.leads].facing) if unit.leads is not None else unit
        for key, unit in units.items()
    }


def read_setup(scenario: Scenario, types: Mapping[str, Type], units: Iterable[Unit]) -> Setup:
    """Section Setup switches, the defaults filled in; what is null keeps its default too."""
    written = without_nulls(scenario.setup)
    base, victory = (
        {"front": 1.0, "depth": 0.5, **without_nulls(written.get("base"))},
        without_nulls(written.get("victory")),
    )
    found: Setup = convert(
        {
            "dice": _per_side(written.get("activation_dice"), dict.fromkeys(scenario.sides, 2)),
            "front": base["front"],
            "depth": base["depth"],
            "arc": written.get("artillery_arc", 45),
            "visibility": written.get("visibility"),
            "deploy": without_nulls(written.get("deploy")),
            "breaks": _per_side(victory.get("break"), default_break_points(types, scenario.sides, units)),
            "objectives": [without_nulls(each) for each in victory.get("objectives", ())],
            "base_points": victory.get("base_points", 1),
            "leader_points": victory.get("leader_points", 2),
            "margin": victory.get("margin", 3),
            "turns": scenario.turns,
        },
        Setup,
    )
    return found


def default_break_points(types: Mapping[str, Type], sides: Iterable[str], units: Iterable[Unit]) -> dict[str, int]:
    """CW 11.2: half a side's starting bases, rounded up."""
    bases = dict.fromkeys(sides, 0)
    for unit in units:
        if types[unit.type].arm in COUNTED_ARMS:
            bases[unit.side] += unit.start
    return {side: (count + 1) // 2 for side, count in bases.items()}


def _per_side(written: Any, usual: Mapping[str, int]) -> dict[str, int]:
    """A number for both sides or one for each that is named."""
    return (
        {**usual, **without_nulls(written)}
        if isinstance(written, Mapping)
        else {side: known if written is None else written for side, known in usual.items()}
    )


def without_nulls(written: Any) -> dict[str, Any]:
    """The entries of a mapping that are not null."""
    return {key: value for key, value in written.items() if value is not None} if isinstance(written, Mapping) else {}
