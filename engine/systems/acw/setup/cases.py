"""The position in which a case begins: the scenario's, with the changes of the case (section State)."""

from collections.abc import Mapping
from typing import Any

from engine.contract import Scenario, case_fields, convert, plain, replace
from engine.toolkit.case_changes import mapping_of, require_settable, unfit_values

from ..state.position import BATTLE, DEPLOYMENT, MOVEMENT, OVER, PHASES, Game, Melee, State, Unit, arm_of, enemy
from ..tables import Type
from .start import COUNTED_ARMS, build_unit, read_setup, start, types_in, with_attached_leaders

_FIELDS = (
    "type",
    "side",
    "name",
    "at",
    "facing",
    "formation",
    "bases",
    "with",
    "moved",
    "faced",
    "formed",
    "activated",
    "fired",
    "shelled",
    "advanced",
    "advance",
    "fire",
    "gone",
)
_FIRST = (MOVEMENT[0], BATTLE[0])


def case_position(scenario: Scenario, changes: Mapping[str, Any]) -> State:
    """The position of a case; no rule is applied. ValueError says what cannot be set."""
    require_settable(changes)
    with unfit_values():
        state = _units(scenario, start(scenario), mapping_of(changes.get("units"), "units"))
        return _moment(_game(state, mapping_of(changes.get("game"), "game")), changes)


def case_view(state: State) -> Mapping[str, Any]:
    """The position as cases write it: inches and degrees."""
    return {**case_fields(state), "units": {key: _unit_fields(unit) for key, unit in state.units.items()}}


def _unit_fields(unit: Unit) -> dict[str, Any]:
    return {**plain(unit), "at": list(unit.inches), "facing": unit.degrees}


def _units(scenario: Scenario, state: State, changes: Mapping[str, Any]) -> State:
    """A unit added counts as starting with its bases; other bases and ``gone`` count as losses."""
    units, types = dict(state.units), types_in(scenario)
    for key, facts in changes.items():
        _check_fields(state, types, key, mapping_of(facts, key))
        if key in units:
            units[key] = build_unit(types, {**_unit_fields(units[key]), **facts})
            units[key] = replace(units[key], start=max(units[key].start, units[key].bases))
        elif "type" in facts and "side" in facts:
            units[key] = build_unit(types, {"id": key, **facts})
        else:
            raise ValueError(f"{key} is new, so it needs a type and a side")
    for unit in units.values():
        _check_unit(types, units, unit)
    units = with_attached_leaders(units)
    added = frozenset(units) - frozenset(state.units)
    state = replace(
        state,
        units=units,
        ready=units,
        roster=tuple(units),
        types=types,
        setup=read_setup(scenario, types, units.values()),
    )
    return _with_losses(state, tuple(unit for key, unit in units.items() if key not in added))


def _with_losses(state: State, units: tuple[Unit, ...]) -> State:
    lost, leaders = dict(state.game.lost), dict(state.game.leaders_lost)
    for unit in units:
        if arm_of(state, unit) in COUNTED_ARMS:
            lost[unit.side] += unit.start - (0 if unit.gone else min(unit.bases, unit.start))
        else:
            leaders[unit.side] += unit.gone
    return replace(state, game=replace(state.game, lost=lost, leaders_lost=leaders))


def _check_fields(state: State, types: Mapping[str, Type], key: str, facts: Mapping[str, Any]) -> None:
    for field in facts:
        if field not in _FIELDS:
            raise ValueError(f"{key} has no {field}; a unit has {', '.join(_FIELDS)}")
    _check_place(state, key, facts)
    if facts.get("type", next(iter(types))) not in types:
        raise ValueError(f"{facts['type']}, which {key} is to be, is not a type")
    if "side" in facts:
        _check_side(state, facts["side"])


def _check_place(state: State, key: str, facts: Mapping[str, Any]) -> None:
    """A point of the table and a facing, as numbers."""
    at, facing, size = facts.get("at", (0, 0)), facts.get("facing", 0), (state.table.width, state.table.height)
    if (
        not isinstance(at, list | tuple)
        or len(at) != 2
        or not all(_is_number(axis, most) for axis, most in zip(at, size, strict=True))
    ):
        raise ValueError(
            f"{key} stands at a point of the table, two numbers of inches up to {size[0]:g},{size[1]:g}, not at {at!r}"
        )
    if not _is_number(facing, 360):
        raise ValueError(f"{key} faces 0 to 360 degrees, not {facing!r}")


def _is_number(value: Any, most: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= most


def _check_unit(types: Mapping[str, Type], units: Mapping[str, Unit], unit: Unit) -> None:
    """Checks that a unit can have its bases, and that an attached leader is with a unit of the same side."""
    if not 1 <= unit.bases <= 99 and not unit.gone:
        raise ValueError(f"{unit.id} has 1 base or more, not {unit.bases}")
    if (unit.formation is None) != (types[unit.type].arm == "leader"):
        raise ValueError(f"{unit.id} needs a formation: line or column")
    if unit.leads is None:
        return
    if types[unit.type].arm != "leader" or unit.leads not in units:
        raise ValueError(f"{unit.id} cannot be with {unit.leads}")
    led = units[unit.leads]
    if led.side != unit.side or types[led.type].arm == "leader" or led.gone > unit.gone:
        raise ValueError(f"{unit.id} cannot be with {led.id}: a leader is with a unit of the same side that is in play")


def _game(state: State, changes: Mapping[str, Any]) -> State:
    """The changed fields of the game. Others keep their values; losses and buildings are set one by one."""
    facts: dict[str, Any] = plain(state.game)
    for key, value in changes.items():
        if key not in facts:
            raise ValueError(f"game has no {key}; it has {', '.join(facts)}")
        facts[key] = {**facts[key], **mapping_of(value, key)} if isinstance(facts[key], Mapping) else value
    if "activations" in changes and "rolled" not in changes:
        facts["rolled"] = facts["activations"]
    game: Game = convert(facts, Game)
    for side in (*game.order, *game.draw, *game.lost, *game.leaders_lost):
        _check_side(state, side)
    for melee in game.melees:
        _check_melee(state, melee)
    known = [piece.name for piece in state.table.pieces if piece.kind == "building"]
    for name in game.buildings:
        if name not in known:
            raise ValueError(f"{name} is not a building; there are {', '.join(known) or 'none'}")
    return replace(state, game=game)


def _check_melee(state: State, melee: Melee) -> None:
    for key in (melee.charger, melee.target, *melee.guns_charger, *melee.guns_target):
        if key not in state.units:
            raise ValueError(f"{key}, who is in a melee, is not a unit")
    if state.units[melee.charger].side == state.units[melee.target].side:
        raise ValueError(f"{melee.charger} and {melee.target} are of one side")


def _check_side(state: State, side: Any) -> None:
    known = [each.id for each in state.sides]
    if side is not None and side not in known:
        raise ValueError(f"{side} is not a side; there are {' and '.join(known)}")


def _moment(state: State, changes: Mapping[str, Any]) -> State:
    """``active`` is the first player of a first phase and the second of a second one."""
    name, active, winner = changes.get("phase", state.phase), changes.get("active"), changes.get("winner")
    if name not in PHASES:
        raise ValueError(f"{name} is not a phase; there are {', '.join(PHASES)}")
    _check_side(state, active)
    if winner != "draw":
        _check_side(state, winner)
    turn = changes.get("turn", 0 if name == DEPLOYMENT else 1)
    if type(turn) is not int or turn < 0:
        raise ValueError(f"turn is a whole number from 0, not {turn!r}")
    if name in (DEPLOYMENT, OVER):
        return replace(
            state, phase=name, turn=turn, active=None, winner=winner, ready=state.ready if name == DEPLOYMENT else {}
        )
    first = _first_player(state, name, active)
    order = (first, enemy(state, first))
    state = replace(state, game=replace(state.game, order=order), ready={})
    return replace(state, phase=name, turn=turn, active=order[0] if name in _FIRST else order[1], winner=winner)


def _first_player(state: State, name: str, active: str | None) -> str:
    if active is not None:
        return active if name in _FIRST else enemy(state, active)
    return state.game.order[0] if state.game.order else state.sides[0].id
