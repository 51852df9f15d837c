"""Calls and reminders of a game with anonymous seats: to the players alone, and in public by the names of sides."""

from collections.abc import Iterator

import pytest

from bot.discord.messages.pings import call_directly
from bot.discord.messages.reminders import reminder
from bot.hosting.deputies import sides_of
from bot.hosting.engine_thread import EngineData
from bot.hosting.reminding import AwaitedSides, people_to_remind
from engine.database.address import Address
from engine.log.deadline import add_seconds
from tests.engine.table_games import present
from tests.support.databases import new_database
from tests.support.toy_system import NOW

ANN, BOB, EVE = "1000000001", "1000000002", "1000000003"
DAY = 86_400


@pytest.fixture
def data(address: Address) -> Iterator[EngineData]:
    made = EngineData(new_database(address))
    yield made
    made.close()


def begun(data: EngineData, duel: str) -> str:
    key = data.table.open(duel, "Masks", NOW, DAY, anonymous=True).id
    data.outbox.set_destination(key, "discord:1/1/1", "tag")
    data.table.seat(key, "red", ANN, NOW)
    data.table.seat(key, "blue", BOB, NOW)
    data.outbox.mark_seen(key, 3, "")
    return key


def test_a_call_is_a_direct_message_and_names_nobody_in_its_place(data: EngineData, duel: str) -> None:
    game = data.table.game(begun(data, duel))
    call_directly(data, game, [game.holder(side) for side in present(game.phase).sides], NOW)
    sent = present(data.direct.next_waiting(NOW))
    assert sent.player == ANN and "The Reds" in sent.body and "waits for you" in sent.body
    _, instead = present(sent.in_place)
    assert not instead.pings and "The Reds" in instead.content and "@" not in instead.content


def test_a_reminder_in_public_names_sides(data: EngineData, duel: str) -> None:
    key, due = begun(data, duel), add_seconds(NOW, DAY)
    assert people_to_remind(data, key, due, NOW) == {ANN: ("red",)}, "whoever has the seat"
    post = reminder(data, key, "reminder", due, {ANN: (AwaitedSides(key, due, ("red",)),)}, 3)
    assert not post.pings and "The Reds" in post.content and "@" not in post.content and ANN not in post.content


def test_deputies_and_lists_belong_to_people(data: EngineData, duel: str) -> None:
    key = begun(data, duel)
    data.table.depute(key, "red", EVE, NOW)
    game = data.table.game(key)
    assert sides_of(game, EVE) == ("red",) and sides_of(game, BOB) == ("blue",) and sides_of(game, "player 1") == ()
    assert data.played.players(key) == (ANN, BOB, EVE), "who orders as a deputy has the game in their list too"
