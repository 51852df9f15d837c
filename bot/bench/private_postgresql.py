"""A private PostgreSQL server for tests and benchmarks: its own folder, one local socket, gone when it has served."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from glob import glob
from importlib.util import find_spec
from itertools import count
from pathlib import Path

SETTINGS = ("unix_socket_directories={folder}", "listen_addresses=", "max_connections=40")
HASTY = ("fsync=off", "autovacuum=off")
"""Settings of a server whose data nobody needs later.  Vacuuming alone takes half of its time where tables are made and
dropped by the thousand.
"""
_NUMBERS = count(1)


def why_not() -> str:
    """Why no server can be started here, "" if one can."""
    if not find_spec("psycopg"):
        return "psycopg is not installed: pip install -e '.[postgres]'"
    if not _programs():
        return "PostgreSQL is not installed: apt-get install postgresql"
    if not os.getuid() and not _other_user():
        return "PostgreSQL does not run as root, and there is no user postgres here."
    return ""


class Server:
    """One running server.  It is started as another user where this one is root, which PostgreSQL does not run as.

    ``sync``: whether it waits for the disk, as servers with real games do; kills of single processes lose nothing
    without it.
    """

    def __init__(self, folder: Path, sync: bool = False) -> None:
        self.folder, self._sync, self._emptied = folder, sync, list[str]()
        self._user = _other_user() if not os.getuid() else None
        if self._user:
            os.chown(folder, self._user.pw_uid, self._user.pw_gid)
        self.run("initdb", "-D", str(folder / "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        access = folder / "data" / "pg_hba.conf"
        access.write_text("local all guest scram-sha-256\n" + access.read_text())
        self.start()

    def run(self, program: str, *words: str) -> None:
        subprocess.run(
            [str(Path(_programs()) / program), *words],
            cwd=self.folder,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=60,
            user=self._user.pw_uid if self._user else None,
            group=self._user.pw_gid if self._user else None,
            extra_groups=[] if self._user else None,
        )

    def start(self) -> None:
        chosen = SETTINGS if self._sync else (*SETTINGS, *HASTY)
        settings = " ".join(f"-c {setting.format(folder=self.folder)}" for setting in chosen)
        self.control("start", "-o", settings, "-l", str(self.folder / "log"))

    def stop(self, mode: str = "immediate") -> None:
        self.control("stop", "-m", mode)

    def control(self, *words: str) -> None:
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-w", *words)

    def address(self, name: str, user: str = "postgres") -> str:
        return f"postgresql://{user}@/{name}?host={self.folder}"

    def new_database(self, *options: str) -> str:
        """The address of a new database."""
        name = f"games{next(_NUMBERS)}"
        self.sql("postgres", f"create database {name} {' '.join(options)}")
        return self.address(name)

    @contextmanager
    def empty_database(self) -> Iterator[str]:
        """The address of a database with nothing in it; it is emptied and lent again, for to make a new one takes ten
        times as long.
        """
        address = self._emptied.pop() if self._emptied else self.new_database()
        yield address
        name = address.removeprefix(self.address("").partition("?")[0]).partition("?")[0]
        self.sql("postgres", f"select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '{name}'")
        self.sql(name, "drop schema public cascade", "create schema public", "grant usage on schema public to public")
        self._emptied.append(address)

    def sql(self, name: str, *statements: str) -> Sequence[tuple[object, ...]]:
        """What the last statement finds, by a connection apart."""
        from engine.database.postgresql_session import Session

        session = Session(self.address(name))
        try:
            for statement in statements:
                ran = session.connection.execute(statement.encode())
            return ran.fetchall() if ran.description else ()
        finally:
            session.close()


@contextmanager
def private_server(sync: bool = False) -> Iterator[Server]:
    """Only where ``why_not`` has no objection."""
    with tempfile.TemporaryDirectory(prefix="fp", dir="/tmp", ignore_cleanup_errors=True) as folder:
        server = Server(Path(folder), sync)
        try:
            yield server
        finally:
            server.stop()


def _programs() -> str:
    """The folder of PostgreSQL's programs, "" without one."""
    on_path = shutil.which("initdb")
    folders = [str(Path(on_path).parent)] if on_path else []
    return next(iter(folders + sorted(glob("/usr/lib/postgresql/*/bin"), reverse=True)), "")


def _other_user() -> pwd.struct_passwd | None:
    """A user other than root under whom a server may run."""
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    return None
