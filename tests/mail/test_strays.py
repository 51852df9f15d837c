"""Mails that nearly say what is meant: no seat, a misspelled command, a greeting on the line.  Each answer has a line
that works.
"""

import asyncio
import re
from email.message import EmailMessage
from itertools import cycle
from pathlib import Path

import pytest

from bot.correspondence.commands import FORMS, OF_A_SEAT
from bot.hosting.engine_thread import EngineThread
from bot.mail.settings import MailSettings, Server
from tests.mail.loopback.mailroom import ADDRESS, AUTHSERV, text_of
from tests.mail.loopback.office import Office, mail
from tests.mail.test_receiving import office
from tests.support.databases import new_database

pytestmark = pytest.mark.asyncio
__all__ = ["office"]


async def two_games(office: Office) -> None:
    await office.introduce(
        "Ann", "new millers-bridge 3d\njoin millers-1 reeve\nnew millers-bridge 3d\njoin millers-2 reeve"
    )
    await office.introduce("Bob", "join millers-1\njoin millers-2")


async def answer(office: Office, name: str, text: str, **more: str) -> str:
    """The answer to a mail, on one line."""
    mails = [one for one in await office.take(mail(name, text, **more)) if str(one["Subject"]).startswith("Re:")]
    return " ".join(text_of(mails[-1]).split())


def addresses(said: str) -> list[str]:
    return re.findall(r"orders\+[a-z2-7]{16}@play\.example", said)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("text", ["RE move 0402\ndone", "status", "done", "add RE hold", "What now", "units\nideas RE"])
async def test_a_mail_for_no_seat_is_answered_with_each_seat_and_its_address(office: Office, text: str) -> None:
    await two_games(office)
    said = await answer(office, "Ann", text)
    assert "answer a mail of that game" in said and "millers-1" in said and "millers-2" in said, said
    assert "leave an empty line" not in said, "which would change nothing"
    for address in addresses(said):
        assert "The Reeve's Men: Ann" in await answer(office, "Ann", "status", to=address)
    assert len(addresses(said)) == 2


async def test_without_plus_addresses_what_belongs_in_the_subject_is_named(tmp_path: Path) -> None:
    engine = EngineThread(new_database(tmp_path / "games.db"))
    office = Office(engine, MailSettings(ADDRESS, Server("127.0.0.1", 25, "none"), authserv=AUTHSERV, plus=False))
    await two_games(office)
    said = await answer(office, "Ann", "RE move 0402")
    subjects = re.findall(r"\[millers-\d [a-z2-7]{16}\]", said)
    assert len(subjects) == 2 and not addresses(said), said
    assert "The Reeve's Men: Ann" in await answer(office, "Ann", "status", subject=subjects[0])
    await asyncio.to_thread(engine.close)


async def test_what_is_for_no_game_names_no_seats(office: Office) -> None:
    await two_games(office)
    for text in ("help", "games", "rules miniwars 8.4", "hlep", "zone Europe/Berlin"):
        assert not addresses(await answer(office, "Ann", text)), text


async def test_seats_are_named_to_nobody_else(office: Office) -> None:
    await two_games(office)
    call = await calls(office)
    key = str(call["Reply-To"])
    await office.introduce("Eve", "games")
    said = await answer(office, "Eve", "status", to=key)
    assert not addresses(said.replace(key, "")) and not addresses(await answer(office, "Eve", "RE hold"))
    assert not await office.take(mail("Mallory", "RE hold", vouched="")), "and strangers hear nothing"


async def calls(office: Office) -> EmailMessage:
    """A mail of millers-1 to Ann."""
    return (await office.take(mail("Ann", "status", subject="[millers-1]")))[0]


async def test_one_game_is_found_by_the_rules_there_are_and_nothing_runs_unvouched(office: Office) -> None:
    await office.introduce("Ann", "new millers-bridge 3d\njoin millers-1 reeve\njoin millers-1 reivers")
    before = await office.engine.use_table(lambda table: table.game("millers-1").phase_key)
    said = await answer(office, "Ann", "choose a\ndone", vouched="")
    assert "nothing else shows that it is from you" in said and "not confirmed" not in said, said
    assert addresses(said), "with the address at which they run"
    assert await office.engine.use_table(lambda table: table.game("millers-1").phase_key) == before
    assert "YOUR ORDERS RAN" in await answer(office, "Ann", "choose a\ndone")


@pytest.mark.long
async def test_every_command_of_a_seat_says_so_without_one(office: Office) -> None:
    await two_games(office)
    names = cycle(("Ann", "Bob"))  # in an hour one person has only so many mails
    for word in OF_A_SEAT - {"add"}:
        assert "This needs a game" in await answer(office, next(names), word), word
    for name in (others := ("Cat", "Dan")):
        await office.introduce(name, "games")
    names = cycle(others)
    for word in FORMS.keys() - OF_A_SEAT - {"link", "newkey", "reserve"}:
        assert "This needs a game" not in await answer(office, next(names), word), word


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("hlep", "help"),
        ("Hlep!", "help"),
        ("comands", "commands"),
        ("scenaros", "scenarios"),
        ("nwe millers-bridge 3d", "new millers-bridge 3d"),
        ("jion millers-1 reeve", "join millers-1 reeve"),
        ("Jion millers-1 reeve\nThank you", "join millers-1 reeve"),
        ("rulse miniwars 8.4", "rules miniwars 8.4"),
        ("new millers bridge 2d", "new millers-bridge 2d"),
        ("new the long line", "new the-long-line"),
        ("New The Long Line 2d!", "new the-long-line 2d"),
        ("scenarios millers bridge", "scenarios millers-bridge"),
        ("join, millers-1 reeve", "join millers-1 reeve"),
        ("new: millers-bridge 2d", "new millers-bridge 2d"),
    ],
)
async def test_a_misspelled_command_is_answered_with_one_that_works(office: Office, typed: str, meant: str) -> None:
    await office.introduce("Ann", "new millers-bridge 3d")
    said = await answer(office, "Ann", typed)
    assert f"instead: {meant}" in said, said
    assert "instead:" not in await answer(office, "Ann", meant)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "talk",
    [
        "John",
        "Ann",
        "news from me?",
        "John said hi to you",
        "Max",
        "Cheers",
        "joined a club",
        "yes, I will",
        "New, I am",
    ],
)
async def test_names_and_talk_are_no_misspelled_commands(office: Office, talk: str) -> None:
    await office.introduce("Ann", "games")
    assert "instead:" not in await answer(office, "Ann", talk)


async def test_doen_is_done(office: Office) -> None:
    await two_games(office)
    assert "instead: done" in await answer(office, "Ann", "doen", subject="[millers-1]")
    assert "instead: status" in await answer(office, "Ann", "satus", subject="[millers-1]")


async def test_a_misspelled_scenario_is_answered_with_a_line_that_opens_it(office: Office) -> None:
    await office.introduce("Ann", "games")
    said = await answer(office, "Ann", "new first-partol 3d")
    assert 'Write "new first-patrol 3d"' in said, said
    assert "is open" in await answer(office, "Ann", "new first-patrol 3d")


@pytest.mark.parametrize(
    "line",
    [
        "join millers-1 reivers, hello",
        "join millers-1 The Reivers! Hello, everybody, and good luck to all of you",
        "join millers-1 reivers - hi",
        "join millers-1 reivers (hello)",
        "Join Millers-1 reivers.",
    ],
)
async def test_who_joins_may_greet_on_the_same_line(office: Office, line: str) -> None:
    await office.introduce("Ann", "new millers-bridge 3d, who plays?\nnew millers-bridge 3d, hello")
    assert "You play The Reivers" in await answer(office, "Ann", line)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("line", "works"),
    [
        ("join reivers, hello", "join millers-1 reivers"),
        ("join reivers", "join millers-1 reivers"),
        ("join millers-1 reivers hello", "join millers-1 reivers"),
        ("join millers-1 reivres", "join millers-1 reivers"),
        ("join millers-1 knights", "join millers-1 reeve"),
    ],
)
async def test_a_join_that_is_refused_says_which_line_works(office: Office, line: str, works: str) -> None:
    await office.introduce("Ann", "new millers-bridge 3d")
    assert f'"{works}"' in (said := await answer(office, "Ann", line)), said
    assert "You play" in await answer(office, "Ann", works)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "line", ["join {}, {}", "join {}: {}", "join {} - {}", "join {} ({})", "join {}; {}, hello!", "join {},{}"]
)
@pytest.mark.parametrize(
    ("side", "name"), [("reivers", "The Reivers"), ("The Reivers", "The Reivers"), ("reeve", "The Reeve")]
)
async def test_the_side_is_the_one_that_is_named_behind_a_mark(office: Office, line: str, side: str, name: str) -> None:
    await office.introduce("Ann", "new millers-bridge 3d")
    assert f"You play {name}" in (said := await answer(office, "Ann", line.format("millers-1", side))), said


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "words", ["reivres", "I take the Reivers", "hello Reeve", "reeve or reivers", "rei", "reiver (hi)"]
)
async def test_nobody_is_seated_before_it_is_clear_on_which_side(office: Office, words: str) -> None:
    await office.introduce("Ann", "new millers-bridge 3d")
    said = " ".join((await answer(office, "Ann", f"join millers-1, {words}")).split())
    assert 'Write "join millers-1 reeve" or "join millers-1 reivers"' in said, said
    assert not any((await office.engine.use_table(lambda table: table.game("millers-1"))).seats.values())


@pytest.mark.parametrize(
    "line",
    [
        "new millers-bridge, 3d",
        "new millers-bridge - 3d",
        "new millers-bridge,3d",
        "new millers-bridge (3d), who plays?",
    ],
)
async def test_the_time_is_the_one_that_is_named_behind_a_mark(office: Office, line: str) -> None:
    await office.introduce("Ann", line.removesuffix(", who plays?"))
    assert (await office.engine.use_table(lambda table: table.game("millers-1"))).period == 3 * 86_400


@pytest.mark.parametrize(
    ("typed", "works"),
    [
        ("scenarios millers-brige", "scenarios millers-bridge"),
        ("new millers-brigde tomorrow", "new millers-bridge"),
        ("new millers-brigde 2d", "new millers-bridge 2d"),
        ("new millers brigde", "new millers-bridge 3d"),
        ("new millers-bridge tomorrow", "new millers-bridge 3d"),
    ],
)
async def test_a_line_with_a_scenario_is_answered_with_one_that_does_the_same(
    office: Office, typed: str, works: str
) -> None:
    await office.introduce("Ann", "games")
    said = " ".join((await answer(office, "Ann", typed)).split())
    assert f'"{works}"' in said and 'bridge tomorrow"' not in said, said
    assert "MILLER'S BRIDGE" in (await answer(office, "Ann", works)).upper()


async def test_a_scenario_may_be_written_in_several_words(office: Office) -> None:
    await office.introduce("Ann", "games")
    assert "The Miller's Bridge is open" in await answer(office, "Ann", "new millers bridge")


async def test_join_with_a_question_mark_takes_no_seat(office: Office) -> None:
    await office.introduce("Ann", "new millers-bridge 3d")
    await answer(office, "Ann", "join millers-1 reivers, ok?")
    assert not any((await office.engine.use_table(lambda table: table.game("millers-1"))).seats.values())


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rest", ["done", "choose a\n\ndone", "choose a; done"])
async def test_nothing_runs_beside_a_question_that_may_be_an_order(office: Office, rest: str) -> None:
    await office.introduce("Ann", "new millers-bridge 3d\njoin millers-1 reeve\njoin millers-1 reivers")
    before = (await office.engine.use_table(lambda table: table.game("millers-1"))).phase_key
    said = " ".join((await answer(office, "Ann", f"choose b, ok?\n\n{rest}", subject="[millers-1]")).split())
    assert "Nothing runs beside a question" in said, said
    assert (await office.engine.use_table(lambda table: table.game("millers-1"))).phase_key == before
    await answer(office, "Ann", "Are you there?\n\nchoose a\n\ndone", subject="[millers-1]")
    assert (await office.engine.use_table(lambda table: table.game("millers-1"))).phase_key != before
