"""Recent events drawn on the table: moves, attacks with their results, models removed; and close-ups of melees."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.contract import Event, counted
from engine.toolkit.wording import id_and_name
from maps.scene.scene import Detail, Mark, Trail
from maps.scene.scene import Spot as Sign
from maps.scene.tabletop_layout import hundredths_on_picture, side_colour

from ..rules.board.geometry import diameter
from ..state.events import Attacked, Casualties, FellBack, Fled, ModelMove, Moved
from ..state.position import Spot, State
from .unit_pictures import arrow_points

KINDS = {("shoot", True): "shot", ("shoot", False): "shot-wide", ("melee", True): "blow", ("melee", False): "blow-wide"}
"""Kind of attack and whether it hit -> its arrow."""
CROP, MARGIN, LARGE = (9.0, 7.0), 2.2, 30.0
"""Inches: the smallest close-up of a melee, its margin, and the smallest table that has close-ups."""
MANY = 4
"""The most close-ups."""


class DrawnAttack(NamedTuple):
    """An attack, and where the two models were at that moment."""

    event: Attacked
    start: Spot
    end: Spot


def recent_marks(seen: State, recent: Sequence[Event]) -> Iterator[Mark]:
    """The marks of moves, then attacks, then losses."""
    for event in recent:
        match event:
            case Moved(unit=key, models=steps):
                yield from _way_marks(seen, key, steps, "stride")
            case Fled(unit=key, models=steps) | FellBack(unit=key, models=steps):
                yield from _way_marks(seen, key, steps, "went-back")
            case _:
                pass
    yield from _attack_marks(seen, tuple(_drawn_attacks(seen, recent)))
    for event in recent:
        if isinstance(event, Casualties):
            colour = side_colour(seen, seen.units[event.unit].side)
            yield from (
                Sign(hundredths_on_picture(seen, at), "fallen", str(number), colour)
                for number, at in zip(event.models, event.at, strict=False)
            )


def _way_marks(seen: State, key: str, steps: Sequence[ModelMove], kind: str) -> Iterator[Mark]:
    """Arrows that end at the rim of the base."""
    radius, colour = diameter(seen, seen.units[key]) / 200, side_colour(seen, seen.units[key].side)
    for step in steps:
        way = list(dict.fromkeys(step.way))
        if len(way) > 1:
            yield Trail(arrow_points(seen, way, 0.0, radius), kind, colour)


# attacks
def _drawn_attacks(seen: State, recent: Sequence[Event]) -> Iterator[DrawnAttack]:
    """Each attack where it was made: later moves and removals are undone."""
    stood = {
        (unit.id, model.number): model.at
        for unit in seen.units.values()
        if unit.where in ("table", "gone")
        for model in unit.models
    }
    found = list[DrawnAttack]()
    for event in reversed(recent):
        match event:
            case Casualties(unit=key, models=numbers, at=places):
                stood.update(((key, number), at) for number, at in zip(numbers, places, strict=False))
            case Moved(unit=key, models=steps) | Fled(unit=key, models=steps) | FellBack(unit=key, models=steps):
                stood.update(((key, step.number), step.way[0]) for step in steps)
            case Attacked():
                start, end = stood.get((event.unit, event.model)), stood.get((event.target, event.target_model))
                found += [DrawnAttack(event, start, end)] if start and end else []
            case _:
                pass
    return reversed(found)


def _attack_marks(seen: State, blows: Sequence[DrawnAttack]) -> Iterator[Mark]:
    """An arrow for each model that attacked; the total of a unit against another is on the middle arrow."""
    sums = dict[tuple[str, str, str], list[DrawnAttack]]()
    for blow in blows:
        sums.setdefault((blow.event.unit, blow.event.target, blow.event.kind), []).append(blow)
    for same in sums.values():
        hits, failed = sum(blow.event.hits for blow in same), sum(blow.event.failed for blow in same)
        told = sorted((blow for blow in same if blow.event.hits), key=lambda blow: blow.event.model) or same
        for blow in same:
            colour = side_colour(seen, seen.units[blow.event.unit].side)
            text = f"{hits}/{failed}" if hits and blow is told[len(told) // 2] else ""
            radii = tuple(diameter(seen, seen.units[key]) / 200 for key in (blow.event.unit, blow.event.target))
            yield Trail(
                arrow_points(seen, (blow.start, blow.end), *radii),
                KINDS[blow.event.kind, blow.event.hits > 0],
                colour,
                text,
            )


# close-ups
def melee_details(seen: State, recent: Sequence[Event]) -> Iterator[Detail]:
    """A close-up of each melee on a large table."""
    if max(seen.table.width, seen.table.height) < LARGE:
        return
    fights = dict[tuple[str, str], list[DrawnAttack]]()
    for blow in _drawn_attacks(seen, recent):
        if blow.event.kind == "melee":
            fights.setdefault((blow.event.unit, blow.event.target), []).append(blow)
    for (unit, target), blows in list(fights.items())[:MANY]:
        yield _melee_detail(seen, unit, target, blows)


def _melee_detail(seen: State, unit: str, target: str, blows: Sequence[DrawnAttack]) -> Detail:
    points = [hundredths_on_picture(seen, at) for blow in blows for at in (blow.start, blow.end)]
    lows, highs = (
        [min(values) for values in zip(*points, strict=True)],
        [max(values) for values in zip(*points, strict=True)],
    )
    table = (seen.table.width, seen.table.height)
    size = tuple(
        min(max(high - low + 2 * MARGIN, least), most)
        for low, high, least, most in zip(lows, highs, CROP, table, strict=True)
    )
    at = tuple(
        min(max((low + high) / 2, length / 2), most - length / 2)
        for low, high, length, most in zip(lows, highs, size, table, strict=True)
    )
    hits, failed = sum(blow.event.hits for blow in blows), sum(blow.event.failed for blow in blows)
    names = " against ".join(id_and_name(key, seen.units[key].name) for key in (unit, target))
    return Detail(
        names,
        (at[0], at[1]),
        (size[0], size[1]),
        f"The melee of {names} from nearby: {counted(hits, 'hit')}, {failed} not saved.",
    )


__all__ = ["melee_details", "recent_marks"]
