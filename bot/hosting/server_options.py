"""What the managers of a server chose: who may open games there, how many, where, and with which deadlines."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from engine.table import Refused

from .opening_limits import Limits
from .server_tables import TABLES
from .store import Store

EVERYBODY: Final = "everybody"
MANAGERS: Final = "managers"


class ServerOptions(NamedTuple):
    """``opens``, who may open games: EVERYBODY, MANAGERS, or the id of a role.  ``per_person``, ``per_server``: games
    that may run at once.  ``channels``: ids of those where games may be opened, () = all; ``forum``: the id of the
    forum channel whose posts they become, "" = none.  ``deadline``: seconds of each phase of a game that is opened
    without one, 0 = none; ``shortest``: seconds that a deadline must have.  ``dates``: the language of dates in words;
    ``referees``: the id of their role, "" = none.
    """

    opens: str = EVERYBODY
    per_person: int = 20
    per_server: int = 1000
    channels: tuple[str, ...] = ()
    forum: str = ""
    deadline: int = 0
    shortest: int = 300
    dates: str = "en"
    referees: str = ""

    def are_referee(self, roles: frozenset[str]) -> bool:
        """Whether one of these roles is that of the referees."""
        return self.referees in roles


class Servers:
    """Belongs to the thread that owns the database.  ``limits``: those of a server whose managers chose none."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._db, self._store = store.database, store
        self._usual = ServerOptions(per_person=limits.per_person, shortest=limits.shortest)
        self._db.create_tables(TABLES, {})

    def options(self, server: str) -> ServerOptions:
        """Of a server, such as ``discord:1104200000000000000``.  Refused damaged."""
        rows = self._db.query("select name, value from server_option where server = ?", (server,))
        try:
            return self._usual._replace(**{name: _read(getattr(self._usual, name), value) for name, value in rows})
        except (AttributeError, ValueError) as fault:
            raise Refused(
                "damaged", f"The options of {server} cannot be read from the database. Restore it from a backup."
            ) from fault

    def change(self, server: str, changes: Mapping[str, object]) -> tuple[ServerOptions, ServerOptions]:
        """The options before and after."""
        with self._store.transaction():
            before = self.options(server)
            for name, value in changes.items():
                self._db.execute(
                    "insert into server_option (server, name, value) values (?, ?, ?) on conflict (server, name)"
                    " do update set value = excluded.value",
                    [server, name, _write(value)],
                )
            return before, self.options(server)


def _write(value: object) -> str:
    return ",".join(value) if isinstance(value, tuple) else str(value)


def _read(usual: object, value: str) -> Any:
    """The pair of ``_write``; ``usual``: a value of the same kind.  Raises ValueError."""
    if isinstance(usual, tuple):
        return tuple(filter(None, value.split(",")))
    return int(value) if isinstance(usual, int) else value
