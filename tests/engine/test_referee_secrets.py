"""A referee who plays a side learns and changes nothing that is hidden from that side."""

from engine.log.decisions import Change
from engine.table import Table
from tests.engine.table_games import refused, secrets_phase
from tests.support.toy_system import NOW

PLANS = ("game", "plans", "blue")


def test_what_is_hidden_cannot_be_told_from_what_is_not_there(table: Table, duel: str) -> None:
    key = secrets_phase(table, duel)
    table.commit(key, "blue", NOW, text="B1 plan 3")
    assert table._cache.find(key).state.game.plans == {"blue": (3,)}
    before = table.journal.length(key)
    for path in ((*PLANS, "0"), PLANS, PLANS[:2], PLANS[:1], (*PLANS, "7"), ("nowhere", "at", "all")):
        says = refused("bad-change", table.change, key, (Change(path, "[9]"),), NOW, "ann", "No.", ("red",))
        assert says == f"You play in this game, and your side sees nothing at {' '.join(path)!r}."
    assert table.journal.length(key) == before


def test_what_is_seen_can_be_changed_and_a_referee_who_does_not_play_sees_all(table: Table, duel: str) -> None:
    key = secrets_phase(table, duel)
    table.commit(key, "blue", NOW, text="B1 plan 3")
    table.change(key, (Change((*PLANS, "0"), "4"),), NOW, "bob", "Misread.", ("blue",))
    table.change(key, (Change((*PLANS, "0"), "5"),), NOW, "rea", "Misread.")
    assert table._cache.find(key).state.game.plans == {"blue": (5,)}
