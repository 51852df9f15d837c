"""How each kind of trail looks: its width, arrow head, dashes, colour, and the place of its text."""

from collections.abc import Mapping
from typing import NamedTuple

from ..canvas import theme


class TrailStyle(NamedTuple):
    """How a kind of trail looks: width and arrow head in units, how far it keeps from its ends, dashed or not, over the
    pieces or under.
    """

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
    """Where along the trail its text is, from 0 to 1."""
    beside: float = 0.0
    """How far to the right of the trail its text is: between neighbours, the corner of a hex, where there is no piece.
    """
    size: float = 0.38
    """Of its text."""
    zigzag: float = 0.0
    """How far to either side it jumps."""


TRAIL_STYLES: Mapping[str, TrailStyle] = {
    "move": TrailStyle(0.15, 0.36, 0.0, 0.82, False, False),
    "advance": TrailStyle(0.15, 0.36, 0.0, 0.82, False, False),
    "attack": TrailStyle(0.26, 0.44, 0.57, 0.45, False, True, plate=0.42, beside=0.5),
    "attack-failed": TrailStyle(0.26, 0.44, 0.57, 0.45, False, True, hollow=True, plate=0.42, beside=0.5),
    "shot-hit": TrailStyle(0.075, 0.3, 0.6, 0.6, False, True, theme.SHOT, 0.15),
    "shot-miss": TrailStyle(0.075, 0.3, 0.6, 0.6, True, True, theme.SHOT, 0.15),
    "draft-move": TrailStyle(0.15, 0.4, 0.55, 0.62, True, True),
    "draft-shot": TrailStyle(0.09, 0.3, 0.6, 0.6, True, True),
    "draft-attack": TrailStyle(0.22, 0.46, 0.55, 0.5, True, True, plate=0.47, beside=0.5),
    "rally-made": TrailStyle(0.075, 0.3, 0.6, 0.6, False, True, theme.GOOD),
    "rally-failed": TrailStyle(0.075, 0.3, 0.6, 0.6, True, True, theme.GOOD),
    "draft-rally": TrailStyle(0.09, 0.3, 0.6, 0.6, True, True, theme.GOOD),
    "fire-hit": TrailStyle(0.09, 0.3, 0.5, 0.5, False, True, theme.SHOT, 0.14, plate=0.5, size=0.32),
    "fire-miss": TrailStyle(0.07, 0.28, 0.5, 0.5, True, True, theme.SHOT, 0.14, plate=0.5, size=0.32),
    "aimed": TrailStyle(0.1, 0.34, 0.3, 0.45, True, True),
    "indirect": TrailStyle(0.1, 0.36, 0.5, 0.2, True, True, theme.SHOT),
    "scatter": TrailStyle(0.09, 0.3, 0.3, 0.5, True, False),
    "watch": TrailStyle(0.2, 0.42, 0.5, 0.3, False, False, hollow=True),
    "risk": TrailStyle(0.05, 0.0, 0.45, 0.35, True, True, theme.BLOOD, plate=0.55, size=0.3),
    "draft-fire": TrailStyle(0.09, 0.3, 0.5, 0.5, True, True, plate=0.5, beside=0.2, size=0.32),
    "draft-watch": TrailStyle(0.2, 0.42, 0.5, 0.3, True, True),
    "blocking-side": TrailStyle(0.2, 0.0, 0.0, 0.0, False, True, theme.BLOOD),
    "march": TrailStyle(0.09, 0.3, 0.0, 0.06, False, False, size=0.42),
    "draft-march": TrailStyle(0.1, 0.32, 0.0, 0.06, True, True, plate=0.62, size=0.42),
    "charge": TrailStyle(0.2, 0.46, 0.0, 0.0, False, False, size=0.42),
    "charge-short": TrailStyle(0.2, 0.46, 0.0, 0.0, False, False, hollow=True, size=0.42),
    "draft-charge": TrailStyle(0.16, 0.44, 0.0, 0.0, True, True, size=0.46, plate=0.5),
    "retreat": TrailStyle(0.13, 0.4, 0.0, 0.06, True, False, size=0.42),
    "pursuit": TrailStyle(0.11, 0.34, 0.0, 0.06, False, False, size=0.42),
    "gunfire": TrailStyle(0.07, 0.26, 0.3, 0.25, False, True, theme.SHOT, size=0.42),
    "draft-gunfire": TrailStyle(0.07, 0.26, 0.3, 0.25, True, True, theme.SHOT, size=0.42),
    "melee": TrailStyle(0.1, 0.0, 0.0, 0.0, False, True, theme.BLOOD, plate=0.5, size=0.46, zigzag=0.2),
    "stride": TrailStyle(0.06, 0.26, 0.0, 0.01, False, False, size=0.42),
    "went-back": TrailStyle(0.17, 0.42, 0.0, 0.01, False, False, "#8a8a86", size=0.42),
    "shot": TrailStyle(0.06, 0.26, 0.0, 0.0, False, False, size=0.44, plate=0.5),
    "shot-wide": TrailStyle(0.05, 0.24, 0.0, 0.0, True, False, size=0.44, plate=0.5),
    "blow": TrailStyle(0.11, 0.3, 0.0, 0.0, False, False, theme.BLOOD, size=0.44, plate=0.5),
    "blow-wide": TrailStyle(0.08, 0.28, 0.0, 0.0, True, False, theme.BLOOD, size=0.44, plate=0.5),
    "draft-stride": TrailStyle(0.08, 0.3, 0.0, 0.0, True, True, size=0.42, plate=0.62),
    "draft-stride-far": TrailStyle(0.1, 0.32, 0.0, 0.0, True, True, theme.BLOOD, size=0.42, plate=0.62),
    "draft-aim": TrailStyle(0.06, 0.26, 0.0, 0.0, True, True, theme.SHOT, size=0.42, plate=0.5),
    "stretch-sparse": TrailStyle(0.2, 0.0, 0.0, 0.0, False, True, "#3f7a1f", size=0.42, plate=0.5),
    "stretch-dense": TrailStyle(0.2, 0.0, 0.0, 0.0, False, True, "#3d3d40", size=0.42, plate=0.5),
    "forbidden": TrailStyle(0.07, 0.0, 0.0, 0.0, True, False, theme.BLOOD, size=0.42, plate=0.5),
    "rim-reach": TrailStyle(0.16, 0.0, 0.0, 0.0, False, False, size=0.42, plate=0.5),
    "rim-close": TrailStyle(0.07, 0.0, 0.0, 0.0, False, False, theme.BLOOD, size=0.42, plate=0.5),
    "rim-half": TrailStyle(0.05, 0.0, 0.0, 0.0, True, False, theme.SHOT, size=0.42, plate=0.5),
    "rim-range": TrailStyle(0.08, 0.0, 0.0, 0.0, True, False, theme.SHOT, size=0.42, plate=0.5),
    "landing": TrailStyle(0.11, 0.38, 0.0, 0.0, True, False, size=0.42),
    "draft-sortie": TrailStyle(0.1, 0.36, 0.0, 0.0, True, False, size=0.42, plate=0.5),
    "sight": TrailStyle(0.07, 0.0, 0.0, 0.0, False, True, theme.GOOD),
    "sight-blocked": TrailStyle(0.07, 0.0, 0.0, 0.0, True, True, theme.BLOOD),
}
PLAIN = TrailStyle(0.08, 0.0, 0.0, 0.0, True, True)
"""A trail of an unknown kind."""


def trail_style(kind: str) -> TrailStyle:
    """How a kind of trail looks."""
    return TRAIL_STYLES.get(kind, PLAIN)
