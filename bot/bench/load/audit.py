"""What must be true after a load run: every accepted order is in the journal, every entry is posted once."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.bench.loopback.interactions import Interaction
from bot.bench.loopback.payloads import Payload
from bot.bench.loopback.rooms import Room
from bot.discord.messages.posts import nonce as post_nonce
from bot.hosting.outbox import Outbox
from engine.log.entries import decode
from engine.log.nonces import NonceKind, nonce_kind
from engine.log.verify import verify
from engine.table import Table

RECEIPT = re.compile(r"receipt `([0-9a-f]{8})`")
RAN = re.compile(r"\*\*: (?:done with|committed|your orders (?:for this phase )?ran)\b")
TOO_LATE = "your message reached me too late"
"""In a note to one person that is deleted after a minute; it belongs to no game."""
MOST_PARTS = 12
"""Posts that one entry may become."""


@dataclass
class GameRecord:
    """One game as the journal has it: the beginnings of its drafts' digests, the nonces of its locks, its news."""

    id: str
    tag: str
    drafts: Sequence[str]
    locks: Sequence[str]
    news: Sequence[int]


@dataclass
class Findings:
    """``..._faults``: what is lost, doubled or out of order, in words; the counts say how much was checked.

    ``arrived``: game and entry -> when its last post arrived, in seconds since 1970.
    """

    drafts: int = 0
    runs: int = 0
    posts: int = 0
    games: int = 0
    order_faults: list[str] = field(default_factory=list)
    post_faults: list[str] = field(default_factory=list)
    log_faults: list[str] = field(default_factory=list)
    arrived: dict[tuple[str, int], float] = field(default_factory=dict)


def read_games(table: Table, outbox: Outbox) -> Iterator[GameRecord]:
    for game in table.journal.games():
        entries, place = table.journal.read(game), outbox.destination(game)
        yield GameRecord(
            game,
            place.tag if place else "",
            [entry.digest[:8] for entry in entries if entry.kind == "written"],
            [decode(entry).nonce for entry in entries if entry.kind == "locked"],
            [news.seq for news in table.joined_news(game)],
        )


def check_orders(game: GameRecord, answered: Iterable[Interaction], found: Findings) -> None:
    """Every receipt is that of a stored draft; whatever was answered as run was run once; nothing was run twice."""
    for asked in answered:
        text = "\n".join(message["content"] for message in asked.messages)
        for receipt in RECEIPT.findall(text):
            found.drafts += 1
            if receipt not in game.drafts:
                found.order_faults.append(f"{game.id}: the draft with receipt {receipt} is not in the journal")
        if RAN.search(text):
            found.runs += 1
            if f"discord:{asked.id}" not in game.locks:
                found.order_faults.append(f"{game.id}: what {asked.id} ran is not in the journal: {text[:80]}")
    found.order_faults += [
        f"{game.id}: {nonce} was run {times} times"
        for nonce, times in Counter(game.locks).items()
        if nonce_kind(nonce) is NonceKind.MESSAGE and times > 1
    ]


def check_posts(game: GameRecord, rooms: Iterable[Room], bot: str, found: Findings) -> None:
    """Every entry that everybody hears of is posted once, whole and in order, and nothing else is."""
    known = {
        post_nonce(game.tag, seq, part): (seq, part) for seq in range(game.news[-1] + 1) for part in range(MOST_PARTS)
    }
    posted = list[tuple[int, int]]()
    for message in sorted(_public(rooms, bot), key=lambda message: int(message["id"])):
        if (key := known.get(str(message["nonce"]))) is None:
            found.post_faults.append(f"{game.id}: nothing in the journal is posted as {message['content'][:80]}")
        else:
            posted.append(key)
            found.arrived[game.id, key[0]] = datetime.fromisoformat(message["timestamp"]).timestamp()
    found.posts += len(posted)
    if posted != sorted(set(posted)):
        found.post_faults.append(f"{game.id}: posted twice or out of order: {posted}")
    for seq in game.news:
        parts = [part for entry, part in posted if entry == seq]
        if not parts or sorted(set(parts)) != list(range(1, max(parts) + 1)):
            found.post_faults.append(f"{game.id}: of entry {seq} parts {parts} were posted")


def _public(rooms: Iterable[Room], bot: str) -> Iterator[Payload]:
    """The bot's own posts: neither people's nor answers to interactions, nor what Discord itself says in a thread."""
    for room in rooms:
        for message in room.messages.values():
            if message["author"]["id"] == bot and message["nonce"] and TOO_LATE not in message["content"]:
                yield message


def check_logs(table: Table, games: Iterable[GameRecord], found: Findings) -> None:
    for game in games:
        found.games += 1
        audit = verify(table.export(game.id))
        if not audit.holds:
            found.log_faults.append(f"{game.id}: {audit}")


def audit(
    table: Table,
    answered: Mapping[str, Sequence[Interaction]],
    rooms: Mapping[str, Sequence[Room]],
    bot: str,
) -> Findings:
    """Everything checked.  ``answered`` and ``rooms``: of each game; ``bot``: the id of its user."""
    found, outbox = Findings(), Outbox(table.journal)
    games = list(read_games(table, outbox))
    for game in games:
        check_orders(game, answered.get(game.id, ()), found)
        check_posts(game, rooms[game.id], bot, found)
    found.post_faults += [f"{game}: something was never posted" for game in outbox.waiting_games()]
    check_logs(table, games, found)
    return found
