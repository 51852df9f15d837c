"""The world of mail around one running Fieldpost: where players' mails go in, and a server that gets its answers."""

import asyncio
import os
import re
import smtplib
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import count
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from engine.table import Game, Table

from .dovecot import PASSWORD, USER, Dovecot, free_port, wait_for_port

ROOT = Path(__file__).parents[3]
ADDRESS = "orders@play.example"
AUTHSERV = "mx.play.example"
_NUMBERS = count(1)


class Outside:
    """An SMTP server that takes what Fieldpost sends.  ``answers``: codes to give in place of 250, the first first."""

    def __init__(self) -> None:
        self.taken = list[tuple[str, str, bytes]]()
        """Sender and recipient of the envelope, and the mail."""
        self.answers = list[str]()
        self.recipient_answers = dict[str, str]()
        self._controller = Controller(self, hostname="127.0.0.1", port=free_port())
        self._controller.start()
        self.port = self._controller.port

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if answer := self.recipient_answers.get(address, ""):
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.answers:
            return self.answers.pop(0)
        content = envelope.content
        assert isinstance(content, bytes)
        self.taken.append((envelope.mail_from or "", envelope.rcpt_tos[0], content))
        return "250 OK"

    def to(self, address: str) -> list[EmailMessage]:
        """The mails to one address, each id once, the oldest first."""
        found = dict[str, EmailMessage]()
        for _, recipient, raw in self.taken:
            if recipient == address:
                mail = message_from_bytes(raw, policy=policy.default)
                assert isinstance(mail, EmailMessage)
                found.setdefault(str(mail["Message-ID"]), mail)
        return [*found.values()]

    def close(self) -> None:
        self._controller.stop()


@dataclass
class Mailroom:
    """``dovecot``: None if mails go straight to Fieldpost's own listener."""

    home: Path
    outside: Outside
    dovecot: Dovecot | None
    listener: int = field(default_factory=free_port)

    @property
    def environment(self) -> dict[str, str]:
        """What Fieldpost is told."""
        way_in = (
            {"FIELDPOST_MAIL_IMAP": f"imap://{USER}:{PASSWORD}@127.0.0.1:{self.dovecot.imap}"}
            if self.dovecot
            else {"FIELDPOST_MAIL_LMTP": f"lmtp://127.0.0.1:{self.listener}"}
        )
        return {
            "FIELDPOST_MAIL_ADDRESS": ADDRESS,
            "FIELDPOST_MAIL_SMTP": f"smtp://127.0.0.1:{self.outside.port}",
            "FIELDPOST_MAIL_AUTHSERV": AUTHSERV,
            **way_in,
        }

    def deliver(self, raw: bytes, recipient: str, sender: str) -> None:
        if self.dovecot:
            self.dovecot.deliver(raw, recipient, sender)
            return
        with smtplib.LMTP("127.0.0.1", self.listener, timeout=30) as client:
            client.sendmail(sender, [recipient], raw)


class Serving:
    """``fieldpost serve`` in a process of its own, with mail and nothing else."""

    def __init__(self, room: Mailroom, under: tuple[str, ...] = ("-m", "bot", "serve")) -> None:
        self.room, self._under = room, under
        self.database, self.prints = room.home / "fieldpost.db", room.home / "serve.log"

    async def start(self) -> "Serving":
        environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        environment |= {"PYTHONPATH": str(ROOT), "FIELDPOST_DB": str(self.database), **self.room.environment}
        with self.prints.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, *self._under, env=environment, cwd=self.room.home, stdout=log, stderr=log
            )
        if not self.room.dovecot:
            await asyncio.to_thread(wait_for_port, self.room.listener)
        return self

    @property
    def log(self) -> str:
        return self.prints.read_text("utf-8", "replace")

    async def kill(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()

    async def stop(self) -> int:
        if self.process.returncode is None:
            self.process.terminate()
        return await asyncio.wait_for(self.process.wait(), 20)


class Correspondent:
    """A player who writes mails and reads those that come."""

    def __init__(self, room: Mailroom, name: str) -> None:
        self.room, self.name, self.read = room, name, 0
        self.address = f"{name.lower()}@home.example"

    @property
    def mails(self) -> list[EmailMessage]:
        return self.room.outside.to(self.address)

    async def write(self, text: str, to: str = ADDRESS, subject: str = "Fieldpost", refs: str = "") -> str:
        """Send a mail.  Returns its id."""
        mail = EmailMessage(policy.SMTP)
        mail["From"], mail["To"], mail["Subject"] = f"{self.name} <{self.address}>", to, subject
        mail["Message-ID"] = id_ = f"<{next(_NUMBERS)}.{self.name.lower()}@home.example>"
        mail["Authentication-Results"] = f"{AUTHSERV}; dmarc=pass header.from=home.example"
        if refs:
            mail["References"] = mail["In-Reply-To"] = refs
        mail.set_content(text)
        await asyncio.to_thread(self.room.deliver, mail.as_bytes(), to, self.address)
        return id_

    async def answer(self, mail: EmailMessage, text: str) -> EmailMessage:
        """Answer a mail, quoting it, and wait for what comes back."""
        quoted = "\n".join(f"> {line}" for line in text_of(mail).splitlines())
        to = re.sub(r".*<(.*)>", r"\1", str(mail["Reply-To"]))
        body = f"{text}\n\nOn Tue, Nov 24, 2026 at 11:02 AM Fieldpost <{to}> wrote:\n\n{quoted}\n"
        return await self.asked(body, to, f"Re: {mail['Subject']}", str(mail["Message-ID"]))

    async def asked(self, text: str, to: str = ADDRESS, subject: str = "Fieldpost", refs: str = "") -> EmailMessage:
        """Write, and wait for the mail that answers this one."""
        id_ = await self.write(text, to, subject, refs)
        return await self.wait_for(lambda mail: str(mail["In-Reply-To"]) == id_)

    async def wait_for(self, fits: Callable[[EmailMessage], bool], seconds: float = 30) -> EmailMessage:
        """The newest mail that fits."""
        for _ in range(round(seconds / 0.02)):
            fitting = [mail for mail in self.mails if fits(mail)]
            if fitting:
                return fitting[-1]
            await asyncio.sleep(0.02)
        told = "\n\n".join(f"{mail['Subject']}\n{text_of(mail)}" for mail in self.mails[-3:])
        raise AssertionError(f"no such mail came to {self.address} in {seconds} s; the newest are:\n{told}")

    async def end_part(self, call: EmailMessage, orders: Sequence[str]) -> None:
        """Answer the mail that calls for orders with these and "done"; two may be in each other's way."""
        answer = await self.answer(call, "\n".join([*orders, "done"]))
        said = text_of(answer)
        assert all(order in said for order in orders), said
        if "REFUSED" in said:  # correct the mail, as anybody would
            good = [line[13:] for line in said.splitlines() if line.startswith("ok ")]
            said = text_of(await self.answer(answer, "\n".join(good)))
        assert "YOUR ORDERS RAN" in said, said

    async def wait_for_entry(self, entry: int, *, call: bool = False) -> EmailMessage:
        """The mail of this log entry or a later one; ``call``: one that calls for orders."""
        return await self.wait_for(lambda mail: entry_of(mail) >= entry and (is_call(mail) or not call))

    async def introduce(self, text: str) -> EmailMessage:
        """The first mail, and the confirmation: what came back then."""
        welcome = await self.asked(text)
        assert "ANSWER THIS MAIL" in text_of(welcome), text_of(welcome)
        return await self.answer(welcome, "")


def is_call(mail: EmailMessage) -> bool:
    """Whether it calls for orders."""
    return "It is your turn" in text_of(mail)


def entry_of(mail: EmailMessage) -> int:
    """The log entry that it tells of, else 0."""
    facts = str(mail["X-Fieldpost"] or "")
    return int(facts.rpartition("seq=")[2] or 0) if "seq=" in facts else 0


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


@contextmanager
def opened(database: Path) -> Iterator[Table]:
    """The table on the database of a running Fieldpost."""
    table = Table(database, os.urandom)
    try:
        yield table
    finally:
        table.close()


def find_game(database: Path, game: str) -> Game:
    with opened(database) as table:
        return table.game(game)
