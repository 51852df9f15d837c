"""A ticket of an open queue and the match that it leads to are stored together, or neither is."""

from collections.abc import Iterator

import pytest

from bot.correspondence.leagues.steps import By, queue_steps, take_steps
from bot.hosting.engine_thread import EngineData
from engine.errors import Refused
from engine.table import Game
from tests.bot.test_league_letters import NOW, do

OPTIONS = "system=miniwars format=queue scenarios=millers-bridge"


@pytest.fixture
def data() -> Iterator[EngineData]:
    """With a queue in which Ann waits."""
    data = EngineData(":memory:")
    for name in ("Ann", "Bob"):
        data.people.add("mail", f"{name.lower()}@home.example", name, NOW)
    do(data, "ann", f"league new Open Door {OPTIONS}")
    for player in ("ann", "bob"):
        do(data, player, "league enter open-door")
    assert "Ann waits for an opponent" in do(data, "ann", "league queue open-door")
    yield data
    data.close()


def test_whoever_fits_plays_at_once(data: EngineData) -> None:
    stored = len(data.leagues.log("open-door"))
    taken = take_steps(data, "open-door", queue_steps("bob", ["pace=24"]), By("bob", NOW, placed), data.people.name)
    assert taken.games == ("millers-1",) and len(data.leagues.log("open-door")) == stored + 3
    assert not data.leagues.find("open-door").tickets


def test_a_game_that_cannot_open_leaves_no_ticket_behind(data: EngineData) -> None:
    """Two tickets that fit would wait for each other, with nobody to pair them."""
    before = data.leagues.log("open-door")

    def no_room(_: Game, __: tuple[str, str]) -> None:
        raise Refused("too-many", "There is no room for a game.")

    with pytest.raises(Refused, match="no room"):
        take_steps(data, "open-door", queue_steps("bob", ["pace=24"]), By("bob", NOW, no_room), data.people.name)
    assert data.leagues.log("open-door") == before and data.table.journal.games() == ()


def test_other_refusals_of_a_ticket_are_told(data: EngineData) -> None:
    with pytest.raises(Refused, match="has been in the queue"):
        take_steps(data, "open-door", queue_steps("ann", ["pace=24"]), By("ann", NOW, placed), data.people.name)


def placed(_: Game, __: tuple[str, str]) -> None:
    """Anywhere."""
