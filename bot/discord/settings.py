"""Settings from environment variables: the token, the database, and the addresses of Discord."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import discord
import discord.gateway
import yarl

from bot.hosting.database import database_address
from bot.hosting.settings import BadSetting, value, yes_or_no
from engine.database.address import Address, is_server

from .shards import ONE, Shards, read_shards


@dataclass(frozen=True)
class Settings:
    """The settings.

    ``api`` and ``gateway`` are "" for Discord's own; ``guild``: the server where commands appear at once, if any;
    ``shards``: the part of the bot's servers that this process serves; ``lines``: whether the channel above a game's
    thread gets a line when the game ends or needs a player.
    """

    token: str
    database: Address
    api: str
    gateway: str
    guild: int | None
    shards: Shards = ONE
    lines: bool = True


def read(environ: Mapping[str, str]) -> Settings:
    """The settings in these environment variables.  Raises BadSetting."""
    database = database_address(value(environ, "FIELDPOST_DB"))
    return Settings(
        token=_token(value(environ, "DISCORD_TOKEN")),
        database=database,
        api=_address(environ, "FIELDPOST_DISCORD_API", ("http", "https"), "https://discord.com/api/v10"),
        gateway=_address(environ, "FIELDPOST_DISCORD_GATEWAY", ("ws", "wss"), "wss://gateway.discord.gg/"),
        guild=_guild(value(environ, "FIELDPOST_GUILD")),
        shards=_shards(value(environ, "FIELDPOST_SHARDS"), database),
        lines=yes_or_no(environ, "FIELDPOST_DISCORD_LINES", "yes"),
    )


def apply(settings: Settings) -> None:
    """Point discord.py to the addresses in the settings; process-wide, before login."""
    if settings.api:
        discord.http.Route.BASE = settings.api
    if settings.gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)


def _token(raw: str) -> str:
    token = raw.removeprefix("Bot ").strip()
    if not token:
        raise BadSetting(
            "DISCORD_TOKEN is not set. Copy the bot's token from https://discord.com/developers/applications "
            "(your application, Bot, Reset Token) and start again with DISCORD_TOKEN=... fieldpost serve"
        )
    if not token.isascii() or not token.isprintable() or " " in token:
        raise BadSetting(
            "DISCORD_TOKEN contains spaces or letters that no token has. Copy it again, without quotation marks."
        )
    return token


def _address(environ: Mapping[str, str], name: str, schemes: tuple[str, ...], example: str) -> str:
    raw = value(environ, name).rstrip("/")
    if not raw:
        return ""
    try:
        parts = urlsplit(raw)
        whole = parts.scheme in schemes and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        whole = False
    if not whole:
        raise BadSetting(f"{name} is {raw!r}; use an address such as {example}, or leave it out to use Discord's own.")
    return raw


def _guild(raw: str) -> int | None:
    if not raw:
        return None
    if not (raw.isascii() and raw.isdigit() and 0 < int(raw) < 2**63):
        raise BadSetting(
            f"FIELDPOST_GUILD is {raw!r}; use a server's id, such as 1104200000000000000 "
            "(in Discord: Settings, Advanced, Developer Mode; then right-click the server, Copy Server ID)."
        )
    return int(raw)


def _shards(raw: str, database: Address) -> Shards:
    if not raw:
        return ONE
    try:
        shards = read_shards(raw)
    except ValueError as unusable:
        raise BadSetting(str(unusable)) from None
    if not shards.all and not is_server(database):
        raise BadSetting(
            f"FIELDPOST_SHARDS is {raw!r}, so other processes serve the other shards, but the database is a file, "
            "which one bot alone may serve. Name a PostgreSQL server that all of them use, "
            "FIELDPOST_DB=postgresql://user:password@host/name, or give this process all of them: "
            f"FIELDPOST_SHARDS=0-{shards.total - 1}/{shards.total}."
        )
    return shards
