"""/game rematch: the same scenario again, with the players on each other's sides."""

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.terms_words import terms_of
from bot.hosting.utc_now import utc_now
from engine.deadlines.words import read_calendar
from engine.scenarios import reader
from engine.table import Game, Refused

from ..messages import markup
from .context import Context, find_game
from .openings import Opening, place_game, plan_opening
from .replies import Reply

Seats = dict[str, str]
"""Side -> player."""


async def rematch(context: Context, key: str | None) -> Reply:
    """Open it here, on the same terms.  Whoever asks has the seat after the one they had; those of the others are kept
    for them.
    """
    opening = await plan_opening(context, None)
    over, made, kept = await context.services.engine.use_data(lambda data: _open_again(data, context, key, opening))
    context.services.changed(made.id)
    mine = wording.join_list([_bold_side(made, side) for side in made.sides_of(context.player)])
    seats = [f"{_bold_side(made, side)} for {markup.mention(player)}" for side, player in kept.items()]
    rest = f" Kept are {wording.join_list(seats)}: `/game join` takes a kept seat." if seats else ""
    return Reply(
        f"**{markup.escape(made.name)}** (id {markup.inline_code(made.id)}) is open, on the terms of"
        f" **{markup.escape(over.name)}**: you play {mine}.{rest}"
    )


def _open_again(data: EngineData, context: Context, key: str | None, opening: Opening) -> tuple[Game, Game, Seats]:
    """The game that is over, the new one, and for whom its seats are kept."""
    over, now = find_game(data, context, key), utc_now()
    _check(over, context)
    with data.table.journal.transaction():
        calendar = read_calendar(over.calendar) if over.calendar else None
        terms = terms_of(data.table, over.id)._asdict()
        made = data.table.open(over.scenario, f"{over.name}: rematch"[:60], now, calendar, **terms)
        place_game(data, context, made.id, opening)
        sides = list(over.seats)
        seats = dict(zip(sides, [over.holder(one) for one in (*sides[1:], sides[0])], strict=True))
        others = {side: player for side, player in seats.items() if player not in ("", context.player)}
        kept = {} if made.anonymous else others  # a list of kept seats would say who plays
        data.people.remember_name(context.player, context.name)
        for side in (side for side, player in seats.items() if player == context.player):
            made = data.table.seat(made.id, side, context.player, now)
        for side, player in kept.items():
            data.reservations.reserve(made, side, player)
        for player in dict.fromkeys(others.values()):
            own = [made.sides[side].name for side, whom in kept.items() if whom == player]
            seat = f" The seat of {wording.join_list(own)} is kept for you." if own else ""
            told = f"{over.name} is opened again as {made.name} ({made.id}).{seat}"
            data.people.add_notice(player, f"{told} Take a seat with /game join game:{made.id}.", now)
    return over, made, kept


def _bold_side(game: Game, side: str) -> str:
    return f"**{markup.escape(game.sides[side].name)}**"


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
