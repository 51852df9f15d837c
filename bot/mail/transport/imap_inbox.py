"""A mailbox watched by IMAP: every mail in it is handed on, and moved away only afterwards."""

import asyncio
import contextlib
import imaplib
import logging
import re
import socket
import ssl
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from imap_tools import AND, BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError, MailboxMoveError

from ..reading.author_text import MOST_BYTES
from ..settings import MailSettings

log = logging.getLogger("fieldpost.mail")

Accept = Callable[[bytes, str], Awaitable[str]]
DONE, REFUSED = "Done", "Refused"
"""The folders to which mails go; they are created where they are missing."""
PAUSES = (0.5, 1, 2, 4, 8, 15, 30, 60)
"""Seconds until a connection that broke is made again."""
TIMEOUT = 30.0
IDLE = 300.0
"""Seconds of one wait for news, short enough for routers that forget silent connections."""
AT_ONCE = 50
"""Mails that are fetched between two looks at the whole box."""


class ImapInbox:
    """Runs the IMAP client, which waits, in a thread; mails are accepted in the event loop."""

    def __init__(self, settings: MailSettings, accept: Accept, context: ssl.SSLContext | None = None) -> None:
        assert settings.imap
        self._server, self._accept = settings.imap, accept
        self._context = context or ssl.create_default_context()  # imaplib's own checks no certificate
        self._box: BaseMailBox | None = None
        self._stopping = False

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
        with self._logged_in() as box:
            self._box = box
            try:
                self._make_folders(box)
                while not self._stopping:
                    if not self._empty(box, loop):
                        box.idle.wait(timeout=IDLE)
            finally:
                self._box = None

    def _logged_in(self) -> BaseMailBox:
        server = self._server
        if server.security == "tls":
            box: BaseMailBox = MailBox(server.host, server.port, timeout=TIMEOUT, ssl_context=self._context)
        elif server.security == "starttls":
            box = MailBoxStartTls(server.host, server.port, timeout=TIMEOUT, ssl_context=self._context)
        else:
            box = MailBoxUnencrypted(server.host, server.port, timeout=TIMEOUT)
        box.login(server.user, server.password)
        box.client._get_capabilities()  # what it lists before the login lacks MOVE
        return box

    def _make_folders(self, box: BaseMailBox) -> None:
        for folder in (DONE, REFUSED):
            if not box.folder.exists(folder):
                box.folder.create(folder)

    def _empty(self, box: BaseMailBox, loop: asyncio.AbstractEventLoop) -> int:
        """Hand on what is in the box, the oldest first.  Returns how many were moved away."""
        box.folder.set("INBOX")
        moved = 0
        for uid in box.uids(AND(all=True)):
            fate = self._hand_on(box, uid, loop)
            if fate:
                moved += self._move(box, uid, DONE if fate == "done" else REFUSED)
            if moved >= AT_ONCE:
                break
        return moved

    def _move(self, box: BaseMailBox, uid: str, folder: str) -> int:
        """How many were moved: none where the server refuses it.  The mail's key keeps it from being read twice."""
        try:
            box.move(uid, folder)
        except MailboxMoveError as refused:
            log.warning("a mail that was read stays in the inbox: %s", refused)
            return 0
        return 1

    def _hand_on(self, box: BaseMailBox, uid: str, loop: asyncio.AbstractEventLoop) -> str:
        """What became of the mail; "" if it stays, to be tried again, or is gone."""
        said = _fetch(box, uid, "(RFC822.SIZE INTERNALDATE)")
        size = re.search(rb"RFC822\.SIZE (\d+)", said)
        if size is None:
            return ""
        if int(size[1]) > MOST_BYTES:
            log.warning("a mail of %d bytes is too big and was not read", int(size[1]))
            return "refused"
        raw = _fetch(box, uid, "(BODY.PEEK[])")
        if len(raw) < int(size[1]) // 2:
            return ""  # the server said something else; it is asked again
        try:
            return asyncio.run_coroutine_threadsafe(_accepted(self._accept, raw, _arrived(said)), loop).result()
        except Exception:
            log.exception("a mail waits: it could not be carried out")
        return ""


def _fetch(box: BaseMailBox, uid: str, what: str) -> bytes:
    """What the server says of one mail; b"" if it is gone.  Raises imaplib.IMAP4.error."""
    kind, found = box.client.uid("FETCH", uid, what)
    if kind != "OK" or not found or found[0] is None:
        return b""
    literals = [part[1] for part in found if isinstance(part, tuple)]
    return bytes(literals[0]) if literals else b"".join(bytes(part) for part in found if isinstance(part, bytes))


def _arrived(said: bytes) -> str:
    """When the server got a mail, in UTC: the clock of its sender may be wrong."""
    moment = imaplib.Internaldate2tuple(said)
    seconds = time.mktime(moment) if moment else time.time()
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


async def _accepted(accept: Accept, raw: bytes, arrived: str) -> str:
    return await accept(raw, arrived)
