"""Joint outlines: circles around several models, and how far each model can move."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import dist

from maps.geometry.plane import Point, point_along, unit_vector
from maps.scene.scene import Mark, Trail
from maps.scene.tabletop_layout import on_picture

from ..rules.board.bases import PlacedModel, enemy_models
from ..rules.board.geometry import diameter, hundredths, is_on_table, point_to_spot, spot_to_point
from ..rules.board.terrain import path_cost
from ..rules.movement.movement import passes_too_near
from ..state.position import Model, Spot, State, Unit, unit_type

STEP_DEGREES = 3
"""Degrees between two points of an outline."""
LEAST_TEXT_POINTS = 6
"""The fewest points of an outline that is long enough for text."""
Inside = Callable[[Point], bool]


def circle_outlines(
    seen: State, centres: Sequence[Spot], radius: float, mark: str, colour: str, text: str = ""
) -> Iterator[Mark]:
    """The outline of all places on the table at most ``radius`` inches from one of the centres."""
    middles = [spot_to_point(at) for at in dict.fromkeys(centres)]
    outlines = [
        [point_along(middle, unit_vector(way), radius) for way in range(0, 361, STEP_DEGREES)] for middle in middles
    ]
    yield from _outline_marks(
        seen, outlines, [partial(_is_inside_circle, middle, radius) for middle in middles], mark, colour, text
    )


def _is_inside_circle(middle: Point, radius: float, point: Point) -> bool:
    return dist(middle, point) < radius - 0.01


def reach_outlines(seen: State, unit: Unit, mark: str, colour: str, text: str = "") -> Iterator[Mark]:
    """ZC 6.1 to 6.3: the outline of all places to which a model of the unit can go straight."""
    met = [_enemies_in_reach(seen, unit, model) for model in unit.models]
    outlines = [
        [
            point_along(
                spot_to_point(model.at), unit_vector(way % 360), _reach_on_bearing(seen, unit, model, near, way % 360)
            )
            for way in range(0, 361, STEP_DEGREES)
        ]
        for model, near in zip(unit.models, met, strict=True)
    ]
    insides = [partial(_is_reachable, seen, unit, model, near) for model, near in zip(unit.models, met, strict=True)]
    yield from _outline_marks(seen, outlines, insides, mark, colour, text)


def _enemies_in_reach(seen: State, unit: Unit, model: Model) -> tuple[PlacedModel, ...]:
    """The enemies that a model could meet within its move."""
    far = hundredths(unit_type(seen, unit).move) + diameter(seen, unit)
    return tuple(body for body in enemy_models(seen, unit.side) if dist(model.at, body.at) <= far + body.diameter)


def _is_reachable(seen: State, unit: Unit, model: Model, near: tuple[PlacedModel, ...], point: Point) -> bool:
    """Whether a model could go a little farther than this point."""
    x, y = spot_to_point(model.at)
    far = dist((x, y), point) or 1.0
    return _can_go(
        seen,
        unit,
        model,
        near,
        point_to_spot((point[0] + (point[0] - x) / far * 0.03, point[1] + (point[1] - y) / far * 0.03)),
    )


def _reach_on_bearing(seen: State, unit: Unit, model: Model, near: tuple[PlacedModel, ...], way: float) -> float:
    """How many inches a model can go straight on a bearing."""
    low, high = 0, hundredths(unit_type(seen, unit).move)
    while low < high:
        half = (low + high + 1) // 2
        goes = _can_go(
            seen, unit, model, near, point_to_spot(point_along(spot_to_point(model.at), unit_vector(way), half / 100))
        )
        low, high = (half, high) if goes else (low, half - 1)
    return low / 100


def _can_go(seen: State, unit: Unit, model: Model, near: tuple[PlacedModel, ...], to: Spot) -> bool:
    width = diameter(seen, unit)
    return (
        is_on_table(seen.table, to, width)
        and path_cost(seen, unit, (model.at, to)) <= hundredths(unit_type(seen, unit).move)
        and not any(passes_too_near(model.at, to, body.at, width + body.diameter) for body in near)
    )


def _outline_marks(
    seen: State, outlines: Sequence[Sequence[Point]], insides: Sequence[Inside], mark: str, colour: str, text: str
) -> Iterator[Mark]:
    """The parts of each outline on the table that are inside no other; the longest part carries the text."""
    runs = [
        run
        for nth, points in enumerate(outlines)
        for run in _free_runs(seen, points, [*insides[:nth], *insides[nth + 1 :]])
    ]
    longest = max(runs, key=len, default=())
    for run in runs:
        points = tuple(dict.fromkeys(on_picture(seen, point) for point in run))
        if len(points) > 1:
            yield Trail(points, mark, colour, text if run is longest and len(run) >= LEAST_TEXT_POINTS else "")


def _free_runs(seen: State, points: Sequence[Point], others: Sequence[Inside]) -> Iterator[list[Point]]:
    """Runs of neighbouring points, with the end points where they enter another outline or leave the table."""

    def free(point: Point) -> bool:
        return (
            0 <= point[0] <= seen.table.width
            and 0 <= point[1] <= seen.table.height
            and not any(inside(point) for inside in others)
        )

    run, clear, before = list[Point](), False, points[0]
    for point in points:
        if (now := free(point)) != clear and point is not before:
            run.append(_border_point(free, *((point, before) if now else (before, point))))
        if now:
            run.append(point)
        elif run:
            yield run
            run = []
        clear, before = now, point
    if run:
        yield run


def _border_point(free: Inside, inner: Point, outer: Point) -> Point:
    """The last free point, approximately, between a free point and one that is not."""
    for _ in range(6):
        half = (inner[0] + outer[0]) / 2, (inner[1] + outer[1]) / 2
        inner, outer = (half, outer) if free(half) else (inner, half)
    return inner
