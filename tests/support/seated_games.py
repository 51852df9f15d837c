"""Games with everybody seated, whose messages are read."""

from functools import cache

from bot.correspondence.message import Seat
from engine.table import Table
from tests.support.toy_system import NOW, entropy

SCENARIOS = ("millers-bridge", "low-wells", "two-shores")


@cache
def seated(scenario: str) -> tuple[Table, Seat]:
    table = Table(":memory:", entropy(f"mails {scenario}"))
    game = table.open(scenario, "", NOW)
    for side in game.sides:
        game = table.seat(game.id, side, side, NOW)
    assert game.phase
    return table, Seat(game.id, game.phase.sides[0])


def orders_of(scenario: str) -> tuple[str, ...]:
    """Orders that would work now, and ``done``."""
    table, seat = seated(scenario)
    return (*table.examples(seat.game, seat.side)[:2], "done")
