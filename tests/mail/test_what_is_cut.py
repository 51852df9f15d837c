"""What is too long to be read is named in the answer, with the line at which it was cut."""

from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest

from tests.mail.loopback.mailroom import text_of
from tests.mail.loopback.office import Office, mail
from tests.mail.test_receiving import office

pytestmark = pytest.mark.asyncio
__all__ = ["office"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", ["mail", "attachment", "html"])
async def test_what_is_cut_is_said_with_the_line_at_which_it_was(office: Office, kind: str) -> None:
    await office.introduce("Ann", "new millers-bridge 3d\njoin millers-1 reeve\njoin millers-1 reivers")
    text = "\n".join(["choose a", *["# a remark"] * 2_300, "choose b"])
    raw = message_from_bytes(mail("Ann", "" if kind == "attachment" else text), policy=policy.default)
    assert isinstance(raw, EmailMessage)
    if kind == "attachment":
        raw.add_attachment(text, filename="orders.txt")
    elif kind == "html":
        raw.set_content(text.replace("\n", "<br>\n"), subtype="html")
    told = " ".join(text_of((await office.take(raw.as_bytes()))[0]).split())
    assert "it was cut after line 2,000" in told and "2,30" in told and "ok 1 choose a" in told, told


async def test_nothing_is_said_of_a_long_quote(office: Office) -> None:
    await office.introduce("Ann", "new millers-bridge 3d\njoin millers-1 reeve\njoin millers-1 reivers")
    quoted = "\n".join(["choose a", "", "On Tue, Nov 24, 2026 at 11:02 AM Fieldpost wrote:", *["> x"] * 2_300])
    assert "cut" not in text_of((await office.take(mail("Ann", quoted)))[0])


async def test_a_line_that_is_cut_is_named(office: Office) -> None:
    await office.introduce("Ann", "new millers-bridge 3d\njoin millers-1 reeve\njoin millers-1 reivers")
    long = "; ".join(["RE move 0402"] * 90)
    told = " ".join(text_of((await office.take(mail("Ann", f"choose a\n{long}")))[0]).split())
    assert "Line 2 has 1,258 characters: it was cut after 992" in told, told


async def test_what_was_not_kept_of_a_first_mail_is_said(office: Office) -> None:
    lines = ["new millers-bridge 3d", "", *["This is a long line of talk"] * 200, "", "new low-wells 3d"]
    told = " ".join(text_of((await office.introduce("Ann", "\n".join(lines)))[0]).split())
    assert "is open" in told and "low-wells" not in told and "kept up to the line" in told, told
