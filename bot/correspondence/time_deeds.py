"""Lines about the time of a game and who orders in it: extensions, take-backs, deputies, and what its referee says."""

from bot.hosting import deputies, wording
from bot.hosting.absences import announce_in_words
from bot.hosting.engine_thread import EngineData
from bot.hosting.league_referees import refuse_own_league_game
from bot.hosting.motions import refuse_repeated
from bot.hosting.referee import rule
from bot.hosting.spans_and_sides import first_span
from engine.table import Game, Refused

from .answers import said
from .commands import Command
from .message import Seat, needed
from .order_deeds import Done, Writer
from .persons import NOBODY, person_named
from .times import local_time

OTHERS_RULE = (
    'Whoever runs Fieldpost can. You can propose something to all players, such as "propose extend 2d", or concede.'
)
"""Who rules in a game of a league, if not the player who opened the league."""


def own_seat(data: EngineData, writer: Writer, seat: Seat | None) -> tuple[Game, Seat]:
    """The seat, which the writer plays, and its game.  Raises Refused for a deputy, and where nothing may run."""
    mine = needed(seat)
    if writer.doubt:
        raise Refused("unconfirmed", writer.doubt)
    game = data.table.game(mine.game)
    if not writer.player or game.holder(mine.side) != writer.player:
        name = wording.side_name(game.sides, mine.side)
        raise Refused("not-your-seat", f"This is for the player of {name} alone; a deputy only gives orders.")
    return game, mine


def extend(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    _, mine = own_seat(data, writer, seat)
    seconds, why = first_span(command.rest, "extend 24h because I am travelling")
    news = data.table.extend(mine.game, mine.side, seconds, writer.now, writer.player, why)
    return Done(said("Extension", *news.lines), (mine.game,))


def take_back(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    game, mine = own_seat(data, writer, seat)
    refuse_repeated(data.table, game, mine.side, "take-back")
    news = data.table.take_back(mine.game, mine.side, writer.now, writer.player)
    return Done(said("Take-back", *news.lines), (mine.game,))


def deputy(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    game, mine = own_seat(data, writer, seat)
    name, words = game.sides[mine.side].name, command.rest.strip(" .,!")
    if not words:
        raise Refused("missing-argument", 'Name somebody, such as "deputy Bob". "deputy off" ends it.')
    chosen = "" if words.casefold() in NOBODY else person_named(data, words, "deputy")
    deputies.depute(data.table, data.people, mine.game, mine.side, chosen, writer.now)
    if not chosen:
        return Done(said("Deputy", f"Nobody but you orders for {name} now."), (mine.game,))
    says = f"{data.people.name(chosen)} may order for {name}, and sees what it sees, until you order yourself."
    return Done(said("Deputy", says), (mine.game,))


def end_deputy(data: EngineData, writer: Writer, seat: Seat) -> Done | None:
    """The player of the seat orders again, so a deputy no longer does; both are told."""
    if writer.doubt:
        return None
    former = deputies.end_deputy(data.table, seat.game, seat.side, writer.player, writer.now)
    if not former:
        return None
    game = data.table.game(seat.game)
    name = game.sides[seat.side].name
    told = f"The player of {name} in {game.name} orders again, so you are no longer their deputy."
    data.people.add_notice(former, told, writer.now)
    says = f"You order for {name} again, so {data.people.name(former)} no longer does."
    return Done(said("Deputy", says), (seat.game,))


def referee(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    game, mine = own_seat(data, writer, seat)
    if (owner := data.openings.opener(game)) != writer.player:
        who = data.people.name(owner) if owner else "nobody"
        raise Refused(
            "not-referee",
            f"The referee of {game.name} is the player who opened it: {who}. You can propose something to all "
            'players, such as "propose extend 2d".',
        )
    refuse_own_league_game(data, game, writer.player, OTHERS_RULE)
    sides = deputies.sides_of(game, writer.player)
    lines = rule(data.table, mine.game, command.rest, writer.now, data.people.name(writer.player), sides)
    return Done(said("Referee", *lines), (mine.game,))


def away(data: EngineData, writer: Writer, seat: Seat | None, command: Command) -> Done:
    """Deadlines wait for this person, in all their games."""
    if not command.rest:
        raise Refused(
            "missing-argument", 'Say until when, such as "away 10d" or "away 2026-12-24"; "away back" ends it.'
        )
    own = data.settings.find(writer.player)
    until, _, since = command.rest.rstrip(".!").partition(" from ")
    absence = announce_in_words(data.absences, writer.player, until, since, writer.now, own.zone)
    if absence is None:
        return Done(said("Away", "Welcome back: deadlines do not wait for you any more."))
    times = [local_time(moment, own.zone, own.dates) for moment in (absence.since, absence.until)]
    begins = f" from {times[0]}" if absence.since > writer.now else ""
    says = f"You are away{begins} until {times[1]}. Deadlines of games that wait for you are put off until then,"
    return Done(
        said("Away", f"{says} by at most 21 days in each game.", 'A deputy may order for you instead: "deputy NAME".')
    )
