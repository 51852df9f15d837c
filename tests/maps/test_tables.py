"""Tables and rating curves as pictures: wide as a phone, legible, the same for the same, whatever names are in them."""

from io import BytesIO

import numpy
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageColor

from maps.drawing import rating_chart, table
from maps.drawing.rating_chart import draw_rating_chart
from maps.drawing.table import draw_table
from maps.scene.rating_chart import RatedDay, RatingChart
from maps.scene.table import Table
from tests.support.sampling import share

STANDINGS = Table(
    "Spring Cup, season 1",
    ("", "player", "W-D-L", "pts", "+/-"),
    (("1", "Ann", "2-0-0", "6", "12"), ("2", "Bob", "1-0-1", "3", "0"), ("3", "Cat", "0-0-2", "0", "-12")),
    1,
    3,
    (2,),
    ("+/-: score difference.",),
)
CURVE = RatingChart(
    "Ann: rating in MiniWars",
    (RatedDay(0, 1580, 400), RatedDay(9, 1480, 300), RatedDay(20, 1680, 250)),
    "2026-08-01",
    "2026-08-21",
    "A dot for each game.",
)


def image_of(data: bytes) -> Image.Image:
    with Image.open(BytesIO(data)) as png:
        return png.convert("RGB")


def dots(chart: RatingChart) -> list[int]:
    """The highest row of the curve's colour in each column that has it."""
    pixels = numpy.asarray(image_of(draw_rating_chart(chart)).crop((0, 0, rating_chart.RIGHT, rating_chart.HIGH)), int)
    columns = numpy.asarray((abs(pixels - ImageColor.getrgb(rating_chart.CURVE)) < 12).all(axis=2))
    return [int(numpy.argmax(columns[:, x])) for x in range(columns.shape[1]) if columns[:, x].any()]


def test_the_same_is_the_same_picture_as_wide_as_a_phone() -> None:
    for draw, thing in ((draw_table, STANDINGS), (draw_rating_chart, CURVE)):
        data = draw(thing)
        draw.cache_clear()
        assert draw(thing) == data and len(data) < 150_000
        assert image_of(data).width == 800
    assert min(table.SMALL, table.LETTERS, rating_chart.SMALL) >= 26, "13 pixels on a screen of 400"


def test_a_table_grows_by_a_row_and_with_its_columns() -> None:
    longer = Table(
        STANDINGS.title, STANDINGS.head, (*STANDINGS.rows, ("4", "Dan", "0-0-0", "0", "0")), 1, 3, (), STANDINGS.notes
    )
    assert image_of(draw_table(longer)).height - image_of(draw_table(STANDINGS)).height == table.ROW_HIGH
    many = tuple(str(n) for n in range(1, 31))
    crosstable = Table("Cup", ("", "player", *many), (("1", "Ann", *("3 0" for _ in many)),), 1, 2)
    assert 800 < image_of(draw_table(crosstable)).width <= table.WIDEST


def test_a_player_who_has_left_is_grey() -> None:
    here = Table(STANDINGS.title, STANDINGS.head, STANDINGS.rows, 1, 3, (), STANDINGS.notes)
    last = slice(table.TOP + table.HEAD_HIGH + 2 * table.ROW_HIGH + 4, table.TOP + table.HEAD_HIGH + 3 * table.ROW_HIGH)
    faded, full = (
        numpy.asarray(image_of(draw_table(one)).convert("L"))[last, 20:780].min() for one in (STANDINGS, here)
    )
    assert faded > full + 40


def test_a_higher_rating_is_higher() -> None:
    rows = dots(CURVE)
    assert rows[len(rows) // 2] > rows[0] > rows[-1]


@given(
    st.lists(st.tuples(st.text(max_size=40), st.integers(-(10**6), 10**6)), max_size=6),
    st.lists(st.tuples(st.floats(0, 4000), st.integers(-2000, 5000), st.integers(0, 3000)), min_size=1, max_size=6),
    st.text(max_size=120),
)
@settings(max_examples=share(40, 6), deadline=None)
def test_whatever_is_in_it_is_drawn(
    rows: list[tuple[str, int]], points: list[tuple[float, int, int]], words: str
) -> None:
    shown = tuple((str(n), name, str(score)) for n, (name, score) in enumerate(rows, 1))
    assert image_of(draw_table(Table(words, ("", "player", "pts"), shown, 1, 2, (), (words,)))).width >= 800
    days = tuple(RatedDay(*point) for point in sorted(points))
    assert image_of(draw_rating_chart(RatingChart(words, days, "first", "last", words))).width == 800


def test_long_names_are_cut_so_that_they_can_be_told_apart() -> None:
    """Two players differ only at the ends of their names, or not at all beside a third."""

    def drawn(*names: str) -> bytes:
        rows = tuple((str(at), name, "0-0-0", "0", "0") for at, name in enumerate(names, 1))
        return draw_table(Table("Cup", STANDINGS.head, rows, 1, 3))

    long = "Konstantinos Papadopoulos of the Upper Valley "
    assert drawn(f"{long}12", f"{long}13") != drawn(f"{long}12", f"{long}14")
    assert drawn(f"{long}12", "Ann") == drawn(f"{long}14", "Ann"), "alone it loses its end"
