"""Whose calculation is next, and who has to wait for whom."""

import asyncio
from random import Random

import pytest

from bot.hosting.fair_queue import MOST, UNKNOWN, FairQueue
from engine.errors import Refused


class Bench:
    """Calculations that end when the test says so.  ``began``: their names in the order in which they began."""

    def __init__(self, places: int) -> None:
        self.now = 0.0
        self.queue = FairQueue(places, lambda: self.now)
        self.began, self.ends = list[str](), dict[str, asyncio.Event]()
        self.tasks = dict[str, asyncio.Task[str]]()

    async def ask(self, person: str, name: str) -> None:
        async def calculate() -> str:
            self.began.append(name)
            await self.ends[name].wait()
            return name

        self.ends[name] = asyncio.Event()
        self.tasks[name] = asyncio.create_task(self.queue.run(person, calculate))
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def end(self, name: str, seconds: float = 1.0) -> None:
        self.now += seconds
        self.ends[name].set()
        assert await self.tasks[name] == name
        await asyncio.sleep(0)
        await asyncio.sleep(0)


@pytest.mark.parametrize("places", [1, 2, 3])
async def test_many_requests_of_one_delay_another_by_one_at_most(places: int) -> None:
    bench = Bench(places)
    for n in range(MOST):
        await bench.ask("ann", f"ann {n}")
    assert len(bench.began) == max(1, places - 1), "one place is left for others"
    await bench.ask("bob", "bob 0")
    if places == 1:
        assert "bob 0" not in bench.began
        await bench.end("ann 0")
    assert bench.began[-1] == "bob 0"
    for name in bench.began:
        if not bench.tasks[name].done():
            await bench.end(name)
    assert len(bench.began) == MOST + 1


async def test_people_take_turns_whatever_they_ask_for() -> None:
    """Between two calculations of one person everybody else who waits has one."""
    chance, bench = Random("turns"), Bench(1)
    people = ["ann", "bob", "cid", "dot"]
    await bench.ask("first", "first 0")
    for n in range(MOST):
        for person in chance.sample(people, len(people)):
            await bench.ask(person, f"{person} {n}")
    for name in bench.began:
        await bench.end(name)
    order = [name.split()[0] for name in bench.began[1:]]
    assert len(order) == MOST * len(people)
    assert all(sorted(order[n : n + 4]) == people for n in range(0, len(order), 4)), order


async def test_too_many_are_refused_with_the_time_that_they_take() -> None:
    bench = Bench(1)
    for n in range(MOST):
        await bench.ask("ann", f"ann {n}")
    await bench.ask("ann", "too many")
    with pytest.raises(
        Refused, match=rf"^{MOST} of your .* Ask again in about {MOST * UNKNOWN:.0f} seconds"
    ) as refused:
        await bench.tasks["too many"]
    assert refused.value.code == "busy"
    await bench.end("ann 0", seconds=5)
    await bench.ask("ann", "ann again")
    await bench.ask("ann", "too many again")
    with pytest.raises(Refused, match="about 20 seconds"):
        await bench.tasks["too many again"]
    for name in bench.began:
        if not bench.tasks[name].done():
            await bench.end(name)


async def test_who_gives_up_frees_the_place() -> None:
    """Waiting, running, or at the moment when the turn came; the others go on."""
    for moment in range(3):
        bench = Bench(1)
        await bench.ask("ann", "ann 0")
        await bench.ask("bob", "bob 0")
        await bench.ask("cid", "cid 0")
        if moment == 2:
            bench.ends["ann 0"].set()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        bench.tasks["ann 0" if moment == 1 else "bob 0"].cancel()
        await asyncio.sleep(0)
        for name in ("ann 0", "bob 0", "cid 0"):
            bench.ends[name].set()
        ended = await asyncio.gather(*bench.tasks.values(), return_exceptions=True)
        assert ended[2] == "cid 0", moment
        await bench.ask("dot", "dot 0")
        await bench.end("dot 0")


async def test_an_error_frees_the_place() -> None:
    bench = Bench(1)

    async def fails() -> str:
        raise ValueError("no")

    for _ in range(3):
        with pytest.raises(ValueError, match="no"):
            await bench.queue.run("ann", fails)
