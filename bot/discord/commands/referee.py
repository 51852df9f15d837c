"""What a referee may do in a game: its owner, and those who may manage its channel."""

from collections.abc import Callable

from bot.hosting import wording
from bot.hosting.deputies import sides_of
from bot.hosting.engine_thread import EngineData
from bot.hosting.kept_seats import keep_seat
from bot.hosting.league_referees import refuse_own_league_game
from bot.hosting.position_changes import set_value
from bot.hosting.utc_now import utc_now
from engine.table import Game, News, Refused, Table

from ..messages import markup
from .context import Context, find_game, find_side_by_name
from .decisions import read_seconds
from .replies import Reply

OTHERS_RULE = (
    "Somebody else with the referees' role (`/setup referees`), or a member who manages the channel, can; with"
    " `/game concede` you can give it up."
)
"""Who rules in a game of a league, if not whoever opened the league."""


async def act(context: Context, key: str | None, deed: Callable[[Table, Game], News]) -> Reply:
    """Do it and tell what everybody is told.  Raises Refused for whoever is no referee of the game."""

    def carry_out(data: EngineData) -> News:
        return deed(data.table, _own_game(data, context, key))

    news = await context.services.engine.use_data(carry_out)
    game = await context.game(key)
    context.services.changed(game.id)
    told = wording.clip(" ".join(news.lines), 600)
    until = f" Deadline: {markup.timestamp(news.due, 'F')}." if news.due else ""
    return Reply(f"Done, and told to everybody: {markup.escape(told)}{until}")


def _own_game(data: EngineData, context: Context, key: str | None) -> Game:
    game = find_game(data, context, key)
    owner = data.openings.opener(game)
    has_role = bool(context.guild) and data.servers.options(context.server).are_referee(context.roles)
    if context.player != owner and not context.manages and not has_role:
        who = markup.mention(owner) if owner else "whoever opened it"
        raise Refused(
            "not-referee",
            f"You are no referee of **{markup.escape(game.name)}**: that is {who}, whoever may manage this "
            "channel, and whoever has the referees' role (`/setup referees`).",
        )
    refuse_own_league_game(data, game, context.player, OTHERS_RULE)
    return game


async def preview(context: Context, key: str | None) -> Reply:
    """What would run if the phase ended now; refused to players of the game and deputies, who must not know it."""

    def look(data: EngineData) -> tuple[Game, str]:
        game = _own_game(data, context, key)
        if sides := sides_of(game, context.player):
            role = "play" if game.sides_of(context.player) else f"are the deputy of {game.sides[sides[0]].name}"
            raise Refused("own-game", f"You {role} in this game, so you cannot see what others have written.")
        lines = [
            f"**{markup.escape(found.side.name)}**: "
            + (", ".join(map(markup.inline_code, found.runs)) or "nothing written")
            + (f"; {found.refused} refused" if found.refused else "")
            for found in data.table.preview(game.id)
        ]
        return game, "\n".join(lines)

    game, words = await context.services.engine.use_data(look)
    head = f"If this phase of **{markup.escape(game.name)}** ended now, this would run (no die has been rolled for it):"
    return Reply(f"{head}\n{words}")


async def extend(context: Context, key: str | None, length: str, why: str) -> Reply:
    seconds = read_seconds(length)
    return await act(
        context,
        key,
        lambda table, game: table.put_off(game.id, seconds, utc_now(), "referee", context.name, required(why)),
    )


async def stop(context: Context, key: str | None, why: str, *, freeze: bool) -> Reply:
    return await act(
        context,
        key,
        lambda table, game: table.pause(game.id, utc_now(), "referee", context.name, required(why), freeze=freeze),
    )


async def go_on(context: Context, key: str | None, why: str) -> Reply:
    return await act(
        context, key, lambda table, game: table.resume(game.id, utc_now(), "referee", context.name, required(why))
    )


async def done(context: Context, key: str | None, side: str, why: str) -> Reply:
    return await act(
        context,
        key,
        lambda table, game: table.force_done(
            game.id, find_side_by_name(game, side), utc_now(), context.name, required(why)
        ),
    )


async def rewind(context: Context, key: str | None, to: str, why: str) -> Reply:
    """``to``: a turn, a phase or an entry."""

    def go_back(table: Table, game: Game) -> News:
        entry = table.past_entry(game.id, to)
        return table.rewind(game.id, entry, utc_now(), context.name, required(why))

    return await act(context, key, go_back)


async def unseat(context: Context, key: str | None, side: str, why: str) -> Reply:
    return await act(
        context,
        key,
        lambda table, game: table.unseat(
            game.id, find_side_by_name(game, side), utc_now(), context.name, required(why)
        ),
    )


async def note(context: Context, key: str | None, text: str) -> Reply:
    return await act(context, key, lambda table, game: table.rule(game.id, text, utc_now(), context.name))


async def change(context: Context, key: str | None, where: str, value: str, why: str) -> Reply:
    """Of a position in which a referee plays, or orders as a deputy, they can change only what their side sees."""
    path = where.split()

    def set_(table: Table, game: Game) -> News:
        viewers = sides_of(game, context.player)
        return set_value(table, game.id, path, value, utc_now(), context.name, required(why), viewers)

    return await act(context, key, set_)


async def reserve(context: Context, key: str | None, side: str, player: str, *, bot: bool) -> Reply:
    """Keep a free seat for somebody; ``player``: "" for anybody again.  Only for the game's owner and managers."""
    if bot:
        raise Refused("bad-argument", "A bot cannot take a seat.")

    def keep(data: EngineData) -> Game:
        game = _own_game(data, context, key)
        with data.table.journal.transaction():
            keep_seat(data, game, find_side_by_name(game, side), player, utc_now())
        return game

    game = await context.services.engine.use_data(keep)
    context.services.changed(game.id)
    name = f"**{markup.escape(wording.side_name(game.sides, find_side_by_name(game, side)))}**"
    whom = (
        f"{markup.mention(player)}, who is told by mail, in the forum, or with the next answer here"
        if player
        else "anybody again"
    )
    return Reply(f"The seat of {name} in **{markup.escape(game.name)}** is kept for {whom}.")


def required(why: str) -> str:
    """Raises Refused."""
    if not why.strip():
        raise Refused("nothing-written", "Give the reason: everybody is told.")
    return " ".join(why.split())
