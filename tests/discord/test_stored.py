"""A database written by version 1 opens after an update: its games are posted once, and the buttons of old posts still
work.
"""

import json
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.payloads import Payload
from bot.bench.loopback.player import Player
from bot.bench.loopback.rooms import Room
from bot.bench.loopback.screen import Post
from bot.bench.loopback.server import Server
from tests.discord.loopback.games import ENTRY_NUMBER, Match, is_status, open_table, wait_for_news
from tests.discord.loopback.strict_server import strict_server

STORED = Path(__file__).parent / "stored" / "version-1.sqlite"
OVER, RUNNING = "raid-1", "twin-1"
PLAYERS = {OVER: "1574237143901929511", RUNNING: "1574237148448555117"}
"""A player of each game; of the running one the player whose turn it is."""
STYLES = {"blue": 1, "grey": 2, "green": 3, "red": 4}


def rooms_of(database: Path, world_rooms: dict[str, Room], me: Payload) -> tuple[str, dict[str, Room]]:
    """The guild of the stored games and each game's thread, after putting their channels, threads and old posts into
    Discord.
    """
    threads = dict[str, Room]()
    with closing(sqlite3.connect(database)) as stored:
        for game, guild, channel, home, tag in stored.execute("select game, guild, channel, home, tag from place"):
            above = world_rooms[str(channel)] = Room(str(channel), game, str(guild))
            thread = world_rooms[str(home)] = threads[game] = Room(str(home), game, str(guild), above)
            for seq, part, body, message in stored.execute(
                "select seq, part, body, message from post where game = ? and message != 0 order by seq, part", [game]
            ):
                room = above if message == home else thread
                room.messages[str(message)] = old_message(
                    room, me, str(message), json.loads(body), f"{tag}.{seq}.{part}"
                )
    return threads[OVER].guild, threads


def old_message(room: Room, me: Payload, message: str, post: Payload, nonce: str) -> Payload:
    """The payload of a post of the stored database."""
    buttons = [
        {"type": 2, "label": b["label"], "custom_id": b["press"], "style": STYLES[b["colour"]]} for b in post["buttons"]
    ]
    return {
        "id": message,
        "type": 0,
        "channel_id": room.id,
        "author": me,
        "content": post["content"],
        "timestamp": "2026-11-23T01:36:24+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "components": [{"type": 1, "components": buttons}] if buttons else [],
        "flags": 0,
        "nonce": nonce,
    }


class Stored:
    """Our Discord as the stored games left it, and a bot that starts with their database."""

    def __init__(self, server: Server, home: Path) -> None:
        self.server, self.bot = server, Bot(server, home)
        shutil.copy(STORED, self.bot.database)
        with closing(sqlite3.connect(self.bot.database, isolation_level=None)) as copy:  # its last post was on its way
            copy.execute("update post set message = 0, tried = '' where game = ? and seq = 23 and part = 2", [RUNNING])
        world = server.world
        world.guild, self.threads = rooms_of(self.bot.database, world.rooms, world.me)

    def match(self, game: str) -> Match:
        thread = self.threads[game]
        assert thread.parent
        return Match(game, Post(self.server, thread.parent.messages[thread.id]), thread)

    def player(self, game: str) -> Player:
        """One of the game's players, on a new phone."""
        made = Player(self.server, "Eastham", self.threads[game])
        made.id = PLAYERS[game]
        self.server.world.people[made.id] = made.user = made.user | {"id": made.id}
        return made

    def posted_once(self, match: Match) -> None:
        """Check that all news was posted in order, and nothing twice.  (The wording may be that of version 1.)"""
        posts = [match.announcement, *self.player(match.id).posts(match.room)]
        posts = [post for post in posts if not is_status(post)]
        nonces, marks = [post.message["nonce"] for post in posts], [ENTRY_NUMBER.search(post.text) for post in posts]
        numbers = [int(found[1]) for found in marks if found]
        assert len(set(nonces)) == len(nonces) == len(numbers) and numbers == sorted(numbers)
        with open_table(self.bot) as table:
            assert {news.seq for news in table.news(match.id)} == set(numbers)

    def posts_elsewhere(self, game: str) -> list[str]:
        """The ids of all posts that are not in the thread of this game."""
        thread = self.threads[game]
        return [key for room in self.server.world.rooms.values() if room is not thread for key in room.messages]


@pytest_asyncio.fixture
async def stored(tmp_path: Path) -> AsyncIterator[Stored]:
    server = await strict_server().start()
    made = Stored(server, tmp_path)
    await made.bot.start()
    yield made
    assert await made.bot.stop() == 0, made.bot.log
    await server.stop()
    assert not server.violations and "Traceback" not in made.bot.log, (server.violations, made.bot.log)


@pytest.mark.long
async def test_a_stored_running_game_resumes_and_buttons_of_stored_posts_work(stored: Stored) -> None:
    match, east, over = stored.match(RUNNING), stored.player(RUNNING), stored.player(OVER)
    call = await east.wait_for_post(lambda post: "Commit" in post.buttons and "Turn 1" in post.text)
    deployment, end = (next(post for post in who.posts() if "Commit" in post.buttons) for who in (east, over))
    assert "earlier phase" in (await east.press(deployment, "Done")).text
    assert "is over" in (await over.press(end, "Done")).text
    form = await east.press_form(call, "Write orders")
    assert "1. `choose a`" in (await form.submit("choose a")).text
    await east.press(call, "Done")
    assert await wait_for_news(stored.bot, match, east) > 23
    stored.posted_once(match)


@pytest.mark.long
async def test_a_game_that_is_over_is_found_and_not_posted_again(stored: Stored) -> None:
    match, reader = stored.match(OVER), stored.player(OVER)
    before = stored.posts_elsewhere(RUNNING)
    listed = await reader.slash("game list")
    assert "Autumn Raid" in listed.text and f"<#{match.room.id}>" in listed.text and "Twin Hamlets" in listed.text
    assert "over" in (await reader.slash("game info", game=OVER)).text
    stored.posted_once(match)
    await stored.player(RUNNING).wait_for_post(lambda post: "Commit" in post.buttons and "Turn 1" in post.text)
    await stored.bot.stop()
    await stored.bot.start()
    assert "Autumn Raid" in (await reader.slash("game list")).text
    assert stored.posts_elsewhere(RUNNING) == before, "nothing of it is posted again"
    stored.posted_once(match)
    stored.posted_once(stored.match(RUNNING))
    player = stored.player(RUNNING)
    await player.wait_for_post(is_status)
    assert sum(map(is_status, player.posts())) == 1
