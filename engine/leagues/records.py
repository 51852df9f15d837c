"""What a league keeps of its players, rounds and seasons."""

from collections.abc import Mapping

from engine.contract import Record, replace
from engine.errors import Refused

from .entries import Entered
from .standings import Standing


class Entrant(Record, frozen=True):
    """``seed``: counts from 1, in the order in which they entered; ``withdrawn``: why, None while they play.  ``out``:
    of a knock-out, because they have withdrawn.  ``by``: who entered them without their word, "" if nobody did.
    """

    player: str
    seed: int
    division: str
    offset: int | None = None
    pace: int = 0
    rating: int | None = None
    withdrawn: str | None = None
    out: bool = False
    by: str = ""

    def agreed(self, body: Entered) -> "Entrant | None":
        """The same once they enter themselves whom somebody else has entered; None if the entry is of another kind."""
        if self.withdrawn is not None or not self.by or body.by or body.division not in ("", self.division):
            return None
        offset = self.offset if body.offset is None else body.offset
        return replace(self, by="", offset=offset, pace=body.pace or self.pace)


class Round(Record, frozen=True):
    """``matches``: their numbers.  ``at``: when it was paired."""

    number: int
    at: str
    due: str
    matches: tuple[int, ...]
    byes: tuple[str, ...]


class Season(Record, frozen=True):
    """One that is closed: its rounds, and the standings of each division as they were at its end."""

    rounds: tuple[Round, ...]
    tables: Mapping[str, tuple[Standing, ...]]


class Ticket(Record, frozen=True):
    """``at``: since when the player waits."""

    player: str
    pace: int
    rating: int
    at: str


def require_least(league: str, what: str, least: int, has: int | None) -> None:
    """Refused not-admitted; ``league``: its name; ``has``: None if nothing is known."""
    if least and (has is None or has < least):
        known = "none is known" if has is None else f"theirs is {has}"
        unit = " %" if what == "reliability" else ""
        raise Refused("not-admitted", f"{league} asks for a {what} of {least}{unit} or more; {known}.")
