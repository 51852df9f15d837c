"""Sides can be told apart without colour, in every system: by dark and light faces of pieces, or by a pattern."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from engine.scenarios import reader
from maps.drawing.canvas import theme
from maps.drawing.canvas.pen import Sprite
from maps.drawing.units import badges, base_strips, counters, discs
from maps.scene.area_units import Badge, BadgeRow
from maps.scene.scene import Counter, Strip
from tests.support import random_games

RATIO = 2.5
"""The least contrast in grey between the faces of two sides that follow each other in the list."""
GREY = "#8c8c8c"
COLOURS = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


def piece(system: str, side: int, colour: str) -> Sprite:
    """A piece without letters of a side."""
    match system:
        case "miniwars":
            return counters.counter(Counter((0, 0), "", side, colour), 60)
        case "forumini":
            return counters.counter(Counter((0, 0), "", side, colour, pictogram="tank"), 60)
        case "acw":
            return base_strips.body(Strip((0, 0), "", side, colour, 0, 3, ("infantry",)), 40)
        case "zones":
            return discs.body(discs.DiscStyle(discs.SAMPLES["moved"], "", side, colour, 1.5, False), 40)
        case _:
            return badges.pile((BadgeRow(side, colour, (Badge("tank", 3),)),), "", "beside", 40)


def on_paper(sprite: Sprite) -> Image.Image:
    """In grey."""
    paper = Image.new("RGB", sprite.image.size, theme.PAPER)
    paper.paste(sprite.image, (0, 0), sprite.image)
    return paper.convert("L")


@pytest.mark.parametrize("system", ["miniwars", "forumini", "acw", "zones", "baker"])
def test_pieces_of_two_sides_of_one_grey_look_different(system: str) -> None:
    one, other = (piece(system, side, GREY) for side in (0, 1))
    assert one.image.size == other.image.size
    apart = ImageChops.difference(on_paper(one), on_paper(other)).point([0] * 40 + [255] * 216)
    drawn = ImageStat.Stat(one.image.getchannel("A").point([0] + [255] * 255)).sum[0]
    assert ImageStat.Stat(apart).sum[0] > 0.04 * drawn


@given(COLOURS, COLOURS, st.integers(0, 3))
def test_faces_of_sides_that_follow_each_other_contrast(one: str, other: str, side: int) -> None:
    assert theme.contrast(theme.face(side, one), theme.face(side + 1, other)) >= RATIO
    assert theme.contrast(theme.face(side, one), theme.text_colour_on(theme.face(side, one))) >= 4.5


@pytest.mark.parametrize("pictogram", ["", "tank"])
def test_counters_of_shipped_scenarios_contrast_in_grey(pictogram: str) -> None:
    for scenario in (name for name, file in reader.shipped().items() if file.parent.name in ("miniwars", "forumini")):
        colours = [side.colour for side in random_games.written(scenario).sides.values()]
        greys = [face_grey(Counter((0, 0), "", nth, it, pictogram=pictogram)) for nth, it in enumerate(colours)]
        assert all(theme.contrast(one, other) >= RATIO for one, other in pairwise(greys)), scenario


def face_grey(look: Counter) -> str:
    """The grey of its face over its middle, where no sign is."""
    sprite = counters.counter(look, 60)
    return "#" + 3 * f"{on_paper(sprite).getpixel((-sprite.offset[0], -sprite.offset[1] - 17)):02x}"
