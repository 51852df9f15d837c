"""The text of status messages in every system: where the game stands, as everybody may know it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bot.correspondence.standings import standings
from bot.discord.messages.address import Place
from bot.discord.messages.status_text import Links, status_text
from engine.table import Table

NOW = "2026-01-31T18:00:00Z"
PLACE = Place("game", 1, 7, 8, "cafe0123", "")
FACTS = {
    "millers-bridge": "5 of 5 units, 100% of cost left",
    "steel-and-sky": "9 units, 150 points",
    "kesslers-mill": "0 bases lost, breaks at 18, holds nothing, 0 points",
    "three-wadis": "score 3 (3 zones), 13 models in 3 units on the table",
    "two-shores": "12 IPCs in hand, income 12, 4 territories",
}
"""What is said of the first side of a game of each system at its beginning."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "games.db", Random(3).randbytes)
    yield made
    made.close()


@pytest.mark.parametrize("scenario", FACTS)
def test_every_system_says_where_each_side_stands(table: Table, scenario: str) -> None:
    key = table.open(scenario, "A *bold* name", NOW, 86400).id
    before = status_text(table.game(key), table.picture(key), PLACE, Links())
    assert "The game starts when all seats are taken." in before and FACTS[scenario] not in before
    for number, side in enumerate(table.game(key).sides):
        assert f"- **{table.game(key).sides[side].name}** (*free: `/game join`*)" in before
        table.seat(key, side, str(11 + number), NOW)
    game, scene = table.game(key), table.picture(key)
    text = status_text(game, scene, PLACE, Links("21", "22"))
    assert text.startswith("## A \\*bold\\* name\n**") and len(text) <= 2000
    assert FACTS[scenario] in text
    assert [standing.side for standing in standings(scene, game.sides)] == list(game.sides)
    for number, side in enumerate(game.sides):
        assert f"- **{game.sides[side].name}** (<@{11 + number}>): " in text
    assert game.phase and game.due and f"until <t:{1769882400 + 86400}:F> (<t:{1769882400 + 86400}:R>)." in text
    for side in game.phase.sides:
        assert f"<@{game.seats[side]}> (**{game.sides[side].name}**)" in text
    assert "[Last report](https://discord.com/channels/1/8/21) · [Map](https://discord.com/channels/1/8/22)" in text
    table.commit(key, next(iter(game.sides)), NOW, text="concede")
    over = status_text(table.game(key), table.picture(key), PLACE, Links("23"))
    assert f"**Victory for {table.game(key).won_by}**" in over and "Waiting for" not in over and "Map" not in over


@pytest.mark.parametrize(
    ("scenario", "secret"),
    [("twin-hamlets", "WLD deploy 0108"), ("kesslers-mill", "U3 place 17,9 N"), ("open-meeting", "buy 2 churchill")],
)
def test_secret_orders_change_nothing_in_it(table: Table, scenario: str, secret: str) -> None:
    key = table.open(scenario, "", NOW).id
    for number, side in enumerate(table.game(key).sides):
        table.seat(key, side, str(11 + number), NOW)
    before = status_text(table.game(key), table.picture(key), PLACE, Links())
    table.commit(key, next(iter(table.game(key).sides)), NOW, text=secret)
    assert status_text(table.game(key), table.picture(key), PLACE, Links()) == before
