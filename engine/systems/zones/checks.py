"""What the rules have against an order, in the order in which section D looks for it."""
from collections.abc import Iterator

from ...contract import Order, Refusal, replace
from ...contract.phrases import listed
from . import attacks, entries, going_back, hunkering, march, policies
from .aiming import written
from .orders import Ambush, Arrive, Attack, Flee, Hunker, Move, PlaceUnit, Standing, Strike
from .state import State, called, named


def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """Everything against it after words, names, sides and phases; once something has come, only what lasts counts (contract.Refusal)."""
    refused = False
    for refusal in (*_common(seen, order), *_own(seen, side, order)):
        if refusal.lasting or not refused:
            yield refusal
        refused = True


def _common(seen: State, order: Order) -> Iterator[Refusal]:
    """Section D 3: the models named are still there, and may be named at all."""
    unit, run = seen.units.get(getattr(order, "unit", "")), getattr(order, "models", None)
    if unit is None or run is None:
        return
    said, whole = written(unit.id, run), (replace(order, models=None),)
    if not named(unit, run):
        left = listed([called(unit, model) for model in unit.models]) or "nobody"
        yield Refusal("unit", "unit-gone", f"{said} is out of play; of {unit.id} there is left {left}", "ZC 3.1", whole)
    if not isinstance(order, (Move, Attack)):
        verb = order.__struct_config__.tag
        yield Refusal("unit", "whole-unit", f"{verb} is for a whole unit; write {unit.id} instead of {said}", "ZC 3.1", whole, True)


def _own(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """What each verb asks."""
    match order:
        case Move():
            yield from march.objections(seen, side, order)
        case Attack():
            yield from attacks.objections(seen, side, order)
        case Strike() | Ambush() | Arrive() | PlaceUnit():
            yield from entries.objections(seen, side, order)
        case Hunker():
            yield from hunkering.objections(seen, order)
        case Flee():
            yield from going_back.objections(seen, order)
        case Standing():
            yield from policies.objections(seen, side, order)
        case _:
            pass
