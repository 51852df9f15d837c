"""That a private message waits is told at once, by a mention or a direct message, and nothing else of it."""

from collections.abc import Iterator

import pytest

from bot.discord.messages.press_notes import lay_out_press_notes
from bot.hosting.engine_thread import EngineData
from bot.hosting.post import Post
from bot.hosting.press import read_press, send_press, unread_press
from engine.database.address import Address
from tests.engine.table_games import present
from tests.support.toy_system import NOW

ANN, BOB = "1000000001", "1000000002"
SAID = "quicksilver at the ford"


@pytest.fixture
def data(address: Address) -> Iterator[EngineData]:
    made = EngineData(address)
    yield made
    made.close()


def begun(data: EngineData, duel: str, *, anonymous: bool = False) -> str:
    key = data.table.open(duel, "Words", NOW, anonymous=anonymous).id
    data.outbox.set_destination(key, "discord:1/1/1", "tag")
    data.table.seat(key, "red", ANN, NOW)
    data.table.seat(key, "blue", BOB, NOW)
    data.outbox.mark_seen(key, data.table.game(key).length, "")
    return key


def written(data: EngineData, key: str, text: str = SAID) -> list[Post]:
    """The posts that a message of the Reds brings."""
    send_press(data, key, "red", "blue", text, NOW)
    assert key in data.waiting_games("discord")
    lay_out_press_notes(data, key)
    assert key not in data.table.press.waiting_games("discord")
    posts = list[Post]()
    while row := data.outbox.next_delivery(key):
        posts.append(row.post)
        data.outbox.mark_delivered(row, "1")
    assert not any(word in f"{post}" for post in posts for word in ("quicksilver", "Reds", ANN))
    return posts


def test_one_note_until_the_messages_were_read(data: EngineData, duel: str) -> None:
    key = begun(data, duel)
    (note,) = written(data, key)
    assert note.content == f"✉️ <@{BOB}>, a private message waits for you: `/press` shows it." and note.pings == (BOB,)
    assert written(data, key, "more quicksilver") == []
    game = data.table.game(key)
    assert unread_press(data, game, BOB) == (1, 2) and unread_press(data, game, ANN) == ()
    assert len(read_press(data, game, "red", ANN)) == 2 and unread_press(data, game, BOB) == (1, 2), "by its writer"
    assert [message.text for message in read_press(data, game, "blue", BOB)] == [SAID, "more quicksilver"]
    assert data.people.notices(BOB) == () and len(written(data, key)) == 1


def test_another_note_once_the_message_of_the_last_was_read(data: EngineData, duel: str) -> None:
    """Also while a later one, without a note of its own, is not read yet: it may be on its way with an answer."""
    key = begun(data, duel)
    assert len(written(data, key)) == 1 and written(data, key, "more quicksilver") == []
    first, _ = data.people.notices(BOB)
    data.people.forget_notices(BOB, (first,))
    assert unread_press(data, data.table.game(key), BOB) == (2,)
    assert len(written(data, key, "yet more")) == 1 and written(data, key, "the last of it") == []


def test_a_message_that_was_read_before_the_note_needs_none(data: EngineData, duel: str) -> None:
    key = begun(data, duel)
    send_press(data, key, "red", "blue", SAID, NOW)
    read_press(data, data.table.game(key), "blue", BOB)
    lay_out_press_notes(data, key)
    assert data.outbox.next_delivery(key) is None


def test_a_seat_that_changed_hands_is_told_nothing(data: EngineData, duel: str) -> None:
    key = begun(data, duel)
    send_press(data, key, "red", "blue", SAID, NOW)
    data.table.leave(key, "blue", BOB, NOW)
    lay_out_press_notes(data, key)
    assert data.outbox.next_delivery(key) is None and data.direct.next_waiting(NOW) is None


@pytest.mark.parametrize("anonymous", [False, True])
@pytest.mark.parametrize("pings", ["mention", "direct", "none"])
def test_as_its_reader_wants_to_be_called(data: EngineData, duel: str, pings: str, anonymous: bool) -> None:
    key = begun(data, duel, anonymous=anonymous)
    data.choose(BOB, {"pings": pings})
    posts = written(data, key)
    assert bool(posts) == (pings == "mention" and not anonymous)
    sent = data.direct.next_waiting(NOW)
    assert bool(sent) == (pings == "direct" or (pings == "mention" and anonymous))
    if sent:
        assert sent.player == BOB and "a private message waits" in sent.body
        assert "quicksilver" not in sent.body + sent.instead and "Reds" not in sent.body + sent.instead
        instead = present(sent.in_place)[1]
        assert ("@" not in instead.content and not instead.pings) == anonymous
        assert not anonymous or (instead.content.startswith("✉️ **The Blues**:") and BOB not in instead.content)


def test_whose_direct_messages_are_closed_is_not_named_beside_an_anonymous_side(data: EngineData, duel: str) -> None:
    key = begun(data, duel, anonymous=True)
    written(data, key)
    closed = present(data.direct.next_waiting("2027-01-01T00:00:00Z"))
    data.direct.mark_closed(closed, "2126-01-01T00:00:00Z")
    read_press(data, data.table.game(key), "blue", BOB)
    (note,) = written(data, key)
    assert note.content.startswith("✉️ **The Blues**:") and not note.pings and "@" not in note.content
