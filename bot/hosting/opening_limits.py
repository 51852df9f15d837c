"""What the host allows to those who open games, at every door."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.deadlines.calendar import Calendar

from . import wording
from .settings import BadSetting, value


class Limits(NamedTuple):
    """``per_person``: games that a person opened and that run at once; ``shortest``: seconds of the shortest
    deadline.
    """

    per_person: int = 20
    shortest: int = 300


def read_limits(environ: Mapping[str, str]) -> Limits:
    """The limits in these environment variables.  Raises BadSetting."""
    games, shortest = value(environ, "FIELDPOST_GAMES_PER_PERSON"), value(environ, "FIELDPOST_SHORTEST_DEADLINE")
    usual = Limits()
    if games and not (games.isascii() and games.isdecimal() and int(games[:9]) >= 1 and len(games) < 7):
        raise BadSetting(
            f"FIELDPOST_GAMES_PER_PERSON is {games!r}; it must be a whole number from 1 to 999999, such as"
            f" FIELDPOST_GAMES_PER_PERSON={usual.per_person}."
        )
    try:
        seconds = wording.period(shortest) if shortest else usual.shortest
    except ValueError as wrong:
        raise BadSetting(
            f"FIELDPOST_SHORTEST_DEADLINE is {shortest!r}: {wrong} For example FIELDPOST_SHORTEST_DEADLINE=5m."
        ) from None
    return Limits(int(games) if games else usual.per_person, seconds)


def too_short(calendar: Calendar | None, shortest: int) -> str:
    """Why phases cannot end so soon, with both numbers; "" if they can."""
    if calendar is None or calendar.shortest >= shortest:
        return ""
    return (
        f"A deadline of {wording.length(calendar.shortest)} is too short here: the shortest that is allowed is"
        f" {wording.length(shortest)}."
    )
