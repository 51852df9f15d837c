"""A server's own scenarios in the database, and the check of their files."""

import asyncio
import hashlib
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.own_scenarios import LONGEST_NAME, SOURCE, file_name
from bot.hosting.postponement import Postponement
from bot.hosting.scenario_check import check_scenario
from engine.contract import encode
from engine.database.address import Address
from engine.scenarios import reader
from engine.scenarios.kept_scenarios import SOON
from engine.table import Refused
from engine.toolkit.long_calculations import CalculateElsewhere, through_gate
from tests.support.toy_system import NOW

HERE, THERE = "discord:1", "discord:10"
RAW = reader.find_shipped("millers-bridge").read_bytes()


@pytest.fixture
def data(address: Address) -> Iterator[EngineData]:
    opened = EngineData(address)
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


def large_source(name: str) -> str:
    """A sound scenario as JSON, with as many units and as large a board as there may be."""
    written = json.loads(check_scenario("ford.yaml", RAW).source)
    rows, kinds = 99, [unit["type"] for unit in written["units"][1:4]]
    written["name"], written["board"] = (
        name,
        {"hex": {"legend": {".": "plain", "f": "forest"}, "rows": ["." * rows] * rows}},
    )
    written["units"] = [
        {
            "id": f"{side[2]}{number}".upper(),
            "name": f"Company {number} of the {side}, with all of its drummers",
            "type": kinds[number % 3],
            "side": side,
            "at": f"{1 + number % rows:02}{number // rows + (1 if side == 'reeve' else 90):02}",
        }
        for side in written["sides"]
        for number in range(500)
    ]
    return encode(written).decode()


@pytest.mark.sampled(1)
def test_small_scenarios_are_read_at_once_and_large_ones_elsewhere(data: EngineData) -> None:
    large = large_source(f"Ford of {data.table.journal.database.dialect}")
    assert 120_000 < len(large) <= SOURCE
    with through_gate(Postponement()):
        for stem in reader.shipped():
            if len(encode(reader.load(stem).source)) <= SOON:
                data.table.open(stem, "", NOW)
        with pytest.raises(CalculateElsewhere) as missing:
            data.table.open_source("own-ford-1", large, "", NOW)
        missing.value.calculation.keep(missing.value.values, missing.value.calculation.calculate(large))
        assert data.table.open_source("own-ford-1", large, "", NOW).id == "ford-1"
        assert json.loads(data.table.export("ford-1"))["entries"][0]["body"]["source"] == large


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("break_it", "says"), [("", ""), ('"turns":', "turns"), ("{", "JSON")])
async def test_a_large_scenario_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, break_it: str, says: str
) -> None:
    """Others are answered while a worker reads it, and it is opened, or refused with its faults, all the same."""
    monkeypatch.setenv("FIELDPOST_WORKERS", "1" if not says else "0")
    source = large_source(f"Ford {says}").replace(break_it, f"{break_it}-" if break_it else "", 1)
    with closing(EngineThread(tmp_path / "games.db")) as engine:
        begun, go, run = asyncio.Event(), asyncio.Event(), engine._calculations.run_urgent

        async def run_later(*values: Any) -> Any:
            begun.set()
            await go.wait()
            return await run(*values)

        monkeypatch.setattr(engine._calculations, "run_urgent", run_later)
        opening = asyncio.create_task(engine.use_table(lambda t: t.open_source("own-ford-1", source, "", NOW)))
        await asyncio.wait_for(begun.wait(), 20)
        assert await asyncio.wait_for(engine.use_table(lambda table: table.games()), 20) == ()
        go.set()
        if says:
            with pytest.raises(Refused, match=f"own-ford-1 cannot be played any more:\n.*{says}"):
                await opening
        else:
            assert (await opening).id == "ford-1"


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
