"""What the rules have against an order, in the order in which FA 21.5 looks for it."""

from collections.abc import Iterator, Mapping

from engine.contract import Order, Refusal

from ...orders import (
    Attack,
    Bomb,
    Buy,
    Charge,
    Choose,
    Clear,
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
OFF_MAP = (Deploy, DropIn, PlaceAircraft, Hold)
"""FA 21.5, step 4: orders to units that need not be on the map."""
MOVEMENTS = (Move, Charge, Face, Load, Unload, Enter, Leave)
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
    unit = seen.units.get(getattr(order, "unit", ""))
    if isinstance(order, (Attack, Watch)):
        yield from _missing_argument(seen, side, order)
    if unit is not None:
        if away := _not_present(unit, order):
            yield away
            return
        if seen.phase in MOVING or isinstance(order, Enter):
            yield from filter(None, (_wrong_class(seen, unit, order), _already_acted(unit, order)))
    yield from _verb_objections(seen, side, order)


def _missing_argument(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """Step 1: an attack needs a target, but in ground attack, where it has been declared; Overwatch needs a hex."""
    match order:
        case Attack(target=None) if seen.phase != GROUND:
            yield from naming_objections(seen, side, None, ON_GROUND)
        case Watch(at=None, off=None):
            yield from overwatch.objections(seen, order)
        case _:
            pass


def _not_present(unit: Unit, order: Order) -> Refusal | None:
    """Step 4: on the map, and not riding."""
    if isinstance(order, OFF_MAP):
        return None
    if unit.at is None:
        return Refusal("unit", "off-board", f"{unit.id} is not on the map", "FA 21.5")
    if unit.aboard is not None and not isinstance(order, Unload):
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
    if isinstance(order, Watch) and order.off is not None:
        return None
    if unit.aa:
        return _acted_refusal(unit, "fired in Antiair", "FA 9.8")
    if isinstance(order, (Watch, Halt)):
        return None
    if unit.acted in DEEDS and not (unit.acted == "moving" and isinstance(order, (Move, Face))):
        return _acted_refusal(unit, DEEDS[unit.acted], "FA 6.3" if unit.acted in ("moved", "moving") else "FA 9.8")
    return _acted_refusal(unit, "spotted", "FA 13.4") if unit.spotted and isinstance(order, MOVEMENTS) else None


def _acted_refusal(unit: Unit, deed: str, rule: str) -> Refusal:
    return Refusal("unit", "already-acted", f"{unit.id} has already {deed}", rule)


def _verb_objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """Step 6: what each verb asks."""
    match order:
        case Move() | Charge():
            yield from _ground_objections(seen, side, order)
        case Buy() | Return():
            yield from army_purchase.objections(seen, side, order)
        case Choose():
            yield from deployment.choose_objections(seen, side, order)
        case Deploy():
            yield from deployment.deploy_objections(seen, side, order)
        case DeployRest():
            yield from deploy_rest.objections(seen, side)
        case DropIn():
            yield from paratroopers.objections(seen, order)
        case Standing():
            yield from standing_orders.objections(seen, side, order)
        case PlaceAircraft() | Hold() | Bomb() | Strafe() | PassBy():
            yield from aircraft.objections(seen, side, order)
        case Attack() if seen.phase != ASSAULT:
            yield from aircraft.objections(seen, side, order)
        case _:
            yield from _ground_objections(seen, side, order)


def _ground_objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    match order:
        case Move():
            yield from pathfinding.objections(seen, order, side)
        case Charge():
            path = tuple(pathfinding.objections(seen, order, side))
            yield from path
            if not path:
                yield from direct_fire.objections(seen, side, order)
        case Attack():
            yield from direct_fire.objections(seen, side, order)
        case Indirect():
            yield from indirect_fire.objections(seen, side, order)
        case Face() | Halt() | Dirt() | HullDown() | Watch() | Load() | Unload() | Enter() | Leave() | Clear():
            yield from stationary_actions.objections(seen, side, order)
        case _:
            pass
