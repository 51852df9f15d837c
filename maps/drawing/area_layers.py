"""The layers of an area map in drawing order: lands under the marks; leader lines, strait signs, names and units over
them.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from math import dist

from ..geometry.rectangles import Rect, nearest_point
from ..scene.area_units import AreaName, AreaPiece, Caption, CasualtyLine, OwnedLand, Pile, StraitSign, without_place
from .canvas.pen import PlacedSprite, PlaceSprite
from .ground import area_ground
from .labels import area_captions
from .units import badges


def layers_under_marks(tokens: Sequence[AreaPiece], scale: float, put: PlaceSprite) -> Iterator[PlacedSprite]:
    """Lands, and the casualty line; ``scale`` pixels are a board unit."""
    for token in tokens:
        if isinstance(token, OwnedLand):
            yield put(token.at, token, area_ground.land(token, scale))
        elif isinstance(token, CasualtyLine):
            yield put(token.ends[0], token, area_captions.casualty_line(token, scale))


def layers_over_marks(tokens: Sequence[AreaPiece], scale: float, put: PlaceSprite) -> Iterator[PlacedSprite]:
    """Leader lines first, so that they cover nothing."""
    for token in tokens:
        if isinstance(token, Pile | AreaName) and token.lead:
            boxes = badges.row_boxes(token) if isinstance(token, Pile) and token.rows else iter((_box(token),))
            begin = min((nearest_point(box, token.lead) for box in boxes), key=partial(dist, token.lead))
            way = (round(token.lead[0] - begin[0], 3), round(token.lead[1] - begin[1], 3))
            yield put(begin, ("lead", way), area_captions.leader_line(way, token.size, scale))
    for token in tokens:
        match token:
            case StraitSign(at=at, size=size, shut=shut):
                yield put(at, ("lock", shut, size), area_captions.strait_sign(shut, size, scale))
            case AreaName(at=at):
                look = without_place(token)
                yield put(at, look, area_captions.name(look, scale))
            case Caption(at=at):
                said = without_place(token)
                yield put(at, said, area_captions.caption(said, scale))
            case Pile(at=at, size=size, rows=rows, burst=burst):
                yield put(at, (rows, burst, size), badges.pile(rows, burst, size * scale))
            case _:
                pass


def _box(token: Pile | AreaName) -> Rect:
    return badges.box(token) if isinstance(token, Pile) else area_captions.box(token)
