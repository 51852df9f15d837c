"""The table under stress: several processes, kills, a database changed from outside, any input."""

import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.database.address import Address
from engine.log.deadline import add_seconds
from engine.log.fold import Fold
from engine.log.verify import verify
from engine.systems import SYSTEMS
from engine.table import News, Refused, Table
from tests.engine.table_games import killed, kinds, moods, phase_of, refused, started
from tests.support.databases import forge, sqlite_connection
from tests.support.sampling import examples
from tests.support.toy_system import NOW, entropy

ROOT = Path(__file__).parents[2]
ON_BOTH = pytest.mark.parametrize(
    "address", ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)], indirect=True
)


@pytest.fixture
def table(address: Address) -> Iterator[Table]:
    table = Table(address, entropy())
    yield table
    table.close()


@ON_BOTH
def test_two_processes_on_one_game(table: Table, duel: str, address: Address) -> None:
    """Two tables in two threads, each committing all the time: every commit is there once, and the chain holds."""
    key = started(table, duel)
    before = kinds(table, key).count("locked")

    def play(side: str, policy: str) -> None:
        mine = Table(address, entropy(side))
        for _ in range(30):
            mine.commit(key, side, NOW, text=f"standing mood {policy}")
        mine.close()

    threads = [threading.Thread(target=play, args=each) for each in (("red", "wild"), ("blue", "calm"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert kinds(table, key).count("locked") == before + 60 and moods(table, key) == {"red": "wild", "blue": "calm"}
    fresh = Table(address, entropy("fresh"))
    assert fresh.game(key) == table.game(key)
    fresh.close()


def test_who_was_overtaken_judges_again(
    table: Table, duel: str, address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red is done in one process while another still believes that red is to move."""
    key = started(table, duel)
    other = Table(address, entropy("other"))
    assert phase_of(other, key).sides == ("red",)
    find = other._cache.find

    def find_then_lose(asked: str) -> Fold:
        fold = find(asked)
        monkeypatch.setattr(other._cache, "find", find)
        table.done(key, "red", NOW)
        return fold

    monkeypatch.setattr(other._cache, "find", find_then_lose)
    refused("not-your-phase", other.commit, key, "red", NOW, text="R1 hit B1")
    assert kinds(table, key).count("locked") == 2
    other.close()


def test_an_entry_changed_behind_its_back(table: Table, duel: str, address: Address) -> None:
    key = started(table, duel)
    table.close()
    forge(address, "update entry set body = replace(body, 'ann', 'eve') where kind = 'seated'")
    again = Table(address, entropy())
    assert "Entry 3" in refused("damaged", again.game, key)
    assert again.games() == ()
    again.close()


def test_a_game_whose_first_entry_is_damaged_hides_no_other(table: Table, duel: str, address: Address) -> None:
    broken, sound = started(table, duel), started(table, duel, name="Dusk")
    table.close()
    forge(address, f"update entry set body = '{{}}' where seq = 1 and game = '{broken}'")
    again = Table(address, entropy())
    assert again.game("Dusk").id == sound and [game.id for game in again.games()] == [sound]
    refused("damaged", again.game, broken)
    refused("no-such-game", again.game, "Noon")
    again.close()


def test_what_a_transaction_around_it_undid_is_forgotten(table: Table, duel: str) -> None:
    def lost() -> Iterator[None]:
        with pytest.raises(RuntimeError), table.journal.transaction():
            yield
            raise RuntimeError

    for _ in lost():
        assert table.open(duel, "Dawn", NOW).id == "duel-1" == table.game("Dawn").id
    refused("no-such-game", table.game, "duel-1")
    refused("no-such-game", table.game, "Dawn")
    key = started(table, duel, name="Dusk")
    assert key == "duel-1" == table.game("Dusk").id
    before = table.game(key)
    for _ in lost():
        table.commit(key, "red", NOW, text="concede")
        assert table.game(key).over
    assert table.game(key) == before
    table.commit(key, "red", NOW, text="R1 hit B1")


def test_a_missing_secret(table: Table, duel: str) -> None:
    key = started(table, duel)
    table.journal.database.execute("delete from secret")
    refused("damaged", table.commit, key, "red", NOW, text="R1 hit B1")


def test_a_game_of_unknown_rules(table: Table, duel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    key = started(table, duel)
    table._cache._folds.clear()
    monkeypatch.delitem(SYSTEMS, "toy")
    refused("newer", table.game, key)


@pytest.mark.long
def test_killed_at_any_moment_of_a_commit(table: Table, duel: str, address: Address) -> None:
    """A process that commits all the time is killed many times; each time the game goes on, and no commit is half
    there.
    """
    key = started(table, duel)
    table.close()

    def commit() -> Iterator[News]:
        mine = Table(address, entropy("mine"))
        while True:
            yield mine.commit(key, "blue", NOW, text="standing mood wild")

    length = 0
    for attempt in range(20):
        killed(commit, 0.001 + 0.001 * attempt)
        again = Table(address, entropy("again"))
        before, length = length, again.game(key).length
        assert again._cache.find(key).whole and length > before
        assert again.commit(key, "red", NOW, text="standing mood calm").lines and verify(again.export(key)).holds
        again.close()


def test_the_cost_of_a_commit_does_not_grow_with_the_game(duel: str) -> None:
    """As many statements and calls of functions after 400 commits as after 20."""
    table = Table(":memory:", entropy())
    key = started(table, duel)

    def cost() -> tuple[int, int]:
        statements, calls = list[str](), list[str]()
        sqlite_connection(table.journal).set_trace_callback(statements.append)
        sys.setprofile(lambda frame, event, arg: calls.append(event) if "call" in event else None)
        table.commit(key, "blue", NOW, text="standing mood wild")
        sys.setprofile(None)
        sqlite_connection(table.journal).set_trace_callback(None)
        return len(statements), len(calls)

    for _ in range(20):
        table.commit(key, "blue", NOW, text="standing mood wild")
    statements, calls = cost()
    for _ in range(380):
        table.commit(key, "blue", NOW, text="standing mood wild")
    more, later_calls = cost()
    assert more == statements < 25 and later_calls < 1.1 * calls < 5000


WORDS = (
    "RE BO MA R1 0502 9999 move fire attack advance rally done standing all choose a if gone:"
    ' ; # "x concede draw 🙂 \ud800 \0'
)
ASKED = st.tuples(
    st.integers(0, 8),
    st.sampled_from(["reeve", "reivers", "", "r", "x"]),
    st.lists(st.sampled_from(WORDS.split(" ")) | st.text(max_size=5), max_size=8),
)


def ask(table: Table, key: str, what: int, side: str, text: str, now: str) -> None:
    match what:
        case 0:
            table.write(key, side, text, now)
        case 1:
            table.commit(key, side, now, text=text)
        case 2:
            table.commit(key, side, now, text[:3])
        case 3:
            table.done(key, side, now)
        case 4:
            table.seat(key, side, text, now)
        case 5:
            table.expire(key, now)
        case 6:
            table.rewind(key, len(text), now, text)
        case 7:
            table.picture(key, side, draft=text, at=len(text))
        case 8:
            table.game(text)


@settings(max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ASKED, max_size=12))
def test_whatever_people_say_nothing_breaks(asked: list[tuple[int, str, list[str]]]) -> None:
    """Anything may be asked in any order: it is done, or refused with a sentence, and the log holds all the time."""
    table = Table(":memory:", entropy())
    key = table.open("millers-bridge", "", NOW, 60).id
    now = NOW
    for what, side, words in asked:
        text = " ".join(words)
        now = add_seconds(now, 25)
        with suppress(Refused):
            ask(table, key, what, side, text, now)
    assert verify(table.export(key)).holds and table.news(key)
