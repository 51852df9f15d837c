"""What units do without going anywhere: turning, halting, counters, pillboxes, clearing (FA 6, 16)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.contract import Order, Refusal, Turn, counted

from ...orders import Clear, Dirt, Enter, Face, Halt, HullDown, Leave, Load, Unload, Watch
from ...state.events import DirtTaken, HullDownTaken, MoveEnded, ObstacleCleared, PillboxEntered, PillboxLeft, Turned
from ...state.phases import DEPLOY
from ...state.position import State, Unit, card, distance_between, units_in
from ...tables.rulebook import ability_name
from ..abilities import ability_effects
from ..board.stacking import fortifications_in
from ..board.terrain import terrain_map
from ..combat.cover import has_cover_hexside
from ..current_values import SUCCESS
from ..unfinished_move import end_move, lose_position_counters
from . import overwatch, transports
from .pathfinding import cannot_move, not_in_good_order


def _face_objections(seen: State, _: str, order: Face) -> Iterator[Refusal]:
    return cannot_move(seen, seen.units[order.unit])


def _dirt_objections(seen: State, _: str, order: Dirt) -> Iterator[Refusal]:
    return not_in_good_order(seen.units[order.unit], "Hit the Dirt")


def _hull_down_objections(seen: State, _: str, order: HullDown) -> Iterator[Refusal]:
    yield from not_in_good_order(seen.units[order.unit], "take Hull Down")
    yield from _no_cover_here(seen, seen.units[order.unit])


def _pillbox_objections(seen: State, _: str, order: Enter | Leave) -> Iterator[Refusal]:
    unit = seen.units[order.unit]
    yield from not_in_good_order(unit, f"{order.__struct_config__.tag} a pillbox")
    yield from _against_entering(seen, unit) if isinstance(order, Enter) else _against_leaving(unit)


def _halt(turn: Turn[State], _: str, order: Halt) -> None:
    if turn.state.units[order.unit].acted == "moving":
        turn.happens(MoveEnded(order.unit))


def _face(turn: Turn[State], side: str, order: Face) -> None:
    end_move(turn, side, order.unit)
    lose_position_counters(turn, order.unit)
    turn.happens(Turned(order.unit, order.way))


def _dirt(turn: Turn[State], side: str, order: Dirt) -> None:
    end_move(turn, side, order.unit)
    turn.happens(DirtTaken(order.unit))


def _hull_down(turn: Turn[State], side: str, order: HullDown) -> None:
    end_move(turn, side, order.unit)
    turn.happens(HullDownTaken(order.unit))


def _no_cover_here(seen: State, unit: Unit) -> Iterator[Refusal]:
    """FA 6.16: a hex with a cover number for vehicles, or with a hexside that gives cover."""
    assert unit.at
    if "vehicle" not in terrain_map(seen).terrain(unit.at).cover and not has_cover_hexside(seen, unit.at):
        terrain = terrain_map(seen).word(unit.at)
        says = f"{unit.id} is not in cover for a vehicle: {unit.at} is {terrain} without a wall or hedge"
        yield Refusal("unit", "not-in-cover", says, "FA 6.16")


def pillboxes_here(seen: State, unit: Unit) -> Iterator[tuple[Unit, int]]:
    """FA 16.5: its side's pillboxes in its hex, and how many soldiers each holds."""
    assert unit.at
    return (
        (it, effect.capacity)
        for it, effect in fortifications_in(seen, unit.at)
        if effect.capacity and it.side == unit.side
    )


def _against_leaving(unit: Unit) -> Iterator[Refusal]:
    if not unit.in_pillbox:
        yield Refusal("unit", "not-there", f"{unit.id} is not in a pillbox", "FA 16.5")


def _against_entering(seen: State, unit: Unit) -> Iterator[Refusal]:
    box = next(pillboxes_here(seen, unit), None)
    if unit.in_pillbox:
        yield Refusal("unit", "not-there", f"{unit.id} is in a pillbox already", "FA 16.5")
    elif box is None:
        yield Refusal("unit", "not-there", f"{unit.id} has no pillbox of its side in {unit.at}", "FA 16.5")
    elif len(inside := _soldiers_inside(seen, unit)) >= box[1]:
        yield Refusal("unit", "no-room", f"{box[0].id} is full: it holds {box[1]} ({', '.join(inside)})", "FA 16.5")


def _soldiers_inside(seen: State, unit: Unit) -> list[str]:
    assert unit.at
    return [other.id for other in units_in(seen, unit.at, unit.side) if other.in_pillbox]


def _enter(turn: Turn[State], side: str, order: Enter) -> None:
    """FA 16.5: the unit's move of the phase; before the game it costs nothing."""
    key = order.unit
    end_move(turn, side, key)
    box = next(pillboxes_here(turn.state, turn.state.units[key]))[0]
    if turn.state.phase == DEPLOY:
        turn.happens(PillboxEntered(key, box.id, "deploy"))
        return
    lose_position_counters(turn, key)
    turn.happens(PillboxEntered(key, box.id))


def _leave(turn: Turn[State], side: str, order: Leave) -> None:
    end_move(turn, side, order.unit)
    lose_position_counters(turn, order.unit)
    turn.happens(PillboxLeft(order.unit))


def _clear_objections(seen: State, _: str, order: Clear) -> Iterator[Refusal]:
    unit, target = seen.units[order.unit], order.target
    if not any(ability_effects(seen, unit, "clear")):
        yield Refusal(
            "unit",
            "no-ability",
            f"{unit.id} lacks the ability {ability_name('clear')}; obstacles can be cleared only with it",
            "FA 16.7",
        )
    yield from not_in_good_order(unit, "clear obstacles")
    found = seen.units.get(target)
    if found is None:
        yield Refusal("target", "unknown-unit", f"there is no unit {target}; name the obstacle by its id", "FA 16.7")
    elif found.gone:
        yield Refusal("target", "unit-gone", f"{found.id} is no longer in play", "FA 16.7")
    elif card(seen, found).kind != "obstacle" or not found.here:
        says = "it is not on the map" if not found.here else "it is not an obstacle; attack it instead"
        yield Refusal("target", "invalid-target", f"{found.id} is not a legal target: {says}", "FA 16.7")
    elif (away := distance_between(unit, found)) > 1:
        yield Refusal(
            "target", "out-of-range", f"{found.id} is {counted(away, 'hex')} away; {unit.id} reaches 0 to 1", "FA 16.7"
        )


def _clear(turn: Turn[State], side: str, order: Clear) -> None:
    """FA 16.7: units inside a pillbox that is removed leave it."""
    key, target = order.unit, order.target
    end_move(turn, side, key)
    roll = turn.roll(f"{key} clears {target}", need=SUCCESS, made="cleared", missed="it stays", rule="FA 16.7")
    obstacle = turn.state.units[target]
    assert obstacle.at
    boxed = any(it.id == target and effect.capacity for it, effect in fortifications_in(turn.state, obstacle.at))
    inside = _soldiers_inside(turn.state, obstacle) if boxed and roll.made else []
    turn.happens(ObstacleCleared(key, target, roll.faces[0], roll.made))
    for other in inside:
        turn.happens(PillboxLeft(other, "moved"))


OBJECTIONS: Mapping[type[Order], Callable[[State, str, Any], Iterator[Refusal]]] = {
    Face: _face_objections,
    Dirt: _dirt_objections,
    HullDown: _hull_down_objections,
    Watch: overwatch.objections,
    **dict.fromkeys((Load, Unload), transports.objections),
    **dict.fromkeys((Enter, Leave), _pillbox_objections),
    Clear: _clear_objections,
}
"""FA 21.5, step 6 of every verb of this module, of transports and of Overwatch; nothing is against a halt."""
ACTIONS: Mapping[type[Order], Callable[[Turn[State], str, Any], None]] = {
    Halt: _halt,
    Face: _face,
    Dirt: _dirt,
    HullDown: _hull_down,
    Watch: overwatch.set_overwatch,
    Load: transports.load,
    Unload: transports.unload,
    Enter: _enter,
    Leave: _leave,
    Clear: _clear,
}
"""What each does once it has passed its checks."""
