"""Replies, mostly to one person: how they are sent, split and attached, and the sentence for every error."""

import asyncio
import contextlib
import gzip
import io
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple, TypeVar

import aiohttp
import discord

from bot.hosting.post import Button
from engine.errors import as_sentence
from engine.table import Refused

from ..messages import components as buttons
from ..messages import markup
from .context import Context, Services, read_context

log = logging.getLogger("fieldpost.answers")

EXPIRED, ANSWERED = 10062, 40060
"""Discord's error codes: the three seconds are over; the interaction was already answered (by an earlier try of ours).
"""
HOST_TROUBLE = {
    "busy": "Another program is using the database right now; nothing was saved. Try again in a few seconds.",
    "disk-full": "The host's disk is full; nothing was saved. Tell whoever runs this bot, and try again later.",
    "read-only": "My database is read-only; nothing was saved. Tell whoever runs this bot.",
    "not-a-database": "My database cannot be read. Tell whoever runs this bot.",
    "damaged": "My database is damaged, so I change nothing. Tell whoever runs this bot.",
    "no-server": "My database is not there right now; nothing was saved. Try again in a minute.",
    "connection-lost": "I lost my database for a moment; nothing was saved. Try again.",
    "outcome-unknown": "I lost my database while saving. Look at the game in a minute: all was saved, or nothing.",
    "already-served": "Another copy of me answers for this database now. Tell whoever runs this bot.",
    "newer": "My database was made by a newer version of Fieldpost. Tell whoever runs this bot.",
}
"""Sentences for players, in place of the engine's own, which name files of the host."""


class Attachment(NamedTuple):
    """An attached file: its name, bytes and alt text; ``instead``: how to get it where Discord does not take it."""

    name: str
    data: bytes
    alt: str = ""
    instead: str = ""


@dataclass(frozen=True)
class Reply:
    text: str
    attachments: tuple[Attachment, ...] = ()
    buttons: tuple[Button, ...] = ()
    full: str = ""
    """Plain text to attach if ``text`` is too long for a few messages."""


class Audience(Enum):
    """Who reads a reply: the person alone, or everybody in the channel."""

    PERSON = auto()
    CHANNEL = auto()


T = TypeVar("T")
Action = Callable[[Context], Awaitable[Reply]]
NOTICES = 5
"""Things that somebody is told with one answer, at most; the others wait for the next."""
PATIENCE = 2.0
"""Seconds that may pass before a command is acknowledged; Discord waits three."""


async def reply(services: Services, interaction: discord.Interaction, action: Action) -> None:
    """Acknowledge the command, run it, and send its reply."""
    if await acknowledge(services, interaction):
        context = read_context(services, interaction)
        await send(interaction, await run_action(action, context))
        await _send_notices(interaction, context)


async def _send_notices(interaction: discord.Interaction, context: Context) -> None:
    """Tell this person what waits for them, such as that their mails come back; what does not arrive waits on."""
    engine, player, telling = context.services.engine, context.player, context.services.telling
    if player in telling:  # with the answer to another command
        return
    telling.add(player)
    try:
        with contextlib.suppress(Refused, discord.HTTPException, aiohttp.ClientError, OSError):
            for notice in (await engine.use_data(lambda data: data.people.notices(player)))[:NOTICES]:
                for piece in markup.split(f"✉️ {markup.escape(notice)}"):
                    await _send_part(interaction, 2, Reply(piece))
                await engine.use_data(lambda data, told=notice: data.people.forget_notices(player, (told,)))  # type: ignore[misc]
    finally:
        telling.discard(player)


async def reply_to_channel(
    services: Services,
    interaction: discord.Interaction,
    prepare: Callable[[Context], Awaitable[T]],
    action: Callable[[Context, T], Awaitable[Reply]],
) -> None:
    """As ``reply``, but everybody reads the reply, unless ``prepare`` raises: then one person reads why.

    ``prepare`` changes nothing, and ``action`` gets what it gives.
    """
    context = read_context(services, interaction)
    try:
        async with asyncio.timeout(PATIENCE):
            prepared = await prepare(context)
    except Exception as trouble:
        await reply(services, interaction, give(explain(trouble)))
        return
    if await acknowledge(services, interaction, Audience.CHANNEL):
        await send(interaction, await run_action(lambda context: action(context, prepared), context))
        await _send_notices(interaction, context)


def give(answer: Reply) -> Action:
    """The action that gives this reply."""

    async def action(_: Context) -> Reply:
        return answer

    return action


async def acknowledge(
    services: Services, interaction: discord.Interaction, audience: Audience = Audience.PERSON
) -> bool:
    """Whether Discord still waits for the answer; if not, nothing is done and a note in the channel says so."""
    await services.forms.give_way()
    for pause in (0.1, 0.3, 0.6):
        try:
            await interaction.response.defer(ephemeral=audience is Audience.PERSON, thinking=True)
            return True
        except discord.HTTPException as refused:
            if refused.code == ANSWERED:
                return True
            if refused.code == EXPIRED:
                break
            log.warning("an interaction could not be answered: %s", refused)
        except (aiohttp.ClientError, OSError) as trouble:
            log.info("the answer to an interaction was lost: %r", trouble)
        await asyncio.sleep(pause)
    await report_late(services, interaction)
    return False


async def report_late(services: Services, interaction: discord.Interaction) -> None:
    log.warning("interaction %s came too late or could not be answered; nothing was done", interaction.id)
    if interaction.channel_id:
        sentence = (
            f"<@{interaction.user.id}>, your message reached me too late to answer, so nothing was "
            "done. Please send it again."
        )
        await services.publisher.post_briefly(interaction.channel_id, sentence, str(interaction.user.id))


async def run_action(action: Action, context: Context) -> Reply:
    """The reply of the action, or a reply that explains why it failed; never an exception."""
    try:
        return await action(context)
    except Exception as trouble:
        return explain(trouble)


def explain(trouble: Exception) -> Reply:
    """A reply for any error; unexpected ones are logged under a reference."""
    match trouble:
        case Refused() if trouble.code in HOST_TROUBLE:
            log.error("%s: %s", trouble.code, trouble)
            return Reply(HOST_TROUBLE[trouble.code])
        case Refused():
            return Reply(as_sentence(str(trouble)))
        case TimeoutError():
            return Reply("I am busy right now, so nothing was done. Please try again.")
    reference = secrets.token_hex(3)
    log.error("reference %s", reference, exc_info=trouble)
    return Reply(
        "Internal error; everything saved before is safe. Try again, and if it happens again give this reference "
        f"to whoever runs this bot: `{reference}`."
    )


async def send(interaction: discord.Interaction, answer: Reply) -> None:
    """Send the reply to an acknowledged command, in several messages if needed, or shortened with the whole text
    attached.
    """
    answer = await asyncio.to_thread(fit, answer, interaction.filesize_limit)
    pieces = markup.split(answer.text) or ("Done.",)
    for number, piece in enumerate(pieces, start=1):
        last = number == len(pieces)
        part = Reply(piece, answer.attachments if last else (), answer.buttons if last else ())
        try:
            await _send_part(interaction, number, part)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as trouble:
            log.warning("an answer was not delivered whole: %r", trouble)
            await _send_apology(interaction)
            return


async def _send_apology(interaction: discord.Interaction) -> None:
    with contextlib.suppress(discord.HTTPException, aiohttp.ClientError, OSError):
        await interaction.followup.send(
            "Discord did not accept all of my answer. `/game info` shows the state of the game.", ephemeral=True
        )


async def _send_part(interaction: discord.Interaction, number: int, part: Reply) -> None:
    """The first message replaces "is thinking" and may be sent again; the others follow it."""
    nobody = discord.AllowedMentions.none()
    for pause in (0.3, 1.0, 0.0):
        files = [discord.File(io.BytesIO(p.data), p.name, description=p.alt or None) for p in part.attachments]
        view = buttons.make_view(part.buttons) if part.buttons else discord.utils.MISSING
        try:
            if number == 1:
                await interaction.edit_original_response(
                    content=part.text, attachments=files, view=view, allowed_mentions=nobody
                )
            else:
                await interaction.followup.send(
                    part.text, files=files, view=view, ephemeral=True, allowed_mentions=nobody
                )
            return
        except (aiohttp.ClientError, OSError):
            if number > 1 or not pause:
                raise
        await asyncio.sleep(pause)


def fit(answer: Reply, room: int) -> Reply:
    """The reply within Discord's limits: a long text becomes a file; a file that is too large is compressed, or left
    out with a sentence.
    """
    text, attachments, notes = answer.text, list[Attachment](), list[str]()
    for attachment in answer.attachments:
        packed = _packed(attachment) if len(attachment.data) > room else attachment
        if len(packed.data) <= room:
            attachments.append(packed)
        if packed is not attachment or len(packed.data) > room:
            notes.append(_too_large(attachment, packed, room))
    pieces = markup.split(text)
    if len(pieces) > markup.MOST_MESSAGES + 1:
        tail = "\n-# The rest is in the attached file."
        text = markup.split(text, markup.LIMIT - len(tail))[0] + tail
        attachments.append(Attachment("full.txt", (answer.full or answer.text).encode()))
    return Reply("\n".join((text, *notes)), tuple(attachments), answer.buttons)


def _packed(attachment: Attachment) -> Attachment:
    """A file compressed with gzip; a picture as it is, since that makes it no smaller."""
    if attachment.name.endswith((".png", ".gif")):
        return attachment
    return attachment._replace(name=f"{attachment.name}.gz", data=gzip.compress(attachment.data, 6, mtime=0))


def _too_large(attachment: Attachment, packed: Attachment, room: int) -> str:
    says = f"{attachment.name} is {len(attachment.data) / 1e6:.1f} MB; Discord's limit here is {room / 1e6:.0f} MB,"
    if len(packed.data) <= room:
        return f"{says} so it is compressed: `gunzip {packed.name}` unpacks it."
    return f"{says} so it is not attached.{f' {attachment.instead}' if attachment.instead else ''}"
