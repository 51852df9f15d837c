"""The door to a forum: posts are read and carried out, answers and news go out, and first posts are kept up to date."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine

from bot.hosting.doors import Doors
from bot.hosting.news_queue import LeagueNewsQueue, NewsQueue
from bot.hosting.utc_now import utc_now
from engine.table import Refused

from . import same_forum
from .connectors.connector import Connector, ForumTrouble, KeyRefused
from .connectors.discourse import Discourse
from .connectors.nodebb import NodeBB
from .halting import keep_halted
from .hook import HookListener
from .identity import DOOR
from .league_topics import queue_league_news
from .lobby import Lobby
from .moderated_posts import ModeratedPosts
from .pace import Pace
from .polling import Poller
from .posting import Poster
from .receiving import Receiver
from .reminding import queue_news_and_reminder
from .settings import ForumSettings
from .status_post import LOBBY_TITLE
from .updating import StatusUpdater

log = logging.getLogger("fieldpost.forum")

PROBE_PAUSE = 30.0
"""Seconds until a forum that is away at the start is asked again, at most."""


def connector_of(settings: ForumSettings, calls: int = 0) -> Connector:
    return (Discourse if settings.program == "discourse" else NodeBB)(settings, calls)


class ForumDoor:
    """One forum."""

    name = "forum"

    def __init__(self, doors: Doors, settings: ForumSettings, pace: Pace | None = None) -> None:
        self._doors, self._settings, self._pace, self._wake = doors, settings, pace or Pace(), asyncio.Event()
        self._connector = connector_of(settings, self._pace.calls)
        self._news = NewsQueue(doors.engine, DOOR, queue_news_and_reminder, self._notify)
        self._leagues = LeagueNewsQueue(doors.engine, DOOR, queue_league_news, lambda _league: self._wake.set())
        self._updater = StatusUpdater(doors.engine, self._connector)
        self._poster = Poster(doors.engine, self._connector, self._pace, self._wake)
        receiver = Receiver(doors, self._connector, self._wake)
        self._lobby = Lobby(doors.engine, self._connector)
        moderated = ModeratedPosts(doors.engine, self._poster, self._pace)
        self._poller = Poller(doors, self._connector, receiver, moderated, self._pace)
        self._hook = HookListener(settings.hook, self._poller.wake) if settings.hook else None
        self._late = dict[str, str]()

    async def run(self, stop: asyncio.Event) -> str:
        """Until ``stop``."""
        with self._doors.publishing(self._news, self._leagues), self._doors.holding(self.holds):
            tasks = list[asyncio.Task[None]]()
            try:
                if self._hook:
                    await self._hook.start()
                if fatal := await self._until(stop, self._probe()):
                    return fatal
                tasks += [asyncio.create_task(run()) for run in self._work()]
                await stop.wait()
            except OSError as busy:
                return f"Web hooks cannot be received: {busy}. Choose another port in FIELDPOST_FORUM_HOOK."
            finally:
                if self._hook:
                    await self._hook.stop()
                await _end(tasks)
                await self._connector.close()
        return ""

    def _work(self) -> tuple[Callable[[], Coroutine[None, None, None]], ...]:
        return self._news.run, self._leagues.run, self._poller.run, self._send

    def connected(self) -> bool:
        return self._poller.reachable

    async def holds(self, game: str) -> bool:
        """Whether a deadline that has passed must wait: until a poll begun after it has brought every post that came
        in time.  A game whose topic was never made does not wait for it.
        """
        if not await self._doors.engine.use_data(lambda data: data.outboxes[DOOR].destination(game) is not None):
            return False
        since = self._late.setdefault(game, utc_now())
        if self._poller.last_whole > since:
            del self._late[game]
            return False
        self._poller.wake()
        return True

    def _notify(self, game: str) -> None:
        """The game has news that was queued."""
        self._late.pop(game, None)
        self._updater.notify(game)
        self._wake.set()

    async def _until(self, stop: asyncio.Event, work: Coroutine[None, None, str]) -> str:
        """What the work returns, "" if it must end before."""
        task, stopped = asyncio.ensure_future(work), asyncio.ensure_future(stop.wait())
        await asyncio.wait({task, stopped}, return_when=asyncio.FIRST_COMPLETED)
        task.cancel()
        stopped.cancel()
        return task.result() if task.done() and not task.cancelled() else ""

    async def _probe(self) -> str:
        """Find out who we are, as soon as the forum answers.  Returns a sentence if the key is refused, or if the
        database belongs to another forum.
        """
        use, settings = self._doors.engine.use_data, self._settings
        if elsewhere := await use(lambda data: same_forum.complaint(data, settings)):
            return elsewhere
        while True:
            try:
                account = await self._connector.probe()
            except KeyRefused as refused:
                return str(refused)
            except ForumTrouble as trouble:
                log.warning("the forum is away: %s", trouble)
                await asyncio.sleep(min(self._pace.near, PROBE_PAUSE))
            else:
                log.info("the forum knows us as %s", account.handle)
                await use(lambda data: same_forum.note(data, settings))
                await use(keep_halted)
                self._doors.opened(DOOR, _opened(settings, account.handle))
                return ""

    async def _send(self) -> None:
        """Send and edit, until cancelled."""
        await self._poller.started.wait()
        looked = opened = False
        while True:
            self._wake.clear()
            wait = self._pace.near
            try:
                if not looked:
                    await self._updater.look_at_all()
                    looked = True
                if self._poller.lobby_deleted:
                    opened = self._poller.lobby_deleted = False
                opened = opened or await self._lobby.open()
                wait = await self._poster.send_due()
                await self._updater.update()
            except (Refused, ForumTrouble) as refused:
                log.warning("posts wait: %s", refused)
            except Exception:
                log.exception("posts wait")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._wake.wait()


def _opened(settings: ForumSettings, account: str) -> str:
    where = f"{settings.url}, as {account}, in category {settings.category}"
    return f'The forum is open: {where}. Players reply in its topic "{LOBBY_TITLE}".'


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    """Cancel them all; a second time where the first was lost in a wait that ended at that very moment."""
    for _ in range(10):
        if running := [task for task in tasks if not task.done()]:
            for task in running:
                task.cancel()
            await asyncio.wait(running, timeout=1)
