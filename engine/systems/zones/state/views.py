"""What each side may know: deployments before they are revealed, secret units off the table, standing orders (ZC 4.5,
6.9).  All sides of a team know the same.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from engine.contract import Balked, Event, Skipped, hide_standing_order, replace

from .events import ArrivalRefused, Newcomer, Placed, StandingSet
from .position import ASK, DEPLOYMENT, State, Unit, team


def view(state: State, side: str) -> State:
    """The position as a side may know it; "" is the public.  Secret units of other teams off the table are left out
    (ZC 6.9).

    If the scenario can have such units, the roster is sorted by side, so that a unit that appears finds its place in
    it.
    """
    secret = _hides_units(state)
    if not (secret or state.ready or state.placed) and _shows_all_orders(state, side):
        return state
    own = team(state, side)
    of = {known.id: known.team for known in state.sides}
    units, ready = dict[str, Unit](), dict[str, Unit]()
    for key, unit in state.units.items():
        if of[unit.side] == own:
            units[key] = unit
        elif not (secret and never_seen(unit)):
            units[key] = without_standing_order(state.ready.get(key, unit))
    for key, unit in state.ready.items():
        if key in units:
            ready[key] = unit if of[unit.side] == own else units[key]
    roster = _known_roster(state, units)
    placed = tuple(key for key in state.placed if of[state.units[key].side] == own)
    known = (roster, placed) == (state.roster, state.placed)
    if known and _are_same_units(units, state.units) and _are_same_units(ready, state.ready):
        return state
    return replace(state, units=units, ready=ready, roster=roster, placed=placed)


def _shows_all_orders(state: State, side: str) -> bool:
    """Whether no other team has a unit with a standing order."""
    standing = [unit for unit in state.units.values() if unit.policy != ASK]
    if not standing:
        return True
    own = team(state, side)
    return all(team(state, unit.side) == own for unit in standing)


def _hides_units(state: State) -> bool:
    return state.setup.hidden == "secret"


def _known_roster(state: State, units: Mapping[str, Unit]) -> tuple[str, ...]:
    known = [key for key in state.roster if key in units]
    sides = [side.id for side in state.sides]
    return tuple(sorted(known, key=lambda key: sides.index(units[key].side)) if _hides_units(state) else known)


def newcomer(state: State, unit: Unit) -> Newcomer | None:
    """What the other sides learn when a unit first appears; None if they already know of it."""
    if not (_hides_units(state) and never_seen(unit)):
        return None
    own, known = [key for key in state.roster if state.units[key].side == unit.side], view(state, "").units
    before = [key for key in own[: own.index(unit.id)] if key in known]
    return Newcomer(without_standing_order(unit), before[-1] if before else "")


def never_seen(unit: Unit) -> bool:
    """Whether the other sides have never seen the unit on the table."""
    return unit.unseen or unit.where not in ("table", "gone")


def without_standing_order(unit: Unit) -> Unit:
    """A unit as other teams know it: without its standing order."""
    return unit if unit.policy == ASK else replace(unit, policy=ASK)


def _are_same_units(seen: Mapping[str, Unit], true: Mapping[str, Unit]) -> bool:
    return len(seen) == len(true) and all(unit is true[key] for key, unit in seen.items())


def witness(state: State, event: Event, side: str) -> Event | None:
    """The event as a side may know it when it happens in this state; None if it may not.

    An order that was not carried out is hidden if its text names a unit that the side does not know of.
    """
    match event:
        case StandingSet(side=owner):
            return event if _are_one_team(state, owner, side) else None
        case ArrivalRefused(unit=key):
            return event if _are_one_team(state, state.units[key].side, side) else None
        case Placed(unit=key) if state.phase == DEPLOYMENT:
            return event if _are_one_team(state, state.units[key].side, side) else None
        case Balked(side=owner) | Skipped(side=owner) if _are_one_team(state, owner, side):
            return event
        case Balked(order=order, says=says) if state.phase == DEPLOYMENT or _names_secrets(
            state, side, f"{order} {says}"
        ):
            return None
        case Skipped(order=order) if state.phase == DEPLOYMENT or _names_secrets(state, side, order):
            return None
        case Balked() | Skipped():
            return hide_standing_order(event, side)
        case _:
            return event


def _are_one_team(state: State, owner: str, side: str) -> bool:
    return team(state, owner) == team(state, side)


def _names_secrets(state: State, side: str, text: str) -> bool:
    """Whether a text names a unit that a side does not know of."""
    known = view(state, side).units
    return any(key not in known and _key_pattern(key).search(text) for key in state.units)


@lru_cache(256)
def _key_pattern(key: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(key)}(?!\w)", re.IGNORECASE)
