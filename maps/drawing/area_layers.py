"""The layers of an area map in drawing order: lands under the marks; leader lines, strait signs, names and units over
them.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from math import dist

from ..geometry.rectangles import Rect, clip_polygon, clip_segment, nearest_point
from ..scene.area_units import (
    AreaName,
    AreaPiece,
    AreaRegion,
    Caption,
    CasualtyLine,
    EdgeSign,
    FarLink,
    OwnedLand,
    Pile,
    StraitSign,
    without_place,
)
from ..scene.scene import GroundPart
from .canvas.pen import PlacedSprite, PlaceSprite
from .ground import area_ground
from .labels import area_captions
from .labels.label_raster import square
from .units import badges

BOLD = 1.5
"""How much thicker the lead of units that fight is than others."""
KNOB = 0.2 * BOLD
"""Half of what the end of a lead takes, in heights of what it leads to."""
CUT = 0.04
"""How far outside a part of the board lands are cut off, in its longer side."""


def layers_under_marks(tokens: Sequence[AreaPiece], scale: float, put: PlaceSprite) -> Iterator[PlacedSprite]:
    """Lands, links between them, and the casualty line; ``scale`` pixels are a board unit."""
    for token in tokens:
        if isinstance(token, OwnedLand):
            yield put(token.at, token, area_ground.land(token, scale))
        elif isinstance(token, CasualtyLine):
            yield put(token.ends[0], token, area_captions.casualty_line(token, scale))
        elif isinstance(token, FarLink):
            (ax, ay), (bx, by) = token.ends
            yield put(token.ends[0], token, area_captions.far_link((bx - ax, by - ay), scale))


def layers_over_marks(tokens: Sequence[AreaPiece], scale: float, put: PlaceSprite) -> Iterator[PlacedSprite]:
    """Leader lines first, so that they cover nothing."""
    for token in tokens:
        if isinstance(token, Pile | AreaName) and token.lead:
            boxes = badges.row_boxes(token) if isinstance(token, Pile) and token.rows else iter((_box(token),))
            begin = min((nearest_point(box, token.lead) for box in boxes), key=partial(dist, token.lead))
            way = (round(token.lead[0] - begin[0], 3), round(token.lead[1] - begin[1], 3))
            thick = token.size * (BOLD if isinstance(token, Pile) and token.burst else 1.0)
            yield put(begin, ("lead", way, thick), area_captions.leader_line(way, thick, scale))
    for token in tokens:
        match token:
            case StraitSign(at=at, size=size, shut=shut):
                yield put(at, ("lock", shut, size), area_captions.strait_sign(shut, size, scale))
            case EdgeSign(at=at):
                plain = without_place(token)
                yield put(at, plain, area_captions.edge_sign(plain, scale))
            case AreaName(at=at):
                look = without_place(token)
                yield put(at, look, area_captions.name(look, scale))
            case Caption(at=at):
                said = without_place(token)
                yield put(at, said, area_captions.caption(said, scale))
            case Pile(at=at, size=size, rows=rows, burst=burst, burst_at=burst_at):
                yield put(at, (rows, burst, burst_at, size), badges.pile(rows, burst, burst_at, size * scale))
            case _:
                pass


def _box(token: Pile | AreaName) -> Rect:
    return badges.box(token) if isinstance(token, Pile) else area_captions.box(token)


def pieces_within(tokens: Sequence[AreaPiece], window: Rect) -> Iterator[AreaPiece]:
    """What can be seen in a part of the board; of lands only as much; no name, sign or pile that its edge would cut,
    and of each area its name and its units or neither.
    """
    around, cut = _wider(window), _cut_areas(tokens, window)
    for token in tokens:
        match token:
            case OwnedLand(shape=shape):
                if inside := clip_polygon(shape, around):
                    yield OwnedLand(inside, token.side, token.colour, token.taken)
                continue
            case CasualtyLine(ends=ends) | FarLink(ends=ends):
                seen = clip_segment(*ends, window) is not None
            case AreaName() | Pile():
                seen = token.area not in cut and _shows(window, token)
            case EdgeSign():
                seen = _holds(window, area_captions.edge_sign_box(token))
            case StraitSign(at=at, size=size):
                seen = _holds(window, square(at, size))
            case Caption(at=at):
                seen = _holds(window, (*at, *at))
        if seen:
            yield token


def _cut_areas(tokens: Sequence[AreaPiece], window: Rect) -> set[str]:
    """The areas whose name or units are not all in the window."""
    words = (token for token in tokens if isinstance(token, AreaName | Pile) and token.area)
    return {token.area for token in words if not _shows(window, token)}


def _shows(window: Rect, token: AreaName | Pile) -> bool:
    """Whether all of it is there, and the place that its lead shows."""
    return _holds(window, _box(token)) and (token.lead is None or _holds(window, square(token.lead, KNOB * token.size)))


def regions_within(ground: Sequence[GroundPart], window: Rect) -> Iterator[GroundPart]:
    """The ground that can be seen in a part of the board, if it is a map of areas; else all of it."""
    around = _wider(window)
    for part in ground:
        if not isinstance(part, AreaRegion):
            yield part
        elif inside := clip_polygon(part.shape, around):
            yield AreaRegion(part.id, inside, part.kind)


def sides_of(tokens: Sequence[AreaPiece]) -> set[int]:
    """The sides that hold a land or have units among these."""
    held = {token.side for token in tokens if isinstance(token, OwnedLand)}
    return held | {row.side for token in tokens if isinstance(token, Pile) for row in token.rows}


def _wider(window: Rect) -> Rect:
    """The window and a little around it, so that no border is drawn along its edges."""
    left, top, right, bottom = window
    room = CUT * max(right - left, bottom - top)
    return left - room, top - room, right + room, bottom + room


def _holds(window: Rect, box: Rect) -> bool:
    return window[0] <= box[0] and window[1] <= box[1] and box[2] <= window[2] and box[3] <= window[3]
