"""The journal keeps everything or nothing, and shows every change made behind its back, whatever database it is in."""

from collections.abc import Iterator
from contextlib import suppress

import pytest

from engine.database.address import Address
from engine.errors import Refused
from engine.log.journal import ConflictingWrite, EntryChain, Journal, digest, link
from tests.engine.table_games import killed
from tests.support.databases import Rejected, chain, in_transaction, run_past_program
from tests.support.sampling import share
from tests.support.toy_system import NOW

FORTY_KILLS = ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)]


@pytest.fixture
def journal(address: Address) -> Iterator[Journal]:
    journal = Journal(address)
    yield journal
    journal.close()


def test_entries_are_linked(journal: Journal) -> None:
    journal.append(chain(journal, {"b": 1, "a": "ä"}, [1, 2]))
    journal.append(chain(journal, "third"))
    entries = journal.read("raid-1")
    assert [entry.seq for entry in entries] == [1, 2, 3]
    assert entries[0].body == '{"a":"ä","b":1}'
    before = ""
    for entry in entries:
        assert entry.digest == digest(entry.salt, entry.body)
        assert entry.link == link(before, "ruled", "red", NOW, entry.digest)
        before = entry.link
    assert len({entry.salt for entry in entries}) == 3
    assert journal.read("raid-1", 2) == entries[2:]


def test_the_parts_of_a_link_cannot_be_moved_into_each_other() -> None:
    assert link("", "a", "bc", NOW, "d") != link("", "ab", "c", NOW, "d")
    assert link("x", "", "a", NOW, "d") != link("", "x", "a", NOW, "d")


@pytest.mark.parametrize(
    "statement",
    [
        "update entry set body = '1' where seq = 1",
        "delete from entry where seq = 1",
        "delete from entry",
        "insert into entry select game, seq, kind, side, at, '1', salt, link from entry where seq = 1"
        " on conflict (game, seq) do update set body = '1'",
        "insert into entry select game, 0 + seq, kind, side, at, body, salt, link from entry where seq = 1",
    ],
)
def test_nothing_is_changed_or_taken_away(journal: Journal, address: Address, statement: str) -> None:
    journal.append(chain(journal, 1, 2))
    before = journal.read("raid-1")
    with pytest.raises(Rejected):
        run_past_program(address, statement)
    assert journal.read("raid-1") == before


def test_a_commit_is_whole_or_nothing(journal: Journal) -> None:
    journal.append(chain(journal, 1))
    made = chain(journal, 2, 3)
    made.entries.append(made.entries[0])
    with pytest.raises(Refused):
        journal.append(made)
    assert len(journal.read("raid-1")) == 1
    assert not in_transaction(journal)
    journal.append(chain(journal, 2, 3))
    assert len(journal.read("raid-1")) == 3


def test_who_was_overtaken_stores_nothing(journal: Journal, address: Address) -> None:
    other = Journal(address)
    mine, theirs = chain(journal, "mine"), chain(other, "theirs")
    other.append(theirs)
    with pytest.raises(ConflictingWrite):
        journal.append(mine)
    assert [entry.body for entry in journal.read("raid-1")] == ['"theirs"']
    other.close()


def test_a_secret_is_kept_apart_until_it_is_spent(journal: Journal) -> None:
    made = chain(journal, 1)
    made.keep("p", b"hush" * 8)
    journal.append(made)
    assert journal.secret("raid-1", "p") == b"hush" * 8
    assert b"hush" not in b"".join(repr(entry).encode() for entry in journal.read("raid-1"))
    made = chain(journal, 2)
    made.spend("p")
    journal.append(made)
    with pytest.raises(ConflictingWrite):
        journal.secret("raid-1", "p")


@pytest.mark.parametrize("address", FORTY_KILLS, indirect=True)
@pytest.mark.long
def test_killed_in_the_middle_of_a_commit(address: Address) -> None:
    """Killed at many moments while it writes commits of ten entries: afterwards every commit is there whole, or not at
    all.
    """

    def commit() -> Iterator[None]:
        journal = Journal(address)
        while True:
            journal.append(chain(journal, *[[n, "x" * 500] for n in range(10)]))
            yield

    length = 0
    for attempt in range(0, 40, share(1, 4)):
        killed(commit, 0.001 + 0.0007 * attempt)
        journal = Journal(address)
        entries = journal.read("raid-1")
        assert len(entries) % 10 == 0 and len(entries) > length
        before = ""
        for entry in entries:
            assert entry.link == link(before, entry.kind, entry.side, entry.at, entry.digest)
            before = entry.link
        length = len(entries)
        journal.close()


def test_a_part_that_fails_undoes_the_whole_even_if_its_fault_is_caught(journal: Journal) -> None:
    made = EntryChain("duel-1", 0, "", "2026-01-31T18:00:00Z", lambda count: bytes(count))
    made.add("opened", "", {})
    with pytest.raises(ZeroDivisionError), journal.transaction():
        with suppress(ZeroDivisionError), journal.transaction():
            journal.append(made)
            raise ZeroDivisionError
        assert journal.length("duel-1") == 1
    assert journal.length("duel-1") == 0
    with journal.transaction(), journal.transaction():
        journal.append(made)
    assert journal.length("duel-1") == 1


def test_a_refusal_before_anything_is_written_undoes_nothing(journal: Journal) -> None:
    """One line of a letter that asks for too many notes takes none of its orders back."""
    with journal.transaction():
        journal.append(chain(journal, "kept"))
        with suppress(Refused), journal.transaction():
            journal.database.query("select count(*) from entry")
            raise Refused("too-many", "Enough.")
    assert journal.length("raid-1") == 1
    with pytest.raises(Refused), journal.transaction(), suppress(Refused), journal.transaction():
        journal.append(chain(journal, "half of something"))
        raise Refused("too-many", "Enough.")
    assert journal.length("raid-1") == 1


def test_an_attempt_that_is_refused_undoes_what_it_wrote_and_nothing_else(journal: Journal) -> None:
    with journal.transaction():
        journal.append(chain(journal, "kept"))
        with suppress(Refused), journal.attempt():
            journal.append(chain(journal, "half of something"))
            with suppress(Refused), journal.attempt():
                journal.append(chain(journal, "a quarter of it"))
                raise Refused("too-many", "Enough.")
            assert journal.length("raid-1") == 2
            with journal.transaction():
                journal.append(chain(journal, "its other half"))
                raise Refused("too-many", "Enough.")
        assert journal.length("raid-1") == 1
        with journal.attempt():
            journal.append(chain(journal, "kept too"))
    assert [entry.body for entry in journal.read("raid-1")] == ['"kept"', '"kept too"']
    with suppress(Refused), journal.attempt():
        journal.append(chain(journal, "alone"))
        raise Refused("too-many", "Enough.")
    assert journal.length("raid-1") == 2 and not in_transaction(journal)


def test_an_attempt_may_hold_a_statement_that_fails(journal: Journal) -> None:
    with journal.transaction():
        journal.append(chain(journal, "kept"))
        with suppress(Refused), journal.attempt():
            journal.database.execute("insert into no_such_table values (1)")
        journal.append(chain(journal, "kept too"))
    assert journal.length("raid-1") == 2


def test_an_attempt_that_fails_otherwise_undoes_the_whole(journal: Journal) -> None:
    with pytest.raises(ZeroDivisionError), journal.transaction():
        journal.append(chain(journal, "lost"))
        with suppress(ZeroDivisionError), journal.attempt():
            raise ZeroDivisionError
    assert journal.length("raid-1") == 0


def test_a_statement_that_fails_undoes_the_whole(journal: Journal) -> None:
    with pytest.raises(Refused), journal.transaction():
        journal.append(chain(journal, "lost"))
        with suppress(Refused), journal.transaction():
            journal.database.execute("insert into no_such_table values (1)")
    assert journal.length("raid-1") == 0
