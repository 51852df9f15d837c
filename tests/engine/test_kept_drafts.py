"""Drafts beyond those that the journal takes in a phase: they replace each other, none is lost, the log verifies."""

from collections.abc import Iterator

import pytest

from engine.database.address import Address
from engine.errors import AskAgain
from engine.game import kept_drafts
from engine.log.deadline import add_seconds
from engine.log.verify import verify
from engine.table import Table
from tests.support.sampling import share
from tests.support.table_games import SCENARIOS, play
from tests.support.toy_system import NOW, entropy

SIDES = ("reeve", "reivers")


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few that the tests are quick."""
    monkeypatch.setattr(kept_drafts, "MOST", 8)


@pytest.fixture
def table(address: Address) -> Iterator[Table]:
    made = Table(address, entropy())
    game = made.open("millers-bridge", "", NOW, 3600)
    for side in SIDES:
        made.seat(game.id, side, side, NOW)
    yield made
    made.close()


@pytest.fixture
def key(table: Table) -> str:
    return table.games()[0].id


def first_side(table: Table, key: str) -> str:
    """The side that chooses the initiative."""
    phase = table.game(key).phase
    assert phase
    return phase.sides[0]


def flood(table: Table, key: str, side: str, last: str) -> str:
    """Write more drafts than the journal takes; the receipt of the last one."""
    for number in range(kept_drafts.MOST + 10):
        table.write(key, side, f"choose {'ab'[number % 2]}\n" + " " * (number % 7), NOW)
    return table.write(key, side, last, NOW).receipt


def drafts_stored(table: Table, key: str) -> int:
    return sum(entry.kind == "written" and '"as":"draft"' in entry.body for entry in table.journal.read(key))


def test_the_journal_takes_200_and_the_newest_is_the_draft(table: Table, key: str, address: Address) -> None:
    side = first_side(table, key)
    flood(table, key, side, "choose b")
    assert drafts_stored(table, key) == 200
    assert table.draft(key, side) == "choose b"
    length = table.journal.length(key)
    for text in ("choose a", "", "choose b\n\nhold", "choose b"):
        receipt = table.write(key, side, text, NOW)
        assert table.draft(key, side) == text and receipt.receipt
    assert table.journal.length(key) == length
    other = Table(address, entropy("other"))
    assert other.draft(key, side) == "choose b", "another process sees it, and so does this one after a restart"
    other.write(key, side, "choose a", NOW)
    other.close()
    assert table.draft(key, side) == "choose a"


@pytest.mark.usefixtures("few")
def test_what_runs_is_the_newest_and_its_digest_is_that_of_the_receipt(table: Table, key: str) -> None:
    side = first_side(table, key)
    receipt = flood(table, key, side, "choose b")
    length = table.journal.length(key)
    news = table.done(key, side, NOW)
    added = table.journal.read(key, length)
    assert (added[0].kind, added[0].side, added[0].digest[:8]) == ("written", side, receipt)
    assert f"B (moves first): {table.game(key).sides[side].name}" in news.lines[0]
    assert table.draft(key, side) == "" and verify(table.export(key)).holds
    table.write(key, first_side(table, key), "hold", NOW)
    assert drafts_stored(table, key) == kept_drafts.MOST + 2, "the next phase has room again"


@pytest.mark.usefixtures("few")
def test_the_deadline_runs_the_newest(table: Table, key: str) -> None:
    side = first_side(table, key)
    flood(table, key, side, "choose b")
    due = table.game(key).due
    assert (
        due
        and table.expire(key, due)
        and '"choose b"' in "".join(entry.body for entry in table.journal.read(key)[-20:])
    )
    assert verify(table.export(key)).holds


@pytest.mark.usefixtures("few")
def test_a_refused_done_adds_nothing_however_often_it_is_said(table: Table, key: str) -> None:
    side = first_side(table, key)
    flood(table, key, side, "nonsense\nchoose b")
    length = table.journal.length(key)
    for _ in range(20):
        table.write(key, side, "nonsense\nchoose b", NOW)
        with pytest.raises(AskAgain):
            table.done(key, side, NOW)
        assert table.expire(key, NOW) is None
    assert table.journal.length(key) == length and table.draft(key, side) == "nonsense\nchoose b"


@pytest.mark.usefixtures("few")
def test_both_sides_keep_theirs(table: Table, key: str) -> None:
    """Also one who is not to move: what is written ahead, or at all, is there when it is needed."""
    first = first_side(table, key)
    (second,) = {*SIDES} - {first}
    flood(table, key, first, "choose a")
    ahead = "RE hold\n# of my own turn" if second == "reivers" else "BO hold\n# of my own turn"
    table.write(key, second, ahead, NOW)
    assert drafts_stored(table, key) == kept_drafts.MOST and table.draft(key, second) == ahead
    table.done(key, first, NOW)
    assert table.draft(key, second) == ahead and table.draft(key, first) == ""
    assert verify(table.export(key)).holds


@pytest.mark.usefixtures("few")
def test_what_is_undone_was_never_written(table: Table, key: str) -> None:
    side = first_side(table, key)
    flood(table, key, side, "choose a")
    with pytest.raises(RuntimeError), table.journal.transaction():
        table.write(key, side, "choose b", NOW)
        assert table.draft(key, side) == "choose b"
        raise RuntimeError
    assert table.draft(key, side) == "choose a"
    with pytest.raises(RuntimeError), table.journal.transaction():
        table.done(key, side, NOW)
        raise RuntimeError
    assert table.draft(key, side) == "choose a"


@pytest.mark.usefixtures("few")
def test_leaving_and_rewinding_clear_them(table: Table, key: str) -> None:
    side = first_side(table, key)
    flood(table, key, side, "choose a")
    table.leave(key, side, side, NOW)
    assert table.draft(key, side) == ""
    table.seat(key, side, "somebody", NOW)
    assert table.draft(key, side) == ""
    table.write(key, side, "choose b", NOW)
    assert table.draft(key, side) == "choose b"
    table.rewind(key, table.game(key).length, add_seconds(NOW, 60), "referee")
    assert table.draft(key, side) == "" and verify(table.export(key)).holds


@pytest.mark.parametrize("scenario", SCENARIOS.values())
@pytest.mark.parametrize("most", [0, 2])
def test_random_games_verify_and_are_read_as_they_were(
    scenario: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_drafts, "MOST", most)
    for seed in range(share(20, 1)):
        for table, key in play(scenario, seed, 25):
            before = drafts_of(table, key)
            table._cache._drop(key)
            assert drafts_of(table, key) == before, f"seed {seed}"
        assert verify(table.export(key)).holds


def drafts_of(table: Table, key: str) -> list[object]:
    return [table._cache.find(key).drafts.get(side) for side in table.game(key).sides]
