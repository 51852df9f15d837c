"""The position after an event: the turn, armies and deployment here; movement and combat have files of their own."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.contract import Balked, Event, Rolled, Skipped, replace

from . import apply_movement
from .apply_combat import ATTACKS, RESULTS, apply_attack, apply_result
from .events import (
    AircraftHeld,
    AircraftLeft,
    AircraftPlaced,
    AirOrderRolled,
    AirQueued,
    ArmiesRevealed,
    Bought,
    Charged,
    CoverRolled,
    Deployed,
    DeploymentRolled,
    Dropped,
    EdgeChosen,
    Finished,
    GameOver,
    HeroPlaced,
    InitiativeChosen,
    InitiativeRolled,
    MovementRolled,
    NotDeployed,
    OrderChosen,
    PhaseBegan,
    PhaseSkipped,
    Scattered,
    StandingSet,
    Thrown,
    ThrowsShown,
    TieBroken,
    TurnBegan,
    ZoneChecked,
)
from .phases import AIRCRAFT, GROUND, INITIATIVE, MOVING, OVER
from .position import Drop, State, Unit, enemy
from .position_changes import unknown_event, with_air_queue, with_game, with_passengers_along, with_unit, with_units

NOTHING = (
    Rolled,
    Balked,
    Skipped,
    PhaseSkipped,
    ZoneChecked,
    TieBroken,
    AirOrderRolled,
    MovementRolled,
    CoverRolled,
    Charged,
    ThrowsShown,
)
"""They tell of dice and reasons; what comes of them has events of its own."""
COURSE = (PhaseBegan, TurnBegan, Finished, StandingSet, GameOver)
CHOICES = (
    Bought,
    ArmiesRevealed,
    DeploymentRolled,
    EdgeChosen,
    OrderChosen,
    Dropped,
    InitiativeRolled,
    InitiativeChosen,
    Thrown,
)
PLACINGS = (
    Deployed,
    NotDeployed,
    Scattered,
    HeroPlaced,
    AirQueued,
    AircraftPlaced,
    AircraftHeld,
    AircraftLeft,
)


def apply(state: State, event: Event) -> State:
    """The position after the event.  The old one stays as it is, and all that did not change is shared."""
    change = CHANGES.get(type(event))
    if change is None:
        raise unknown_event(event)
    return change(state, event)


def _apply_nothing(state: State, _: Event) -> State:
    return state


def _apply_course(state: State, event: Event) -> State:
    """Phases, turns, the end; standing orders."""
    match event:
        case PhaseBegan():
            return _begin_phase(state, event)
        case TurnBegan(turn=turn):
            return replace(with_units(state, state.roster, aa=False, moved_b=False), turn=turn)
        case Finished(side=side):
            return replace(state, done=(*state.done, side))
        case StandingSet(side=side, subject=subject, policy=policy, values=values):
            mine = state.game.standing.get(side, {})
            mine = {**mine, subject: {**mine.get(subject, {}), policy: values}}
            return with_game(state, standing={**state.game.standing, side: mine})
        case GameOver(winner=winner, reason=reason):
            over = with_game(state, reason=reason, moving=None)
            return replace(over, phase=OVER, active=None, winner=winner, done=())
        case _:
            raise unknown_event(event)


def _apply_choice(state: State, event: Event) -> State:
    """Armies, deployment, initiative, throws."""
    match event:
        case Bought():
            return _with_purchase(state, event)
        case ArmiesRevealed():
            return _with_armies(state, event)
        case DeploymentRolled(dice=dice, ratings=ratings, winner=winner):
            totals = {side: sum(faces) + ratings.get(side, 0) for side, faces in dice.items()}
            return replace(with_game(state, initiative=totals), active=winner)
        case EdgeChosen(edges=edges):
            return with_game(state, edges=edges)
        case OrderChosen(first=first, holder=holder):
            return with_game(state, first=first, holder=holder)
        case Dropped(unit=key, to=to, side=way):
            return with_game(
                state, drops=(*(drop for drop in state.game.drops if drop.unit != key), Drop(key, to, way))
            )
        case InitiativeRolled(totals=totals, winner=winner):
            return replace(with_game(state, initiative=totals), active=winner)
        case InitiativeChosen(first=first):
            return with_game(state, first=first)
        case Thrown(side=side, roll=throw):
            return with_game(state, throws={**state.game.throws, side: throw})
        case _:
            raise unknown_event(event)


def _apply_placing(state: State, event: Event) -> State:
    """Units come onto the map, or do not."""
    match event:
        case Deployed(unit=key, to=to, facing=facing, aboard=transport):
            state = with_game(state, placed=tuple(dict.fromkeys((*state.game.placed, key))))
            return with_passengers_along(
                with_unit(state, key, at=to, facing=facing, aboard=transport, in_pillbox=False), key
            )
        case NotDeployed(unit=key):
            return with_unit(state, key, at=None, aboard=None, in_pillbox=False, gone=True)
        case Scattered(unit=key, to=to):
            state = with_game(state, drops=tuple(drop for drop in state.game.drops if drop.unit != key))
            return with_unit(state, key, at=to)
        case HeroPlaced(unit=key, at=at):
            return with_unit(state, key, at=at)
        case AirQueued(queue=queue):
            return with_air_queue(state, queue)
        case AircraftPlaced(unit=key, at=at, target=target):
            return with_unit(with_air_queue(state, state.game.air_queue, key), key, at=at, target=target, appeared=True)
        case AircraftHeld(unit=key):
            return with_air_queue(state, state.game.air_queue, key)
        case AircraftLeft(units=keys):
            return with_units(state, keys, at=None, target=None)
        case _:
            raise unknown_event(event)


def _begin_phase(state: State, event: PhaseBegan) -> State:
    """FA 23.2: which flags fall when a phase begins."""
    name, side = event.name, event.active
    state = with_game(state, moving=None, throws={}, placed=(), first=None if name == INITIATIVE else state.game.first)
    if name in MOVING and side is not None:
        state = with_units(state, _keys_of_side(state, side), mp=None, acted=None, road_used=False, spotted=False)
        state = with_units(state, _keys_of_side(state, enemy(state, side)), df_used=False)
    elif name == AIRCRAFT:
        state = with_units(state, _aircraft(state, state.roster), acted=None)
    elif name == GROUND and side is not None:
        state = with_units(state, _aircraft(state, _keys_of_side(state, side)), acted=None)
    return replace(state, phase=name, turn=event.turn, active=side, done=())


def _keys_of_side(state: State, side: str) -> Iterable[str]:
    return (key for key in state.roster if state.units[key].side == side)


def _aircraft(state: State, keys: Iterable[str]) -> Iterable[str]:
    return (key for key in keys if state.cards[state.units[key].type].kind == "aircraft")


def _with_purchase(state: State, event: Bought) -> State:
    """FA 3.6: in the order in which the types were first bought; a type given back whole is forgotten."""
    mine = dict(state.game.army.get(event.side, {}))
    mine[event.type] = mine.get(event.type, 0) + event.count
    return with_game(state, army={**state.game.army, event.side: {key: n for key, n in mine.items() if n > 0}})


def _with_armies(state: State, event: ArmiesRevealed) -> State:
    units = dict(state.units)
    for key, kind, side in event.units:
        card = state.cards[kind]
        units[key] = Unit(key, card.name, kind, side, bombs=card.bombs.count if card.bombs else 0)
    return replace(with_game(state, army={}), units=units, roster=tuple(units))


CHANGES: Mapping[type[Event], Callable[[State, Any], State]] = {
    **dict.fromkeys(NOTHING, _apply_nothing),
    **dict.fromkeys(COURSE, _apply_course),
    **dict.fromkeys(CHOICES, _apply_choice),
    **dict.fromkeys(PLACINGS, _apply_placing),
    **apply_movement.CHANGES,
    **dict.fromkeys(ATTACKS, apply_attack),
    **dict.fromkeys(RESULTS, apply_result),
}
"""What makes the position after an event of each kind."""
