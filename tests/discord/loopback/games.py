"""Games as people play them: open, join and play one, and check everything that was posted."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.rooms import Room
from bot.bench.loopback.screen import File, Post, plain
from bot.correspondence.phase_lines import without_phase_line
from bot.discord.messages.report_lines import readable
from bot.hosting.open_battle_sides import is_open_battle
from bot.hosting.wording import side_name
from engine.log.head import compare, heads_in
from engine.log.verify import verify
from engine.table import Game, Table

ENTRY_NUMBER = re.compile(r"(?:log entry|journal) (\d+)(?:: [a-z2-7]{26})?\s*$")
"""The log entry of a post, with the head of the log; version 1 wrote "journal"."""


@dataclass
class Match:
    """A game in a channel; ``room`` is where it is played: the thread of its announcement, or the channel itself."""

    id: str
    announcement: Post
    room: Room


async def open_game(host: Player, scenario: str = "millers-bridge", **options: str | bool | int) -> Match:
    """Open a game with ``/game new`` and wait for its announcement; ``board`` is an option in place of a scenario."""
    named = {} if "board" in options else {"scenario": scenario}
    answer = await host.slash("game new", **named, **options)
    found = re.search(r"id `([^`]+)`", answer.text)
    assert found, answer.text
    post = await host.wait_for_post(
        lambda p: any(found[1] in key for key in p.buttons.values()) and "Join" in str(p.buttons)
    )
    rooms = host.server.world.rooms
    return Match(found[1], post, rooms.get(post.id, host.room))


async def join_game(match: Match, **seats: Player) -> None:
    """``join_game(match, reeve=alice, reivers=bob)``: players take their seats and open the game's room."""
    first, *_ = seats.values()
    for side, player in seats.items():
        answer = await player.slash("game join", game=match.id, side=side)
        assert "You play" in answer, answer.text
    for player in seats.values():
        player.enter(match.room)
    await newest_phase_post(first)


async def start_game(host: Player, guest: Player, scenario: str = "millers-bridge", **options: str) -> Match:
    """A game with the host in the first seat and the guest in the second; a deadline may be short, for the host may
    manage the channel then.
    """
    if "deadline" in options:
        host.server.answers.managers.add(host.id)
    match = await open_game(host, scenario, **options)
    sides = {
        "millers-bridge": ("reeve", "reivers"),
        "twin-hamlets": ("west", "east"),
        "airborne-bridge": ("allies", "axis"),
        "three-wadis": ("colonial", "raiders"),
    }.get(scenario, ("danville", "rompot"))
    await join_game(match, **dict(zip(sides, (host, guest), strict=True)))
    return match


async def newest_phase_post(player: Player, after: Post | None = None) -> Post:
    """The newest phase post: whose turn it is, and the buttons."""
    await player.wait_for_post(lambda post: is_phase(post), after=after)
    return next(post for post in reversed(player.posts()) if is_phase(post))


def is_status(post: Post) -> bool:
    """Whether it is the status message of a game."""
    return "kept up to date" in post.text.rpartition("\n")[2]


def is_phase(post: Post) -> bool:
    return "Waiting for" in post.text and "Commit" in post.buttons


@contextmanager
def open_table(bot: Bot) -> Iterator[Table]:
    """The table on the bot's database, opened beside the bot."""
    table = Table(bot.address, bytes)
    try:
        yield table
    finally:
        table.close()


def find_game(bot: Bot, match: Match) -> Game:
    with open_table(bot) as table:
        return table.game(match.id)


async def play_to_end(
    bot: Bot,
    match: Match,
    players: Mapping[str, Player],
    draft: Callable[[Sequence[str], int], list[str]],
    turns: int = 99,
) -> Game:
    """Play the game to its end; if it lasts longer than ``turns``, the last player concedes.

    ``draft`` chooses the orders of each side from its ideas and the number of the message.
    """
    with open_table(bot) as table:
        for number in range(200):
            game = table.game(match.id)
            if game.phase is None:
                return game
            if game.phase.turn > turns:
                await concede(match, [*players.values()][-1])
                return table.game(match.id)
            for side in game.phase.sides:
                if orders := draft(table.ideas(match.id, side), number):
                    assert (
                        await (await players[side].form("orders write", side=side)).submit("\n".join(orders))
                    ).private
                await players[side].done(side=side)
    raise AssertionError("the game does not end")


async def concede(match: Match, player: Player) -> None:
    question = await player.slash("game concede", game=match.id)
    await player.press(question.posts[0], "Yes")


async def check_exported_log(match: Match, player: Player) -> None:
    """Check that the exported log verifies, and that a changed die in it is found."""
    (log,) = (await player.slash("game export")).files
    found = verify(log.data)
    assert found.holds, found
    assert "**proved**: the log of" in (await player.slash("verify", game=match.id)).text.lower()
    spoilt = re.sub(
        rb'"faces":\[(\d)', lambda die: b'"faces":[' + (b"1" if die[1] == b"6" else b"6"), log.data, count=1
    )
    assert letters_and_digits(log.data.decode()) != letters_and_digits(spoilt.decode()) and not verify(spoilt).holds


async def check_posted_heads(match: Match, player: Player) -> None:
    """Check that every post of the room has the head of the log up to it, as the exported log gives it."""
    (log,) = (await player.slash("game export")).files
    links = [entry["link"] for entry in json.loads(log.data)["entries"]]
    posts = [match.announcement, *player.posts(match.room)] if match.room.parent else player.posts(match.room)
    told = [post.text for post in posts if ENTRY_NUMBER.search(post.text) and "**Reminder**" not in post.text]
    found = compare(match.id, links, "\n".join(told))
    assert not found.fault, found
    assert all(any(heads_in(text)) for text in told) and len(found.same) > 1


def checked_pictures(posts: Sequence[Post]) -> list[File]:
    """The pictures of the posts, each checked to fit a phone and to have an alt text."""
    found = [file for post in posts for file in post.files if file.name.endswith(".png")]
    for file in found:
        image = file.image()
        assert (
            min(image.size) >= 200
            and max(image.size) <= 2000
            and len(file.data) <= 1_000_000
            and 20 <= len(file.alt) <= 1024
        )
    return found


async def wait_for_news(bot: Bot, match: Match, player: Player, seconds: float = 20) -> int:
    """Wait until the newest news of the journal is posted; returns the number of its entry."""
    with open_table(bot) as table:
        newest = table.news(match.id)[-1].seq
    await player.wait_for_post(
        lambda post: f"log entry {newest}" in post.text and (is_phase(post) or find_game(bot, match).over),
        seconds=seconds,
    )
    return newest


def check_posted_once(bot: Bot, match: Match, player: Player) -> None:
    """Check that all news of the journal was posted in the room, in order, and nothing twice."""
    posts = [match.announcement, *player.posts(match.room)] if match.room.parent else player.posts(match.room)
    contents = [(post.text, [file.name for file in post.files]) for post in posts]
    doubled = [text for n, (text, files) in enumerate(contents) if (text, files) in contents[:n]]
    assert not doubled, f"posted twice: {doubled}"
    nonces = [post.message["nonce"] for post in posts]
    assert all(nonces)
    assert len(set(nonces)) == len(nonces), "the same post under two ids"
    assert all(len(nonce) <= 25 for nonce in nonces)
    marks = [int(found[1]) for post in posts if (found := ENTRY_NUMBER.search(post.text))]
    assert marks == sorted(marks), f"out of order: {marks}"
    game = find_game(bot, match)
    statuses = [post for post in posts if is_status(post)]
    assert len(statuses) == (not is_open_battle(game)), f"{len(statuses)} status messages"
    with open_table(bot) as table:
        news, posted = table.news(match.id), table.joined_news(match.id)
    assert {bulletin.seq for bulletin in posted} <= set(marks), f"missing: {[b for b in posted if b.seq not in marks]}"
    whole, read = letters_and_digits("\n".join(whole_text(post) for post in posts)), 0
    for bulletin in news:
        said = bulletin.lines[bulletin.kind in ("opened", "seated", "left") :]  # of those the bot has words of its own
        facts = without_phase_line(said, bulletin.phase, game.sides)
        for line in readable(facts, side_name(game.sides, bulletin.side)):
            at = whole.find(letters_and_digits(line), read)
            assert at >= 0, f"not posted, or out of order: {line}"
            read = at + len(letters_and_digits(line))


def whole_text(post: Post) -> str:
    """A long report's whole text comes as a file."""
    papers = [file.data.decode() for file in post.files if file.name.endswith(".txt")]
    return "\n".join(papers or [post.text])


def letters_and_digits(text: str) -> str:
    """The letters and digits of a text, to compare it however it was split and escaped."""
    return re.sub(r"[\W_]+", "", plain(text))
