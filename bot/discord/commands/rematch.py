"""/game rematch: the same scenario again, with the players on each other's sides."""

from collections.abc import Mapping

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.kept_seats import keep_seats
from bot.hosting.rematch import Rematch, open_again, refuse_rematch
from bot.hosting.utc_now import utc_now
from engine.table import Game

from ..messages import markup
from .context import Context, find_game
from .openings import Opening, place_game, plan_opening
from .replies import Reply


async def rematch(context: Context, key: str | None) -> Reply:
    """Open it here, on the same terms.  Whoever asks has the seat after the one they had; those of the others are kept
    for them.
    """
    opening = await plan_opening(context, None)
    again, kept = await context.services.engine.use_data(lambda data: _open_again(data, context, key, opening))
    made = again.made
    context.services.changed(made.id)
    mine = wording.join_list([_bold_side(made, side) for side in made.sides_of(context.player)])
    seats = [f"{_bold_side(made, side)} for {markup.mention(player)}" for side, player in kept.items()]
    rest = f" Kept are {wording.join_list(seats)}: `/game join` takes a kept seat." if seats else ""
    return Reply(
        f"**{markup.escape(made.name)}** (id {markup.inline_code(made.id)}) is open, on the terms of"
        f" **{markup.escape(again.over.name)}**: you play {mine}.{rest}"
    )


def _open_again(
    data: EngineData, context: Context, key: str | None, opening: Opening
) -> tuple[Rematch, Mapping[str, str]]:
    """The new game, and for whom its seats are kept."""
    over, now = find_game(data, context, key), utc_now()
    refuse_rematch(over, context.player)
    with data.table.journal.transaction():
        again = open_again(
            data.table, over, context.player, now, lambda made: place_game(data, context, made.id, opening)
        )
        data.people.remember_name(context.player, context.name)
        return again, keep_seats(data, again, now)


def _bold_side(game: Game, side: str) -> str:
    return f"**{markup.escape(game.sides[side].name)}**"
