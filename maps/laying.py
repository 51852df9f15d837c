"""Small pictures laid on a large one."""
from collections.abc import Callable, Hashable
from typing import NamedTuple

from PIL import Image

from .pen import Sprite
from .plane import Point


class Laid(NamedTuple):
    """A small picture at its place, and what it depends on: the same ``what`` at the same place looks the same."""

    what: Hashable
    image: Image.Image
    x: int
    y: int


Put = Callable[[Point, Hashable, Sprite], Laid]
"""A picture laid where its point of the board is."""
