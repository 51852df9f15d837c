"""A draft drawn over the table: where models would end and what their moves cost, whom they would attack and with
what chance.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from engine.contract import Order, replace
from engine.toolkit import wording
from maps.drawing.marks import tabletop_marks
from maps.scene.scene import Mark, Trail
from maps.scene.scene import Spot as Sign
from maps.scene.tabletop_layout import hundredths_on_picture, outline_shape, side_colour, side_number

from ..advice.evaluation import arrival_strip
from ..orders import Arrive, Attack, DeployRest, EntryOrder, Flee, Hunker, Move, PlaceUnit
from ..rules.board.bases import enemy_models
from ..rules.board.geometry import diameter, hundredths, spot_to_point
from ..rules.board.terrain import path_cost
from ..rules.combat.targeting import Aim, aims, weapon_reach
from ..rules.movement.deploy_rest import placements
from ..rules.movement.entries import ENEMY_GAP, ENTRY_MODES, model_places
from ..rules.movement.fall_back import retreat_moves as back
from ..rules.movement.planned_moves import Way, ways
from ..state.position import Model, Spot, State, Unit, unit_type
from .reach_outlines import circle_outlines
from .unit_pictures import arrow_between, arrow_points


def draft_marks(seen: State, side: str, orders: Sequence[Order]) -> tuple[Mark, ...]:
    """The marks of orders that are not committed yet, each in the position that those before it leave.  Orders that
    cannot be drawn are left out.
    """
    marks = list[Mark]()
    for order in orders:
        for one in placements(seen, side) if isinstance(order, DeployRest) else (order,):
            unit = seen.units.get(getattr(one, "unit", ""))
            if unit and unit.side == side and not unit.gone:
                marks += _order_marks(seen, unit, one)
                seen = replace(_position_after(seen, unit, one), placed=(*seen.placed, unit.id))
    return tuple(marks)


def _order_marks(seen: State, unit: Unit, order: Order) -> Iterator[Mark]:
    match order:
        case Move():
            yield from _move_marks(seen, unit, ways(seen, order))
        case EntryOrder():
            yield from _entry_marks(seen, unit, order)
        case Attack(target=target) if target in seen.units:
            yield from _attack_marks(seen, unit, order)
        case Flee() if unit.where == "table":
            going = {step.number: step.way for step in back(seen, unit, "flee")}
            yield from _move_marks(seen, unit, going)
        case Hunker() if unit.where == "table":
            yield Sign(hundredths_on_picture(seen, unit.models[0].at), "remark", f"{unit.id} hunkers")
        case _:
            pass


# moves
def _move_marks(seen: State, unit: Unit, going: Mapping[int, Way]) -> Iterator[Mark]:
    """ZC 6.1, 6.2: each path with its cost; the most expensive one also shows the move, and paths that cost too much
    are red.
    """
    move, prices = (
        hundredths(unit_type(seen, unit).move),
        {key: path_cost(seen, unit, way) for key, way in going.items() if len(way) > 1},
    )
    dearest = max(prices, key=lambda key: prices[key], default=0)
    told = set[int]()
    for key, price in prices.items():
        text = wording.inches(price / 100) if key != dearest else f"{price / 100:g} of {wording.inches(move / 100)}"
        same = price in told or (price == prices[dearest] and key != dearest)
        told.add(price)
        yield from _way_mark(
            seen, unit, going[key], "draft-stride-far" if price > move else "draft-stride", "" if same else text
        )
    yield from _base_marks(seen, unit, {key: way[-1] for key, way in going.items() if len(way) > 1})


def _way_mark(seen: State, unit: Unit, way: Way, manner: str, text: str) -> Iterator[Mark]:
    legs, radius = tuple(dict.fromkeys(way)), diameter(seen, unit) / 200
    if len(legs) > 1:
        yield Trail(arrow_points(seen, legs, radius, radius), manner, side_colour(seen, unit.side), text)


def _base_marks(seen: State, unit: Unit, places: Mapping[int, Spot]) -> Iterator[Mark]:
    """Bases at their new places, with their numbers."""
    colour, nth, radius = side_colour(seen, unit.side), side_number(seen, unit.side), diameter(seen, unit) / 200
    for key, at in places.items():
        yield from outline_shape(
            seen, tabletop_marks.circle_outline(spot_to_point(at), radius), "stand", colour, "", nth
        )
        yield Sign(hundredths_on_picture(seen, at), "figure", str(key) if unit.start > 1 else unit.id)


# entries
def _entry_marks(seen: State, unit: Unit, order: EntryOrder) -> Iterator[Mark]:
    """ZC 5.5, 6.6, 6.7: the new places, the area too near to enemies, and the strip for reinforcements."""
    places = {stand.number: stand.at for stand in model_places(seen, unit, order)}
    if isinstance(order, Arrive):
        left, low, right, high = (value / 100 for value in arrival_strip(seen, unit.side))
        yield from outline_shape(
            seen,
            ((left, low), (right, low), (right, high), (left, high)),
            "zone",
            side_colour(seen, unit.side),
            "",
            side_number(seen, unit.side),
        )
    if not isinstance(order, PlaceUnit):
        enemies = [body.at for body in enemy_models(seen, unit.side)]
        yield from circle_outlines(
            seen, enemies, ENEMY_GAP / 100, "forbidden", "", f"over {wording.inches(ENEMY_GAP / 100)}"
        )
    yield from _base_marks(seen, unit, places)


# attacks
def _attack_marks(seen: State, unit: Unit, order: Attack) -> Iterator[Mark]:
    """ZC 9, 10: the target of each model, the chance to wound, and the reach of the weapon."""
    found = aims(seen, order)
    chances = [wound_chance(seen, aim) for aim in found]
    colour = side_colour(seen, unit.side)
    for value in dict.fromkeys(chances):
        same = [aim for aim, other in zip(found, chances, strict=True) if other == value]
        for aim in same:
            ends = arrow_between(
                seen, _model_spot(seen, aim.unit, aim.model), _model_spot(seen, aim.target, aim.target_model)
            )
            text = (
                f"{f'{len(same)} × ' if len(same) > 1 else ''}{percent(value)} to wound"
                if aim is same[len(same) // 2]
                else ""
            )
            yield Trail(ends, "draft-aim", colour, text)
    for aim in found[:1]:
        far = weapon_reach(seen, aim.weapon, aim.mode) / 100
        shooters = [_model_spot(seen, one.unit, one.model) for one in found]
        yield from circle_outlines(seen, shooters, far, "rim-range", colour, wording.inches(far))


def wound_chance(seen: State, aim: Aim) -> Fraction:
    """ZC 8.3: the chance that one model takes at least one wound off its target."""
    hit, saved = aim.odds
    return 1 - (1 - hit * (1 - saved)) ** seen.weapons[aim.weapon].attacks


def percent(share: Fraction) -> str:
    """The chance in whole per cent; 0% and 100% only if it is certain."""
    return f"{round(100 * share) if share in (0, 1) else min(max(round(100 * share), 1), 99)}%"


def _model_spot(seen: State, unit: str, key: int) -> Spot:
    return next(model.at for model in seen.units[unit].models if model.number == key)


# the position after an order
def _position_after(seen: State, unit: Unit, order: Order) -> State:
    """The position after an order: the unit moved, attacks used up, but no dice rolled."""
    match order:
        case Move():
            there = _moved_unit(unit, {key: way[-1] for key, way in ways(seen, order).items() if len(way) > 1})
        case Flee() if unit.where == "table":
            there = _moved_unit(unit, {step.number: step.way[-1] for step in back(seen, unit, "flee")})
        case EntryOrder() if places := {stand.number: stand.at for stand in model_places(seen, unit, order)}:
            came = ENTRY_MODES[type(order)] in ("deep-strike", "ambush")
            there = (
                _moved_unit(replace(unit, where="table"), places)
                if came
                else replace(unit, where="table", models=_models_at(unit, places))
            )
        case Attack(target=target) if target in seen.units:
            done = {aim.model for aim in aims(seen, order)}
            there = replace(
                unit, models=tuple(replace(model, acted=model.acted or model.number in done) for model in unit.models)
            )
        case _:
            return seen
    return replace(seen, units={**seen.units, unit.id: there})


def _models_at(unit: Unit, places: Mapping[int, Spot]) -> tuple[Model, ...]:
    return tuple(replace(model, at=places.get(model.number, model.at)) for model in unit.models)


def _moved_unit(unit: Unit, places: Mapping[int, Spot]) -> Unit:
    return replace(
        unit,
        models=tuple(replace(model, moved=model.moved or model.number in places) for model in _models_at(unit, places)),
    )
