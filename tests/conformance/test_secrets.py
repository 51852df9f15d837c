"""Nobody is shown what they may not know yet: not in pictures, reports or logs."""

import json
from pathlib import Path

import pytest

from engine.contract import Phase
from engine.errors import Refused
from engine.log.verify import verify
from engine.table import Table
from tests.engine.table_games import bodies, secrets_phase, started, where
from tests.support.toy_system import NOW
from tests.systems.zones.support import secret_scenario


def current_phase(table: Table, key: str) -> Phase:
    phase = table.game(key).phase
    assert phase is not None
    return phase


def test_sealed_orders_are_for_their_writer_alone(table: Table, duel: str) -> None:
    key = secrets_phase(table, duel)
    news = table.commit(key, "red", NOW, text="R1 plan 77")
    assert news.lines == ("The Reds: orders committed; they are secret for now.",)
    assert "77" in table.picture(key, "red").alt and "planned" in [
        mark.kind for mark in table.picture(key, "red").marks
    ]
    for viewer in ("", "blue"):
        assert "77" not in table.picture(key, viewer).alt and "planned" not in [
            mark.kind for mark in table.picture(key, viewer).marks
        ]
    assert "77" not in "".join(table.log(key))
    table.done(key, "red", NOW)
    assert "red planned 77" in table.done(key, "blue", NOW).lines


def test_a_log_holds_nothing_that_is_not_public(table: Table, duel: str) -> None:
    key = secrets_phase(table, duel)
    table.write(key, "blue", "B1 plan 42", NOW)
    table.commit(key, "red", NOW, text="R1 plan 77")
    table.commit(key, "red", NOW, text="standing mood wild")
    for word in (b"plan", b"mood", b"wild", b'"number"'):
        assert word not in table.export(key)
    table.done(key, "red", NOW)
    for word in (b"plan", b"mood", b"wild", b'"number"'):
        assert word not in table.export(key)
    table.done(key, "blue", NOW)
    shown = table.export(key)
    for word in (b'[1,"R1 plan 77"]', b'"number":77', b'[1,"B1 plan 42"]', b'"number":42'):
        assert word in shown
    for word in (b"mood", b"wild", b'"as":"draft"'):
        assert word not in shown
    table.commit(key, "red", NOW, text="concede")
    shown = table.export(key)
    for word in (b"standing all mood wild", b'"mood":"wild"', b'"text":"B1 plan 42"'):
        assert word in shown
    assert b'"digest"' not in shown


def test_secret_orders_given_beforehand_are_shown_when_their_phase_has_been_run(table: Table, duel: str) -> None:
    """A commit may begin in an open phase and end in a sealed one."""
    key = started(table, duel)
    table.done(key, "red", NOW)
    table.commit(key, "blue", NOW, text="done\nB1 plan 42")
    table.done(key, "red", NOW)
    assert current_phase(table, key).name == "secret" and b"42" not in bodies(table.export(key))
    table.done(key, "blue", NOW)
    shown = table.export(key)
    assert b'[2,"B1 plan 42"]' in shown and b'"number":42' in shown and b'"digest"' not in shown
    assert "each run again from the orders" in str(verify(shown))


def test_a_standing_order_that_is_not_done_is_no_news_for_the_enemy(table: Table) -> None:
    key = table.open("millers-bridge", "Bridge", NOW).id
    table.seat(key, "", "ann", NOW)
    table.seat(key, "", "ann", NOW)
    side = current_phase(table, key).sides[0]
    news = table.commit(key, side, NOW, text="if BO gone: standing all advance always")
    assert news.lines == ("Condition not met, skipped: a standing order.",)
    assert b"advance" not in bodies(table.export(key)) and "always" not in "".join(table.log(key))


def test_a_salt_is_told_by_nothing_that_is_public_before_its_orders(table: Table, duel: str) -> None:
    key = secrets_phase(table, duel)
    table.commit(key, "red", NOW, text="R1 plan 3")
    salt = next(entry.salt for entry in reversed(table.journal.read(key)) if entry.kind == "written")
    assert salt.encode() not in table.export(key)


def test_an_undone_secret_stays_secret_until_the_end(table: Table, duel: str) -> None:
    key = started(table, duel)
    strike = table.game(key).length
    table.done(key, "red", NOW)
    table.done(key, "blue", NOW)
    table.commit(key, "red", NOW, text="R1 plan 77")
    table.rewind(key, strike, NOW, "ref")
    assert b"77" not in bodies(table.export(key))
    table.done(key, "red", NOW)
    assert b"77" not in bodies(table.export(key))
    table.commit(key, "red", NOW, text="concede")
    assert b"plan 77" in table.export(key)


def test_what_was_public_stays_public_after_a_rewind(table: Table, duel: str) -> None:
    key = secrets_phase(table, duel)
    table.commit(key, "red", NOW, text="R1 plan 77")
    sealed = table.game(key).length
    table.done(key, "red", NOW)
    table.done(key, "blue", NOW)
    table.rewind(key, sealed, NOW, "ref")
    assert b"plan 77" in table.export(key)


def test_a_sealed_set_up_of_miniwars(table: Table) -> None:
    key = table.open("twin-hamlets", "", NOW).id
    table.seat(key, "", "ann", NOW)
    west, east = table.seat(key, "", "ann", NOW).sides
    order = next(idea for idea in table.ideas(key, west) if " deploy " in idea)
    unit, _, place = order.split()
    ground = table.export(key).split(b"\n", 2)[2]
    public = where(table, key)
    table.commit(key, west, NOW, text=order)
    table.commit(key, west, NOW, text="standing initiative b")
    table.done(key, west, NOW)
    assert where(table, key) == where(table, key, east) == public != where(table, key, west)
    shown = table.export(key).split(b"\n", 2)[2].replace(ground[:-4], b"")
    for word in (f'"{unit}"', f'"{place}"', order, "initiative"):
        assert word.encode() not in shown
    assert unit not in "".join(table.log(key))
    table.done(key, east, NOW)
    assert where(table, key) == where(table, key, east) == where(table, key, west) != public
    assert f'[1,"{order}"]'.encode() in table.export(key) and b"standing all" not in bodies(table.export(key))
    table.commit(key, east, NOW, text="concede")
    assert b"initiative b" in bodies(table.export(key))


def test_secret_units_stay_out_of_the_log_until_somebody_sees_them(table: Table, tmp_path: Path) -> None:
    """The opening, which is the whole scenario, and orders that name one of them; cards of types that nobody else
    has."""
    written = secret_scenario.written(hidden="secret")
    units = [{**unit, "type": "nightjars"} if unit["id"] == "C4" else unit for unit in written["units"]]
    nightjars = {"move": 6, "ballistic": 3, "melee": 3, "toughness": 3, "armour": 0, "morale": 5, "traits": ["ambush"]}
    file = tmp_path / "secret.yaml"
    file.write_text(json.dumps({**written, "units": units, "types": {"nightjars": nightjars}}))
    key = table.open(str(file), "Wadis", NOW).id
    for side, player in (("colonial", "ann"), ("raiders", "bob")):
        table.seat(key, side, player, NOW)
    table.commit(key, "colonial", NOW, text="if C4 away: C1 move N 2\nif C5 away: C2 move N 2")
    shown, hidden = table.export(key), (b"nightjars", b'"C4"', b"C4 away", b"Night Knives")
    assert not [word for word in hidden if word in shown] and b"C1 moves" not in shown and b'"unit":"C1"' in shown
    audit = verify(shown)
    assert audit.holds and 1 in audit.withheld and "what the game began with is still secret" in str(audit)
    assert (
        "nightjars" in table.cards(key, "colonial")
        and "nightjars" not in table.cards(key)
        and "lancers" in table.cards(key)
    )
    for viewer in ("", "raiders"):
        with pytest.raises(Refused, match="no unit type"):
            table.card(key, viewer, "nightjars")
    table.commit(key, "raiders", NOW, text="concede")
    assert b"C4 away" in table.export(key) and "each run again from the orders" in str(verify(table.export(key)))
