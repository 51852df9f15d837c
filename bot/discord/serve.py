"""Discord's door: it connects, reconnects, and ends only when asked to or when a retry cannot help."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import Any

import discord
from discord import app_commands

from bot.hosting.doors import Doors
from engine.contract import counted
from engine.table import Refused

from . import settings
from .commands.context import Services
from .commands.presses import on_press
from .commands.replies import EXPIRED, acknowledge, explain, send
from .commands.rolls import tell_of_sealed_rolls
from .commands.tree import add_commands
from .messages.address import list_places
from .messages.publisher import Publisher
from .registration import PAUSES, register_commands
from .settings import Settings
from .shard_keeper import ShardKeeper, latency, wait_for_shards

log = logging.getLogger("fieldpost")

WRONG_TOKEN = (
    "Discord does not accept this token. Copy it again from https://discord.com/developers/applications "
    "(your application, Bot, Reset Token) into DISCORD_TOKEN."
)
OLD_COMMAND = "This command has changed. Reload Discord (Ctrl-R) or restart it, and try again in a minute."


class Fieldpost(discord.AutoShardedClient):
    """The connections to Discord, one a shard, with the services behind them.  Asks for no privileged intent."""

    def __init__(self, doors: Doors, chosen: Settings) -> None:
        super().__init__(
            shard_ids=list(chosen.shards.numbers),
            shard_count=chosen.shards.total,
            intents=discord.Intents(guilds=True),
            guild_ready_timeout=0.5,
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        publisher = Publisher(self, doors.engine, chosen.shards, lines=chosen.lines)
        self.services = Services(doors.engine, publisher, doors)
        self._chosen, self._tasks = chosen, list[asyncio.Task[None]]()
        self.tree = Tree(self)
        add_commands(self.tree, self.services)

    async def setup_hook(self) -> None:
        self._start_task(register_commands(self.tree, self, self._chosen.guild))
        if not self._chosen.shards.all:
            keeper = ShardKeeper(self, self.services.engine, self.services.publisher, self._chosen.shards)
            self._start_task(keeper.run())
        await self.services.publisher.resume()
        self._start_task(tell_of_sealed_rolls(self.services))
        self._start_task(self.services.publisher.try_blocked())

    async def on_ready(self) -> None:
        """Also called each time the bot signs in again."""
        log.info("connected as %s, in %d servers", self.user, len(self.guilds))
        self.services.doors.opened("Discord", _opened(str(self.user), len(self.guilds)))

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Handle buttons and forms, also those sent before a restart; commands go to the tree by themselves."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            await on_press(self.services, interaction)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        log.exception("error while handling %s", event_method)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.services.publisher.close()
        await super().close()

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.append(asyncio.create_task(work))


def _opened(name: str, servers: int) -> str:
    if not servers:
        return f"Discord is open: {name} is in no server yet. docs/running-the-bot.md shows how to add it to yours."
    how = "In a channel, /game new scenario:millers-bridge opens a first game."
    return f"Discord is open: {name} is connected, in {counted(servers, 'server')}. {how}"


class Tree(app_commands.CommandTree[Fieldpost]):
    async def on_error(
        self, interaction: discord.Interaction[Fieldpost], error: app_commands.AppCommandError, /
    ) -> None:
        """Reply with a sentence to an error that no command caught."""
        gone = isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch)
        answer = explain(Refused("old-command", OLD_COMMAND) if gone else error)
        if interaction.type is discord.InteractionType.application_command and await acknowledge(
            interaction.client.services, interaction
        ):
            await send(interaction, answer)


class DiscordDoor:
    """Connects, and reconnects after a pause whenever the connection ends."""

    name = "Discord"

    def __init__(self, doors: Doors, chosen: Settings) -> None:
        settings.apply(chosen)
        self._doors, self._chosen = doors, chosen
        self._client: Fieldpost | None = None

    async def run(self, stop: asyncio.Event) -> str:
        """Raises Refused if the database does not say where its games are posted."""
        engine, loop = self._doors.engine, asyncio.get_running_loop()
        await engine.use_outbox(list_places)
        failures = 0
        while await wait_for_shards(engine, stop):
            started = loop.time()
            if fatal := await self._connect_once(stop):
                return fatal
            failures = 0 if loop.time() - started > 300 else failures + 1
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PAUSES[min(failures, len(PAUSES)) - 1]):
                    await stop.wait()
        return ""

    def connected(self) -> bool:
        client = self._client
        return client is not None and client.is_ready() and not client.is_closed() and latency(client) < 60

    async def _connect_once(self, stop: asyncio.Event) -> str:
        """Run one connection until it ends.  Returns a sentence if a retry cannot help, otherwise ""."""
        client = self._client = Fieldpost(self._doors, self._chosen)
        publisher = client.services.publisher
        with self._doors.publishing(publisher, publisher.leagues):
            ended = await _run_client(client, self._chosen, stop)
        return _why_ended(ended, stop)


def _why_ended(ended: BaseException | None, stop: asyncio.Event) -> str:
    match ended:
        case discord.LoginFailure():
            return WRONG_TOKEN
        case discord.ConnectionClosed(code=4004):
            return WRONG_TOKEN
        case discord.PrivilegedIntentsRequired() | discord.ConnectionClosed(code=4013 | 4014):
            return (
                "Discord rejects this bot's intents, although none is privileged. Does the token belong "
                "to the right application?"
            )
        case Exception() if not stop.is_set():
            log.warning("the connection to Discord ended (%s); trying again", str(ended) or type(ended).__name__)
    return ""


async def _run_client(client: Fieldpost, chosen: Settings, stop: asyncio.Event) -> BaseException | None:
    """Until its connection ends or the bot is to stop.  Returns the exception that ended it."""
    running, stopped = asyncio.create_task(client.start(chosen.token)), asyncio.create_task(stop.wait())
    await asyncio.wait({running, stopped}, return_when=asyncio.FIRST_COMPLETED)
    stopped.cancel()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(5):
            await client.close()
    running.cancel()
    (ended,) = await asyncio.gather(running, return_exceptions=True)
    return ended


def set_up_logging() -> None:
    """Log to standard error, one line per event; errors that a reconnect fixes are logged without a traceback."""
    discord.utils.setup_logging(
        formatter=logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"), level=logging.INFO
    )
    for name in ("discord.client", "discord.gateway"):
        logging.getLogger(name).addFilter(_shorten)
    logging.getLogger("discord.app_commands.tree").addFilter(_shorten_late)
    logging.getLogger("discord.http").setLevel(logging.WARNING)
    logging.getLogger("mail.log").setLevel(logging.WARNING)  # aiosmtpd: it names who writes, and keys of seats


def _shorten(record: logging.LogRecord) -> bool:
    """A log filter: drops warnings about voice, and the traceback of errors that a reconnect fixes."""
    if "voice" in record.getMessage():
        return False
    if record.exc_info and "reconnect" in record.getMessage():
        record.exc_info = None
    return True


def _shorten_late(record: logging.LogRecord) -> bool:
    """A log filter: drops the traceback where Discord no longer waited for suggestions, which hurts nobody."""
    fault = record.exc_info[1] if record.exc_info else None
    if isinstance(fault, discord.NotFound) and fault.code == EXPIRED and "autocomplete" in record.getMessage():
        record.exc_info, record.levelno, record.levelname = None, logging.INFO, "INFO"
        record.msg, record.args = "suggestions came too late", ()
    return True
