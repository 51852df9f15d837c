"""Recent events as marks: ghosts with arrows, charges, retreats, fire, melees and losses; and melees enlarged."""

from collections.abc import Iterator, Mapping, Sequence

from engine.contract import Event, counted, replace
from maps.geometry.plane import Box, Point, bearing, direction, distance, half_extent, point_along, unit_vector
from maps.scene.scene import Detail, Mark, Spot, Trail
from maps.scene.tabletop_layout import box_shape, on_picture, side_colour

from ..rules.board.footprints import front_line
from ..rules.board.terrain import terrain_map
from ..state import combat_events, events
from ..state.position import Melee, State, Unit, footprint, leader_of

"""CW 2.7, as a letter: B is the back."""
DETAIL_SIZE: Point = (11.0, 8.0)
"""Width and height of an enlarged melee, in inches."""
MOST_DETAILS = 6
"""The most melees that are enlarged."""
STAR_SIZE = 0.8
"""Inches that the star of an attached leader takes up behind its unit."""
MELEES = (combat_events.Contact, combat_events.MeleeRolled)


def recent_marks(seen: State, recent: Sequence[Event]) -> Iterator[Mark]:
    """The marks in the order of the events; current melees last."""
    before = _footprints_before(seen, recent)
    for event in recent:
        yield from _move_marks(seen, event, before)
        yield from _fire_marks(seen, event)
    yield from _loss_marks(seen, recent)
    yield from _melee_marks(seen, recent)


# where they stood
def _footprints_before(seen: State, recent: Sequence[Event]) -> Mapping[str, Box]:
    """The footprint of each unit that has moved, as it was before; none where the events do not give its facing."""
    found = dict[str, Unit]()
    for event in reversed(recent):
        match event:
            case events.Faced(unit=key, start=facing):
                found[key] = replace(_unit_so_far(seen, found, key), facing=facing)
            case events.Formed(unit=key, start=formation):
                found[key] = replace(_unit_so_far(seen, found, key), formation=formation)
            case events.Moved(unit=key, way=way, start=start, facing=facing):
                found[key] = replace(
                    _unit_so_far(seen, found, key), at=start, facing=(facing + 1800) % 3600 if way == "back" else facing
                )
            case combat_events.Charged(unit=key, start=start, facing=facing):
                found[key] = replace(_unit_so_far(seen, found, key), at=start, facing=facing)
            case combat_events.Advanced(unit=key, start=start, to=to, contact=str()) if start != to:
                found[key] = replace(
                    _unit_so_far(seen, found, key), at=start, facing=round(bearing(start, to) * 10) % 3600
                )
            case combat_events.Countercharged(unit=key, start=start) | combat_events.Advanced(unit=key, start=start):
                found[key] = replace(_unit_so_far(seen, found, key), at=start)
            case combat_events.Retreated(unit=key, start=start, facing=facing, result="went" | "table"):
                found[key] = replace(
                    _unit_so_far(seen, found, key), at=start, facing=_facing_before_retreat(recent, key, facing)
                )
            case combat_events.MeleeResult(hits=hits):
                for key, count in hits.items():
                    known = _unit_so_far(seen, found, key)
                    found[key] = replace(known, bases=known.bases + count)
    return {key: footprint(seen, unit) for key, unit in found.items()}


def _unit_so_far(seen: State, found: Mapping[str, Unit], key: str) -> Unit:
    return found.get(key) or seen.units[key]


def _facing_before_retreat(recent: Sequence[Event], key: str, facing: int) -> int:
    """CW 9.9: a unit retreats with its back to the enemy, unless its rear was struck."""
    struck = any(
        isinstance(event, combat_events.Contact) and event.target == key and event.side == "rear" for event in recent
    )
    return facing if struck else (facing + 1800) % 3600


# moves
def _move_marks(seen: State, event: Event, before: Mapping[str, Box]) -> Iterator[Mark]:
    match event:
        case events.Moved(unit=key, length=length, start=start, to=to) if start != to:
            yield from _ghost(seen, key, start, before)
            yield from _trail(seen, key, start, to, "march", f'{length.length:g}"' if length.length >= 2 else "")
        case combat_events.Charged(unit=key, start=start, to=to, length=length, reached=reached):
            yield from _ghost(seen, key, start, before)
            kind, dice = "charge" if reached else "charge-short", "+".join(map(str, length.dice))
            yield from _trail(seen, key, start, to, kind, dice if reached else f"{dice} short")
        case (
            combat_events.Countercharged(unit=key, start=start, to=to)
            | combat_events.Advanced(unit=key, start=start, to=to)
        ):
            yield from _ghost(seen, key, start, before)
            yield from _trail(
                seen, key, start, to, "charge" if isinstance(event, combat_events.Countercharged) else "pursuit", ""
            )
        case combat_events.Retreated(unit=key, start=start, to=to, dice=dice) if start != to:
            yield from _ghost(seen, key, start, before)
            yield from _trail(seen, key, start, to, "retreat", "+".join(map(str, dice)))
        case _:
            pass


def _ghost(seen: State, key: str, start: tuple[int, int], before: Mapping[str, Box]) -> Iterator[Mark]:
    """The unit's outline where it was first, once."""
    body = before.get(key)
    if body and distance(body.at, (start[0] / 100, start[1] / 100)) < 0.02:
        yield from box_shape(seen, body, "ghost", _colour(seen, key))


def _trail(seen: State, key: str, start: tuple[int, int], to: tuple[int, int], kind: str, text: str) -> Iterator[Mark]:
    """An arrow that ends where the unit's footprint begins, so that its head can be seen."""
    a, b = (start[0] / 100, start[1] / 100), (to[0] / 100, to[1] / 100)
    far, unit = distance(a, b), seen.units[key]
    if far:
        room = half_extent(footprint(seen, unit), direction(a, b)) + (
            STAR_SIZE if leader_of(seen, key) and kind != "retreat" else 0.0
        )
        end = point_along(a, direction(a, b), far - room) if unit.at == to and far > room + 0.4 else b
        yield Trail((on_picture(seen, a), on_picture(seen, end)), kind, _colour(seen, key), text)


# fire
def _fire_marks(seen: State, event: Event) -> Iterator[Mark]:
    match event:
        case combat_events.Contact(charger=charger, target=target, guns_charger=ours, guns_target=theirs):
            for guns, aim in ((ours, target), (theirs, charger)):
                for gun in guns:
                    yield from _shot_marks(seen, gun, seen.units[aim].inches)
        case combat_events.Shelled(unit=gun, building=name, count=count, value=value):
            piece = terrain_map(seen).named[name]
            xs, ys = [x for x, _ in piece.shape], [y for _, y in piece.shape]
            yield from _shot_marks(seen, gun, (sum(xs) / len(xs), sum(ys) / len(ys)), f"{count}/{value}")
        case _:
            pass


def _shot_marks(seen: State, gun: str, aim: Point, text: str = "") -> Iterator[Mark]:
    start = seen.units[gun].inches
    if distance(start, aim) > 0.1:
        yield Trail((on_picture(seen, start), on_picture(seen, aim)), "gunfire", _colour(seen, gun), text)
        yield Spot(on_picture(seen, point_along(start, unit_vector(seen.units[gun].degrees), 0.6)), "flash")


# melees and losses
def _melee_marks(seen: State, recent: Sequence[Event]) -> Iterator[Mark]:
    """CW 7.8, 9.2: the melees of now and those just ended; the side struck, and the totals if just fought."""
    rolled = {(event.charger, event.target): event for event in recent if isinstance(event, combat_events.MeleeRolled)}
    for melee in seen.game.melees:
        told = rolled.get((melee.charger, melee.target))
        totals = f" {told.charger_total}:{told.target_total}" if told else ""
        yield Trail(_melee_line(seen, melee), "melee", "", f"{melee.side}{totals}")
    going = {(melee.charger, melee.target) for melee in seen.game.melees}
    for pair, event in rolled.items():
        if pair not in going:
            at = _melee_point(seen, recent, event.charger, event.target)
            yield Spot(at, "remark", f"{event.charger} {event.charger_total} : {event.target_total} {event.target}")


def _melee_line(seen: State, melee: Melee) -> tuple[Point, Point]:
    one, other = front_line(seen, melee)
    return on_picture(seen, one), on_picture(seen, other)


def _melee_point(seen: State, recent: Sequence[Event], charger: str, target: str) -> Point:
    """Between two units that fought and are apart again: between where they last stood in it."""
    spots = list[Point]()
    for key in (charger, target):
        left = next(
            (
                event.start
                for event in recent
                if isinstance(event, combat_events.Retreated | combat_events.Advanced) and event.unit == key
            ),
            None,
        )
        spots.append((left[0] / 100, left[1] / 100) if left else seen.units[key].inches)
    (ax, ay), (bx, by) = spots
    return on_picture(seen, ((ax + bx) / 2, (ay + by) / 2))


def _loss_marks(seen: State, recent: Sequence[Event]) -> Iterator[Mark]:
    for event in recent:
        match event:
            case combat_events.Destroyed(unit=key) | events.Captured(unit=key) | combat_events.LeaderLost(unit=key):
                yield Spot(on_picture(seen, seen.units[key].inches), "removed", key, _colour(seen, key))
            case combat_events.LeaderTested(unit=key, lost=True):
                yield Spot(on_picture(seen, seen.units[key].inches), "removed", key, _colour(seen, key))
            case _:
                pass


def _colour(seen: State, key: str) -> str:
    return side_colour(seen, seen.units[key].side)


# seen larger
def melee_details(seen: State, recent: Sequence[Event]) -> Iterator[Detail]:
    """A crop of each melee that began or was fought."""
    pairs = dict.fromkeys((event.charger, event.target) for event in recent if isinstance(event, MELEES))
    width, height = min(DETAIL_SIZE[0], seen.table.width), min(DETAIL_SIZE[1], seen.table.height)
    for charger, target in list(pairs)[:MOST_DETAILS]:
        x, y = _melee_point(seen, recent, charger, target)
        at = (
            min(max(x, width / 2), seen.table.width - width / 2),
            min(max(y, height / 2), seen.table.height - height / 2),
        )
        title = f"{seen.units[charger].name} ({charger}) against {seen.units[target].name} ({target})"
        yield Detail(title, at, (width, height), _melee_caption(seen, recent, charger, target))


def _melee_caption(seen: State, recent: Sequence[Event], charger: str, target: str) -> str:
    """The melee in a sentence for those who cannot see it."""
    names = f"{seen.units[charger].name} ({charger}) against {seen.units[target].name} ({target})"
    fought = [event for event in recent if isinstance(event, combat_events.MeleeRolled)]
    rolled = next((event for event in fought if (event.charger, event.target) == (charger, target)), None)
    totals = f", totals {rolled.charger_total} to {rolled.target_total}" if rolled else ", not yet fought"
    left = ", ".join(
        f"{key} " + ("gone" if seen.units[key].gone else f"{counted(seen.units[key].bases, 'base')} left")
        for key in (charger, target)
    )
    return f"The melee of {names} from nearby{totals}; {left}."


__all__ = ["melee_details", "recent_marks"]
