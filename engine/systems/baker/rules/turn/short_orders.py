"""Orders that leave to the position what they mean: ``move all Fort to Marsh``, a lone ``fight`` or ``retreat``."""

from collections.abc import Iterator

from engine.contract import Order, Refusal, replace
from engine.contract.unit_counts import ALL

from ...orders import Bomb, FightOut, Load, Move, PlaceUnits, Retreat, SetUp, ShipOver, Unload, Withdraw
from ...state.position import COMBAT, COMBAT_MOVEMENT, State, is_land
from ...table_rows import LOADED
from ...tables import AA, AIR, BOMBER, CATALOGUE, COMPLEX, LAND, NAVAL, TRANSPORT
from ..battle_resolution.notation import with_kind
from ..board.cargo import aboard
from ..combat.battles import undecided_battles
from ..movement.movable_units import movable_count

EVERYTHING = ((0, ALL),)
"""The units of an order that says ``all`` without a type."""


SHORT = frozenset({FightOut, Retreat, Withdraw, SetUp, Move, Bomb, ShipOver, Load, Unload, PlaceUnits})
"""The orders that may leave something out."""


def in_full(seen: State, side: str, order: Order) -> Order:
    """The order with everything that it leaves out, as far as only one thing can be meant."""
    if type(order) not in SHORT:
        return order
    match order:
        case FightOut(area=None) | Retreat(area=None) | Withdraw(area=None) if seen.phase == COMBAT:
            return replace(order, area=_only_battle(seen, order))
        case SetUp(words=words):
            return replace(order, words=with_kind(words))
        case Move() | Bomb() | ShipOver() | Load() | Unload() | PlaceUnits() if says_everything(order):
            if seen.phase not in order.PHASES:
                return order
            return replace(order, what=tuple((0, kind) for kind in _everything(seen, side, order)) or EVERYTHING)
        case _:
            return order


def nothing_left(order: Move | Bomb | ShipOver | Load | Unload | PlaceUnits) -> Refusal:
    """The objection to an order for ``all`` where nothing is left for it."""
    where = (
        "you have nothing in hand to place there"
        if isinstance(order, PlaceUnits)
        else (f"{order.start} has no units of yours that can still move there")
    )
    return Refusal("what", "not-enough-units", where, "BK 15.2" if isinstance(order, PlaceUnits) else "BK 11.1")


def says_everything(order: Move | Bomb | ShipOver | Load | Unload | PlaceUnits) -> bool:
    """Whether the order is for ``all`` without a type, perhaps beside others."""
    return any(kind == ALL for _, kind in order.what)


def _only_battle(seen: State, order: Order) -> str | None:
    """The battle that is meant if none is named: the only one, or the only one that has been fought for a round."""
    waiting = undecided_battles(seen)
    if len(waiting) > 1 and not isinstance(order, FightOut):
        waiting = tuple(battle for battle in waiting if battle.round)
    return waiting[0].area if len(waiting) == 1 else None


def _everything(seen: State, side: str, order: Move | Bomb | ShipOver | Load | Unload | PlaceUnits) -> Iterator[str]:
    """The types of which there is a unit that the order could be for."""
    match order:
        case PlaceUnits(area=area):
            able = (*LAND, AA, *AIR, COMPLEX) if is_land(seen, area) else NAVAL
            yield from (kind for kind in CATALOGUE if kind in able and seen.powers[side].buys.get(kind))
        case Unload(start=start):
            here = aboard(seen.areas[start].cargo.get(side, ()))
            yield from (kind for kind in CATALOGUE if here.get(kind))
        case _:
            able = _able_types(seen, order)
            yield from (kind for kind in able if movable_count(seen, side, order.start, kind))


def _able_types(seen: State, order: Move | Bomb | ShipOver | Load) -> tuple[str, ...]:
    attacking = seen.phase == COMBAT_MOVEMENT
    match order:
        case Bomb():
            return (BOMBER,)
        case Move() if not is_land(seen, order.start):
            return tuple(kind for kind in (*CATALOGUE, LOADED) if kind in (*NAVAL, TRANSPORT, LOADED, *AIR))
        case Move():
            return tuple(kind for kind in CATALOGUE if kind in (*LAND, *AIR) or (kind == AA and not attacking))
        case _:
            return tuple(kind for kind in CATALOGUE if kind in LAND or (kind == AA and not attacking))
