"""A whole game of MiniWars by Discord as its players see it, from the announcement to the log that proves its dice."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.screen import File, Post
from engine.log.verify import verify
from engine.table import Game
from tests.discord.loopback.games import (
    Match,
    check_posted_heads,
    check_posted_once,
    concede,
    find_game,
    is_phase,
    letters_and_digits,
    newest_phase_post,
    open_table,
    start_game,
    wait_for_news,
)
from tests.support.eager_orders import MINIWARS, eager_orders
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]
TURNS = share(99, 3)


async def step(bot: Bot, match: Match, players: dict[str, Player], game: Game, side: str) -> None:
    """One side's part of a phase: a draft with a slip of the pen in it, corrected, committed, done."""
    player = players[side]
    with open_table(bot) as table:
        orders = eager_orders(table.ideas(match.id, side), MINIWARS, game.phase.turn % 3 if game.phase else 0)
    if orders:
        wrong = await (await player.form("orders write", side=side)).submit("\n".join([*orders, "ZZ fire QQ"]))
        assert wrong.private
        assert "❌" in wrong.text
        assert "ZZ" in wrong.text
        form = await player.form("orders write", side=side)
        assert form.prefilled.endswith("ZZ fire QQ"), "to be corrected, not written anew"
        assert "ZZ" not in (await form.submit("\n".join(orders))).text
    await player.done(side=side)


async def play(bot: Bot, match: Match, players: dict[str, Player], until: Callable[[Game], bool]) -> Game:
    """On and on, until the game is such, or over."""
    for _ in range(150):
        game = find_game(bot, match)
        if game.phase is None or until(game):
            return game
        post = await phase_post(bot, match, players["reeve"])
        assert set(post.pings) <= {players[side].name for side in game.phase.sides}, "no other phone buzzes"
        for side in game.phase.sides:
            assert f"<@{players[side].id}>" in post.text, "who is awaited is called by name"
            await step(bot, match, players, game, side)
    raise AssertionError("the game does not end")


async def test_the_millers_bridge_is_played_to_its_end(bot: Bot, enter: Enter, tmp_path: Path) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob, name="The Bridge")
    game = await play(
        bot, match, {"reeve": alice, "reivers": bob}, until=lambda game: bool(game.phase and game.phase.turn > TURNS)
    )
    if game.phase:
        await concede(match, bob if game.phase.sides == ("reeve",) else alice)
        game = find_game(bot, match)
    assert game.over, "ten turns, then the larger share left wins"
    await wait_for_news(bot, match, alice)
    check_posted_once(bot, match, alice)
    await check_posted_heads(match, alice)
    looks_good(alice, match, tmp_path)
    await check_exported_log(bot, match, alice)


@pytest.mark.long
async def test_rally_orders_stay_secret_until_both_are_done(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    for _ in range(8):  # whether both sides ever have somebody to rally is up to the dice
        match = await start_game(alice, bob)
        game = await play(
            bot,
            match,
            {"reeve": alice, "reivers": bob},
            until=lambda game: bool(game.phase and len(game.phase.sides) == 2),
        )
        if game.phase:
            break
        for player in (alice, bob):
            player.enter(match.room.parent or match.room)
    assert game.phase
    await wait_for_news(bot, match, alice)
    before, log = bob.all_text(), (await bob.slash("game export")).files[0].data
    with open_table(bot) as table:
        secret = next(idea for idea in table.ideas(match.id, "reeve") if " rally" in idea and "standing" not in idea)
    assert "✅" in (await alice.slash("orders line", text=secret)).text
    await alice.done()
    await wait_for_news(bot, match, alice)
    assert bob.all_text().lower().count("rall") == before.lower().count("rall"), "nothing is told before both are done"
    for command in ("orders show", "log", "units", "game info"):
        assert secret not in (await bob.slash(command)).text, command
    held = (await bob.slash("game export")).files[0].data
    assert held.count(secret.encode()) == log.count(secret.encode()), "only what was rallied in earlier turns"
    assert verify(held).holds, "and what is shown holds"
    await bob.done()
    await wait_for_news(bot, match, bob)
    rallies = f"{secret.split()[0]} rallies"
    assert bob.all_text().count(rallies) > before.count(rallies), "and then it is"
    assert verify((await bob.slash("game export")).files[0].data).holds


async def phase_post(bot: Bot, match: Match, player: Player) -> Post:
    """The phase post of the newest news."""
    await wait_for_news(bot, match, player)
    return await newest_phase_post(player)


def looks_good(player: Player, match: Match, tmp_path: Path) -> None:
    """Check that every map fits a phone and has an alt text, and that every die is in the text."""
    posts = [match.announcement, *player.posts(match.room)]
    pictures = [file for post in posts for file in post.files if file.name.endswith(".png")]
    assert len(pictures) >= share(15, 6)
    assert len({file.name for file in pictures}) == len(pictures)
    fights = [[file.name for file in post.files] for post in posts if len(post.files) > 1]
    assert fights and all(names[-1] == f"{names[0].rpartition('-')[0]}.png" for names in fights), "the action first"
    for file in pictures:
        image = file.image()
        closeup = re.search(r"-\d+-\d+\.png$", file.name)
        assert (600 if closeup else 1000) <= image.width <= 2000
        assert image.height <= 2000
        assert len(file.data) <= 1_000_000
        assert 20 <= len(file.alt) <= 1024
        (tmp_path / file.name).write_bytes(file.data)
    assert all(len(post.text) <= 2000 for post in posts)
    assert re.search(r"BO .*\d", player.all_text(match.room)), "dice are shown"
    final = next(post for post in reversed(posts) if "Victory" in post.text or "draw" in post.text.lower())
    assert re.search(r"(?m)^(The winner: .+\. [A-Z].+\.|The game is drawn: .+\.)$", final.text), (
        f"it says why: {final.text}"
    )
    assert sorted(final.pings) == ["Alice", "Bob"], "who was waiting for the other hears that it is over"


async def check_exported_log(bot: Bot, match: Match, player: Player) -> None:
    """The log anybody can take away: it verifies, its dice are the ones that were posted, and no byte of it can be
    changed.
    """
    (log,) = (await player.slash("game export")).files
    found = verify(log.data)
    assert found.holds, found
    told = await player.slash("verify", game=match.id)
    assert told.private
    assert "**proved**: the log of" in told.text.lower(), told.text
    checked = await player.slash("verify", attachment=File("log.json", log.data))
    assert "**proved**: the log of" in checked.text.lower(), checked.text
    for answer in (told, checked):
        (page,) = answer.files
        assert page.name == "check-log.html" and "The log is not in it" not in answer.text
        inside = page.data.partition(b'<script type="application/json" id="log">')[2].partition(b"</script>")[0]
        assert json.loads(inside)["log"].encode() == log.data
    spoilt = re.sub(
        rb'"faces":\[(\d)', lambda die: b'"faces":[' + (b"1" if die[1] == b"6" else b"6"), log.data, count=1
    )
    assert spoilt != log.data
    refused = await player.slash("verify", attachment=File("log.json", spoilt))
    assert letters_and_digits(refused.text) != letters_and_digits(checked.text)
    assert not verify(spoilt).holds
    assert len(rolls(json.loads(log.data))) > share(20, 5)


def rolls(log: object) -> list[list[int]]:
    """Every dice roll in a log, at any depth."""
    match log:
        case {"event": "rolled", "faces": [*faces]}:
            return [faces]
        case dict():
            return [found for part in log.values() for found in rolls(part)]
        case [*parts]:
            return [found for part in parts for found in rolls(part)]
    return []


async def test_danville_is_deployed_by_both_sides_and_played(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob, "raid-on-danville", name="Autumn Raid")
    await bob.slash("orders line", text="standing initiative b")
    early = await bob.slash("orders line", text="W1 deploy 1901")
    assert "not-your-phase" in early.text or "not your turn" in early.text, early.text
    await (await alice.form("orders write")).submit("G1 deploy 0805\nT2 swap T3")
    await alice.press(await newest_phase_post(alice), "Commit")
    report = await bob.wait_for_post("G1 sets up in 0805")
    await alice.press(await newest_phase_post(alice), "Done")
    turn = await bob.wait_for_post(lambda post: is_phase(post) and f"<@{bob.id}>" in post.text, after=report)
    assert turn.pings == ["Bob"]
    await (await bob.press_form(turn, "Write orders")).submit("W1 deploy 1901\nW2 deploy 2002\ndone")
    await bob.press(turn, "Commit")
    await bob.wait_for_post(lambda post: is_phase(post) and "Turn 1 · Initiative" in post.text, after=turn)
    assert "initiative" in bob.all_text().lower()
    units = (await alice.slash("units")).text
    for place in ("0805", "1901", "2002"):
        assert place in units
    await alice.press((await alice.slash("game concede")).posts[0], "Yes")
    end = await bob.wait_for_post("conceded")
    assert "Baron de Rompot" in end.text
    await wait_for_news(bot, match, alice)
    check_posted_once(bot, match, alice)
    assert verify((await bob.slash("game export")).files[0].data).holds


async def test_a_secret_deployment_stays_secret(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob, "twin-hamlets")
    with open_table(bot) as table:
        mine = next(
            idea for idea in table.ideas(match.id, next(iter(find_game(bot, match).sides))) if " deploy " in idea
        )
    unit, place = mine.split()[0], mine.split()[-1]
    before, log = letters_and_digits(alice.all_text()), (await bob.slash("game export")).files[0].data
    assert "✅" in (await alice.slash("orders line", text=mine)).text
    await alice.slash("commit")
    await wait_for_news(bot, match, alice)
    assert letters_and_digits(mine) not in letters_and_digits(bob.all_text()).removeprefix(before)
    assert f"{unit} {place}" not in (await bob.slash("units")).text
    held = (await bob.slash("game export")).files[0].data
    fresh = json.dumps(json.loads(held)["entries"][len(json.loads(log)["entries"]) :])
    assert len(fresh) > 100, "something was journalled"
    assert mine not in fresh
    assert f'"{unit}"' not in fresh
    assert f'"{place}"' not in fresh
    assert verify(held).holds, "and what is shown verifies"
    await alice.done()
    await bob.done()
    await bob.wait_for_post(lambda post: is_phase(post) and "Turn 1 · Initiative" in post.text)
    assert place in (await bob.slash("units")).text
