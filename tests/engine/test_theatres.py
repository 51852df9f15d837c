"""Theatres of an area map: what is wrong with a file's, and maps that are asked for by words."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.lookups.theatres import find_theatre, named_map
from engine.scenarios import reader
from engine.table import Refused, Table
from tests.systems.baker.support.large_map import large_map_file

THEN = "2026-01-01T12:00:00Z"
BOARD = """
system: baker
name: Two Lands
sides: {red: {name: Red}, blue: {name: Blue}}
units: []
board:
  areas:
    Kiev: {kind: land, ipc: 1, next: [Cairo, sz1], shape: [[0, 0], [4, 0], [4, 4]]}
    Cairo: {kind: land, ipc: 1, shape: [[4, 0], [8, 0], [4, 4]]}
    sz1: {kind: sea, name: Black Sea, shape: [[0, 0], [8, 0], [4, -4]]}
  theatres: THEATRES
setup:
  mode: campaign
  powers: {red: {capital: Kiev, ipc: 1}, blue: {capital: Cairo, ipc: 1}}
  owners: {red: [Kiev], blue: [Cairo]}
"""
LINE = 11
"""That of the theatres in the file."""


@pytest.mark.parametrize(
    ("written", "column", "says"),
    [
        ("[Kiev]", 13, "theatres must be a mapping of 1 to 12 names to lists of areas"),
        ("{}", 13, "theatres must be a mapping"),
        ("{East: [Kiev, sz1], West: [Cairo, Odessa]}", 47, "there is no area Odessa"),
        ("{East: [Kiev, sz1], West: [Cairo, 7]}", 47, "there is no area 7"),
        ("{East: [Kiev, sz1, Kiev], West: [Cairo]}", 32, "Kiev is listed twice"),
        ("{East: [Kiev, sz1]}", 13, "no theatre has Cairo"),
        ("{East: [], West: [Kiev, Cairo, sz1]}", 20, "a theatre must be a list of areas"),
        ("{East: Kiev, West: [Kiev, Cairo, sz1]}", 20, "a theatre must be a list of areas"),
        ("{East: [Kiev], EAST: [Cairo, sz1]}", 28, "another theatre already has the name East"),
        ("{cairo: [Kiev, Cairo, sz1]}", 14, "cairo is the name of the area Cairo"),
        ("{black  sea: [Kiev, Cairo, sz1]}", 14, "is the name of the area sz1"),
        ("{'': [Kiev, Cairo, sz1]}", 14, "a theatre's name has 1 to 60 characters"),
        ("{' ': [Kiev, Cairo, sz1]}", 14, "this name has no letters"),
    ],
)
def test_a_fault_is_told_with_its_place(written: str, column: int, says: str) -> None:
    (fault,) = reader.faults(BOARD.replace("THEATRES", written))
    assert (fault.line, fault.column) == (LINE, column) and says in fault.says, fault


def test_an_area_may_be_in_several_theatres_and_other_boards_have_none() -> None:
    areas = reader.read(BOARD.replace("THEATRES", "{East: [Kiev, sz1], Far  West: [Cairo, sz1]}")).areas
    assert areas and areas.theatres == {"East": ("Kiev", "sz1"), "Far West": ("Cairo", "sz1")}
    (fault,) = reader.faults(
        reader.find_file("millers-bridge").read_text("utf-8").replace("board:", "board:\n  theatres: {A: [x]}", 1)
    )
    assert "theatres" in fault.says


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    (tmp_path / "big.yaml").write_text(json.dumps(large_map_file(0)))
    opened = Table(tmp_path / "games.db", bytes)
    opened.open(str(tmp_path / "big.yaml"), "Big", THEN)
    opened.open("two-shores", "Small", THEN)
    yield opened
    opened.close()


def test_words_name_a_theatre_a_unit_or_two(table: Table) -> None:
    assert table.theatres("Big") == ("North West", "North East", "South West", "South East")
    assert table.theatres("Small") == ()
    whole = named_map(table, "Big", "", ())
    assert whole.theatre is None and whole.scene == table.picture("Big")
    part = named_map(table, "Big", "", ("south", "WEST")).theatre
    assert part and part.title == "South West" and part.alt.startswith("South West. ")
    one, other = [area for area in large_map_file(0)["board"]["areas"] if " " in area][:2]
    assert named_map(table, "Big", "", one.split()).scene == table.overlay("Big", "", one)
    assert named_map(table, "Big", "", (one, other)).scene == table.overlay("Big", "", one, other)


def test_what_is_not_there_is_refused_with_what_is(table: Table) -> None:
    listed = "Its theatres are North West, North East, South West and South East."
    with pytest.raises(Refused, match=listed):
        named_map(table, "Big", "", ("Atlantis",))
    with pytest.raises(Refused, match=f'There is no theatre "Atlantis" on this map. {listed}'):
        find_theatre(table.picture("Big"), "Atlantis")
    with pytest.raises(Refused, match="not divided into theatres"):
        find_theatre(table.picture("Small"), "Europe")
