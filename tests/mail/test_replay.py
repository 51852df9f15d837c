"""Animated maps by mail: of a turn on request, and of the whole game with the mail that tells its end."""

import io
import re
from email.message import EmailMessage

import pytest
from PIL import Image

from tests.mail.loopback.mailroom import text_of
from tests.mail.loopback.office import Office, mail
from tests.mail.test_decisions import KEY, begin, game
from tests.mail.test_kept_seats import over
from tests.mail.test_receiving import office
from tests.mail.test_strays import answer

pytestmark = pytest.mark.asyncio
__all__ = ["office"]


def animation(found: EmailMessage) -> tuple[str, int]:
    """The name of the mail's GIF, and how many pictures it has."""
    (part,) = [part for part in found.walk() if part.get_content_type() == "image/gif"]
    data = part.get_payload(decode=True)
    assert isinstance(data, bytes) and len(data) <= 2_000_000
    with Image.open(io.BytesIO(data)) as gif:
        return str(part.get_filename()), int(getattr(gif, "n_frames", 1))


@pytest.mark.long
async def test_a_turn_on_request_is_what_everybody_saw(office: Office) -> None:
    await begin(office)
    movers = {"reeve": "Ann", "reivers": "Bob"}
    for line in ("choose a\ndone", "done", "done"):
        phase = (await game(office)).phase
        assert phase
        await answer(office, movers[phase.sides[0]], line)
    mails = await office.take(mail("Ann", "replay 1"))
    (found,) = [one for one in mails if str(one["Subject"]).startswith("Re:")]
    text = text_of(found)
    assert "REPLAY: THE MILLER'S BRIDGE, TURN 1" in text and "| Initiative: " in text, text
    assert "one map, as nothing moved" in " ".join(text.split())
    name, _ = animation(found)
    assert name == f"{KEY}-turn-1.gif" and all(len(line) <= 72 for line in text.splitlines())
    for line, says in (
        ("replay 7", "There is no turn 7"),
        ("replay two", "'two' is not the number of a turn"),
        ("replay 99999999999999999999", "There is no turn 999999999"),
    ):
        assert says in await answer(office, "Ann", line)


@pytest.mark.long
async def test_the_last_mail_of_a_game_carries_the_whole_of_it(office: Office) -> None:
    await begin(office)
    code = re.search(r"yes concede \w{6}", await answer(office, "Ann", "concede"))
    assert code
    mails = await office.take(mail("Ann", code[0]))
    ends = [one for one in mails if "The Reivers wins" in str(one["Subject"])]
    assert {str(one["To"]) for one in ends} == {"ann@home.example", "bob@home.example"}
    for one in ends:
        assert animation(one)[0] == f"{KEY}.gif"
        told = " ".join(text_of(one).split())
        assert "The whole game is attached as an animated map. The moves of The Miller's Bridge" in told, told
        assert '"replay 1"' in told


@pytest.mark.long
async def test_a_game_that_is_over_is_shown_from_its_beginning(office: Office) -> None:
    await over(office)
    (found,) = await office.take(mail("Bob", "replay", subject=f"[{KEY}]"))
    assert animation(found)[0] == f"{KEY}.gif" and "The winner: The Reivers." in text_of(found)
