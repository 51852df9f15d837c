"""/scenario: a server's own scenarios, added as files, listed and removed."""

import discord

from bot.hosting.own_scenarios import FILE, MOST, ROOM, SOURCE, OwnScenario
from bot.hosting.scenario_check import check_scenario
from bot.hosting.utc_now import utc_now
from engine.contract import counted
from engine.scenarios import reader
from engine.systems import SYSTEMS
from engine.table import Refused

from ..messages import markup
from . import options
from .context import Context
from .openings import may_open
from .replies import Attachment, Reply

BLOCK = 1500
"""Characters of a code block that leaves room for a few words in the same message."""


async def add(context: Context, attachment: discord.Attachment, name: str | None) -> Reply:
    """Check a file, and keep it if it has no errors; the answer is what `fieldpost check` says."""
    chosen = await context.services.engine.use_data(lambda data: data.servers.options(context.server))
    if not may_open(context, chosen):
        raise Refused(
            "not-allowed-here",
            "In this server only those who may open games may add scenarios. `/setup opening` is where managers change"
            " that.",
        )
    raw = await options.read(attachment, FILE)
    file = markup.one_line(attachment.filename)
    try:
        checked = await context.services.engine.calculate(context.player, check_scenario, file, raw, SOURCE)
    except Refused as refused:
        if refused.code != "too-long":
            raise
        raise Refused("too-long", f"{file} took too long to check, so it was not added. Make it simpler.") from None
    said = _block(checked.lines)
    if not checked.source:
        return Reply(
            f"{counted(len(checked.lines), 'error')}; the scenario was not added.\n{said.text}", said.attachments
        )
    made, before = await context.services.engine.use_data(
        lambda data: data.own_scenarios.add(
            context.server, name or "", checked, context.player, utc_now(), manager=context.hosts
        )
    )
    was = f" It replaces {markup.inline_code(before.id)}; games that are open keep that one." if before else ""
    play = markup.inline_code(f"/game new scenario:{made.id}")
    head = f"**{markup.escape(made.title)}** is a scenario of this server now.{was} Play it: {play}"
    return Reply(f"{head}\n{said.text}", said.attachments)


async def list_(context: Context) -> Reply:
    """The scenarios of this server."""
    found = await context.services.engine.use_data(lambda data: data.own_scenarios.list(context.server))
    if not found:
        return Reply("This server has no scenarios of its own yet. `/scenario add` takes a file.")
    size = sum(one.size for one in found)
    about = f"{len(found)} of {MOST} scenarios, {size:,} of {ROOM:,} bytes · `/scenario remove` makes room"
    return Reply(
        "\n".join((*map(_row, found), f"-# {about}")), full="\n".join(f"{one.id}: {one.title}" for one in found)
    )


async def remove(context: Context, name: str) -> Reply:
    """Raises Refused."""
    gone = await context.services.engine.use_data(
        lambda data: data.own_scenarios.remove(context.server, name, context.player, manager=context.hosts)
    )
    return Reply(f"**{markup.escape(gone.title)}** ({markup.inline_code(gone.id)}) is removed. Its games go on.")


async def find(context: Context, words: str) -> str | OwnScenario:
    """The stem of a shipped scenario, or one of this server's own.  Raises Refused."""
    if words.strip().lower() in reader.shipped():
        return words.strip().lower()
    server = context.server
    if own := await context.services.engine.use_data(lambda data: data.own_scenarios.find(server, words)):
        return own
    try:
        return reader.find_shipped(words).stem
    except reader.UnknownScenario as unknown:
        says = f"{unknown.args[0]} `/scenario list` shows this server's own."
        raise Refused("no-such-scenario", says) from unknown


def _row(one: OwnScenario) -> str:
    return (
        f"**{markup.escape(one.title)}** · {SYSTEMS[one.system].TITLE} · {markup.inline_code(one.id)} ·"
        f" {one.size:,} bytes, from {markup.mention(one.player)}"
    )


def _block(lines: tuple[str, ...]) -> Reply:
    """As many lines as fit into one message, the whole as a file if that is not all."""
    shown, room = list[str](), BLOCK
    for line in lines:
        if (room := room - len(line) - 1) < 0:
            break
        shown.append(line)
    if len(shown) == len(lines):
        return Reply(markup.code_block("\n".join(shown)))
    rest = f"-# {counted(len(lines) - len(shown), 'more line')} in the attached file."
    block = markup.code_block("\n".join(shown or (lines[0][:BLOCK],)))
    return Reply(f"{block}\n{rest}", (Attachment("check.txt", "\n".join(lines).encode()),))
