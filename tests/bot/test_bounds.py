"""What people type does not make the database grow without end: each table has a bound, and too much is refused."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.hosting import people
from bot.hosting.engine_thread import EngineData
from engine.database.address import Address
from engine.game import not_now
from engine.game.kept_drafts import KeptDrafts
from engine.log.deadline import add_seconds
from engine.log.verify import verify
from engine.rolls import dice_log
from engine.rolls.dice_log import DAY, RollAsked
from engine.table import Refused
from tests.support.databases import new_database, sqlite_connection
from tests.support.toy_system import NOW

PAGE = (Path(__file__).parents[2] / "docs/hosting.md").read_text("utf-8")


@pytest.fixture
def data(address: Address) -> Iterator[EngineData]:
    opened = EngineData(new_database(address))
    yield opened
    opened.close()


def test_the_page_names_the_bound_of_every_table(tmp_path: Path) -> None:
    data = EngineData(tmp_path / "games.db")
    KeptDrafts(data.table.journal.database).create_table()
    found = sqlite_connection(data.table.journal).execute("select name from sqlite_master where type = 'table'")
    tables = {str(name) for (name,) in found}
    data.close()
    told = PAGE.partition("## What is stored")[2].partition("\n## ")[0]
    named = {name for row in re.findall(r"^\| (`.*?) \|", told, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    assert tables <= named, tables - named
    assert named - tables <= {"process", "claim"}, "those of several processes are on a server only"


def test_notices_and_keys_of_seats(data: EngineData) -> None:
    for number in range(people.MOST_NOTICES + 15):
        data.people.add_notice("ann", f"Notice {number}", add_seconds(NOW, number))
    assert data.people.notices("ann")[0] == "Notice 15" and len(data.people.notices("ann")) == people.MOST_NOTICES
    keys = [data.people.new_seat_key("raid-1", "red", "ann", NOW) for _ in range(people.MOST_KEYS + 15)]
    ((kept,),) = data.table.journal.database.query("select count(*) from seat_key")
    assert kept == people.MOST_KEYS and data.people.seat_key("raid-1", "red", "ann") == keys[-1]
    newest, oldest = data.people.open_seat(keys[-1]), data.people.open_seat(keys[0])
    assert newest and not newest.retired and oldest is None
    other = data.people.seat_key("raid-1", "blue", "bob")
    assert data.people.open_seat(other)


def test_codes_of_link(data: EngineData) -> None:
    codes = [data.people.new_code("ann", NOW) for _ in range(30)]
    ((kept,),) = data.table.journal.database.query("select count(*) from link_code")
    assert kept == 1 and data.people.use_code(codes[-1], NOW) == "ann"


def test_rolls_of_a_day(data: EngineData, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice_log, "MOST_A_DAY", 5)

    def roll(number: int, player: str, now: str, log: str = "rolls-1") -> int:
        return data.rolls.roll(log, RollAsked("d6", player, f"discord:{number}"), now).number

    for number in range(5):
        roll(number, "ann", add_seconds(NOW, number))
    with pytest.raises(Refused, match=r"rolled 5 times here within a day.*The next roll is possible at 2026"):
        roll(5, "ann", add_seconds(NOW, DAY - 1))
    assert roll(4, "ann", add_seconds(NOW, 10)) == 5, "a message that has rolled gets its roll again"
    assert roll(6, "bob", add_seconds(NOW, 10)) == 6 and roll(7, "ann", NOW, "rolls-2") == 1
    assert roll(8, "ann", add_seconds(NOW, DAY)) == 7, "one of the five is a day old"
    assert data.rolls.count("rolls-1") == 7


def test_commits_of_a_phase(data: EngineData, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(not_now, "MOST_COMMITS", 3)
    table, order = data.table, "standing all rally auto"
    key = table.open("millers-bridge", "", NOW).id
    for side in ("reeve", "reivers"):
        table.seat(key, side, side, NOW)
    phase = table.game(key).phase
    assert phase
    (mover,) = phase.sides
    for _ in range(3):
        table.commit(key, mover, NOW, text=order)
    table.write(key, mover, order, NOW)
    with pytest.raises(Refused, match=r"3 commits have been made in this phase.*Your draft is kept"):
        table.commit(key, mover, NOW)
    assert table.draft(key, mover) == order
    table.done(key, mover, NOW)
    after = table.game(key).phase
    assert after and after != phase and verify(table.export(key)).holds


def test_seats_given_up(data: EngineData) -> None:
    key = data.table.open("millers-bridge", "", NOW).id
    for _ in range(not_now.MOST_LEFT):
        data.table.seat(key, "reeve", "ann", NOW)
        data.table.leave(key, "reeve", "ann", NOW)
    with pytest.raises(Refused, match="given up a seat of The Miller's Bridge 10 times"):
        data.table.seat(key, "reeve", "ann", NOW)
    assert data.table.seat(key, "reeve", "bob", NOW).seats["reeve"] == "bob"
