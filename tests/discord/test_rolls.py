"""Rolls in a channel: public ones, sealed ones and their reveal, the list, macros, and what an interaction that comes
twice does.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.interactions import COMMAND, Interaction
from bot.bench.loopback.player import Answer, Player
from bot.bench.loopback.rooms import Room
from bot.bench.loopback.screen import File, plain
from bot.bench.loopback.server import Server
from engine.log.head import compare
from engine.log.verify import Verdict, verify
from engine.rolls.entries import RollResult, read_body
from engine.rolls.made_rolls import MadeRolls
from tests.discord.loopback.games import open_table

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]
HEAD = re.compile(r"-# (rolls-\d+) log entry (\d+): [a-z2-7]{26}$")


async def exported(player: Player) -> File:
    (file,) = (await player.slash("rolls")).files
    return file


def links(file: File) -> list[str]:
    return [entry["link"] for entry in json.loads(file.data)["entries"]]


async def test_a_roll_is_public_and_carries_the_head_of_the_log(bot: Bot, room: Room, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    first, second = await alice.slash("roll", expression="U1 charges: 2d6+1"), await bob.slash("roll", expression="d20")
    assert not first.private and first.text.startswith("🎲 U1 charges — 2d6+1: ")
    heads = [HEAD.search(answer.text) for answer in (first, second)]
    assert [found and (found[1], found[2]) for found in heads] == [
        (f"rolls-{room.id}", "7"),
        (f"rolls-{room.id}", "12"),
    ]
    file = await exported(alice)
    found = compare(f"rolls-{room.id}", links(file), bob.all_text())
    assert found.same == (7, 12) and not found.fault
    assert verify(file.data).verdict is Verdict.PROVED
    answer = await bob.slash("verify", attachment=file)
    assert answer.text.startswith("**Proved**") and "2 results, each rolled again" in answer
    assert (await bob.slash("verify", game="rolls")).text.startswith("**Proved**")


async def test_what_cannot_be_rolled_is_told_to_one_person(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    for secret in (False, True):
        refused = await alice.slash("roll", expression="4d6kh3 + 2d6x2", secret=secret)
        assert refused.private and "➡️ `4d6kh3 + 2d6*2`" in refused
    assert "`/roll expression:2d6+1`" in await alice.slash("rolls"), "nothing was stored"
    assert not alice.posts()


async def test_a_sealed_roll_is_seen_by_its_roller_until_it_is_revealed(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    sealed = await alice.slash("roll", expression="the spy: 3d6+40", secret=True)
    result = sealed.text.splitlines()[0]
    assert sealed.private and result.startswith("🎲 the spy — 3d6+40: ") and "`/reveal roll:1`" in sealed
    (note,) = bob.posts()
    assert f"<@{alice.id}> has made a sealed roll: **the spy**" in note.text and "3d6" not in note.text
    listed = await alice.slash("rolls")
    assert "🔒 sealed: the spy" in listed and "3d6" not in listed
    log = listed.files[0].data
    assert b"3d6+" not in log and verify(log).verdict is Verdict.SO_FAR
    assert "sealed until the person who rolled reveals it" in str(verify(log))
    refused = await bob.slash("reveal", roll=1)
    assert refused.private and f"Only <@{alice.id}> can reveal roll 1" in refused
    await bob.slash("roll", expression="2d6")
    shown = await alice.slash("reveal")
    assert not shown.private and shown.text.startswith(f"{result}\n🔓 Roll 1 of <@{alice.id}>")
    file = await exported(bob)
    assert verify(file.data).verdict is Verdict.PROVED
    found = compare(json.loads(file.data)["game"], links(file), bob.all_text())
    assert len(found.same) == 3 and not found.fault


async def test_reveal_says_what_there_is_to_reveal(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    assert "`/roll expression:2d6+1 secret:True`" in await alice.slash("reveal")
    assert "Nobody has rolled" in await alice.slash("reveal", roll=3)
    await alice.slash("roll", expression="2d6")
    await alice.slash("roll", expression="2d6", secret=True)
    assert "There is no roll 3 in this channel; the last is roll 2. Your last sealed roll: `/reveal roll:2`" in (
        await alice.slash("reveal", roll=3)
    )
    assert "Roll 1 was not sealed" in await alice.slash("reveal", roll=1)
    await alice.slash("reveal", roll=2)
    again = await alice.slash("reveal", roll=2)
    assert again.private and "Roll 2 has been revealed already" in again


async def test_rolls_lists_the_last_ones_in_pages(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    for number in range(1, 11):
        await alice.slash("roll", expression=f"U{number}: 6x 2d6" if number == 9 else f"U{number}: d6")
    first, second = await alice.slash("rolls"), await alice.slash("rolls", page=2)
    assert first.private and re.findall(r"-# roll (\d+)", first.text) == [str(number) for number in range(10, 2, -1)]
    assert re.findall(r"-# roll (\d+)", second.text) == ["2", "1"] and f"<@{alice.id}>" in second
    assert len(first.posts) == 1 and max(map(len, first.text.splitlines())) < 150
    assert "`/rolls page:2`" in first and "`/rolls page:2`" in await alice.slash("rolls", page=3)
    assert first.files[0].data == second.files[0].data


async def test_macros_are_rolled_by_their_names(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    assert "`/macro save name:attack expression:2d6+1`" in await alice.slash("macro list")
    saved = await alice.slash("macro save", name="Big attack", expression="2d6+41")
    assert saved.private and "`/roll expression:Big attack`" in saved
    rolled = await alice.slash("roll", expression="big  ATTACK")
    assert rolled.text.startswith("🎲 Big attack — 2d6+41: ") and not rolled.private
    assert await alice.suggest("roll", "expression", "big") == ["Big attack"]
    again = await alice.slash("macro save", name="big attack", expression="3d6")
    assert "It was `2d6+41`" in again and "`3d6`" in await alice.slash("macro list")
    misspelled = await alice.slash("roll", expression="big atack")
    assert misspelled.private and "`/roll expression:big attack`" in misspelled
    assert (await bob.slash("roll", expression="big attack")).private, "another person's"
    for name, says in {
        "d6": "can be rolled as it is",
        "2nd": "begins with a letter",
        "x" * 40: "32 is the most",
    }.items():
        refused = await alice.slash("macro save", name=name, expression="2d6")
        assert says in refused and "`/macro save name:attack expression:2d6+1`" in refused
    assert "➡️ `4d6*2`" in await alice.slash("macro save", name="double", expression="4d6x2")
    assert "`/macro delete name:big attack`" in await alice.slash("macro delete", name="attack")
    assert "expression:3d6`" in await alice.slash("macro delete", name="big attack")
    assert "no macros" in await alice.slash("macro list")


async def test_an_interaction_that_comes_twice_rolls_once(server: Server, bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    answers = [
        await alice.slash("roll", expression="9d1000"),
        await alice.slash("roll", expression="spy: 9d1000", secret=True),
        await alice.slash("reveal"),
    ]
    before = (await exported(bob)).data
    for answer in answers:
        await delivered_again(server, answer)
    assert (await exported(bob)).data == before
    assert len(bob.posts()) == 3, "the roll, the note of a sealed one, and its reveal"
    assert [plain(post.text).count("spy") for post in bob.posts()] == [0, 1, 1]


@pytest.mark.long
@pytest.mark.parametrize("match", ["PATCH /webhooks/", "POST /interactions/", r"POST /channels/\d+/messages$"])
async def test_a_bot_killed_before_its_answer_rolls_once(alone: Server, tmp_path: Path, match: str) -> None:
    """kill -9 between the commit and the answer, or the note of a sealed roll; then the interaction comes again."""
    bot = await Bot(alone, tmp_path).start()
    alice = Player(alone, "Alice", alone.world.open_room("killed"))
    for secret in (False, True):
        before = stored_rolls(bot)
        fault = alone.fail(match, "hang")
        given = {"expression": "spy: 9d1000", "secret": secret}
        asked = alone.answers.ask(COMMAND, alice.user, alice.room, alice.command("roll", given))
        if not secret and "channels" in match:
            await answered(alone, asked)
        else:
            await fault.reached.wait()
        committed = stored_rolls(bot)
        await bot.kill()
        alone.faults.clear()
        await bot.start()
        if secret and "channels" in match:
            assert "sealed roll: **spy**" in (await alice.wait_for_post("has made a")).text, "without being asked again"
        for _ in range(2):
            alone.answers.deliver(asked)
            await answered(alone, asked)
        answer = Answer(alice, asked)
        made = stored_rolls(bot)
        assert made[: len(committed)] == committed and len(made) == len(before) + 1
        assert made[-1].replace("\n", " ") in answer.text and answer.private is secret
    assert len(alice.posts()) == 2, "the public roll, and the note of the sealed one"
    assert verify((await exported(alice)).data).verdict is Verdict.SO_FAR
    assert await bot.stop() == 0


async def answered(server: Server, asked: Interaction) -> None:
    await server.world.until(lambda: asked.wait_until_posted, 10)


def stored_rolls(bot: Bot) -> list[str]:
    """The results in the database of the bot, read past it."""
    with open_table(bot) as table:
        rolls = MadeRolls(table.journal)
        bodies = (read_body(entry) for log in rolls.store.games() for entry in rolls.store.read(log))
        return [body.text for body in bodies if isinstance(body, RollResult)]


async def delivered_again(server: Server, answer: Answer) -> None:
    """Discord sends the interaction again; wait until the bot has answered it again."""
    message = answer.posts[0].message
    shown, message["content"] = message["content"], ""
    server.answers.deliver(answer.asked)
    await server.world.until(lambda: message["content"], 10)
    assert message["content"] == shown
