"""What lies on a map of areas, in the order in which it is laid: lands under the marks; leads, locks, names and units over them."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import dist

from ..geometry.rectangles import Rect, nearest
from ..scene.area_units import Land, Lock, Name, Pile, Rule, Token, Words, bare
from .canvas.pen import Laid, Put
from .ground import area_ground
from .labels import area_captions
from .units import badges


def under(tokens: Sequence[Token], scale: float, put: Put) -> Iterator[Laid]:
    """Lands, and the casualty line; ``scale`` pixels are a board unit."""
    for token in tokens:
        if isinstance(token, Land):
            yield put(token.at, token, area_ground.land(token, scale))
        elif isinstance(token, Rule):
            yield put(token.ends[0], token, area_captions.rule(token, scale))


def over(tokens: Sequence[Token], scale: float, put: Put) -> Iterator[Laid]:
    """Leads first, so that they cover nothing."""
    for token in tokens:
        if isinstance(token, Pile | Name) and token.lead:
            boxes = badges.row_boxes(token) if isinstance(token, Pile) and token.rows else iter((_box(token),))
            begin = min((nearest(box, token.lead) for box in boxes), key=partial(dist, token.lead))
            way = (round(token.lead[0] - begin[0], 3), round(token.lead[1] - begin[1], 3))
            yield put(begin, ("lead", way), area_captions.lead(way, token.size, scale))
    for token in tokens:
        match token:
            case Lock(at=at, size=size, shut=shut):
                yield put(at, ("lock", shut, size), area_captions.lock(shut, size, scale))
            case Name(at=at):
                look = bare(token)
                yield put(at, look, area_captions.name(look, scale))
            case Words(at=at):
                said = bare(token)
                yield put(at, said, area_captions.words(said, scale))
            case Pile(at=at, size=size, rows=rows, burst=burst):
                yield put(at, (rows, burst, size), badges.pile(rows, burst, size * scale))
            case _:
                pass


def _box(token: Pile | Name) -> Rect:
    return badges.box(token) if isinstance(token, Pile) else area_captions.box(token)
