"""Scenario files: the shipped ones are sound, and every fault is told at its line and column."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.scenarios import hex_board, reader
from engine.scenarios.yaml_reader import FaultyFile
from engine.systems import miniwars
from maps.geometry.hexes import Cell
from tests.support.many_cases import for_each
from tests.support.sampling import share

RAID = reader.read_text(reader.find_shipped("raid-on-danville"))
_SOURCE = json.dumps(reader.load("raid-on-danville").source)
SHIPPED = {stem: reader.read_text(path) for stem, path in reader.shipped().items()}


def spots(text: str) -> list[tuple[int, int, str]]:
    return [(spot.line, spot.column, str(spot)) for spot in reader.faults(text)]


# shipped files
@for_each("stem", SHIPPED)
def test_shipped_scenarios_have_no_faults_and_survive_a_journal(stem: str) -> None:
    assert reader.faults(SHIPPED[stem]) == ()
    scenario = reader.load(stem)
    assert reader.parse(json.loads(json.dumps(scenario.source))) == scenario
    assert scenario.about and [scenario.hex, scenario.table, scenario.areas].count(None) == 2
    assert not scenario.hex or len(scenario.hex.cells) == scenario.hex.columns * scenario.hex.rows


def test_raid_is_read_as_written() -> None:
    scenario = reader.load("raid-on-danville")
    board = scenario.hex
    assert board and (board.columns, board.rows) == (20, 14)
    assert (
        board.cells["0507"] == Cell("village")
        and board.cells["1804"] == Cell("forest", 1)
        and board.cells["0101"] == Cell("plain")
    )
    assert board.edges["0907/1007"] == ("river", "bridge") and board.edges["0804/0905"] == ("hedgerow",)
    assert board.roads[0][:3] == ("0108", "0208", "0308") and board.labels["0507"] == "Danville"
    assert len(scenario.units) == 27 and list(scenario.sides) == ["danville", "rompot"] and scenario.turns is None


@pytest.mark.parametrize(
    ("asked", "stem"),
    [
        ("raid-on-danville", "raid-on-danville"),
        ("Raid on Danville", "raid-on-danville"),
        ("raid", "raid-on-danville"),
        ("twin_hamlets.yaml", "twin-hamlets"),
    ],
)
def test_find(asked: str, stem: str) -> None:
    assert reader.find_shipped(asked).stem == stem


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("raid-on-denville", "did you mean raid-on-danville?"),
        ("zz", "`fieldpost scenarios` lists all of them"),
        ("", "`fieldpost scenarios` lists all of them"),
        ("../x", "`fieldpost scenarios` lists all of them"),
    ],
)
def test_find_nothing(asked: str, says: str) -> None:
    with pytest.raises(reader.UnknownScenario, match=re.escape(says)):
        reader.find_shipped(asked)


def test_load_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + RAID.replace("\n", "\r\n").encode())
    assert reader.load(file) == reader.load(str(file))
    assert reader.load(file).name == "Raid on Danville"
    file.write_bytes(b"name: \xff")
    with pytest.raises(FaultyFile, match=r"line 1.*UTF-8"):
        reader.load(file)
    with pytest.raises(FileNotFoundError):
        reader.load(tmp_path / "none.yaml")


# the linter
PLANTED = [
    ("about:", "abuot:", "abuot:", "write about"),
    ("turns: 10", "turns: ten", "ten", "whole number from 1 to 1000"),
    ("system: miniwars", "system: maxiwars", "maxiwars", "no rules called maxiwars"),
    ("name: The Miller's Bridge", "name: 7", "7", "needs a name"),
    ('"..v......."', '"..v......"', '"..v......"', "row 4 has 9 hexes, the others 10"),
    ('".vv......."', '".vv...x..."', 'x..."', "'x' in hex 0705 is not in the legend"),
    ('"m": marsh', '"mm": marsh', '"mm"', "one character"),
    ('"l": lake', '"l": [lake]', "[lake]", "does not describe a hex"),
    ("{terrain: plain, level: 1}", "{terrain: plain, level: 17}", "{terrain", "does not describe a hex"),
    ("legend:", "legnd:", "legnd:", "write legend"),
    ("0104 0204", "0104 0304", "0304", "jumps from 0104 to 0304"),
    ("0904 1004", "0904 1104", "1104", "1104, which is not on the board"),
    ('bridge: ["0504/0604"]', 'bridge: ["0504/0704"]', "0504/0704", "0504 and 0704 are not adjacent"),
    ('bridge: ["0504/0604"]', 'bridge: ["0504-0604"]', "0504-0604", "is not a hexside"),
    ('bridge: ["0504/0604"]', 'bridge: ["0508/0609"]', "0508/0609", "0609 is not on the board"),
    ('bridge: ["0504/0604"]', "bridge: {a: b}", "{a: b}", "list of chains"),
    ('"0304": The Mill', '"1104": The Mill', '"1104"', "not on the board"),
    ('"0802": Pike Hill', '"0802": The Mill', "The Mill", "also the label of"),
    ('colour: "#0072b2"', "colour: blue", "blue", "is not a colour"),
    ('side: reeve, at: "0404"', 'side: reve, at: "0404"', "reve", "write reeve"),
    ("type: captain, side: reeve", "side: reeve", "{id: RE", "needs a type"),
    ("type: bowmen", "type: bowman", "bowman", "bowm"),
    ('at: "0503"', 'at: "5503"', '"5503"', "BO"),
    ("id: BO, name: Bowmen", "id: RE, name: Bowmen", "RE, name: Bowmen", "RE"),
    ("units:", "units: 3\nuints:", "3", "list of at most"),
    ("sides:\n  reeve", "sides: []\nsdies:\n  reeve", "[]", "one to eight sides"),
]


@for_each(("old", "new", "at", "says"), PLANTED, ids=[f"{n}-{one[3][:25]}" for n, one in enumerate(PLANTED)])
def test_planted_faults_are_found_in_their_place(old: str, new: str, at: str, says: str) -> None:
    good = SHIPPED["millers-bridge"]
    assert old in good
    bad = good.replace(old, new, 1)
    begins = bad.rindex(at, 0, bad.index(new) + len(new))
    place = bad.count("\n", 0, begins) + 1, begins - bad.rfind("\n", 0, begins)
    assert any((spot[0], spot[1]) == place and says in spot[2] for spot in spots(bad)), (place, spots(bad))


def test_all_faults_are_told_at_once() -> None:
    bad = RAID
    planted = (
        ("0108 0208", "0108 0308"),
        ("1101/1201", "1101/1302"),
        ('side: danville, at: "0607"', 'side: danvile, at: "0607"'),
        ("labels:", "labls:"),
    )
    for old, new in planted:
        bad = bad.replace(old, new, 1)
    said = spots(bad)
    assert len(said) == 5 and said == sorted(said)


@for_each("key", ["type", "at"])
@for_each("stem", lambda: [stem for stem in [*SHIPPED][:: share(1, 3)] if reader.load(stem).units])
def test_an_unknown_side_hides_no_other_fault_of_the_units(stem: str, key: str) -> None:
    """Neither of the unit itself nor of others; and none is found that is not there."""
    written = json.loads(json.dumps(reader.load(stem).source))
    first, last = written["units"][0], written["units"][-1]

    def faults_of_units() -> set[str]:
        with pytest.raises(FaultyFile) as no:
            reader.parse(written)
        return {spot.says for spot in no.value.faults if spot.says.startswith("units.")}

    side, first["side"] = first["side"], "nobody"
    (unknown,) = faults_of_units()
    first[key] = last[key] = "nowhere"
    told = faults_of_units()
    first["side"] = side
    assert unknown.startswith("units.0.side") and told == {unknown, *faults_of_units()}


def test_without_quotes_a_hex_is_still_a_hex() -> None:
    assert reader.read(RAID.replace('at: "1906"', "at: 1906")) is not None
    assert not spots(RAID.replace('at: "1906"', "at: 1906").replace('"0607"', "0607"))


@pytest.mark.parametrize(
    ("words", "cells"),
    [
        (miniwars.LEGEND, {"0101": Cell("plain", 1), "0201": Cell("plain", 2)}),
        ({}, {"0101": Cell("hill"), "0201": Cell("hill", 2)}),
    ],
)
def test_a_legend_is_read_in_the_words_of_its_system(words: dict[str, Cell], cells: dict[str, Cell]) -> None:
    """In MiniWars a hill is a plain at level 1; elsewhere it may be a terrain."""
    reading = hex_board.board(
        {"legend": {"h": "hill", "H": {"terrain": "hill", "level": 2}}, "rows": ["hH"]}, (), words
    )
    with pytest.raises(StopIteration) as end:
        next(reading)
    assert end.value.value.cells == cells


def test_parse_says_the_way_to_a_fault() -> None:
    source: dict[str, Any] = json.loads(_SOURCE)
    source["units"][3]["side"] = "nobody"
    with pytest.raises(FaultyFile, match=r"units\.3\.side: there is no side nobody"):
        reader.parse(source)


def test_names_of_shipped_scenarios_are_those_in_their_files() -> None:
    assert reader.shipped_names() == {stem: reader.load(stem).name for stem in reader.shipped()}
