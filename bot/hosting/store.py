"""What everything that is kept beside the games needs of the journal."""

from contextlib import AbstractContextManager
from typing import Protocol

from engine.database.database import Database


class Store(Protocol):
    """The journal's database, and its way of making several writes one."""

    @property
    def database(self) -> Database: ...
    def transaction(self) -> AbstractContextManager[object]: ...
