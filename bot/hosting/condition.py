"""The condition of a database and of the computer it is on, for `fieldpost doctor`: each finding says what to do."""

import platform
import shutil
from collections.abc import Iterator
from pathlib import Path

from engine.contract import counted
from engine.log.deadline import add_seconds

from . import wording
from .findings import Finding, good, note, wrong
from .halted_games import FAULT
from .halting import halted_line
from .hosted_table import HostedTable
from .last_backup import last_backup
from .version import version

DAY = 86_400
CLOCK_TOLERANCE = 300
"""Seconds by which the newest entry may be ahead of the clock: other computers may have written it."""
LEAST_FREE = 200_000_000
"""Bytes that a disk should have free, beside room for one more copy of the database."""
BACKUP_AGE = 7
"""Days after which a backup is old, if anything has happened since."""


def check_versions(table: HostedTable) -> Finding:
    return good(
        "Versions", f"Fieldpost {version()}, Python {platform.python_version()}, {table.journal.database.form}."
    )


def check_clock(table: HostedTable, now: str) -> Finding:
    """The computer's clock against the newest entry of the journal."""
    newest, shown = newest_entry(table), _moment(now)
    if newest <= add_seconds(now, CLOCK_TOLERANCE):
        return good("Clock", f"it is {shown} UTC, which fits the newest entry of the journal.")
    ahead = wording.length(wording.seconds(newest) - wording.seconds(now))
    return wrong(
        "Clock",
        f"it is {shown} UTC by this computer, and the newest entry of the journal is of {_moment(newest)} UTC, {ahead}"
        " later.",
        "Set the clock, or let the system keep it (timedatectl set-ntp true). Deadlines go by it.",
    )


def newest_entry(table: HostedTable) -> str:
    """Its time, "" in an empty database."""
    query = "select coalesce(max(e.at), '') from head h join entry e on e.game = h.game and e.seq = h.seq"
    return str(table.journal.database.query(query)[0][0])


def check_halted(table: HostedTable) -> Iterator[Finding]:
    """A fault is wrong; a place that takes no posts is for its players to change."""
    for halted in table.halted.all():
        if halted.cause == FAULT:
            advice = f"Put the cause right, usually by an update, and type `fieldpost resume {halted.game}`."
            yield wrong("Halted game", f"{halted_line(halted)}.", advice)
        elif halted.cause == "discord":
            gone = "A player opens /game info in another channel and presses Play it here."
            advice = gone if halted.lasting else f"Grant the permissions, and it goes on by itself. Or: {gone}"
            yield note("Halted game", halted_line(halted), advice)
        else:
            yield note("Halted game", halted_line(halted), "Open its topic again, and it goes on by itself.")


def check_disk(database: Path) -> Finding:
    """The space on the disk of a database file."""
    free, size = shutil.disk_usage(database.resolve().parent).free, database.stat().st_size
    if free >= LEAST_FREE + size:
        return good("Disk", f"{_megabytes(free)} are free where {database} is, which has {_megabytes(size)}.")
    return wrong(
        "Disk",
        f"only {_megabytes(free)} are free where {database} is, which has {_megabytes(size)}.",
        "Free some space. On a full disk nothing can be stored; `fieldpost archive` makes a database smaller.",
    )


def check_backup(table: HostedTable, now: str) -> Finding:
    """The age of the last backup of a database file."""
    made, daily = last_backup(table.journal.database), "A daily job can make one: docs/running-the-bot.md, Backups."
    if made is None:
        return note("Backup", "none was made with `fieldpost backup` yet.", daily)
    days = (wording.seconds(now) - wording.seconds(made.at)) // DAY
    age = f"the last one is of {_moment(made.at)} UTC, {counted(days, 'day')} ago: {made.file}"
    if days >= BACKUP_AGE and newest_entry(table) > made.at:
        return wrong("Backup", f"{age}. Games have gone on since.", daily)
    if not Path(made.file).exists():
        return note("Backup", f"{age}, which is not there any more.", "If it was moved to another disk, all is well.")
    return good("Backup", f"{age}.")


def _moment(at: str) -> str:
    return f"{at[:10]} {at[11:16]}"


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"
