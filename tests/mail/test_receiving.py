"""What becomes of single mails: carried out once, answered once, and never for somebody who may be somebody else."""

from collections.abc import AsyncIterator
from email.message import EmailMessage
from pathlib import Path

import pytest
import pytest_asyncio

from bot.hosting.engine_thread import EngineThread
from bot.hosting.mail_queue import STALE
from bot.hosting.sender_limits import FOR_A_PLAYER, Limit
from bot.hosting.utc_now import utc_now
from bot.mail import receiving
from bot.mail.transport.sender import Outcome
from engine.log.deadline import add_seconds
from tests.mail.loopback.mailroom import text_of
from tests.mail.loopback.office import ARRIVED, Office, mail
from tests.support.databases import new_database

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    engine = EngineThread(new_database(tmp_path / "games.db"))
    yield Office(engine)
    engine.close()


async def started(office: Office) -> EmailMessage:
    """A game of Ann and Bob.  Returns the mail that calls for the orders of whoever is first."""
    await office.introduce("Ann", "new millers-bridge 3d\njoin millers-1 reeve")
    mails = await office.introduce("Bob", "join millers-1")
    (call,) = [mail for mail in mails if "Your turn" in mail["Subject"]]
    return call


def writer_of(call: EmailMessage) -> str:
    return str(call["To"]).split("@")[0].capitalize()


async def length(office: Office) -> int:
    return await office.engine.use_table(lambda table: table.game("millers-1").length)


async def test_a_mail_delivered_twice_is_carried_out_once(office: Office) -> None:
    call = await started(office)
    raw = mail(writer_of(call), "choose a\ndone", to=str(call["Reply-To"]))
    assert await office.take(raw)
    after = await length(office)
    assert await office.take(raw) == [] and await length(office) == after


async def test_an_answer_that_may_have_gone_out_is_sent_again_with_the_same_bytes(office: Office) -> None:
    call = await started(office)
    office.fate = Outcome("later", "451 greylisted")
    await office.take(mail(writer_of(call), "status", to=str(call["Reply-To"])))
    first = office.sent[-1]
    office.sent.clear()
    await office.later()
    assert first in office.sent


async def test_strangers_of_whom_nobody_knows_anything_are_not_answered(office: Office) -> None:
    assert await office.take(mail("Eve", "help", vouched="")) == []
    assert await office.take(mail("Eve", "help", vouched="fail")) == []
    (welcome,) = await office.take(mail("Eve", "help"))
    assert "Welcome" in welcome["Subject"]
    assert await office.take(mail("Eve", "help")) == [], "once a day"


async def test_a_seats_key_from_another_address_runs_nothing(office: Office) -> None:
    call = await started(office)
    before = await length(office)
    answers = await office.take(mail("Mallory", "choose a\ndone", to=str(call["Reply-To"])))
    assert await length(office) == before and all("ANSWER THIS MAIL" in text_of(answer) for answer in answers)


async def test_without_the_key_a_sender_must_be_vouched_for(office: Office) -> None:
    call = await started(office)
    before = await length(office)
    await office.take(mail(writer_of(call), "choose a\ndone", vouched=""))
    assert not [news for news in await office.take(mail("Ann", "games")) if "Your turn" in news["Subject"]]
    written = await length(office)
    assert written - before <= 1, "a draft at most"
    await office.take(mail(writer_of(call), "choose a\ndone", vouched="pass"))
    assert await length(office) > written + 2


async def test_a_new_key_replaces_the_old(office: Office) -> None:
    call = await started(office)
    who, old = writer_of(call), str(call["Reply-To"])
    (answer,) = await office.take(mail(who, "newkey", to=old))
    before = await length(office)
    (told,) = await office.take(mail(who, "choose a\ndone", to=old))
    assert "new address" in text_of(told) and await length(office) == before
    await office.take(mail(who, "choose a\ndone", to=str(answer["Reply-To"])))
    assert await length(office) > before


async def test_too_many_mails_are_answered_once_with_the_time_when_they_are_read_again(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = ["2026-01-31T12:00:00Z"]
    monkeypatch.setattr(receiving, "utc_now", lambda: clock[0])
    monkeypatch.setattr(receiving, "LIMITS", (Limit(3, 3_600, "an hour"), Limit(5, 86_400, "a day")))
    await office.engine.use_data(lambda data: data.people.add("mail", "ann@home.example", "Ann", clock[0]))

    async def answers(at: str) -> str:
        clock[0] = f"2026-01-31T{at}Z"
        return "".join(map(text_of, await office.take(mail("Ann", "roll 2d6"))))

    for at in ("12:00:00", "12:10:00", "12:20:00"):
        assert "2d6" in await answers(at)
    slow = " ".join((await answers("12:30:00")).split())
    assert "More than 3 mails came from you in an hour" in slow and "before Sat 31 January 13:00 UTC: write" in slow
    for at in ("12:31:00", "12:59:58"):
        assert not await answers(at), "said once"
    assert "2d6" in await answers("13:00:00"), "what was not read counts for nothing"
    assert "13:10 UTC" in await answers("13:05:00")
    assert "2d6" in await answers("13:15:00")
    day = " ".join((await answers("15:00:00")).split())
    assert "More than 5 mails came from you in a day" in day and "before Sun 1 February 12:00 UTC" in day
    assert not await answers("18:00:00")


async def test_whoever_runs_a_league_has_room_for_a_round_of_it(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receiving, "LIMITS", (Limit(3, 3_600, "an hour"), Limit(5, 86_400, "a day")))
    for name in ("Ann", "Bob"):
        await office.introduce(name, "games")
    await office.take(mail("Ann", "league new Cup system=miniwars format=swiss scenarios=millers-bridge"))
    await office.take(mail("Bob", "league enter"))
    await office.take(mail("Ann", "league enter"))
    more = 2 * FOR_A_PLAYER
    for _ in range(3 + more - 4):
        assert await office.take(mail("Ann", "league rounds"))
    assert f"More than {3 + more} mails" in text_of((await office.take(mail("Ann", "league rounds")))[0])
    assert "More than 3 mails" in text_of((await office.take(mail("Bob", "league show")))[0])


async def test_addresses_that_refuse_mails_rest_until_one_comes_from_there(office: Office) -> None:
    await office.introduce("Ann", "new millers-bridge\njoin millers-1 reeve")
    office.fate = Outcome("refused", "550 5.1.1 no such user")
    for _ in range(3):
        await office.take(mail("Ann", "roll 2d6"))
    state = await office.engine.use_data(lambda data: data.people.contact("mail", "ann@home.example"))
    assert state and state.state == "resting"
    office.fate = Outcome("delivered")
    await office.take(mail("Ann", "games"))
    state = await office.engine.use_data(lambda data: data.people.contact("mail", "ann@home.example"))
    assert state and state.state == "confirmed"


REPORT = """Return-Path: <>
From: MAILER-DAEMON@mx.play.example
To: {to}
Message-ID: <{number}@mx.play.example>
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.play.example

Final-Recipient: rfc822; ann@home.example
Action: failed
Status: 5.1.1

--b
Content-Type: text/rfc822-headers

Subject: {number}
{quoted}

--b--
"""


@pytest.mark.parametrize("place", ["orders+bounces-{}@play.example", "bounces+{}@play.example", "quoted"])
async def test_a_mail_that_comes_back_is_known_by_its_tag_alone(office: Office, place: str) -> None:
    """In the address to which it comes back, today's or that of earlier programs, or in the mail that it quotes."""
    call = await started(office)
    tags = "select tag from mail_out where kind = 'report' and address = 'ann@home.example'"
    ((tag, *_), *_) = await office.engine.use_data(lambda data: data.table.journal.database.query(tags))
    for number, known in enumerate(["0" * 20] * 3 + [str(tag)] * 3):
        folded = f"X-Fieldpost: game=millers-1; seat=reeve;\n tag={known}; seq=7"
        to, quoted = (call["From"], folded) if place == "quoted" else (place.format(known), "X-Other: 1")
        report = REPORT.format(to=to, number=number, quoted=quoted)
        for _ in range(2):
            assert await office.take(report.replace("\n", "\r\n").encode()) == []
        contact = await office.engine.use_data(lambda data: data.people.contact("mail", "ann@home.example"))
        assert contact and contact.failures == max(0, number - 2)
    assert contact and contact.state == "resting"


async def test_the_owner_of_an_address_that_rests_is_told_with_the_next_answer_elsewhere(office: Office) -> None:
    await office.introduce("Ann", "new millers-bridge\njoin millers-1 reeve")
    office.fate = Outcome("refused", "550 5.1.1 no such user")
    for _ in range(3):
        await office.take(mail("Ann", "roll 2d6"))
    office.fate = Outcome("delivered")
    code = await office.engine.use_data(lambda data: data.people.new_code("ann", f"2099{ARRIVED[4:]}"))
    assert await office.take(mail("Annie", f"link {code}"))
    first, second = [text_of((await office.take(mail("Annie", "roll 2d6")))[0]) for _ in range(2)]
    assert "PLEASE NOTE" in first and "mails to ann@home.example came back" in " ".join(first.split())
    assert "PLEASE NOTE" not in second


async def test_rolls_are_shown_behind_bars_and_refused_with_a_caret(office: Office) -> None:
    await office.introduce("Ann", "games")
    rolls = "roll U1 charges: 2d6 vs 1d6; d66\nroll 2d6x2\nroll 6x 4d6kh3"
    text = text_of((await office.take(mail("Ann", rolls)))[0]).replace("\r", "")
    for line in (
        "| U1 charges — 2d6: ",
        "| vs 1d6: ",
        "| d66: ",
        "| 2d6x2\n|    ^\n| x repeats",
        "|   instead: 2d6*2",
        "| 6. [",
    ):
        assert f"\n{line}" in text, line
    assert "fieldpost roll 'U1 charges: 2d6 vs 1d6; d66' --secret " in text


async def test_a_code_joins_addresses_and_seats_change_hands(office: Office) -> None:
    await office.introduce("Ann", "new millers-bridge\njoin millers-1 reeve")
    code = await office.engine.use_data(lambda data: data.people.new_code("4711", f"2099{ARRIVED[4:]}"))
    (answer, *_) = await office.take(mail("Ann", f"link {code}"))
    seats = await office.engine.use_table(lambda table: table.game("millers-1").seats)
    assert seats["reeve"] == "4711", text_of(answer)
    (again,) = await office.take(mail("Ann", f"link {code}"))
    assert "not known" in text_of(again)


async def test_a_mail_that_has_lain_in_the_mailbox_for_months_is_not_read(office: Office) -> None:
    """It may have been carried out before: of that no row is kept."""
    call = await started(office)
    raw, before = mail(writer_of(call), "choose a\ndone", to=str(call["Reply-To"])), await length(office)
    handled = await office.receiver.handle(raw, add_seconds(utc_now(), -STALE - 60))
    assert handled.fate == "refused" and "more than 60 days" in handled.says
    assert await length(office) == before and await office.waiting() == 0
    await office.receiver.accept(raw, add_seconds(utc_now(), 60 - STALE))
    assert await length(office) > before, "a little younger"
