"""Whoever runs a league in Discord is no referee of their own games there, not even as a manager of the channel."""

from collections.abc import Callable

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from tests.discord.loopback.games import open_table
from tests.discord.test_league import find, new_league

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_an_organiser_rules_in_no_game_of_their_own(bot: Bot, enter: Callable[[str], Player]) -> None:
    ann, bob, manager = enter("Anno"), enter("Bobo"), enter("Mana")
    ann.server.answers.managers.update((ann.id, manager.id))
    cup = await new_league(ann, "Own Matches")
    for player in (ann, bob):
        await player.slash("league enter", league=cup)
    await ann.slash("league pair", league=cup)
    game = find(bot, cup).match(1).games[0].game
    for side in ("reeve", "reivers"):
        assert "you play in it" in await ann.slash("referee unseat", game=game, side=side, reason="gone")
    with open_table(bot) as table:
        assert all(table.game(game).seats.values())
    answer = await manager.slash("referee note", game=game, text="Play on.")
    assert "Done" in answer, answer.text
