"""Benchmarks with many games in one database: the first answer after a start, memory, deadlines, lists."""

import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import token_bytes
from statistics import median
from time import process_time

from bot.hosting.deadline_clock import look
from bot.hosting.outbox import Outbox
from bot.hosting.own_settings import OwnSettings
from bot.hosting.reminders import Reminders
from engine.log.deadline import add_seconds
from engine.log.journal import Journal
from engine.table import Table

from .positions import NOW, game
from .timing import Figure

RUNNING_SHARE = 11
"""One game of so many is running; the others are over."""
EVENTS = 60
"""Events that each game has at least."""


def figures(path: Path, games: int) -> Iterator[Figure]:
    """Rows for a database of that many games, which is made first."""
    build(path, games)
    what = f"{games} games, {max(1, games // RUNNING_SHARE)} of them running"
    seconds, megabytes = _start(path)
    yield Figure("M1", f"{what}: first answer after a start, CPU", f"{seconds:.3g} s", "0.3 s", seconds <= 0.3)
    yield Figure("M2", f"{what}: memory after it", f"{megabytes:.3g} MB", "120 MB", megabytes <= 120)
    table = Table(path, token_bytes)
    outbox, change = Outbox(table.journal), table.journal.rows.last_change()
    looked = _cost(lambda: look(table, NOW, change, change))
    yield Figure(
        "M3", f"{what}: a look at the deadlines, nothing due", f"{looked * 1000:.3g} ms", "1 ms", looked <= 1e-3
    )
    listed = _cost(lambda: table.list_selected(outbox.select_games_at("discord:1/")))
    yield Figure(
        "M4", f"the {min(games, 1000)} games of a server, listed", f"{listed * 1000:.3g} ms", "5 ms", listed <= 5e-3
    )
    waiting = _cost(outbox.waiting_games)
    yield Figure("M5", f"{what}: what waits to be posted", f"{waiting * 1000:.3g} ms")
    reminders = Reminders(table.journal, lambda _: (), lambda _: OwnSettings())
    first = _cost_once(reminders.plan)
    yield Figure("M6", f"{what}: reminders planned, once at the start", f"{first * 1000:.3g} ms")
    reminded = _cost(lambda: _look_at_reminders(reminders))
    yield Figure(
        "M7", f"{what}: a look at the reminders, none due", f"{reminded * 1000:.3g} ms", "1 ms", reminded <= 1e-3
    )
    table.close()


def build(path: Path, games: int) -> None:
    """A database of copies of one running game and one that is over; 1,000 of them are played in one server."""
    table, key = game(path, EVENTS)
    last = table.rule(key, "noted", NOW, "referee")
    table.close()
    running, again = key, Table(path, token_bytes)
    over = again.open(str(path.with_suffix(".yaml")), "", NOW).id
    for side in again.game(over).sides:
        again.seat(over, side, side, NOW)
    again.commit(over, next(iter(again.game(over).sides)), NOW, text="concede")
    Outbox(again.journal)
    again.close()
    journal = Journal(path)
    journal.database.execute("pragma synchronous = off")
    with journal.transaction():
        for number in range(games):
            source, name = (running, f"run-{number}") if number % RUNNING_SHARE == 0 else (over, f"end-{number}")
            copy_game(journal, source, name)
            place = (name, f"discord:{1 if number < 1000 else 2}/1/1", last.seq if source == running else 10**6)
            journal.database.execute("insert into destination values (?, ?, 't', ?, '', '')", place)
        deadline = (NOW, add_seconds(NOW, 3 * 86_400))
        journal.database.execute("update game_row set began = ?, due = ? where over = 0", deadline)
    journal.close()


def copy_game(journal: Journal, source: str, name: str) -> None:
    """Another game with the entries, secrets and row of the first."""
    for table, columns in (
        ("entry", "seq, kind, side, at, body, salt, link"),
        ("secret", "promise, secret"),
        ("game_row", "seq, link, form, name, over, started, due, began, stopped, news, replace(info, ?, ?)"),
    ):
        values = (name, source, name, source) if table == "game_row" else (name, source)
        order = " order by seq" if table == "entry" else ""
        journal.database.execute(f"insert into {table} select ?, {columns} from {table} where game = ?{order}", values)


def _start(path: Path) -> tuple[float, float]:
    """Seconds of CPU and megabytes of a process that opens the database, looks at what is due and answers once."""
    done = subprocess.run(
        [sys.executable, "-c", f"from bot.bench.many_games import answer; answer({str(path)!r})"],
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, megabytes = done.stdout.split()
    return float(seconds), float(megabytes)


def answer(path: str) -> None:
    """Open, look at what is due and waits to be posted, answer a question about one game; print the cost."""
    start = process_time()
    table = Table(path, token_bytes)
    look(table, NOW, table.journal.rows.last_change(), 0)
    Outbox(table.journal).waiting_games()
    table.game(table.journal.games()[-1])
    print(process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000)


def _look_at_reminders(reminders: Reminders) -> None:
    """As the deadline clock does when no game has changed."""
    reminders.plan(())
    reminders.due(NOW)
    reminders.waiting()


def _cost_once(act: Callable[[], object]) -> float:
    """Seconds of CPU."""
    start = process_time()
    act()
    return process_time() - start


def _cost(act: Callable[[], object]) -> float:
    """Seconds of CPU, the median of several times."""
    return median(_cost_once(act) for _ in range(9))
