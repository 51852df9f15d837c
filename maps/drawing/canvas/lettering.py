"""Faces that keep the words they drew: from one picture to the next most words of a title and of plates are the same.

The basic layout of Pillow puts every letter on whole pixels, so that a line is the masks of its words side by side, and
a word has one of a few masks wherever it begins.
"""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageFont

KEPT_LETTERS = 24
"""The longest words whose masks are kept."""
PIXEL = 64
"""Parts of a pixel in which a face measures."""
_FONTS = {weight: Path(__file__).parents[2] / "fonts" / f"DejaVuSansCondensed{weight}.ttf" for weight in ("", "-Bold")}


class _Mask(NamedTuple):
    """Letters as Pillow draws them, and how far right of and below their point the left upper corner lies."""

    letters: Any
    offset: tuple[int, int]


class _Face(ImageFont.FreeTypeFont):
    def getmask2(  # type: ignore[override]
        self,
        text: str,
        mode: str = "",
        direction: str | None = None,
        features: list[str] | None = None,
        language: str | None = None,
        stroke_width: float = 0,
        anchor: str | None = None,
        ink: int = 0,
        start: tuple[float, float] | None = None,
        **how: Any,
    ) -> tuple[Any, tuple[int, int]]:
        """As Pillow's, but for empty columns and rows at the edges: words are looked up if they were drawn before."""
        right, down = start or (0.0, 0.0)
        level, words = (anchor or "la")[1], [text] if stroke_width else text.split(" ")
        if mode != "L" or min(right, down) < 0 or level not in "ams" or max(map(len, words)) > KEPT_LETTERS:
            return super().getmask2(text, mode, direction, features, language, stroke_width, anchor, ink, start, **how)
        begin = int(right * PIXEL + 0.5) - PIXEL * _before_anchor(self, text, (anchor or "la")[0])
        masks = list(_word_masks(self, words, begin, (level, down * PIXEL >= PIXEL // 2 + 0.5, stroke_width)))
        return masks[0] if len(masks) == 1 else _side_by_side(masks)


def _before_anchor(face: ImageFont.FreeTypeFont, text: str, anchor: str) -> int:
    """How many pixels of the text are left of its point."""
    if anchor == "l":
        return 0
    length = int(text_length(face, text) * PIXEL)
    return ((length // 2 if anchor == "m" else length) + PIXEL // 2) // PIXEL


def _word_masks(face: _Face, words: list[str], begin: int, drawn: tuple[str, bool, float]) -> Iterator[_Mask]:
    """The masks of words, the first of which begins so many parts of a pixel right of the point of the text."""
    space = int(_word_length(face, " ") * PIXEL)
    for word in words:
        column, part = divmod(begin, PIXEL)
        part = part if _is_kerned(face, word) else part // (PIXEL // 2) * (PIXEL // 2)
        letters, (x, y) = _word_mask(face, word, part, *drawn)
        yield _Mask(letters, (column + x, y))
        begin += int(_word_length(face, word) * PIXEL) + space


def _side_by_side(masks: list[_Mask]) -> _Mask:
    """One mask of several; no letter reaches over a space to the next word."""
    left, top = (min(mask.offset[axis] for mask in masks) for axis in (0, 1))
    right = max(mask.offset[0] + mask.letters.size[0] for mask in masks)
    lower = max(mask.offset[1] + mask.letters.size[1] for mask in masks)
    line = Image.new("L", (right - left, lower - top)).im
    for letters, (x, y) in masks:
        (wide, high), x, y = letters.size, x - left, y - top
        line.paste(letters, (x, y, x + wide, y + high))
    return _Mask(line, (left, top))


@lru_cache(maxsize=1024)
def _word_mask(face: _Face, word: str, part: int, level: str, lower: bool, stroke: float) -> _Mask:
    """The mask of a word, about 3 kB: its letters are moved right by so many parts of a pixel before each goes to the
    nearest pixel; ``lower``: all of them go to the next row.
    """
    start = (part / PIXEL, 0.75 if lower else 0.0)
    return _Mask(
        *ImageFont.FreeTypeFont.getmask2(
            face, word, "L", stroke_width=stroke, anchor=f"l{level}", start=start, stroke_filled=True
        )
    )


@lru_cache(maxsize=1024)
def _is_kerned(face: _Face, word: str) -> bool:
    """Whether not all of its letters are whole pixels wide: Pillow moves them by parts of one where they are kerned."""
    return not all(face.getlength(word[:count]).is_integer() for count in range(2, len(word) + 1))


def text_length(face: ImageFont.FreeTypeFont, text: str) -> float:
    """How many pixels a text takes: that of its words and spaces, as no letter is kerned to a space."""
    words = text.split(" ")
    return sum([_word_length(face, word) for word in words]) + (len(words) - 1) * _word_length(face, " ")


@lru_cache(maxsize=4096)
def _word_length(face: ImageFont.FreeTypeFont, word: str) -> float:
    return face.getlength(word)


@lru_cache(maxsize=96)
def font_face(size: int, weight: str) -> ImageFont.FreeTypeFont:
    """A face of that many pixels; ``weight`` is "" or "-Bold".  Basic layout: the same on every machine."""
    return _Face(_FONTS[weight], max(4, size), layout_engine=ImageFont.Layout.BASIC)


def one_line(words: str) -> str:
    """Line ends and other blanks as single spaces, and no more letters than a picture has room for."""
    return " ".join(words[:400].split())
