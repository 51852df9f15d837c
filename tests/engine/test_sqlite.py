"""The database in a file: how it is kept, and the sentences about files and disks that do not allow something."""

import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlite_utils import Database

from engine.database import sqlite
from engine.database.sqlite_tables import SCHEMA
from engine.errors import Refused
from engine.log.journal import Journal
from tests.support.databases import SHIPPED_SYNCHRONOUS, chain, sqlite_connection

ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    journal = Journal(path)
    yield journal
    journal.close()


def test_others_keep_tables_in_the_same_transaction(journal: Journal) -> None:
    others = Database(sqlite_connection(journal))
    others.table("post").insert({"id": 1}, pk="id")
    with pytest.raises(RuntimeError), journal.transaction():
        others.table("post").insert({"id": 2})
        journal.append(chain(journal, 1))
        raise RuntimeError
    assert journal.read("raid-1") == () and others["post"].count == 1
    with journal.transaction():
        others.table("post").insert({"id": 2})
        journal.append(chain(journal, 1))
    assert len(journal.read("raid-1")) == 1 and others["post"].count == 2


def test_nothing_is_replaced(journal: Journal, path: Path) -> None:
    journal.append(chain(journal, 1, 2))
    before = journal.read("raid-1")
    other = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError):
        other.execute(
            "insert or replace into entry select game, seq, kind, side, at, '1', salt, link from entry where seq = 1"
        )
    other.close()
    assert journal.read("raid-1") == before


def test_how_it_is_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "SYNCHRONOUS", SHIPPED_SYNCHRONOUS)
    journal = Journal(path)
    asked = {
        name: sqlite_connection(journal).execute(f"pragma {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "user_version")
    }
    assert asked == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 5000,
        "user_version": len(SCHEMA),
    }
    journal.close()


def test_only_its_owner_may_read_a_new_database(path: Path) -> None:
    """The dice to come and both sides' drafts are in it; the log and the shared memory beside it hold them too."""
    before = os.umask(0)
    try:
        journal = Journal(path)
        journal.append(chain(journal, 1))
        modes = {file.name: oct(file.stat().st_mode & 0o777) for file in path.parent.iterdir()}
        journal.close()
    finally:
        os.umask(before)
    assert modes == dict.fromkeys((path.name, f"{path.name}-wal", f"{path.name}-shm"), "0o600")


@pytest.mark.skipif(not shutil.which("strace"), reason="counting system calls needs strace")
def test_one_wait_for_the_disk_a_commit(path: Path) -> None:
    def syncs(commits: int) -> int:
        path.unlink(missing_ok=True)
        log = path.with_suffix(".trace")
        code = f"""
import sys; sys.path[:0] = [{str(ROOT)!r}]
from contextlib import suppress
from pathlib import Path
from engine.log.journal import Journal
from tests.support.databases import chain
journal = Journal({str(path)!r})
journal.append(chain(journal, 0))
for n in range({commits}):
    journal.append(chain(journal, *["x" * 300] * 8))
import os; os._exit(0)
"""
        subprocess.run(
            ["strace", "-f", "-e", "trace=fdatasync,fsync", "-o", log, sys.executable, "-c", code],
            check=True,
            timeout=120,
        )
        return log.read_text().count("sync(")

    assert syncs(25) - syncs(5) == 20


def refused(path: Path) -> str:
    with pytest.raises(Refused) as caught:
        Journal(path)
    assert str(path) in str(caught.value)
    return caught.value.code


def test_what_is_no_database(tmp_path: Path) -> None:
    garbage = tmp_path / "letter.txt"
    garbage.write_text("Dear general, " * 1000)
    assert refused(garbage) == "not-a-database"
    assert garbage.read_text() == "Dear general, " * 1000
    assert refused(tmp_path) == "read-only"
    assert refused(tmp_path / "no" / "such" / "folder.db") == "read-only"


def test_the_database_of_another_program(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("create table entry (id)")
    other.commit()
    other.close()
    before = path.read_bytes()
    assert refused(path) == "not-a-database"
    assert path.read_bytes() == before


def test_the_database_of_a_later_program(path: Path) -> None:
    Journal(path).close()
    other = sqlite3.connect(path)
    other.execute("pragma user_version = 99")
    other.close()
    assert refused(path) == "newer"


def test_an_empty_file_is_a_new_journal(path: Path) -> None:
    path.touch()
    journal = Journal(path)
    journal.append(chain(journal, 1))
    journal.close()


def test_a_damaged_database_is_refused_and_left_alone(path: Path) -> None:
    journal = Journal(path)
    journal.append(chain(journal, *["x" * 3000] * 40))
    journal.close()
    data = bytearray(path.read_bytes())
    for page in range(1, len(data) // 4096):
        data[page * 4096 : page * 4096 + 200] = b"\xa5" * 200
    path.write_bytes(data)
    with pytest.raises(Refused) as caught:
        Journal(path).read("raid-1")
    assert caught.value.code == "damaged"
    assert path.read_bytes() == data


def as_nobody(errand: Callable[[], str]) -> str:
    """What a function returns in a process without the rights of root."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            if os.getuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            said = errand()
        except BaseException as caught:
            said = repr(caught)
        os.write(write, said.encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return said


@pytest.fixture
def reachable() -> Iterator[Path]:
    """A folder that another user may look into: pytest's own may not be."""
    with tempfile.TemporaryDirectory(dir="/tmp") as made:
        yield Path(made)
        os.chmod(made, 0o755)


def test_a_file_that_may_only_be_read(reachable: Path) -> None:
    path = reachable / "games.db"
    journal = Journal(path)
    journal.append(chain(journal, 1))
    journal.close()
    os.chmod(path, 0o444)
    os.chmod(reachable, 0o555)

    def write() -> str:
        try:
            journal = Journal(path)
            journal.append(chain(journal, 2))
        except Refused as refused:
            return refused.code
        return "written"

    assert as_nobody(write) == "read-only"
    os.chmod(reachable, 0o755)
    assert len(Journal(path).read("raid-1")) == 1


def test_a_folder_that_may_not_be_written_to(reachable: Path) -> None:
    os.chmod(reachable, 0o555)
    assert as_nobody(lambda: refused(reachable / "games.db")) == "read-only"


@pytest.mark.long
def test_a_full_disk(path: Path) -> None:
    """No file may grow beyond 250 kB: what fitted stays, what did not is refused, and with room again the game
    goes on.
    """

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (250_000, 250_000))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    code = f"""
import sys; sys.path[:0] = [{str(ROOT)!r}]
from engine.errors import Refused
from engine.log.journal import Journal
from tests.support.databases import chain, sqlite_connection
journal = Journal({str(path)!r})
n = 0
try:
    while True:
        journal.append(chain(journal, "x" * 3000, "y" * 3000))
        n += 1
except Refused as refused:
    print(n, refused.code, len(journal.read("raid-1")), sqlite_connection(journal).in_transaction)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, preexec_fn=small, timeout=60)
    n, code, left, transaction = done.stdout.split()
    assert (code, int(left), transaction) == ("disk-full", 2 * int(n), "False") and int(n) > 5
    journal = Journal(path)
    assert len(journal.read("raid-1")) == 2 * int(n)
    journal.append(chain(journal, 1))
    assert len(journal.read("raid-1")) == 2 * int(n) + 1


def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(disk)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("mounting a small disk needs more rights")
    try:
        journal, n = Journal(disk / "games.db"), 0
        with pytest.raises(Refused) as caught:
            while n < 1000:
                journal.append(chain(journal, "x" * 3000, "y" * 3000))
                n += 1
        assert caught.value.code == "disk-full" and n > 5
        assert len(journal.read("raid-1")) == 2 * n
        assert "disk" in refused(disk / "another.db")
        journal.close()
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


def test_another_process_holds_it(journal: Journal, path: Path) -> None:
    sqlite_connection(journal).execute("pragma busy_timeout = 50")
    other = sqlite3.connect(path)
    other.execute("begin immediate")
    with pytest.raises(Refused) as caught:
        journal.append(chain(journal, 1))
    assert caught.value.code == "busy"
    other.rollback()
    journal.append(chain(journal, 1))
    other.close()
