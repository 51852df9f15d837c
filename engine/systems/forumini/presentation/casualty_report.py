"""Report lines of the casualty phase: counters that come off, turn up or remove a unit; heroes (FA 17)."""

from engine.contract import Event, counted
from engine.toolkit.wording import id_and_name

from ..state.events import AircraftLeft, AircraftResolved, Destroyed, HeroPlaced, MoveEnded, Recovered, TurnedUp
from ..state.position import State, title

LOST = {"dismount": "no room to dismount", "drop": "lost in the drop", "aircraft": "shot down"}
ORDERED = {"unit": " (its standing order)", "all": " (standing order for all)"}
"""Which standing order decided; "" if none did."""


def casualty_line(state: State, event: Event) -> str:
    match event:
        case Recovered():
            return _recovered(event)
        case TurnedUp():
            return _turned_up(event)
        case Destroyed():
            return _destroyed(state, event)
        case HeroPlaced(unit=key, at=at, instead=instead, how=how):
            return f"{key} replaces {instead} in {at}{ORDERED.get(how, '')}. (FA 15.3)"
        case AircraftResolved():
            return _resolved(event)
        case AircraftLeft(units=units) if units:
            return f"Aircraft leave: {', '.join(units)}. (FA 14.14)"
        case MoveEnded():
            return ""
        case _:
            return ""


def _recovered(event: Recovered) -> str:
    if event.counter == "pinned":
        return f"No longer Pinned: {', '.join(event.together)}." if event.together else ""
    if event.by:
        return f"{event.unit} is rallied by {event.by}. (FA 17.2)"
    return f"{event.unit}: Demoralized becomes Pinned. (FA 17.2)"


def _turned_up(event: TurnedUp) -> str:
    """``X5 turns up Pinned and Demoralized.``; what an ability changed is said with its name."""
    states = {
        "Destroyed": event.destroyed,
        "Pinned": event.pinned,
        "Demoralized": event.demoralized,
        "Damaged": event.damaged,
    }
    if event.destroyed:
        return ""
    shown = " and ".join(name for name, on in states.items() if on) or "nothing"
    return f"{event.unit} turns up {shown}{f' ({event.why})' if event.why else ''}."


def _destroyed(state: State, event: Destroyed) -> str:
    unit = state.units[event.unit]
    why = f": {LOST[event.why]}" if event.why in LOST else ""
    where = f" in {event.at}" if event.at else ""
    fallen, loser = id_and_name(unit.id, unit.name), title(state, unit.side)
    return f"Destroyed{where}: {fallen}{why}. {loser} loses {counted(event.cost, 'point')}."


def _resolved(event: AircraftResolved) -> str:
    if event.result == "destroyed":
        return ""
    return f"{event.unit} turns up Damaged and {event.result}{ORDERED.get(event.how, '')}. (FA 14.9)"
