"""Addresses of seats that others have seen: they change by themselves, and their owners are told and lose nothing."""

from collections.abc import AsyncIterator
from email.message import EmailMessage
from pathlib import Path

import pytest
import pytest_asyncio

from bot.hosting.engine_thread import EngineThread
from bot.hosting.leaked_keys import keys_in, replace_shown
from tests.mail.loopback.mailroom import text_of
from tests.mail.loopback.office import ARRIVED, Office, mail
from tests.support.databases import new_database

pytestmark = pytest.mark.asyncio


class Game:
    """Two Shores; Ann is first.  ``call``: the mail that calls her."""

    def __init__(self, office: Office, call: EmailMessage) -> None:
        self.office, self.call, self.address = office, call, str(call["Reply-To"])

    async def opens(self, address: str) -> bool:
        return bool(await self.office.engine.use_data(lambda data: keys_in(data.people, address)))

    async def bought(self) -> bool:
        log = await self.office.engine.use_table(lambda table: table.log("two-1"))
        return "buys 3 infantry" in "".join(log)


@pytest_asyncio.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    office = Office(EngineThread(new_database(tmp_path / "games.db")))
    await office.introduce("Ann", "new two-shores 3d\njoin two-1 azure")
    mails = await office.introduce("Bob", "join two-1 amber")
    yield Game(office, next(one for one in mails if "It is your turn" in text_of(one)))
    office.engine.close()


async def test_a_mail_that_goes_to_others_too(game: Game) -> None:
    """It is carried out, and the answer comes from the new address."""
    raw = mail("Ann", "buy 3 infantry\ndone", game.address, cc="Bob <bob@home.example>")
    answer = next(one for one in await game.office.take(raw) if str(one["Subject"]).startswith("Re:"))
    assert await game.bought() and "Your mail went to others too" in " ".join(text_of(answer).split())
    assert not await game.opens(game.address) and await game.opens(str(answer["Reply-To"]))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("cc", ["", "orders@play.example", "ann@home.example"])
async def test_a_mail_to_the_program_and_oneself_changes_nothing(game: Game, cc: str) -> None:
    await game.office.take(mail("Ann", "status", game.address, cc=cc))
    assert await game.opens(game.address)


async def test_somebody_elses_mail_to_the_seat(game: Game) -> None:
    """It runs and shows nothing; the owner hears of it, and is answered at the old address by the new one."""
    await game.office.take(mail("Ann", "buy 2 infantry", game.address))
    (told,) = await game.office.take(mail("Bob", "buy 3 infantry\nmap\nstatus\ndone", game.address))
    assert not await game.bought() and not await game.opens(game.address)
    said = " ".join(text_of(told).split())
    assert "somebody else's seat" in said and "buy" not in said and len(list(told.walk())) == 1, said
    assert await game.office.engine.use_table(lambda table: table.draft("two-1", "azure")) == "buy 2 infantry"
    (answer,) = await game.office.take(mail("Ann", "buy 3 infantry\ndone", game.address))
    assert "This seat has a new address" in text_of(answer) and not await game.bought()
    mails = await game.office.take(mail("Ann", "buy 3 infantry\ndone", str(answer["Reply-To"]), str(answer["Subject"])))
    assert await game.bought(), [text_of(one) for one in mails]
    assert "Somebody else has written to the address of your seat" in " ".join(" ".join(map(text_of, mails)).split())


async def test_a_key_in_a_public_post(game: Game) -> None:
    post = f"> On Tuesday Fieldpost <{game.address}> wrote:\n> your turn\n\nI shall attack!"
    await game.office.engine.use_data(lambda data: replace_shown(data.people, post, "a post", ARRIVED))
    assert not await game.opens(game.address)
    (answer,) = await game.office.take(mail("Ann", "games"))
    assert "The address of your seat stands in a post" in " ".join(text_of(answer).split())
