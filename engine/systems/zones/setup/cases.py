"""The position in which a case starts: the scenario's own with what the case sets; and a position as cases read it."""

from collections.abc import Mapping
from typing import Any

from engine.contract import NoDice, Scenario, Turn, Unforeseeable, convert, plain, replace
from engine.toolkit.case_changes import mapping_of, require_settable, unfit_values
from engine.toolkit.wording import point_text as place

from ..rules.board.zone_control import control, score
from ..rules.turn.rounds import turn_order
from ..rules.turn.sequence import proceed
from ..state.apply import apply
from ..state.position import ACTION, DEPLOYMENT, OVER, PHASES, Game, Model, State, Unit, teams
from . import case_units
from .start import start

_COMPUTED = ("control", "score")
_GAME = ("order", "limit", "reason", "conceded", "acted")


def case_position(scenario: Scenario, changes: Mapping[str, Any]) -> State:
    """The position of a case, without running any step of a turn.  ValueError says what cannot be set."""
    require_settable(changes)
    with unfit_values():
        state = case_units.set_units(scenario, _begun(scenario), mapping_of(changes.get("units"), "units"))
        state = _limited(state, mapping_of(changes.get("game"), "game"))
        return _game(_moment(state, changes), mapping_of(changes.get("game"), "game"))


def _begun(scenario: Scenario) -> State:
    """The position at the first turn that waits for orders, or before the first die."""
    turn = Turn(start(scenario), NoDice(), apply)
    try:
        proceed(turn)
    except Unforeseeable:
        return turn.state
    return turn.state


# the moment
def _moment(state: State, changes: Mapping[str, Any]) -> State:
    """The round, phase and active side.  A new round or phase has its turn order by ``first``; its first side is
    active unless the case names another.
    """
    number, name = _number(state, changes), _phase(state, changes)
    active, winner = changes.get("active"), changes.get("winner")
    _known(active, tuple(side.id for side in state.sides), "side")
    _known(winner, (*teams(state), "draw"), "winner")
    if (winner is None) is (name == OVER):
        raise ValueError("a game that is over has a winner, a team or draw, and no other has one")
    if name == DEPLOYMENT:
        return replace(state, phase=name, turn=0, active=None, winner=None, ready=state.units)
    state = replace(state, phase=name, turn=number, winner=winner, done=(), ready={})
    if name == OVER:
        return replace(state, active=None)
    if "turn" in changes or "phase" in changes or not state.game.order:
        order = turn_order(state, number)
        return replace(state, game=replace(state.game, order=order, reason=None), active=active or order[0])
    return replace(state, active=active or state.active or state.game.order[0])


def _number(state: State, changes: Mapping[str, Any]) -> int:
    """The round."""
    number = changes.get("turn", max(state.turn, 1))
    if type(number) is not int or not 0 <= number <= state.setup.rounds:
        raise ValueError(f"turn is a round from 1 to {state.setup.rounds}, or 0 in the deployment, not {number!r}")
    return number


def _phase(state: State, changes: Mapping[str, Any]) -> str:
    """The phase; a case that sets a round, an active side or a winner is not in the deployment."""
    known, number = state.phase, changes.get("turn")
    if known == DEPLOYMENT and (number or changes.get("active")):
        known = ACTION
    name: str = changes.get("phase", OVER if changes.get("winner") else known)
    if name not in PHASES:
        raise ValueError(f"{name} is not a phase; there are {', '.join(PHASES)}")
    if name == DEPLOYMENT and (state.setup.deployment != "free" or number or changes.get("active")):
        raise ValueError(
            "the phase deployment is round 0 of a scenario with deployment: free, and nobody is active in it"
        )
    if name != DEPLOYMENT and number == 0:
        raise ValueError("turn 0 is the deployment; the other phases are in a round from 1 on")
    return name


def _known(word: Any, known: tuple[str, ...], what: str) -> None:
    if word is not None and word not in known:
        raise ValueError(f"{word} is not a {what}; there are {', '.join(known)}")


# the rest of the game
def _limited(state: State, changes: Mapping[str, Any]) -> State:
    limit = changes.get("limit", state.setup.rounds)
    if type(limit) is not int or not 1 <= limit <= 1000:
        raise ValueError(f"limit is a number of rounds from 1 to 1000, not {limit!r}")
    return replace(state, setup=replace(state.setup, rounds=limit))


def _game(state: State, changes: Mapping[str, Any]) -> State:
    """The rest of the game; fields that are not named keep their values."""
    for key in changes:
        if key in _COMPUTED:
            raise ValueError(f"{key} follows from where models stand and cannot be set")
        if key not in _GAME:
            raise ValueError(f"game has no {key}; it has {', '.join((*_GAME, *_COMPUTED))}")
    facts = {**plain(state.game), **{key: value for key, value in changes.items() if key != "limit"}}
    game: Game = convert(facts, Game)
    sides = tuple(side.id for side in state.sides)
    for side in (*game.order, *game.conceded):
        _known(side, sides, "side")
    for key in game.acted:
        _known(key, state.roster, "unit")
    _known(game.reason, ("round-limit", "last-standing", "concession"), "reason")
    if "order" in changes and sorted(game.order) != sorted(sides):
        raise ValueError(f"order names each side once: {', '.join(sides)}")
    active = (
        game.order[0] if "order" in changes and state.active and state.active == state.game.order[0] else state.active
    )
    return replace(state, game=game, active=active)


# the view of cases
def case_view(state: State) -> Mapping[str, Any]:
    """The position as cases read it: places as ``12.5,8``, models by number, current control and score."""
    game = state.game
    return {
        "turn": state.turn,
        "phase": state.phase,
        "active": state.active,
        "winner": state.winner,
        "game": {
            "order": list(game.order),
            "limit": state.setup.rounds,
            "control": dict(control(state)),
            "score": dict(score(state)),
            "reason": game.reason,
            "conceded": list(game.conceded),
        },
        "units": {key: _unit(state.units[key]) for key in state.roster},
    }


def _unit(unit: Unit) -> dict[str, Any]:
    there = unit.where == "table"
    return {
        "name": unit.name,
        "type": unit.type,
        "side": unit.side,
        "where": unit.where,
        "gone": unit.gone,
        "at": place(unit.at) if unit.at else None,
        "start": unit.start,
        "count": len(unit.models),
        "form": unit.form,
        "shaken": unit.shaken,
        "shock": unit.shock,
        "marks": list(unit.marks),
        "hunkered": unit.hunkered,
        "sprung": unit.sprung,
        "fled": unit.fled,
        "arrives": unit.arrives,
        "policy": unit.policy,
        "models": {
            str(model.number): _model(model) if there else {**_model(model), "at": None} for model in unit.models
        },
    }


def _model(model: Model) -> dict[str, Any]:
    return {
        "at": place(model.at),
        "wounds": model.wounds,
        "moved": model.moved,
        "acted": model.acted,
        "hurt": model.hurt,
        "ammo": dict(model.ammo),
    }
