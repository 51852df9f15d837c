"""Look-ups for everybody in the channel: nobody learns from them what only the side of whoever asks may know."""

from collections.abc import Callable

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from tests.discord.loopback.games import find_game, join_game, newest_phase_post, open_game

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]
SECRETS = (
    ("twin-hamlets", "WLD deploy 0108", "commit", True),
    ("open-meeting", "buy 2 churchill\nbuy 3 bren", "commit", False),
    ("kesslers-mill", "U3 place 17,9 N", "commit", True),
    ("the-long-line", "C1 place 6,9 block", "commit", True),
    ("grey-beach", "losses land defence: infantry > artillery > fighter", "commit", True),
)
"""Scenario, what its first side writes in secret, whether it is committed, and whether its own map shows it."""


@pytest.mark.parametrize(("scenario", "orders", "word", "own_differs"), SECRETS)
async def test_a_public_map_is_what_a_stranger_sees(
    bot: Bot, enter: Enter, scenario: str, orders: str, word: str, own_differs: bool
) -> None:
    alice, bob, carol = enter("Alice"), enter("Bob"), enter("Carol")
    match = await open_game(alice, scenario)
    sides = tuple(find_game(bot, match).sides)
    await join_game(match, **dict(zip(sides, (alice, bob), strict=True)))
    carol.enter(match.room)
    await (await alice.form("orders write", side=sides[0])).submit(orders)
    if word:
        await alice.slash(word, side=sides[0])
    own, strange = await alice.slash("map", side=sides[0]), await carol.slash("map")
    shown = await alice.slash("map", public=True)
    assert own.private and strange.private and not shown.private, "everybody in the channel reads it"
    assert shown.files[0].data == strange.files[0].data and shown.files[0].alt == strange.files[0].alt
    assert (own.files[0].data != shown.files[0].data) is own_differs
    assert "From what everybody may know" in shown.text and not shown.posts[0].pings
    both = await alice.slash("map", public=True, side=sides[0])
    assert both.private and "takes no side" in both.text


async def test_a_public_line_of_sight_is_that_of_the_position_everybody_knows(bot: Bot, enter: Enter) -> None:
    alice, bob, carol = enter("Alice"), enter("Bob"), enter("Carol")
    match = await open_game(alice, "kesslers-mill")
    await join_game(match, us=alice, cs=bob)
    carol.enter(match.room)
    await (await alice.form("orders write")).submit("U3 place 17,9 N")
    await alice.slash("commit")
    ends = {"from": "U3", "to": "17,30"}
    own, strange, shown = (
        await alice.slash("los", **ends),
        await carol.slash("los", **ends),
        await alice.slash("los", **ends, public=True),
    )
    assert own.text != strange.text, "its place is a secret so far"
    assert not shown.private and shown.text.startswith(strange.text)
    assert shown.files[0].data == strange.files[0].data != own.files[0].data


async def test_what_is_refused_is_read_by_nobody_else(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await open_game(alice)
    await join_game(match, reeve=alice, reivers=bob)
    before = len(bob.posts())
    for command, options in (("map", {"unit": "QQ"}), ("los", {"from": "QQ", "to": "0505"})):
        answer = await alice.slash(command, **options, public=True)
        assert answer.private and "QQ" in answer.text
    assert len(bob.posts()) == before


async def test_public_odds_do_not_count_the_draft_of_whoever_asks(bot: Bot, enter: Enter) -> None:
    alice, bob, carol = enter("Alice"), enter("Bob"), enter("Carol")
    match = await open_game(alice, "two-shores")
    await join_game(match, azure=alice, amber=bob)
    carol.enter(match.room)
    while (phase := find_game(bot, match).phase) and "combat-move" not in phase.name:
        await alice.done()
    post = await newest_phase_post(alice)
    await (await alice.press_form(post, "Write orders")).submit("move 3 infantry Ridge to Marsh")
    own = await alice.slash("odds", place="Marsh")
    assert "Marsh" in own.text and own.files, own.text
    shown, strange = await alice.slash("odds", place="Marsh", public=True), await carol.slash("odds", place="Marsh")
    assert not shown.files and not strange.files, "nobody else knows of a battle there"
    assert shown.text == strange.text and "infantry" not in shown.text
    worded = await alice.slash("odds", battle="land: 3 inf vs 2 inf", public=True)
    assert not worded.private and worded.files
