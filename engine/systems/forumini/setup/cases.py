"""The position a case begins in: the scenario's own, with what the case sets (FA 20.6, 23)."""

from collections.abc import Mapping
from typing import Any

from engine.contract import Scenario, convert, plain, replace
from engine.toolkit.case_changes import mapping_of, require_settable, unfit_values

from ..state.phases import AIRCRAFT, BUILD, CASUALTY, CHOICE, DEPLOY, DROPS, EDGE, OBSTACLES, OVER, PHASES, SEALED
from ..state.position import AWAY, DESTROYED, Game, State, Unit, card
from ..tables.rows import UnitCard
from .start import cards_in_play, facings, known_cards, placed_unit, start, with_passengers

_BEFORE = (BUILD, CHOICE, EDGE, OBSTACLES, DEPLOY, DROPS)
_PLACES = ("at", "overwatch")
_OTHERS = ("aboard", "target")


def case_position(scenario: Scenario, changes: Mapping[str, Any]) -> State:
    """FA 20.6: the position of a case, without running any rule; ``first`` is the side listed first.  Raises
    ValueError for what cannot be set.
    """
    require_settable(changes)
    with unfit_values():
        state = _units(scenario, start(scenario), mapping_of(changes.get("units"), "units"))
        return _with_phase(
            _game(_with_first_player(state) if "phase" in changes else state, mapping_of(changes.get("game"), "game")),
            changes,
        )


def _units(scenario: Scenario, state: State, changes: Mapping[str, Any]) -> State:
    units, cards = dict(state.units), known_cards(scenario)
    ahead = facings(state.setup, scenario.sides)
    for key, facts in changes.items():
        _fields(scenario, cards, key, mapping_of(facts, key))
        if key in units:
            units[key] = placed_unit(cards, {**plain(units[key]), **_figures(cards, facts), **facts}, ahead)
        elif "type" in facts and "side" in facts:
            units[key] = placed_unit(cards, {"id": key, **facts}, ahead)
        else:
            raise ValueError(f"{key} is new, so it needs a type and a side")
        if units[key].gone:
            units[key] = replace(units[key], at=None, aboard=None)
    for unit in units.values():
        _check_place(state, units, unit)
    used = cards if state.setup.buying else cards_in_play(cards, units.values())
    return with_passengers(replace(state, units=units, roster=tuple(units), cards=used))


def _fields(scenario: Scenario, cards: Mapping[str, UnitCard], key: str, facts: Mapping[str, Any]) -> None:
    for field in facts:
        if field not in Unit.__struct_fields__ or field == "id":
            raise ValueError(f"{key} has no {field}; a unit has {', '.join(Unit.__struct_fields__[1:])}")
    if facts.get("type", next(iter(cards))) not in cards:
        raise ValueError(f"{facts['type']}, which {key} is to be, is not a type")
    if facts.get("side", next(iter(scenario.sides))) not in scenario.sides:
        raise ValueError(f"{facts['side']}, the side of {key}, is none; there are {' and '.join(scenario.sides)}")


def _figures(cards: Mapping[str, UnitCard], facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a unit that is given another type takes from its card."""
    if "type" not in facts:
        return {}
    known = cards[facts["type"]]
    return {
        "name": known.name,
        "bombs": known.bombs.count if known.bombs else 0,
        **({} if known.kind == "vehicle" else {"facing": None}),
    }


def _check_place(state: State, units: Mapping[str, Unit], unit: Unit) -> None:
    for field in _PLACES:
        if (at := getattr(unit, field)) is not None and at not in state.board.cells:
            raise ValueError(f"{at}, which is {field} of {unit.id}, is not on the map")
    for field in _OTHERS:
        if (other := getattr(unit, field)) is not None and other not in units:
            raise ValueError(f"{other}, which is {field} of {unit.id}, is not a unit")
    if unit.aboard is not None and units[unit.aboard].aboard is not None:
        raise ValueError(f"{unit.aboard}, which {unit.id} is aboard, is riding itself")
    if not 0 <= unit.hits <= DESTROYED:
        raise ValueError(f"{unit.id} has 0 to {DESTROYED} hits, not {unit.hits}")


def _with_first_player(state: State) -> State:
    """A game under way has a first player."""
    return replace(state, game=replace(state.game, first=state.game.first or state.sides[0].id))


def _game(state: State, changes: Mapping[str, Any]) -> State:
    """The game with some values set; the others stay.  ``lost``, ``edges``, ``initiative``, ``army`` and standing
    orders are set side by side.
    """
    facts = plain(state.game)
    for key, value in changes.items():
        if key not in facts:
            raise ValueError(f"game has no {key}; it has {', '.join(facts)}")
        if key == "standing":
            facts[key] = {**facts[key], **_standing(state, value)}
        elif isinstance(facts[key], Mapping) and isinstance(value, Mapping):
            facts[key] = {**facts[key], **value}
        else:
            facts[key] = value
        for side in value if isinstance(facts[key], Mapping) else [value] if key in ("first", "holder") else ():
            _side(state, side)
    return _edges(replace(state, game=convert(facts, Game)))


def _standing(state: State, written: Mapping[str, Any]) -> dict[str, Any]:
    """FA 23: side -> unit or ``all`` -> policy -> its answer (words or one text), added to the ones there are."""
    merged = dict[str, Any]()
    for side, orders in mapping_of(written, "standing").items():
        _side(state, side)
        mine = {subject: dict(known) for subject, known in state.game.standing.get(side, {}).items()}
        for subject, answers in mapping_of(orders, f"standing of {side}").items():
            if subject != "all" and subject not in state.units:
                raise ValueError(f"{subject}, which is given a standing order, is not a unit")
            said = {
                policy: tuple(answer.split()) if isinstance(answer, str) else tuple(map(str, _list(answer)))
                for policy, answer in mapping_of(answers, subject).items()
            }
            mine[subject] = {**mine.get(subject, {}), **said}
        merged[side] = mine
    return merged


def _list(answer: Any) -> list[Any]:
    return answer if isinstance(answer, list) else [answer]


def _edges(state: State) -> State:
    for side, edge in state.game.edges.items():
        if edge not in AWAY:
            raise ValueError(f"{edge}, which is to be the edge of {side}, is none; there are {', '.join(AWAY)}")
    return state


def _side(state: State, side: Any) -> None:
    known = [each.id for each in state.sides]
    if side is not None and side not in known:
        raise ValueError(f"{side} is not a side; there are {' and '.join(known)}")


def _with_phase(state: State, changes: Mapping[str, Any]) -> State:
    """Sets the phase and whose turn it is; without a phase the game stays before its beginning."""
    name, active = changes.get("phase", state.phase), changes.get("active")
    if name not in PHASES or name == CASUALTY:
        raise ValueError(
            f"{name} is not a phase that can be set; "
            f"there are {', '.join(known for known in PHASES if known != CASUALTY)}"
        )
    _side(state, active)
    _side(state, changes.get("winner"))
    if "phase" not in changes:
        return replace(state, turn=changes.get("turn", state.turn), active=active, winner=changes.get("winner"))
    if name == BUILD and state.setup.buying is None:
        raise ValueError("this scenario gives the armies, so nothing is built")
    if name in (OBSTACLES, DEPLOY) and not state.setup.zones and len(state.game.edges) < len(state.sides):
        raise ValueError(f"{name} needs game.edges: which side has which edge")
    if name == AIRCRAFT:
        state, active = _aircraft_queue(state, active)
    if active is None and name not in (*SEALED, OVER):
        raise ValueError(f"{name} needs active: the side whose turn it is")
    turn = changes.get("turn", 0 if name in _BEFORE else 1)
    if type(turn) is not int or turn < 0:
        raise ValueError(f"turn is a whole number from 0, not {turn!r}")
    return replace(
        state, phase=name, turn=turn, active=None if name in (*SEALED, OVER) else active, winner=changes.get("winner")
    )


def _aircraft_queue(state: State, active: str | None) -> tuple[State, str]:
    """FA 14.3: the aircraft to be placed, lowest Speed first; ties as if the die had fallen for the active side."""
    queue = state.game.air_queue or tuple(
        sorted(
            (
                unit.id
                for unit in state.units.values()
                if card(state, unit).kind == "aircraft" and unit.at is None and not unit.gone
            ),
            key=lambda key: (
                card(state, state.units[key]).speed,
                state.units[key].side != (active or state.game.first),
            ),
        )
    )
    if not queue:
        raise ValueError(f"{AIRCRAFT} needs an aircraft that is not on the map")
    if unknown := [key for key in queue if key not in state.units]:
        raise ValueError(f"{unknown[0]} of air_queue is not a unit")
    first = state.units[queue[0]]
    if active not in (None, first.side):
        raise ValueError(f"{active} is not next in {AIRCRAFT}: {first.id} of {first.side} comes first")
    return replace(state, game=replace(state.game, air_queue=queue)), first.side
