"""Where a game is played in Discord, as the text that the outbox keeps: ``discord:GUILD/CHANNEL/THREAD``, and
``.../FORUM`` after it for a post of a forum channel.
"""

from typing import Final, NamedTuple

from bot.hosting.outbox import Destination, Outbox
from engine.log.game_rows import Selection
from engine.table import Refused

DISCORD = "discord"
SCHEME = f"{DISCORD}:"
UNTAGGED: Final = "untagged"
"""Of a post of a forum channel: it has none of the tags that say how far its game is."""


class Place(NamedTuple):
    """A game's channel, and its thread there (0 = none).

    ``forum``: "" where the channel is a text channel; where it is a forum channel and the thread a post of it, the tag
    that says how far the game is, or UNTAGGED.  ``trouble``: why nothing can be posted there ("" = it can).
    """

    game: str
    guild: int
    channel: int
    thread: int
    tag: str
    trouble: str
    forum: str = ""

    @property
    def room(self) -> int:
        """Id of the thread or channel in which the game is played."""
        return self.thread or self.channel


def write_address(guild: int, channel: int, thread: int = 0, forum: str = "") -> str:
    return f"{SCHEME}{guild}/{channel}/{thread}{f'/{forum}' if forum else ''}"


def server_key(guild: int) -> str:
    """What a server's options, openings and scenarios are stored under."""
    return f"{SCHEME}{guild}"


def read_address(address: str) -> tuple[int, int]:
    """The server and the channel of an address that was written without a thread.  Refused damaged."""
    try:
        guild, channel, _ = address.removeprefix(SCHEME).split("/")
        return int(guild), int(channel)
    except ValueError:
        raise Refused("damaged", f"The channel {address!r} cannot be read from the database.") from None


def read_place(destination: Destination | None) -> Place | None:
    """None for a game that is not played in Discord."""
    if destination is None or not destination.address.startswith(SCHEME):
        return None
    try:
        guild, channel, thread, *forum = destination.address.removeprefix(SCHEME).split("/")
        numbers = int(guild), int(channel), int(thread)
    except ValueError:
        raise Refused("damaged", f"The channel of {destination.game} cannot be read from the database.") from None
    return Place(destination.game, *numbers, destination.tag, destination.trouble, "/".join(forum))


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


def select_server_games(outbox: Outbox, guild: int) -> Selection:
    """The same games, for ``Table.list_selected``."""
    return outbox.select_games_at(f"{SCHEME}{guild}/")


def list_server_games(outbox: Outbox, guild: int) -> tuple[str, ...]:
    """The ids of the games played in one server, oldest first."""
    return outbox.games_at(f"{SCHEME}{guild}/")
