"""The queue is sent, one post after the other: each arrives once, whatever happens in between."""

import asyncio
import logging
import math
from collections import Counter
from typing import NamedTuple

from bot.correspondence.deeds import RETRY
from bot.hosting import wording
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.forum_lanes import is_of_game, league_of_topic
from bot.hosting.forum_queue import LOBBY, LetterPlace, OutgoingPost
from bot.hosting.halting import halt_for_fault
from bot.hosting.utc_now import utc_now
from engine.contract import Unreadable
from engine.log.deadline import add_seconds
from engine.table import Refused

from .bodies import queue_notice
from .connectors.connector import (
    Account,
    Connector,
    ForumTrouble,
    Gone,
    KeyRefused,
    Look,
    NewTopic,
    Posted,
    Queued,
    RefusedForGood,
    Taken,
    TooFast,
    Unclear,
    read_place,
)
from .halting import halt, trouble_of
from .identity import DOOR
from .lanes import due, next_due, place_of
from .league_troubles import tell_news_wait, tell_without_topic
from .markdown import mark, marked, split
from .pace import Pace
from .reminding import TooLate, check_not_late
from .status_post import title_of_topic
from .writing import Writer

log = logging.getLogger("fieldpost.forum")

BACK = 300
"""Seconds before a post was first sent from which on it is looked for: two clocks differ."""
REFUSED_PAUSES = 5
"""Idle pauses until a post that an open topic did not take is sent again."""
UNFORESEEN = 300
"""Seconds until a post that failed for no known reason is tried again."""
LOOKS = 2
"""How often a post is looked for, a pause before each, before it is sent again."""
MOST_ROUNDS = 3
"""How often a topic is tried that the forum has already, and does not show."""
CHAT, MARK = 1_000, 100
"""Characters of one chat message, and those of them that are kept for its mark."""


class Arrived(NamedTuple):
    """``topic``: what was made with the post, if it was a topic or a letter."""

    post: int
    made: Posted | None = None


class Poster:
    """``wake``: set when there is something to send."""

    def __init__(self, engine: EngineThread, connector: Connector, pace: Pace, wake: asyncio.Event) -> None:
        self._engine, self._connector, self._pace, self._wake = engine, connector, pace, wake
        self._writer, self._rounds = Writer(engine, connector), Counter[int]()

    async def send_due(self) -> float:
        """Send what is due.  Returns the seconds until the next is."""
        for n in await self._engine.use_data(lambda data: due(data, utc_now())):
            await self._send_or_put_off(n)
        coming = await self._engine.use_data(next_due)
        if not coming:
            return self._pace.idle
        return min(max(wording.seconds(coming) - wording.seconds(utc_now()), self._pace.least), self._pace.idle)

    async def _send_or_put_off(self, n: int) -> None:
        """What nobody foresaw holds up no other post.  Raises Refused for what is the host's trouble."""
        row = await self._engine.use_data(lambda data: data.forum.find(n))
        try:
            await self._send(row)
        except Exception as fault:
            if isinstance(fault, Refused) and fault.code in RETRY:
                raise
            log.exception("post %d waits", n)
            if row.kind == "news":
                await halt_for_fault(self._engine, row.game, "its news in the forum", fault)
            later = add_seconds(utc_now(), UNFORESEEN)
            await self._engine.use_data(lambda data: data.forum.put_off(n, later, 0))

    async def _send(self, row: OutgoingPost) -> None:
        """One step of one post; what goes wrong is noted with it."""
        try:
            if row.state == "sending" and not await self._is_missing(row):
                return
            await self._engine.use_data(lambda data: check_not_late(data, row))
            if row.state == "waiting":
                text = await self._writer.write(row)
                await self._engine.use_data(lambda data: data.forum.keep_written(row.n, text))
                row = await self._engine.use_data(lambda data: data.forum.find(row.n))
            while row.state != "sent":
                row = await self._send_part(row)
        except (Unreadable, ValueError) as unreadable:
            log.error("post %d cannot be read from the database: %s", row.n, unreadable)
            await self.give_up(row)
        except TooLate as late:
            log.info("%s", late)
            await self._engine.use_data(lambda data: data.forum.mark(row.n, "dropped"))
        except ForumTrouble as trouble:
            await self._note(await self._engine.use_data(lambda data: data.forum.find(row.n)), trouble)

    async def _send_part(self, row: OutgoingPost) -> OutgoingPost:
        now = utc_now()
        doubted = add_seconds(now, math.ceil(self._pace.doubt))
        await self._engine.use_data(lambda data: data.forum.mark_sending(row.n, now, doubted))
        try:
            arrived = await self._post(row)
        except (TooFast, Gone, RefusedForGood):  # it has certainly not arrived
            await self._engine.use_data(lambda data: data.forum.mark(row.n, "ready"))
            raise
        return await self.arrive(row, arrived)

    async def _is_missing(self, row: OutgoingPost) -> bool:
        """Whether a post that may have arrived certainly has not; if that is not certain yet, it is put off."""
        try:
            found = await self.find(row)
        except RefusedForGood as refused:
            raise Unclear(str(refused)) from refused
        if found:
            await self.arrive(row, found)
            return False
        if row.tries + 1 < LOOKS:
            later = add_seconds(utc_now(), math.ceil(self._pace.doubt))
            await self._engine.use_data(lambda data: data.forum.put_off(row.n, later, row.tries + 1))
            return False
        return True

    async def _post(self, row: OutgoingPost) -> Arrived:
        connector, text = self._connector, self._text(row)
        if row.kind == "topic":
            made = await connector.open_topic(await self._topic(row))
            return Arrived(made.post, made)
        place, account, title = await self._place(row)
        if place:
            return Arrived(await connector.reply(read_place(place), text, row.answers))
        assert account
        made = await connector.begin_letter(account, title, text)
        return Arrived(made.post, made)

    async def find(self, row: OutgoingPost, seen: set[int] | None = None) -> Arrived | None:
        """The post, if it is there already.  ``seen``: posts that need not be looked at; those that were are added."""
        look = Look(self._mark(row), add_seconds(row.tried or utc_now(), -BACK), set() if seen is None else seen)
        if row.kind == "topic":
            made = await self._connector.find_topic(await self._topic(row), look)
            return Arrived(made.post, made) if made else None
        place, account, title = await self._place(row)
        if place:
            post = await self._connector.find_mark(read_place(place), look)
            return Arrived(post) if post else None
        assert account
        made = await self._connector.find_letter(account, title, look)
        return Arrived(made.post, made) if made else None

    async def arrive(self, row: OutgoingPost, arrived: Arrived) -> OutgoingPost:
        """It has arrived: that is stored, with the place that was made for it."""
        last = row.part + 1 >= len(self._parts(row))
        await self._engine.use_data(lambda data: _record(data, row, arrived, last=last))
        return await self._engine.use_data(lambda data: data.forum.find(row.n))

    def _parts(self, row: OutgoingPost) -> tuple[str, ...]:
        """The text in as many parts as it takes; only chats need more than one."""
        return split(row.text, CHAT - MARK) if self._shows_marks(row) else (row.text,)

    def _mark(self, row: OutgoingPost) -> str:
        return mark(row.game, row.n, row.part, shown=self._shows_marks(row))

    def _text(self, row: OutgoingPost) -> str:
        return marked(self._parts(row)[row.part], self._mark(row), shown=self._shows_marks(row))

    def _shows_marks(self, row: OutgoingPost) -> bool:
        return self._connector.chats and row.place.startswith(("letter:", "to:"))

    async def _topic(self, row: OutgoingPost) -> NewTopic:
        external = await self._engine.use_data(lambda data: _external(data, row))
        title = await self._engine.use_data(lambda data: title_of_topic(data, row.game))
        return NewTopic(title, self._text(row), external)

    async def _place(self, row: OutgoingPost) -> tuple[str, Account | None, str]:
        """Where the post goes: a place, or to whom a letter must be begun, with its title."""
        return await self._engine.use_data(lambda data: place_of(data, row))

    async def _note(self, row: OutgoingPost, trouble: ForumTrouble) -> None:
        """What is to become of a post that did not go out."""
        log.warning("post %d of %s: %s", row.n, row.game, trouble)
        now, queue = utc_now(), self._engine.use_data
        match trouble:
            case TooFast():
                await self._put_off(row, trouble.seconds)
            case Queued():
                await self._put_off(row, self._pace.near)
                await queue(lambda data: data.forum.mark(row.n, "queued"))
            case RefusedForGood():
                await self.give_up(row)
            case Gone():
                await self._note_gone(row, str(trouble))
            case Taken() if self._rounds[row.n] >= MOST_ROUNDS:
                log.error("%s gets no topic: the forum keeps one that was deleted in its place", row.game)
                await self.give_up(row)
            case Unclear() | _:
                self._rounds[row.n] += isinstance(trouble, Taken)
                later = add_seconds(now, math.ceil(self._pace.doubt))
                tries = row.tries + 1 if row.state == "waiting" else row.tries
                await queue(lambda data: data.forum.put_off(row.n, later, tries))

    async def _note_gone(self, row: OutgoingPost, says: str) -> None:
        """A topic that is gone halts its game, and one that is open takes the post later; a letter that nobody can
        get is given up.
        """
        lane, _, game = row.place.partition(":")
        in_topic = lane == "game" and row.kind != "topic"
        try:
            await self._connector.probe()
            trouble = await trouble_of(self._engine, self._connector, game) if in_topic else says
        except ForumTrouble as fault:
            await self._put_off(row, self._pace.idle)
            if isinstance(fault, KeyRefused):
                log.error("%s", fault)
            return
        if trouble and in_topic and league_of_topic(game):
            if not row.tries:
                await self._engine.use_data(lambda data: tell_news_wait(data, game, trouble))
            await self._put_off(row._replace(tries=1), REFUSED_PAUSES * self._pace.idle)  # until it is open again
        elif not trouble:
            log.warning("post %d of %s is refused though its topic is open; may this account reply?", row.n, row.game)
            await self._put_off(row, REFUSED_PAUSES * self._pace.idle)
        elif in_topic and game != LOBBY:
            await halt(self._engine, game, trouble)
        else:
            await self.give_up(row)

    async def _put_off(self, row: OutgoingPost, seconds: float) -> None:
        later = add_seconds(utc_now(), math.ceil(seconds))
        await self._engine.use_data(lambda data: data.forum.put_off(row.n, later, row.tries))

    async def give_up(self, row: OutgoingPost) -> None:
        """It will never be sent."""
        await self._engine.use_data(lambda data: _refuse(data, row))


def _record(data: EngineData, row: OutgoingPost, arrived: Arrived, *, last: bool) -> None:
    with data.table.journal.transaction():
        data.forum.mark_arrived(row.n, row.part + 1, arrived.post, last=last)
        if row.kind == "topic" and arrived.made:
            place = arrived.made.place.key
            data.forum.set_topic(row.game, place, arrived.post, row.n, row.text)
            if is_of_game(row.game):
                data.outboxes[DOOR].set_address(row.game, place)
        elif row.kind == "status" and (topic := data.forum.topic(row.game)):
            data.forum.set_topic(row.game, topic.place, arrived.post, row.n, row.text)
        elif arrived.made and row.place.startswith("to:"):
            letter = LetterPlace(arrived.made.place.key, row.place.removeprefix("to:"), row.game, 0)
            data.forum.set_letter(letter)


def _refuse(data: EngineData, row: OutgoingPost) -> None:
    """A post is given up.  Without its topic a game or a league cannot be shown: its owner is told."""
    with data.table.journal.transaction():
        data.forum.mark(row.n, "refused")
        if row.kind == "topic" and league_of_topic(row.game):
            tell_without_topic(data, row)
        if row.kind == "topic" and is_of_game(row.game) and (topic := data.forum.topic(row.game)):
            says = "The forum did not take its topic"
            data.outboxes[DOOR].block(row.game, says)
            text = (
                f"{says}, so the game {row.game} is not shown there, and nobody gets its news. You can all play it by"
                " private message: `status` and `log` say what has happened. Its deadlines run as ever."
            )
            for other in data.forum.unfinished():
                if other.place == row.place:
                    data.forum.mark(other.n, "refused")
            queue_notice(data, row.game, topic.owner, text, utc_now())


def _external(data: EngineData, row: OutgoingPost) -> str:
    """What Discourse knows a topic by: of this database and of no other attempt, even if the topic was deleted; at most
    50 letters, digits and hyphens.
    """
    word = "league" if league_of_topic(row.game) else row.game
    return f"fieldpost-{data.people.secret('forum').hex()[:8]}-{row.n}-{word}"[:50]
