"""Commands about a whole game: open, join, leave, look up, concede, export."""

import asyncio
import secrets

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.own_scenarios import OwnScenario
from bot.hosting.post import Button
from bot.hosting.terms_words import Terms
from bot.hosting.utc_now import utc_now
from engine.contract import counted
from engine.systems import SYSTEMS
from engine.table import Game, Refused

from ..messages import components, markup, posts
from ..messages.address import Place, find_place, write_address
from . import own_scenarios
from .boards import Wanted, points_asked
from .context import Context, find_own_side, find_side_by_name, find_side_by_number, list_games
from .openings import Opening, missing_permissions, place_game, plan_opening
from .replies import Attachment, Reply

LISTED = 60
"""Games that a list shows."""
PATIENCE = 8.0
"""Seconds that /game new waits to see its announcement arrive."""


async def new(context: Context, wanted: Wanted, name: str | None, deadline: str | None, terms: Terms) -> Reply:
    """Open a game of a shipped scenario, or of this server's own: the publisher announces it."""
    chosen = await own_scenarios.find(context, wanted.named)
    points = await asyncio.to_thread(points_asked, chosen, wanted)
    opening = await plan_opening(context, deadline)
    game = await context.services.engine.use_data(
        lambda data: _open(data, context, chosen, points, name or "", opening, terms)
    )
    context.services.changed(game.id)
    await context.services.publisher.wait_until_posted(game.id, PATIENCE)
    place, message = await context.services.engine.use_outbox(
        lambda outbox: (find_place(outbox, game.id), outbox.announcement(game.id))
    )
    return Reply(
        f"**{markup.escape(game.name)}** is open (id {markup.inline_code(game.id)}). "
        f"{_where_announced(context, place, message)}"
    )


def _open(
    data: EngineData,
    context: Context,
    chosen: str | OwnScenario,
    points: int | None,
    name: str,
    opening: Opening,
    terms: Terms,
) -> Game:
    """Open the game and set where it is played, in one transaction: no game is left without a place."""
    with data.table.journal.transaction():
        agreed = {**terms._asdict(), "points": points}
        if isinstance(chosen, OwnScenario):
            game = data.table.open_source(chosen.id, chosen.source, name, utc_now(), opening.calendar, **agreed)
        else:
            game = data.table.open(chosen, name, utc_now(), opening.calendar, **agreed)
        place_game(data, context, game.id, opening)
    return game


def _where_announced(context: Context, place: Place | None, message: str) -> str:
    if place and place.trouble:
        return f"{place.trouble} Fix that, then press **Play it here** under `/game info`."
    if not message or not place:
        return "Discord is slow at the moment; the announcement will follow."
    if place.thread and place.forum:
        return f"It is the post <#{place.room}> of <#{place.channel}>. Take a seat there, or with `/game join`."
    if place.thread:
        return f"It is announced above and played in <#{place.room}>. Take a seat with a Join button or `/game join`."
    why = (
        "I could not open a thread here (that needs the permission Create Public Threads), so it"
        if context.channel == context.parent
        else "It"
    )
    return f"It is announced above. {why} is played in this channel. Take a seat with a Join button or `/game join`."


async def move(context: Context, key: str) -> Reply:
    """Continue a game in this channel when its own channel can no longer be used.

    Only its players, referees, and those who may manage the channel, decide where it goes on.
    """
    game = await context.game(key)
    options = await context.services.engine.use_data(lambda data: data.servers.options(context.server))
    if not game.sides_of(context.player) and not context.manages and not options.are_referee(context.roles):
        raise Refused(
            "not-your-game",
            f"Only a player of **{markup.escape(game.name)}**, a referee, or somebody who may manage this channel, can"
            " move it.",
        )
    if missing := missing_permissions(context):
        raise Refused("no-permission", missing)
    place = await context.services.engine.use_outbox(lambda outbox: find_place(outbox, game.id))
    if place and not place.trouble:
        return Reply(f"**{markup.escape(game.name)}** is played in <#{place.room}>.")
    await context.services.engine.use_outbox(
        lambda outbox: outbox.set_destination(
            game.id, write_address(context.guild, context.channel), secrets.token_hex(4)
        )
    )
    context.services.changed(game.id)
    return Reply(f"**{markup.escape(game.name)}** continues in this channel; posts that could not be delivered follow.")


async def join(context: Context, key: str | None, side: str | None) -> Reply:
    """Take a seat: the one named, or the first free one."""
    game = await context.game(key)
    named = find_side_by_name(game, side) if side else ""
    wanted = await context.services.engine.use_data(
        lambda data: data.reservations.seat_for(game, named, context.player, markup.mention)
    )
    if wanted and game.holder(wanted) == context.player:
        return Reply(f"You already play **{side_words(game, wanted)}** in **{markup.escape(game.name)}**.")
    after = await context.services.engine.use_data(lambda data: _take_seat(data, context, game, wanted))
    context.services.changed(game.id)
    free = [f"**{side_words(after, s)}**" for s, holder in after.seats.items() if not holder]
    rest = f"Still free: {wording.join_list(free)}." if free else "All seats are taken: the game starts."
    return Reply(f"You play **{side_words(after, wanted)}** in **{markup.escape(after.name)}**. {rest}")


def _take_seat(data: EngineData, context: Context, game: Game, wanted: str) -> Game:
    """Raises Refused also if the seat of a battle is kept for somebody who has been invited."""
    invited = data.outbox.invited(game.id)
    if invited not in ("", context.player):
        raise kept_for(game, invited)
    with data.table.journal.transaction():
        if invited:
            data.outbox.end_invitation(game.id)
        data.people.remember_name(context.player, context.name)
        return data.table.seat(game.id, wanted, context.player, utc_now(), context.nonce)


def kept_for(game: Game, invited: str) -> Refused:
    return Refused(
        "not-invited",
        f"The free seat of **{markup.escape(game.name)}** is kept for {markup.mention(invited)} until they answer.",
    )


async def leave(context: Context, key: str | None, side: str | None) -> Reply:
    """Give up a seat; in a running game only after the player has confirmed with a button."""
    game, mine = await context.own_game_and_side(key, side)
    if not game.started or game.over:
        return await _give_up(context, game, mine)
    number = str(list(game.sides).index(mine))
    return Reply(
        f"Give up **{side_words(game, mine)}** in **{markup.escape(game.name)}**? Another player may then take the seat"
        ", but nobody who plays against it. Your draft is thrown away. Secret orders that you have already committed "
        "stay in force, stay secret, and end your part of this phase.",
        buttons=(Button("Give up the seat", components.write_custom_id("give-up", game.id, number), "red"),),
    )


async def confirm_leave(context: Context, key: str, number: str) -> Reply:
    """Give up a seat, after the player has confirmed with the button."""
    game = await context.game(key)
    return await _give_up(context, game, find_own_side(game, context.player, find_side_by_number(game, number)))


async def _give_up(context: Context, game: Game, mine: str) -> Reply:
    await context.services.engine.use_table(lambda table: table.leave(game.id, mine, context.player, utc_now()))
    context.services.changed(game.id)
    return Reply(
        f"You have given up your seat: **{side_words(game, mine)}** in **{markup.escape(game.name)}** is free "
        "for another player."
    )


async def list_(context: Context) -> Reply:
    """The games of this server, running games first, of each kind the newest first."""
    found, count = await context.services.engine.use_data(lambda data: _listed(data, context))
    if not found:
        return Reply("There are no games in this server yet. `/game new` starts one.")
    lines = [
        f"- **{markup.escape(game.name)}** ({markup.inline_code(game.id)}) {where_words(place)}: {status_words(game)}"
        for game, place in found
    ]
    return Reply("\n".join(lines + ([f"… and {count - LISTED} older games."] if count > LISTED else [])))


def _listed(data: EngineData, context: Context) -> tuple[list[tuple[Game, Place | None]], int]:
    """The games that are listed, each with its place, and how many there are in all."""
    rows = list(reversed(list_games(data, context)))
    rows.sort(key=lambda row: (row.over, not row.started))
    shown = data.table.infos([row.game for row in rows[:LISTED]])
    return [(game, find_place(data.outbox, game.id)) for game in shown], len(rows)


async def concede(context: Context, key: str | None, side: str | None) -> Reply:
    """Ask the player to confirm before conceding."""
    game, mine = await context.own_game_and_side(key, side)
    _require_running(game)
    number = str(list(game.sides).index(mine))
    return Reply(
        f"Concede **{markup.escape(game.name)}** as **{side_words(game, mine)}**? This ends the game at once "
        "and cannot be undone.",
        buttons=(Button("Yes, concede", components.write_custom_id("concede", game.id, number), "red"),),
    )


async def confirm_concede(context: Context, key: str, number: str) -> Reply:
    """Concede, after the player has confirmed with the button."""
    game = _require_running(await context.game(key))
    mine = find_own_side(game, context.player, find_side_by_number(game, number))
    await context.services.engine.use_table(
        lambda table: table.commit(game.id, mine, utc_now(), context.nonce, text="concede")
    )
    context.services.changed(game.id)
    return Reply(f"**{side_words(game, mine)}** conceded **{markup.escape(game.name)}**. Thank you for the game.")


async def export(context: Context, key: str | None) -> Reply:
    game = await context.game(key)
    log = await context.services.engine.use_table(lambda table: table.export(game.id))
    secret = "" if game.over else " Anything still secret appears only as a digest."
    return Reply(
        f"The public log of **{markup.escape(game.name)}**, {counted(game.length, 'entry')}.{secret} `/verify` (or "
        "`fieldpost verify`) "
        "checks all its dice.",
        (Attachment(f"{game.id}.json", log, instead=instead_of_log(game.id)),),
    )


def instead_of_log(log: str) -> str:
    """How to get a log that Discord does not take as a file."""
    return f"Whoever runs this bot gets it with {markup.inline_code(f'fieldpost export {log} {log}.json')}."


def _require_running(game: Game) -> Game:
    if game.over:
        raise Refused("game-over", f"**{markup.escape(game.name)}** is over.")
    if not game.started:
        raise Refused(
            "not-started", f"**{markup.escape(game.name)}** has not started; `/game leave` gives up your seat."
        )
    return game


def status_words(game: Game) -> str:
    if game.over:
        reason = f" ({markup.escape(game.reason.replace('-', ' '))})" if game.reason else ""
        won = f"won by {markup.escape(game.won_by)}" if game.won_by else wording.undecided(game).lower()
        return f"over, {won}{reason}"
    if not game.started or game.phase is None:
        return (
            "waiting for players: "
            f"{wording.join_list([side_words(game, s) for s, holder in game.seats.items() if not holder])} free"
        )
    awaited = wording.join_list([side_words(game, side) for side in game.phase.sides])
    return f"{posts.phase_title(game.phase)}; waiting for {awaited}"


def where_words(place: Place | None) -> str:
    return f"in <#{place.room}>" if place and not place.trouble else "(nowhere to post)"


def side_words(game: Game, side: str) -> str:
    return markup.escape(wording.side_name(game.sides, side))


def scenario_words(game: Game) -> str:
    return f"{SYSTEMS[game.system].TITLE}, scenario {markup.inline_code(game.scenario)}"
