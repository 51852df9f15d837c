"""Old rows of the queues of mail and forum are deleted, and nothing is sent twice or read again for that."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.hosting import pruning
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.forum_queue import LOBBY
from bot.hosting.mail_queue import STALE, QueuedMail
from bot.hosting.pruning import AT_ONCE, KEPT, PAUSE, Pruning, prune
from engine.database.address import Address
from engine.log.deadline import add_seconds
from engine.table import Refused
from tests.support.toy_system import NOW

DAY = 86_400
LATER = add_seconds(NOW, DAY)


@pytest.fixture
def data(address: Address) -> Iterator[EngineData]:
    opened = EngineData(address)
    yield opened
    opened.close()


def count(data: EngineData, table: str) -> int:
    return int(data.table.journal.database.query(f"select count(*) from {table}")[0][0])


def queue(data: EngineData, id_: str, at: str = NOW) -> None:
    data.mails.add(QueuedMail(id_, "answer", "", "ann", "ann@home.example", "{}", b"", 0, at))


def test_mails_that_were_dealt_with_are_forgotten_and_those_that_wait_stay(data: EngineData) -> None:
    for id_ in ("sent", "refused", "dropped", "waiting", "young"):
        queue(data, id_)
        data.mails.keep_written(id_, b"a mail")
    data.mails.mark_sent("sent", NOW)
    data.mails.mark_refused("refused", NOW)
    data.mails.mark_dropped("dropped", NOW)
    data.mails.mark_sent("young", LATER)
    assert data.mails.receive("old", "ann", NOW) and data.mails.receive("new", "ann", LATER)
    found = {id_: data.mails.find(id_) for id_ in ("sent", "waiting")}
    assert found["sent"] and found["sent"].raw == b"" and found["waiting"] and found["waiting"].raw == b"a mail"
    assert prune(data, LATER, AT_ONCE) and not prune(data, LATER, AT_ONCE)
    assert data.mails.find("waiting") and data.mails.find("young") and count(data, "mail_out") == 2
    assert count(data, "mail_out_place") == 2 and count(data, "mail_in") == 1
    assert not data.mails.receive("new", "ann", LATER)
    queue(data, "next", LATER)
    assert [mail.id for mail in data.mails.due(LATER)] == ["waiting", "next"], "in the order in which they were queued"


def test_a_mail_that_waited_long_is_remembered_from_when_it_was_sent(data: EngineData) -> None:
    queue(data, "late")
    data.mails.mark_sent("late", LATER)
    assert not prune(data, LATER, AT_ONCE) and data.mails.find("late")
    assert prune(data, add_seconds(LATER, 1), AT_ONCE) and not data.mails.find("late")


def made(data: EngineData, game: str, kind: str, place: str, post: int, at: str = NOW) -> int:
    n = data.forum.add(game, kind, place, "", at)
    data.forum.mark_sending(n, at, at)
    data.forum.mark_arrived(n, 1, post, last=True)
    return n


def test_posts_that_are_not_noted_any_more_are_still_done(data: EngineData) -> None:
    data.forum.add_topic("raid-1", "7")
    first = made(data, "raid-1", "topic", "game:raid-1", 100)
    data.forum.set_topic("raid-1", "topic:5", 100, first, "text")
    made(data, "raid-1", "news", "game:raid-1", 104)
    made(data, "raid-1", "answer", "letter:9", 301)
    made(data, "raid-1", "notice", "to:7", 400)
    waiting = data.forum.add("raid-1", "news", "game:raid-1", "", NOW)
    last = made(data, "raid-1", "news", "game:raid-1", 120)
    for post in (101, 103):
        assert data.forum.receive(f"topic:5/{post}", "topic:5", "7", NOW)
    assert data.forum.receive("topic:5/110", "topic:5", "7", LATER)
    assert data.forum.receive("letter:9/300", "letter:9", "7", NOW)
    assert prune(data, LATER, AT_ONCE) and not prune(data, LATER, AT_ONCE)
    assert count(data, "forum_in") == 1 and count(data, "forum_out") == 3
    done = data.forum.done("topic:5")
    assert all(post in done for post in (100, 101, 103, 104, 110, 120)) and 105 not in done and 111 not in done
    assert 301 in data.forum.done("letter:9") and 302 not in data.forum.done("letter:9")
    assert data.forum.is_received("topic:5/101") and not data.forum.receive("topic:5/102", "topic:5", "7", LATER)
    assert not data.forum.is_received("topic:5/105") and not data.forum.is_received("letter:7/1")
    assert data.forum.find(first).post == 100, "the first post is edited"
    assert [row.n for row in data.forum.unfinished()] == [waiting]
    assert data.forum.add("raid-1", "news", "game:raid-1", "", LATER) == last + 1


def test_numbers_of_posts_are_not_given_twice_even_if_all_is_old(data: EngineData) -> None:
    numbers = [made(data, LOBBY, "answer", "letter:1", post) for post in (1, 2, 3)]
    assert prune(data, LATER, AT_ONCE)
    assert made(data, LOBBY, "answer", "letter:1", 4) == numbers[-1] + 1
    assert count(data, "forum_pruned") == 1


def test_a_little_is_deleted_at_a_time_and_the_rest_at_the_next_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pruning, "AT_ONCE", 2)
    monkeypatch.setattr(pruning, "AT_A_LOOK", 3)
    engine = EngineThread(tmp_path / "games.db")

    async def rows() -> int:
        return await engine.use_data(lambda data: count(data, "mail_in"))

    async def look() -> None:
        for number in range(9):
            await engine.use_data(lambda data, n=number: data.mails.receive(str(n), "ann", NOW))  # type: ignore[misc]
        kept, found = Pruning(engine), list[int]()
        for seconds in (-2, 0, PAUSE - 3, PAUSE - 2, PAUSE + 8):
            await kept.look(add_seconds(NOW, KEPT + 1 + seconds))
            found.append(await rows())
        assert found == [9, 9, 9, 3, 0], found

    asyncio.run(look())
    engine.close()


def test_a_database_that_is_away_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = EngineThread(tmp_path / "games.db")

    def fail(*_: object) -> bool:
        raise Refused("no-server", "The database is away.")

    monkeypatch.setattr(pruning, "prune", fail)
    asyncio.run(Pruning(engine).look(NOW))
    engine.close()


def test_what_came_is_remembered_longer_than_a_mailbox_is_read() -> None:
    assert KEPT - STALE >= 5 * DAY
