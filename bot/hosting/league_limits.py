"""How many leagues a person, and everybody in a server, may have opened that have not ended."""

from collections.abc import Collection, Sequence

from engine.contract import counted
from engine.errors import Refused

from . import wording
from .league_places import LeaguePlace

OF_PERSON, OF_SERVER = 5, 50
"""Leagues of a person at one door or in one server, and of a server of Discord."""
NAMED = 10
"""Leagues that a refusal names."""
ENDS = "A league that is closed, and pairs no round after that, does not count."


def require_room(there: Sequence[LeaguePlace], mine: Collection[str], ended: Collection[str]) -> None:
    """Raises Refused if one more is too many.  ``there``: where those of the door or server live; ``mine``: the ids of
    those that this person has opened.
    """
    going = [place for place in there if place.league not in ended]
    own = [place for place in going if place.league in mine]
    if len(own) >= OF_PERSON:
        says = f"You have opened {counted(len(own), 'league')}, the most for a person: {_named(own)}. {ENDS}"
        raise Refused("too-many", says)
    if len(going) >= OF_SERVER:
        says = f"{counted(len(going), 'league')} are going on here already, the limit: {_named(going)}."
        raise Refused("too-many", f"{says} {ENDS}")


def _named(places: Sequence[LeaguePlace]) -> str:
    named, more = [place.name for place in places[:NAMED]], len(places) - NAMED
    return wording.join_list([*named, *([f"{more} more"] if more > 0 else [])])
