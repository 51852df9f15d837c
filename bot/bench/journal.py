"""Benchmarks of the journal: disk syncs and time of a commit, commits to a long game, and replay."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from secrets import token_bytes
from time import perf_counter, process_time

from engine.log.journal import EntryChain, Journal
from engine.table import Table

from .positions import NOW, game
from .timing import Figure, Timed, at_most, rounds

SHORT, LONG = 1_000, 10_000
"""Events."""
LOG_BYTES = 32 + 1000 * (24 + 4096)
"""The length of a write-ahead log of 1,000 pages, after which SQLite stores them and begins the log again."""


def figures(folder: Path) -> Iterator[Figure]:
    yield syncs(folder)
    yield from commits(folder)
    yield from lengths(folder)
    yield replay(folder)


def syncs(folder: Path) -> Figure:
    """Counted by strace where there is one: the difference between a process of 60 commits and one of 20."""
    name, target = "disk: syncs (fsync, fdatasync) for one commit", "exactly 1"
    if shutil.which("strace"):
        each = (_traced(folder / "more.db", 60) - _traced(folder / "fewer.db", 20)) / 40
        return Figure("R5", name, f"{each:g} (counted by strace)", target, each == 1)
    before, after = _written(folder / "fewer.db", 20), _written(folder / "more.db", 60)
    each = (after - before) / 40
    return Figure(
        "R5",
        name,
        f"{each:g} (WAL commits at synchronous = full; strace is not installed)",
        target,
        each == 1,
    )


def committing(path: str, times: str) -> None:
    """Make so many commits of one order each; run in a process of its own."""
    table, key = game(Path(path), 0)
    for turn in range(int(times)):
        table.commit(key, "west", NOW, text=f"standing initiative {'ab'[turn % 2]}")


def _traced(path: Path, times: int) -> int:
    words = [
        "strace",
        "-f",
        "-qq",
        "-e",
        "trace=fsync,fdatasync",
        "-o",
        str(path.with_suffix(".trace")),
        *_process(path, times),
    ]
    subprocess.run(words, check=True)
    return len(re.findall(r"f(?:data)?sync\(", path.with_suffix(".trace").read_text()))


def _written(path: Path, times: int) -> int:
    """Commit frames in the write-ahead log: those that say how large the database is after them
    (sqlite.org/fileformat2.html, 4.1).
    """
    subprocess.run(_process(path, times, "os._exit(0)"), check=True)
    log = path.with_name(path.name + "-wal").read_bytes()
    frame = 24 + int.from_bytes(log[8:12])
    return sum(log[at + 4 : at + 8] != bytes(4) for at in range(32, len(log), frame))


def _process(path: Path, times: int, then: str = "") -> list[str]:
    source = f"import os, sys; from bot.bench.journal import committing; committing(*sys.argv[1:]); {then}"
    return [sys.executable, "-c", source, str(path), str(times)]


def commits(folder: Path) -> Iterator[Figure]:
    """Six entries of a usual size, compared with appending the same bytes to a file; and in a new database, whose
    write-ahead log still grows, with the same rows in bare sqlite3.
    """
    journal, file = Journal(folder / "timed.db"), os.open(folder / "floor", os.O_CREAT | os.O_APPEND | os.O_WRONLY)
    growing = Journal(folder / "growing.db")
    bare, numbers = _bare(folder / "bare.db"), count(1)
    while (folder / "timed.db-wal").stat().st_size < LOG_BYTES:  # from then on SQLite begins it again
        journal.append(_chain(next(numbers)))
    raw = "".join(entry.body + entry.link + entry.salt for entry in _chain(0).entries).encode()

    def plain() -> None:
        rows = [(e.game, e.seq, e.kind, e.side, e.at, e.body, e.salt, e.link) for e in _chain(next(numbers)).entries]
        bare.execute("begin immediate")
        bare.executemany("insert into entry values (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        bare.execute("commit")

    def appended() -> None:
        os.write(file, raw)
        os.fdatasync(file)

    timed = rounds(
        {
            "floor": appended,
            "bare": plain,
            "journal": lambda: journal.append(_chain(next(numbers))),
            "growing": lambda: growing.append(_chain(next(numbers))),
        },
        "floor",
        60,
    )
    over, of = timed["growing"].ratio / timed["bare"].ratio, f"append + fdatasync ({timed['floor'].ms})"
    yield at_most("R5", "disk: six entries stored, in a log that has its length", timed["journal"], 2.2, of)
    yield Figure(
        "R5", "disk: the same in a growing log, compared with bare sqlite3", f"{over:.2f}x", "<= 1.5x", over <= 1.5
    )


def _bare(path: Path) -> sqlite3.Connection:
    bare = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode = wal", "synchronous = full"):
        bare.execute(f"pragma {pragma}")
    bare.execute(
        "create table entry (game, seq, kind, side, at, body, salt, link, primary key (game, seq)) without rowid"
    )
    return bare


def _chain(number: int) -> EntryChain:
    entries = EntryChain(f"game-{number}", 0, "", NOW, token_bytes)
    for _ in range(6):
        entries.add("happened", "west", {"event": "move", "unit": "W01", "path": ["0301", "0401"] * 20, "cost": 2})
    return entries


def lengths(folder: Path) -> Iterator[Figure]:
    """One small commit to a short game and to a long one, alternately, in CPU: the wait for the disk hides growth."""
    (short, one), (long, other) = game(folder / "short.db", SHORT), game(folder / "long.db", LONG)
    turn = 0

    def commit(table: Table, key: str) -> None:
        nonlocal turn
        turn += 1
        table.commit(key, "west", NOW, text=f"standing initiative {'ab'[turn % 2]}")

    timed = rounds(
        {"floor": lambda: commit(short, one), "long": lambda: commit(long, other)}, "floor", 60, clock=process_time
    )
    yield at_most(
        "grow",
        f"commit to a game of {LONG:,} events",
        timed["long"],
        1.2,
        f"one of {SHORT:,} ({timed['floor'].ms} CPU)",
    )


def replay(folder: Path) -> Figure:
    """Opening a table and replaying a game of ten turns from its journal."""
    table, key = game(folder / "ten.db", 10 * 2 * 24)
    length, turn = table.game(key).length, table.game(key).phase
    table.close()

    def fold() -> None:
        again = Table(folder / "ten.db", token_bytes)
        again.game(key)
        again.close()

    start = perf_counter()
    fold()
    first = perf_counter() - start
    timed: Timed = rounds({"fold": fold}, "fold")["fold"]
    turns = turn.turn - 1 if turn else 0
    measured = f"{timed.ms} (first time {first * 1000:.0f} ms)"
    what = f"a game of {turns} turns, {length} entries, replayed from its journal"
    return Figure("replay", what, measured, "<= 500 ms", max(timed.seconds, first) <= 0.5)
