"""The drawings in the ACW rulebook, made by the renderer itself.

``PYTHONPATH=. python tests/systems/acw/support/rulebook_drawings.py`` writes them into docs.
"""

from collections.abc import Iterator, Mapping
from math import cos, radians, sin
from pathlib import Path

from maps.drawing import draw
from maps.drawing.units.base_strips import corners
from maps.geometry.plane import Point
from maps.scene.scene import GroundPart, Mark, Scene, SideNote, Spot, Strip, TableArea, TableGrid, Title, Trail

DOCS = Path(__file__).parents[4] / "docs"
BLUE, ORANGE = "#0072B2", "#D55E00"
NOTES = (SideNote(0, BLUE, "First side"), SideNote(1, ORANGE, "Second side"))


def strip(key: str, side: int, at: Point, facing: float, bases: int, *status: str, arm: str = "infantry") -> Strip:
    return Strip(at, key, side, (BLUE, ORANGE)[side], facing, bases, (arm,), str(bases), status=status)


def scene(
    name: str, size: Point, pieces: tuple[Strip, ...], marks: tuple[Mark, ...], ground: tuple[GroundPart, ...] = ()
) -> Scene:
    return Scene(size, (TableGrid(size), *ground), pieces, marks, Title(name, "one square is a foot, one tick an inch"))


def footprint() -> Scene:
    """CW 1.6"""
    line, column = strip("line", 0, (4.5, 4), 0, 5), strip("column", 0, (11, 4), 0, 5, "column")
    turned = strip("turned", 1, (16.5, 3.6), 60, 4)
    marks = (
        Trail(((2, 5), (7, 5)), "sight", "", '5 bases: 5"'),
        Trail(((1.6, 3.75), (1.6, 4.25)), "sight", "", '0.5"'),
        Trail(((10.1, 2.75), (10.1, 5.25)), "sight", "", '2.5"'),
        Spot((4.5, 2.4), "remark", "facing 0: its front"),
        Spot((4.5, 4), "dot"),
        Spot((11, 4), "dot"),
        Spot((16.5, 3.6), "dot"),
        Spot((16.4, 6.9), "remark", "facing 60, even bases"),
        Spot((11, 6.2), "remark", "one behind the other"),
    )
    return scene("Footprints of a line and a column (CW 1.6)", (20, 8), (line, column, turned), marks)


def flank() -> Scene:
    """CW 2.7"""
    target = strip("C1", 1, (10, 8), 0, 5)
    attackers = (
        strip("U1", 0, (8, 2.6), 180, 4),
        strip("U2", 0, (16.5, 7.4), 290, 3),
        strip("U3", 0, (11.5, 13.2), 350, 4),
        strip("U4", 0, (3.6, 9.4), 80, 3),
    )
    words = (
        ("front", (12.6, 4.4)),
        ("right flank, +2", (16.2, 9.6)),
        ("rear, +3", (8, 11.6)),
        ("left flank, +2", (3.8, 6.6)),
    )
    return scene(
        "Front, flanks and rear of C1 (CW 2.7)",
        (20, 16),
        (target, *attackers),
        (*_rays(target), *(Spot(at, "remark", word) for word, at in words)),
    )


def _rays(target: Strip) -> Iterator[Mark]:
    """45-degree lines out of the corners: front right, rear right, rear left, front left."""
    for corner, turn in zip(corners(target), (45, 135, 225, 315), strict=True):
        way = radians(target.facing + turn)
        yield Trail((corner, (corner[0] + 5.4 * sin(way), corner[1] - 5.4 * cos(way))), "sight-blocked")


def crest() -> Scene:
    """CW 6.4"""
    hill = TableArea(((3, 6), (11, 3.2), (18, 5), (17, 10.5), (6, 11)), "hill", ((6, 7.6), (15, 7)))
    ours = (strip("U1", 0, (7, 13.5), 0, 5), strip("U2", 0, (13, 7.4), 4, 4))
    theirs = (strip("C1", 1, (8, 2), 180, 5), strip("C2", 1, (17, 1.8), 205, 3))
    marks = (
        Trail(((7, 13.5), (8, 2)), "sight-blocked", "", "crest between"),
        Trail(((13, 7.4), (8, 2)), "sight", "", "U2 touches it"),
        Trail(((7, 13.5), (13, 7.4)), "sight", "", "sees"),
        Trail(((13, 7.4), (17, 1.8)), "sight", "", "sees"),
    )
    return scene("Who sees whom over a crest (CW 6.4)", (20, 15), (*ours, *theirs), marks, (hill,))


FIGURES: Mapping[str, Scene] = {"acw-footprint": footprint(), "acw-flank": flank(), "acw-crest": crest()}

if __name__ == "__main__":
    for name, drawn in FIGURES.items():
        (DOCS / f"{name}.png").write_bytes(draw.draw(drawn))
