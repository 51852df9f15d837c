"""Games as people play them: opened, joined, and the whole of what was posted, read back."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from engine.log.verify import verify
from engine.table import Game, Table
from tests.discord.loopback.bot_process import Bot
from tests.discord.loopback.guild import Room
from tests.discord.loopback.player import File, Player, Post, plain

JOURNAL = re.compile(r"(?:log entry|journal) (\d+)\s*$")
"""The log entry of a post; version 1 wrote "journal"."""


@dataclass
class Match:
    """A game in a channel; ``room`` is where it is played: the thread of its announcement, or the channel itself."""

    id: str
    announcement: Post
    room: Room


async def opened(host: Player, scenario: str = "millers-bridge", **options: str) -> Match:
    """``/game new``, and the announcement seen."""
    answer = await host.slash("game new", scenario=scenario, **options)
    found = re.search(r"id `([^`]+)`", answer.text)
    assert found, answer.text
    post = await host.sees(lambda p: any(found[1] in key for key in p.buttons.values()) and "Join" in str(p.buttons))
    rooms = host.server.world.rooms
    return Match(found[1], post, rooms.get(post.id, host.room))


async def joined(match: Match, **seats: Player) -> None:
    """``joined(match, reeve=alice, reivers=bob)``: everybody takes a seat and looks at the game's room."""
    first, *_ = seats.values()
    for side, player in seats.items():
        answer = await player.slash("game join", game=match.id, side=side)
        assert "You play" in answer, answer.text
    for player in seats.values():
        player.enter(match.room)
    await awaited(first)


async def started(host: Player, guest: Player, scenario: str = "millers-bridge", **options: str) -> Match:
    """A game with the host in the first seat and the guest in the second."""
    match = await opened(host, scenario, **options)
    sides = {"millers-bridge": ("reeve", "reivers"), "twin-hamlets": ("west", "east")}.get(
        scenario, ("danville", "rompot")
    )
    await joined(match, **dict(zip(sides, (host, guest), strict=True)))
    return match


async def awaited(player: Player, after: Post | None = None) -> Post:
    """The newest phase post: who is awaited, and the buttons to answer."""
    await player.sees(lambda post: is_phase(post), after=after)
    return next(post for post in reversed(player.posts()) if is_phase(post))


def is_phase(post: Post) -> bool:
    return "Waiting for" in post.text and "Commit" in post.buttons


@contextmanager
def ledger(bot: Bot) -> Iterator[Table]:
    """The journal as it is now, read beside the bot."""
    table = Table(bot.database, bytes)
    try:
        yield table
    finally:
        table.close()


def looked_up(bot: Bot, match: Match) -> Game:
    with ledger(bot) as table:
        return table.game(match.id)


def eager(ideas: Sequence[str], wishes: Sequence[str], shift: int = 0) -> list[str]:
    """One order for each unit: the first wish that an idea of it has, of several such ideas another each time; nine at most."""
    chosen = dict[str, str]()
    for wish in wishes:
        fitting = [idea for idea in ideas if wish in f" {idea} " and not idea.startswith("standing")]
        for idea in fitting[shift:] + fitting[:shift]:
            chosen.setdefault(idea.split()[0], idea)
    return list(chosen.values())[:9]


async def fought(
    bot: Bot,
    match: Match,
    players: Mapping[str, Player],
    draft: Callable[[Sequence[str], int], list[str]],
    turns: int = 99,
) -> Game:
    """Plays the game to its end; if it lasts longer than ``turns``, the last player concedes.

    ``draft`` chooses the orders of each side from its ideas and the number of the message.
    """
    with ledger(bot) as table:
        for number in range(200):
            game = table.game(match.id)
            if game.phase is None:
                return game
            if game.phase.turn > turns:
                await conceded(match, [*players.values()][-1])
                return table.game(match.id)
            for side in game.phase.sides:
                if orders := draft(table.ideas(match.id, side), number):
                    assert (
                        await (await players[side].form("orders write", side=side)).submit("\n".join(orders))
                    ).private
                await players[side].slash("done", side=side)
    raise AssertionError("the game does not end")


async def conceded(match: Match, player: Player) -> None:
    question = await player.slash("game concede", game=match.id)
    await player.press(question.posts[0], "Yes")


async def proves_itself(match: Match, player: Player) -> None:
    """The log anybody can take away holds, and a die changed in it is found."""
    (log,) = (await player.slash("game export")).files
    found = verify(log.data)
    assert found.holds, found
    assert "is verified" in (await player.slash("verify", game=match.id)).text.lower()
    spoilt = re.sub(
        rb'"faces":\[(\d)', lambda die: b'"faces":[' + (b"1" if die[1] == b"6" else b"6"), log.data, count=1
    )
    assert words_of(log.data.decode()) != words_of(spoilt.decode()) and not verify(spoilt).holds


def pictures(posts: Sequence[Post]) -> list[File]:
    """Each shown to be one that a phone can open, and to have a text for those who cannot see it."""
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


async def caught_up(bot: Bot, match: Match, player: Player, seconds: float = 20) -> int:
    """Once the newest news of the journal is posted; the number of its entry."""
    with ledger(bot) as table:
        newest = table.news(match.id)[-1].seq
    await player.sees(
        lambda post: f"log entry {newest}" in post.text and (is_phase(post) or looked_up(bot, match).over),
        seconds=seconds,
    )
    return newest


def exactly_once(bot: Bot, match: Match, player: Player) -> None:
    """Every piece of news of the journal stands in the room, in order, and none of it twice."""
    posts = [match.announcement, *player.posts(match.room)] if match.room.parent else player.posts(match.room)
    told = [(post.text, [file.name for file in post.files]) for post in posts]
    doubled = [text for n, (text, files) in enumerate(told) if (text, files) in told[:n]]
    assert not doubled, f"posted twice: {doubled}"
    nonces = [post.message["nonce"] for post in posts]
    assert all(nonces)
    assert len(set(nonces)) == len(nonces), "the same post under two ids"
    assert all(len(nonce) <= 25 for nonce in nonces)
    marks = [int(found[1]) for post in posts if (found := JOURNAL.search(post.text))]
    assert marks == sorted(marks), f"out of order: {marks}"
    with ledger(bot) as table:
        news = table.news(match.id)
    assert {bulletin.seq for bulletin in news} <= set(marks), f"missing: {[b for b in news if b.seq not in marks]}"
    whole, read = words_of("\n".join(whole_text(post) for post in posts)), 0
    for bulletin in news:
        for line in bulletin.lines[
            bulletin.kind in ("opened", "seated", "left") :
        ]:  # of those the bot has words of its own
            at = whole.find(words_of(line), read)
            assert at >= 0, f"not posted, or out of order: {line}"
            read = at + len(words_of(line))


def whole_text(post: Post) -> str:
    """A long report's whole text comes as a file."""
    papers = [file.data.decode() for file in post.files if file.name.endswith(".txt")]
    return "\n".join(papers or [post.text])


def words_of(text: str) -> str:
    """Letters and digits only: however it was split and escaped."""
    return re.sub(r"[\W_]+", "", plain(text))
