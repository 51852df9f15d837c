"""The return of aircraft: those without a landing place fly to one by themselves, or are lost (BK 15.1)."""

from engine.contract import Turn

from ...state.events import LandedByItself, LostAtSea
from ...state.position import State, counts
from ...tables import AIR, CARRIER, FIGHTER, TABLES, UNITS
from .flights import can_land, landing_places
from .movable_units import movement_spent


def return_aircraft(turn: Turn[State], side: str) -> None:
    """BK 15.1: area by area, fighters before bombers, those that have flown least first."""
    for area in turn.state.areas:
        for kind in AIR:
            for spent in movement_spent(turn.state, side, area, kind)[: aircraft_astray(turn.state, side, area, kind)]:
                _land_or_lose(turn, side, area, kind, spent)


def aircraft_astray(state: State, side: str, area: str, kind: str) -> int:
    """BK 11.8: how many aircraft of a type are in an area where they cannot land."""
    if can_land(state, side, area):
        return 0
    here = counts(state, area, side)
    decks = TABLES.limits.carrier_fighters * here.get(CARRIER, 0) if kind == FIGHTER else 0
    return max(0, here.get(kind, 0) - decks)


def _land_or_lose(turn: Turn[State], side: str, start: str, kind: str, spent: int) -> None:
    state = turn.state
    ways = landing_places(state, side, kind, start, UNITS[kind].move - spent)
    nearest = [area for area in state.areas if area in ways]
    to = min(
        nearest,
        key=lambda area: (len(ways[area]), _not_own(state, side, area), -state.map.known[area].ipc),
        default=None,
    )
    if to is None:
        turn.happens(LostAtSea(side, kind, start, spent))
    else:
        turn.happens(LandedByItself(side, kind, start, to, ways[to], spent))


def _not_own(state: State, side: str, area: str) -> bool:
    """Whether an area belongs to a friend and not to the power itself; a sea zone does not."""
    return state.areas[area].owner not in (side, None)
