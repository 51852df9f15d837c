"""Entries: deep strikes, ambushes, reinforcements, and placing units in the deployment (ZC 4.5, 5.5, 6.6, 6.7)."""

from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import Literal

from engine.contract import Order, Refusal, Turn, counted, replace
from engine.toolkit.wording import inches, point_text

from ...orders import Ambush, Arrive, EntryOrder, PlaceUnit, Strike
from ...state.events import ModelPlace, Placed
from ...state.position import Edge, Rectangle, State, Unit, box_around, model_name, side_of, unit_type
from ...state.views import newcomer
from ...tables import TABLES
from ..board.bases import enemy_sides, models_near, units_near
from ..board.formations import formation_spots
from ..board.geometry import (
    diameter,
    hundredths,
    is_within,
    largest_square,
    own_edge_distance,
    point_to_spot,
    spot_distance,
)
from ..board.placement import (
    ENTRIES,
    Places,
    coherency_objections,
    entry_hint,
    off_board_objections,
    overlap_objections,
)
from ..board.terrain import pieces_at
from .unreachable import any_off_table

EntryMode = Literal["deployment", "reserve", "deep-strike", "ambush"]
ENTRY_MODES: Mapping[type[Order], EntryMode] = {
    Strike: "deep-strike",
    Ambush: "ambush",
    Arrive: "reserve",
    PlaceUnit: "deployment",
}
VERBS = {"deep-strike": "strike", "ambush": "ambush", "reserve": "arrive"}
RULES: Mapping[type[Order], str] = {Strike: "ZC 6.6", Ambush: "ZC 6.7", Arrive: "ZC 5.5", PlaceUnit: "ZC 4.5"}
ENEMY_GAP, ARRIVAL_DEPTH = hundredths(TABLES.constants.placement_gap), hundredths(TABLES.constants.arrival_depth)


def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """The first objection to an entry, and an objection to its form if no position could mend that."""
    assert isinstance(order, EntryOrder)
    unit = seen.units[order.unit]
    found = tuple(islice(partial_objections(seen, unit, order), 1)) + tuple(form_objections(order))
    hopeless = not found and any_off_table(seen, unit, order.to)
    places = islice(_place_objections(seen, unit, order), 1)
    yield from found or (replace(refusal, hopeless=hopeless) for refusal in places)


def first_refusal(seen: State, side: str, order: EntryOrder) -> Refusal | None:
    """The first objection; None if the entry is legal."""
    return next(objections(seen, side, order), None)


def model_places(seen: State, unit: Unit, order: EntryOrder) -> tuple[ModelPlace, ...]:
    """ZC 3.8: the place of each model; () unless the order has one place or as many as models."""
    places = order.to
    if len(places) == 1:
        places = formation_spots(
            places[0], len(unit.models), order.form or "line", unit_type(seen, unit).base, side_of(seen, unit.side).edge
        )
    if len(places) != len(unit.models):
        return ()
    return tuple(ModelPlace(model.number, at) for model, at in zip(unit.models, places, strict=True))


def run(turn: Turn[State], order: Order) -> None:
    """Places the unit."""
    assert isinstance(order, EntryOrder)
    unit = turn.state.units[order.unit]
    turn.happens(
        Placed(unit.id, ENTRY_MODES[type(order)], model_places(turn.state, unit, order), newcomer(turn.state, unit))
    )


# objections
def partial_objections(seen: State, unit: Unit, order: EntryOrder) -> Iterator[Refusal]:
    """The objections that do not depend on the place."""
    how, rule = ENTRY_MODES[type(order)], RULES[type(order)]
    due = unit.arrives if how == "reserve" else seen.setup.offboard_from
    if how == "deployment":
        if unit.where != "table":
            yield Refusal("unit", "off-table", f"{unit.id} is not on the table{entry_hint(unit)}", rule)
    elif unit.where == "table":
        yield Refusal("unit", "on-table", f"{unit.id} is already on the table", rule)
    elif unit.where != how:
        yield Refusal(
            "unit",
            "wrong-mode",
            f"{unit.id} enters {ENTRIES.get(unit.where, 'in another way')}: "
            f"write {unit.id} {VERBS.get(unit.where, 'strike')} and where it enters",
            rule,
        )
    elif seen.turn < due:
        yield Refusal("unit", "not-due", f"{unit.id} cannot enter before round {due}; this is round {seen.turn}", rule)


def form_objections(order: EntryOrder) -> Iterator[Refusal]:
    """ZC 3.8: a form word with several places."""
    if order.form and len(order.to) > 1:
        says = f"{order.form} needs a single place, not several; leave out {order.form}, or give one place"
        yield Refusal("form", "syntax", says, "ZC 3.8", lasting=True)


def _place_objections(seen: State, unit: Unit, order: EntryOrder) -> Iterator[Refusal]:
    """The objections to the places; each check is made for all models before the next."""
    places = {stand.number: stand.at for stand in model_places(seen, unit, order)}
    if not places:
        count, given = len(unit.models), len(order.to)
        says = (
            f"{unit.id} has {counted(count, 'model')}, but you gave {counted(given, 'place')}; "
            f"give one place for all of them, or {count}"
        )
        yield Refusal("to", "wrong-count", says, "ZC 3.8")
        return
    box, width = box_around(places.values()), diameter(seen, unit)
    yield from chain(
        off_board_objections(seen, unit, {number: (at,) for number, at in places.items()}, box, width),
        _entry_objections(seen, unit, order, places),
        overlap_objections(unit, places, models_near(seen, box, width), width),
        coherency_objections(seen, unit, places, 1),
    )


def _entry_objections(seen: State, unit: Unit, order: EntryOrder, places: Places) -> Iterator[Refusal]:
    """The objections that only this way of entry has."""
    match order:
        case PlaceUnit():
            yield from _outside_area(seen, unit, places)
        case Strike():
            yield from chain(_in_terrain(seen, unit, places), _near_enemy(seen, unit, places, order))
        case Ambush():
            yield from chain(_not_in_terrain(seen, unit, places), _near_enemy(seen, unit, places, order))
        case _:
            yield from chain(_too_deep(seen, unit, places), _near_enemy(seen, unit, places, order))


def _outside_area(seen: State, unit: Unit, places: Places) -> Iterator[Refusal]:
    """ZC 4.5: models outside the deployment area."""
    width, area = diameter(seen, unit), deployment_area(seen, unit.side)
    for number, at in places.items():
        if area is None:
            yield Refusal("to", "outside-deployment", "you have no deployment area", "ZC 4.5")
        elif not is_within(at, width, area):
            says = (
                f"{unit.id}.{number} at {point_text(at)} would not be wholly inside your deployment area, "
                f"{point_text(area[:2])} to {point_text(area[2:])}; its base is {inches(width / 100)} wide"
            )
            yield Refusal("to", "outside-deployment", says, "ZC 4.5")


def deployment_area(seen: State, side: str) -> Rectangle | None:
    """ZC 4.5: the area in which a side can place its units; None if it has none."""
    if side not in seen.setup.deploy:
        return None
    xs, ys = zip(*map(point_to_spot, seen.setup.deploy[side]), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _in_terrain(seen: State, unit: Unit, places: Places) -> Iterator[Refusal]:
    """ZC 6.6: models whose centre is in terrain, edges included."""
    for number, at in places.items():
        for piece in pieces_at(seen.table, at):
            where = piece.name or f"{piece.kind} terrain"
            says = f"{unit.id}.{number} would be in {where} at {point_text(at)}; deep strikes need open ground"
            yield Refusal("to", "in-terrain", says, "ZC 6.6")


def _not_in_terrain(seen: State, unit: Unit, places: Places) -> Iterator[Refusal]:
    """ZC 6.7: models whose centre is in the open."""
    for number, at in places.items():
        if not pieces_at(seen.table, at):
            yield Refusal(
                "to",
                "not-in-terrain",
                f"{unit.id}.{number} would be in the open at {point_text(at)}; ambushes need terrain",
                "ZC 6.7",
            )


def _too_deep(seen: State, unit: Unit, places: Places) -> Iterator[Refusal]:
    """ZC 5.5: models too far from their own edge."""
    edge: Edge = side_of(seen, unit.side).edge
    for number, at in places.items():
        if (deep := own_edge_distance(seen, unit.side, at)) > ARRIVAL_DEPTH:
            says = (
                f"{unit.id}.{number} must be within {inches(ARRIVAL_DEPTH / 100)} of your {edge} edge; "
                f"{point_text(at)} is {inches(deep / 100)} from it"
            )
            yield Refusal("to", "too-far", says, "ZC 5.5")


def _near_enemy(seen: State, unit: Unit, places: Places, order: EntryOrder) -> Iterator[Refusal]:
    """ZC 5.5, 6.6, 6.7: models too near to an enemy."""
    hostile, most = enemy_sides(seen, unit.side), largest_square(ENEMY_GAP)
    near = [other for other in units_near(seen, box_around(places.values()), ENEMY_GAP) if other.side in hostile]
    enemies = [(model.at, model_name(other, model)) for other in near for model in other.models]
    for number, (x, y) in places.items():
        met = [one for one in enemies if (one[0][0] - x) ** 2 + (one[0][1] - y) ** 2 <= most]
        if met:
            far, name = min((spot_distance((x, y), body), name) for body, name in met)
            says = (
                f"{unit.id}.{number} would be {inches(far / 100)} from {name}; "
                f"it must be more than {inches(ENEMY_GAP / 100)} away"
            )
            yield Refusal("to", "near-enemy", says, RULES[type(order)])
