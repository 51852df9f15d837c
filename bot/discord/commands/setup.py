"""/setup: what the managers of a server chose, shown and changed."""

from collections.abc import Mapping
from typing import NamedTuple

import discord

from bot.hosting import wording
from bot.hosting.date_words import LANGUAGES, date_words
from bot.hosting.server_options import EVERYBODY, MANAGERS, ServerOptions
from bot.hosting.utc_now import utc_now
from engine.contract import counted
from engine.table import Refused

from ..messages import markup
from ..messages.forum_posts import forum_trouble, missing_tags
from .context import Context
from .openings import NO_DEADLINE
from .replies import Reply

MOST_CHANNELS = 25
"""Channels that can be chosen one by one."""
TITLES: Mapping[str, str] = {
    "opens": "Who may open games",
    "per_person": "Running games that one person may have opened",
    "per_server": "Running games in the server",
    "channels": "Channels where games may be opened",
    "forum": "Games become posts of",
    "deadline": "Deadline of games that are opened without one",
    "shortest": "Shortest deadline",
    "dates": "Language of dates in words",
    "referees": "Referees",
}


class Channel(NamedTuple):
    """A channel as somebody picked it."""

    id: str
    forum: bool


async def show(context: Context) -> Reply:
    require_manager(context)
    options = await _options(context)
    lines = [f"**{title}:** {_shown(name, options)}" for name, title in TITLES.items()]
    return Reply("\n".join(("## This server's games", *lines, *_forum_notes(context, options))))


async def opening(
    context: Context, who: str | None, role: discord.Role | None, per_person: int | None, per_server: int | None
) -> Reply:
    """Who may open games, and how many may run."""
    require_manager(context)
    if who == "role" and role is None:
        raise Refused("missing-argument", "Which role? Pick it with the option `role`: `/setup opening role:@Players`.")
    if who in (EVERYBODY, MANAGERS) and role is not None:
        raise Refused("missing-argument", f"Give either `who:{who}` or a `role`, not both.")
    everybody = role is not None and role.id == context.guild  # the role @everyone
    opens = EVERYBODY if everybody else str(role.id) if role else who
    return await _change(context, {"opens": opens, "per_person": per_person, "per_server": per_server})


async def channels(context: Context, where: str, channel: Channel | None) -> Reply:
    """Where games may be opened.  ``where``: everywhere, add, remove or forum."""
    require_manager(context)
    if where == "everywhere":
        return await _change(context, {"channels": (), "forum": ""})
    if channel is None:
        raise Refused(
            "missing-argument", f"Which channel? Pick it too: `/setup channels where:{where} channel:#games`."
        )
    if where == "forum":
        return await _set_forum(context, channel)
    if channel.forum:
        raise Refused(
            "bad-channel",
            f"<#{channel.id}> is a forum channel. `/setup channels where:forum` makes games posts of it.",
        )
    chosen = (await _options(context)).channels
    if where == "remove":
        return await _change(context, {"channels": _without(chosen, channel.id)})
    after = tuple(dict.fromkeys((*chosen, channel.id)))
    if len(after) > MOST_CHANNELS:
        says = f"{MOST_CHANNELS} channels can be chosen, and that many are."
        raise Refused("too-many", f"{says} Remove one with `/setup channels where:remove`, or choose `everywhere`.")
    return await _change(context, {"channels": after, "forum": ""})


async def deadlines(context: Context, usual: str | None, shortest: str | None) -> Reply:
    """The deadline of games that are opened without one, and the shortest allowed."""
    require_manager(context)
    options = await _options(context)
    least = _seconds(shortest) if shortest else options.shortest
    none = usual is not None and usual.strip().lower() in NO_DEADLINE
    period = 0 if none else _seconds(usual) if usual else options.deadline
    if period and period < least:
        raise Refused(
            "bad-deadline",
            f"A usual deadline of {wording.length(period)} would be shorter than the shortest allowed,"
            f" {wording.length(least)}. Change both: `/setup deadlines default:{wording.compact(period)}"
            f" shortest:{wording.compact(period)}`.",
        )
    return await _change(context, {"deadline": period if usual else None, "shortest": least if shortest else None})


async def dates(context: Context, language: str) -> Reply:
    require_manager(context)
    return await _change(context, {"dates": language})


async def referees(context: Context, role: discord.Role | None) -> Reply:
    """``role``: None takes the role away."""
    require_manager(context)
    if role is not None and role.id == context.guild:
        raise Refused("bad-role", "Not everybody can be a referee. Pick another role, or leave `role` out for none.")
    return await _change(context, {"referees": str(role.id) if role else ""})


def require_manager(context: Context) -> None:
    """Raises Refused for somebody without Manage Server, whatever Discord lets them type."""
    if not context.hosts:
        raise Refused("not-a-manager", "Only members with the permission **Manage Server** can use `/setup`.")


async def _set_forum(context: Context, channel: Channel) -> Reply:
    if not channel.forum:
        raise Refused(
            "bad-channel",
            f"<#{channel.id}> is no forum channel. `/setup channels where:add` allows games in it.",
        )
    forum = context.services.publisher.forum(int(channel.id))
    if trouble := forum_trouble(int(channel.id), forum):
        raise Refused("no-permission", trouble.replace("Games of this server are", "Games would be"))
    return await _change(context, {"forum": channel.id, "channels": ()})


async def _options(context: Context) -> ServerOptions:
    return await context.services.engine.use_data(lambda data: data.servers.options(context.server))


async def _change(context: Context, wanted: Mapping[str, object]) -> Reply:
    """Change what is not None, and say the old and the new value of each."""
    changes = {name: value for name, value in wanted.items() if value is not None}
    if not changes:
        raise Refused("missing-argument", "Give at least one option to change. `/setup show` shows them all.")
    before, after = await context.services.engine.use_data(lambda data: data.servers.change(context.server, changes))
    lines = list[str]()
    for name in changes:
        old, new = _shown(name, before), _shown(name, after)
        if old != new or len(changes) == 1:
            lines.append(f"{TITLES[name]}: {old} → **{new}**" if old != new else f"{TITLES[name]}: {new}, as before")
    return Reply("\n".join((*(lines or ["Everything is as before."]), *_forum_notes(context, after))))


def _shown(name: str, options: ServerOptions) -> str:
    match name:
        case "opens":
            words = {EVERYBODY: "everybody", MANAGERS: "members with Manage Server"}
            return words.get(options.opens) or f"<@&{options.opens}>, and members with Manage Server"
        case "channels":
            return wording.join_list([f"<#{channel}>" for channel in options.channels]) or "every channel"
        case "forum":
            return f"<#{options.forum}>" if options.forum else "no forum channel"
        case "deadline":
            return wording.length(options.deadline) if options.deadline else "none"
        case "shortest":
            return wording.length(options.shortest)
        case "dates":
            return f"{LANGUAGES[options.dates].name} ({date_words(utc_now(), options.dates)})"
        case "referees":
            return f"<@&{options.referees}>" if options.referees else "no role"
        case _:
            return str(getattr(options, name))


def _forum_notes(context: Context, options: ServerOptions) -> list[str]:
    """What the forum channel lacks."""
    if not options.forum:
        return []
    forum = context.services.publisher.forum(int(options.forum))
    if trouble := forum_trouble(int(options.forum), forum):
        return [f"⚠️ {trouble}"]
    missing = [f"**{markup.escape(name)}**" for name in missing_tags(forum)] if forum else []
    if not missing:
        return []
    return [
        f"-# I tag posts with system and state. {counted(len(missing), 'tag')} to make: {wording.join_list(missing)}."
    ]


def _without(chosen: tuple[str, ...], channel: str) -> tuple[str, ...]:
    """Raises Refused."""
    if channel not in chosen:
        shown = wording.join_list([f"<#{one}>" for one in chosen])
        rest = f"These are: {shown}." if chosen else "None are: games may be opened in every channel."
        raise Refused("bad-channel", f"<#{channel}> is not among the channels chosen. {rest}")
    if len(chosen) == 1:
        raise Refused(
            "bad-channel",
            f"<#{channel}> is the only channel chosen. `/setup channels where:everywhere` allows all of them.",
        )
    return tuple(one for one in chosen if one != channel)


def _seconds(typed: str) -> int:
    """Raises Refused."""
    try:
        return wording.period(typed)
    except ValueError as wrong:
        raise Refused("bad-deadline", str(wrong)) from wrong
