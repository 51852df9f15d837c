"""The outbox and what goes into it: posts made from the journal alone, each laid out once, sent in order, and known
again when met.
"""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.discord.messages import markup, posts
from bot.discord.messages.address import find_place, write_address
from bot.discord.messages.publisher import Publisher
from bot.discord.messages.sender import attachment_names, is_same_post
from bot.hosting import deadline_clock
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.outbox import Delivery, Outbox
from bot.hosting.post import Post
from engine.contract import Phase, decode, encode
from engine.database.address import Address
from engine.table import Game, News

THEN = "2026-01-01T12:00:00Z"
FRESH = discord.utils.time_snowflake(discord.utils.parse_time("2026-01-01T12:00:00+00:00"))
"""Id of a message of that moment."""


@pytest.fixture
def data(address: Address) -> Iterator[EngineData]:
    made = EngineData(address)
    yield made
    made.table.close()


def open_game(data: EngineData, *players: str) -> Game:
    """A game of the Miller's Bridge in channel 7, with these players seated."""
    game = data.table.open("millers-bridge", "", THEN)
    data.outbox.set_destination(game.id, write_address(1, 7), "cafe0123")
    for player in players:
        game = data.table.seat(game.id, "", player, THEN)
    return game


def lay_out_news(data: EngineData, game: Game) -> None:
    destination = data.outbox.destination(game.id)
    assert destination
    data.outbox.add_news(posts, data.table.game(game.id), data.table.news(game.id, after=destination.seen))


def take_deliveries(data: EngineData, game: Game) -> list[Delivery]:
    """All that waits, taken out in order."""
    found = list[Delivery]()
    while row := data.outbox.next_delivery(game.id):
        found.append(row)
        data.outbox.mark_delivered(row, str(1000 + len(found)))
    return found


def start_game(data: EngineData) -> Game:
    return open_game(data, "11", "22")


def test_a_nonce_is_short_stable_and_unique() -> None:
    names = {
        posts.nonce(tag, seq, part)
        for tag in ("cafe0123", "beef4567")
        for seq in (1, 41, 10**9, 10**12)
        for part in range(1, 30)
    }
    assert len(names) == 2 * 4 * 29 and max(map(len, names)) <= 25
    assert posts.nonce("cafe0123", 41, 2) == "cafe0123.41.2"
    assert posts.nonce("cafe0123", 10**18, 2) == posts.nonce("cafe0123", 10**18, 2)


def test_the_same_news_makes_the_same_posts(data: EngineData) -> None:
    game = start_game(data)
    data.table.commit(game.id, game.phase.sides[0] if game.phase else "", THEN, text="choose a")
    now = data.table.game(game.id)
    once = [posts.posts(now, news, "") for news in data.table.news(game.id)]
    again = [posts.posts(now, news, "") for news in data.table.news(game.id)]
    assert once == again and len(once) == 4
    assert decode(encode(once[-1][0]), Post) == once[-1][0]


def test_each_piece_of_news_becomes_posts_once(data: EngineData) -> None:
    game = start_game(data)
    lay_out_news(data, game)
    lay_out_news(data, game)
    first = take_deliveries(data, game)
    assert [(row.seq, row.part) for row in first] == sorted({(row.seq, row.part) for row in first})
    assert (
        "## The Miller's Bridge" in first[0].post.content
        and first[0].post.announces
        and first[0].post.thread == "The Miller's Bridge"
    )
    lay_out_news(data, game)
    assert data.outbox.next_delivery(game.id) is None
    data.table.commit(game.id, game.phase.sides[0] if game.phase else "", THEN, text="choose a")
    lay_out_news(data, game)
    assert [row.seq > first[-1].seq for row in take_deliveries(data, game)] == [True, True]


def test_a_crash_while_adding_news_leaves_nothing_behind(data: EngineData) -> None:
    game = start_game(data)
    news = data.table.news(game.id)
    with pytest.raises(RuntimeError), data.table.journal.transaction():
        data.outbox.add_news(posts, game, news)
        raise RuntimeError
    destination = data.outbox.destination(game.id)
    assert destination and destination.seen == 0 and data.outbox.next_delivery(game.id) is None


def test_undelivered_posts_survive_a_restart(tmp_path: Path) -> None:
    before = EngineData(tmp_path / "games.db")
    game = open_game(before, "11", "22")
    lay_out_news(before, game)
    row = before.outbox.next_delivery(game.id)
    assert row and row.tried == ""
    before.outbox.mark_tried(row, THEN)
    before.table.close()
    after = EngineData(tmp_path / "games.db")
    assert after.outbox.next_delivery(game.id) == row._replace(tried=THEN)
    after.outbox.mark_tried(row, "2026-01-01T13:00:00Z")
    assert after.outbox.next_delivery(game.id) == row._replace(tried=THEN), (
        "the first try counts: from then on it may have arrived"
    )
    after.table.close()


def test_a_game_that_cannot_be_posted_can_move_to_another_channel(data: EngineData) -> None:
    game = start_game(data)
    lay_out_news(data, game)
    data.outbox.set_address(game.id, write_address(1, 7, 8))
    data.outbox.block(game.id, "The channel is gone.")
    place = find_place(data.outbox, game.id)
    assert place and (place.room, place.trouble) == (8, "The channel is gone.")
    data.outbox.set_destination(game.id, write_address(1, 9), "other")
    place = find_place(data.outbox, game.id)
    assert place and (place.channel, place.room, place.trouble, place.tag) == (9, 9, "", "cafe0123")
    assert data.outbox.next_delivery(game.id), "what waited is posted there"


def test_every_post_is_within_discords_limits_and_names_its_log_entry(data: EngineData) -> None:
    game = start_game(data)
    lay_out_news(data, game)
    for row in take_deliveries(data, game):
        assert 0 < len(row.post.content) <= markup.LIMIT
        assert all(len(button.press) <= 100 and 0 < len(button.label) <= 80 for button in row.post.buttons)
        assert re.search(r"log entry \d+$", row.post.content)


def bulletin(count: int, phase: Phase | None = None) -> News:
    return News(
        "report",
        41,
        THEN,
        tuple(f"W{n} attacks M{n}: 3+6 -1 forest = 8, needs 8+: disrupted" for n in range(count)),
        phase,
    )


def test_a_long_report_is_split_and_a_very_long_one_attached(data: EngineData) -> None:
    game = start_game(data)
    lines = bulletin(100).lines
    several = posts.report(game, bulletin(100), "", lines)
    assert 2 <= len(several) <= 4 and [post.picture for post in several] == [None] * (len(several) - 1) + [41]
    assert [line for post in several for line in post.content.split("\n") if " attacks " in line] == [
        markup.escape(line) for line in lines
    ]
    short, picture = posts.report(game, bulletin(900), "", bulletin(900).lines)
    assert (
        len(short.content) <= markup.LIMIT
        and short.attachment.split("\n") == list(bulletin(900).lines)
        and picture.picture == 41
    )
    assert "880 more lines" in short.content and "W0 attacks" in short.content and "W899 attacks" in short.content


def test_only_players_whose_turn_has_just_come_are_pinged(data: EngineData) -> None:
    game = start_game(data)
    both = Phase("morale", "morale", 1, ("reeve", "reivers"), True)
    one = Phase("morale", "morale", 1, ("reivers",), True)
    assert posts.phase_post(game, bulletin(1, both), "").pings == ("11", "22")
    assert posts.phase_post(game, bulletin(1, one), posts.called(both)).pings == (), "still awaited, was called before"
    assert posts.phase_post(game, bulletin(1, one), posts.called(Phase("morale", "morale", 2, ("reivers",)))).pings == (
        "22",
    )
    assert posts.phase_post(game, bulletin(1, both), posts.called(one)).pings == ("11",)


def test_a_past_phase_does_not_claim_to_have_no_orders(data: EngineData) -> None:
    game, phase = start_game(data), Phase("moves", "moves", 1, ("reeve",), counter="Round")
    told = [
        posts.phase_post(game, bulletin(1, phase), "", examples).content for examples in (("BO fire RS",), (), None)
    ]
    assert ["BO fire RS" in text for text in told] == [True, False, False]
    assert ["No legal orders were found" in text for text in told] == [False, True, False]
    assert all(text.startswith("**Round 1 · Moves**") for text in told)


def test_news_that_changes_no_map_shares_one_post_with_the_call_for_orders(data: EngineData) -> None:
    """Somebody's standing order in another's phase; one side's part of a sealed phase."""
    for scenario, order in (("millers-bridge", "standing all advance always"), ("twin-hamlets", "done")):
        game = data.table.open(scenario, "", THEN)
        data.outbox.set_destination(game.id, write_address(1, 7), "cafe0123")
        for player in ("11", "22"):
            game = data.table.seat(game.id, "", player, THEN)
        lay_out_news(data, game)
        take_deliveries(data, game)
        assert game.phase
        other = next((side for side in game.sides if side not in game.phase.sides), game.phase.sides[0])
        data.table.commit(game.id, other, THEN, text=order)
        lay_out_news(data, game)
        (row,) = take_deliveries(data, game)
        assert row.post.picture is None and row.post.pings == () and len(row.post.buttons) == 4
        assert "Waiting for" in row.post.content and "next promise" in row.post.content


@pytest.mark.parametrize("scenario", ["millers-bridge", "raid-on-danville"])
def test_how_to_write_orders_is_explained_once_when_a_game_begins(data: EngineData, scenario: str) -> None:
    """Also in a game that starts without dice; not again when a seat changes hands later."""
    game = data.table.open(scenario, "", THEN)
    data.outbox.set_destination(game.id, write_address(1, 7), "cafe0123")
    for player in ("11", "22"):
        game = data.table.seat(game.id, "", player, THEN)
    data.table.leave(game.id, next(iter(game.sides)), "11", THEN)
    data.table.seat(game.id, "", "33", THEN)
    lay_out_news(data, game)
    told = [row.post.content for row in take_deliveries(data, game)]
    assert sum(posts.HOW_TO_ORDER in content and "The game begins" in content for content in told) == 1
    assert "<@33> takes" in told[-2] and "Waiting for " in told[-1], "whoever won the dice"


def test_a_draw_is_announced_to_every_player(data: EngineData) -> None:
    game = start_game(data)
    for side in game.sides:
        data.table.commit(game.id, side, THEN, text="draw")
    lay_out_news(data, game)
    (last,) = [row.post for row in take_deliveries(data, game) if row.post.content.startswith("# ")]
    assert last.content.startswith("# A draw\n<@11> <@22>\n") and last.pings == ("11", "22")


async def test_news_from_another_process_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline_clock, "LONGEST_WAIT", 0.02)
    engine, other, nudged = EngineThread(tmp_path / "games.db"), EngineData(tmp_path / "games.db"), asyncio.Queue[str]()
    watch = asyncio.create_task(
        deadline_clock.DeadlineClock(engine, cast(Publisher, SimpleNamespace(notify=nudged.put_nowait))).run()
    )
    game = other.table.open("millers-bridge", "", THEN)
    assert await asyncio.wait_for(nudged.get(), 5) == game.id
    await asyncio.sleep(0.1)
    assert nudged.empty(), "but only once"
    other.table.seat(game.id, "", "11", THEN)
    assert await asyncio.wait_for(nudged.get(), 5) == game.id
    watch.cancel()
    await asyncio.gather(watch, return_exceptions=True)
    other.table.close()
    engine.close()


async def test_pictures_do_not_wait_for_calculations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIELDPOST_WORKERS", "0")
    engine, drawn = EngineThread(tmp_path / "games.db"), Event()
    reckoned: asyncio.Task[bool] = asyncio.create_task(engine.calculate("ann", drawn.wait, 5))
    await engine.run_drawing(drawn.set)
    assert await reckoned
    engine.close()


def test_a_post_is_recognized_by_its_text_and_attachments() -> None:
    row = Delivery("raid-1", 41, 2, Post("**Report**\n-# log entry 41", picture=41, attachment="all of it"), THEN)
    assert attachment_names(row) == ["raid-1-41.png", "raid-1-41.txt"]
    assert is_same_post(row, "**Report** \n-# log entry 41", ["raid-1-41.png", "raid-1-41.txt"])
    assert not is_same_post(row, "**Report**\n-# log entry 42", ["raid-1-41.png", "raid-1-41.txt"])
    assert not is_same_post(row, "**Report**\n-# log entry 41", ["raid-1-41.png"])


class Room:
    """A channel that takes posts, and may lose its answers."""

    def __init__(self) -> None:
        self.messages, self.lost, self.nonces = list[Any](), 0, dict[str, Any]()

    async def send(self, content: str, *, nonce: str, files: list[discord.File], **_: Any) -> Any:
        if nonce not in self.nonces:
            made = SimpleNamespace(
                id=FRESH + len(self.messages),
                content=content,
                author=SimpleNamespace(id=99),
                attachments=[SimpleNamespace(filename=file.filename) for file in files],
            )
            self.messages.append(made)
            self.nonces[nonce] = made
        if self.lost:
            self.lost -= 1
            raise ConnectionResetError
        return self.nonces[nonce]

    async def history(self, *, after: Any, limit: int, oldest_first: bool) -> AsyncIterator[Any]:
        found = sorted((message for message in self.messages if message.id > after.id), key=lambda one: int(one.id))
        for message in (found if oldest_first else found[::-1])[:limit]:
            yield message


CHATTER = "Good shot!"


def chatter(number: int) -> Any:
    """A message of somebody else in the channel."""
    return SimpleNamespace(id=number, content=CHATTER, author=SimpleNamespace(id=5), attachments=[])


class Phone:
    """As much of a discord.Client as the publisher uses, with one channel that is also every thread."""

    def __init__(self, room: Room) -> None:
        self.room, self.user = room, SimpleNamespace(id=99)
        self.http = SimpleNamespace(start_thread_with_message=self.thread)

    async def thread(self, channel: int, message: int, **_: Any) -> dict[str, str]:
        return {"id": str(message)}

    def get_partial_messageable(self, *_: Any, **__: Any) -> Room:
        return self.room


async def posted(engine: EngineThread, room: Room, game: Game) -> list[str]:
    """The posts in the channel once the publisher is idle."""
    publisher = Publisher(Phone(room), engine)  # type: ignore[arg-type]
    publisher.notify(game.id)
    assert await publisher.wait_until_posted(game.id, 20)
    await publisher.close()
    return [message.content for message in room.messages]


async def test_a_lost_response_does_not_double_a_post(tmp_path: Path) -> None:
    engine, room = EngineThread(tmp_path / "games.db"), Room()
    game = await engine.use_data(start_game)
    room.lost = 2
    told = await posted(engine, room, game)
    assert len(told) == len(set(told)) == 4
    engine.close()


@pytest.mark.parametrize(
    "tried", [THEN, "2026-01-01T11:00:00Z", "2026-01-09T12:00:00Z", "2036-01-01T12:00:00Z", "2014-01-01T12:00:00Z"]
)
async def test_a_post_that_arrived_long_ago_is_found_again_and_not_sent_twice(tmp_path: Path, tried: str) -> None:
    """Whatever the machine's clock said when it was first sent, in a channel where others write a lot."""
    engine, room = EngineThread(tmp_path / "games.db"), Room()
    game = await engine.use_data(start_game)
    told = await posted(engine, room, game)
    await engine.use_data(
        lambda data: data.table.commit(game.id, game.phase.sides[0] if game.phase else "", THEN, text="choose a")
    )
    await engine.use_data(lambda data: lay_out_news(data, game))
    row = await engine.use_outbox(lambda outbox: outbox.next_delivery(game.id))
    assert row
    await engine.use_outbox(lambda outbox: outbox.mark_tried(row, tried))
    room.messages.append(
        SimpleNamespace(
            id=FRESH + 500,
            content=row.post.content,
            author=SimpleNamespace(id=99),
            attachments=[SimpleNamespace(filename=name) for name in attachment_names(row)],
        )
    )
    room.messages += [chatter(FRESH + at) for at in (*range(100, 250), *range(600, 750))]
    room.nonces.clear()
    after = [text for text in await posted(engine, room, game) if text != CHATTER]
    assert after[: len(told)] == told and len(after) == len(told) + 2, "the one found, and the phase post after it"
    assert after.count(row.post.content) == 1
    engine.close()


async def test_a_post_that_never_arrived_is_sent_however_long_ago(tmp_path: Path) -> None:
    engine, room = EngineThread(tmp_path / "games.db"), Room()
    game = await engine.use_data(start_game)
    await engine.use_data(lambda data: lay_out_news(data, game))
    row = await engine.use_outbox(lambda outbox: outbox.next_delivery(game.id))
    assert row
    await engine.use_outbox(lambda outbox: outbox.mark_tried(row, THEN))
    room.messages.append(
        SimpleNamespace(id=2**62, content=row.post.content, author=SimpleNamespace(id=5), attachments=[])
    )
    told = await posted(engine, room, game)
    assert told.count(row.post.content) == 2, "a stranger's copy is not the bot's own post"
    engine.close()


async def test_a_game_that_may_not_post_does_not_delay_another(tmp_path: Path) -> None:
    engine, room = EngineThread(tmp_path / "games.db"), Room()
    barred, free = await engine.use_data(start_game), await engine.use_data(start_game)
    await engine.use_outbox(
        lambda outbox: outbox.set_destination(barred.id, write_address(1, 66), secrets.token_hex(4))
    )

    class Closed(Room):
        async def send(self, content: str, **_: Any) -> Any:
            raise discord.Forbidden(
                SimpleNamespace(status=403, reason="Forbidden"), {"code": 50013, "message": "Missing Permissions"}
            )

    class Doors(Phone):
        def get_partial_messageable(self, channel: int, **__: Any) -> Room:
            return Closed() if channel == 66 else self.room

    publisher = Publisher(Doors(room), engine)  # type: ignore[arg-type]
    publisher.notify(barred.id)
    publisher.notify(free.id)
    assert all(
        await asyncio.gather(publisher.wait_until_posted(barred.id, 20), publisher.wait_until_posted(free.id, 20))
    )
    place = await engine.use_outbox(lambda outbox: find_place(outbox, barred.id))
    assert place and "not allowed to post in <#66>" in place.trouble and len(room.messages) == 4
    await publisher.close()
    engine.close()


def test_two_outboxes_on_one_database_agree(tmp_path: Path) -> None:
    one, two = EngineData(tmp_path / "games.db"), EngineData(tmp_path / "games.db")
    game = open_game(one, "11", "22")
    lay_out_news(one, game)
    lay_out_news(two, game)
    assert [row[:3] for row in take_deliveries(one, game)] and two.outbox.next_delivery(game.id) is None
    assert isinstance(two.outbox, Outbox)
    one.table.close()
    two.table.close()
