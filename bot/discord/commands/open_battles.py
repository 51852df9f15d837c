"""/battle: one open battle between two players, opened by a single command and played in the channel itself."""

from typing import NamedTuple

from bot.hosting import open_battle_sides
from bot.hosting.engine_thread import EngineData
from bot.hosting.utc_now import utc_now
from engine.contract import Rounds
from engine.log.entries import INVITATION
from engine.table import Game, News, Refused

from ..messages import markup
from ..messages.challenge import DECLINED
from . import order_replies, orders
from .context import Context
from .games import PATIENCE, kept_for
from .openings import Opening, place_game, plan_opening
from .replies import Reply


class Opponent(NamedTuple):
    """The Discord id of the defending player; if it is the opener's own id, they play both sides."""

    id: str
    bot: bool = False


async def new(context: Context, words: str, opponent: Opponent, rounds: Rounds, deadline: str | None) -> Reply:
    """The opener attacks, the opponent defends, once they have accepted."""
    if opponent.bot:
        raise Refused(
            "no-opponent", f"<@{opponent.id}> is a bot. Name a person, or leave `opponent` out to play both sides."
        )
    opening = await plan_opening(context, deadline)
    game = await context.services.engine.use_data(
        lambda data: _open(data, context, words, opponent.id, rounds, opening)
    )
    context.services.changed(game.id)
    await context.services.publisher.wait_until_posted(game.id, PATIENCE)
    name = f"**{markup.escape(game.name)}**"
    if not game.started:
        return Reply(
            f"{name} is open (id {markup.inline_code(game.id)}) and starts when <@{opponent.id}> accepts. I have not "
            "notified them; tell them yourself."
        )
    return Reply(f"{name} has started (id {markup.inline_code(game.id)}). {_next(game)}")


def _next(game: Game) -> str:
    return "The whole battle is posted below." if game.over else "**Continue** fights the next round."


async def accept(context: Context, key: str) -> Reply:
    """Take the seat that was kept for this player: the battle starts."""
    game = await context.game(key)
    await context.services.engine.use_data(lambda data: _accept(data, context, game))
    context.services.changed(game.id)
    return Reply(
        f"You fight **{markup.escape(game.name)}**. **Continue** fights the first round "
        "once both of you have pressed it."
    )


def _accept(data: EngineData, context: Context, game: Game) -> None:
    _require_invited(data, context, game)
    with data.table.journal.transaction():
        data.outbox.end_invitation(game.id)
        data.table.seat(game.id, "", context.player, utc_now(), context.nonce)


async def decline(context: Context, key: str) -> Reply:
    """Leave the seat to anybody else, and say so where the battle was announced."""
    game = await context.game(key)
    await context.services.engine.use_data(lambda data: _decline(data, context, game))
    context.services.changed(game.id)
    return Reply(f"You have declined **{markup.escape(game.name)}**.")


def _decline(data: EngineData, context: Context, game: Game) -> None:
    _require_invited(data, context, game)
    with data.table.journal.transaction():
        data.outbox.end_invitation(game.id)
        data.table.note(game.id, DECLINED, utc_now(), INVITATION)


def _require_invited(data: EngineData, context: Context, game: Game) -> None:
    """Refused if the free seat of a battle is kept for somebody else, or if nobody is invited any more."""
    invited = data.outbox.invited(game.id)
    if not invited:
        raise Refused("old-button", f"The invitation to **{markup.escape(game.name)}** has been answered already.")
    if invited != context.player:
        raise kept_for(game, invited)


def _open(data: EngineData, context: Context, words: str, opponent: str, rounds: Rounds, opening: Opening) -> Game:
    """Open the battle here and keep the second seat for the opponent.

    A player without an opponent takes both seats; if they want the whole battle at once, it is run.
    """
    with data.table.journal.transaction():
        game = data.table.open_battle(words, "", utc_now(), opening.calendar, rounds)
        place_game(data, context, game.id, opening)
        game = data.table.seat(game.id, "", context.player, utc_now(), context.nonce)
        if opponent != context.player:
            data.outbox.invite(game.id, opponent)
            return game
        game = data.table.seat(game.id, "", context.player, utc_now(), context.nonce)
        if rounds == "all":
            first, *rest = game.sides
            data.table.done(game.id, first, utc_now(), f"{context.nonce}-all", tuple(rest))
        return data.table.game(game.id)


async def retreat(context: Context, key: str, button: str) -> Reply:
    """Retreat or withdraw submarines, and end this side's part of the round.

    Raises Refused with the rule that forbids it.
    """
    game, mine, moment = await orders.game_side_and_phase(context, key, None, button)
    if not open_battle_sides.is_open_battle(game):
        raise Refused("old-button", "This button works only in single battles; here, write your retreat as an order.")
    word, news = await context.services.engine.use_data(lambda data: _retreat(data, context, game, mine, moment))
    return await order_replies.result_reply(context, game, f"**{order_replies.side_name(game, mine)}**: {word}.", news)


def _retreat(data: EngineData, context: Context, game: Game, mine: str, moment: str) -> tuple[str, News]:
    """Put the order before the rest of the draft; a retreat ends the round for every side."""
    table = orders.require_phase(data.table, game, moment)
    word = open_battle_sides.retreat_order(table, game, mine)
    if not word:
        first, *_ = table.check(game.id, mine, open_battle_sides.RETREATS[0]).problems
        raise Refused(first.code, first.message)
    everybody = tuple(side for side in game.phase.sides if side != mine) if game.phase else ()
    with table.journal.transaction():
        table.write(game.id, mine, f"{word}\n{table.draft(game.id, mine)}", utc_now())
        others = (
            everybody
            if word == open_battle_sides.RETREATS[0]
            else open_battle_sides.sides_ending_too(table, game, mine, context.player)
        )
        return word, table.done(game.id, mine, utc_now(), context.nonce, others)
