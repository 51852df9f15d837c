"""What the rules have against an order, in the order in which FA 21.5 looks for it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.contract import Order, Refusal

from ...orders import (
    Attack,
    Bomb,
    Buy,
    Charge,
    Choose,
    Deploy,
    DeployRest,
    Dirt,
    DropIn,
    Enter,
    Face,
    Halt,
    Hold,
    HullDown,
    Indirect,
    Leave,
    Load,
    Move,
    PassBy,
    PlaceAircraft,
    Return,
    Standing,
    Strafe,
    Unload,
    Watch,
)
from ...state.phases import ASSAULT, GROUND, MOVING
from ...state.position import State, Unit, card
from ..combat import aircraft, direct_fire, indirect_fire
from ..combat.targets import ON_GROUND, naming_objections
from ..movement import overwatch, pathfinding, stationary_actions
from . import army_purchase, deploy_rest, deployment, paratroopers, standing_orders

KINDS: Mapping[type[Order], tuple[str, ...]] = {
    Face: ("vehicle",),
    HullDown: ("vehicle",),
    Dirt: ("soldier",),
    Load: ("soldier",),
    Unload: ("soldier",),
    Enter: ("soldier",),
    Leave: ("soldier",),
}
"""The classes that may give an order in B and F; every soldier and vehicle may give the others."""
GROUND_UNITS = ("soldier", "vehicle")
OFF_MAP = frozenset({Deploy, DropIn, PlaceAircraft, Hold})
"""FA 21.5, step 4: orders to units that need not be on the map."""
MOVEMENTS = frozenset({Move, Charge, Face, Load, Unload, Enter, Leave})
"""FA 13.4: what a spotter may not do in the phase in which it spots."""
DEEDS = {
    "moved": "moved",
    "moving": "moved",
    "attacked": "attacked",
    "dirt": "taken a counter (Hit the Dirt)",
    "hull-down": "taken a counter (Hull Down)",
}


def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """Everything against it after the common checks, without advice."""
    unit, kind = seen.units.get(getattr(order, "unit", "")), type(order)
    if kind is Attack or kind is Watch:
        yield from _missing_argument(seen, side, order)
    if unit is not None:
        if away := _not_present(unit, order):
            yield away
            return
        if seen.phase in MOVING or kind is Enter:
            if wrong := _wrong_class(seen, unit, order):
                yield wrong
            if acted := _already_acted(unit, order):
                yield acted
    if of_verb := OBJECTIONS.get(kind):
        yield from of_verb(seen, side, order)


def _missing_argument(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """Step 1: an attack needs a target, but in ground attack, where it has been declared; Overwatch needs a hex."""
    match order:
        case Attack(target=None) if seen.phase != GROUND:
            yield from naming_objections(seen, side, None, ON_GROUND)
        case Watch(at=None, off=None):
            yield from overwatch.objections(seen, side, order)
        case _:
            pass


def _not_present(unit: Unit, order: Order) -> Refusal | None:
    """Step 4: on the map, and not riding."""
    if unit.at is None and type(order) not in OFF_MAP:
        return Refusal("unit", "off-board", f"{unit.id} is not on the map", "FA 21.5")
    if unit.aboard is not None and type(order) is not Unload and type(order) not in OFF_MAP:
        says = f"{unit.id} is riding in {unit.aboard}; unload it first"
        return Refusal("unit", "aboard", says, "FA 7.7", (Unload(unit.id),))
    return None


def _wrong_class(seen: State, unit: Unit, order: Order) -> Refusal | None:
    """Step 5: the class of unit that the verb is for."""
    kinds = KINDS.get(type(order), GROUND_UNITS)
    if card(seen, unit).kind in kinds:
        return None
    what = kinds[0] if len(kinds) == 1 else "ground unit"
    rule = "FA 6.10" if what == "vehicle" else "FA 6.1"
    return Refusal("unit", "wrong-kind", f"{unit.id} is not a {what} and cannot do that", rule)


def _already_acted(unit: Unit, order: Order) -> Refusal | None:
    """Step 5: what the unit has done in this phase or in antiair fire."""
    kind = type(order)
    if not (unit.acted or unit.aa or unit.spotted) or (isinstance(order, Watch) and order.off is not None):
        return None
    if unit.aa:
        return _acted_refusal(unit, "fired in Antiair", "FA 9.8")
    if kind is Watch or kind is Halt:
        return None
    if unit.acted in DEEDS and not (unit.acted == "moving" and (kind is Move or kind is Face)):
        return _acted_refusal(unit, DEEDS[unit.acted], "FA 6.3" if unit.acted in ("moved", "moving") else "FA 9.8")
    return _acted_refusal(unit, "spotted", "FA 13.4") if unit.spotted and kind in MOVEMENTS else None


def _acted_refusal(unit: Unit, deed: str, rule: str) -> Refusal:
    return Refusal("unit", "already-acted", f"{unit.id} has already {deed}", rule)


def _attack_objections(seen: State, side: str, order: Attack) -> Iterator[Refusal]:
    """An attack on the ground, in antiair fire, or by aircraft: the phase decides."""
    if seen.phase == ASSAULT:
        return direct_fire.objections(seen, side, order)
    return aircraft.objections(seen, side, order)


def _charge_objections(seen: State, side: str, order: Charge) -> Iterator[Refusal]:
    """Those to its attack only where its path is good."""
    path = tuple(pathfinding.charge_objections(seen, side, order))
    return iter(path) if path else direct_fire.objections(seen, side, order)


OBJECTIONS: Mapping[type[Order], Callable[[State, str, Any], Iterator[Refusal]]] = {
    Move: pathfinding.move_objections,
    Charge: _charge_objections,
    Attack: _attack_objections,
    Indirect: indirect_fire.objections,
    **stationary_actions.OBJECTIONS,
    Standing: standing_orders.objections,
    Buy: army_purchase.objections,
    Return: army_purchase.objections,
    Choose: deployment.choose_objections,
    Deploy: deployment.deploy_objections,
    DeployRest: deploy_rest.objections,
    DropIn: paratroopers.objections,
    **dict.fromkeys((PlaceAircraft, Hold, Bomb, Strafe, PassBy), aircraft.objections),
}
"""Step 6: what each verb asks."""
