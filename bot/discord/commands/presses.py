"""Button presses and the order form, including those sent before the bot was restarted."""

import asyncio
from typing import Any

import aiohttp
import discord

from bot.hosting import wording
from engine.table import Refused

from ..messages import components
from ..messages.components import Pressed
from . import decisions, games, league_closing, open_battles, orders
from .context import Context, Services, find_side_by_number, read_context
from .replies import ANSWERED, PATIENCE, Reply, explain, give, reply, report_late


async def on_press(services: Services, interaction: discord.Interaction) -> None:
    """Handle a button press or a submitted form; ignore those of other programs."""
    data: Any = interaction.data or {}
    press = components.read_custom_id(str(data.get("custom_id", "")))
    if press is None:
        return
    if interaction.type is discord.InteractionType.modal_submit:
        text = components.read_form(data) or ""
        side, phase = orders.read_form_word(press.word)
        await reply(services, interaction, lambda context: orders.replace_draft(context, press.game, side, text, phase))
    elif press.action == "write":
        await open_form(services, interaction, press.game, None)
    else:
        await reply(services, interaction, lambda context: perform(context, press))


async def perform(context: Context, press: Pressed) -> Reply:
    """Do what a button says.  Raises Refused, also for a button that nobody could have been shown."""
    match press:
        case Pressed("join", game, number):
            return await games.join(context, game, find_side_by_number(await context.game(game), number))
        case Pressed("show", game, _):
            return await orders.show(context, game, None)
        case Pressed("commit" | "done" as action, game, moment):
            return await (orders.commit if action == "commit" else orders.done)(context, game, None, moment)
        case Pressed("sure-commit" | "sure-done" as action, game, word):
            moment, _, token = word.rpartition("|")
            return await (orders.commit if action == "sure-commit" else orders.done)(context, game, None, moment, token)
        case Pressed("leave", game, moment):
            return await open_battles.retreat(context, game, moment)
        case Pressed("concede", game, number):
            return await games.confirm_concede(context, game, number)
        case Pressed("give-up", game, number):
            return await games.confirm_leave(context, game, number)
        case Pressed("accept", game, _):
            return await open_battles.accept(context, game)
        case Pressed("decline", game, _):
            return await open_battles.decline(context, game)
        case Pressed("agree" | "disagree" as answer, game, number) if number.isdecimal():
            return await decisions.vote(context, game, None, int(number), yes=answer == "agree")
        case Pressed("sure-agree", game, number) if number.isdecimal():
            return await decisions.vote(context, game, None, int(number), yes=True, sure=True)
        case Pressed("sure-abandon", game, side):
            return await decisions.propose(context, game, side, "abandon", "", sure=True)
        case Pressed("league-close", league, season) if season.isdecimal():
            return await league_closing.confirm_close(context, league, int(season))
        case Pressed("move", game, _):
            return await games.move(context, game)
        case _:
            raise Refused(
                "old-button",
                "This button no longer works; use a command instead (`/orders show`, `/commit`, `/done`).",
            )


async def open_form(services: Services, interaction: discord.Interaction, game: str | None, side: str | None) -> None:
    """Open the order form with the draft in it.

    Discord wants the form as the first response, so there is no acknowledgement.
    """
    try:
        with services.forms.opening():
            async with asyncio.timeout(PATIENCE):
                form = await _filled_form(read_context(services, interaction), game, side)
            await _send_form(services, interaction, form)
    except Exception as trouble:
        await reply(services, interaction, give(explain(trouble)))


async def _filled_form(context: Context, game: str | None, side: str | None) -> discord.ui.Modal:
    """Raises Refused."""
    found, mine, draft, examples = await orders.read_draft(context, game, side)
    name, phase = wording.side_name(found.sides, mine), found.phase.title if found.phase else "orders"
    title = phase if phase.startswith(name) else f"{name}: {phase}"
    return components.order_form(found.id, orders.form_word(found, mine), wording.clip(title, 45), draft, examples)


async def _send_form(services: Services, interaction: discord.Interaction, form: discord.ui.Modal) -> None:
    try:
        await interaction.response.send_modal(form)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as trouble:
        if getattr(trouble, "code", 0) != ANSWERED:
            await report_late(services, interaction)
