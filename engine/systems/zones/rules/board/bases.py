"""The bases on the table: who is where, found quickly near a place (ZC 1.4, 3.2)."""

from collections.abc import Iterable, Mapping

from engine.contract import Record, kept_for_latest

from ...state.position import Rectangle, Spot, State, Unit, team, units_on_table
from ...table_rows import Type
from .geometry import diameter, hundredths


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


def enemy_sides(state: State, side: str) -> list[str]:
    """ZC 3.6: the sides of other teams."""
    own = team(state, side)
    return [other.id for other in state.sides if other.team != own]


def units_near(state: State, box: Rectangle, far: int) -> list[Unit]:
    """The units on the table of which a model may be that near to a place in a rectangle, in the scenario's order."""
    left, low, right, high = box[0] - far, box[1] - far, box[2] + far, box[3] + far
    return [
        unit
        for unit in map(state.units.__getitem__, state.roster)
        if (around := unit.around)
        and around[0] <= right
        and left <= around[2]
        and around[1] <= high
        and low <= around[3]
    ]


def models_near(state: State, box: Rectangle, width: int, moving: Unit | None = None) -> list[PlacedModel]:
    """The models whose bases could touch one of ``width`` with its centre in a rectangle, in the scenario's order.
    Those of a unit that is ``moving`` as a whole are not in its way.
    """
    units = units_near(state, box, (width + _widest_base(state.types)) // 2)
    return [body for unit in units if unit is not moving for body in _bodies_near(state, unit, box, width)]


def _bodies_near(state: State, unit: Unit, box: Rectangle, width: int) -> list[PlacedModel]:
    across = diameter(state, unit)
    far = (width + across) // 2
    left, low, right, high = box[0] - far, box[1] - far, box[2] + far, box[3] + far
    return [
        PlacedModel(model.at, across, unit.side, unit.id, model.number)
        for model in unit.models
        if left <= model.at[0] <= right and low <= model.at[1] <= high
    ]


@kept_for_latest
def _widest_base(types: Mapping[str, Type]) -> int:
    return max([hundredths(kind.base) for kind in types.values()])


def placed_models(state: State) -> tuple[PlacedModel, ...]:
    """All models on the table, in the scenario's order."""
    return _all_models(state, units_on_table(state))


def enemy_models(state: State, side: str) -> tuple[PlacedModel, ...]:
    """ZC 3.6: the models of other teams on the table."""
    hostile = enemy_sides(state, side)
    return _all_models(state, (unit for unit in units_on_table(state) if unit.side in hostile))


def _all_models(state: State, units: Iterable[Unit]) -> tuple[PlacedModel, ...]:
    return tuple(
        [
            PlacedModel(model.at, diameter(state, unit), unit.side, unit.id, model.number)
            for unit in units
            for model in unit.models
        ]
    )
