"""News of games as mails: one for each player who is here by mail, made from what that seat may see."""

import asyncio
import logging

from bot.hosting import open_battle_sides
from bot.hosting.engine_thread import EngineData, EngineThread
from engine.table import Game, News, Refused

from .identity import DOOR
from .queueing import ReportBody, queue_report

log = logging.getLogger("fieldpost.mail")

PAUSE = 30.0
"""Seconds until news that could not be queued are tried again."""


class MailPublisher:
    """Queues reports; ``wake_sender``: set when there is something to send."""

    def __init__(self, engine: EngineThread, wake_sender: asyncio.Event) -> None:
        self._engine, self._wake_sender = engine, wake_sender
        self._called = set[str]()
        self._wake = asyncio.Event()

    def notify(self, game: str) -> None:
        self._called.add(game)
        self._wake.set()

    async def run(self) -> None:
        """Until cancelled."""
        for game in await self._engine.use_data(lambda data: data.outboxes[DOOR].waiting_games()):
            self.notify(game)
        while True:
            await self._wake.wait()
            self._wake.clear()
            for game in sorted(self._called):
                self._called.discard(game)
                if not await self._queue(game):
                    self._called.add(game)
            if self._called and not self._wake.is_set():
                await asyncio.sleep(PAUSE)
                self._wake.set()

    async def _queue(self, game: str) -> bool:
        try:
            if await self._engine.use_data(lambda data: queue_news(data, game)):
                self._wake_sender.set()
        except Refused as refused:
            log.warning("%s: its mails wait: %s", game, refused)
            return False
        except Exception:
            log.exception("%s: its mails wait", game)
            return False
        return True


def queue_news(data: EngineData, game: str) -> int:
    """Queue what is new in a game for everybody who is here by mail; returns how many mails that makes."""
    outbox = data.outboxes[DOOR]
    destination = outbox.destination(game)
    if destination is None:
        return 0
    now_on, queued = data.table.game(game), 0
    with data.table.journal.transaction():
        news = data.table.news(game, after=destination.seen)
        for item in news:
            for side, player in _readers(now_on).items():
                queued += _queue_for(data, now_on, item, side, player, latest=item is news[-1])
        if news:
            outbox.mark_seen(game, news[-1].seq, "")
    return queued


def _readers(game: Game) -> dict[str, str]:
    """One seat for each person: one that is awaited if there is one."""
    waiting = game.phase.sides if game.phase else ()
    readers = dict[str, str]()
    for side in sorted(game.seats, key=lambda side: side not in waiting):
        if (player := game.seats[side]) and player not in readers.values():
            readers[side] = player
    return readers


def _queue_for(data: EngineData, game: Game, news: News, side: str, player: str, latest: bool) -> int:
    contacts = [contact for contact in data.people.contacts(player, DOOR) if contact.state == "confirmed"]
    if not contacts:
        return 0
    asked = latest and game.phase is not None and side in game.phase.sides
    examples = data.table.examples(game.id, side) if asked and not open_battle_sides.is_open_battle(game) else ()
    queue_report(data, game.id, player, contacts[0].address, ReportBody(news, side, tuple(examples)), news.at)
    return 1
