"""The key of a seat opens nothing for somebody who does not hold the seat any more."""

import pytest

from tests.mail.loopback.mailroom import text_of
from tests.mail.loopback.office import Office, mail
from tests.mail.test_private_words import ANN, BOB, begun
from tests.mail.test_receiving import office
from tests.support.toy_system import NOW

pytestmark = pytest.mark.asyncio
__all__ = ["office"]


@pytest.mark.parametrize("taken", [False, True])
async def test_whoever_has_left_is_a_spectator(office: Office, taken: bool) -> None:
    game, seats = await begun(office)
    await office.engine.use_table(lambda table: table.leave(game, "reivers", BOB, NOW))
    if taken:
        await office.engine.use_table(lambda table: table.seat(game, "reivers", "1234567", NOW))
    told = await office.take(mail(BOB, "choose a\ncommit\nmap\nnotes\npress reeve: boo", to=seats["reivers"]))
    (own,) = [text_of(found) for found in told if BOB in str(found["To"])]
    assert "do not hold" in own
    assert not await office.engine.use_table(
        lambda table: table.draft(game, "reivers") or table.press_of(game, "reeve")
    )
    assert not any("boo" in text_of(found) for found in told if ANN in str(found["To"]))
