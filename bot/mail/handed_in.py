"""`fieldpost mail receive`: one mail on standard input, as mail servers hand them to a program."""

import asyncio
import logging
import os
import re
import sys
from argparse import Namespace
from typing import BinaryIO

from bot.hosting.database import CommandFailed, database_address, database_exists
from bot.hosting.doors import Doors
from bot.hosting.engine_thread import EngineThread
from bot.hosting.settings import BadSetting, current, is_wanted, value
from bot.hosting.utc_now import utc_now
from engine.database.address import Address
from engine.table import Refused

from . import settings
from .reading.author_text import MOST_BYTES
from .reading.received_mail import parse
from .receiving import Receiver
from .settings import MailSettings

log = logging.getLogger("fieldpost.mail")
NO_MAIL = (
    "This is not a mail: it has no line `From:` above its first empty line. Hand in a whole mail with its headers:"
    " fieldpost mail receive < mail.eml"
)


def receive(arguments: Namespace) -> int:
    """Prints what became of the mail.  Returns what sysexits.h calls so: OK once that is stored, DATAERR if it is not a
    mail, and otherwise TEMPFAIL, on which the mail server keeps it and tries again.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        environ = current()
        wanted = is_wanted(environ, "mail")
        chosen = settings.read({**environ, "FIELDPOST_MAIL_PIPE": "yes"}) if wanted else None
        if chosen is None:
            raise BadSetting("FIELDPOST_MAIL_ADDRESS is not set, so there is no mail to receive.")
        if sys.stdin is None:
            raise CommandFailed("no mail is handed in: standard input is closed.")
        raw, size = _read(sys.stdin.buffer)
        raw = with_envelope(raw, arguments.to, arguments.sender)
        if "From" not in parse(raw):
            print(NO_MAIL, file=sys.stderr)
            return os.EX_DATAERR
        database = database_address(arguments.db or value(environ, "FIELDPOST_DB"))
        print(f"The mail is taken. {_hand_in(chosen, raw, size, database)}")
    except (BadSetting, CommandFailed, Refused) as trouble:
        print(f"The mail waits: {trouble}", file=sys.stderr)
        return os.EX_TEMPFAIL
    except Exception:
        log.exception("the mail waits")
        return os.EX_TEMPFAIL
    return os.EX_OK


def _read(source: BinaryIO) -> tuple[bytes, int]:
    """The mail and its size; of one that is too big only its beginning, though it is read to its end, as mail servers
    expect it.
    """
    raw = source.read(MOST_BYTES + 1)
    size = len(raw)
    while rest := source.read(MOST_BYTES) if size > MOST_BYTES else b"":
        size += len(rest)
    return raw, size


def with_envelope(raw: bytes, to: str | None, sender: str | None) -> bytes:
    """The mail with what its server knows in front, where it says so; without the line ``From ...`` of mailboxes."""
    if raw.startswith(b"From "):
        raw = raw.partition(b"\n")[2]
    lines = [] if sender is None else [f"Return-Path: <{_one_word(sender)}>\r\n"]
    lines += [] if to is None else [f"Delivered-To: {_one_word(to)}\r\n"]
    return "".join(lines).encode("utf-8", "replace") + raw


def _one_word(address: str) -> str:
    return "".join(address.split()).strip("<>")


def _hand_in(chosen: MailSettings, raw: bytes, size: int, database: Address) -> str:
    """Through the same door as every mail; the answer is sent by the Fieldpost that serves.  Returns what became of
    it.  Raises Refused, and CommandFailed where none has served yet: a mail in a database of its own would never be
    answered.
    """
    if not database_exists(database):
        raise CommandFailed(
            f"there is no database {os.path.abspath(database)} yet. Start `fieldpost serve`, and name its database in"
            " FIELDPOST_DB or with --db."
        )
    engine = EngineThread(database)
    try:
        receiver, now = Receiver(Doors(engine), chosen, asyncio.Event()), utc_now()
        handling = receiver.handle_head(_head(raw), size, now) if size > MOST_BYTES else receiver.handle(raw, now)
        return asyncio.run(handling).says
    finally:
        engine.close()


def _head(raw: bytes) -> bytes:
    """The headers of a mail."""
    found = re.search(rb"\r?\n\r?\n", raw)
    return raw[: found.end() if found else MOST_BYTES]
