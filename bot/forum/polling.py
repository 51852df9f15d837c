"""The forum is asked what is new: topics, letters, posts that waited for a moderator, and topics that may be closed."""

import asyncio
import logging
import math
from collections import Counter
from collections.abc import Awaitable

from bot.correspondence.deeds import RETRY
from bot.hosting import wording
from bot.hosting.doors import Doors
from bot.hosting.engine_thread import EngineData
from bot.hosting.forum_queue import LOBBY, LetterPlace
from bot.hosting.utc_now import utc_now
from engine.log.deadline import add_seconds
from engine.table import Refused

from . import late_orders
from .connectors.connector import (
    Connector,
    ForumTrouble,
    Gone,
    Hidden,
    Letter,
    RefusedForGood,
    SeenPost,
    TooFast,
    TopicState,
    read_place,
)
from .halting import halt, resume
from .identity import DOOR
from .moderated_posts import ModeratedPosts
from .pace import Pace
from .receiving import Receiver

log = logging.getLogger("fieldpost.forum")

NEAR = 900
"""Seconds before a deadline from which on it is near."""
MOST_FAILURES = 3
"""Tries after which a post that nobody can digest, a letter or a topic is left alone."""
FAILED_PAUSES = (5.0, 15.0, 30.0, 60.0, 120.0, 300.0)
"""Seconds until a forum that did not answer is asked again."""


class Poller:
    """``last_whole``: when the newest poll that came back whole began, "" before the first.  ``lobby_deleted``: whether
    there was no lobby at the last look.
    """

    def __init__(
        self, doors: Doors, connector: Connector, receiver: Receiver, moderated: ModeratedPosts, pace: Pace
    ) -> None:
        self._doors, self._engine, self._connector = doors, doors.engine, connector
        self._receiver, self._moderated, self._pace = receiver, moderated, pace
        self._failed, self._failures = Counter[str](), 0
        self._woken = asyncio.Event()
        self.last_whole, self.lobby_deleted = "", False
        self.started = asyncio.Event()
        """Set once it is known which posts were there before Fieldpost was."""

    def wake(self) -> None:
        """There may be something new: poll soon."""
        self._woken.set()

    @property
    def reachable(self) -> bool:
        """Whether the newest poll came back whole."""
        return bool(self.last_whole) and not self._failures

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            self._woken.clear()
            try:
                await self.poll()
                self._failures = 0
                wait = await self._pause()
            except (ForumTrouble, Refused) as trouble:
                log.warning("the forum cannot be read: %s", trouble)
                wait = self._pause_after_failure()
            except Exception:
                log.exception("the forum cannot be read")
                wait = self._pause_after_failure()
            await asyncio.sleep(self._pace.least)
            try:
                async with asyncio.timeout(max(wait - self._pace.least, 0.01)):
                    await self._woken.wait()
            except TimeoutError:
                continue

    def _pause_after_failure(self) -> float:
        self._failures += 1
        return min(FAILED_PAUSES[min(self._failures, len(FAILED_PAUSES)) - 1], self._pace.idle)

    async def poll(self) -> None:
        """Everything once.  Raises ForumTrouble or Refused; then what was not read is read the next time."""
        began, data = utc_now(), self._engine.use_data
        places, mark = await data(_places), await data(lambda data: data.forum.note("mark"))
        posts, newest = await self._connector.recent_posts(places, int(mark or 0))
        if not mark:
            await self._begin(newest)
            return
        await self._accept_late()
        for post in posts:
            await self._accept(post)
        await data(lambda data: data.forum.set_note("mark", str(newest)))
        known, failed = await data(lambda data: data.forum.letters_read()), any(self._failed.values())
        for letter in await self._connector.letters(known, whole=failed):
            await self._try(letter.place.key, self._read_letter(letter))
        await self._moderated.look()
        await self._look_at_a_topic()
        self.last_whole = began
        self.started.set()
        self._doors.clock.notify()

    async def _begin(self, newest: int) -> None:
        """The first poll of all: what is there already was not written to us, also where somebody adds to it later."""
        since = add_seconds(utc_now(), math.floor(self._connector.skew or 0))
        for letter in await self._connector.letters({}):
            known = LetterPlace(letter.place.key, "", "", letter.newest)
            await self._engine.use_data(lambda data, known=known: data.forum.set_letter(known))  # type: ignore[misc]
        await self._engine.use_data(lambda data: _note_start(data, newest, since))
        self.started.set()
        self.wake()

    async def _accept(self, post: SeenPost, letter: str = "") -> None:
        """Carry a post out, after those that were kept and are older."""
        await self._accept_late()
        await self._accept_one(post, letter)

    async def _accept_late(self) -> None:
        """Posts that were too late for a deadline which has run since."""
        for late in await self._receiver.late_posts():
            await self._accept_one(late.post, late.letter, late.due)

    async def _accept_one(self, post: SeenPost, letter: str, missed: str = "") -> None:
        """A post that cannot be digested is left alone after a few tries, and holds up no other."""
        key = f"{post.place.key}/{post.id}"
        try:
            await self._receiver.accept(post, letter, missed)
        except Exception as fault:
            if isinstance(fault, Refused) and fault.code in RETRY:
                raise
            self._failed[key] += 1
            log.exception("the post %s cannot be read", key)
            if self._failed[key] < MOST_FAILURES:
                raise
            await self._receiver.skip(post)

    async def _try(self, key: str, work: Awaitable[None]) -> None:
        """Work on one letter or topic.  Raises what went wrong; what goes wrong each time holds up nothing else."""
        try:
            await work
        except Exception as fault:
            if isinstance(fault, TooFast) or (isinstance(fault, Refused) and fault.code in RETRY):
                raise
            self._failed[key] += 1
            if self._failed[key] < MOST_FAILURES:
                raise
            log.warning("%s cannot be read, and is left out: %s", key, fault)
        else:
            self._failed.pop(key, None)

    async def _read_letter(self, letter: Letter) -> None:
        done, since = await self._engine.use_data(
            lambda data: (data.forum.done(letter.place.key), data.forum.note("since"))
        )
        try:
            posts = await self._connector.letter_posts(letter, done, since)
        except Gone:
            posts = ()
        for post in posts:
            await self._accept(post, letter.title)
        await self._engine.use_data(lambda data: _note_letter(data, letter))
        if posts:
            await self._mark_read(letter)

    async def _mark_read(self, letter: Letter) -> None:
        """For the account's owner: what has been read is known here."""
        try:
            await self._connector.mark_read(letter)
        except (Gone, RefusedForGood) as refused:
            log.info("%s is not marked as read: %s", letter.place.key, refused)

    async def _look_at_a_topic(self) -> None:
        """One topic at each poll, in turn: whether it is open, and whether a post in it was missed."""
        topics = await self._engine.use_data(lambda data: _topics_in_play(data))
        if not topics:
            return
        game, place = topics[0]
        await self._try(place, self._look_at(game, place))
        await self._engine.use_data(lambda data: data.forum.set_checked(game, utc_now()))

    async def _look_at(self, game: str, place: str) -> None:
        done, start = await self._engine.use_data(lambda data: (data.forum.done(place), data.forum.note("start")))
        try:
            state = await self._connector.topic_state(read_place(place), done)
            trouble = state.trouble
        except Gone as gone:
            state, trouble = TopicState("", deleted=not isinstance(gone, Hidden)), str(gone)
        if game == LOBBY:
            self.lobby_deleted = state.deleted
        if trouble and game != LOBBY:
            await halt(self._engine, game, trouble)
        elif game != LOBBY and await resume(self._engine, game):
            self._doors.changed(game)
        for post in state.posts:
            await (self._accept(post) if post.id > int(start or 0) else self._receiver.skip(post))

    async def _pause(self) -> float:
        """Seconds until the next poll: fewer while a deadline of a game here is near, or late posts wait for one."""
        coming, late = await self._engine.use_data(lambda data: (_next_deadline(data), late_orders.waiting(data)))
        near = late or (coming and wording.seconds(coming) - wording.seconds(utc_now()) < NEAR)
        return self._pace.near if near else self._pace.idle


def _places(data: EngineData) -> frozenset[str]:
    return frozenset(topic.place for topic in data.forum.topics())


def _note_start(data: EngineData, newest: int, since: str) -> None:
    """``since``: when it was, by the forum's clock."""
    with data.table.journal.transaction():
        data.forum.set_note("since", since)
        data.forum.set_note("start", str(newest))
        data.forum.set_note("mark", str(newest))


def _note_letter(data: EngineData, letter: Letter) -> None:
    known = data.forum.letter(letter.place.key) or LetterPlace(letter.place.key, "", "", 0)
    data.forum.set_letter(known._replace(newest=letter.newest))


def _topics_in_play(data: EngineData) -> list[tuple[str, str]]:
    """Games that are not over, with their topics, the one looked at longest ago first."""
    over = {game.id for game in data.table.games() if game.over}
    return [(topic.game, topic.place) for topic in data.forum.topics() if topic.game not in over]


def _next_deadline(data: EngineData) -> str:
    """The next deadline of a game that has a topic, "" without one."""
    here = {destination.game for destination in data.outboxes[DOOR].destinations()}
    dues = [game.due for game in data.table.games() if game.id in here and game.due and not game.over]
    return min(dues, default="")
