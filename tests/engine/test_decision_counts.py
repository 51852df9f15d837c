"""What `verify` counts of the decisions about a game: each kind for itself, and nothing for another."""

from collections.abc import Callable

from engine.log.deadline import add_seconds
from engine.log.decision_counts import SENTENCES, decision_counts
from engine.log.decision_words import GIVEN_UP, MISSED
from engine.log.decisions import Change
from engine.log.verify import verify
from engine.table import Table
from tests.engine.test_long_game import DAY, opened, silent_rounds
from tests.support.toy_system import NOW


def counts(table: Table, key: str) -> list[str]:
    """The counts without what they mean, such as ``2 take-backs``."""
    assert verify(table.export(key)).holds
    return [said.partition(":")[0] for said in decision_counts(table.journal.read(key), frozenset())]


def deeds(table: Table, key: str) -> dict[str, Callable[[], object]]:
    """One of each kind, in an order that the game allows, with what is counted for it alone."""
    later = add_seconds(NOW, DAY)
    return {
        "1 extension by a player": lambda: table.extend(key, "red", 3600, NOW, "ann"),
        "1 extension by the referee": lambda: table.put_off(key, 3600, NOW, "referee", "rea", "A storm."),
        "1 extension after a standstill of the program": lambda: table.put_off(key, 60, NOW, "clock", "", "So."),
        "1 extension for a player who was away": lambda: table.wait_for_absent(key, {"red": later_by(2)}, NOW),
        "1 pause": lambda: table.pause(key, NOW, "referee", "rea", "Wait."),
        "1 end of a pause": lambda: table.resume(key, NOW, "referee", "rea", "Go."),
        "1 freeze by the referee": lambda: table.pause(key, NOW, "referee", "rea", "Stop.", freeze=True),
        "1 end of a freeze": lambda: table.resume(key, NOW, "referee", "rea", "Go."),
        "1 ruling": lambda: table.rule(key, "The ford is closed.", NOW, "rea"),
        "1 change of a deputy, who may order for a side": lambda: table.depute(key, "red", "cid", NOW),
        "1 proposal put to the vote": lambda: table.propose(key, "red", "draw", "", NOW, "ann"),
        "1 rewind": lambda: table.rewind(key, table.game(key).length, NOW, "rea", "Again."),
        "1 time of grace after a deadline, for sides that had written nothing": lambda: table.expire(
            key, present_due(table, key)
        ),
        "1 seat freed by the referee": lambda: table.unseat(key, "blue", later, "rea", "He has left the club."),
        "1 seat given up by its own player": lambda: table.leave(key, "red", "ann", later),
    }


def later_by(days: int) -> str:
    return add_seconds(NOW, days * DAY)


def present_due(table: Table, key: str) -> str:
    due = table.game(key).due
    assert due
    return due


def test_each_deed_is_counted_once_and_as_nothing_else(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d, grace 6h")
    expected = list[str]()
    for said, deed in deeds(table, key).items():
        deed()
        expected.append(said)
        assert sorted(counts(table, key)) == sorted(expected), said


def test_a_seat_freed_by_silence_is_no_deadline_changed(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d")
    silent_rounds(table, key, GIVEN_UP)
    assert counts(table, key) == ["1 case of civil disorder", "1 seat freed by silence"]


def test_a_ruling_counts_the_values_that_it_changes(table: Table, duel: str) -> None:
    key = opened(table, duel, "")
    changes = (Change(("units", "R1", "lives"), "1"), Change(("units", "B1", "lives"), "2"))
    table.change(key, changes, NOW, "rea", "Hits were counted twice.")
    assert counts(table, key) == ["1 ruling", "2 values of the position changed by rulings"]


def test_votes_and_take_backs(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d")
    table.propose(key, "red", "extend", "3600", NOW, "ann")
    table.vote(key, "blue", table.game(key).motions[0].seq, NOW, "bob", yes=True)
    table.commit(key, "red", NOW, text="R1 hit B1")
    table.take_back(key, "red", NOW, "ann")
    table.vote(key, "blue", table.game(key).motions[0].seq, NOW, "bob", yes=True)
    assert counts(table, key) == ["1 take-back", "1 extension by vote", "2 proposals put to the vote"]
    silent = opened(table, duel, "1d")
    table.propose(silent, "blue", "replace", "red", silent_rounds(table, silent, MISSED), "bob")
    assert "1 seat freed by vote of the players" in counts(table, silent)


def test_each_sentence_is_a_line_of_the_audit(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d")
    assert not decision_counts(table.journal.read(key), frozenset())
    table.rule(key, "The ford is closed.", NOW, "rea")
    table.pause(key, NOW, "referee", "rea", "Stop.", freeze=True)
    lines = str(verify(table.export(key))).splitlines()
    assert "- 1 ruling: on record with who made it and why" in lines
    assert "- 1 freeze by the referee: no deadline and no orders ran" in lines
    assert not any("change" in line for line in lines)


def test_no_two_kinds_are_called_the_same() -> None:
    assert len(set(SENTENCES.values())) == len(SENTENCES)
