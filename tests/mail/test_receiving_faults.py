"""A mailbox whose server breaks off, falls silent or refuses: every mail is carried out once and answered once."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from bot.hosting.doors import Doors
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.mail.handled import Handled
from bot.mail.reading.author_text import MOST_BYTES
from bot.mail.receiving import Letter, Receiver
from bot.mail.serve import MailDoor
from bot.mail.settings import MailSettings, Server
from bot.mail.transport import imap_inbox
from tests.mail.loopback.faulty_imap import COMMANDS, Fault, FaultyImap
from tests.mail.loopback.faulty_smtp import FaultySmtp
from tests.mail.loopback.mailroom import ADDRESS, AUTHSERV, text_of
from tests.mail.loopback.office import Office, mail, parsed
from tests.support.databases import new_database
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio
ON_CONNECTING = ("greeting", "CAPABILITY", "LOGIN", "SELECT", "LIST")
FOREVER = 1_000_000
KINDS = ("drop", "lost", "silent", "no", "bad")
SOME = [("LOGIN", "drop"), ("SEARCH", "no"), ("FETCH", "silent"), ("MOVE", "lost"), ("IDLE", "drop"), ("DONE", "lost")]


class House:
    """The door by mail as ``fieldpost serve`` opens it, between two servers of ours, with Ann."""

    def __init__(self, engine: EngineThread, imap: FaultyImap, smtp: FaultySmtp) -> None:
        self.engine, self.imap, self.smtp = engine, imap, smtp
        way_in = Server("127.0.0.1", imap.port, "none", "orders", "secret")
        self.settings = MailSettings(ADDRESS, Server("127.0.0.1", smtp.port, "none"), way_in, authserv=AUTHSERV)
        self.stop = asyncio.Event()

    async def open(self) -> None:
        self.stop.clear()
        self.running = asyncio.create_task(MailDoor(Doors(self.engine), self.settings).run(self.stop))

    async def close(self) -> None:
        self.stop.set()
        assert await asyncio.wait_for(self.running, 15) == ""

    async def until(self, fits: Callable[[], bool], seconds: float = 20) -> None:
        for _ in range(round(seconds / 0.01)):
            if fits():
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"not within {seconds} s; the last commands were {self.imap.commands[-12:]}")

    async def games(self) -> int:
        return await self.engine.use_table(lambda table: len(table.journal.games()))

    def answers(self) -> list[str]:
        return [text_of(parsed(raw)) for _, _, raw in self.smtp.taken]


@pytest_asyncio.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """Not open yet."""
    monkeypatch.setattr(imap_inbox, "PAUSES", (0.02,))
    monkeypatch.setattr(imap_inbox, "TIMEOUT", 0.5)
    monkeypatch.setattr(imap_inbox, "POLL", 0.05)
    monkeypatch.setattr(imap_inbox, "RETRY", 0.1)
    monkeypatch.setattr(imap_inbox, "RETRIES", (0.1,))
    imap, smtp, engine = (
        await FaultyImap().start(),
        await FaultySmtp().start(),
        EngineThread(new_database(tmp_path / "games.db")),
    )
    await Office(engine).introduce("Ann", "games")
    yield House(engine, imap, smtp)
    await imap.stop()
    await smtp.stop()
    engine.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("command", share(COMMANDS, dict(SOME)))
async def test_a_fault_at_any_command(house: House, command: str) -> None:
    """Each mail opens a game: one that is carried out twice would open two."""
    await house.open()
    for number, kind in enumerate(share(KINDS, (dict(SOME).get(command),)), 1):
        await house.until(lambda: house.imap.commands[-1:] == ["IDLE"])
        house.imap.met.clear()
        house.imap.fault = Fault(command, kind)  # type: ignore[arg-type]
        if command in ON_CONNECTING:
            house.imap.disconnect()
        house.imap.deliver(mail("Ann", "new millers-bridge 3d"))
        await house.until(lambda n=number: len(house.smtp.taken) >= n)  # type: ignore[misc]
        await house.until(lambda: bool(house.imap.met) and not house.imap.mails())
        assert house.imap.met == [command]
        assert await house.games() == number == len(house.smtp.taken) == len(house.imap.mails("Done")), kind
    await house.close()


@pytest.mark.parametrize("kind", ["drop", "silent", "no"])
async def test_a_program_that_ends_does_not_wait_for_its_mailbox(house: House, kind: str) -> None:
    house.imap.fault = Fault("LOGOUT", kind)  # type: ignore[arg-type]
    await house.open()
    await house.until(lambda: house.imap.commands[-1:] == ["IDLE"])
    await house.close()


async def test_a_mailbox_that_is_full_keeps_no_mail_waiting_and_none_is_read_again(house: House) -> None:
    """Where nothing can be moved, all is carried out all the same, and answered once."""
    house.imap.fault = Fault("MOVE", "no", FOREVER, "[OVERQUOTA] no room")
    await house.open()
    for number in range(1, 4):
        house.imap.deliver(mail("Ann", "new millers-bridge 3d"))
        await house.until(lambda n=number: len(house.smtp.taken) == n)  # type: ignore[misc]
    assert len(house.imap.mails()) == 3 and await house.games() == 3
    fetched = [line for line in house.imap.commands if "PEEK" in line]
    assert len(fetched) == 3, fetched
    house.imap.fault = None
    house.imap.deliver(mail("Ann", "new millers-bridge 3d"))
    await house.until(lambda: len(house.smtp.taken) == 4 and not house.imap.mails())
    assert await house.games() == 4 == len(house.imap.mails("Done"))
    await house.close()


async def test_a_server_without_move_idle_or_room_for_folders(house: House) -> None:
    house.imap.capabilities = "IMAP4rev1"
    house.imap.fault = Fault("CREATE", "no", 2, "[OVERQUOTA] no room")
    await house.open()
    house.imap.deliver(mail("Ann", "new millers-bridge 3d"))
    await house.until(lambda: len(house.smtp.taken) == 1)
    house.imap.disconnect()
    await house.until(lambda: not house.imap.mails())
    house.imap.deliver(mail("Ann", "new millers-bridge 3d"))
    await house.until(lambda: len(house.smtp.taken) == 2 and not house.imap.mails())
    house.imap.fault = Fault("COPY", "no", FOREVER, "[OVERQUOTA] no room")
    for number in (3, 4):
        house.imap.deliver(mail("Ann", "new millers-bridge 3d"))
        await house.until(lambda n=number: len(house.smtp.taken) == n)  # type: ignore[misc]
    house.imap.fault = None
    await house.until(lambda: len(house.smtp.taken) == 4 and not house.imap.mails())
    assert await house.games() == 4
    await house.close()


MOVING = [(command, kind) for command in ("COPY", "STORE", "EXPUNGE", "SELECT", "SEARCH", "FETCH") for kind in KINDS]


@pytest.mark.parametrize(("command", "kind"), share(MOVING, [("STORE", "no"), ("COPY", "lost"), ("STORE", "drop")]))
async def test_a_server_without_move_gets_one_copy_of_each_mail(house: House, command: str, kind: str) -> None:
    """Whatever fails between copying and deleting, and however often: also if Fieldpost is started anew meanwhile."""
    house.imap.capabilities = "IMAP4rev1"
    await house.open()
    await house.until(lambda: "Done" in house.imap.folders)
    house.imap.fault = Fault("STORE", "no", 4, "[CANNOT] not now")
    house.imap.deliver(mail("Ann", "new millers-bridge 3d"))
    await house.until(lambda: len(house.imap.met) >= 2)
    assert len(house.imap.mails("Done")) == 1
    await house.close()
    house.imap.fault = Fault(command, kind, 3)  # type: ignore[arg-type]
    house.imap.deliver(mail("Ann", "new millers-bridge 3d"))
    await house.open()
    await house.until(lambda: not house.imap.mails())
    assert len(house.imap.mails("Done")) == 2 == await house.games()
    await house.close()


@pytest.mark.parametrize("connected", [True, False])
async def test_new_numbers_for_all_mails_confuse_nothing(house: House, connected: bool) -> None:
    """UIDVALIDITY is another between two looks: a new mail has the number of one that could not be moved."""
    await house.open()
    house.imap.fault = Fault("MOVE", "no", FOREVER, "[OVERQUOTA] no room")
    for number in (1, 2):
        house.imap.deliver(mail("Ann", "new millers-bridge 3d"))
        await house.until(lambda n=number: len(house.imap.met) >= n and len(house.smtp.taken) == n)  # type: ignore[misc]
    house.imap.fault = None
    del house.imap.folders["INBOX"].mails[0]
    house.imap.forget_uids()
    if not connected:
        house.imap.disconnect()
    house.imap.deliver(mail("Ann", "new millers-bridge 3d"))
    await house.until(lambda: len(house.smtp.taken) == 3 and not house.imap.mails())
    assert await house.games() == 3 and len(house.imap.mails("Done")) == 2
    await house.close()


async def test_a_mail_of_thirty_megabytes_is_not_fetched_and_its_sender_is_told(house: House) -> None:
    bomb = mail("Ann", "new millers-bridge 3d") + b"x" * 70 + b"\r\n" * 15_000_000
    await house.open()
    house.imap.deliver(bomb)
    house.imap.deliver(mail("Ann", "new millers-bridge 3d"))
    house.imap.deliver(b"Received: from elsewhere\r\n" + bomb)
    await house.until(lambda: len(house.smtp.taken) == 2 and not house.imap.mails())
    assert house.imap.sent < 300_000, "its headers alone"
    assert f"at most {MOST_BYTES:,} are read" in " ".join(house.answers()[0].split())
    assert await house.games() == 1 and len(house.imap.mails("Refused")) == 2
    await house.close()


async def test_forty_mails_at_once_from_twenty_people(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """All are answered once, and each person's in the order in which they came, though the server is slow at first."""
    monkeypatch.setattr("bot.mail.receiving.STRANGERS_AN_HOUR", 50)
    office, people = Office(house.engine), [f"Player{number}" for number in range(share(20, 6))]
    for name in people:
        await office.introduce(name, "games")
    for sides in (2, 3):
        for name in people:
            house.imap.deliver(mail(name, f"roll {sides}d6"))
    house.smtp.hold.clear()
    await house.open()
    await house.until(lambda: bool(house.smtp.taken) and not house.imap.mails(), 60)
    house.smtp.hold.set()
    await house.until(lambda: len(house.smtp.taken) >= 2 * len(people), 60)
    await house.close()
    for name in people:
        rolls = [
            text_of(parsed(raw))
            for _, recipient, raw in house.smtp.taken
            if recipient == f"{name.lower()}@home.example"
        ]
        assert len(rolls) == 2 and "2d6" in rolls[0] and "3d6" in rolls[1], rolls


async def test_a_mail_that_cannot_be_stored_is_tried_again_after_growing_pauses(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not at every look: others come meanwhile, and are carried out at once."""
    whole, tried = Receiver._carry_out, list[float]()

    def fail_for_one(self: Receiver, data: EngineData, letter: Letter) -> Handled:
        if "3d" not in letter.mail.subject:
            return whole(self, data, letter)
        tried.append(time.monotonic())
        raise RuntimeError("planted")

    monkeypatch.setattr(Receiver, "_carry_out", fail_for_one)
    monkeypatch.setattr(imap_inbox, "RETRIES", (0.1, 0.4, 60.0))
    await house.open()
    house.imap.deliver(mail("Ann", "games", subject="3d"))
    await house.until(lambda: len(tried) == 3)
    for number in range(1, 4):
        house.imap.deliver(mail("Ann", "new millers-bridge 3d"))
        await house.until(lambda n=number: len(house.smtp.taken) == n)  # type: ignore[misc]
    await house.until(lambda: len(house.imap.mails()) == 1)
    assert len(tried) == 3 and tried[1] - tried[0] >= 0.1 and tried[2] - tried[1] >= 0.4
    await house.close()
