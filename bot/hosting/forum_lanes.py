"""The lanes of a forum's queue: the posts of one topic, and letters to one person, keep their order."""

from .forum_queue import LOBBY

_LEAGUE = "league:"
"""How the key of a league's topic begins; that of a game's is the game's id, which has no colon."""


def lane_of_game(key: str) -> str:
    """Where the posts of a topic queue, also before the topic is there.  ``key``: the game's id, or of what else it
    is.
    """
    return f"game:{key}"


def lane_to(account: int | str) -> str:
    """Where letters to somebody queue."""
    return f"to:{account}"


def topic_of_league(league: str) -> str:
    """The key of a league's topic."""
    return f"{_LEAGUE}{league}"


def league_of_topic(key: str) -> str:
    """The league whose topic it is, "" if it is that of a game, or the one in which games are opened."""
    return key.removeprefix(_LEAGUE) if key.startswith(_LEAGUE) else ""


def is_of_game(key: str) -> bool:
    """Whether a topic is that of a game."""
    return key != LOBBY and not league_of_topic(key)
