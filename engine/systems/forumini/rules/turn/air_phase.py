"""Aircraft within a turn: their order of placement, standing orders, damage that turns up, leaving (FA 14)."""

from engine.contract import Order, Turn
from maps.geometry.hexes import distance

from ...orders import Hold, PlaceAircraft
from ...state.events import (
    AircraftHeld,
    AircraftLeft,
    AircraftPlaced,
    AircraftResolved,
    AirOrderRolled,
    AirQueued,
    Destroyed,
    PhaseBegan,
)
from ...state.phases import AIRCRAFT
from ...state.position import DESTROYED, State, Unit, army, card, enemy, on_map, standing_answer
from ..combat.aircraft import objections
from ..combat.targets import ON_GROUND, possible_targets


def grounding_environment(state: State) -> str:
    """FA 2.6: the environment in which no aircraft flies, and C, D and E pass; "" in any other."""
    weather = state.setup.environment
    return "" if state.setup.charts.environments[weather].aircraft else weather


def available(state: State, side: str) -> tuple[Unit, ...]:
    """FA 14.1: the aircraft of a side that are off the map."""
    return tuple(unit for unit in army(state, side) if unit.at is None and card(state, unit).kind == "aircraft")


def aircraft_in_play(state: State, side: str = "") -> tuple[Unit, ...]:
    """The aircraft on the map, of one side or of both."""
    return tuple(unit for unit in on_map(state, side) if card(state, unit).kind == "aircraft")


def queue_aircraft(turn: Turn[State]) -> None:
    """FA 14.1, 14.3: lowest Speed first; a die decides which side's aircraft of one Speed come first."""
    state = turn.state
    turn.happens(PhaseBegan(AIRCRAFT, state.turn, None))
    first = state.game.first or state.sides[0].id
    both = (first, enemy(state, first))
    planes = {side: available(state, side) for side in both}
    speeds = {side: {card(state, unit).speed for unit in planes[side]} for side in both}
    queue = list[str]()
    for speed in sorted(speeds[both[0]] | speeds[both[1]]):
        sides = both
        if all(speed in speeds[side] for side in both):
            die = turn.roll(f"aircraft of Speed {speed}: which side comes first", rule="FA 14.3").faces[0]
            sides = both if die <= 3 else both[::-1]
            turn.happens(AirOrderRolled(speed, die, sides[0]))
        queue += [unit.id for side in sides for unit in planes[side] if card(state, unit).speed == speed]
    turn.happens(AirQueued(tuple(queue)))


def follow_standing_orders(turn: Turn[State]) -> None:
    """FA 22.1: standing orders answer for the aircraft whose turn has come, until one asks or none is left."""
    while queue := turn.state.game.air_queue:
        order = _plan(turn.state, turn.state.units[queue[0]])
        if order is None:
            return
        place_aircraft(turn, order, "standing")


def place_aircraft(turn: Turn[State], order: Order, how: str) -> None:
    """FA 14.1, 14.4: place an aircraft with its target, or keep it out of play."""
    match order:
        case PlaceAircraft(unit=key, to=to, target=words):
            target = next(iter(possible_targets(turn.state, turn.state.units[key].side, words, ON_GROUND)), None)
            turn.happens(AircraftPlaced(key, to, target.id if target else None, how))
        case Hold(unit=key):
            turn.happens(AircraftHeld(key, how))
        case _:
            raise TypeError(f"an aircraft is placed or held, not {order}")


def hold_rest(turn: Turn[State], side: str) -> None:
    """FA 20.1: a side that gives no order holds all its aircraft up to the next enemy one, except those with
    standing orders.
    """
    while (queue := turn.state.game.air_queue) and turn.state.units[queue[0]].side == side:
        order = _plan(turn.state, turn.state.units[queue[0]])
        place_aircraft(turn, order or Hold(queue[0]), "standing" if order else "default")


def _plan(state: State, unit: Unit) -> Order | None:
    """FA 22.1: what the aircraft's standing order says; None: it asks, as an illegal plan does."""
    words, _ = standing_answer(state, unit.side, unit.id, "plan")
    match words:
        case ("hold",):
            return Hold(unit.id)
        case ("intercept",):
            return _intercept(state, unit)
        case ("place", at):
            return _legal(state, unit, PlaceAircraft(unit.id, at))
        case ("place", at, "target", target):
            return _legal(state, unit, PlaceAircraft(unit.id, at, target))
        case _:
            return None


def _legal(state: State, unit: Unit, order: PlaceAircraft) -> PlaceAircraft | None:
    return order if next(objections(state, unit.side, order), None) is None else None


def _intercept(state: State, unit: Unit) -> Order:
    """FA 22.1: the free hex nearest to the costliest enemy aircraft on the map; without one it stays away."""
    foes = aircraft_in_play(state, enemy(state, unit.side))
    if not foes:
        return Hold(unit.id)
    prey = max(foes, key=lambda foe: card(state, foe).cost).at or ""
    taken = {plane.at for plane in aircraft_in_play(state)}
    free = min(
        (at for at in state.board.cells if at not in taken), key=lambda at: (distance(at, prey), at), default=None
    )
    return PlaceAircraft(unit.id, free) if free else Hold(unit.id)


def resolve_antiair(turn: Turn[State]) -> None:
    """FA 14.9: face-down counters on aircraft turn up when both sides have made their antiair attacks."""
    for unit in aircraft_in_play(turn.state):
        if unit.hits >= DESTROYED or (unit.hits and unit.damaged):
            turn.happens(AircraftResolved(unit.id, "destroyed"))
            turn.happens(Destroyed(unit.id, unit.at, card(turn.state, unit).cost, "aircraft"))
        elif unit.hits:
            words, how = standing_answer(turn.state, unit.side, unit.id, "damaged")
            turn.happens(AircraftResolved(unit.id, "aborts" if words == ("abort",) else "stays", how))


def leave_map(turn: Turn[State]) -> None:
    """FA 14.14: all aircraft leave the map."""
    if planes := tuple(unit.id for unit in aircraft_in_play(turn.state)):
        turn.happens(AircraftLeft(planes))
