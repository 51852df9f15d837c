"""Flights: how far aircraft fly, and where they may end and land (BK 11.7 to 11.9)."""

from collections.abc import Iterator, Mapping

from engine.contract import Refusal, counted

from ...state.position import NONCOMBAT, Counts, State, counts, is_land
from ...tables import BOMBER, CARRIER, COMBAT, FIGHTER, TABLES, UNITS
from ...wording import WORDS, counted_units
from ..board.area_control import enemy_units, friendly, neutral
from .movable_units import movable_count, movement_spent
from .routes import Way, article, land_and_sea_ways, not_adjacent, too_far


def flight_ways(state: State, start: str, left: int) -> Mapping[str, Way]:
    """BK 11.2, 11.9: area -> the shortest way by air, for all areas in range, the start included.

    ``left``: the movement left. Of ways of equal length, the one by earlier areas of the scenario counts.
    """
    found: dict[str, Way] = {start: (start,)}
    edge = [start]
    for _ in range(left):
        after = list[str]()
        for area in edge:
            for other in state.map.known[area].next:
                if other not in found and not neutral(state, other):
                    found[other] = (*found[area], other)
                    after.append(other)
        edge = after
    return found


# landing places
def can_land(state: State, side: str, area: str) -> bool:
    """BK 11.8: whether aircraft can land in an area: it is friendly land that was not captured this turn."""
    return friendly(state, side, area) and area not in state.game.captured


def deck_room(state: State, side: str, zone: str) -> int:
    """BK 11.8: how many more fighters fit on the power's carriers in a zone."""
    here = counts(state, zone, side)
    return max(0, here.get(CARRIER, 0) * TABLES.limits.carrier_fighters - here.get(FIGHTER, 0))


def landing_places(state: State, side: str, kind: str, start: str, left: int) -> Mapping[str, Way]:
    """BK 11.8: area -> the way there, for all landing places in range with room for one more aircraft.

    ``left``: the movement left.
    """
    return {
        area: way
        for area, way in flight_ways(state, start, left).items()
        if can_land(state, side, area) or (kind == FIGHTER and deck_room(state, side, area))
    }


def carrier_zones(state: State, side: str, coming: Counts | None = None) -> tuple[str, ...]:
    """BK 11.7: the zones with a carrier of the power, or that one can still reach.

    ``coming``: zone -> carriers on their way there.
    """
    found = dict.fromkeys(coming or {})
    for zone in state.areas:
        if counts(state, zone, side).get(CARRIER):
            found[zone] = None
        if not is_land(state, zone) and movable_count(state, side, zone, CARRIER):
            found |= dict.fromkeys(land_and_sea_ways(state, side, CARRIER, zone))
    return tuple(found)


def can_reach_landing(state: State, side: str, kind: str, area: str, left: int, coming: Counts | None = None) -> bool:
    """BK 11.7: whether a landing place is in range in combat movement. Room on carriers does not matter."""
    at_sea = carrier_zones(state, side, coming) if kind == FIGHTER else ()
    return any(can_land(state, side, other) or other in at_sea for other in flight_ways(state, area, left))


# objections
def objections(
    seen: State, side: str, kind: str, number: int, start: str, to: str, via: Way = (), coming: Counts | None = None
) -> Iterator[Refusal]:
    """The objections to a flight (*Flight* in section Orders), for those of a type that have flown least."""
    left = _movement_left(seen, side, kind, number, start, to, via)
    if isinstance(left, Refusal):
        yield left
    else:
        yield from _against_end(seen, side, kind, number, to, left, coming)


def raid_objections(seen: State, side: str, number: int, start: str, to: str) -> Iterator[Refusal]:
    """BK 13.1: the objections to the flight of bombers that raid a complex, defended or not."""
    left = _movement_left(seen, side, BOMBER, number, start, to)
    if isinstance(left, Refusal):
        yield left
    else:
        yield from _no_landing(seen, side, BOMBER, to, left)


def _movement_left(seen: State, side: str, kind: str, number: int, start: str, to: str, via: Way = ()) -> int | Refusal:
    """The least movement that any of these aircraft has left at the end; or why they cannot get there."""
    way = (start, *via, to) if via else flight_ways(seen, start, len(seen.areas)).get(to)
    if via and (apart := not_adjacent(seen, (start, *via, to))):
        return apart
    if way is None or any(neutral(seen, area) for area in way[1:]):
        return _closed(seen, way, to)
    spent = movement_spent(seen, side, start, kind)[number - 1]
    left = UNITS[kind].move - spent
    if len(way) - 1 > left:
        return too_far(kind, way, left) if not spent else _too_far(kind, way, left)
    return left - len(way) + 1


def _closed(seen: State, way: Way | None, to: str) -> Refusal:
    area = next((area for area in (way or ())[1:] if neutral(seen, area)), to)
    if neutral(seen, area):
        return Refusal(
            "to" if area == to else "via", "impassable", f"{area} is neutral: no one may fly over it", "BK 11.2"
        )
    return Refusal("to", "impassable", f"there is no way by air to {to}", "BK 11.2")


def _too_far(kind: str, way: Way, left: int) -> Refusal:
    has = f"{article(kind)} {kind} there has {left} of {UNITS[kind].move} left"
    return Refusal("to", "too-far", f"{way[-1]} is {len(way) - 1} away from {way[0]}; {has}", "BK 11.1")


def _against_end(
    seen: State, side: str, kind: str, number: int, to: str, left: int, coming: Counts | None
) -> Iterator[Refusal]:
    """BK 11.7, 11.8: the objections to the end of a flight. ``left``: the movement left there."""
    if seen.phase == NONCOMBAT:
        yield from _against_landing(seen, side, kind, number, to, coming)
        return
    enemies = any(n for enemy, n in enemy_units(seen, side, to).items() if enemy in COMBAT)
    deck = kind == FIGHTER and to in carrier_zones(seen, side, coming)
    if not enemies and not can_land(seen, side, to) and not deck:
        why = "it was taken only this turn" if friendly(seen, side, to) else f"{article(kind)} {kind} cannot land there"
        yield Refusal("to", "no-target", f"there is no enemy to fight in {to}, and {why}", "BK 11.7")
    else:
        yield from _no_landing(seen, side, kind, to, left, coming)


def _no_landing(
    seen: State, side: str, kind: str, to: str, left: int, coming: Counts | None = None
) -> Iterator[Refusal]:
    """BK 11.7: ``no-landing``. ``left``: the movement left at the end."""
    if not can_reach_landing(seen, side, kind, to, left, coming):
        has = f"{article(kind)} {kind} with {counted(left, 'move')} left"
        yield Refusal("to", "no-landing", f"from {to} {has} cannot reach a landing place", "BK 11.7")


def _against_landing(
    seen: State, side: str, kind: str, number: int, to: str, coming: Counts | None
) -> Iterator[Refusal]:
    """BK 11.8: the objections to landing in non-combat movement."""
    if can_land(seen, side, to):
        return
    if is_land(seen, to):
        why = "it was taken only this turn" if friendly(seen, side, to) else "it is the enemy's"
        yield Refusal("to", "no-landing", f"no landing at {to}: {why}", "BK 11.8")
    elif kind != FIGHTER:
        yield Refusal("to", "no-landing", f"{WORDS[kind][1]} land on friendly land only; {to} is sea", "BK 11.8")
    else:
        free = deck_room(seen, side, to) + TABLES.limits.carrier_fighters * (coming or {}).get(to, 0)
        if number > free:
            has = f"your carriers there can take {free}" if free else "no carrier of yours has room there"
            yield Refusal("to", "no-landing", f"{counted_units(number, kind)} cannot land in {to}: {has}", "BK 11.8")
