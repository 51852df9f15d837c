"""/game scenarios: all that can be played, and the page of one."""

import re
from collections.abc import Callable

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from engine.scenarios import reader

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]


async def test_the_list_names_all_and_a_page_has_the_map(bot: Bot, enter: Enter) -> None:
    alice = enter("Alice")
    listed = await (await alice.slash("game scenarios")).more(3)
    assert not [stem for stem in reader.shipped() if f"`{stem}`" not in listed.text]
    assert "2 players" in listed.text and re.search(r"uneven \d+ : \d+", listed.text)
    for words in ({"system": "zones"}, {"scenario": "zones"}):
        only = await alice.slash("game scenarios", **words)
        assert "`low-wells`" in only.text and "`glass-market`" in only.text and "`millers-bridge`" not in only.text
    assert "The systems are " in (await alice.slash("game scenarios", system="zonse")).text
    assert "zones" in await alice.suggest("game scenarios", "system", "zon")
    page = await alice.slash("game scenarios", scenario="low wells")
    assert "Low Wells (Zone Control, 24 x 24 inches)" in page.text and "scenario:low-wells" in page.text
    assert "between computer players" in page.text and page.files[0].name == "low-wells.png"
    unknown = await alice.slash("game scenarios", scenario="low wels")
    assert "did you mean low-wells?" in unknown.text
    assert "low-wells" in await alice.suggest("game scenarios", "scenario", "low w")
