"""A board opened by a line of a letter, and what is wrong with such a line."""

import pytest

from bot.correspondence.boards import BoardAsked, board_said
from bot.correspondence.commands import Command, read_command
from bot.correspondence.lists_below import with_lists_below
from tests.mail.loopback.mailroom import text_of
from tests.mail.loopback.office import Office, mail
from tests.mail.test_receiving import office
from tests.support.many_cases import for_each

__all__ = ["office"]
LINES = {
    "board lantern-slip 190 points 3d": ("lantern-slip 3d", BoardAsked(True, 190)),
    "Board lantern-slip 3d": ("lantern-slip 3d", BoardAsked(True, None)),
    "lantern-slip 190 points": ("lantern-slip", BoardAsked(True, 190)),
    "lantern-slip 3d": ("lantern-slip 3d", BoardAsked(False, None)),
    "board lantern slip 90 pts Mon Wed 20:00": ("lantern slip Mon Wed 20:00", BoardAsked(True, 90)),
    "board": ("board", BoardAsked(False, None)),
}


@for_each("line", LINES)
def test_a_line_says_the_board_and_the_points(line: str) -> None:
    assert board_said(line) == LINES[line]


def test_such_a_line_is_a_command_and_talk_is_none() -> None:
    assert read_command("new board lantern-slip 190 points 3d") == Command("new", "board lantern-slip 190 points 3d")
    assert read_command("new board games are expensive these days") is None
    assert read_command("my lists are long") is None and read_command("my lists") == Command("my lists")
    assert read_command("my lists quay") == Command("my lists", "quay")
    assert read_command("boards") == Command("boards") and read_command("boards of the shed") is None


@pytest.mark.asyncio
async def test_a_board_is_opened_by_mail(office: Office) -> None:
    mails = await office.introduce("Ann", "new board lantern-slip 190 points 3d friendly\nboards")
    told = " ".join("".join(map(text_of, mails)).split())
    assert "Lantern Slip, 190 points is open" in told and "lantern-slip: Lantern Slip, Zone Control" in told
    (game,) = await office.engine.use_table(lambda table: table.games())
    assert game.points == 190 and game.calendar
    for words, says in {
        "new board two-shores 100 points": "has no points",
        "new board lantern-slip 3 points": "needs at least 42 points",
        "new board lantern-slop 100 points": "new lantern-slip",
        "my lists tar:": "You have saved none",
        "my lists tar: boat-hooks: many": "is not a number of units",
    }.items():
        answers = await office.take(mail("Ann", words))
        told = " ".join("".join(map(text_of, answers)).split())
        assert says in told, told
    assert len(await office.engine.use_table(lambda table: table.games())) == 1


def test_a_list_may_stand_below_the_line_that_saves_it() -> None:
    for below in (["boat-hooks: 2,", "2 riders"], ["", "army:", "  boat-hooks: 2", "  riders = 2"]):
        joined = with_lists_below(["hello", "My lists tar:", *below, "muster riders: 1", "my lists"])
        assert joined.keys() == set(range(1, len(below) + 2)), "neither an order nor a command is one of the list"
        assert joined[1] in ("My lists tar: boat-hooks: 2, 2 riders", "My lists tar: boat-hooks: 2, riders = 2")
    for below in (["W1 move 3,3"], ["muster riders: 1"], ["done"], ["press all: hello"], ["army:"], []):
        assert with_lists_below(["my lists tar:", *below]) == {}, below


@pytest.mark.asyncio
async def test_lists_are_saved_shown_and_deleted_by_mail(office: Office) -> None:
    async def told(words: str) -> str:
        return " ".join("".join(map(text_of, await office.take(mail("Ann", words)))).split())

    await office.introduce("Ann", "boards")
    assert "Saved tar: boat-hooks: 2, knife-gang x4: 1." in await told("my lists tar:\nboat-hooks: 2\nknife-gang x4: 1")
    assert "Saved tar: riders: 3. It was boat-hooks: 2, knife-gang x4: 1." in await told("my lists tar:\n3 riders\n")
    assert "is not a number of units" in await told("my lists tar:\nboat-hooks: many")
    shown = await told("my lists tar")
    assert "tar: riders: 3" in shown and "1 list of" not in shown
    assert "You have no army list called 'quay'. Yours: tar." in await told("my lists quay")
    assert "is a type of units in MiniWars" in await told("my lists knights: riders: 2")
    assert "my lists tar: riders: 3" in await told("my lists tar:\n\nThank you, Ann")
    assert "You have saved no army lists" in await told("my lists")
