"""Private messages: which game they are about, and which of them are carried out."""

from pathlib import Path

import pytest

from tests.forum.loopback.clubhouse import Clubhouse, Player
from tests.forum.loopback.world import BOT
from tests.forum.test_whole_games import begin
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio
NAMED = {
    "a fence": "millers-1\n```\nchoose a\ndone\n```",
    "a fence with the name": "```text\nmillers-1\nchoose a\ndone\n```",
    "plain lines": "millers-1\nchoose a\ndone",
    "bold print": "**millers-1**\n\nchoose a\ndone",
    "a quote": "> millers-1\n\nchoose a\ndone",
    "a heading": "Orders for millers-1:\nchoose a\ndone",
}
"""Letters that name the game before their orders."""


@pytest.mark.parametrize("shape", share([*NAMED], ["a fence", "a quote", "a heading"]))
async def test_a_letter_that_names_the_game_loses_no_order(house: Clubhouse, shape: str) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    await begin(house, ann, bob)
    with house.table() as table:
        game = table.game("millers-1")
    assert game.phase
    writer = {"reeve": ann, "reivers": bob}[game.phase.sides[0]]
    assert "Your orders ran" in await writer.ask_alone(NAMED[shape])
    with house.table() as table:
        log = "\n".join(table.log("millers-1"))
    assert "made no choice" not in log, log


async def test_the_name_of_the_game_makes_no_prose_of_the_line_below(house: Clubhouse) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    await begin(house, ann, bob)
    with house.table() as table:
        game = table.game("millers-1")
    assert game.phase
    writer = {"reeve": ann, "reivers": bob}[game.phase.sides[0]]
    assert "REFUSED" in await writer.ask_alone("millers-1\nchoose nothing at all")
    assert "yes done" in await writer.ask_alone("millers-1\ndone"), "it is asked whether to drop the refused line"


@pytest.mark.parametrize("words", ["~~millers-1~~", "> millers-1", "millers-1\n```\n\n```\n", "<p>millers-1</p>\n\n\n"])
async def test_a_letter_that_only_names_the_game_shows_where_it_stands(house: Clubhouse, words: str) -> None:
    ann, bob = Player(house, "ann"), Player(house, "bob")
    await begin(house, ann, bob)
    assert "Turn 1" in await ann.ask_alone(words)


@pytest.mark.parametrize("ahead", share([0, -7_200, 7_200], [-7_200]))
async def test_letters_from_before_the_first_start_are_not_carried_out(
    program: str, tmp_path: Path, ahead: int
) -> None:
    """Also not when their author adds something, and not in a letter that nobody had looked at for long."""
    house = Clubhouse(program, tmp_path)
    await house.server.start()
    ann, bob = Player(house, "ann"), Player(house, "bob")
    house.forum.ahead = ahead - 60
    old = house.forum.make_topic(ann.user.id, "from last year", "new millers-bridge 3d", 0, {BOT, ann.user.id})
    house.forum.make_post(ann.user.id, old.topic, "new low-wells 3d")
    hidden = house.forum.make_topic(bob.user.id, "from last year", "new two-shores 3d", 0, {BOT, bob.user.id})
    house.forum.ahead = ahead
    house.forum.topics[hidden.topic].listed = False
    await house.enter()
    await house.door._poller.started.wait()
    house.forum.topics[hidden.topic].listed = True
    assert "scenarios" in await ann.ask_alone("help")
    assert "scenarios" in await bob.ask_alone("help")
    with house.table() as table:
        assert not table.games()
    assert "is open" in await ann.ask_alone("new even-ground 3d")
    await house.close()
