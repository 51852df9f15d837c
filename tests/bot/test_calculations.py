"""Long calculations: in worker processes, with limits; what they raise arrives."""

import asyncio
import pickle
import signal
import time
from collections.abc import AsyncIterator
from itertools import islice

import pytest
import pytest_asyncio

from bot.hosting import calculations
from bot.hosting.calculations import Calculations, worker_count
from engine.errors import AskAgain, Refused
from engine.log.verify import verify
from engine.lookups import odds
from engine.scenarios import army_lists, reader
from engine.scenarios.yaml_reader import FaultyFile, LocatedFault
from engine.systems import SYSTEMS
from tests.support import random_games

BATTLE = "land: 3 inf, 1 tank vs 2 inf, 1 fighter"


@pytest_asyncio.fixture(params=[0, 1])
async def beside(request: pytest.FixtureRequest) -> AsyncIterator[Calculations]:
    made = Calculations(request.param)
    yield made
    made.close()


async def test_results_and_refusals_are_the_same_as_here(beside: Calculations) -> None:
    """Of everything that the bot calculates beside itself."""
    assert await beside.run("ann", odds.odds_of_open_battle, BATTLE, "", "") == odds.odds_of_open_battle(BATTLE)
    with pytest.raises(Refused) as refused:
        await beside.run("ann", odds.odds_of_open_battle, "land: 3 dragons", "", "")
    with pytest.raises(Refused) as here:
        odds.odds_of_open_battle("land: 3 dragons")
    assert (refused.value.code, str(refused.value)) == (here.value.code, str(here.value))
    assert await beside.run("ann", verify, b"{}") == verify(b"{}")
    with pytest.raises(FaultyFile) as faulty:
        await beside.run("ann", army_lists.check_army_list, "nonsense: [", reader.load_shipped)
    with pytest.raises(FaultyFile) as faulty_here:
        army_lists.check_army_list("nonsense: [", reader.load_shipped)
    assert faulty.value.faults == faulty_here.value.faults != ()


async def test_a_calculation_without_end_is_stopped_and_the_next_one_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calculations, "LIMIT", 1)
    beside = Calculations(1)
    try:
        with pytest.raises(Refused, match="stopped after 1 second") as stopped:
            await beside.run("ann", time.sleep, 60)
        assert stopped.value.code == "too-long"
        assert await beside.run("bob", abs, -3) == 3
    finally:
        beside.close()


@pytest.mark.long
async def test_a_worker_that_is_killed_is_replaced() -> None:
    beside = Calculations(1)
    try:
        with pytest.raises(Refused, match="interrupted twice") as refused:
            await beside.run("ann", signal.raise_signal, signal.SIGKILL)
        assert refused.value.code == "busy"
        assert await beside.run("ann", abs, -3) == 3
    finally:
        beside.close()


@pytest.mark.long
async def test_what_an_answer_waits_for_never_waits_behind_long_calculations() -> None:
    """However many people have one under way."""
    beside = Calculations(2)
    try:
        assert await beside.run_urgent("ann", abs, -1) == 1
        long = [asyncio.create_task(beside.run(person, time.sleep, 2)) for person in ("ann", "bob", "cid")]
        await asyncio.sleep(0.2)
        start = time.monotonic()
        assert await beside.run_urgent("dan", abs, -3) == 3
        assert time.monotonic() - start < 1.5 and not any(task.done() for task in long)
        for task in long:
            task.cancel()
    finally:
        beside.close()


def test_what_is_refused_can_leave_a_process() -> None:
    for error in (Refused("busy", "Wait."), AskAgain("left-behind", "One unit.", "token")):
        copied = pickle.loads(pickle.dumps(error))
        assert (type(copied), copied.code, str(copied)) == (type(error), error.code, str(error))
        assert getattr(copied, "token", "") == getattr(error, "token", "")
    faulty = FaultyFile([LocatedFault(1, 2, "a word", "write another")])
    assert pickle.loads(pickle.dumps(faulty)).faults == faulty.faults


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_every_position_can_go_to_a_process_and_means_the_same_there(name: str) -> None:
    system, scenario = SYSTEMS[name], random_games.shipped(SYSTEMS[name])[-1]
    for step in islice(random_games.game(system, scenario, 1), 0, 12, 4):
        seen = system.view(step.after, "")
        copied = pickle.loads(pickle.dumps(seen))
        assert copied == seen
        assert system.scene(copied, ()) == system.scene(seen, ())


@pytest.mark.parametrize(("said", "meant"), [("0", 0), (" 3 ", 3), ("32", 32)])
def test_the_number_of_workers(said: str, meant: int) -> None:
    assert worker_count({"FIELDPOST_WORKERS": said}) == meant


def test_the_usual_number_of_workers() -> None:
    assert 2 <= worker_count({}) <= 4


@pytest.mark.parametrize("said", ["-1", "two", "33", "1.5", "٣"])
def test_another_number_is_refused(said: str) -> None:
    with pytest.raises(Refused, match=r"whole number from 0 .* such as FIELDPOST_WORKERS=2"):
        worker_count({"FIELDPOST_WORKERS": said})
