"""What a league may agree in a server of Discord: the server's shortest deadline holds however one is written."""

from collections.abc import Callable

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from engine.log.entries import DEADLINE
from tests.discord.test_league import CUP, find, new_league

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_no_spelling_of_a_deadline_evades_the_shortest_one(bot: Bot, enter: Callable[[str], Player]) -> None:
    mana, ann = enter("Mana"), enter("Anni")
    mana.server.answers.hosts.add(mana.id)
    assert "1 hour" in await mana.slash("setup deadlines", shortest="1h")
    try:
        await _refused(ann)
        cup = await new_league(ann, "Calm Cup", more='"deadline =2d" days=3')
    finally:
        await mana.slash("setup deadlines", shortest="2s")
        mana.server.answers.hosts.discard(mana.id)
    template = find(bot, cup).template
    assert template.days == 3 and template.terms[DEADLINE] == "2d"


async def _refused(ann: Player) -> None:
    for more in ("deadline=1m", '"deadline =1m"', '" DeadLine  = 1m"', '"deadline\u00a0=1m"'):
        said = await ann.slash("league new", name="Hasty Cup", more=more, **CUP)
        assert "A deadline of 1 minute is too short here" in said, (more, said.text)
    for options in (
        {"more": '"deadline =1m"', "deadline": "none"},
        {"more": '"deadline =1m"', "deadline": "2d"},
        {"more": "deadline=none deadline=1m"},
    ):
        said = await ann.slash("league new", name="Hasty Cup", **CUP, **options)
        assert "The deadline is there twice" in said, said.text
