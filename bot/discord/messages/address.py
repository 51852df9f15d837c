"""Where a game is played in Discord, as the text that the outbox keeps: ``discord:GUILD/CHANNEL/THREAD``."""

from typing import NamedTuple

from bot.hosting.outbox import Destination, Outbox
from engine.table import Refused

SCHEME = "discord:"


class Place(NamedTuple):
    """A game's channel, and its thread there (0 = none).

    ``trouble``: why nothing can be posted there ("" = it can).
    """

    game: str
    guild: int
    channel: int
    thread: int
    tag: str
    trouble: str

    @property
    def room(self) -> int:
        """Id of the thread or channel in which the game is played."""
        return self.thread or self.channel


def write_address(guild: int, channel: int, thread: int = 0) -> str:
    return f"{SCHEME}{guild}/{channel}/{thread}"


def read_place(destination: Destination | None) -> Place | None:
    """None for a game that is not played in Discord."""
    if destination is None or not destination.address.startswith(SCHEME):
        return None
    try:
        guild, channel, thread = map(int, destination.address.removeprefix(SCHEME).split("/"))
    except ValueError:
        raise Refused("damaged", f"The channel of {destination.game} cannot be read from the database.") from None
    return Place(destination.game, guild, channel, thread, destination.tag, destination.trouble)


def find_place(outbox: Outbox, game: str) -> Place | None:
    """Where the game is played in Discord, if anywhere."""
    return read_place(outbox.destination(game))


def list_places(outbox: Outbox) -> tuple[Place, ...]:
    """All games played in Discord, oldest first."""
    places = (read_place(destination) for destination in outbox.destinations())
    return tuple(place for place in places if place)


def list_server_places(outbox: Outbox, guild: int) -> tuple[Place, ...]:
    """The games played in one server, oldest first."""
    places = (read_place(destination) for destination in outbox.at_addresses(f"{SCHEME}{guild}/"))
    return tuple(place for place in places if place)


def list_server_games(outbox: Outbox, guild: int) -> tuple[str, ...]:
    """The ids of the games played in one server, oldest first."""
    return outbox.games_at(f"{SCHEME}{guild}/")
