"""The mailbox is watched without a gap: what comes while it is searched is found before the wait for news."""

import asyncio
import socket
import ssl
import threading
import time
from types import SimpleNamespace
from typing import Any

import pytest

from bot.mail.settings import MailSettings, Server
from bot.mail.transport import imap_inbox
from bot.mail.transport.imap_inbox import ImapInbox
from tests.mail.loopback.mailroom import ADDRESS

SAID = {b"CAPABILITY": b"* CAPABILITY IMAP4rev1 IDLE\r\n", b"LOGOUT": b"* BYE\r\n"}
CONTEXT = ssl.create_default_context()


class Box:
    """A mailbox into which so many mails come, one during each search, announced as servers do: once, at its end."""

    def __init__(self, coming: int) -> None:
        self.coming, self.mails, self.done, self.told = coming, 0, list[str](), list[Any]()
        self.folder = SimpleNamespace(set=self.select, exists=lambda name: True)
        self.client = SimpleNamespace(capabilities=("MOVE",), response=self.response)

    def __enter__(self) -> "Box":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def select(self, name: str) -> None:
        self.told = [str(self.mails)]

    def uids(self, criteria: object) -> list[str]:
        seen = [str(number) for number in range(self.mails)]
        if self.coming:
            self.coming -= 1
            self.mails += 1
            self.told.append(str(self.mails))
        return seen

    def response(self, word: str) -> tuple[str, list[Any]]:
        told, self.told = self.told, []
        return word, told or [None]

    def move(self, uid: str, folder: str) -> None:
        self.mails -= 1
        self.done.append(uid)


@pytest.mark.parametrize("coming", [0, 1, 3])
async def test_a_mail_that_comes_during_a_search_is_found_at_once(monkeypatch: pytest.MonkeyPatch, coming: int) -> None:
    box = Box(coming)
    monkeypatch.setattr(imap_inbox, "log_in", lambda server, context: box)
    monkeypatch.setattr(imap_inbox, "wait_for_news", waits)
    server = Server("127.0.0.1", 143, "none")
    inbox = ImapInbox(MailSettings(ADDRESS, server, server), lambda raw, arrived: asyncio.sleep(0, "done"))
    monkeypatch.setattr(inbox, "_hand_on", lambda box, uid, loop: "done")
    with pytest.raises(EOFError) as waiting:
        await asyncio.to_thread(inbox._watch, asyncio.get_running_loop())
    assert waiting.value.args[0] == 0 and len(box.done) == coming


def waits(box: Box, seconds: float) -> None:
    """With so many mails unread."""
    raise EOFError(box.mails)


def serve(listener: socket.socket, consent: bytes, later: bytes) -> None:
    """One connection of an IMAP server that says ``consent`` when a client wants to wait, and ``later`` soon after."""
    connection, _ = listener.accept()
    with connection, connection.makefile("rb") as lines:
        connection.sendall(b"* OK ready\r\n")
        for line in lines:
            tag, _, command = line.strip().partition(b" ")
            if command == b"IDLE":
                waiting = tag
                connection.sendall(consent)
                if later:
                    time.sleep(0.1)
                    connection.sendall(later)
            elif tag == b"DONE":
                connection.sendall(waiting + b" OK done\r\n")
            else:
                connection.sendall(SAID.get(command, b"") + tag + b" OK done\r\n")
                if command == b"LOGOUT":
                    return


@pytest.mark.parametrize(
    ("consent", "later"),
    [(b"+ idling\r\n* 1 EXISTS\r\n", b""), (b"+ idling\r\n", b"* 1 EXISTS\r\n")],
)
def test_news_are_heard_whenever_they_are_said(consent: bytes, later: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = threading.Thread(target=serve, args=(listener, consent, later))
        serving.start()
        began = time.monotonic()
        with imap_inbox.log_in(Server("127.0.0.1", listener.getsockname()[1], "none"), CONTEXT) as box:
            imap_inbox.wait_for_news(box, 20)
        serving.join()
    assert time.monotonic() - began < 10
