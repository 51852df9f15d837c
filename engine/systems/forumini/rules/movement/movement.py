"""Carrying out a move, hex by hex: points, rolls, mines, Defensive Fire, what stops it (FA 6, 7.2, 12.4, 16.8)."""

from typing import Literal

from engine.contract import Turn

from ...orders import Charge, Move
from ...state.events import MineAttacked, Moved, MovementRolled, PillboxLeft, Retraced, Stopped, Turned
from ...state.position import DESTROYED, State, Unit, card, standing_answer
from ...tables.rows import Facing
from ..abilities import ability_effects
from ..board.stacking import fortifications_in, has_room
from ..board.terrain import Step, facing_toward
from ..combat import attacks
from ..combat.defensive_fire import defensive_fire
from ..current_values import SUCCESS, defense, hits
from ..unfinished_move import end_move, lose_position_counters
from .pathfinding import ReachableHexes, reachable_hexes, route
from .terrain_costs import points_after

__all__ = ["charge", "end_move", "follow_path", "move"]

How = Literal["move", "charge"]
Met = Literal["", "fired-on", "roll", "mines", "defensive-fire"]
"""What a step met: nothing, an attack that does not stop the unit, or what stops it."""


def move(turn: Turn[State], _: str, order: Move) -> None:
    """FA 6.3, 6.10: along the ordered path, and at its end the facing."""
    follow_path(turn, order.unit, order.path, order.face, "move")


def charge(turn: Turn[State], _: str, order: Charge) -> None:
    """FA 19.1: a move, and if nothing stopped it an attack."""
    if follow_path(turn, order.unit, order.path, None, "charge"):
        attacks.charge(turn, order.unit, order.target)


def follow_path(turn: Turn[State], key: str, path: tuple[str, ...], face: Facing | None, how: How) -> bool:
    """Moves a unit along the path of a checked order and returns whether it went the whole way.  FA 22.1: a
    cautious unit stops under fire (but not in a charge).
    """
    way = route(turn.state, turn.state.units[key], path)
    trail: tuple[str, ...] = (_hex_of(turn.state, key),)
    lose_position_counters(turn, key)
    for nth, to in enumerate(way):
        match _take_step(turn, key, to, way if nth == 0 else ()):
            case "roll":
                _stop(turn, key, trail, "roll", facing_toward(trail[-1], to))
                return False
            case "mines" | "defensive-fire" as why:
                _stop(turn, key, (*trail, to), why, None)
                return False
            case "fired-on" if how == "move" and (to != way[-1] or face) and _waits_under_fire(turn.state, key):
                turn.happens(Stopped(key, to, "waits"))
                return False
        trail = (*trail, to)
    if face:
        turn.happens(Turned(key, face))
    return True


def _take_step(turn: Turn[State], key: str, to: str, way: tuple[str, ...]) -> Met:
    """FA 6.5, 16.8, 20.3: one step: Movement Rolls, entering, mines, Defensive Fire."""
    unit = turn.state.units[key]
    there = reachable_hexes(turn.state, unit)
    step = there.steps[there.start].get(to)
    assert step
    if not _movement_rolls(turn, key, step):
        return "roll"
    if unit.in_pillbox:
        turn.happens(PillboxLeft(key, "moved"))
    turn.happens(_moved(there, step, way))
    mines = _mine_attack(turn, key)
    if mines == "mines":
        return mines
    met = defensive_fire(turn, key, there.start)
    return "defensive-fire" if met == "stopped" else met or mines


def _movement_rolls(turn: Turn[State], key: str, step: Step) -> bool:
    """FA 6.5: the Movement Rolls of a step, in their order until one fails.  Whether none did."""
    if not step.rolls:
        return True
    mods = roll_modifiers(turn.state, turn.state.units[key])
    for feature, need in step.rolls:
        why = f"movement roll of {key} into {step.to}"
        roll = turn.roll(
            why, need=need, mods=mods, made=f"passes the {feature}", missed=f"stopped by the {feature}", rule="FA 6.5"
        )
        named = tuple((name, n) for name, n in mods.items() if n)
        turn.happens(MovementRolled(key, feature, step.to, roll.faces[0], named, need, roll.made))
        if not roll.made:
            return False
    return True


def roll_modifiers(state: State, unit: Unit) -> dict[str, int]:
    """FA 2.6, 19.1: what is added to the Movement Rolls of a unit, by name."""
    weather = state.setup.environment
    own = {name: effect.roll for name, _, effect in ability_effects(state, unit, "movement-roll")}
    return {weather: state.setup.charts.environments[weather].roll, **own}


def _moved(there: ReachableHexes, step: Step, way: tuple[str, ...]) -> Moved:
    unit, before = there.unit, there.purse
    after = points_after(step, before, there.wires.get(step.to, ""))
    assert after
    road = before.bonus and not after.bonus
    cost = 0 if road else min(step.cost, before.left)
    facing = facing_toward(there.start, step.to) if card(there.state, unit).kind == "vehicle" else None
    return Moved(unit.id, there.start, step.to, cost, after.left, road, facing, way)


def _mine_attack(turn: Turn[State], key: str) -> Literal["", "fired-on", "mines"]:
    """FA 16.2: mines attack a unit that enters, at the rear, without cover and with full effect; a hit stops it."""
    unit, here = turn.state.units[key], fortifications_in(turn.state, _hex_of(turn.state, key))
    mines = [(it, effect.dice) for it, effect in here if effect.dice] if here else []
    if not mines or any(ability_effects(turn.state, unit, "mines")):
        return ""
    mine, dice = mines[0]
    met = defense(turn.state, unit, "rear" if unit.facing else "")
    pool = turn.pool(f"{mine.id} attacks {key}", dice, need=SUCCESS, rule="FA 16.2")
    scored = hits(pool.successes, met)
    turn.happens(
        MineAttacked(key, mine.id, pool.faces, pool.successes, met, scored, min(DESTROYED, unit.hits + scored))
    )
    return "mines" if scored else "fired-on"


def _stop(turn: Turn[State], key: str, trail: tuple[str, ...], why: str, facing: Facing | None) -> None:
    """FA 6.12, 7.2: the unit stays where it was stopped, or goes back along its path to a hex with room."""
    unit = turn.state.units[key]
    turn.happens(Stopped(key, trail[-1], why, facing if unit.facing else None))
    if has_room(turn.state, unit, trail[-1]) or len(trail) == 1:
        return
    back = trail[-2::-1]
    enough = next((n for n, at in enumerate(back, 1) if has_room(turn.state, unit, at)), len(back))
    turn.happens(Retraced(key, back[:enough]))


def _waits_under_fire(state: State, key: str) -> bool:
    """FA 22.1: ``under-fire wait``, if the unit fits where it is."""
    unit = state.units[key]
    return standing_answer(state, unit.side, key, "under-fire")[0] == ("wait",) and has_room(
        state, unit, _hex_of(state, key)
    )


def _hex_of(state: State, key: str) -> str:
    at = state.units[key].at
    assert at
    return at
