"""A month of a game of four, by a clock that the test moves: absences, a takeover, a take-back, a rewind, votes.

The posts of the month are written to a file, to be read in order as on a phone; see FIELDPOST_MONTH below.
"""

import asyncio
import os
import textwrap
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.screen import Post
from bot.bench.loopback.server import Server
from engine.deadlines.words import read_calendar
from engine.log.deadline import add_seconds
from engine.log.verify import Verdict, verify
from engine.table import Game
from tests.discord.loopback.games import Match, find_game, open_game, open_table
from tests.engine.table_games import present

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]
SET_CLOCK = Path(__file__).parents[1] / "support" / "set_clock.py"
BEGAN = "2026-10-20T10:00:00Z"  # five days before the clocks of Berlin are put back
HOUR, DAY = 3_600, 86_400
SEATS = {"britain": "Alice", "germany": "Bob", "america": "Cleo", "italy": "Dan"}
WIDTH = 45
"""Characters of a line on a phone."""


@dataclass
class Month:
    """``file``: the bot's clock."""

    bot: Bot
    server: Server
    file: Path
    people: dict[str, Player]
    match: Match
    now: str = BEGAN
    told: list[str] = field(default_factory=list)

    @property
    def game(self) -> Game:
        return find_game(self.bot, self.match)

    def set(self, now: str) -> None:
        self.now = now
        fresh = self.file.with_suffix(".next")
        fresh.write_text(now)
        fresh.replace(self.file)

    async def until(self, happened: Callable[[Game], bool]) -> Game:
        for _ in range(600):
            if happened(game := self.game):
                return game
            await asyncio.sleep(0.05)
        raise AssertionError(f"it never comes: {self.game}")

    async def pass_deadline(self) -> Game:
        """The time goes on to the deadline, and the bot runs it, or puts it off."""
        due = present(self.game.due)
        length = self.game.length
        self.set(due)
        return await self.until(lambda game: game.length > length and game.due != due)

    def player(self, side: str) -> Player:
        return next(player for player in self.people.values() if player.id == self.game.seats[side])

    async def act(self) -> None:
        """Whoever is awaited ends their part of the phase, eight hours later, or an hour before the deadline."""
        due = self.game.due or "9999"
        self.set(min(add_seconds(self.now, 8 * HOUR), max(self.now, add_seconds(due, -HOUR))))
        for side in present(self.game.phase).sides:
            await self.player(side).done(game=self.match.id, side=side)
            break

    def posts(self) -> list[Post]:
        return self.people["Alice"].posts()


@pytest_asyncio.fixture(loop_scope="session")
async def month(alone: Server, tmp_path: Path) -> AsyncIterator[Month]:
    file = tmp_path / "clock"
    file.write_text(BEGAN)
    bot = await Bot(alone, tmp_path, under=(str(SET_CLOCK), str(file))).start()
    room = alone.world.open_room("the-middle-sea")
    people = {name: Player(alone, name, room) for name in (*SEATS.values(), "Eve")}
    match = await open_game(people["Alice"], "middle-sea", deadline="20:00 Europe/Berlin, first double, grace 3h")
    for side, name in SEATS.items():
        assert "You play" in (await people[name].slash("game join", game=match.id, side=side)).text
    for player in people.values():
        player.enter(match.room)
    yield Month(bot, alone, file, people, match)
    code = await bot.stop()
    assert code == 0 and "Traceback" not in bot.log, bot.log[-3000:]


def on_a_phone(posts: list[Post]) -> str:
    """The posts as a phone shows them."""
    told = list[str]()
    for post in posts:
        lines = [piece for line in post.text.splitlines() for piece in textwrap.wrap(line, WIDTH) or [""]]
        files = [f"[{file.name}]" for file in post.files]
        buttons = ["  ".join(f"({label})" for label in post.buttons)] if post.buttons else []
        told.append("\n".join([*lines, *files, *buttons]))
    return f"\n{'-' * WIDTH}\n".join(told)


async def test_a_month_of_four_players(month: Month) -> None:
    game = await month.until(lambda game: game.started)
    assert game.due == "2026-10-23T18:00:00Z", "twice the time to the deadline after next, for the next is too near"
    await month.act()
    await dan_is_away(month)
    await month.act()
    await cleo_stops_and_eve_takes_over(month)
    await bob_takes_a_commit_back(month)
    await the_referee_rewinds(month)
    await they_vote(month)
    await a_deputy_orders(month)
    await the_end(month)
    if file := os.environ.get("FIELDPOST_MONTH"):
        Path(file).write_text(on_a_phone(month.posts()))
        pictures = [found for post in month.posts() for found in post.files if found.name.endswith(".png")]
        for number in (0, len(pictures) // 2, -1):
            Path(f"{file}.{number % len(pictures)}.png").write_bytes(pictures[number].data)


async def dan_is_away(month: Month) -> None:
    """Deadlines wait for him, and the clocks are put back meanwhile."""
    dan = month.people["Dan"]
    until = add_seconds(month.now, 6 * DAY)
    assert "21 days" in (await dan.slash("away", until="6d")).text
    while present(month.game.phase).sides != ("italy",):
        await month.act()
    waited = await month.pass_deadline()
    due = present(waited.due)
    assert due == read_calendar("20:00 Europe/Berlin").allowed_from(until) and present(waited.phase).sides == ("italy",)
    month.set(due)
    assert "Welcome back" in (await dan.slash("away", until="back")).text
    await month.until(lambda game: game.due != due)


async def cleo_stops_and_eve_takes_over(month: Month) -> None:
    """Grace, civil disorder, a free seat: and somebody else sits down."""
    for _ in range(60):
        if not month.game.seats["america"]:
            break
        if present(month.game.phase).sides == ("america",):
            await month.pass_deadline()
        else:
            await month.act()
    assert month.game.seats["america"] == ""
    for words in ("in civil disorder", "nothing is written for"):
        await month.people["Alice"].wait_for_post(lambda post, said=words: said in post.text)  # type: ignore[misc]
    month.people["Cleo"], month.people["Eve"] = month.people["Eve"], month.people["Cleo"]
    answer = await month.people["Cleo"].slash("game join", game=month.match.id, side="america")
    assert "You play" in answer.text


async def bob_takes_a_commit_back(month: Month) -> None:
    """All others agree, by the buttons under the proposal."""
    while "germany" not in present(month.game.phase).sides:
        await month.act()
    before = present(month.game.phase)
    await month.act()
    bob = month.people["Bob"]
    asked = await bob.slash("takeback", game=month.match.id, side="germany")
    assert "1 of 4 needed votes so far. The others are asked." in asked.text
    while month.game.motions:
        made = month.game.motions[0]
        player = next(one for one in month.people.values() if one.id == made.waiting[0])
        post = await player.wait_for_post(lambda post: "Agree" in post.buttons)
        await player.press(post, "Agree")
    assert month.game.take_backs == 1 and present(month.game.phase).name == before.name


async def the_referee_rewinds(month: Month) -> None:
    alice = month.people["Alice"]
    entry = month.game.length
    await month.act()
    refused = await month.people["Dan"].slash("referee rewind", to=str(entry), reason="I want to.")
    assert "You are no referee" in refused.text
    answer = await alice.slash("referee rewind", to=str(entry), reason="The wrong map was posted.")
    assert "told to everybody" in answer.text, answer.text
    await alice.wait_for_post(lambda post: "The wrong map was posted" in post.text)


async def they_vote(month: Month) -> None:
    """More than half of four are three."""
    before = present(month.game.due)
    await month.people["Alice"].slash("vote propose", what="extend", value="2d")
    assert "so far" in (await month.people["Bob"].slash("vote yes")).text
    assert "It is agreed" in (await month.people["Dan"].slash("vote yes")).text
    assert month.game.due == add_seconds(before, 2 * DAY)
    await month.people["Bob"].slash("vote propose", what="draw")
    assert "It is rejected" in (await month.people["Dan"].slash("vote no")).text and not month.game.over


async def a_deputy_orders(month: Month) -> None:
    frank = Player(month.server, "Frank", month.people["Alice"].room)
    while present(month.game.phase).sides != ("britain",):
        await month.act()
    assert "You are not playing" in (await frank.slash("done", game=month.match.id)).text
    await month.people["Alice"].slash("deputy", player=frank)
    phase = month.game.phase_key
    await frank.done(game=month.match.id)
    assert month.game.phase_key != phase
    while present(month.game.phase).sides != ("britain",):
        await month.act()
    await month.people["Alice"].slash("orders clear", game=month.match.id)
    await month.act()
    assert "You are not playing" in (await frank.slash("done", game=month.match.id)).text, "she plays again"


async def the_end(month: Month) -> None:
    while month.now < "2026-11-19":
        await month.act()
    await month.people["Alice"].slash("vote propose", what="draw")
    while not month.game.over:
        made = month.game.motions[0]
        player = next(one for one in month.people.values() if one.id == made.waiting[0])
        asked = await player.slash("vote yes", game=month.match.id)
        await player.press(asked.posts[0], "Yes, agree")
    await month.people["Alice"].wait_for_post(lambda post: "A draw" in post.text)
    with open_table(month.bot) as table:
        audit = verify(table.export(month.match.id))
    assert audit.verdict is Verdict.PROVED, str(audit)
