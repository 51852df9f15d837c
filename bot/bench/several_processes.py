"""Benchmarks of several processes that share the games of a PostgreSQL server, one of them killed at work."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from secrets import token_bytes
from statistics import median
from threading import Event, Thread
from time import perf_counter
from typing import NamedTuple

from engine.errors import Refused
from engine.log.nonces import NonceKind, nonce_kind
from engine.log.verify import verify
from engine.table import Table

from .positions import NOW
from .private_postgresql import private_server, why_not
from .timing import Figure

GAMES, SCENARIO = 1000, "raid-on-danville"
PROCESSES, ROUNDS = 4, 3


class Commit(NamedTuple):
    """``nonce``: what makes a commit that is asked for again the same commit."""

    game: str
    nonce: str


class Worker:
    """One process that commits; whoever asks waits for its answer."""

    def __init__(self, address: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bot.bench.commit_worker", address],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
            text=True,
        )
        assert self._process.stdout and self._process.stdin
        self._asked, self._answers = self._process.stdin, self._process.stdout
        assert self._answers.readline() == "ready\n"

    def ask(self, commit: Commit) -> int | None:
        """The entry at which it was stored, 0 if it was refused; None if the process ended before it could say so."""
        try:
            self._asked.write(f"{commit.game} {commit.nonce}\n")
            self._asked.flush()
        except BrokenPipeError:
            return None
        words = self._answers.readline().split()
        return int(words[2]) if words[:2] == list(commit) else None

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


class Outcome(NamedTuple):
    """Seconds, and of each commit the entry at which it was stored, as its process said."""

    seconds: float
    stored: dict[Commit, int]


def figures(games: int = GAMES) -> Iterator[Figure]:
    what = f"{games} games on PostgreSQL"
    if reason := why_not():
        yield Figure("P1", f"{what}: commits a second", f"not measured: {reason}")
        return
    with private_server(sync=True) as server:
        address = server.new_database()
        keys = open_games(address, games)
        told = dict[Commit, int]()
        ratios, speeds = list[float](), list[float]()
        for turn in range(ROUNDS):
            one, several = (
                run(address, [Commit(key, f"discord:{turn * PROCESSES + count}") for key in keys], count)
                for count in (1, PROCESSES)
            )
            told |= one.stored | several.stored
            ratios.append(one.seconds / several.seconds)
            speeds.append(games / several.seconds)
        killed = run(address, [Commit(key, "discord:0") for key in keys], PROCESSES, kill_at=games // 2)
        told |= killed.stored
        yield Figure(
            "P1",
            f"{what}: commits a second by {PROCESSES} processes",
            f"{median(speeds):.0f}, {median(ratios):.2f}x those of one process",
            ">= 1.3x",
            median(ratios) >= 1.3,
            median(ratios),
        )
        wrong = check(address, keys, told)
        yield Figure(
            "P2",
            f"{what}, one of {PROCESSES} processes killed: lost, run twice, logs that do not verify",
            f"{', '.join(map(str, wrong))} of {len(told)} commits",
            "0, 0, 0",
            not any(wrong),
        )


def open_games(address: str, count: int) -> list[str]:
    """Running games: their ids."""
    table = Table(address, token_bytes)
    keys = list[str]()
    with table.journal.transaction():
        for _ in range(count):
            game = table.open(SCENARIO, "", NOW)
            for side in game.sides:
                table.seat(game.id, side, side, NOW)
            keys.append(game.id)
    table.close()
    return keys


def run(address: str, commits: Sequence[Commit], processes: int, kill_at: int = 0) -> Outcome:
    """The commits, each by whichever process is free.

    ``kill_at``: after so many one process is killed; what it was asked last is asked of another.
    """
    waiting, stored, half = SimpleQueue[Commit](), dict[Commit, int](), Event()
    for commit in commits:
        waiting.put(commit)

    def work(worker: Worker) -> None:
        while len(stored) < len(commits):
            try:
                commit = waiting.get(timeout=0.1)
            except Empty:
                continue
            if not (seq := worker.ask(commit)):
                waiting.put(commit)
                if seq is None:
                    return
                continue
            stored[commit] = seq
            if len(stored) >= kill_at:
                half.set()

    with workers(address, processes) as made:
        threads = [Thread(target=work, args=(worker,)) for worker in made]
        began = perf_counter()
        for thread in threads:
            thread.start()
        while kill_at and not half.wait(0.1):
            assert any(thread.is_alive() for thread in threads), "every process has ended"
        if kill_at:
            made[0].kill()
        for thread in threads:
            thread.join()
        assert len(stored) == len(commits), "every process has ended"
        return Outcome(perf_counter() - began, stored)


@contextmanager
def workers(address: str, count: int) -> Iterator[list[Worker]]:
    """So many processes, ready to work."""
    made = [Worker(address) for _ in range(count)]
    try:
        yield made
    finally:
        for worker in made:
            worker.kill()


def check(address: str, keys: Sequence[str], told: dict[Commit, int]) -> tuple[int, int, int]:
    """How many commits are lost, how many were run more than once, and how many logs do not verify."""
    table, lost, twice, broken = Table(address, token_bytes), 0, 0, 0
    for key in keys:
        locked = (entry for entry in table.journal.read(key) if entry.kind == "locked")
        nonces = Counter(json.loads(entry.body).get("nonce", "") for entry in locked)
        lost += sum(not nonces[commit.nonce] for commit in told if commit.game == key)
        twice += sum(count > 1 for nonce, count in nonces.items() if nonce_kind(nonce) is NonceKind.MESSAGE)
        with suppress(Refused):
            broken -= verify(table.export(key)).holds
        broken += 1
    table.close()
    return lost, twice, broken
