"""Landings behind a battle at sea (BK 13.3): the odds name it first, and none that would be sunk is an example."""

from engine.lookups.odds import Sampling
from engine.systems import baker
from engine.systems.baker.orders import ShipOver
from engine.table import Table
from tests.support.toy_system import NOW

SUNK = "ship 2 infantry Harbour to Skerry"
"""A transport alone against the cruisers of sz3."""


def in_combat_movement(table: Table) -> str:
    key = table.open("two-shores", "", NOW).id
    for side in table.game(key).sides:
        table.seat(key, side, side, NOW)
    table.done(key, "azure", NOW)
    return key


def test_the_battle_at_sea_is_named_before_that_ashore(table: Table) -> None:
    key = in_combat_movement(table)
    (verdict,) = table.check(key, "azure", SUNK).verdicts
    assert verdict.chances.startswith("battle of sz3: wins 0 %; if they land, battle of Skerry: wins ")


def test_the_odds_of_a_landing_say_what_comes_first(table: Table) -> None:
    key = in_combat_movement(table)
    table.write(key, "azure", SUNK, NOW)
    found = table.odds(key, "azure").answer("Skerry", Sampling())
    assert found.odds.after == "sz3"
    assert "The battle at sz3 comes first (odds sz3): if it is not won, nobody lands from there." in found.says
    assert table.odds(key, "azure").answer("sz3", Sampling()).odds.after == ""


def test_no_landing_that_would_be_sunk_is_worth_anything(table: Table) -> None:
    key = in_combat_movement(table)
    assert not any(line.startswith("ship") for line in table.examples(key, "azure"))
    seen = table._cache.find(key).state
    assert baker.worth(seen, "azure", ShipOver(((2, "infantry"),), "Harbour", "Skerry")) == 0
    assert baker.worth(seen, "azure", ShipOver(((2, "infantry"),), "Harbour", "Marsh")) > 0, (
        "from sz1, where no enemy is"
    )
