"""The picture of ACW: the table as background, strips of bases, recent events, and how the sides are doing."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.contract import Event, counted
from engine.toolkit.shared_report import drawn_or_won_by
from maps.drawing.marks.tabletop_marks import circle_outline
from maps.geometry.plane import Box, Point, Points, box_corners, box_gap, point_along, unit_vector
from maps.geometry.tabletop import Tabletop
from maps.scene.scene import Mark, Scene, Shape, SideNote, Spot, TableGrid, Title
from maps.scene.tabletop_layout import on_picture, outline_on_picture, outline_shape, side_colour, table_ground

from ..rules.board.terrain import is_intact, shellings_to_destroy
from ..rules.turn.victory import holders, is_broken, score
from ..state.combat_events import MeleeResult
from ..state.position import (
    DEPLOYMENT,
    OVER,
    PHASE_TITLES,
    Objective,
    State,
    footprint,
    side_name,
    sides_to_act,
    units_on_table,
)
from . import alt_text
from .legend import legend
from .recent_events import melee_details, recent_marks
from .unit_pictures import unit_strip

FLAGS = 30
"""Inches of table of which a flag takes one, nearly."""
CLEAR = 0.1
"""Inches between a flag and a strip."""


def scene(seen: State, recent: Sequence[Event]) -> Scene:
    """``recent``: the events to show, oldest first, the last of them leading to ``seen``."""
    hurt = {key for event in recent if isinstance(event, MeleeResult) for key in event.hits}
    pieces = tuple(unit_strip(seen, unit, key in hurt) for key in seen.roster if not (unit := seen.units[key]).gone)
    marks = (*_zone_marks(seen), *_building_marks(seen), *_objective_marks(seen), *recent_marks(seen, recent))
    size = (seen.table.width, seen.table.height)
    return Scene(
        size,
        table_ground(seen.table, TableGrid(size)),
        pieces,
        marks,
        _title(seen),
        legend(seen),
        alt_text.words(seen, recent),
        details=tuple(melee_details(seen, recent)),
    )


# what lies on it
def _zone_marks(seen: State) -> Iterator[Mark]:
    """CW 3.2: where units may be placed."""
    if seen.phase == DEPLOYMENT:
        for nth, (side, zone) in enumerate(seen.setup.deploy.items()):
            yield from outline_shape(seen, zone, "zone", side_colour(seen, side), "", nth)


def _building_marks(seen: State) -> Iterator[Mark]:
    """CW 10.2: shellings, and rubble."""
    for piece in seen.table.pieces:
        if piece.kind == "building" and not is_intact(seen, piece):
            yield from outline_shape(seen, piece.shape, "rubble")
        elif piece.kind == "building" and seen.game.buildings.get(piece.name):
            xs, top = [x for x, _ in piece.shape], max(y for _, y in piece.shape)
            yield Spot(
                on_picture(seen, ((min(xs) + max(xs)) / 2, top)),
                "pips",
                f"{seen.game.buildings[piece.name]}/{shellings_to_destroy(piece)}",
            )


def _objective_marks(seen: State) -> Iterator[Mark]:
    """CW 11.3: objectives with what they are worth, in the colour of who holds them."""
    strips = [footprint(seen, unit) for unit in units_on_table(seen)] if seen.setup.objectives else []
    for goal, side in holders(seen).items():
        colour = side_colour(seen, side)
        if ring := _ring(seen.table, goal):
            yield Shape(ring, "objective", colour)
        yield Spot(on_picture(seen, _flag_point(seen, goal, strips)), "flag", str(goal.points), colour or "#ffffff")


@lru_cache(maxsize=64)
def _ring(table: Tabletop, goal: Objective) -> Points:
    """The circle within which an objective is held, on the picture; () if all of it is outside."""
    return outline_on_picture(table, circle_outline((goal.at[0], goal.at[1]), goal.radius))


def _flag_point(seen: State, goal: Objective, strips: Sequence[Box]) -> Point:
    """Where on its ring an objective's flag stands: at the top, or wherever it is farthest from under a strip."""
    size = max(seen.table.width / FLAGS, 1.0)
    for way in (0, 45, 315, 90, 270, 135, 225, 180):
        x, y = at = point_along(goal.at, unit_vector(way), goal.radius)
        cloth = Box((x + 0.4 * size, y + 0.5 * size), 0.0, 0.4 * size, 0.5 * size)
        covered = any(_near(cloth, body) and round(box_gap(cloth, body), 2) < CLEAR for body in strips)
        if not covered and _on_table(seen, cloth):
            return at
    return point_along(goal.at, unit_vector(0), goal.radius)


def _near(one: Box, other: Box) -> bool:
    """Whether they may be less than CLEAR apart."""
    reach = one.across + one.along + other.across + other.along + 2 * CLEAR
    return abs(one.at[0] - other.at[0]) < reach and abs(one.at[1] - other.at[1]) < reach


def _on_table(seen: State, body: Box) -> bool:
    return all(0 <= x <= seen.table.width and 0 <= y <= seen.table.height for x, y in box_corners(body))


# how it stands
def _title(seen: State) -> Title:
    waiting = () if seen.phase == OVER else sides_to_act(seen)
    return Title(
        seen.name or "ACW Regiments",
        title_line(seen),
        tuple(
            SideNote(
                nth,
                side.colour,
                side.name,
                tuple(_side_facts(seen, side.id)),
                side.id in waiting,
                is_broken(seen, side.id),
            )
            for nth, side in enumerate(seen.sides)
        ),
    )


def title_line(seen: State) -> str:
    """``Turn 4 · first player's movement``"""
    if seen.phase == OVER:
        result = drawn_or_won_by(side_name(seen, seen.winner))
        return f"Turn {seen.turn} · the game is {result}"
    words = PHASE_TITLES[seen.phase]
    return f"Turn {seen.turn} · {words}" if seen.turn else words[:1].upper() + words[1:]


def _side_facts(seen: State, side: str) -> Iterator[str]:
    """CW 3.3, 3.4, 11.2, 11.3: activations left, bases and leaders lost, objectives held, points."""
    game = seen.game
    if game.order and seen.phase not in (DEPLOYMENT, OVER):
        yield f"{'1st' if game.order[0] == side else '2nd'} player"
    if seen.active == side:
        yield f"{game.activations} of {counted(game.rolled, 'activation')} left"
    yield f"{counted(game.lost.get(side, 0), 'base')} lost, breaks at {seen.setup.breaks[side]}"
    if lost := game.leaders_lost.get(side, 0):
        yield f"{counted(lost, 'leader')} lost"
    if seen.setup.objectives:
        held = [goal.name for goal, held_by in holders(seen).items() if held_by == side]
        yield f"holds {', '.join(held)}" if held else "holds nothing"
        yield counted(score(seen, side), "point")


__all__ = ["scene", "title_line"]
