"""How each kind of trail looks: its width, arrow head, dashes, colour, and where its words stand."""

from collections.abc import Mapping
from typing import NamedTuple

from ..canvas import theme


class Stroke(NamedTuple):
    """How a kind of trail looks: width and arrow head in units, how far it keeps from its ends, dashed or not, over the pieces or under."""

    width: float
    head: float
    start: float
    end: float
    dashed: bool
    over: bool
    colour: str = ""
    """"" is the colour of the side."""
    aside: float = 0.0
    """How far to the right of the straight line: so that shots and counter-shots do not hide each other."""
    hollow: bool = False
    """White within."""
    plate: float = 0.36
    """Where along the way its text stands, from 0 to 1."""
    beside: float = 0.0
    """How far to the right of the way its text stands: between neighbours, the corner of a hex, where no piece lies."""
    size: float = 0.38
    """Of its text."""
    zigzag: float = 0.0
    """How far to either side it jumps."""


STROKES: Mapping[str, Stroke] = {
    "move": Stroke(0.15, 0.36, 0.0, 0.82, False, False),
    "advance": Stroke(0.15, 0.36, 0.0, 0.82, False, False),
    "attack": Stroke(0.26, 0.44, 0.57, 0.45, False, True, plate=0.42, beside=0.5),
    "attack-failed": Stroke(0.26, 0.44, 0.57, 0.45, False, True, hollow=True, plate=0.42, beside=0.5),
    "shot-hit": Stroke(0.075, 0.3, 0.6, 0.6, False, True, theme.SHOT, 0.15),
    "shot-miss": Stroke(0.075, 0.3, 0.6, 0.6, True, True, theme.SHOT, 0.15),
    "draft-move": Stroke(0.15, 0.4, 0.55, 0.62, True, True),
    "draft-shot": Stroke(0.09, 0.3, 0.6, 0.6, True, True),
    "draft-attack": Stroke(0.22, 0.46, 0.55, 0.5, True, True, plate=0.47, beside=0.5),
    "rally-made": Stroke(0.075, 0.3, 0.6, 0.6, False, True, theme.GOOD),
    "rally-failed": Stroke(0.075, 0.3, 0.6, 0.6, True, True, theme.GOOD),
    "draft-rally": Stroke(0.09, 0.3, 0.6, 0.6, True, True, theme.GOOD),
    "fire-hit": Stroke(0.09, 0.3, 0.5, 0.5, False, True, theme.SHOT, 0.14, plate=0.5, size=0.32),
    "fire-miss": Stroke(0.07, 0.28, 0.5, 0.5, True, True, theme.SHOT, 0.14, plate=0.5, size=0.32),
    "aimed": Stroke(0.1, 0.34, 0.3, 0.45, True, True),
    "indirect": Stroke(0.1, 0.36, 0.5, 0.2, True, True, theme.SHOT),
    "scatter": Stroke(0.09, 0.3, 0.3, 0.5, True, False),
    "watch": Stroke(0.2, 0.42, 0.5, 0.3, False, False, hollow=True),
    "rim": Stroke(0.15, 0.0, 0.0, 0.0, True, False),
    "risk": Stroke(0.05, 0.0, 0.45, 0.35, True, True, theme.BLOOD, plate=0.55, size=0.3),
    "draft-fire": Stroke(0.09, 0.3, 0.5, 0.5, True, True, plate=0.5, beside=0.2, size=0.32),
    "draft-watch": Stroke(0.2, 0.42, 0.5, 0.3, True, True),
    "blocking-side": Stroke(0.2, 0.0, 0.0, 0.0, False, True, theme.BLOOD),
    "march": Stroke(0.09, 0.3, 0.0, 0.06, False, False, size=0.42),
    "draft-march": Stroke(0.1, 0.32, 0.0, 0.06, True, True, plate=0.62, size=0.42),
    "charge": Stroke(0.2, 0.46, 0.0, 0.0, False, False, size=0.42),
    "charge-short": Stroke(0.2, 0.46, 0.0, 0.0, False, False, hollow=True, size=0.42),
    "draft-charge": Stroke(0.16, 0.44, 0.0, 0.0, True, True, size=0.46, plate=0.5),
    "retreat": Stroke(0.13, 0.4, 0.0, 0.06, True, False, size=0.42),
    "pursuit": Stroke(0.11, 0.34, 0.0, 0.06, False, False, size=0.42),
    "gunfire": Stroke(0.07, 0.26, 0.3, 0.25, False, True, theme.SHOT, size=0.42),
    "draft-gunfire": Stroke(0.07, 0.26, 0.3, 0.25, True, True, theme.SHOT, size=0.42),
    "melee": Stroke(0.1, 0.0, 0.0, 0.0, False, True, theme.BLOOD, plate=0.5, size=0.46, zigzag=0.2),
    "stride": Stroke(0.06, 0.26, 0.0, 0.01, False, False, size=0.42),
    "went-back": Stroke(0.17, 0.42, 0.0, 0.01, False, False, "#8a8a86", size=0.42),
    "shot": Stroke(0.06, 0.26, 0.0, 0.0, False, False, size=0.44, plate=0.5),
    "shot-wide": Stroke(0.05, 0.24, 0.0, 0.0, True, False, size=0.44, plate=0.5),
    "blow": Stroke(0.11, 0.3, 0.0, 0.0, False, False, theme.BLOOD, size=0.44, plate=0.5),
    "blow-wide": Stroke(0.08, 0.28, 0.0, 0.0, True, False, theme.BLOOD, size=0.44, plate=0.5),
    "draft-stride": Stroke(0.08, 0.3, 0.0, 0.0, True, True, size=0.42, plate=0.62),
    "draft-stride-far": Stroke(0.1, 0.32, 0.0, 0.0, True, True, theme.BLOOD, size=0.42, plate=0.62),
    "draft-aim": Stroke(0.06, 0.26, 0.0, 0.0, True, True, theme.SHOT, size=0.42, plate=0.5),
    "stretch-sparse": Stroke(0.2, 0.0, 0.0, 0.0, False, True, "#3f7a1f", size=0.42, plate=0.5),
    "stretch-dense": Stroke(0.2, 0.0, 0.0, 0.0, False, True, "#3d3d40", size=0.42, plate=0.5),
    "forbidden": Stroke(0.07, 0.0, 0.0, 0.0, True, False, theme.BLOOD, size=0.42, plate=0.5),
    "rim-reach": Stroke(0.16, 0.0, 0.0, 0.0, False, False, size=0.42, plate=0.5),
    "rim-close": Stroke(0.07, 0.0, 0.0, 0.0, False, False, theme.BLOOD, size=0.42, plate=0.5),
    "rim-half": Stroke(0.05, 0.0, 0.0, 0.0, True, False, theme.SHOT, size=0.42, plate=0.5),
    "rim-range": Stroke(0.08, 0.0, 0.0, 0.0, True, False, theme.SHOT, size=0.42, plate=0.5),
    "landing": Stroke(0.11, 0.38, 0.0, 0.0, True, False, size=0.42),
    "draft-sortie": Stroke(0.1, 0.36, 0.0, 0.0, True, False, size=0.42, plate=0.5),
    "sight": Stroke(0.07, 0.0, 0.0, 0.0, False, True, theme.GOOD),
    "sight-blocked": Stroke(0.07, 0.0, 0.0, 0.0, True, True, theme.BLOOD),
}
PLAIN = Stroke(0.08, 0.0, 0.0, 0.0, True, True)
"""A trail of a kind nobody has drawn yet."""


def stroke(kind: str) -> Stroke:
    """How a kind of trail looks."""
    return STROKES.get(kind, PLAIN)
