"""kill -9 while a mail is received, carried out and answered: it has run once then, and all mails are there once."""

import asyncio
import re
import smtplib
from email.message import EmailMessage
from pathlib import Path

import pytest

from engine.log.verify import verify
from tests.mail.loopback.mailroom import (
    ADDRESS,
    Correspondent,
    Mailroom,
    Serving,
    find_game,
    opened,
    text_of,
)
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio
GAME = "millers-1"
KILLSWITCH = Path(__file__).parents[1] / "support" / "kill_process.py"
STRIDE = share(11, 23)
"""Every eleventh step of writing, or every twenty-third: moments before statements and after them by turns."""
MOST_STEPS = 72
"""More than a mail needs; what comes then is written while nothing happens."""


class Ordeal:
    """A game by mail that goes on however often its program is killed."""

    def __init__(self, room: Mailroom) -> None:
        self.room, self.finger = room, room.home / "finger"
        self.serving = Serving(room, (str(KILLSWITCH), str(self.finger)))
        self.ann, self.bob = Correspondent(room, "Ann"), Correspondent(room, "Bob")
        self.points = list[str]()

    async def begin(self) -> None:
        await self.serving.start()
        await self.ann.introduce(f"new millers-bridge 3d\njoin {GAME} reeve")
        await self.bob.introduce(f"join {GAME}")

    def awaited(self) -> Correspondent:
        game = find_game(self.serving.database, GAME)
        assert game.phase
        return self.ann if "reeve" in game.phase.sides else self.bob

    def locks(self) -> int:
        with opened(self.serving.database) as table:
            return [entry.kind for entry in table.journal.read(GAME)].count("locked")

    async def send(self, call: EmailMessage, text: str) -> tuple[str, bytes, str]:
        """A mail as a mail server hands it over: again and again until it is taken.  Returns its id."""
        player = self.awaited()
        mail = EmailMessage()
        mail["From"], mail["Subject"] = f"{player.name} <{player.address}>", f"Re: {call['Subject']}"
        mail["To"] = to = re.sub(r".*<(.*)>", r"\1", str(call["Reply-To"] or ADDRESS))
        mail["Message-ID"] = id_ = f"<kill.{len(self.points)}.{self.locks()}@home.example>"
        mail.set_content(text)
        return id_, mail.as_bytes(), to

    async def hand_over(self, raw: bytes, to: str) -> None:
        """Restarting the program whenever it is dead, and delivering again whatever it has not taken."""
        for _ in range(8):
            if self.serving.process.returncode is not None:
                await self.revive()
            try:
                await asyncio.to_thread(self.room.deliver, raw, to, "player@home.example")
                return
            except (OSError, smtplib.SMTPException):
                await asyncio.sleep(0.05)
                await asyncio.wait([asyncio.create_task(self.serving.process.wait())], timeout=1)
        raise AssertionError(f"the mail is never taken:\n{self.serving.log}")

    async def revive(self) -> None:
        self.points.append(self.finger.with_suffix(".died").read_text())
        self.finger.unlink(missing_ok=True)
        await self.serving.start()

    async def phase(self, step: int) -> bool:
        """The phase that is open, ended by mail while the program is killed at that step; whether it came to it."""
        player, before = self.awaited(), self.locks()
        call = await player.wait_for(lambda mail: "It is your turn" in text_of(mail))
        id_, raw, to = await self.send(call, "done")
        killed = len(self.points)
        self.finger.write_text(str(step))
        await self.hand_over(raw, to)
        for _ in range(1500):
            if self.serving.process.returncode is not None:
                await self.revive()
                await self.hand_over(raw, to)  # a server that heard no answer sends it once more
            if self.locks() == before + 1 and self.is_quiet() and self.answers(player, id_):
                break
            await asyncio.sleep(0.02)
        self.finger.unlink(missing_ok=True)
        assert self.locks() == before + 1, f"run {self.locks() - before} times: {self.points[-1:]}\n{self.serving.log}"
        (answer,) = self.answers(player, id_)
        assert "YOUR ORDERS RAN" in text_of(answer), text_of(answer)
        self.check_mails()
        return len(self.points) > killed

    def answers(self, player: Correspondent, id_: str) -> list[EmailMessage]:
        return [
            mail for mail in player.mails if str(mail["In-Reply-To"]) == id_ and "seq=" not in str(mail["X-Fieldpost"])
        ]

    def is_quiet(self) -> bool:
        """Whether everything that was queued has been sent, and both have been told of the newest entry."""
        with opened(self.serving.database) as table:
            waiting = table.journal.database.query("select count(*) from mail_out where state = 'waiting'")[0][0]
            newest = table.news(GAME)[-1].seq
        told = [max((entry_of(mail) for mail in one.mails), default=0) for one in (self.ann, self.bob)]
        return waiting == 0 and min(told) >= newest

    def check_mails(self) -> None:
        """Nobody is told the same twice, but by the same mail again."""
        seen = dict[tuple[str, str], bytes]()
        for _, recipient, raw in self.room.outside.taken:
            id_ = raw.partition(b"Message-ID: ")[2].partition(b"\r\n")[0].decode()
            assert seen.setdefault((recipient, id_), raw) == raw, f"{id_} says something else the second time"
        for player in (self.ann, self.bob):
            told = [entry for mail in player.mails if (entry := entry_of(mail))]
            assert len(told) == len(set(told)), f"{player.name} was told twice: {told}"


def entry_of(mail: EmailMessage) -> int:
    facts = str(mail["X-Fieldpost"] or "")
    return int(facts.rpartition("seq=")[2] or 0) if "seq=" in facts else 0


@pytest.mark.timeout(900)
@pytest.mark.long
async def test_killed_before_and_after_each_write_of_a_mail(room: Mailroom) -> None:
    ordeal = Ordeal(room)
    await ordeal.begin()
    try:
        for step in range(1, MOST_STEPS, STRIDE):
            if find_game(ordeal.serving.database, GAME).phase is None or not await ordeal.phase(step):
                break
        assert len(ordeal.points) >= share(5, 2), f"killed only {len(ordeal.points)} times: {ordeal.points}"
        with opened(ordeal.serving.database) as table:
            assert verify(table.export(GAME)).holds
    finally:
        await ordeal.serving.kill()
    assert "Traceback" not in ordeal.serving.log, ordeal.serving.log
