"""The chart of luck: its bars are as long as what they show, its letters can be read on a phone."""

from io import BytesIO

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageColor

from maps.drawing import luck_chart
from maps.drawing.luck_chart import draw_luck_chart
from maps.scene.luck_chart import FaceBars, LuckBar, LuckChart
from tests.support.sampling import share

BLUE, RED = "#0072b2", "#d55e00"
CHART = LuckChart(
    "Luck: The Bridge",
    (FaceBars("d6: 60 dice", (5, 8, 9, 8, 10, 20), "As even as fair dice are"),),
    (LuckBar("The Reeve", BLUE, "successes", 10.0, 20.0), LuckBar("The Reivers", RED, "successes", 8.0, 4.0)),
    ("60 dice in 40 rolls.", "Rarest roll: W1 attacks M1 in turn 3: 1 in 46."),
)


def pixels(chart: LuckChart, colour: str) -> dict[int, int]:
    """The rows that hold this colour, and how many pixels of it each has."""
    with Image.open(BytesIO(draw_luck_chart(chart))) as png:
        image = png.convert("RGB")
    near = (abs(numpy.asarray(image, int) - ImageColor.getrgb(colour)) < 12).all(axis=2).sum(axis=1)
    return {row: int(number) for row, number in enumerate(near) if number > 5}


def test_the_same_chart_is_the_same_picture_of_a_phone_s_shape() -> None:
    data = draw_luck_chart(CHART)
    draw_luck_chart.cache_clear()
    assert draw_luck_chart(CHART) == data and len(data) < 150_000
    with Image.open(BytesIO(data)) as image:
        assert image.width == luck_chart.WIDE and image.width * 0.5 < image.height < image.width * 2
    assert luck_chart.SMALL >= 26, "13 pixels on a screen of 400"


def test_bars_are_as_long_as_what_they_show() -> None:
    blue, red = max(pixels(CHART, BLUE).values()), max(pixels(CHART, RED).values())
    assert abs(blue / red - 5) < 0.2


def test_a_face_that_came_most_has_the_highest_bar() -> None:
    """The row at which a bar begins: with 20 sixes of 60 only the last bar reaches to the top."""
    rows = pixels(CHART, luck_chart.FACE)
    top, bottom = min(rows), max(rows)
    one_bar = min((luck_chart.ROOM - luck_chart.SIDE) / 6 * 0.74, 84)
    assert rows[top + 10] < one_bar + 6 and rows[bottom - 10] > 5 * one_bar
    assert abs(bottom - top - luck_chart.TALLEST) < 12


@given(
    st.lists(st.tuples(st.integers(2, 20), st.integers(0, 10**6)), max_size=2),
    st.lists(st.tuples(st.text(max_size=60), st.floats(0, 1e7), st.floats(0, 1e7)), max_size=4),
    st.text(max_size=120),
)
@settings(max_examples=share(40, 6))
@pytest.mark.long
def test_anything_can_be_drawn(dice: list[tuple[int, int]], bars: list[tuple[str, float, float]], words: str) -> None:
    faces = tuple(FaceBars(f"d{sides}", (most, *range(1, sides)), words) for sides, most in dice)
    pairs = tuple(LuckBar(name, BLUE, words, expected, actual) for name, expected, actual in bars)
    with Image.open(BytesIO(draw_luck_chart(LuckChart(words, faces, pairs, (words,))))) as image:
        assert image.width == luck_chart.WIDE
