"""What has just happened, drawn over the map: trails, shots with range and result, failed rolls, crosses (FA 25.7)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from engine.contract import Event
from maps.geometry.hex_points import hex_centre
from maps.geometry.plane import Point
from maps.scene.scene import Mark, Spot, Trail

from ..state.events import (
    AircraftPlaced,
    AntiairAttacked,
    Attacked,
    Charged,
    DefensiveFired,
    Deployed,
    Destroyed,
    DirtTaken,
    HeroPlaced,
    HullDownTaken,
    IndirectAttacked,
    Loaded,
    MineAttacked,
    Moved,
    MovementRolled,
    ObstacleCleared,
    OverwatchSet,
    PillboxEntered,
    PillboxLeft,
    Recovered,
    Retraced,
    Scattered,
    Shot,
    Turned,
    TurnedUp,
    Unloaded,
)
from ..state.position import State, card, is_ground, units_in
from .zone_marks import aloft, colour

MANY = 6
"""Shots into one hex that are told one by one at most."""
AIR = {"damaged": "damaged", "destroyed": "shot down", "miss": "miss"}


def changed_units(recent: Sequence[Event]) -> Iterator[str]:
    """The units that are ringed: what is different about them can be seen on the map."""
    for event in recent:
        match event:
            case (
                Moved(unit)
                | Retraced(unit)
                | Deployed(unit)
                | Turned(unit)
                | DirtTaken(unit)
                | HullDownTaken(unit)
                | Unloaded(unit)
                | TurnedUp(unit)
                | Recovered(unit)
                | HeroPlaced(unit)
                | Scattered(unit)
                | PillboxEntered(unit)
                | PillboxLeft(unit)
                | AircraftPlaced(unit)
                | Charged(unit)
                | OverwatchSet(unit)
            ):
                yield unit
            case Loaded(_, transport):
                yield transport


def event_marks(seen: State, recent: Sequence[Event]) -> Iterator[Mark]:
    """Told backwards for where everybody stood, forwards for what is drawn over what."""
    stood = _stood(seen, recent)
    yield from _trails(seen, recent)
    for event, places in zip(recent, stood, strict=True):
        yield from _sign(seen, event, places)
    yield from _lines(seen, recent, stood)


def _stood(seen: State, recent: Sequence[Event]) -> list[Mapping[str, str | None]]:
    """Before each event: where the units stood that have moved since."""
    at: dict[str, str | None] = {key: unit.at for key, unit in seen.units.items()}
    found = list[Mapping[str, str | None]]()
    for event in reversed(recent):
        match event:
            case Moved(unit, start):
                at = {**at, unit: start, **dict.fromkeys(_aboard(seen, unit), start)}
            case Destroyed(unit, where):
                at = {**at, unit: where}
        found.append(at)
    return found[::-1]


def _aboard(seen: State, transport: str) -> list[str]:
    return [key for key, unit in seen.units.items() if unit.aboard == transport]


def _trails(seen: State, recent: Sequence[Event]) -> Iterator[Mark]:
    """The steps of a unit are one trail as long as each begins where the last ended."""
    trails = list[tuple[str, list[str]]]()
    last = dict[str, list[str]]()
    for event in recent:
        steps: tuple[str, ...] = ()
        match event:
            case Moved(unit, start, to):
                steps = (start, to)
            case Retraced(unit, path) if unit in last:
                steps = (last[unit][-1], *path)
        if not steps:
            continue
        if unit in last and last[unit][-1] == steps[0]:
            last[unit].extend(steps[1:])
        else:
            last[unit] = list(steps)
            trails.append((unit, last[unit]))
    for unit, gone in trails:
        yield Trail(tuple(hex_centre(at) for at in gone), "move", colour(seen, seen.units[unit]))


def _sign(seen: State, event: Event, at: Mapping[str, str | None]) -> Iterator[Mark]:
    match event:
        case MovementRolled(unit, _, to, die, mods, need, passed=False):
            if start := at.get(unit):
                yield Spot(
                    _between(hex_centre(start), hex_centre(to)),
                    "roll-failed",
                    f"{die + sum(n for _, n in mods)}<{need}",
                )
        case MineAttacked(unit, hits=hits):
            if where := at.get(unit):
                yield Spot(_below(where), "note", f"mines {f'hit {hits}' if hits else 'miss'}")
        case Scattered(unit, target, row=row):
            if any(hex in seen.board.cells for hex in row):
                flown = tuple(hex_centre(hex) for hex in (target, *row) if hex in seen.board.cells)
                yield Trail(flown, "scatter", colour(seen, seen.units[unit]))
            yield Spot(hex_centre(target), "target", "", colour(seen, seen.units[unit]))
        case Turned(unit, facing):
            if (where := at.get(unit)) and _alone(seen, where):
                yield Spot(hex_centre(where), "way", facing)
        case IndirectAttacked(unit, goal, spotter):
            if (start := at.get(unit)) and start != goal:
                yield Trail((hex_centre(start), hex_centre(goal)), "indirect", colour(seen, seen.units[unit]))
            if spotter != unit and (watcher := at.get(spotter)) and watcher != goal:
                yield Trail((hex_centre(watcher), hex_centre(goal)), "sight")
        case ObstacleCleared(_, obstacle, die, cleared):
            if where := at.get(obstacle):
                yield Spot(_below(where), "note", f"{die}: {'cleared' if cleared else 'not cleared'}")
        case Destroyed(unit, where) if where is not None:
            yield Spot(hex_centre(where), "removed", unit, colour(seen, seen.units[unit]))


def _alone(seen: State, at: str) -> bool:
    """Whether at most one piece is in the middle of a hex, so that a sign around it clearly belongs to it."""
    return sum(is_ground(seen, unit) and unit.aboard is None for unit in units_in(seen, at)) <= 1


class Fire(NamedTuple):
    """From where to where it is drawn, how far it was, into which hex, what came of it, whether it had an effect."""

    start: Point
    end: Point
    distance: int
    into: str
    dice: str
    result: str
    made: bool


def _lines(seen: State, recent: Sequence[Event], stood: Sequence[Mapping[str, str | None]]) -> Iterator[Mark]:
    """FA 25.7: one line for all fire from one hex at another, with the results side by side; of more shots than MANY
    into a hex the sum beside it.
    """
    fires = [fire for event, at in zip(recent, stood, strict=True) if (fire := _fire(seen, event, at))]
    crowded = {at for at, count in Counter(fire.into for fire in fires).items() if count > MANY}
    for (start, end), group in groupby(sorted(fires, key=lambda fire: fire[:2]), key=lambda fire: fire[:2]):
        found = list(group)
        words = "" if found[0].into in crowded else _result_words(found)
        if start != end:
            yield Trail((start, end), "fire-hit" if any(fire.made for fire in found) else "fire-miss", "", words)
        elif words:
            yield Spot(_below(found[0].into), "note", words)
    for at in sorted(crowded):
        results = Counter(fire.result for fire in fires if fire.into == at).most_common()
        total = sum(count for _, count in results)
        yield Spot(_below(at), "note", f"{total} shots: {', '.join(f'{count}x {result}' for result, count in results)}")


def _result_words(fires: Sequence[Fire]) -> str:
    """``3: 5>4 hit 2``: distance, dice and result; of several shots their results."""
    words = (
        [f"{fires[0].dice} {fires[0].result}"]
        if len(fires) == 1
        else [fire.result for fire in fires[:3]] + ["..."] * (len(fires) > 3)
    )
    return f"{fires[0].distance}: {' / '.join(words)}"


def _fire(seen: State, event: Event, at: Mapping[str, str | None]) -> Fire | None:
    match event:
        case DefensiveFired(shot, _, cover, success):
            words, made = "stop" if success else "cover" if cover and cover.passed else "miss", success
        case Attacked(shot, how, hits, cover) if how != "indirect" or hits:
            words, made = "cover" if cover and cover.passed else f"hit {hits}" if hits else "miss", hits > 0
        case AntiairAttacked(shot, result):
            words, made = AIR.get(result, result), result != "miss"
        case _:
            return None
    start = at.get(shot.firer)
    if start is None:
        return None
    middle = hex_centre(start)
    ends = [
        _drawn_at(seen, key, hex) if shot.distance else middle
        for key, hex in ((shot.firer, start), (shot.target, shot.at))
    ]
    return Fire(ends[0], ends[1], shot.distance, shot.at, _dice(shot), words, made)


def _drawn_at(seen: State, key: str, at: str) -> Point:
    return aloft(at) if card(seen, seen.units[key]).kind == "aircraft" else hex_centre(at)


def _dice(shot: Shot) -> str:
    """``5>4``: successes and the Defense they met."""
    need = shot.defense[0]
    sign = ">" if shot.successes > need else "=" if shot.successes == need else "<"
    return f"{shot.successes}{sign}{need}"


def _below(at: str) -> Point:
    x, y = hex_centre(at)
    return x, y + 0.84


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
