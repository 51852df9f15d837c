"""What the ACW game looks like: the table as still ground, strips of bases, what has just happened, how the sides stand."""
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from maps import scene as picture
from maps.outlines import off_line
from maps.plane import Point, toward
from maps.scene import Mark, Note, Scene, Spot, Still, Title
from maps.table import Piece, Table
from maps.wedges import ring

from ...contract import Event, Same
from . import alt
from .events import MeleeResult
from .ground import standing, worth
from .happened import details, happened
from .legend import legend
from .places import on, shape, strip, tint
from .state import DEPLOYMENT, OVER, TITLES, State, awaited, title
from .victory import fled, holder, score


def scene(seen: State, recent: Sequence[Event]) -> Scene:
    """``recent``: the events to show, oldest first, the last of them leading to ``seen``."""
    hurt = {key for event in recent if isinstance(event, MeleeResult) for key in event.hits}
    pieces = tuple(strip(seen, unit, key in hurt) for key in seen.roster if not (unit := seen.units[key]).gone)
    marks = (*_zones(seen), *_buildings(seen), *_goals(seen), *happened(seen, recent))
    return Scene(
        (seen.table.width, seen.table.height), _still(Same(seen.table)), pieces, marks, _title(seen), legend(seen), alt.words(seen, recent),
        details=tuple(details(seen, recent)))


# the ground
@lru_cache(maxsize=32)
def _still(table: Same[Table]) -> tuple[Still, ...]:
    return _same_still(table.it)


@lru_cache(maxsize=32)
def _same_still(table: Table) -> tuple[Still, ...]:
    """The same objects for the same table, which lets drawing know them again."""
    return (picture.Grid((table.width, table.height)), *(part for piece in table.pieces for part in _drawn(table, piece)))


def _drawn(table: Table, piece: Piece) -> Iterator[Still]:
    def flipped(points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple((x, table.height - y) for x, y in points)

    if piece.shape:
        yield picture.Area(flipped(piece.shape), piece.kind, flipped(piece.crest), piece.name)
    elif piece.line:
        yield picture.Course(flipped(piece.line), piece.kind, piece.name)
    elif piece.at:
        x, y = _along(table, piece.at)
        yield picture.Crossing(flipped((piece.at,))[0], piece.kind, (x, -y), piece.width, piece.name)


def _along(table: Table, at: Point) -> Point:
    """The direction of the water at a crossing: that of the side of the nearest river or stream next to it."""
    sides = [side for piece in table.pieces if piece.kind in ("river", "stream") for side in pairwise(piece.line)]
    near = min(sides, key=lambda side: off_line(at, side), default=((0.0, 0.0), (1.0, 0.0)))
    return toward(*near)


# what lies on it
def _zones(seen: State) -> Iterator[Mark]:
    """CW 3.2: where units may be placed."""
    if seen.phase == DEPLOYMENT:
        for nth, (side, zone) in enumerate(seen.setup.deploy.items()):
            yield from shape(seen, zone, "zone", tint(seen, side), "", nth)


def _buildings(seen: State) -> Iterator[Mark]:
    """CW 10.2: shellings, and rubble."""
    for piece in seen.table.pieces:
        if piece.kind == "building" and not standing(seen, piece):
            yield from shape(seen, piece.shape, "rubble")
        elif piece.kind == "building" and seen.game.buildings.get(piece.name):
            xs, top = [x for x, _ in piece.shape], max(y for _, y in piece.shape)
            yield Spot(on(seen, ((min(xs) + max(xs)) / 2, top)), "pips", f"{seen.game.buildings[piece.name]}/{worth(piece)}")


def _goals(seen: State) -> Iterator[Mark]:
    """CW 11.3: objectives with what they are worth, in the colour of who holds them."""
    for goal in seen.setup.objectives:
        colour = tint(seen, holder(seen, goal))
        yield from shape(seen, ring((goal.at[0], goal.at[1]), goal.radius), "objective", colour)
        yield Spot(on(seen, (goal.at[0], goal.at[1] + goal.radius)), "flag", str(goal.points), colour or "#ffffff")


# how it stands
def _title(seen: State) -> Title:
    waiting = () if seen.phase == OVER else awaited(seen)
    return Title(seen.name or "ACW Regiments", moment(seen), tuple(
        Note(nth, side.colour, side.name, tuple(_facts(seen, side.id)), side.id in waiting, fled(seen, side.id))
        for nth, side in enumerate(seen.sides)))


def moment(seen: State) -> str:
    """``Turn 4 · first player's movement``"""
    if seen.phase == OVER:
        return f"Turn {seen.turn} · the game is {'drawn' if seen.winner == 'draw' else f'won by {title(seen, seen.winner)}'}"
    words = TITLES[seen.phase]
    return f"Turn {seen.turn} · {words}" if seen.turn else words[:1].upper() + words[1:]


def _facts(seen: State, side: str) -> Iterator[str]:
    """CW 3.3, 3.4, 11.2, 11.3: activations left, bases lost of how many break it, leaders lost, objectives held, points."""
    game = seen.game
    if game.order and seen.phase not in (DEPLOYMENT, OVER):
        yield f"{'1st' if game.order[0] == side else '2nd'} player"
    if seen.active == side:
        yield f"{game.activations} of {game.rolled} activations left"
    yield f"{game.lost.get(side, 0)} bases lost, breaks at {seen.setup.breaks[side]}"
    if lost := game.leaders_lost.get(side, 0):
        yield f"{lost} leader{'s' * (lost > 1)} lost"
    if seen.setup.objectives:
        held = [goal.name for goal in seen.setup.objectives if holder(seen, goal) == side]
        yield f"holds {', '.join(held)}" if held else "holds nothing"
        yield f"{score(seen, side)} points"


__all__ = ["moment", "scene"]
