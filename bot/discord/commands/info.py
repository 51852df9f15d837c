"""/game info: what everybody may know about a game."""

from collections.abc import Iterator

from bot.hosting import wording
from bot.hosting.date_words import date_words
from bot.hosting.engine_thread import EngineData
from bot.hosting.hosted_table import refusal
from bot.hosting.post import Button
from bot.hosting.terms_words import names_told, terms_of, terms_words
from bot.hosting.utc_now import utc_now
from engine.table import Game

from ..messages import components, markup, posts
from ..messages.halting import place_and_fault
from .context import Context
from .games import scenario_words, side_words, status_words, where_words
from .replies import Reply


async def info(context: Context, key: str | None) -> Reply:
    game = await context.game(key)
    place, fault = await context.services.engine.use_data(lambda data: place_and_fault(data, game.id))
    lines = [
        f"## {markup.escape(game.name)}",
        f"{scenario_words(game)} · id {markup.inline_code(game.id)} · {where_words(place)}",
        f"**{status_words(game)}**",
    ]
    lines += [
        f"{side_words(game, side)}: {markup.mention(holder) if holder else '*free: `/game join`*'}"
        for side, holder in game.seats.items()
    ]
    lines += await context.services.engine.use_data(lambda data: [*_people_and_votes(data, game)])
    lines += [*terms_words(game), *(names_told(game, markup.mention) if game.over else ())]
    if game.due:
        options = await context.services.engine.use_data(lambda data: data.servers.options(context.server))
        lines.append(f"Deadline: {markup.timestamp(game.due)} ({markup.timestamp(game.due, 'f')})")
        lines.append(f"In words: {date_words(game.due, options.dates)}")
    lines.append(wording.pace(game))
    lines.append(f"-# {game.length} log entries · more with `/map`, `/units`, `/log`")
    buttons: tuple[Button, ...] = ()
    if fault:
        lines.append(f"⚠️ {refusal(fault)}")
    elif place and place.trouble:
        lines.append(f"⚠️ {place.trouble} Deadlines wait; commands still work. To continue in this channel, press:")
        buttons = (Button("Play it here", components.write_custom_id("move", game.id), "blue"),)
    elif game.phase and game.sides_of(context.player):
        buttons = posts.answer_buttons(game, game.phase, game.phase_key)
    return Reply("\n".join(lines), buttons=buttons)


def _people_and_votes(data: EngineData, game: Game) -> Iterator[str]:
    """Deputies, referee and absences, as far as the game names its people; what is voted on; take-backs."""
    if not game.over:
        for side, deputy in game.deputies.items():
            yield f"Deputy of {side_words(game, side)}: {markup.mention(deputy)}"
    owner = data.openings.opener(game)
    if owner and not game.anonymous:
        yield f"Referee: {markup.mention(owner)}, and whoever may manage the channel"
    if not game.over and not game.anonymous:
        for player in dict.fromkeys(filter(None, game.seats.values())):
            if away := data.absences.find(player, utc_now()):
                span = f"{markup.timestamp(away.since, 'f')} to {markup.timestamp(away.until, 'f')}"
                yield f"Away: {markup.mention(player)}, from {span}"
    for made in game.motions:
        yield (
            f"Voted on: {side_words(game, made.side)} proposes {markup.escape(made.words)}: {made.count}"
            f" (`/vote yes number:{made.seq}` or `/vote no`)"
        )
    if terms_of(data.table, game.id).friendly:
        yield "Take-backs are friendly: without dice and secrets nobody is asked."
    yield from wording.take_backs(game)
