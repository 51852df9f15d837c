"""One connection to a PostgreSQL server: made, prepared, and made again when it was lost."""

from functools import cache
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from engine.errors import Refused

from .address import without_password
from .postgresql_errors import refused_sign_in
from .postgresql_locks import Locks, take

CONNECTING = 5
"""Seconds that a connection may take."""
_SETTINGS = """
set lock_timeout = '5s'; set idle_in_transaction_session_timeout = '60s'; set client_min_messages = warning;
set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 2;
set tcp_user_timeout = 20000;
select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off';
"""
_KEPT_ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 15_000}


class Session:
    """The connection to the server at an address.  Raises Refused where it cannot be made."""

    def __init__(self, address: str) -> None:
        self.name = without_password(address)
        self._parameters = _parameters(address, self.name)
        self._connection: psycopg.Connection[Any] | None = None
        self._process, self._locks = 0, Locks()

    @property
    def connection(self) -> psycopg.Connection[Any]:
        """A connection that was not lost when it was last used."""
        if self._connection is None or self._connection.closed:
            self._connection = self._connect()
        return self._connection

    @property
    def lost(self) -> bool:
        return self._connection is None or self._connection.closed

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def hold(self, locks: Locks) -> None:
        """Have these locks from now on, whatever becomes of the connection.  Raises Refused if another process has one
        of them.
        """
        take(self.connection, locks, self._process, self.name)
        self._locks = locks

    def _connect(self) -> psycopg.Connection[Any]:
        try:
            made = psycopg.connect(**self._parameters, autocommit=True)
        except psycopg.Error as caught:
            raise refused_sign_in(caught, self.name) from None
        try:
            made.execute(_SETTINGS)
            take(made, self._locks, self._process, self.name)
        except psycopg.Error as caught:
            made.close()
            raise refused_sign_in(caught, self.name) from None
        except Refused:
            made.close()
            raise
        self._process = made.info.backend_pid
        return made


def _parameters(address: str, name: str) -> dict[str, Any]:
    """What the address says, and what it leaves open.  Raises Refused; the password is in no message."""
    try:
        said = dict(conninfo_to_dict(address))
    except (psycopg.Error, UnicodeError):
        said = {"dbname": "@"}
    if any("@" in str(value) for key, value in said.items() if key != "password") or address.count("@") > 1:
        raise Refused(
            "no-server",
            f"{name} is not a complete address. Write it like postgresql://user:password@host/name; letters such as"
            " @ / : in a password are written %40 %2F %3A.",
        )
    usual = {"connect_timeout": CONNECTING, "application_name": "fieldpost", "client_encoding": "utf8"} | _KEPT_ALIVE
    return usual | said


@cache
def translated(statement: str) -> str:
    """A statement with psycopg's places for values."""
    return statement.replace("%", "%%").replace("?", "%s")
