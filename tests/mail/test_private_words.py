"""Press and notes by mail: they reach those they are for, name nobody, and nothing in them is an order."""

import pytest

from bot.hosting.engine_thread import EngineData
from tests.mail.loopback.mailroom import text_of
from tests.mail.loopback.office import Office, mail
from tests.mail.test_receiving import office

pytestmark = pytest.mark.asyncio
__all__ = ["office"]
ANN, BOB = "annabelle", "bobadil"


async def begun(office: Office, terms: str = "") -> tuple[str, dict[str, str]]:
    """A game of the two, and the addresses of their seats by side."""
    await office.introduce(ANN, f"new millers-bridge 3d {terms}")
    game = (await office.engine.use_table(lambda table: table.games()))[0]
    await office.take(mail(ANN, f"join {game.id} reeve"))
    await office.introduce(BOB, f"join {game.id} reivers")

    def keys(data: EngineData) -> dict[str, str]:
        found = data.table.game(game.id)
        return {side: data.people.seat_key(game.id, side, found.holder(side)) for side in found.sides}

    found = await office.engine.use_data(keys)
    return game.id, {side: f"orders+{key}@play.example" for side, key in found.items()}


@pytest.mark.parametrize("terms", ["", "anonymous"])
async def test_press_goes_to_the_other_side_without_a_name(office: Office, terms: str) -> None:
    game, seats = await begun(office, terms)
    sent = await office.take(mail(ANN, "press reivers: quicksilver at the ford; done", to=seats["reeve"]))
    to_bob = [found for found in sent if BOB in str(found["To"])]
    to_ann = [found for found in sent if ANN in str(found["To"])]
    assert len(to_bob) == 1 and "| quicksilver at the ford; done" in text_of(to_bob[0])
    assert ANN not in to_bob[0].as_string() and seats["reivers"] in str(to_bob[0]["Reply-To"])
    assert "Sent to The Reivers" in text_of(to_ann[0])
    assert not await office.engine.use_table(lambda table: table.draft(game, "reeve")), "no order, whatever it says"
    back = await office.take(mail(BOB, "press reeve: I hear you", to=seats["reivers"]))
    assert any("| I hear you" in text_of(found) and ANN in str(found["To"]) for found in back)
    assert "millers-1" in str(to_bob[0]["Subject"])


async def test_notes_are_shown_to_nobody_else(office: Office) -> None:
    _, seats = await begun(office)
    await office.take(mail(ANN, "note: wolfsbane in the wood", to=seats["reeve"]))
    (own,) = await office.take(mail(ANN, "notes", to=seats["reeve"]))
    (other,) = await office.take(mail(BOB, "notes\nexport\nlog", to=seats["reivers"]))
    assert "| 1: wolfsbane in the wood" in text_of(own) and "wolfsbane" not in other.as_string()
    (gone,) = await office.take(mail(ANN, "note delete 1", to=seats["reeve"]))
    assert "Deleted" in text_of(gone)


@pytest.mark.long
async def test_reports_and_look_ups_of_an_anonymous_game_name_nobody(office: Office) -> None:
    _, seats = await begun(office, "anonymous")
    for name, side, other in ((ANN, "reeve", BOB), (BOB, "reivers", ANN)):
        told = await office.take(mail(name, "status\ngames\nlog\nexport\nluck\nunits", to=seats[side]))
        told += await office.take(mail(name, "choose a\ncommit", to=seats[side]))
        mine = [found.as_string() for found in told if name in str(found["To"])]
        assert mine and not any(other in whole for whole in mine)
    end = await office.take(mail(ANN, "concede", to=seats["reeve"]))
    code = next(line for found in end for line in text_of(found).splitlines() if "yes concede" in line)
    over = await office.take(mail(ANN, code[code.index("yes concede") :].split('"')[0], to=seats["reeve"]))
    assert any(f"Player 1 was {ANN}" in text_of(found) for found in over)
