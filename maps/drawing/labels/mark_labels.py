"""Finds places for what marks say on a board of hexes, and on a table of strips: over no id of a unit and no other
words; what is not beside its mark has a short lead to it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from math import cos, dist, pi, sin
from typing import NamedTuple

from PIL import Image

from ...geometry.plane import Point
from ...geometry.rectangles import Rect, clip_segment, nearest_point
from ...scene.scene import Mark, Scene, Shape, Spot, Trail
from ..canvas import theme
from ..canvas.memory import kept
from ..canvas.pen import Pen, PlacedSprite, PlaceSprite, Sprite, sprite
from ..layouts import Layout
from ..marks import marks, paths, tabletop_marks
from ..marks.trail_styles import trail_style
from . import area_captions, taken_by_pieces
from .label_placer import Choices, Label, Window, place
from .taken_space import TakenBox

WORDS, PIECE, NAME = 1e6, 0.25, 0.2
"""How much it matters that ids and other words, the rest of pieces, names of the ground stay free."""
SIZES = {"note": 0.3, "needs": 0.3, "roll-failed": 0.3, "reach": 0.38, "removed": 0.38, "remark": 0.44}
"""Spots with words on a plate, and how large its letters are."""
RIMS = {"reach": theme.GOOD, "roll-failed": theme.BLOOD}
SHARES = (0.5, 0.38, 0.62, 0.28, 0.72, 0.18, 0.82)
"""How far along a trail its words may be."""
NEAR = 0.3
"""How far from its mark a plate needs no lead, in units of marks."""
WAYS = tuple((cos(nth * pi / 6), sin(nth * pi / 6)) for nth in (3, 9, 0, 6, 2, 4, 8, 10, 1, 5, 7, 11))
STEPS = range(1, 13)
"""By how many steps words may move away from their mark."""
STEP, AWAY = 0.4, 0.08
"""How long a step is, and what speaks against each."""


class MarkText(NamedTuple):
    """The text of a mark on a plate: how large its letters are in units of marks, and the rim of its plate."""

    text: str
    size: float
    rim: str = ""


class PlacedWords(NamedTuple):
    """Words of a mark: the box that they take, and where a lead to their mark ends, if they need one; board units."""

    what: MarkText
    box: Rect
    lead: Point | None

    @property
    def at(self) -> Point:
        """Its middle."""
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2


# what marks say
def without_words(mark: Mark) -> Iterator[Mark]:
    """What is drawn of a mark beside its words."""
    match mark:
        case Spot(at, "removed", text, colour) if text:
            yield Spot(at, "removed", "", colour)
        case Spot(kind=kind, text=text) if text and kind in SIZES:
            pass
        case Trail(points, kind, colour, text) if text:
            yield Trail(points, kind, colour)
        case Shape(points, kind, colour, text, side) if text:
            yield Shape(points, kind, colour, "", side)
        case _:
            yield mark


def _words_of(mark: Mark) -> MarkText | None:
    match mark:
        case Spot(kind=kind, text=text) if text and kind in SIZES:
            return MarkText(text, SIZES[kind], RIMS.get(kind, ""))
        case Trail(kind=kind, text=text) if text:
            return MarkText(text, trail_style(kind).size)
        case Shape(kind=kind, text=text) if text:
            return MarkText(text, tabletop_marks.mark_style(kind).size)
        case _:
            return None


# pictures
def word_layers(scene: Scene, layout: Layout, window: Window, put: PlaceSprite) -> Iterator[PlacedSprite]:
    """All leads, then all plates."""
    placed = place_words(scene, layout, window)
    for words in placed:
        if words.lead:
            (x, y), (right, below) = nearest_point(words.box, words.lead), words.lead
            way = (round(right - x, 3), round(below - y, 3))
            thick = 0.5 * layout.sign / layout.scale
            yield put((x, y), ("lead", way), area_captions.leader_line(way, thick, layout.scale))
    for words in placed:
        yield put(words.at, words.what, _plate(words.what, layout.sign))


@kept
def _plate(what: MarkText, scale: float) -> Sprite:
    """Around (0, 0); ``scale``: pixels of a unit of marks."""
    across, along = _half_size(what, scale)
    return sprite((-across - 0.1, -along - 0.1, across + 0.1, along + 0.1), scale, 3, partial(_paint, what=what))


def _paint(pen: Pen, what: MarkText) -> None:
    marks.pill(pen, (0, 0), what.text, what.rim, what.size)
    if what.rim == RIMS["roll-failed"]:
        marks.small_cross(pen, (0, -0.42))


@lru_cache(maxsize=2048)
def _half_size(what: MarkText, scale: float) -> Point:
    """Half of what a plate measures, in units of marks."""
    grown, high = 0.1 if what.rim else 0.04, what.size * 0.63
    wide = Pen(Image.new("L", (1, 1)), scale).width(what.text, what.size, "-Bold")
    return max(high, wide / 2 + 0.1) + grown, (0.62 if what.rim == RIMS["roll-failed"] else high + grown)


# finding room
def place_words(scene: Scene, layout: Layout, window: Window) -> tuple[PlacedWords, ...]:
    """What the marks of a scene say, each where it hides least."""
    texts = [(mark, what) for mark in scene.marks if (what := _words_of(mark))]
    if not texts:
        return ()
    unit, ids = layout.sign / layout.scale, tuple(taken_by_pieces.id_boxes(scene, layout, window))
    wanted = [(("words", nth), _label(mark, what, unit, layout.sign, ids)) for nth, (mark, what) in enumerate(texts)]
    taken = tuple(_taken(scene, ids))
    found = place({("taken", ""): taken}, wanted, window, None).labels
    return tuple(
        _placed(mark, what, placed.box, unit)
        for (mark, what), placed in zip(texts, found.values(), strict=True)
        if placed.box
    )


def _taken(scene: Scene, ids: Iterable[Rect]) -> Iterator[TakenBox]:
    for boxes, weight in (
        (ids, WORDS),
        (taken_by_pieces.body_boxes(scene), PIECE),
        (taken_by_pieces.name_boxes(scene), NAME),
    ):
        for left, top, right, bottom in boxes:
            yield TakenBox(((left + right) / 2, (top + bottom) / 2), ((right - left) / 2, (bottom - top) / 2), weight)


def _label(mark: Mark, what: MarkText, unit: float, scale: float, ids: Sequence[Rect]) -> Label:
    across, along = _half_size(what, scale)
    half = across * unit, along * unit
    return Label(mark, what.text, half, partial(_choices, mark, half, unit, ids), weight=WORDS)


def _placed(mark: Mark, what: MarkText, box: TakenBox, unit: float) -> PlacedWords:
    (x, y), (across, along) = box.at, box.half
    rect = x - across, y - along, x + across, y + along
    away, home = min((dist(nearest_point(rect, at), at), at) for at in _homes(mark, unit))
    return PlacedWords(what, rect, home if away > NEAR * unit else None)


def _homes(mark: Mark, unit: float) -> Iterator[Point]:
    """The points that words may be beside to belong to a mark."""
    if isinstance(mark, Trail):
        path = _path(mark, unit)
        for (ax, ay), (bx, by) in pairwise(path):
            yield from ((ax + (bx - ax) * nth / 8, ay + (by - ay) * nth / 8) for nth in range(9))
    yield _first(mark, unit)


def _choices(mark: Mark, half: Point, unit: float, ids: Sequence[Rect]) -> Choices:
    """Where the mark has them, along it, beside it; then farther and farther away, first where no lead would run over
    an id.
    """
    x, y = first = _first(mark, unit)
    yield first, 0.0
    if isinstance(mark, Trail):
        path = _path(mark, unit)
        yield from ((paths.point_along(path, share), 0.05 + 0.1 * abs(share - 0.5)) for share in SHARES)
    crossing, others = list[Point](), [box for box in ids if nearest_point(box, first) != first]
    for step in STEPS:
        for dx, dy in WAYS:
            far = STEP * unit * step
            at = (x + dx * (far + 0.5 * half[0]), y + dy * far)
            if any(clip_segment(at, first, box) for box in others):
                crossing.append(at)
            else:
                yield at, AWAY * (step + 1)
    yield from ((at, AWAY * (STEPS[-1] + 2)) for at in crossing)


def _first(mark: Mark, unit: float) -> Point:
    match mark:
        case Spot(at=(x, y), kind="removed"):
            return x, y + 0.5 * unit
        case Trail(kind=kind):
            style = trail_style(kind)
            return paths.point_along(paths.shift_path(_path(mark, unit), style.beside * unit), style.plate)
        case _:
            return marks.anchor(mark)


def _path(trail: Trail, unit: float) -> list[Point]:
    """The trail as it is drawn."""
    style = trail_style(trail.kind)
    return paths.shift_path(paths.trim_path(trail.points, style.start * unit, style.end * unit), style.aside * unit)
