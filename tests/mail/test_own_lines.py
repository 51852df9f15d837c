"""No line that Fieldpost writes in a mail is an order: a mail that comes back quoted without marks can do no harm."""

import re

import pytest

from bot.correspondence.message import Line, Seat, attempted_orders
from bot.correspondence.wrap import barred
from bot.forum.reading.post_text import post_lines
from bot.mail.reading.quotes import own_lines
from engine.table import Table
from tests.mail.loopback.mailroom import text_of
from tests.mail.loopback.office import Office, mail
from tests.mail.test_receiving import office, writer_of
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio
__all__ = ["office"]
GAMES = ("millers-bridge", "low-wells", "two-shores", "even-ground", "open-meeting")
BARE = re.compile(r"^(?:> |[-*] |\d+[.)] )")
"""Marks that somebody may take away; what stands behind a bar is never read."""


@pytest.mark.parametrize("scenario", share(GAMES, GAMES[:1]))
@pytest.mark.long
async def test_no_line_of_a_mail_is_an_order(office: Office, scenario: str) -> None:
    mails = await office.introduce("Ann", f"new {scenario} 3d")
    game = (await office.engine.use_table(lambda table: table.games()))[0]
    first, second = list(game.sides)[:2]
    mails += await office.take(mail("Ann", f"join {game.id} {first}"))
    mails += await office.introduce("Bob", f"join {game.id} {second}")
    for _ in range(share(6, 2)):
        calls = [found for found in mails if "Your turn" in found["Subject"]]
        side = (await office.engine.use_table(lambda table: table.game(game.id))).phase
        if not calls or side is None:
            break
        ideas = await office.engine.use_table(lambda table, s=side: table.ideas(game.id, s.sides[0]))  # type: ignore[misc]
        words = "\n".join([*ideas[:2], "ZZ move 0101", "status", "ideas", "help", "log", "units"])
        name = writer_of(calls[-1])
        mails += await office.take(mail(name, words, to=str(calls[-1]["Reply-To"])))
        mails += await office.take(mail(name, "clear", to=str(calls[-1]["Reply-To"])))
        mails += await office.take(mail(name, "done", to=str(calls[-1]["Reply-To"])))
    lines = {line.strip() for found in mails for line in text_of(found).splitlines() if line.strip()}
    lines |= {BARE.sub("", line) for line in lines}
    lines = {kept for line in lines for kept in own_lines([line], bool)}
    assert len(lines) > 60

    wrong = await office.engine.use_table(
        lambda table: [line for side in (first, second) for line in lines if is_order(table, Seat(game.id, side), line)]
    )
    assert not wrong


def is_order(table: Table, seat: Seat, line: str) -> bool:
    return any(attempted_orders(table, seat, [Line(line)]).values())


async def test_what_is_reported_stands_behind_a_bar() -> None:
    """The grammar takes ``X2 moves 0607.`` for an order: a report that is quoted without marks must not give any."""
    told = [
        "X2 moves 0607.",
        "Battle at Ridge, land: against The Amber Crown 1 tank and all else that is there.",
    ]
    lines = barred(told)
    assert len(lines) == 3 and all(line.startswith("| ") and len(line) <= 72 for line in lines)
    assert [line for line in own_lines(lines, bool) if line] == []
    assert [line.text for line in post_lines("\n".join(lines), bool).lines] == []
