"""`fieldpost mail test`: a mail to oneself, sent and read back, with every step in words."""

import asyncio
import contextlib
import imaplib
import secrets
import ssl
import sys
import time
from argparse import Namespace
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate

from imap_tools import A, H
from imap_tools.errors import ImapToolsError

from bot.hosting.settings import BadSetting, current
from engine.contract import counted

from . import settings
from .checks import check_imap, check_smtp
from .reading.received_mail import header, parse
from .settings import MailSettings, Server
from .transport.imap_inbox import DONE, REFUSED, log_in
from .transport.listener import Listener
from .transport.sender import Envelope, SmtpSender

PATIENCE = 60.0
"""Seconds in which the mail must be back."""
PAUSE = 1.0
Look = Callable[[], bytes]
"""The mail if it is back, b"" if not yet."""


def mail_test(arguments: Namespace) -> int:
    """Returns 0 if the mail came back, 1 if a step failed, 2 if a setting is missing or wrong."""
    try:
        chosen = settings.read(current())
        if chosen is None:
            raise BadSetting("FIELDPOST_MAIL_ADDRESS is not set, so there is no mail to test.")
    except BadSetting as unusable:
        print(unusable, file=sys.stderr)
        return 2
    return 0 if asyncio.run(run_test(chosen)) else 1


async def run_test(chosen: MailSettings, patience: float = PATIENCE, context: ssl.SSLContext | None = None) -> bool:
    """Whether every step succeeded; each is printed as it is done."""
    print(f"1. The settings are complete: players write to {chosen.address}.")
    found = await check_smtp(chosen, context)
    print(f"2. {found}")
    if found.kind == "wrong":
        return False
    if chosen.imap:
        found = await check_imap(chosen.imap, context)
        print(f"3. {found}")
        if found.kind == "wrong":
            return False
    else:
        print(
            "3. No mailbox is read: mails come "
            + ("to the listener." if chosen.lmtp else "by `fieldpost mail receive`.")
        )
    code = secrets.token_hex(8)
    try:
        async with _way_in(chosen, code, context) as look:
            return await _send(chosen, code, context) and await _wait(chosen, look, patience)
    except OSError as busy:
        print(f"The mail listener cannot be opened ({busy}). Stop `fieldpost serve` for this test, or free the port.")
        return False


async def _send(chosen: MailSettings, code: str, context: ssl.SSLContext | None) -> bool:
    sender, to = SmtpSender(chosen, context), chosen.with_key(f"test{code}")
    try:
        outcome = await sender.deliver(Envelope(chosen.address, to), _mail(chosen, to, code))
    finally:
        await sender.close()
    if outcome.fate != "delivered":
        print(f"4. The server did not take a mail to {to}: {outcome.said}.")
        if chosen.plus:
            print("   If it takes no addresses with a plus sign, set FIELDPOST_MAIL_PLUS=no.")
        return False
    print(f"4. The server has taken a mail to {to}.")
    return True


def _mail(chosen: MailSettings, to: str, code: str) -> bytes:
    mail = EmailMessage(SMTP)
    mail["From"], mail["To"], mail["Subject"] = chosen.address, to, f"Fieldpost tests its mail ({code})"
    mail["Message-ID"], mail["Date"] = f"<test.{code}@{chosen.host}>", formatdate()
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content("This mail was sent by `fieldpost mail test`. It can be deleted.\n")
    return mail.as_bytes()


async def _wait(chosen: MailSettings, look: Look | None, patience: float) -> bool:
    if look is None:
        print("5. Mails come by `fieldpost mail receive`, which this test cannot see: look whether it was called.")
        return True
    began = time.monotonic()
    while time.monotonic() - began < patience:
        if raw := await asyncio.to_thread(look):
            waited = counted(round(time.monotonic() - began), "second")
            print(f"5. It was back after {waited}. Sending and receiving work.")
            _say_signature(chosen, raw)
            return True
        await asyncio.sleep(min(PAUSE, patience))
    print(f"5. It was not back after {counted(round(patience), 'second')}.")
    print(f"   Does {chosen.address} lead to this mailbox? Look into its folder for spam, and whether the")
    print("   server delivers addresses with a plus sign (else set FIELDPOST_MAIL_PLUS=no).")
    return False


def _say_signature(chosen: MailSettings, raw: bytes) -> None:
    """By what name the mail server signs what it has found out about senders, and whether that is what is set."""
    signer = header(parse(raw), "Authentication-Results").partition(";")[0].split(" ")[0].strip()
    if signer and signer.lower() != chosen.authserv.lower():
        print(f"   Your mail server signs as {signer}: set FIELDPOST_MAIL_AUTHSERV={signer} if it is yours.")
    elif not signer and chosen.authserv:
        print("   Your mail server signs nothing on mails to itself, so FIELDPOST_MAIL_AUTHSERV was not tested.")
    elif not signer:
        print("   Your mail server signs nothing on mails to itself. A first mail is answered only if it says who")
        print("   vouches for the sender: look for Authentication-Results in a mail from outside, and set")
        print("   FIELDPOST_MAIL_AUTHSERV to the name that stands first in it.")


@asynccontextmanager
async def _way_in(chosen: MailSettings, code: str, context: ssl.SSLContext | None) -> AsyncIterator[Look | None]:
    """How to look for the mail; None if nobody can.  Raises OSError if the listener's port cannot be had."""
    if server := chosen.imap:
        yield lambda: _look_in_mailbox(server, code, context)
        return
    if not chosen.lmtp:
        yield None
        return
    taken = list[bytes]()

    async def accept(raw: bytes, arrived: str) -> str:
        taken.append(raw)
        return "done"

    listener = Listener(chosen, accept)
    await listener.start()
    try:
        yield lambda: next((raw for raw in taken if code.encode() in raw), b"")
    finally:
        await listener.stop()


def _look_in_mailbox(server: Server, code: str, context: ssl.SSLContext | None) -> bytes:
    """In a thread.  A Fieldpost that serves meanwhile has put the mail into a folder.  What was found is deleted."""
    try:
        with log_in(server, context) as box:
            for folder in ("INBOX", REFUSED, DONE):
                if folder != "INBOX" and not box.folder.exists(folder):
                    continue
                box.folder.set(folder)
                for uid in box.uids(A(header=H("Message-ID", f"test.{code}"))):
                    for message in box.fetch(A(uid=uid), mark_seen=False):
                        raw: bytes = message.obj.as_bytes()
                        with contextlib.suppress(ImapToolsError):
                            box.delete(uid)
                        return raw
    except (ImapToolsError, imaplib.IMAP4.error, OSError, EOFError):
        return b""  # the next look may succeed
    return b""
