"""The database on a server: what is said when it does not work, and what a lost connection leaves behind."""

import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Semaphore
from typing import Literal
from urllib.parse import quote

import pytest

from bot.bench.private_postgresql import Server
from engine.database.address import Address, is_server, without_password
from engine.database.opening import listening
from engine.errors import Refused
from engine.log.journal import Journal
from engine.log.verify import verify
from engine.table import Table
from tests.engine.table_games import started
from tests.support.cut_connections import CuttingProxy
from tests.support.databases import chain, in_transaction
from tests.support.toy_system import NOW, entropy

pytest.importorskip(
    "engine.database.postgresql", reason="psycopg is not installed: pip install -e '.[postgres]'", exc_type=ImportError
)


SECRET = "hush-hush"
NOWHERE = "/no/such/folder"


@pytest.fixture
def address(postgresql_server: Server) -> Iterator[str]:
    with postgresql_server.empty_database() as lent:
        yield lent


@pytest.fixture
def journal(address: str) -> Iterator[Journal]:
    journal = Journal(address)
    yield journal
    journal.close()


def refused(address: Address) -> Refused:
    with pytest.raises(Refused) as caught:
        Journal(address)
    found = caught.value
    assert SECRET not in str(found)
    assert found.__cause__ is None and (found.__suppress_context__ or not found.__context__), "nor does a traceback"
    return found


def end_connections(postgresql_server: Server) -> None:
    ours = "pg_stat_activity where application_name = 'fieldpost' and pid != pg_backend_pid()"
    postgresql_server.sql("postgres", f"select pg_terminate_backend(pid, 5000) from {ours}")


def test_a_server_that_is_away(postgresql_server: Server) -> None:
    said = refused(f"postgresql://anna:{SECRET}@/games?host={NOWHERE}")
    assert said.code == "no-server" and "cannot be reached" in str(said) and "anna@" in str(said)
    said = refused(f"postgresql://anna:{SECRET}@127.0.0.1:1/games")
    assert said.code == "no-server" and "anna@127.0.0.1:1/games" in str(said)


def test_a_wrong_password(postgresql_server: Server) -> None:
    postgresql_server.sql("postgres", "drop role if exists guest", "create role guest login password 'right'")
    said = refused(postgresql_server.address("postgres", f"guest:{SECRET}"))
    assert said.code == "no-server" and "the user or the password" in str(said)
    assert "the user or the password" in str(refused(postgresql_server.address("postgres", "guest")))
    assert "the user or the password" in str(refused(postgresql_server.address("postgres", f"nobody:{SECRET}")))
    assert "There is no database" in str(refused(postgresql_server.address("nothing")))


def test_no_message_has_a_password_whatever_is_in_it(postgresql_server: Server) -> None:
    """Mistyped addresses too: a password with letters that an address gives another meaning."""
    random = Random(9)
    for _ in range(60):
        word = "".join(random.choice("@/:?#%&=[] aB9") for _ in range(6))
        password = f"{random.choice(('x', '1'))}{word}{SECRET}{word}"
        for written in (password, quote(password, safe="")):
            place = f"postgresql://anna:{written}@/games?host={NOWHERE}"
            assert SECRET not in without_password(place)
            assert refused(place).code == "no-server"
    assert SECRET not in without_password(f"postgresql://anna@h/games?password={SECRET}&sslmode=require")
    assert without_password(f"postgres://anna:{SECRET}@h:5433/games?sslmode=require") == (
        "postgres://anna@h:5433/games?sslmode=require"
    )
    assert without_password(f"postgresql://anna:{SECRET}") == "postgresql://anna"
    assert without_password("postgresql://[::1]:5433/games") == "postgresql://[::1]:5433/games"
    assert without_password(Path("a:b@c")) == "a:b@c" and not is_server("games.db")


def test_a_database_of_another_program(postgresql_server: Server) -> None:
    address = postgresql_server.new_database()
    name = address.split("/")[3].split("?")[0]
    postgresql_server.sql(name, "create table entry (id integer)")
    assert refused(address).code == "not-a-database"
    assert postgresql_server.sql(
        name, "select count(*) from information_schema.tables where table_schema = 'public'"
    ) == [(1,)]
    ascii_only = postgresql_server.new_database("encoding 'SQL_ASCII' locale 'C' template template0")
    assert "SQL_ASCII, not in UTF8" in str(refused(ascii_only))


def test_the_database_of_a_later_program(journal: Journal, address: str) -> None:
    journal.database.execute("update fieldpost set version = 99")
    assert refused(address).code == "newer"


def test_a_server_that_may_only_be_read(journal: Journal, address: str) -> None:
    journal.append(chain(journal, 1))
    reader = Journal(f"{address}&options=-cdefault_transaction_read_only%3Don")
    with pytest.raises(Refused) as caught:
        reader.append(chain(reader, 2))
    assert caught.value.code == "read-only" and len(reader.read("raid-1")) == 1
    reader.close()


def test_nothing_is_truncated(journal: Journal, postgresql_server: Server) -> None:
    journal.append(chain(journal, 1))
    with pytest.raises(Refused):
        journal.database.execute("truncate entry")
    assert len(journal.read("raid-1")) == 1


def test_a_connection_lost_between_two_commits_is_made_again(journal: Journal, postgresql_server: Server) -> None:
    journal.append(chain(journal, 1))
    end_connections(postgresql_server)
    journal.append(chain(journal, 2))
    end_connections(postgresql_server)
    assert len(journal.read("raid-1")) == 2


def test_a_connection_lost_within_a_commit_undoes_it(journal: Journal, postgresql_server: Server) -> None:
    with pytest.raises(Refused) as caught, journal.transaction():
        journal.append(chain(journal, 1, 2))
        end_connections(postgresql_server)
        journal.append(chain(journal, 3))
    assert caught.value.code in ("connection-lost", "no-server")
    assert journal.read("raid-1") == () and not in_transaction(journal)
    journal.append(chain(journal, 1))
    assert len(journal.read("raid-1")) == 1


def test_a_fault_that_is_passed_over_still_undoes_the_whole(journal: Journal) -> None:
    """The server has given the transaction up: going on would store nothing, and say nothing."""
    with pytest.raises(Refused), journal.transaction():
        journal.append(chain(journal, 1))
        with pytest.raises(Refused):
            journal.database.query("select nothing from nowhere")
        with pytest.raises(Refused):
            journal.append(chain(journal, 2))
    assert journal.read("raid-1") == ()


@pytest.fixture
def proxy(postgresql_server: Server) -> Iterator[tuple[CuttingProxy, str]]:
    """A proxy in front of a new database, and the address that leads through it."""
    with tempfile.TemporaryDirectory(prefix="fp", dir="/tmp") as folder:
        made = CuttingProxy(Path(folder), postgresql_server.folder)
        yield made, postgresql_server.new_database().replace(str(postgresql_server.folder), folder)
        made.close()


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_connection_lost_while_a_commit_is_stored(
    proxy: tuple[CuttingProxy, str], duel: str, when: Literal["before", "after"]
) -> None:
    """The server is asked what became of it: what was stored counts as stored, what was not is refused, and a player
    who tries again runs nothing twice."""
    cutting, address = proxy
    table = Table(address, entropy())
    key = started(table, duel)
    before = table.game(key).length
    cutting.cut = when
    if when == "after":
        assert table.commit(key, "red", NOW, text="R1 hit B1", nonce="discord:7").lines
    else:
        with pytest.raises(Refused) as caught:
            table.commit(key, "red", NOW, text="R1 hit B1", nonce="discord:7")
        assert caught.value.code == "connection-lost" and table.game(key).length == before
    assert cutting.cuts == 1
    table.commit(key, "red", NOW, text="R1 hit B1", nonce="discord:7")
    kinds = [entry.kind for entry in table.journal.read(key)]
    assert kinds[before:].count("locked") == 1 and verify(table.export(key)).holds
    table.close()


def test_a_server_that_does_not_answer_leaves_it_open(
    monkeypatch: pytest.MonkeyPatch, proxy: tuple[CuttingProxy, str]
) -> None:
    cutting, address = proxy
    journal = Journal(address)
    journal.append(chain(journal, 1))
    made = chain(journal, 2)
    monkeypatch.setattr("engine.database.postgresql.PAUSES", (0.01,))
    monkeypatch.setattr(type(journal.database), "_was_stored", _asked_in_vain(cutting))
    cutting.cut = "after"
    with pytest.raises(Refused) as caught:
        journal.append(made)
    assert caught.value.code == "outcome-unknown" and "look at the game before you repeat it" in str(caught.value)


def _asked_in_vain(cutting: CuttingProxy):  # type: ignore[no-untyped-def]
    from engine.database.postgresql import PostgreSQLDatabase

    ask = PostgreSQLDatabase._was_stored

    def ask_nobody(database: PostgreSQLDatabase, number: str) -> bool:
        cutting.close()
        return ask(database, number)

    return ask_nobody


@pytest.mark.long
def test_a_server_that_is_restarted(duel: str, own_postgresql_server: Server) -> None:
    table = Table(own_postgresql_server.new_database(), entropy())
    key = started(table, duel)
    own_postgresql_server.stop()
    with pytest.raises(Refused) as caught:
        table.commit(key, "red", NOW, text="R1 hit B1")
    assert caught.value.code == "no-server"
    own_postgresql_server.start()
    assert table.commit(key, "red", NOW, text="R1 hit B1").lines and verify(table.export(key)).holds
    table.close()


@pytest.mark.long
def test_a_disk_that_is_really_full(own_postgresql_server: Server) -> None:
    disk = own_postgresql_server.folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=12m,mode=777", "tmpfs", str(disk)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("mounting a small disk needs more rights")
    try:
        fill(own_postgresql_server, disk / "space")
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


def fill(server: Server, space: Path) -> None:
    """Commits to a database in that folder until nothing fits: all of them are there, and the last is refused."""
    space.mkdir()
    shutil.chown(space, server.folder.owner())
    server.sql("postgres", f"create tablespace small location '{space}'")
    journal, n = Journal(server.new_database("tablespace small")), 0
    with pytest.raises(Refused) as caught:
        while n < 1000:
            journal.append(chain(journal, *(secrets.token_hex(20_000) for _ in range(2))))
            n += 1
    assert caught.value.code == "disk-full" and n > 5
    assert journal.length("raid-1") == 2 * n
    journal.close()


def test_another_process_holds_the_game(journal: Journal, address: str) -> None:
    other = Journal(address)
    other.database.execute("set lock_timeout = '50ms'")
    with journal.transaction():
        journal.database.lock("raid-1")
        with pytest.raises(Refused) as caught:
            other.append(chain(other, 1))
        assert caught.value.code == "busy"
        other.append(chain(other, 1, game="raid-2"))
    other.append(chain(other, 1))
    assert (journal.length("raid-1"), journal.length("raid-2")) == (1, 1)
    other.close()


def test_whoever_has_seen_a_change_has_seen_all_before_it(journal: Journal, address: str) -> None:
    """A change that is stored later has the higher number, even if it began earlier."""
    other = Journal(address)
    with journal.transaction():
        journal.append(chain(journal, 1, game="slow-1"))
        other.append(chain(other, 1, game="quick-1"))
        seen = other.rows.last_change()
        assert other.rows.changed_since(0) == ("quick-1",)
    assert other.rows.changed_since(seen) == ("slow-1",) and other.rows.last_change() == seen + 1
    other.close()


def test_one_bot_serves(journal: Journal, address: str, postgresql_server: Server) -> None:
    other = Journal(address)
    journal.database.serve_alone()
    with pytest.raises(Refused) as caught:
        other.database.serve_alone()
    assert caught.value.code == "already-served"
    end_connections(postgresql_server)
    journal.append(chain(journal, 1))
    with pytest.raises(Refused):
        other.database.serve_alone()
    other.append(chain(other, 2))
    end_connections(postgresql_server)
    other.database.serve_alone()
    with pytest.raises(Refused) as caught:
        journal.append(chain(other, 3))
    assert caught.value.code == "already-served", "the first has lost its place, and writes nothing more"
    other.close()


def test_changes_of_other_programs_are_heard(journal: Journal, address: str, postgresql_server: Server) -> None:
    """What is stored is, what is undone is not, and a lost connection is made again."""
    heard = Semaphore(0)
    with listening(address, heard.release):
        assert heard.acquire(timeout=10), "once at the beginning"
        with pytest.raises(ZeroDivisionError), journal.transaction():
            journal.append(chain(journal, 1))
            raise ZeroDivisionError
        journal.append(chain(journal, 1))
        assert heard.acquire(timeout=10) and not heard.acquire(timeout=0.1)
        end_connections(postgresql_server)
        assert heard.acquire(timeout=20)
        journal.append(chain(journal, 2))
        assert heard.acquire(timeout=10)
    with listening("games.db", heard.release):
        assert not heard.acquire(timeout=0.01)
