"""Text in lines: broken where a word ends, and slanted where letters should lean and no leaning face is at hand."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from PIL import Image, ImageDraw

from ...geometry.plane import Point
from .lettering import font_face, one_line
from .pen import Pen

LEAN = 0.2
"""How far to the right a letter leans for each unit of its height."""
MOST = 12
"""Lines of one text at most; what is left over ends in an ellipsis."""


class TextLine(NamedTuple):
    """``x`` from the column's edge; ``down`` to the next line."""

    words: str
    x: float
    size: float
    ink: str
    weight: str
    down: float
    slanted: bool = False


def wrap_text(words: str, size: float, room: float, weight: str = "") -> Iterator[str]:
    """Lines no wider than ``room``; a word that is wider is cut."""
    font, lines = font_face(round(size * 4), weight), [""]
    for word in one_line(words).split():
        for piece in _pieces(word, lambda text: font.getlength(text) / 4 <= room):
            longer = f"{lines[-1]} {piece}".strip()
            if font.getlength(longer) / 4 <= room:
                lines[-1] = longer
            else:
                lines.append(piece)
    if len(lines) > MOST:
        lines = [*lines[: MOST - 1], f"{lines[MOST - 1][:-1]}…"]
    yield from (line for line in lines if line)


def draw_slanted(pen: Pen, at: Point, line: TextLine) -> None:
    """The line leaning, its left end and middle at ``at``."""
    font, (x, y) = (
        font_face(round(line.size * pen.scale), line.weight),
        (at[0] * pen.scale + pen.origin[0], at[1] * pen.scale + pen.origin[1]),
    )
    high = round(line.size * pen.scale * 1.6)
    wide = round(font.getlength(line.words)) + high
    mask = Image.new("L", (wide, high), 0)
    ImageDraw.Draw(mask).text((high / 4, high / 2), line.words, 255, font, "lm")
    leaning = mask.transform(
        mask.size, Image.Transform.AFFINE, (1, LEAN, -LEAN * high / 2, 0, 1, 0), Image.Resampling.BICUBIC
    )
    pen.image.paste(line.ink, (round(x - high / 4), round(y - high / 2)), leaning)


def _pieces(word: str, fits: Callable[[str], bool]) -> Iterator[str]:
    while word and not fits(word):
        count = next((n for n in range(len(word) - 1, 0, -1) if fits(word[:n])), 1)
        yield word[:count]
        word = word[count:]
    if word:
        yield word
