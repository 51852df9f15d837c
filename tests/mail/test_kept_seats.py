"""Seats by mail that are kept for somebody: by the one who opened the game, and in a rematch."""

import re
from email.message import EmailMessage

import pytest

from tests.mail.loopback.mailroom import text_of
from tests.mail.loopback.office import ARRIVED, Office, mail
from tests.mail.test_decisions import KEY, begin, game
from tests.mail.test_receiving import office
from tests.mail.test_strays import answer

pytestmark = pytest.mark.asyncio
__all__ = ["office"]


def to(name: str, mails: list[EmailMessage]) -> str:
    """What one person gets, on one line."""
    return " ".join(" ".join(text_of(one).split()) for one in mails if str(one["To"]).startswith(name.lower()))


async def over(office: Office) -> None:
    """Ann concedes the game that she opened, and Bob wins."""
    await begin(office)
    code = re.search(r"yes concede \w{6}", await answer(office, "Ann", "concede"))
    assert code and "CONCEDED" in await answer(office, "Ann", code[0])
    assert (await game(office)).won_by == "The Reivers"


async def test_a_seat_is_kept_for_somebody_who_is_told_by_mail(office: Office) -> None:
    await office.introduce("Bob", "games")
    await office.introduce("Cid", "games")
    await office.introduce("Ann", "new millers-bridge 3d")
    mails = await office.take(mail("Ann", f"reserve {KEY} the Reivers Bob"))
    assert "The seat of The Reivers in The Miller's Bridge is kept for Bob, who is told." in to("ann", mails)
    told = to("bob", mails)
    assert "is kept for you" in told and f'"join {KEY} reivers"' in told and not to("cid", mails)
    said = await answer(office, "Cid", f"join {KEY} reivers")
    assert "is kept for Bob" in said, said
    assert "You play The Reeve's Men" in await answer(office, "Cid", f"join {KEY}"), "the seat that is kept for nobody"
    assert "You play The Reivers" in await answer(office, "Bob", f"join {KEY}")
    assert "is not free" in await answer(office, "Ann", f"reserve {KEY} reivers Cid")


async def test_only_whoever_opened_a_game_keeps_seats_and_only_for_people_who_are_known(office: Office) -> None:
    await office.introduce("Ann", f"new millers-bridge 3d\njoin {KEY} reeve")
    await office.introduce("Bob", "games")
    for line, says in (
        ("reserve reivers Zoe", "Nobody is known here as 'Zoe'"),
        ("reserve nowhere Bob", "has no side 'nowhere Bob'. Write \"reserve millers-1 reeve\" or"),
        ("reserve", 'The side is missing. Write "reserve millers-1 reeve" or "reserve millers-1 reivers"'),
        ("reserve millers-7 reivers Bob", "millers-7"),
    ):
        said = await answer(office, "Ann", line)
        assert says in said, said
    assert "by the player who opened The Miller's Bridge: Ann" in await answer(
        office, "Bob", f"reserve {KEY} reivers Bob"
    )
    assert 'This needs a game: name it first, such as "reserve millers-1' in await answer(
        office, "Bob", "reserve reivers Bob"
    )
    await answer(office, "Ann", "reserve reivers Ann")
    assert "is kept for Ann" in await answer(office, "Bob", f"join {KEY} reivers")
    assert "is free for anybody" in await answer(office, "Ann", "reserve reivers anybody")
    assert "You play The Reivers" in await answer(office, "Bob", f"join {KEY}")


@pytest.mark.long
async def test_a_rematch_changes_the_sides_and_keeps_the_seats(office: Office) -> None:
    await over(office)
    assert (await game(office)).holder("reeve") == "ann"
    mails = await office.take(mail("Ann", f"rematch {KEY}"))
    said = to("ann", mails)
    assert "its id is millers-2. You play The Reivers. Kept are The Reeve's Men for Bob, who are told." in said, said
    told = to("bob", mails)
    assert "The Miller's Bridge is opened again." in told and '"join millers-2 reeve"' in told, told
    made = await office.engine.use_table(lambda table: table.game("millers-2"))
    assert made.calendar == (await game(office)).calendar and made.seats == {"reeve": "", "reivers": "ann"}
    assert "You play The Reeve's Men" in (said := await answer(office, "Bob", "join millers-2")), said
    assert (await office.engine.use_table(lambda table: table.game("millers-2"))).started


@pytest.mark.long
async def test_what_is_no_rematch_is_refused_with_the_reason(office: Office) -> None:
    await begin(office)
    assert "is not over yet" in await answer(office, "Ann", "rematch")
    await office.introduce("Cid", "games")
    assert 'This needs a game: name it first, such as "rematch millers-1"' in await answer(office, "Cid", "rematch")
    await answer(office, "Ann", "Rematch?")
    code = re.search(r"yes concede \w{6}", await answer(office, "Ann", "concede"))
    assert code
    await answer(office, "Ann", code[0])
    assert "Only somebody who played" in await answer(office, "Cid", f"rematch {KEY}")
    assert len(await office.engine.use_table(lambda table: table.games())) == 1


@pytest.mark.long
async def test_a_rematch_with_anonymous_seats_keeps_none_and_names_nobody(office: Office) -> None:
    await begin(office, "3d anonymous")
    code = re.search(r"yes concede \w{6}", await answer(office, "Ann", "concede"))
    assert code
    await answer(office, "Ann", code[0])
    mails = await office.take(mail("Ann", f"rematch {KEY}"))
    assert "Bob" not in to("ann", mails) and "Kept" not in to("ann", mails)
    told = to("bob", mails)
    assert "is opened again as" in told and '"join millers-2"' in told and "Ann" not in told, told
    assert (await office.engine.use_table(lambda table: table.game("millers-2"))).anonymous


async def test_a_letter_that_comes_too_late_is_left_out(office: Office) -> None:
    await office.introduce("Bob", "games")
    await office.introduce("Ann", "new millers-bridge 3d")
    raw = mail("Ann", f"reserve {KEY} reivers Bob")
    await office.receiver.accept(raw, ARRIVED)
    await office.receiver.accept(mail("Bob", f"join {KEY} reivers"), ARRIVED)
    mails = await office.take(mail("Ann", "games"))
    assert "is kept for you" not in to("bob", mails) and "You play The Reivers" in to("bob", mails)


async def test_a_letter_about_a_seat_goes_out_once(office: Office) -> None:
    await office.introduce("Bob", "games")
    await office.introduce("Ann", "new millers-bridge 3d")
    assert to("bob", await office.take(mail("Ann", f"reserve {KEY} reivers Bob")))
    assert not to("bob", await office.take(mail("Ann", "games")))
    waiting = await office.engine.use_data(lambda data: data.waiting_games("mail"))
    assert waiting == ()
