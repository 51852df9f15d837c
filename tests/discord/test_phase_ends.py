"""Ends of phases by Discord: random drafts with ``done`` anywhere, by form, button, command and a lone ``done``.

One press ends at most the phase that the player was shown, or as many as the text itself says.
"""

import re
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Answer, Player
from bot.bench.loopback.screen import Post
from engine.table import Game, Table
from tests.conformance.test_phase_ends import dones, random_text
from tests.discord.loopback.games import join_game, newest_phase_post, open_game, open_table, wait_for_news
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]
SCENARIOS = ("millers-bridge", "two-shores", "first-charge", "low-wells", "first-patrol")
PRESSES = share(30, 4)
WAYS = ("button", "lone done", "form", "command")


def ended(table: Table, key: str) -> Counter[str]:
    """How many parts of phases each side has ended in the game so far: by a press, and by words of orders that ran."""
    count, length = Counter[str](), table.game(key).length
    for transaction in table._cache.find(key).transactions:
        assert transaction.seq <= length
        count.update(transaction.done.keys())
        for side, words in transaction.words.items():
            count[side] += sum(word.strip() == "done" for word in re.split(r"[;\n]", words))
    return count


@pytest.mark.parametrize("scenario", SCENARIOS)
async def test_one_press_ends_at_most_the_phase_that_was_shown(bot: Bot, enter: Enter, scenario: str) -> None:
    chance, people = Random(f"discord {scenario}"), (enter("Alice"), enter("Bob"))
    match = await open_game(people[0], scenario)
    with open_table(bot) as table:
        players = dict(zip(table.game(match.id).sides, people, strict=True))
        await join_game(match, **players)
        for number in range(PRESSES):
            game = table.game(match.id)
            if not game.phase:
                break
            await wait_for_news(bot, match, people[0])
            way = WAYS[number % len(WAYS)]
            await try_one_press(table, game, players, way, chance)
        assert ended(table, match.id).total(), "some phases were ended"


async def try_one_press(table: Table, game: Game, players: dict[str, Player], way: str, chance: Random) -> None:
    assert game.phase
    key, side = game.id, chance.choice(game.phase.sides)
    player, text = players[side], random_text(table, key, side, chance) if way != "lone done" else ""
    said = dones(table, key, side, text)
    waiting = {other: dones(table, key, other, table.draft(key, other), True) for other in game.sides if other != side}
    before, shown = ended(table, key), await newest_phase_post(player)
    answers = await press(player, shown, way, side, text)
    after, moved = ended(table, key), table.game(key).phase_key != game.phase_key
    counts = after - before
    most = said if way == "form" else max(1, said)
    told = f"{way}: {text!r} ended {dict(counts)}, answers {[answer.text for answer in answers]}"
    assert counts[side] <= most, told
    assert all(counts[other] <= count for other, count in waiting.items()), told
    assert way != "lone done" or moved or counts[side], told
    if moved:
        await player.press(shown, "Done")
        assert ended(table, key) == after, f"the button under an earlier phase ends nothing; {told}"


async def press(player: Player, shown: Post, way: str, side: str, text: str) -> list[Answer]:
    """The draft is sent by the form, and then the press; the form alone is all where its text says so."""
    answers = list[Answer]()
    if text or way == "lone done":
        answers.append(await (await player.form("orders write", side=side)).submit(text))
    match way:
        case "button":
            answers.append(await confirmed(player, await player.press(shown, "Done")))
        case "command" if "done" not in text and "end" not in text:
            answers.append(await player.done(side=side))
        case "lone done":
            answers.append(await confirmed(player, await player.slash("orders line", text="done", side=side)))
    return answers


async def confirmed(player: Player, answer: Answer) -> Answer:
    """The answer to the second press if the bot asks."""
    if answer.posts and "Done all the same" in answer.posts[-1].buttons:
        return await player.press(answer.posts[-1], "Done all the same")
    return answer
