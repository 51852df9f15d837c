"""The empty face of a playing piece: the shape of its side, dark or light by turns."""

from ...scene.scene import Counter
from ..canvas import theme
from ..canvas.pen import Pen

W, H = 0.5, 0.47
"""Half the width and height of a piece, in widths of a piece."""
RIM = 0.065
"""How wide the rim of a light piece is, which has the colour of its side."""


def paint_face(pen: Pen, look: Counter, outline: float = 0.045) -> None:
    """The face of a piece without anything on it, within an outline."""
    paint_shape(pen, look.side, outline, theme.INK)
    if look.side % 2:
        rim = theme.shades(look.colour).ghost if "ghost" in look.status else look.colour
        paint_shape(pen, look.side, 0.0, rim)
    paint_shape(pen, look.side, -RIM if look.side % 2 else 0.0, face_shades(look).face)


def face_shades(look: Counter) -> theme.Shades:
    """The colours on the face of a piece."""
    shades = theme.shades(theme.face(look.side, look.colour))
    return theme.shades(shades.ghost) if "ghost" in look.status else shades


def paint_shape(pen: Pen, side: int, grown: float, fill: str) -> None:
    """First side square, second round, third with cut corners, fourth pointed; ``grown`` widens it all round."""
    w, h = W + grown, H + grown
    match side % 4:
        case 0:
            pen.rounded_box((-w, -h), (2 * w, 2 * h), fill, 0.04)
        case 1:
            pen.rounded_box((-w, -h), (2 * w, 2 * h), fill, 0.3 + grown)
        case 2:
            c = 0.22
            pen.polygon(
                [(c - w, -h), (w - c, -h), (w, c - h), (w, h - c), (w - c, h), (c - w, h), (-w, h - c), (-w, c - h)],
                fill,
            )
        case _:
            pen.polygon([(-w, -h), (w, -h), (w, h - 0.2), (0, h + 0.1), (-w, h - 0.2)], fill)
