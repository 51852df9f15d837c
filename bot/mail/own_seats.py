"""The seats of somebody whose mail speaks for none of them: which they are, and where to write for each."""

from bot.correspondence.answers import Section
from bot.correspondence.commands import OF_A_SEAT
from bot.correspondence.message import Message, Seat
from bot.correspondence.wrap import wrapped
from bot.hosting.engine_thread import EngineData

from .identity import DOOR, Identity
from .settings import MailSettings

MOST_SEATS = 10
"""Seats that are listed, at most: those first whose turn it is."""
UNVOUCHED = (
    "Nothing runs: the mail went to no address of a seat, and nothing else shows that it is from you. These orders are"
    " kept as your draft."
)
FOREIGN = "Nothing runs: this seat belongs to another address. These orders are kept as its draft."


def doubt_about(who: Identity) -> str:
    """Why orders of a mail may not run, "" if they may."""
    if who.trusted:
        return ""
    return UNVOUCHED if who.contact and who.contact.player == who.player else FOREIGN


def lacks_seat(who: Identity, message: Message) -> bool:
    """Whether something in the mail may be about a seat, and the mail speaks for none, or nothing vouches for it."""
    if who.seat:
        return doubt_about(who) == UNVOUCHED and not message.empty
    if any(command.word in OF_A_SEAT for command in message.commands) or message.orders:
        return True
    return any(not line.instead for line in message.unread) or (message.empty and not message.unread)


def seats_of(data: EngineData, player: str) -> tuple[Seat, ...]:
    """The person's seats in unfinished games, those first that are awaited."""
    mine = [
        (not (game.phase and side in game.phase.sides), Seat(game.id, side))
        for game in data.table.games()
        for side in game.sides_of(player)
        if not game.over
    ]
    return tuple(seat for _, seat in sorted(mine, key=lambda pair: pair[0]))


def own_seats(data: EngineData, player: str, address: str, settings: MailSettings) -> tuple[Section, ...]:
    """What the person at this address is told; nothing at an address that is not theirs, for it holds their keys."""
    seats = seats_of(data, player) if data.people.player(DOOR, address) == player else ()
    if not seats:
        return ()
    how = "write to the address of your seat" if settings.plus else "keep what is in brackets in the subject"
    lines = wrapped(
        f"Orders and questions about a game need your seat: answer a mail of that game, or {how}.", later=""
    )
    for seat in seats[:MOST_SEATS]:
        game = data.table.game(seat.game)
        turn = "; it is your turn" if game.phase and seat.side in game.phase.sides else ""
        key = data.people.seat_key(seat.game, seat.side, player)
        lines += ["", *wrapped(f"{game.id}: {game.name}, {game.sides[seat.side].name}{turn}")]
        lines.append(f"    {settings.with_key(key) if settings.plus else f'[{game.id} {key}]'}")
    if more := len(seats) - MOST_SEATS:
        lines += ["", f'There are {more} more: a line "games" lists all your games.'] if more > 0 else []
    return (Section("Your games", (*lines, "", 'A line "help" lists all commands.'), fixed=True),)
