"""A mailbox watched by IMAP: every mail in it is handed on, and moved away only afterwards."""

import asyncio
import contextlib
import imaplib
import logging
import math
import re
import socket
import ssl
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from io import BufferedReader
from typing import cast

from imap_tools import AND, BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted
from imap_tools.errors import (
    ImapToolsError,
    MailboxCopyError,
    MailboxDeleteError,
    MailboxExpungeError,
    MailboxFolderCreateError,
    MailboxMoveError,
)
from imap_tools.idle import get_socket_poller

from ..reading.author_text import MOST_BYTES
from ..settings import MailSettings, Server
from .copies import Copies, fetch

log = logging.getLogger("fieldpost.mail")

Accept = Callable[[bytes, str], Awaitable[str]]
"""Takes a mail and when it arrived.  Returns what became of it: "done" or "refused"."""
Refuse = Callable[[bytes, int, str], Awaitable[str]]
"""Takes the headers of a mail that is too big, its size and when it arrived."""
DONE, REFUSED = "Done", "Refused"
"""The folders to which mails go; they are created where they are missing."""
PAUSES = (0.5, 1, 2, 4, 8, 15, 30, 60)
"""Seconds until a connection that broke is made again."""
TIMEOUT = 30.0
IDLE = 300.0
"""Seconds of one wait for news, short enough for routers that forget silent connections."""
RETRY = 60.0
"""Seconds until a mail that the server did not let us move away is tried again."""
RETRIES = (60.0, 120.0, 300.0, 600.0)
"""The same for one that it did not let us read, or that we could not store; each time it fails the pause grows."""
POLL = 30.0
"""Seconds between two looks at a server that cannot be waited for."""
MOST_HEADERS = 65_536
"""Bytes that are fetched of a mail that is too big."""
AT_ONCE = 50
"""Mails that are fetched between two looks at the whole box."""


class ImapInbox:
    """Runs the IMAP client, which waits, in a thread; mails are accepted in the event loop."""

    def __init__(
        self,
        settings: MailSettings,
        accept: Accept,
        context: ssl.SSLContext | None = None,
        refuse: Refuse | None = None,
        opened: Callable[[], None] = lambda: None,
    ) -> None:
        """``refuse``: answers mails that are too big; without it they are only moved away.  ``opened``: called when the
        mailbox can be read, in a thread.
        """
        assert settings.imap
        self._server, self._accept, self._refuse = settings.imap, accept, refuse
        self._opened = opened
        self._context = context
        self._box: BaseMailBox | None = None
        self._stopping = False
        self._stuck, self._uid_validity = dict[str, str](), b""
        """Mails that were read and could not be moved away, with what became of them: they are not read again."""
        self._put_off = dict[str, tuple[int, float]]()
        """Mails that could not be read or stored: how often, and when they are tried again."""
        self._some_wait = False
        self._copies = Copies()

    def connected(self) -> bool:
        return self._box is not None

    async def run(self) -> None:
        """Until cancelled."""
        failures, loop = 0, asyncio.get_running_loop()
        try:
            while True:
                started = loop.time()
                try:
                    await asyncio.to_thread(self._watch, loop)
                except (ImapToolsError, imaplib.IMAP4.error, OSError, EOFError) as broken:
                    log.warning("the mailbox cannot be read (%s: %s); trying again", type(broken).__name__, broken)
                except Exception:
                    log.exception("the mailbox cannot be read; trying again")
                failures = 1 if loop.time() - started > 60 else failures + 1
                await asyncio.sleep(PAUSES[min(failures, len(PAUSES)) - 1])
        finally:
            self._stopping = True
            self._drop()

    def _drop(self) -> None:
        """Close the connection from outside: the thread that waits on it then ends."""
        if box := self._box:
            with contextlib.suppress(OSError, AttributeError):  # it may be closed already
                box.client.sock.shutdown(socket.SHUT_RDWR)

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """In a thread: look at everything, then wait for news, until the connection breaks."""
        with log_in(self._server, self._context) as box:
            self._box = box
            try:
                self._stuck.clear()
                self._copies.doubt_what_is_there()
                self._make_folders(box)
                self._opened()
                while not self._stopping:
                    if not self._empty(box, loop) and not _announced(box):
                        wait_for_news(box, self._patience())
            finally:
                self._box = None

    def _patience(self) -> float:
        """Seconds until the next look, if the server says nothing before."""
        soonest = min((due for _, due in self._put_off.values()), default=math.inf) - time.monotonic()
        return max(0.01, min(RETRY if self._some_wait else IDLE, soonest))

    def _make_folders(self, box: BaseMailBox) -> None:
        for folder in (DONE, REFUSED):
            try:
                if not box.folder.exists(folder):
                    box.folder.create(folder)
            except MailboxFolderCreateError as refused:
                log.warning(
                    "the folder %s cannot be made, so mails that were read stay in the inbox: %s", folder, refused
                )

    def _empty(self, box: BaseMailBox, loop: asyncio.AbstractEventLoop) -> int:
        """Hand on what is in the box, the oldest first.  Returns how many were moved away."""
        self._select(box)
        _announced(box)
        moved, self._some_wait, has_room = 0, False, True
        uids = sorted(box.uids(AND(all=True)), key=int)
        self._put_off = {uid: self._put_off[uid] for uid in uids if uid in self._put_off}
        self._copies.see(uids)
        for uid in uids:
            fate = self._stuck.get(uid) or self._try(box, uid, loop)
            if fate and (has_room or uid not in self._stuck):
                has_room = self._move(box, uid, fate)
                moved += has_room
            self._some_wait |= not has_room
            if moved >= AT_ONCE:
                break
        return moved

    def _select(self, box: BaseMailBox) -> None:
        """Numbers of mails mean nothing any more once the server says that it has given new ones."""
        box.folder.set("INBOX")
        _, said = box.client.response("UIDVALIDITY")
        if said[-1] != self._uid_validity:
            self._uid_validity = said[-1]
            self._stuck.clear()
            self._put_off.clear()
            self._copies = Copies()

    def _try(self, box: BaseMailBox, uid: str, loop: asyncio.AbstractEventLoop) -> str:
        """As ``_hand_on``, unless it has failed and its pause is not over."""
        failures, due = self._put_off.get(uid, (0, 0.0))
        if time.monotonic() < due:
            return ""
        fate = self._hand_on(box, uid, loop)
        if fate:
            self._put_off.pop(uid, None)
        else:
            pause = RETRIES[min(failures, len(RETRIES) - 1)]
            self._put_off[uid] = (failures + 1, time.monotonic() + pause)
        return fate

    def _move(self, box: BaseMailBox, uid: str, fate: str) -> bool:
        """Whether the server has moved it.  If not, the mail's key keeps it from being carried out twice."""
        try:
            self._copies.move(box, uid, DONE if fate == "done" else REFUSED)
        except (MailboxMoveError, MailboxCopyError, MailboxDeleteError, MailboxExpungeError) as refused:
            if uid not in self._stuck:
                log.warning("a mail that was read stays in the inbox: %s", refused)
            self._stuck[uid] = fate
            return False
        self._stuck.pop(uid, None)
        return True

    def _hand_on(self, box: BaseMailBox, uid: str, loop: asyncio.AbstractEventLoop) -> str:
        """What became of the mail; "" if it stays, to be tried again, or is gone."""
        said = fetch(box, uid, "(RFC822.SIZE INTERNALDATE)")
        size = re.search(rb"RFC822\.SIZE (\d+)", said)
        if size is None:
            return ""
        arrived = _arrived(said)
        if int(size[1]) > MOST_BYTES:
            return self._hand_on_headers(box, uid, int(size[1]), arrived, loop)
        raw = fetch(box, uid, f"(BODY.PEEK[]<0.{MOST_BYTES + 1}>)")
        if len(raw) > MOST_BYTES:  # some servers guess the size
            return self._hand_on_headers(box, uid, len(raw), arrived, loop)
        if len(raw) < int(size[1]) // 2:
            return ""  # the server said something else; it is asked again
        return _result(self._accept(raw, arrived), loop)

    def _hand_on_headers(
        self, box: BaseMailBox, uid: str, size: int, arrived: str, loop: asyncio.AbstractEventLoop
    ) -> str:
        """Of a mail that is too big no more than its headers is fetched, so that its sender can be told."""
        log.warning("a mail of %d bytes is too big and was not read", size)
        if self._refuse is None:
            return "refused"
        head = fetch(box, uid, f"(BODY.PEEK[HEADER]<0.{MOST_HEADERS}>)")
        return _result(self._refuse(head, size, arrived), loop) if head else ""


def _result(handling: Awaitable[str], loop: asyncio.AbstractEventLoop) -> str:
    """What the event loop made of a mail; "" if that went wrong."""
    try:
        return asyncio.run_coroutine_threadsafe(_awaited(handling), loop).result()
    except Exception:
        log.exception("a mail waits: it could not be carried out")
    return ""


async def _awaited(handling: Awaitable[str]) -> str:
    return await handling


def _announced(box: BaseMailBox) -> bool:
    """Whether the server has said since the last call that the number of mails is another.

    One that comes while the box is searched is said at the end of that command, and not again in the wait for news.
    """
    _, found = box.client.response("EXISTS")
    return found != [None]


def wait_for_news(box: BaseMailBox, seconds: float) -> None:
    """Until the server says something.  What it said in one breath with its consent to wait has been read from the
    connection already, where no poll sees it.  A server that cannot do that is asked again after ``POLL`` seconds.
    """
    if "IDLE" not in box.client.capabilities:
        get_socket_poller(box.client.sock, min(seconds, POLL))  # type: ignore[arg-type]
        return
    with box.idle as idle:
        if not _has_been_read(box):
            idle.poll(timeout=seconds)


def _has_been_read(box: BaseMailBox) -> bool:
    """Whether lines of the server wait in the buffer."""
    sock, lines = box.client.sock, cast(BufferedReader, box.client.file)
    timeout = sock.gettimeout()
    sock.settimeout(0)
    try:
        return bool(lines.peek(1))
    except (BlockingIOError, ssl.SSLWantReadError):
        return False
    finally:
        sock.settimeout(timeout)


def log_in(server: Server, context: ssl.SSLContext | None) -> BaseMailBox:
    """Raises ImapToolsError, imaplib.IMAP4.error, OSError."""
    if server.security == "none":
        box: BaseMailBox = MailBoxUnencrypted(server.host, server.port, timeout=TIMEOUT)
    else:
        context = context or ssl.create_default_context()  # imaplib's own checks no certificate
        encrypted = MailBox if server.security == "tls" else MailBoxStartTls
        box = encrypted(server.host, server.port, timeout=TIMEOUT, ssl_context=context)
    try:
        box.login(server.user, server.password)
        box.client._get_capabilities()  # what it lists before the login lacks MOVE
    except BaseException:
        box.client.shutdown()
        raise
    return box


def _arrived(said: bytes) -> str:
    """When the server got a mail, in UTC: the clock of its sender may be wrong."""
    moment = imaplib.Internaldate2tuple(said)
    seconds = time.mktime(moment) if moment else time.time()
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
