"""A part of a transaction that may be refused alone: what it wrote is undone, and the transaction goes on."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from engine.errors import Refused

from .database import Values


class Attempts(ABC):
    """For a database whose transactions keep in ``_fault`` why nothing of them may be stored (None = it may)."""

    _fault: BaseException | None

    @property
    @abstractmethod
    def inside(self) -> bool:
        """Whether a transaction is open."""

    @abstractmethod
    def execute(self, statement: str, values: Values = ()) -> None: ...

    @abstractmethod
    def transaction(self) -> AbstractContextManager[None]: ...

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Refused inside a transaction, it undoes what it wrote and nothing else; any other fault undoes the whole."""
        if not self.inside:
            with self.transaction():
                yield
            return
        earlier = self._fault
        self.execute("savepoint attempt")
        try:
            yield
        except Refused as refused:
            self._fault = None
            try:
                self.execute("rollback to savepoint attempt")
                self.execute("release savepoint attempt")
                self._fault = earlier
            except Refused:  # the database has given the whole transaction up
                self._fault = refused
            raise
        except BaseException as fault:
            self._fault = fault
            raise
        self.execute("release savepoint attempt")
