"""Benchmarks of the process: cold start, and delays of the event loop while maps are drawn."""

import asyncio
import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from bot.hosting.engine_thread import EngineThread
from bot.hosting.interpreter import THREAD_SWITCH
from engine.systems import miniwars
from maps.drawing import draw

from .positions import midgame
from .timing import Figure, at_most, rounds

ENGINE = "import engine.table"
DRAWING = "import engine.table, maps.drawing.draw"
ROLL = "from bot.__main__ import main; main(['roll', '2d6'])"
ROLL_START = 25
"""Of bare Python: a quarter of a second where that takes 10 ms."""
HEAVY = ("numpy", "sqlite_utils", "discord", "shapely", "networkx", "lark")


def figures(folder: Path) -> Iterator[Figure]:
    yield from cold()
    yield from asyncio.run(lag(folder))


def cold() -> Iterator[Figure]:
    """In CPU, of which a busy machine takes nothing away.  Each is run once before, so that modules are compiled."""
    variants = {"floor": "pass", "engine": ENGINE, "drawing": DRAWING, "roll": ROLL}
    timed = rounds({name: partial(_python, source) for name, source in variants.items()}, "floor", 9, clock=_used)
    of = f"bare Python ({timed['floor'].ms} CPU)"
    yield at_most("R13", "cold start: import of the engine", timed["engine"], 12, of)
    yield at_most("R13", "cold start: import of the engine and drawing", timed["drawing"], 12, of)
    yield at_most("R13", "cold start: fieldpost roll", timed["roll"], ROLL_START, of)
    loaded = json.loads(
        _python(f"{DRAWING}\nimport json, sys; print(json.dumps([m for m in {HEAVY} if m in sys.modules]))")
    )
    yield Figure("R13", f"cold start: {', '.join(HEAVY)} loaded", ", ".join(loaded) or "none", "none", not loaded)


def _used() -> float:
    """CPU seconds of all processes started here that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _python(source: str) -> bytes:
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}
    return subprocess.run([sys.executable, "-c", source], env=environment, check=True, capture_output=True).stdout


async def lag(folder: Path) -> list[Figure]:
    """How late a 1 ms timer fires on the event loop, idle and while the drawing thread draws one map after another.

    Threads take turns as in ``fieldpost serve``.
    """
    engine, turn, late, jobs = (
        EngineThread(folder / "lag.db"),
        cycle([midgame(shift) for shift in range(5)]),
        list[float](),
        list[float](),
    )
    await engine.draw(miniwars.scene(*next(turn)))
    before = sys.getswitchinterval()
    sys.setswitchinterval(THREAD_SWITCH)

    async def tick() -> None:
        while True:
            start = perf_counter()
            await asyncio.sleep(0.001)
            late.append(perf_counter() - start - 0.001)

    ticker = asyncio.create_task(tick())
    await asyncio.sleep(0.5)
    idle = quantiles(late, n=100)[98]
    late.clear()
    for _ in range(200):
        start = perf_counter()
        await engine.run_drawing(draw.clear_cache)
        scene = await engine.run_drawing(lambda: miniwars.scene(*next(turn)))
        await engine.draw(scene)
        jobs.append(perf_counter() - start)
    ticker.cancel()
    engine.close()
    sys.setswitchinterval(before)
    busy, job = quantiles(late, n=100)[98], sorted(jobs)[len(jobs) // 2]
    measured = f"{busy * 1000:.2f} ms = {busy / job:.2f}x a map ({job * 1000:.1f} ms); idle {idle * 1000:.2f} ms"
    return [Figure("R12", "event loop: lag p99 while maps are drawn", measured, "<= 0.3x", busy <= 0.3 * job)]
