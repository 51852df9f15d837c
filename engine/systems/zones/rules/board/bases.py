"""The bases on the table: who is where, found quickly near a place (ZC 1.4, 3.2)."""

from collections.abc import Iterable, Mapping
from itertools import compress, count
from operator import is_not
from typing import NamedTuple

from engine.contract import Record, kept_for_latest

from ...state.position import Spot, State, Unit, team
from ...table_rows import Type
from .geometry import Rectangle, box_around, hundredths


class PlacedModel(Record, frozen=True):
    """A model on the table: its place, its diameter, its side, unit and number."""

    at: Spot
    diameter: int
    side: str
    unit: str
    number: int

    @property
    def name(self) -> str:
        """Its name for people."""
        return f"{self.unit}.{self.number}"


class UnitBases(NamedTuple):
    """The bases of a unit on the table: their diameter, the number and place of each, and a rectangle that holds them
    with a whole diameter to spare.
    """

    unit: str
    side: str
    diameter: int
    spots: tuple[tuple[int, Spot], ...]
    around: Rectangle


class _Known(NamedTuple):
    """All units of the position asked about last, and their bases, None of those off the table: most are the same in
    the next position.
    """

    types: Mapping[str, Type]
    units: tuple[Unit, ...]
    bases: tuple[UnitBases | None, ...]


_latest = _Known({}, (), ())


@kept_for_latest
def unit_bases(state: State) -> tuple[UnitBases, ...]:
    """The bases of all units on the table, in the scenario's order."""
    global _latest
    units, known = tuple(map(state.units.__getitem__, state.roster)), _latest
    if known.types is state.types and len(known.units) == len(units):
        found = list(known.bases)
        for nth in compress(count(), map(is_not, units, known.units)):
            found[nth] = _bases_now(state, found[nth], known.units[nth], units[nth])
    else:
        found = [_bases_of(state, unit) for unit in units]
    _latest = _Known(state.types, units, tuple(found))
    return tuple(filter(None, found))


def _bases_now(state: State, bases: UnitBases | None, was: Unit, unit: Unit) -> UnitBases | None:
    """The bases of a unit of which something has changed: most events leave it where it was."""
    alike = was.id == unit.id and was.side == unit.side and was.type == unit.type and unit.where == "table"
    return bases if bases and alike and bases.spots == _spots(unit) else _bases_of(state, unit)


def _spots(unit: Unit) -> tuple[tuple[int, Spot], ...]:
    return tuple([(model.number, model.at) for model in unit.models])


def _bases_of(state: State, unit: Unit) -> UnitBases | None:
    if unit.where != "table" or not unit.models:
        return None
    across = hundredths(state.types[unit.type].base)
    left, low, right, high = box_around([model.at for model in unit.models])
    around = left - across, low - across, right + across, high + across
    return UnitBases(unit.id, unit.side, across, _spots(unit), around)


def enemy_sides(state: State, side: str) -> list[str]:
    """ZC 3.6: the sides of other teams."""
    own = team(state, side)
    return [other.id for other in state.sides if other.team != own]


def bases_near(state: State, box: Rectangle, width: int) -> tuple[UnitBases, ...]:
    """The units with bases that could touch one of ``width`` with its centre in a rectangle."""
    left, low, right, high = box[0] - width, box[1] - width, box[2] + width, box[3] + width
    found = list[UnitBases]()
    for bases in unit_bases(state):
        x0, y0, x1, y1 = bases.around
        if x0 < right and left < x1 and y0 < high and low < y1:
            found.append(bases)
    return tuple(found)


def models_near(units: Iterable[UnitBases], box: Rectangle, width: int) -> list[PlacedModel]:
    """Of these units the models whose bases could touch one of ``width`` with its centre in a rectangle."""
    left, low, right, high = box
    return [
        PlacedModel(at, bases.diameter, bases.side, bases.unit, number)
        for bases in units
        for number, at in bases.spots
        if left - (by := width + bases.diameter) < at[0] < right + by and low - by < at[1] < high + by
    ]


def placed_models(state: State) -> tuple[PlacedModel, ...]:
    """All models on the table, in the scenario's order."""
    return _all_models(unit_bases(state))


def enemy_models(state: State, side: str) -> tuple[PlacedModel, ...]:
    """ZC 3.6: the models of other teams on the table."""
    hostile = enemy_sides(state, side)
    return _all_models(bases for bases in unit_bases(state) if bases.side in hostile)


def _all_models(units: Iterable[UnitBases]) -> tuple[PlacedModel, ...]:
    return tuple(
        [
            PlacedModel(at, bases.diameter, bases.side, bases.unit, number)
            for bases in units
            for number, at in bases.spots
        ]
    )
