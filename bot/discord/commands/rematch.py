"""/game rematch: the same scenario again, with the players on each other's sides."""

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.utc_now import utc_now
from engine.deadlines.words import read_calendar
from engine.scenarios import reader
from engine.table import Game, Refused

from ..messages import markup
from .context import Context, find_game
from .openings import place_game, plan_opening
from .replies import Reply


async def rematch(context: Context, key: str | None) -> Reply:
    """Open it here; each player has the seat after the one they had."""

    opening = await plan_opening(context, None)

    def again(data: EngineData) -> Game:
        over = find_game(data, context, key)
        _check(over, context)
        with data.table.journal.transaction():
            calendar = read_calendar(over.calendar) if over.calendar else None
            made = data.table.open(over.scenario, f"{over.name}: rematch"[:60], utc_now(), calendar)
            place_game(data, context, made.id, opening)
            sides = list(over.seats)
            for side, player in zip(sides, [over.holder(one) for one in (*sides[1:], sides[0])], strict=True):
                if player:
                    data.table.seat(made.id, side, player, utc_now())
            return data.table.game(made.id)

    made = await context.services.engine.use_data(again)
    context.services.changed(made.id)
    seats = wording.join_list(
        [
            f"{markup.mention(player)} as **{markup.escape(made.sides[side].name)}**"
            for side, player in made.seats.items()
        ]
    )
    return Reply(f"**{markup.escape(made.name)}** (id {markup.inline_code(made.id)}) is open: {seats}.")


def _check(over: Game, context: Context) -> None:
    name = f"**{markup.escape(over.name)}**"
    if not over.over:
        raise Refused("not-over", f"{name} is not over yet. `/game new` opens another game beside it.")
    if not over.sides_of(context.player):
        raise Refused(
            "not-your-seat", f"Only somebody who played {name} can ask for a rematch. `/game new` is for all."
        )
    if over.scenario not in reader.shipped():
        raise Refused("no-such-scenario", f"The scenario of {name} is not among those that can be opened here.")
