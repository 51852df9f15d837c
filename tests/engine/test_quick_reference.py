"""Each game's rules on one page: complete, true to tables, orders and rulebook, and short enough for one."""

import io
import re
from pathlib import Path

import pytest
from PIL import Image

from engine import systems
from engine.lookups import rulebook
from engine.lookups.quick_reference import fill_in, quick_reference, quick_reference_text
from engine.systems import SYSTEMS
from engine.toolkit.rulebook_tables import written_tables
from maps.drawing.quick_reference import draw_quick_reference

CITED = re.compile(r"\b([A-Z]{2}) (\d+(?:\.\d+)?)")


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_page_is_at_most_60_lines_of_78_columns(system: str) -> None:
    lines = quick_reference_text(quick_reference(system)).split("\n")
    assert 30 <= len(lines) <= 60 and max(map(len, lines)) <= 78
    assert not [line for line in lines if "{" in line or "}" in line]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_order_is_on_the_page_once_with_its_example(system: str) -> None:
    file = Path(systems.__file__).parent / system / "quick_reference.yaml"
    listed = [word for words in written_tables(file)["orders"].values() for word in words]
    tags = {str(kind.__struct_config__.tag).removesuffix("-policy") for kind in SYSTEMS[system].ORDERS}
    assert sorted(listed) == sorted(tags)
    orders = " · ".join(line.partition(": ")[2] for line in quick_reference(system).sections[-1].lines).split(" · ")
    for kind in SYSTEMS[system].ORDERS:
        assert (kind.EXAMPLE or str(kind.__struct_config__.tag)) in orders


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_paragraph_cited_is_in_the_rulebook(system: str) -> None:
    text = " ".join(quick_reference_text(quick_reference(system)).split())
    cited = [number for letters, number in CITED.findall(text) if letters == rulebook.letters(system)]
    assert len(cited) >= 15 and set(cited) <= set(rulebook.paragraphs(system))


def test_every_number_in_a_table_of_the_page_comes_from_the_tables() -> None:
    """A cell that is a number and no column's head is a value of tables.yaml, never typed by hand.

    Except forumini's fixed modifiers of cover and movement, which the rules state in words.
    """
    for system in SYSTEMS:
        file = Path(systems.__file__).parent / system / "quick_reference.yaml"
        for section in written_tables(file)["sections"]:
            typed = [
                cell for row in section.get("rows", [])[1:] for cell in row if re.fullmatch(r"[+-]?\d+", str(cell))
            ]
            assert not typed or (system == "forumini" and set(typed) <= {"+1", "-1"}), (section["title"], typed)


def test_a_value_is_shown_as_it_is_or_with_its_sign() -> None:
    tables = {"melee": [[8, 9]], "hits": {"+": -1}, "road": 0.5}
    assert fill_in("{melee.0.1}, {+hits.+}, {road}", tables) == "9, -1, 0.5"
    with pytest.raises(LookupError):
        fill_in("{melee.4.0}", tables)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.long
def test_a_page_is_drawn_for_a_phone_and_always_the_same(system: str) -> None:
    page = quick_reference(system)
    with Image.open(io.BytesIO(draw_quick_reference(page))) as picture:
        assert picture.size[0] == 900 and 1000 <= picture.size[1] <= 2000
    first = draw_quick_reference(page)
    draw_quick_reference.cache_clear()
    assert draw_quick_reference(page) == first and len(first) < 1_000_000
