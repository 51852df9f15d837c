"""The door by e-mail: mails are received, carried out and answered, and news goes out."""

import asyncio
import contextlib
import logging

from bot.hosting import wording
from bot.hosting.doors import Doors
from bot.hosting.news_queue import LeagueNewsQueue, NewsQueue
from bot.hosting.ports import place

from .identity import DOOR
from .league_news import queue_league_news
from .news import queue_news
from .receiving import Receiver
from .sending import MailSender
from .settings import MailSettings
from .transport.imap_inbox import ImapInbox
from .transport.listener import Listener
from .transport.sender import SmtpSender

log = logging.getLogger("fieldpost.mail")


class MailDoor:
    """Receives from a mailbox, a listener, or both."""

    name = "mail"

    def __init__(self, doors: Doors, settings: MailSettings) -> None:
        self._doors, self._settings, wake = doors, settings, asyncio.Event()
        self._receiver = Receiver(doors, settings, wake)
        self._news = NewsQueue(doors.engine, DOOR, queue_news, lambda _game: wake.set())
        self._leagues = LeagueNewsQueue(doors.engine, DOOR, queue_league_news, lambda _league: wake.set())
        self._sender = MailSender(doors.engine, settings, SmtpSender(settings), wake)
        self._inbox = (
            ImapInbox(settings, self._receiver.accept, refuse=self._receiver.refuse, opened=self._open)
            if settings.imap
            else None
        )
        self._listener = Listener(settings, self._receiver.accept) if settings.lmtp else None

    async def run(self, stop: asyncio.Event) -> str:
        """Until ``stop``."""
        with self._doors.publishing(self._news, self._leagues):
            tasks = [asyncio.create_task(run()) for run in (self._news.run, self._leagues.run, self._sender.run)]
            tasks += [asyncio.create_task(self._inbox.run())] if self._inbox else []
            try:
                if self._listener:
                    await self._listener.start()
                if not self._inbox:
                    self._open()
                await stop.wait()
            except OSError as busy:
                return f"The mail listener cannot be opened: {busy}. Choose another port in FIELDPOST_MAIL_LMTP."
            finally:
                if self._listener:
                    await self._listener.stop()
                for task in tasks:
                    task.cancel()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(10):
                        await asyncio.gather(*tasks, return_exceptions=True)
        return ""

    def _open(self) -> None:
        """Tell that mails are read; also called each time the mailbox is connected again."""
        settings = self._settings
        ways = [f"the mailbox at {settings.imap.host}"] if settings.imap else []
        ways += [f"the port {place(settings.lmtp.host, settings.lmtp.port)}"] if settings.lmtp else []
        ways += ["`fieldpost mail receive`"] if settings.pipe else []
        how = 'A mail to it with the line "new millers-bridge 3d" opens a first game.'
        if not settings.authserv:
            how = "First mails of strangers are not answered: FIELDPOST_MAIL_AUTHSERV is not set (`fieldpost doctor`)."
        read = wording.join_list(ways)
        self._doors.opened(DOOR, f"Mail is open: players write to {settings.address}, read from {read}. {how}")

    def connected(self) -> bool:
        return self._inbox.connected() if self._inbox else True
