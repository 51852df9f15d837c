"""Benchmarks on this machine: each figure with its baseline, timed in the same round, and its target."""

import platform
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table as Grid

from . import (
    d20_rolls,
    even_dice,
    hexes,
    journal,
    league,
    many_games,
    movement,
    odds,
    orders,
    pictures,
    played_pictures,
    process,
    records,
    replays,
    runs,
    several_processes,
    turns,
)
from .load import figures as load_figures
from .load.plan import Plan
from .timing import Figure

PARTS: tuple[Callable[[Path], Iterable[Figure]], ...] = (
    lambda _: pictures.figures(),
    played_pictures.figures,
    replays.figures,
    journal.figures,
    lambda _: records.figures(),
    lambda _: orders.figures(),
    lambda _: hexes.figures(),
    lambda _: movement.figures(),
    lambda _: odds.figures(),
    lambda _: even_dice.figures(),
    turns.figures,
    process.figures,
    lambda _: several_processes.figures(),
)


def bench(games: int = 0, file: str = "", load: Plan | None = None, d20: str = "", *, seasons: int = 0) -> int:
    """Print the table, or that of a database of so many games, or that of a load run, or that of so many simulated
    seasons of leagues.

    Returns 0 even if targets are missed: the machine may be slow.  ``file``: where the runs are kept; the table shows
    beside each row what it was when it was last measured there.  ``d20``: a Python that has the library d20.
    """
    kept = runs.read_runs(Path(file)) if file else []
    last = {what: row for run in kept for what, row in run["rows"].items()}
    rows: runs.Rows = {}
    grid = Grid(
        "",
        "what",
        "measured",
        "target",
        "",
        "last run",
        title=f"Python {platform.python_version()}, {cpu_count()} CPUs, {sys.platform}",
    )
    with TemporaryDirectory() as folder:
        for figure in _chosen(Path(folder), games, load, d20, seasons):
            before, row = last.get(figure.what), runs.row_of(figure)
            rows[figure.what] = row
            grid.add_row(*figure[:4], runs.verdict(row, before), before["measured"] if before else "")
    Console(width=None if sys.stdout.isatty() else 170).print(grid)
    if file:
        runs.write_runs(Path(file), [*kept, {"at": datetime.now(UTC).isoformat(timespec="seconds"), "rows": rows}])
    return 0


def _chosen(folder: Path, games: int, load: Plan | None, d20: str, seasons: int) -> Iterator[Figure]:
    if seasons:
        return league.figures(seasons)
    if load:
        return load_figures.figures(folder, load)
    return many_games.figures(folder / "many.db", games) if games > 0 else _all(folder, d20)


def _all(folder: Path, d20: str) -> Iterator[Figure]:
    quiet = Console(stderr=True)
    for number, part in enumerate(PARTS, 1):
        quiet.print(f"part {number} of {len(PARTS)}", style="dim")
        yield from part(folder)
    yield from d20_rolls.figures(d20)
