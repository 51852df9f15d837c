"""A server's own scenarios in the database, and the check of their files."""

import hashlib
import json
from collections.abc import Iterator

import pytest

from bot.hosting.engine_thread import EngineData
from bot.hosting.own_scenarios import LONGEST_NAME, file_name
from bot.hosting.scenario_check import check_scenario
from engine.database.address import Address
from engine.scenarios import reader
from engine.table import Refused
from tests.support.databases import new_database
from tests.support.toy_system import NOW

HERE, THERE = "discord:1", "discord:10"
RAW = reader.find_shipped("millers-bridge").read_bytes()


@pytest.fixture
def data(address: Address) -> Iterator[EngineData]:
    opened = EngineData(new_database(address))
    yield opened
    opened.close()


def test_its_id_can_be_checked_from_the_log_alone(data: EngineData) -> None:
    made, before = data.own_scenarios.add(HERE, "Ford", check_scenario("ford.yaml", RAW), "ann", NOW)
    assert before is None and data.own_scenarios.list(HERE) == (made,) and data.own_scenarios.list(THERE) == ()
    game = data.table.open_source(made.id, made.source, "", NOW)
    opened = json.loads(data.table.export(game.id))["entries"][0]["body"]
    assert opened["scenario"] == f"own-ford-{hashlib.sha256(opened['source'].encode()).hexdigest()[:8]}" == made.id
    assert game.id == "ford-1"


def test_comments_do_not_make_another_scenario(data: EngineData) -> None:
    made, _ = data.own_scenarios.add(HERE, "ford", check_scenario("a", RAW), "ann", NOW)
    again, before = data.own_scenarios.add(HERE, "ford", check_scenario("b", RAW + b"# a comment\n"), "ann", NOW)
    assert again.id == made.id and before == made


def test_a_scenario_that_todays_rules_do_not_take_is_refused(data: EngineData) -> None:
    for source in ('{"system": "miniwars"}', "{", "[]"):
        with pytest.raises(Refused, match="cannot be played any more"):
            data.table.open_source("own-ford-00000000", source, "", NOW)
    assert data.table.games() == ()


def test_what_aliases_stand_for_counts() -> None:
    whole = check_scenario("ford.yaml", RAW)
    size = len(whole.source.encode())
    assert check_scenario("ford.yaml", RAW, size) == whole
    (line,) = check_scenario("ford.yaml", RAW, size - 1).lines
    assert line == (
        f"ford.yaml:1:1: with its aliases written out the scenario has {size:,} bytes; here it has at most {size - 1:,}"
    )


@pytest.mark.parametrize("words", ["", "!!!", "The Ford at Émile's", "x" * 500, "--a--", "own-ford", "\x00", "日本"])
def test_any_words_make_a_name(words: str) -> None:
    name = file_name(words)
    assert 1 <= len(name) <= LONGEST_NAME and name == file_name(name) and name.strip("-") == name
