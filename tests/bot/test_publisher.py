"""The publisher: each post is sent once, and known again when it is met."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord.messages import halting
from bot.discord.messages import publisher as publishing
from bot.discord.messages.address import find_place, write_address
from bot.discord.messages.halting import unblock_places
from bot.discord.messages.publisher import Publisher
from bot.discord.messages.sender import CannotPost, attachment_names, is_same_post
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.halted_games import FAULT
from bot.hosting.outbox import Delivery
from bot.hosting.post import Post
from engine.table import Game, Refused, Table
from tests.bot.posted_games import THEN, lay_out_news, start_game
from tests.support.databases import new_database

FRESH = discord.utils.time_snowflake(discord.utils.parse_time("2026-01-01T12:00:00+00:00"))
"""Id of a message of that moment."""


def test_a_post_is_recognized_by_its_text_and_attachments() -> None:
    row = Delivery("raid-1", 41, 2, Post("**Report**\n-# log entry 41", picture=41, attachment="all of it"), THEN)
    assert attachment_names(row) == ["raid-1-41.png", "raid-1-41.txt"]
    assert is_same_post(row, "**Report** \n-# log entry 41", ["raid-1-41.png", "raid-1-41.txt"])
    assert not is_same_post(row, "**Report**\n-# log entry 42", ["raid-1-41.png", "raid-1-41.txt"])
    assert not is_same_post(row, "**Report**\n-# log entry 41", ["raid-1-41.png"])


class Room:
    """A channel that takes posts, and may lose its answers."""

    def __init__(self) -> None:
        self.messages, self.lost, self.nonces, self.refuses = list[Any](), 0, dict[str, Any](), 0

    async def send(self, content: str, *, nonce: str, files: Sequence[discord.File] = (), **_: Any) -> Any:
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

    def get_partial_message(self, number: int) -> Any:
        async def edit(*, content: str, **_: Any) -> None:
            if self.refuses:
                reason = SimpleNamespace(status=self.refuses, reason="")
                raise (discord.DiscordServerError if self.refuses >= 500 else discord.HTTPException)(reason, "no")
            next(message for message in self.messages if message.id == number).content = content

        return SimpleNamespace(edit=edit)

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
        self.http = SimpleNamespace(start_thread_with_message=self.thread, pin_message=self.pin)

    async def thread(self, channel: int, message: int, **_: Any) -> dict[str, str]:
        return {"id": str(message)}

    async def pin(self, channel: int, message: int) -> None:
        pass

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
    engine, room = EngineThread(new_database(tmp_path / "games.db")), Room()
    game = await engine.use_data(start_game)
    room.lost = 2
    told = await posted(engine, room, game)
    assert len(told) == len(set(told)) == 4
    engine.close()


async def test_a_halt_that_cannot_be_stored_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine, room, tried = EngineThread(new_database(tmp_path / "games.db")), Room(), list[str]()
    game = await engine.use_data(start_game)
    publisher = Publisher(Phone(room), engine)  # type: ignore[arg-type]
    begin = publisher._begin

    async def barred_at_first(game: str) -> bool:
        if len(tried) < 2:
            raise CannotPost("the channel is gone")
        return await begin(game)

    def away_at_first(data: EngineData, game: str, barred: CannotPost) -> None:
        tried.append(game)
        if len(tried) < 2:
            raise Refused("busy", "the database is away")
        halting.halt_place(data, game, barred)

    monkeypatch.setattr(publisher, "_begin", barred_at_first)
    monkeypatch.setattr(publishing, "halt_place", away_at_first)
    monkeypatch.setattr(publishing, "PAUSES", (0.01,))
    publisher.notify(game.id)
    assert await publisher.wait_until_posted(game.id, 20) and len(tried) == 2
    await publisher.close()
    engine.close()


async def test_news_that_comes_while_a_round_ends_is_posted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine, room, committed = EngineThread(new_database(tmp_path / "games.db")), Room(), list[int]()
    game = await engine.use_data(start_game)
    publisher = Publisher(Phone(room), engine)  # type: ignore[arg-type]

    async def commit_meanwhile(*_: Any) -> None:
        if not committed:
            committed.append(len(room.messages))
            side = game.phase.sides[0] if game.phase else ""
            await engine.use_data(lambda data: data.table.commit(game.id, side, THEN, text="choose a"))
            publisher.notify(game.id)

    monkeypatch.setattr(publishing, "tell_halted", commit_meanwhile)
    publisher.notify(game.id)
    assert await publisher.wait_until_posted(game.id, 20)
    await publisher.close()
    assert committed == [4] and len(room.messages) > 4
    engine.close()


@pytest.mark.parametrize(
    "tried", [THEN, "2026-01-01T11:00:00Z", "2026-01-09T12:00:00Z", "2036-01-01T12:00:00Z", "2014-01-01T12:00:00Z"]
)
async def test_a_post_that_arrived_long_ago_is_found_again_and_not_sent_twice(tmp_path: Path, tried: str) -> None:
    """Whatever the machine's clock said when it was first sent, in a channel where others write a lot."""
    engine, room = EngineThread(new_database(tmp_path / "games.db")), Room()
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
    *news, status = told
    assert after[: len(news)] == news and len(after) == len(told) + 1, "the one found, and nothing else"
    assert "kept up to date" in status and after[len(news)] != status, "the status message is edited"
    assert after.count(row.post.content) == 1
    engine.close()


async def test_a_post_that_never_arrived_is_sent_however_long_ago(tmp_path: Path) -> None:
    engine, room = EngineThread(new_database(tmp_path / "games.db")), Room()
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


@pytest.mark.parametrize(("status", "again"), [(503, True), (429, True), (403, False)])
async def test_an_edit_that_failed_for_the_moment_is_made_later(tmp_path: Path, status: int, again: bool) -> None:
    engine, room = EngineThread(new_database(tmp_path / "games.db")), Room()
    game = await engine.use_data(start_game)
    await posted(engine, room, game)
    await engine.use_data(
        lambda data: data.table.commit(game.id, game.phase.sides[0] if game.phase else "", THEN, text="choose a")
    )
    room.refuses = status
    before = (await posted(engine, room, game))[-2]
    assert "kept up to date" in before
    assert (await engine.use_data(lambda data: data.statuses.stale_games())) == ((game.id,) if again else ())
    room.refuses = 0
    after = (await posted(engine, room, game))[-2]
    assert (after != before) is again
    engine.close()


async def test_a_game_that_may_not_post_does_not_delay_another(tmp_path: Path) -> None:
    engine, room = EngineThread(new_database(tmp_path / "games.db")), Room()
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


class Gate(Phone):
    """A client whose channel 66 takes posts only while it is open."""

    def __init__(self, room: Room, status: int) -> None:
        super().__init__(room)
        self.status, self.open = status, False

    def get_partial_messageable(self, channel: int, **__: Any) -> Any:
        gate = self

        class Closed(Room):
            async def send(self, content: str, **_: Any) -> Any:
                error = discord.Forbidden if gate.status == 403 else discord.NotFound
                raise error(SimpleNamespace(status=gate.status, reason="No"), {"code": 50013, "message": "No"})

        return Closed() if channel == 66 and not self.open else self.room


def open_at_66(data: EngineData) -> Game:
    game = data.table.open("millers-bridge", "", THEN, 86_400)
    data.outbox.set_destination(game.id, write_address(1, 66), secrets.token_hex(4))
    for player in ("11", "22"):
        game = data.table.seat(game.id, "", player, THEN)
    return game


@pytest.mark.parametrize("status", [403, 404])
async def test_a_game_without_its_channel_halts_and_goes_on_when_it_can_be_posted(
    tmp_path: Path, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(halting, "utc_now", lambda: THEN)
    engine, room = EngineThread(new_database(tmp_path / "games.db")), Room()
    game = await engine.use_data(open_at_66)
    publisher = Publisher(gate := Gate(room, status), engine)  # type: ignore[arg-type]
    for _ in range(2):
        publisher.notify(game.id)
        assert await publisher.wait_until_posted(game.id, 20)
    ((halted,), notices) = await engine.use_data(lambda data: (data.halted.all(), data.people.notices("11")))
    assert (halted.game, halted.cause, halted.lasting) == (game.id, "discord", status == 404)
    (notice,) = notices
    assert "deadlines stand still" in notice and f"/game info game:{game.id}" in notice and "<#" not in notice
    gate.open = True
    monkeypatch.setattr(halting, "utc_now", lambda: "2026-01-03T12:00:00Z")
    assert await engine.use_data(unblock_places) == (() if status == 404 else (game.id,))
    if status == 404:  # Play it here
        await engine.use_outbox(lambda outbox: outbox.set_destination(game.id, write_address(1, 7), "cafe"))
    publisher.notify(game.id)
    assert await publisher.wait_until_posted(game.id, 20)
    assert not await engine.use_data(lambda data: data.halted.all()) and len(room.messages) >= 4
    assert any("was halted from 2026-01-01 12:00" in message.content for message in room.messages)
    assert await engine.use_table(lambda table: table.game(game.id).due) == "2026-01-04T12:00:00Z"
    await publisher.close()
    engine.close()


async def test_a_post_that_cannot_be_drawn_halts_its_game_and_its_players_are_told_in_the_channel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, room = EngineThread(new_database(tmp_path / "games.db")), Room()
    broken, free = await engine.use_data(start_game), await engine.use_data(start_game)
    drawn = Table.picture

    def picture(table: Table, key: str, *values: Any, **named: Any) -> Any:
        if key == broken.id:
            raise KeyError("a secret")
        return drawn(table, key, *values, **named)

    monkeypatch.setattr(Table, "picture", picture)
    monkeypatch.setattr(publishing, "PAUSES", (0,) * 8)
    publisher = Publisher(Phone(room), engine)  # type: ignore[arg-type]
    for game in (broken, free):
        publisher.notify(game.id)
    for game in (broken, free):
        assert await publisher.wait_until_posted(game.id, 20)
    publisher.notify(broken.id)
    publisher.notify(broken.id)
    assert await publisher.wait_until_posted(broken.id, 20)
    (halted,) = await engine.use_data(lambda data: data.halted.all())
    assert (halted.game, halted.cause) == (broken.id, FAULT)
    (told,) = [message.content for message in room.messages if "is halted" in message.content]
    assert "<@11> <@22>" in told and f"fieldpost resume {broken.id}" in told and "secret" not in told
    assert not await engine.use_data(lambda data: data.people.notices("11")), "told in the channel, so not again"
    assert len(room.messages) >= 5, "the other game's four posts are there"
    await publisher.close()
    engine.close()
