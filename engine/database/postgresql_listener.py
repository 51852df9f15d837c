"""Hears of changes that other programs make in a PostgreSQL database, the moment they are stored."""

from collections.abc import Callable
from threading import Event, Thread

import psycopg

from engine.errors import Refused

from .postgresql_session import Session
from .postgresql_tables import CHANNEL

PATIENCE = 0.5
"""Seconds after which the thread looks whether it is to stop."""
PAUSE = 1.0
"""Seconds between two tries to reach a server that is away."""


class Listener:
    """Calls ``changed`` from a thread of its own, over a connection of its own, until it is stopped.

    It calls it also when it has connected again: what was notified in between is lost.
    """

    def __init__(self, address: str, changed: Callable[[], None]) -> None:
        self._session, self._changed, self._stopped = Session(address), changed, Event()
        Thread(target=self._run, name="listener", daemon=True).start()

    def stop(self) -> None:
        """``changed`` may be called once more within the next moment."""
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._listen()
            except (Refused, psycopg.Error):
                self._stopped.wait(PAUSE if self._session.lost else 0)
        self._session.close()

    def _listen(self) -> None:
        connection = self._session.connection
        connection.execute(f"listen {CHANNEL}")
        self._changed()
        while not self._stopped.is_set():
            if list(connection.notifies(timeout=PATIENCE, stop_after=1)):
                self._changed()
