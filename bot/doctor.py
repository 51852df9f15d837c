"""`fieldpost doctor`: settings, database and each configured door, with a sentence for each and what to do."""

import asyncio
import os
from argparse import Namespace
from collections.abc import Callable, Coroutine, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from engine.contract import counted
from engine.database.address import Address, is_server, without_password
from engine.table import Refused

from .discord import settings as discord_settings
from .discord.checks import check_discord
from .discord.shards import refuse_part_of_shards
from .forum import settings as forum_settings
from .forum.checks import check_forum
from .hosting import wording
from .hosting.calculations import worker_count
from .hosting.condition import check_backup, check_clock, check_disk, check_halted, check_versions
from .hosting.database import (
    CommandFailed,
    database_address,
    database_exists,
    memory_budget,
    open_database,
    picture_memory_budget,
)
from .hosting.findings import Finding, good, note, wrong
from .hosting.hosted_table import HostedTable
from .hosting.known_settings import OPENERS, Part
from .hosting.misspelled_settings import misspelled
from .hosting.serve_lock import who_serves
from .hosting.settings import BadSetting, current, is_wanted, settings_file, value
from .hosting.utc_now import utc_now
from .mail import settings as mail_settings
from .mail.checks import check_mail, check_strangers

T = TypeVar("T")


def doctor(arguments: Namespace) -> int:
    """Prints what is found; never a password or a token.  Returns 1 if anything is wrong."""
    findings = list[Finding]()
    for finding in _all(arguments.db):
        print(finding, flush=True)
        findings.append(finding)
    faults = sum(finding.kind == "wrong" for finding in findings)
    if not faults:
        print("\nNothing is wrong.")
        return 0
    print(f"\n{faults} thing{'s are' if faults > 1 else ' is'} wrong; the line below each says what to do.")
    return 1


def _all(database: str | None) -> Iterator[Finding]:
    try:
        environ = current()
    except BadSetting as unreadable:
        yield wrong("Settings", str(unreadable), "Correct the file, or rename it to go on without it.")
        os.environ["FIELDPOST_SETTINGS"] = os.devnull  # so that the rest is checked without it
        environ = dict(os.environ)
    else:
        where = settings_file(os.environ)
        file = f"the environment and {where}" if where.exists() else "the environment alone"
        yield good("Settings", f"read from {file}.")
    for fault in misspelled(os.environ):
        yield wrong("Settings", fault.text, fault.advice) if fault.meant else note("Settings", fault.text)
    yield from _limits()
    yield from _database(database_address(database or value(environ, "FIELDPOST_DB")))
    yield from _doors(environ)


def _limits() -> Iterator[Finding]:
    """Numbers that are set for memory and processes."""
    limits: tuple[Callable[[], int], ...] = (lambda: worker_count(current()), memory_budget, picture_memory_budget)
    for read in limits:
        try:
            read()
        except Refused as unusable:
            yield wrong("Settings", str(unusable), "Correct it, or leave it out.")


def _database(address: Address) -> Iterator[Finding]:
    shown = without_password(address)
    if not database_exists(address):
        folder = Path(address).resolve().parent
        if os.access(folder, os.W_OK):
            yield note("Database", f"there is no {shown} yet; it is made when the first game is opened.")
        else:
            yield wrong("Database", f"{shown} cannot be made: {folder} cannot be written to.", "Set FIELDPOST_DB.")
        return
    try:
        with open_database(address) as table:
            count, condition = len(table.journal.games()), tuple(_condition(table, address))
    except CommandFailed as unusable:
        advice = "Check FIELDPOST_DB, and that the server runs." if is_server(address) else "Check FIELDPOST_DB."
        yield wrong("Database", str(unusable), advice)
        return
    yield good("Database", f"{shown} can be read; it has {counted(count, 'game')}.")
    yield from condition
    if not is_server(address):
        yield from _running_bot(Path(address))


def _condition(table: HostedTable, address: Address) -> Iterator[Finding]:
    now = utc_now()
    yield check_versions(table)
    yield check_clock(table, now)
    yield from check_halted(table)
    if is_server(address):
        yield note("Backup", "that of a PostgreSQL server is made with pg_dump.")
    else:
        yield check_disk(Path(address))
        yield check_backup(table, now)


def _running_bot(database: Path) -> Iterator[Finding]:
    try:
        served = who_serves(database)
    except CommandFailed as unusable:
        yield wrong("Database", str(unusable), "Give this user the right to read and write it.")
        return
    if served is not None:
        which = f" ({served})" if served else ""
        yield good(
            "Bot", f"`fieldpost serve` is running with this database{which}. A second one cannot be started with it."
        )


def _doors(environ: Mapping[str, str]) -> Iterator[Finding]:
    def discord() -> discord_settings.Settings | None:
        return discord_settings.read(environ) if is_wanted(environ, "Discord") else None

    async def check(chosen: discord_settings.Settings) -> list[Finding]:
        return [await check_discord(chosen)]

    yield from _door("Discord", discord, check)

    async def check_mails(chosen: mail_settings.MailSettings) -> list[Finding]:
        others = any(value(environ, OPENERS[door].name) for door in ("Discord", "forum"))
        strangers = check_strangers(chosen, others)
        return [*await check_mail(chosen), *([strangers] if strangers else [])]

    yield from _door("mail", lambda: mail_settings.read(environ), check_mails)
    yield from _door("forum", lambda: forum_settings.read(environ), check_forum)
    yield from _several_processes(environ)
    if not any(value(environ, opener.name) for opener in OPENERS.values()):
        yield note(
            "Doors", "none is configured, so `fieldpost serve` has nothing to open; `fieldpost play` needs none."
        )


def _several_processes(environ: Mapping[str, str]) -> Iterator[Finding]:
    """What FIELDPOST_SHARDS means for the other doors."""
    try:
        shards = discord_settings.read(environ).shards
    except BadSetting:  # which is told where Discord is checked
        return
    if shards.all:
        return
    if any(value(environ, OPENERS[door].name) for door in ("mail", "forum")):
        try:
            refuse_part_of_shards(shards)
        except BadSetting as both:
            yield wrong("Doors", str(both), "`fieldpost serve` does not start as it is.")
        return
    mine = wording.join_list([str(number) for number in shards.numbers])
    yield note(
        "Discord",
        f"this process serves {'shard' if len(shards.numbers) == 1 else 'shards'} {mine} of {shards.total}; others must"
        " serve the rest, with the same FIELDPOST_DB. Mail and forums cannot be opened beside several processes.",
    )


def _door(
    door: Part, read: Callable[[], T | None], check: Callable[[T], Coroutine[None, None, list[Finding]]]
) -> Iterator[Finding]:
    """What is wrong with its settings, or what a try of them shows."""
    what = door.capitalize()
    try:
        chosen = read()
    except BadSetting as unusable:
        yield wrong(what, str(unusable), "Correct it, and run `fieldpost doctor` again.")
        return
    if chosen is None:
        yield note(what, f"not configured ({OPENERS[door].name} is not set).")
    else:
        yield from asyncio.run(check(chosen))
