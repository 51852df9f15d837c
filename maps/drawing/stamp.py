"""What says of a picture that it is none of the game: a band under the title, and a frame around everything."""

from .canvas import theme
from .canvas.pen import Pen

BAND, FRAME = 1.9, 0.3
"""Height of the band and width of the frame, in ems."""


def draw_stamp(pen: Pen, top: float, words: str) -> None:
    """The band so many ems below the upper edge, and the frame.  The pen's unit is the em."""
    width, height = (side / pen.scale for side in pen.image.size)
    draw_band(pen, top, words)
    half = FRAME / 2
    corners = [(half, half), (width - half, half), (width - half, height - half), (half, height - half), (half, 0)]
    pen.line(corners, theme.BLOOD, FRAME, "flat")


def draw_band(pen: Pen, top: float, words: str) -> None:
    """White words in the middle of a band as wide as the picture."""
    width = pen.image.width / pen.scale
    pen.rounded_box((0, top), (width, BAND), theme.BLOOD)
    size = pen.fitting_size(words, 1.2, width - 2, "-Bold")
    pen.text((width / 2, top + BAND / 2), words, size, "#ffffff", weight="-Bold")
