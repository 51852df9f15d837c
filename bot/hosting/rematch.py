"""A rematch: the same scenario again on the same terms, with the players on each other's sides."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.deadlines.words import read_calendar
from engine.scenarios import reader
from engine.table import Game, Refused, Table

from . import wording
from .terms_words import terms_of

MARK = ": rematch"
"""Ends the name of a game that is opened again."""


class Rematch(NamedTuple):
    """The game that is over, the new one, and which of its sides the others would play."""

    over: Game
    made: Game
    others: Mapping[str, str]


def refuse_rematch(over: Game, player: str) -> None:
    """Raises Refused if the game is not over, if this person did not play it, or if it cannot be opened again."""
    if not over.over:
        raise Refused("not-over", f"{over.name} is not over yet. Another game can be opened beside it at any time.")
    if not over.sides_of(player):
        names = wording.join_list([side.name for side in over.sides.values()])
        raise Refused("not-your-seat", f"Only somebody who played {names} in {over.name} can ask for a rematch.")
    if not can_be_opened_again(over):
        raise Refused(
            "no-such-scenario", f"The scenario of {over.name} is not among those that can be opened again like this."
        )


def can_be_opened_again(game: Game) -> bool:
    """Whether its scenario is shipped; a server's own one and a single battle are opened by whoever has its words."""
    return game.scenario in reader.shipped()


def open_again(table: Table, over: Game, player: str, now: str, place: Callable[[Game], None]) -> Rematch:
    """In a transaction, after ``refuse_rematch``: whoever asks has the seat after the one they had.  ``place``: what
    else is done with a game that is opened.  Raises Refused.
    """
    calendar = read_calendar(over.calendar) if over.calendar else None
    terms = terms_of(table, over.id)._asdict()
    made = table.open(over.scenario, _again(over.name), now, calendar, **terms, points=over.points)
    place(made)
    sides = list(over.seats)
    seats = dict(zip(sides, [over.holder(one) for one in (*sides[1:], sides[0])], strict=True))
    for side in (side for side, holder in seats.items() if holder == player):
        made = table.seat(made.id, side, player, now)
    return Rematch(over, made, {side: holder for side, holder in seats.items() if holder not in ("", player)})


def _again(name: str) -> str:
    """The name of the new game, of at most 60 characters."""
    return f"{name.removesuffix(MARK)[: 60 - len(MARK)]}{MARK}"
