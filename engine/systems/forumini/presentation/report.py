"""What happened, in lines short enough for a phone."""

from engine.contract import Balked, Event, Rolled, Skipped
from engine.toolkit.shared_report import not_carried_out

from ..state.events import (
    AircraftHeld,
    AircraftPassed,
    AircraftPlaced,
    AirOrderRolled,
    AirQueued,
    AntiairAttacked,
    Attacked,
    Charged,
    CounterLost,
    CoverRolled,
    DefensiveFired,
    DirtTaken,
    HullDownTaken,
    IndirectAttacked,
    Loaded,
    MineAttacked,
    Moved,
    MovementRolled,
    ObstacleCleared,
    OverwatchEnded,
    OverwatchSet,
    PillboxEntered,
    PillboxLeft,
    Retraced,
    Stopped,
    Turned,
    Unloaded,
)
from ..state.phases import OVER
from ..state.position import State, title
from .attack_report import (
    antiair_line,
    attack_line,
    clearing_line,
    cover_line,
    defensive_fire_line,
    indirect_fire_line,
    mine_line,
    movement_roll_line,
)
from .casualty_report import casualty_line
from .text_map import text_map
from .turn_report import decided_by, turn_line

HALTS = {
    "roll": "stays in {at}",
    "mines": "stops in {at}, among the mines",
    "waits": "waits in {at} (standing order); the rest of its order, including any facing, is dropped",
    "wire": "stops in {at}, at the wire",
}
ENDED = {"fired": "it has fired", "suppressed": "it is suppressed", "aboard": "it rides", "asked": "as ordered"}
COUNTERS = {"hit_the_dirt": "Hit the Dirt", "hull_down": "Hull Down"}


def tell(state: State, event: Event) -> str:
    """One line of the report, or "" for an event that needs none.  ``state`` is the one before the event.

    Dice are reported with what they were rolled for, by the event that follows them.
    """
    match event:
        case Rolled():
            return ""
        case Balked() | Skipped():
            return not_carried_out(event, state.phase == OVER)
        case Attacked(now=counters):
            return attack_line(state, event, counters)
        case DefensiveFired(now=counters):
            return defensive_fire_line(state, event, counters)
        case IndirectAttacked():
            return indirect_fire_line(state, event)
        case CoverRolled():
            return cover_line(event)
        case AntiairAttacked(now=counters):
            return antiair_line(state, event, counters)
        case MineAttacked(now=counters):
            return mine_line(state, event, counters)
        case ObstacleCleared():
            return clearing_line(event)
        case MovementRolled():
            return movement_roll_line(event)
        case _:
            return (
                _movement_line(state, event)
                or _aircraft_line(state, event)
                or turn_line(state, event)
                or casualty_line(state, event)
            )


def _movement_line(state: State, event: Event) -> str:
    """Lines about units on the ground: a whole move at its first step, an interruption where it happens."""
    match event:
        case Moved(unit=key, way=way, road=road) if way:
            return f"{key} moves {' '.join(way)}{' (road bonus)' if road else ''}."
        case Stopped(why="defensive-fire"):
            return ""
        case Stopped(unit=key, at=at, why=why, facing=facing):
            stops = HALTS.get(why, "stops in {at}").format(at=at)
            return f"{key} {stops}{f', facing {facing}' if facing else ''}."
        case Retraced(unit=key, path=path):
            return f"No room for {key}: back to {path[-1]}. (FA 7.2)" if path else ""
        case Turned(unit=key, facing=facing):
            return f"{key} turns to {facing}."
        case DirtTaken(unit=key):
            return f"{key} hits the dirt."
        case HullDownTaken(unit=key):
            return f"{key} goes Hull Down."
        case CounterLost(why="moved") | OverwatchEnded(why="moved"):
            return ""
        case CounterLost(unit=key, counter=counter):
            return f"{key} loses {COUNTERS[counter]}."
        case OverwatchSet(unit=key, at=at):
            return f"{key} watches {at}."
        case OverwatchEnded(unit=key, why=why):
            return f"{key} is no longer in Overwatch: {ENDED.get(why, why)}."
        case Charged(unit=key, target=target):
            return f"{key} charges {target}."
        case _:
            return _transport_line(event)


def _transport_line(event: Event) -> str:
    match event:
        case Loaded(unit=key, transport=transport):
            return f"{key} boards {transport}."
        case Unloaded(unit=key, at=at, why="lost"):
            return f"{key} gets out in {at}, Pinned: its transport is lost. (FA 7.9)"
        case Unloaded(unit=key, at=at):
            return f"{key} gets out in {at}."
        case PillboxEntered(unit=key, pillbox=pillbox):
            return f"{key} goes into pillbox {pillbox}."
        case PillboxLeft(unit=key):
            return f"{key} leaves the pillbox."
        case _:
            return ""


def _aircraft_line(state: State, event: Event) -> str:
    match event:
        case AirOrderRolled(speed=speed, die=die, first=first):
            return f"Aircraft of Speed {speed}: {die}, those of {title(state, first)} come first. (FA 14.3)"
        case AirQueued(queue=queue) if queue:
            return f"Aircraft order: {', '.join(queue[:20])}."
        case AircraftPlaced(unit=key, at=at, target=target, how=how):
            aim = f", to attack {target}" if target else ""
            return f"{key} flies to {at}{aim}{decided_by(how)}."
        case AircraftHeld(unit=key, how=how):
            return f"{key} holds off this turn{decided_by(how)}."
        case AircraftPassed(unit=key):
            return f"{key} declines its attack."
        case _:
            return ""


__all__ = ["tell", "text_map"]
