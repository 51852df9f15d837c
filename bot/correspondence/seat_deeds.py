"""Lines about seats that are kept for somebody: in a game that somebody has opened, and in a rematch."""

import re

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.kept_seats import keep_seat, keep_seats
from bot.hosting.league_referees import refuse_own_league_game
from bot.hosting.rematch import open_again, refuse_rematch
from bot.hosting.spans_and_sides import first_side
from bot.hosting.terms_words import IN_PRIVATE, terms_of
from engine.deadlines.words import read_calendar
from engine.table import Game, Refused, Table

from .answers import said
from .commands import Command
from .message import Seat
from .openings import check_opening
from .order_deeds import Done, Writer
from .persons import NOBODY, person_named
from .time_deeds import OTHERS_RULE

_GAME = re.compile(r"[a-z][a-z0-9-]*-\d+", re.IGNORECASE)


def reserve(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    """``reserve [GAME] SIDE NAME``: for whoever opened the game."""
    _refuse_doubt(writer)
    game, words = _game_and_rest(data.table, seat, command.rest, "reserve millers-1 reivers Bob")
    if (owner := data.openings.opener(game)) != writer.player:
        who = data.people.name(owner) if owner else "nobody"
        raise Refused("not-referee", f"Seats are kept by the player who opened {game.name}: {who}.")
    refuse_own_league_game(data, game, writer.player, OTHERS_RULE)
    if game.anonymous and writer.in_public:
        raise Refused("anonymous", IN_PRIVATE)
    line = f"reserve {game.id}"
    side, name = first_side(game, words, line)
    name = name.strip(" .,!")
    player = "" if name.casefold() in ("", *NOBODY) else person_named(data, name, f"{line} {side}")
    keep_seat(data, game, side, player, writer.now)
    seat_words = f"The seat of {game.sides[side].name} in {game.name}"
    if not player:
        return Done(said("A seat", f'{seat_words} is free for anybody: "join {game.id} {side}" takes it.'), (game.id,))
    return Done(said("A seat", f"{seat_words} is kept for {data.people.name(player)}, who is told."), (game.id,))


def rematch(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    """``rematch [GAME]``: whoever asks has the seat after the one they had; those of the others are kept for them."""
    _refuse_doubt(writer)
    over, _ = _game_and_rest(data.table, seat, command.rest, "rematch millers-1")
    refuse_rematch(over, writer.player)
    if writer.in_public and terms_of(data.table, over.id).anonymous:
        raise Refused("anonymous", IN_PRIVATE)
    calendar = read_calendar(over.calendar) if over.calendar else None
    check_opening(data, writer, calendar, f'"new {over.scenario} {{shortest}}" works.')

    def place(made: Game) -> None:
        data.openings.record(made.id, writer.player, "", writer.now)
        writer.open_game(data, made.id)

    with data.table.journal.transaction():
        again = open_again(data.table, over, writer.player, writer.now, place)
        kept = keep_seats(data, again, writer.now)
    made = again.made
    mine = wording.join_list([made.sides[side].name for side in made.sides_of(writer.player)])
    seats = [f"{made.sides[side].name} for {data.people.name(player)}" for side, player in kept.items()]
    rest = [f"Kept are {wording.join_list(seats)}, who are told."] if seats else []
    opened = f"{made.name} is open, on the terms of {over.name}; its id is {made.id}. You play {mine}."
    return Done(said("A rematch", opened, *rest, wording.pace(made)), (made.id,))


def _refuse_doubt(writer: Writer) -> None:
    if writer.doubt:
        raise Refused("unconfirmed", writer.doubt)


def _game_and_rest(table: Table, seat: Seat | None, words: str, works: str) -> tuple[Game, str]:
    """The game that is named first, else that of the seat.  ``works``: a line that does.  Raises Refused."""
    first, _, rest = words.partition(" ")
    here = table.game(seat.game) if seat else None
    if _GAME.fullmatch(first) and not (here and first in here.sides):
        return table.game(first.lower()), rest
    if here is None:
        raise Refused("missing-argument", f'This needs a game: name it first, such as "{works}". "games" lists yours.')
    return here, words
