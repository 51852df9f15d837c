"""`fieldpost serve`: one process that opens each door that is configured, and runs the deadlines of all games."""

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.database.address import Address
from engine.database.opening import listening
from engine.table import Refused

from .discord import settings as discord_settings
from .discord.serve import DiscordDoor, set_up_logging
from .discord.shards import ONE, Shards, refuse_part_of_shards
from .forum import settings as forum_settings
from .forum.serve import ForumDoor
from .forum.settings import ForumSettings
from .health import alive
from .hosting.beacon_settings import beacon_choice
from .hosting.database import CommandFailed, database_address
from .hosting.doors import Door, Doors
from .hosting.engine_thread import EngineThread
from .hosting.interpreter import tune_interpreter
from .hosting.known_settings import HEADINGS, NO_DOOR, OPENERS
from .hosting.misspelled_settings import misspelled
from .hosting.serve_lock import serve_lock
from .hosting.settings import BadSetting, current, is_wanted, value
from .mail import settings as mail_settings
from .mail.serve import MailDoor
from .mail.settings import MailSettings

log = logging.getLogger("fieldpost")

HEARTBEAT = 15
"""Seconds between two signs of life."""


class Settings(NamedTuple):
    """The database, and what is configured of each door (None = it stays shut)."""

    database: Address
    discord: discord_settings.Settings | None
    mail: MailSettings | None
    forum: ForumSettings | None = None

    @property
    def shards(self) -> Shards:
        return self.discord.shards if self.discord else ONE


def read_settings(environ: Mapping[str, str]) -> Settings:
    """Raises BadSetting, also if no door is configured."""
    database = database_address(value(environ, "FIELDPOST_DB"))
    mail, forum = mail_settings.read(environ), forum_settings.read(environ)
    discord = discord_settings.read(environ) if is_wanted(environ, "Discord") else None
    if not (discord or mail or forum):
        raise BadSetting(NO_DOOR)
    beacon_choice(environ)
    chosen = Settings(database, discord, mail, forum)
    if mail or forum:
        refuse_part_of_shards(chosen.shards)
    return chosen


def serve() -> int:
    """Serve until stopped.

    Returns 0 when stopped, 1 if a door or the database refuses, 2 if a setting is missing or wrong.
    """
    try:
        for fault in misspelled(os.environ):
            print(f"Warning: {fault}", file=sys.stderr)
        chosen = read_settings(current())
    except BadSetting as unusable:
        print(unusable, file=sys.stderr)
        return 2
    set_up_logging()
    try:
        with serve_lock(chosen.database):
            return _serve_locked(chosen)
    except (CommandFailed, Refused, BadSetting) as refused:
        print(refused, file=sys.stderr)
        return 1


def _serve_locked(chosen: Settings) -> int:
    """As ``serve``, while no other process serves the database.  Raises Refused."""
    engine = EngineThread(chosen.database)
    try:
        return asyncio.run(_open_doors(engine, chosen))
    finally:
        engine.close()


async def _open_doors(engine: EngineThread, chosen: Settings) -> int:
    """Returns the exit code.  Raises Refused if the database lacks its games, or does not say where they are posted."""
    await engine.use_data(lambda data: data.serve(*chosen.shards))
    await engine.use_table(lambda table: table.journal.games())
    tune_interpreter()
    doors, stop, loop = Doors(engine, _say), asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)

    def wake_clock() -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(doors.clock.notify)

    for line in _shut_doors(chosen):
        _say(line)
    opened = _configured_doors(doors, chosen)
    await doors.leagues.resume()
    beside = [
        asyncio.create_task(doors.clock.run()),
        asyncio.create_task(doors.leagues.watch()),
        asyncio.create_task(_touch_sign_of_life(opened, chosen)),
    ]
    try:
        with listening(chosen.database, wake_clock):
            ended = await asyncio.gather(*(_run_door(door, stop) for door in opened))
    finally:
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
    return 1 if any(ended) else 0


def _say(line: str) -> None:
    """To whoever runs the program, who may have sent its output to a file."""
    with contextlib.suppress(OSError):
        print(line, flush=True)


def _shut_doors(chosen: Settings) -> Iterator[str]:
    """A line for each door that is not configured, with what would open it."""
    configured = {"Discord": chosen.discord, "mail": chosen.mail, "forum": chosen.forum}
    for door, opener in OPENERS.items():
        if not configured[door]:
            page = HEADINGS[door].partition("(")[2].rstrip(")")
            what = door[:1].upper() + door[1:]
            yield f"{what} is not configured, so this door stays shut. {opener.line} opens it ({page})."


def _configured_doors(doors: Doors, chosen: Settings) -> tuple[Door, ...]:
    discord = [DiscordDoor(doors, chosen.discord)] if chosen.discord else []
    mail = [MailDoor(doors, chosen.mail)] if chosen.mail else []
    forum = [ForumDoor(doors, chosen.forum)] if chosen.forum else []
    return (*discord, *mail, *forum)


async def _run_door(door: Door, stop: asyncio.Event) -> str:
    """What ``Door.run`` returns, told to whoever runs the program; the other doors stay open."""
    fatal = await door.run(stop)
    if fatal:
        print(fatal, file=sys.stderr)
    return fatal


async def _touch_sign_of_life(opened: Sequence[Door], chosen: Settings) -> None:
    """Touch a file beside the database while a door is connected: the health check for Docker reads it."""
    sign = alive(chosen.database, value(current(), "FIELDPOST_SHARDS"))
    while True:
        if any(door.connected() for door in opened):
            with contextlib.suppress(OSError):
                sign.touch()
        await asyncio.sleep(HEARTBEAT if sign.exists() else 1)
