"""The bases on the table: who is where, found quickly near a place (ZC 1.4, 3.2)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress, count
from operator import is_not
from typing import NamedTuple

from engine.contract import Record, kept_for_latest

from ...state.kept import kept_for_records
from ...state.position import Model, Spot, State, Unit, team
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
    bases: Sequence[UnitBases | None]
    on_table: tuple[UnitBases, ...]


_latest = _Known({}, (), (), ())


@kept_for_latest
def unit_bases(state: State) -> tuple[UnitBases, ...]:
    """The bases of all units on the table, in the scenario's order; the very same tuple while none has moved."""
    global _latest
    units, known = tuple(map(state.units.__getitem__, state.roster)), _latest
    if known.types is state.types and len(known.units) == len(units):
        found, same = list(known.bases), True
        for nth in compress(count(), map(is_not, units, known.units)):
            was, found[nth] = found[nth], _bases_now(state, found[nth], known.units[nth], units[nth])
            same = same and found[nth] is was
    else:
        found, same = [_find_bases(unit, state.types[unit.type]) for unit in units], False
    on_table = known.on_table if same else tuple(filter(None, found))
    _latest = _Known(state.types, units, found, on_table)
    return on_table


def _bases_now(state: State, bases: UnitBases | None, was: Unit, unit: Unit) -> UnitBases | None:
    """The bases of a unit of which something has changed: most events leave it where it was."""
    alike = was.id == unit.id and was.side == unit.side and was.type == unit.type and unit.where == "table"
    stays = bases and alike and (was.models is unit.models or _stand_alike(was.models, unit.models))
    return bases if stays else _bases_of(unit, state.types[unit.type])


def _stand_alike(before: Sequence[Model], now: Sequence[Model]) -> bool:
    """Whether these are models with the same numbers at the same places."""
    if len(before) != len(now):
        return False
    for was, model in zip(before, now, strict=True):
        if was is not model and (was.at != model.at or was.number != model.number):
            return False
    return True


@kept_for_records
def _bases_of(unit: Unit, kind: Type) -> UnitBases | None:
    """A unit that moves as it was foreseen has its bases already."""
    return _find_bases(unit, kind)


def _find_bases(unit: Unit, kind: Type) -> UnitBases | None:
    if unit.where != "table" or not unit.models:
        return None
    across = hundredths(kind.base)
    spots = tuple([(model.number, model.at) for model in unit.models])
    left, low, right, high = box_around([at for _, at in spots])
    around = left - across, low - across, right + across, high + across
    return UnitBases(unit.id, unit.side, across, spots, around)


def enemy_sides(state: State, side: str) -> list[str]:
    """ZC 3.6: the sides of other teams."""
    own = team(state, side)
    return [other.id for other in state.sides if other.team != own]


def bases_near(state: State, box: Rectangle, width: int) -> tuple[UnitBases, ...]:
    """The units with bases that could touch one of ``width`` with its centre in a rectangle."""
    left, low, right, high = box[0] - width, box[1] - width, box[2] + width, box[3] + width
    return tuple(
        [
            bases
            for bases in unit_bases(state)
            if (around := bases.around)[0] < right and left < around[2] and around[1] < high and low < around[3]
        ]
    )


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
