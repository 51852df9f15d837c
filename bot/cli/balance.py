"""`fieldpost balance`: how even scenarios are, counted from games between computer players."""

from argparse import Namespace
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from typing import TYPE_CHECKING

from bot.hosting.database import CommandFailed

from .files import load_scenario, write_file

if TYPE_CHECKING:
    from engine.contract import Scenario
    from engine.stand_ins.balance import Balance

MOST_GAMES, MOST_WORKERS = 10_000, 64
TOGETHER = 5
"""Games that a worker plays before it reports."""


def balance(arguments: Namespace) -> int:
    from engine.scenarios.reader import shipped
    from engine.stand_ins.balance import FIGURES, balance_lines, is_even, with_figures

    games = _number(arguments.games, "--games", MOST_GAMES)
    workers = _number(arguments.workers, "--workers", MOST_WORKERS)
    named = list(shipped()) if arguments.shipped else arguments.scenarios
    if not named:
        raise CommandFailed("Name a scenario: `fieldpost balance low-wells --games 200 --workers 2`")
    if arguments.random:
        return _against_random(named, games, workers, keep=arguments.keep)
    stems = {name: _stem(name) for name in named} if arguments.keep else {}
    for name, scenario in [(name, load_scenario(name)) for name in named]:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            counted = _count(pool, scenario, games)
        lines = [scenario.name, *balance_lines(scenario, counted)]
        print("\n".join([*lines, "Even enough for a league.", ""] if is_even(counted) else [*lines, ""]), flush=True)
        if arguments.keep:
            write_file(FIGURES, with_figures({stems[name]: counted}))
    return 0


def _against_random(named: list[str], games: int, workers: int, *, keep: bool) -> int:
    from engine.errors import Refused
    from engine.stand_ins.skill import play_random, skill_lines

    if keep:
        raise CommandFailed("--keep keeps games between computer players; leave out --random or --keep.")
    for name, scenario in [(name, load_scenario(name)) for name in named]:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            played = pool.map(play_random, repeat(scenario), repeat(name), range(games), chunksize=TOGETHER)
            try:
                print("\n".join([scenario.name, *skill_lines(scenario, played), ""]), flush=True)
            except Refused as endless:
                raise CommandFailed(str(endless)) from endless
    return 0


def _stem(name: str) -> str:
    from engine.scenarios.reader import UnknownScenario, find_shipped

    try:
        return find_shipped(name).stem
    except UnknownScenario as unknown:
        raise CommandFailed(f"--keep is for scenarios that come with Fieldpost. {unknown}") from unknown


def _count(pool: Executor, scenario: "Scenario", games: int) -> "Balance":
    from engine.errors import Refused
    from engine.stand_ins.balance import count, play_numbered

    try:
        return count(scenario, pool.map(play_numbered, repeat(scenario), range(games), chunksize=TOGETHER))
    except Refused as endless:
        raise CommandFailed(str(endless)) from endless


def _number(said: str, option: str, most: int) -> int:
    if not (said.isdecimal() and len(said) < 10 and 1 <= int(said) <= most):
        raise CommandFailed(f"{option} takes a number from 1 to {most:,}, not {said[:40]!r}.")
    return int(said)
