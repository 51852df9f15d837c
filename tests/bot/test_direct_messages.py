"""Direct messages on their way: sent once, the kept one changed at most once a minute, closed ones told elsewhere."""

from collections.abc import Iterator

import pytest

from bot.discord.messages.direct_sender import tell_in_place
from bot.discord.messages.pings import call_directly, mentioned, way_of_calling
from bot.hosting.direct_messages import CLOSED_FOR, KEPT, PAUSE, Direct
from bot.hosting.engine_thread import EngineData
from bot.hosting.post import Post
from engine.database.address import Address
from engine.log.deadline import add_seconds
from tests.engine.table_games import started
from tests.support.databases import new_database
from tests.support.toy_system import NOW

THERE = Post("instead", pings=("1",))


@pytest.fixture
def data(address: Address) -> Iterator[EngineData]:
    made = EngineData(new_database(address))
    yield made
    made.close()


def waiting(data: EngineData, now: str) -> Direct:
    found = data.direct.next_waiting(now)
    assert found
    return found


def test_the_same_message_twice_is_one(data: EngineData) -> None:
    data.direct.add("1", "reminder.a-1", "first", "", "a-1", THERE)
    data.direct.add("1", "reminder.a-1", "again", "", "a-1", THERE)
    tried = data.direct.mark_tried(waiting(data, NOW), NOW)
    assert (tried.body, tried.sending, tried.in_place) == ("first", "first", ("a-1", THERE))
    assert data.direct.mark_tried(waiting(data, NOW), "2030-01-01T00:00:00Z") == tried, "the first try counts"
    data.direct.mark_delivered(tried, "7", "8", "first", NOW)
    data.direct.add("1", "reminder.a-1", "again", "", "a-1", THERE)
    assert data.direct.next_waiting("2030-01-01T00:00:00Z") is None and data.direct.next_moment() == ""


def test_a_kept_list_changes_at_most_once_a_minute(data: EngineData) -> None:
    data.direct.keep("1", "one")
    first = data.direct.mark_tried(waiting(data, NOW), NOW)
    data.direct.keep("1", "two")
    assert waiting(data, NOW).sending == "one", "what may have arrived is what is looked for"
    data.direct.mark_delivered(first, "7", "8", "one", NOW)
    assert data.direct.next_waiting(add_seconds(NOW, PAUSE - 1)) is None
    assert data.direct.next_moment() == add_seconds(NOW, PAUSE)
    data.direct.keep("1", "three")
    due = waiting(data, add_seconds(NOW, PAUSE))
    assert (due.body, due.message) == ("three", "8")
    data.direct.mark_delivered(due, "7", "8", "three", add_seconds(NOW, PAUSE))
    data.direct.keep("1", "three")
    assert data.direct.next_moment() == "", "nothing has changed"
    assert data.direct.keepers() == ("1",) and data.direct.forget("1") and not data.direct.forget("1")


def test_closed_messages_are_told_in_the_game_and_of_that_once(data: EngineData, duel: str) -> None:
    game = started(data.table, duel)
    data.outbox.set_destination(game, "discord:1/1/1", "tag")
    data.outbox.mark_seen(game, 3, "")
    data.choose("1", {"pings": "direct"})
    assert way_of_calling(data, "1", NOW) == "direct" and mentioned(data, game, THERE, NOW) == ("1",)
    call_directly(data, data.table.game(game), ["ann", "1"], NOW)
    assert mentioned(data, game, THERE, NOW) == (), "a direct message calls them"
    data.direct.drop(waiting(data, NOW))
    for number in (1, 2):
        data.direct.add("1", f"call.{number}", "waits", "", game, THERE)
        assert tell_in_place(data, waiting(data, NOW), NOW) == game
    (notice,) = data.people.notices("1")
    assert "take none from me" in notice
    assert way_of_calling(data, "1", NOW) == "mention" and mentioned(data, game, THERE, NOW) == ("1",)
    delivery = data.outbox.next_delivery(game)
    assert delivery and delivery.post == THERE
    later = add_seconds(NOW, CLOSED_FOR)
    assert way_of_calling(data, "1", later) == "direct", "they may have opened them"
    data.direct.add("1", "call.3", "waits", "", game, THERE)
    data.direct.mark_delivered(data.direct.mark_tried(waiting(data, later), later), "7", "8", "waits", later)
    assert way_of_calling(data, "1", NOW) == "direct"


def test_a_kept_list_that_cannot_be_sent_is_kept_no_longer(data: EngineData) -> None:
    data.direct.keep("1", "one")
    assert data.direct.keeps("1") and tell_in_place(data, waiting(data, NOW), NOW) == ""
    assert not data.direct.keeps("1") and not data.people.notices("1"), "the answer has said it"
    data.direct.keep("1", "one")
    found = data.direct.find("1", KEPT)
    assert data.direct.keeps("1") and found and found.body == "one", "asked for again it is tried again"


def test_who_wants_no_pings_is_never_notified(data: EngineData) -> None:
    data.choose("1", {"pings": "none"})
    assert mentioned(data, "duel-1", Post("x", pings=("1", "2")), NOW) == ("2",)
