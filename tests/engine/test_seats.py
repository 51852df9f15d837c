"""Seats of a running game: what somebody who leaves has kept secret stays so, and no opponent sits down there."""

from pathlib import Path
from random import Random

import pytest

from engine.errors import AskAgain, Refused
from engine.log.verify import verify
from engine.scenarios import reader
from engine.table import Table
from tests.engine.table_games import phase_of, refused, secrets_phase, started
from tests.support.sampling import share
from tests.support.toy_system import NOW, entropy


def test_the_draft_of_whoever_leaves_is_thrown_away(table: Table, duel: str) -> None:
    key = started(table, duel)
    table.write(key, "red", "R1 hit B1", NOW)
    table.leave(key, "red", "ann", NOW)
    assert table.draft(key, "red") == ""
    table.seat(key, "red", "eve", NOW)
    assert table.draft(key, "red") == "" and "draft" not in table.picture(key, "red", draft="").alt
    assert verify(table.export(key)).holds


def test_an_opponent_cannot_take_the_seat_and_nobody_who_was_one(table: Table, duel: str) -> None:
    key = started(table, duel)
    table.leave(key, "red", "ann", NOW)
    assert "you play The Blues" in refused("opponents-seat", table.seat, key, "red", "bob", NOW)
    refused("opponents-seat", table.seat, key, "", "bob", NOW)
    table.leave(key, "blue", "bob", NOW)
    refused("opponents-seat", table.seat, key, "red", "bob", NOW)
    assert table.seat(key, "blue", "bob", NOW).seats["blue"] == "bob", "his own seat he may take again"
    table.seat(key, "red", "eve", NOW)
    table.leave(key, "red", "eve", NOW)
    table.leave(key, "blue", "bob", NOW)
    refused("opponents-seat", table.seat, key, "blue", "eve", NOW)


def test_who_began_alone_may_take_every_seat(table: Table, duel: str) -> None:
    key = table.open(duel, "Dawn", NOW).id
    for side in ("red", "blue"):
        table.seat(key, side, "ann", NOW)
    table.leave(key, "red", "ann", NOW)
    assert table.seat(key, "red", "ann", NOW).seats == {"red": "ann", "blue": "ann"}
    table.leave(key, "red", "ann", NOW)
    table.seat(key, "red", "eve", NOW)
    table.leave(key, "blue", "ann", NOW)
    refused("opponents-seat", table.seat, key, "blue", "eve", NOW)


def test_before_the_game_begins_seats_are_free_to_all(table: Table, duel: str) -> None:
    key = table.open(duel, "Dawn", NOW).id
    table.seat(key, "red", "ann", NOW)
    table.leave(key, "red", "ann", NOW)
    table.seat(key, "blue", "ann", NOW)
    table.seat(key, "red", "bob", NOW)
    table.leave(key, "blue", "ann", NOW)
    assert table.seat(key, "blue", "ann", NOW).started, "what was held before the start does not count"


@pytest.mark.parametrize("finished", [True, False])
def test_orders_of_a_sealed_phase_stay_in_force_and_unseen(table: Table, duel: str, finished: bool) -> None:
    """Whether their player was done with the phase or not: leaving ends his part of it, and the phase then runs."""
    key = secrets_phase(table, duel)
    table.commit(key, "red", NOW, text="R1 plan 7")
    if finished:
        table.done(key, "red", NOW)
    table.leave(key, "red", "ann", NOW)
    assert phase_of(table, key).sides == ("blue",)
    assert "stay secret" in refused("orders-given", table.seat, key, "red", "eve", NOW)
    assert "7" not in table.log(key)[-1]
    news = table.done(key, "blue", NOW)
    assert "red planned 7" in news.lines
    assert table.seat(key, "red", "eve", NOW).seats["red"] == "eve"
    assert verify(table.export(key)).holds


def test_whoever_left_may_come_back_to_his_sealed_orders(table: Table, duel: str) -> None:
    key = secrets_phase(table, duel)
    table.commit(key, "red", NOW, text="R1 plan 7")
    table.leave(key, "red", "ann", NOW)
    assert table.seat(key, "red", "ann", NOW).seats["red"] == "ann"


def test_a_seat_without_orders_in_a_sealed_phase_is_free_at_once(table: Table, duel: str) -> None:
    key = secrets_phase(table, duel)
    table.write(key, "red", "R1 plan 7", NOW)
    table.leave(key, "red", "ann", NOW)
    assert phase_of(table, key).sides == ("red", "blue")
    assert table.seat(key, "red", "eve", NOW).seats["red"] == "eve" and table.draft(key, "red") == ""


def test_an_ally_may_take_the_seat(tmp_path: Path) -> None:
    table = Table(tmp_path / "games.db", entropy("ally"))
    key = table.open("middle-sea", "", NOW).id
    players = {"germany": "ann", "italy": "dan", "britain": "bob", "america": "cid"}
    for side in table.game(key).sides:
        table.seat(key, side, players.get(side, side), NOW)
    for side in ("italy", "america"):
        table.leave(key, side, players[side], NOW)
    refused("opponents-seat", table.seat, key, "italy", "bob", NOW)
    refused("opponents-seat", table.seat, key, "america", "ann", NOW)
    assert table.seat(key, "italy", "ann", NOW).seats["italy"] == "ann"
    table.close()


@pytest.mark.parametrize("stem", share(tuple(reader.shipped()), tuple(reader.shipped())[::3]))
def test_in_every_game_a_seat_passes_on_without_its_secrets(tmp_path: Path, stem: str) -> None:
    table, chance = Table(tmp_path / "games.db", entropy(stem)), Random(stem)
    key = table.open(stem, "", NOW).id
    for side in table.game(key).sides:
        table.seat(key, side, f"first {side}", NOW)
    for number in range(share(12, 4)):
        phase = table.game(key).phase
        if phase is None:
            break
        side = chance.choice(phase.sides)
        holder = table.game(key).seats[side]
        ideas = table.ideas(key, side)
        if ideas and chance.random() < 0.7:
            try_to_commit(table, key, side, chance.choice(ideas))
        if table.game(key).phase is None or side not in phase_of(table, key).sides:
            continue
        table.write(key, side, "\n".join(ideas[:2]), NOW)
        table.leave(key, side, holder, NOW)
        assert table.draft(key, side) == ""
        if table.game(key).over:
            break
        for other, player in table.game(key).seats.items():
            if (
                player
                and other != side
                and not table._cache.find(key).system.allied(table._cache.find(key).state, side, other)
            ):
                refused("opponents-seat", table.seat, key, side, player, NOW)
        try:
            table.seat(key, side, f"player {number}", NOW)
        except Refused as sealed:
            assert sealed.code == "orders-given"
            table.seat(key, side, holder, NOW)
        if side in phase_of(table, key).sides:
            surely_done(table, key, side)
    assert verify(table.export(key)).holds, verify(table.export(key))
    table.close()


def try_to_commit(table: Table, key: str, side: str, order: str) -> None:
    try:
        table.commit(key, side, NOW, text=order)
    except Refused:
        return


def surely_done(table: Table, key: str, side: str) -> None:
    try:
        table.done(key, side, NOW)
    except AskAgain as asked:
        table.done(key, side, NOW, sure=asked.token)
