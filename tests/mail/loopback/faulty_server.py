"""What servers with a fault share: it shows at one chosen command, so many times."""

from typing import Generic, Protocol, Self, TypeVar


class Planted(Protocol):
    """``times``: at so many of these commands, from now on."""

    @property
    def command(self) -> str: ...

    @property
    def times(self) -> int: ...

    def _replace(self, *, times: int) -> Self: ...


F = TypeVar("F", bound=Planted)


class FaultyServer(Generic[F]):
    """``met``: the commands at which a fault has shown."""

    def __init__(self) -> None:
        self.fault: F | None = None
        self.met = list[str]()

    def faulty(self, command: str) -> F | None:
        """The fault that shows at this command."""
        fault = self.fault
        if fault is None or fault.command != command or fault.times < 1:
            return None
        self.fault = fault._replace(times=fault.times - 1)
        self.met.append(command)
        return fault
