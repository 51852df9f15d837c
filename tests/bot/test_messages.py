"""A message taken apart: what is an order, and what only looks like one, in every system."""

from itertools import islice
from random import Random

import pytest

from bot.correspondence.message import Line, Seat, read_message
from engine.systems import SYSTEMS
from engine.table import Table
from tests.conformance.test_slips import slips_of
from tests.forum.played import GAMES, played
from tests.support.sampling import share


@pytest.fixture(params=GAMES)
def waiting(request: pytest.FixtureRequest) -> tuple[Table, Seat]:
    """A game that waits for a side."""
    table, key = played(request.param, 1)
    game = table.game(key)
    assert game.phase and game.system in SYSTEMS
    return table, Seat(key, game.phase.sides[0])


def test_a_question_is_never_an_order(waiting: tuple[Table, Seat]) -> None:
    table, seat = waiting
    ideas = table.ideas(seat.game, seat.side)[:10]
    for text in ("concede?", "done?", "commit ?", *(f"{idea}?" for idea in ideas)):
        message = read_message(table, seat, [Line(text)], to_us=True)
        assert not message.orders and [one.text for one in message.unread] == [text]
    message = read_message(table, seat, [Line("concede?"), Line(ideas[0])], to_us=True)
    assert message.orders == (ideas[0],), "and nothing below it is taken for an order in a game that is over"


@pytest.mark.parametrize("text", ["concede", "Concede.", "concede!", "concede,", "CONCEDE ;"])
def test_to_concede_stands_alone_however_it_is_written(waiting: tuple[Table, Seat], text: str) -> None:
    table, seat = waiting
    assert read_message(table, seat, [Line(text)]).orders == ("concede",)
    idea = table.ideas(seat.game, seat.side)[0]
    assert read_message(table, seat, [Line(f"{idea}; concede")]).orders == (idea, "concede")


def test_a_misspelled_order_of_the_side_is_an_order_that_is_refused() -> None:
    table, key = played("millers-bridge", 0)
    side = table.game(key).phase.sides[0]  # type: ignore[union-attr]
    seat, chance = Seat(key, side), Random(3)
    for slip in islice((slip for _ in range(99) for slip in slips_of("choose", chance)), share(200, 40)):
        lines = [Line(f"{slip} b"), Line("done")]
        message = read_message(table, seat, lines)
        assert message.orders[0] in (f"{slip} b", "choose b"), (slip, message)
    for prose in ("Those are mine.", "but tired", "Close call", "It was closed then for good"):
        assert read_message(table, seat, [Line(prose), Line("done")], to_us=True).orders == ("done",), prose
