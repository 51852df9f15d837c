"""What the game looks like: the map with its holders, units and battles, what has just happened, how the powers stand."""
from collections.abc import Iterator, Sequence
from functools import lru_cache

from maps.plane import Point
from maps.realms import Land, Lock, Name, Pile
from maps.scene import Note, Scene, Title
from maps.sites import Site, placed
from maps.stacking import Room

from ...contract import Event
from . import alt, field, forces
from .ground import shut
from .happened import happened
from .legend import legend
from .plan import Plan, plan
from .state import OVER, State, awaited, holdings, phase, title
from .tables import AA
from .victory import income
from .words import counted

LETTERS, SMALL = 0.82, 0.66
"""Of names, in heights of a row: as they should be, and as they may be."""
LOCK = 0.75


def scene(seen: State, recent: Sequence[Event]) -> Scene:
    """``recent``: the events to show, oldest first, the last of them leading to ``seen``."""
    if seen.setup.mode == "battle":
        return field.scene(seen, recent)
    known = plan(seen)
    locks = tuple(_locks(seen, known))
    taken = tuple((lock.at[0] - lock.size, lock.at[1] - lock.size, lock.at[0] + lock.size, lock.at[1] + lock.size) for lock in locks)
    found = tuple(placed(tuple(_sites(seen, known)), known.size, known.row, taken))
    standing: tuple[Name | Pile, ...] = (*(one.name for one in found), *(one.pile for one in found if one.pile))
    return Scene(known.size, known.ground, (), tuple(happened(seen, recent, known, found)), _title(seen), legend(seen),
                 alt.words(seen, recent), known.row, tokens=(*_lands(seen, known), *locks, *standing))


# the map
def _lands(seen: State, known: Plan) -> Iterator[Land]:
    order = list(seen.powers)
    for room in known.rooms:
        owner = seen.areas[room.region.id].owner
        if owner:
            yield Land(room.region.shape, order.index(owner), seen.powers[owner].colour, room.region.id in seen.game.captured)


def _sites(seen: State, known: Plan) -> Iterator[Site]:
    for room in known.rooms:
        area = room.region.id
        signs = tuple(_signs(seen, area))
        names = _names(area, seen.map.known[area].name, seen.map.known[area].ipc, signs, room, known.row)
        yield Site(room, names, forces.rows(seen, area), forces.burst(seen, area))


@lru_cache(maxsize=1024)
def _names(area: str, name: str, worth: int, signs: tuple[str, ...], room: Room, row: float) -> tuple[Name, ...]:
    """The forms that its name may take, the best first."""
    sea = room.region.kind == "sea"
    if sea:
        lines: tuple[tuple[str, ...], ...] = ((f"{area} {name}",), (area, name), (area,)) if name != area else ((area,),)
    else:
        lines = ((area,), (area, "")) if worth or signs else ((area,),)
    here: Point = (0.0, 0.0)
    return tuple(Name(here, line, size * row, worth, signs, sea) for size in (LETTERS, SMALL) for line in lines)


def _signs(seen: State, area: str) -> Iterator[str]:
    if any(power.capital == area for power in seen.powers.values()):
        yield "capital"
    if seen.areas[area].complex:
        yield "complex"
    if any(units.get(AA) for units in seen.areas[area].units.values()):
        yield "aa"


def _locks(seen: State, known: Plan) -> Iterator[Lock]:
    """BK 11.6: as they are for the power to move."""
    side = seen.active or next(iter(seen.powers))
    shapes = {room.region.id: room.region.shape for room in known.rooms}
    for border in seen.setup.gates:
        one, other = border.split("/")
        common = [point for point in shapes[one] if point in shapes[other]]
        (ax, ay), (bx, by) = known.at(one), known.at(other)
        at = common[len(common) // 2] if common else ((ax + bx) / 2, (ay + by) / 2)
        yield Lock(at, LOCK * known.row, bool(shut(seen, side, one, other)))


# how it stands
def _title(seen: State) -> Title:
    waiting = () if seen.phase == OVER else awaited(seen)
    return Title(seen.name or "Baker", moment(seen), tuple(
        Note(nth, power.colour, power.name, tuple(_facts(seen, key)), key in waiting)
        for nth, (key, power) in enumerate(seen.powers.items())))


def moment(seen: State) -> str:
    """``Round 2 of 8 · Germany's combat movement``"""
    now, limit = phase(seen), seen.setup.turns
    round_ = f"Round {seen.turn}{f' of {limit}' if limit else ''}"
    if now is None:
        return f"{round_} · the game is {'drawn' if seen.winner == 'draw' else f'won by {title(seen, seen.winner)}'}"
    return f"{round_} · {now.title}"


def _facts(seen: State, key: str) -> Iterator[str]:
    """The table of incomes, a line for each power."""
    power = seen.powers[key]
    count = len(tuple(holdings(seen, key)))
    yield f"{power.ipc} IPC in hand"
    yield f"income {income(seen, key)}"
    yield f"{count} territor{'y' if count == 1 else 'ies'}"
    if power.alliance != key:
        yield title(seen, power.alliance)
    if power.buys:
        yield f"bought {', '.join(counted(number, kind) for kind, number in power.buys.items())}"

