"""The title over a map in parts that are kept: from one turn to the next only some of them change."""

from collections.abc import Callable, Hashable, Iterator
from functools import cache

from PIL import Image, ImageChops

from ..scene.scene import SideNote, Title
from . import title_and_legend as strips
from .canvas import theme
from .canvas.memory import kept
from .canvas.pen import Pen, PlacedSprite, Sprite, cut

ABOVE = 0.3
"""How far Å and g reach above and below their line, in ems."""
_ANY = (255, 255, 255, 0)
"""A mask of what is not bare paper is the sum of so much of each colour by which it differs from paper."""


def title_layers(title: Title, width: int, em: float) -> Iterator[PlacedSprite]:
    """Game, moment and sides, on the paper above the board of a picture so many pixels wide."""
    yield _placed(("game", title.game), _game(title.game, width, em))
    yield _placed(("moment", title.moment), _moment(title.moment, width, em))
    for nth, note in enumerate(title.notes):
        side = SideNote(note.side, note.colour, note.name, active=note.active)
        facts = SideNote(0, "", note.name, note.facts, broken=note.broken)
        yield _placed(("side", nth, side), _side(side, nth, width, em))
        yield _placed(("facts", nth, facts), _facts(facts, nth, width, em))


def _placed(what: Hashable, part: Sprite) -> PlacedSprite:
    return PlacedSprite(what, part.image, *part.offset)


@kept
def _game(game: str, width: int, em: float) -> Sprite:
    return _words(0, width, em, lambda pen: strips.draw_game(pen, width / em, game))


@kept
def _moment(moment: str, width: int, em: float) -> Sprite:
    return _words(0, width, em, lambda pen: strips.draw_moment(pen, width / em, moment))


@kept
def _side(note: SideNote, nth: int, width: int, em: float) -> Sprite:
    return _line(1 + nth, width, em, lambda pen: strips.draw_side(pen, width / em, nth, note))


@kept
def _facts(note: SideNote, nth: int, width: int, em: float) -> Sprite:
    """They begin where the name of the side ends."""
    draw = _line if note.broken else _words
    return draw(1 + nth, width, em, lambda pen: strips.draw_facts(pen, width / em, nth, note))


def _line(nth: int, width: int, em: float, paint: Callable[[Pen], None]) -> Sprite:
    """What is painted in that line of the strip; transparent where paper stays bare, so that lines may overlap."""
    top, bottom = _rows(nth, em)
    paper = Image.new("RGB", (width, bottom - top), theme.PAPER)
    paint(Pen(image := paper.copy(), em, (0, -top)))
    box = ImageChops.difference(image, paper).getbbox() or (0, 0, 1, 1)
    written = image.crop(box)
    written.putalpha(ImageChops.difference(written, paper.crop(box)).convert("L", _ANY))
    return Sprite(written, (box[0], top + box[1]))


def _words(nth: int, width: int, em: float, paint: Callable[[Pen], None]) -> Sprite:
    """The same of words in ink alone: drawn as how much of each pixel ink covers, which is a quarter of the bytes."""
    top, bottom = _rows(nth, em)
    cover = Image.new("L", (width, bottom - top), 0)
    paint(Pen(cover, em, (0, -top), {theme.INK: (255,)}.__getitem__))
    written, corner = cut(cover, (0, top))
    written.putpalette(_ink_on_paper(), "RGBA")
    return Sprite(written.convert("RGBA"), corner)


def _rows(nth: int, em: float) -> tuple[int, int]:
    """The first row of pixels of that line, and the first below it."""
    top, bottom = (round((0.4 + strips.ROW * (nth + line) + more) * em) for line, more in ((0, -ABOVE), (1, ABOVE)))
    return top, bottom


@cache
def _ink_on_paper() -> bytes:
    """The colour of paper of which ink covers 0 to 255 parts; what looks like bare paper is transparent."""
    paper = Image.new("RGB", (256, 1), theme.PAPER)
    covers = Image.new("L", (256, 1))
    covers.putdata(range(256))
    image = paper.copy()
    image.paste(theme.INK, (0, 0), covers)
    image.putalpha(ImageChops.difference(image, paper).convert("L", _ANY))
    return image.tobytes()
