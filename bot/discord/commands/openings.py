"""Whether a game may be opened here, where it is played, and with which deadline, as the server's managers chose."""

from typing import NamedTuple

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.opening_limits import too_short
from bot.hosting.openings import too_many
from bot.hosting.server_options import EVERYBODY, MANAGERS, ServerOptions
from bot.hosting.utc_now import utc_now
from engine.deadlines.calendar import Calendar
from engine.deadlines.words import read_calendar
from engine.table import Refused

from ..messages.address import UNTAGGED, write_address
from ..messages.league_games import place_league_game
from .context import Context

NO_DEADLINE = ("none", "no")
"""What is typed in place of a deadline where the server has a usual one."""


class Opening(NamedTuple):
    """How a game is opened: the address of its posts, and when its phases end (None = no deadline)."""

    address: str
    calendar: Calendar | None
    forum: str = ""


async def plan_opening(context: Context, deadline: str | None) -> Opening:
    """Raises Refused with the rule that forbids it, the numbers, and what works."""
    options = await context.services.engine.use_data(lambda data: data.servers.options(context.server))
    if rule := _who(context, options) or _where(context, options):
        raise Refused("not-allowed-here", rule)
    if trouble := _cannot_post(context, options):
        raise Refused("no-permission", trouble)
    calendar = _calendar(options, deadline)
    if short := too_short(calendar, options.shortest):
        works = f"Try `deadline:{wording.compact(options.shortest)}`."
        raise Refused("bad-deadline", f"{short} {works} Managers change the limit with `/setup deadlines`.")
    place = (int(options.forum), 0, UNTAGGED) if options.forum else (context.channel,)
    return Opening(write_address(context.guild, *place), calendar, options.forum)


def place_game(data: EngineData, context: Context, game: str, opening: Opening) -> None:
    """In the transaction that opens a game: it is played there, and counts as this person's.

    Raises Refused if it is one too many.
    """
    options, now = data.servers.options(context.server), utc_now()
    running = data.openings.running_of(data.table, context.player, context.server, now)
    mine = [one for one in running if not data.league_places.league_of(one.game)]
    if many := too_many(mine, options.per_person):
        raise Refused("too-many", f"{many} Managers change the limit with `/setup opening`.")
    place_league_game(data, context.server, game, opening.address, context.player)


def may_open(context: Context, options: ServerOptions) -> bool:
    """Whether this person may open games in the server; managers always may."""
    return context.hosts or options.opens == EVERYBODY or options.opens in context.roles


def _who(context: Context, options: ServerOptions) -> str:
    if may_open(context, options):
        return ""
    who = "its managers" if options.opens == MANAGERS else f"members with the role <@&{options.opens}>"
    return (
        f"In this server only {who} may open games. Ask one of them to open it, then take a seat with `/game join`."
        " Managers change this with `/setup opening`."
    )


def _where(context: Context, options: ServerOptions) -> str:
    if not options.channels or str(context.parent) in options.channels or options.forum:
        return ""
    channels = wording.join_list([f"<#{channel}>" for channel in options.channels], "or")
    return (
        f"In this server games are opened only in {channels}. Type the same command there."
        " Managers change this with `/setup channels`."
    )


def _cannot_post(context: Context, options: ServerOptions) -> str:
    if options.forum:
        return context.services.publisher.forum_trouble(int(options.forum))
    return missing_permissions(context)


def missing_permissions(context: Context) -> str:
    """A sentence that lists the permissions the bot lacks here; "" if it lacks none, or if Discord did not say."""
    rights, thread = context.rights, context.channel != context.parent
    if not rights.value:
        return ""
    sending = (
        ("Send Messages in Threads", rights.send_messages_in_threads)
        if thread
        else ("Send Messages", rights.send_messages)
    )
    needed = (("View Channel", rights.view_channel), sending, ("Attach Files", rights.attach_files))
    lacking = [f"**{name}**" for name, granted in needed if not granted and not rights.administrator]
    if not lacking:
        return ""
    return (
        f"I am not allowed to post here: my role lacks {wording.join_list(lacking)} in this channel. "
        "Grant that, or use another channel."
    )


def _calendar(options: ServerOptions, deadline: str | None) -> Calendar | None:
    """Raises Refused."""
    if deadline is None:
        return Calendar(length=options.deadline) if options.deadline else None
    return None if deadline.strip().lower() in NO_DEADLINE else read_calendar(deadline)
