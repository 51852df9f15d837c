"""The sides of a position: their names, and the enemy in a game of two."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.contract import Record, Scenario


class Side(Record, frozen=True, forbid_unknown_fields=True):
    """A side as a state keeps it; ``colour`` as #rrggbb.  Its id comes from the scenario."""

    id: str
    name: str
    colour: str


def sides_of(scenario: Scenario) -> tuple[Side, ...]:
    """The sides in the order of the scenario."""
    return tuple(Side(key, side.name, side.colour) for key, side in scenario.sides.items())


class NamedSide(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


class HasSides(Protocol):
    """A state that lists its sides."""

    @property
    def sides(self) -> Sequence[NamedSide]: ...


def enemy(state: HasSides, side: str) -> str:
    """The other of two sides."""
    first, second = state.sides
    return second.id if side == first.id else first.id


def name_of(key: str, names: Mapping[str, str]) -> str:
    """The name of a side, or of a group of sides, which has none but its id: ``free-companies`` -> Free Companies."""
    return names[key] if key in names else key.replace("-", " ").title()


def side_name(state: HasSides, side: str | None) -> str:
    """A side's name for people."""
    return next((known.name for known in state.sides if known.id == side), side or "nobody")
