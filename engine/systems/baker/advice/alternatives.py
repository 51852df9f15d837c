"""Alternatives to a refused order, the most likely first. They are checked for legality elsewhere."""

from collections.abc import Iterator, Mapping

from engine.contract import Order, replace
from engine.toolkit.alternatives import Alternatives

from ..orders import (
    Bomb,
    Buy,
    FightOut,
    Load,
    Move,
    PlaceUnits,
    Retreat,
    RetreatWhen,
    SetUp,
    ShipOver,
    Unload,
    Withdraw,
    WithdrawWhen,
)
from ..rules.board import complexes
from ..rules.combat.battles import undecided_battles
from ..rules.movement.movable_units import Force, wanted_units
from ..rules.turn.legality import objections
from ..state.counts import ipc_value
from ..state.policies import ALL
from ..state.position import Counts, State, battle_at
from ..table_rows import LOADED
from ..tables import INFANTRY, TRANSPORT, UNITS
from . import alternative_moves
from .ideas_by_phase import BATTLES, phase_ideas


def alternatives(seen: State, side: str, order: Order, code: str) -> Iterator[Order]:
    """Orders similar to a refused one, chosen by its refusal code; then ideas of the same kind for this phase."""
    return (
        other
        for other in _candidates(seen, side, order, code)
        if isinstance(other, Buy) or getattr(other, "what", True)
    )


def _candidates(seen: State, side: str, order: Order, code: str) -> Iterator[Order]:
    """The same, with orders whose list of units may be empty."""
    match order:
        case Buy():
            yield from _purchases(seen, side, order)
        case Move() | Bomb():
            yield from alternative_moves.alternative_moves(seen, side, order, code)
        case ShipOver() | Load() | Unload():
            yield from alternative_moves.alternative_voyages(seen, side, order, code)
        case PlaceUnits():
            yield from _placements(seen, side, order)
        case FightOut() | Retreat() | Withdraw():
            yield from _fights(seen, order, code)
        case SetUp(words=words):
            kind = words.partition(":")[0].strip().lower()[:4]
            yield from (SetUp(battle) for battle in sorted(BATTLES, key=lambda battle: battle[:4] != kind))
            return
        case _:
            return
    yield from _similar_ideas(seen, side, order)


ENDS = ("start", "to", "area", "onto")


def _similar_ideas(seen: State, side: str, order: Order) -> Iterator[Order]:
    """The ideas of this phase: first those of the same kind about the same places, then others about them."""
    if seen.active != side or (order.PHASES and seen.phase not in order.PHASES):
        return
    places = {getattr(order, field, None) for field in ENDS} - {None}
    known = sorted(
        phase_ideas(seen, side), key=lambda other: -sum(getattr(other, field, None) in places for field in ENDS)
    )
    yield from (other for other in known if type(other) is type(order))
    yield from (other for other in known if any(getattr(other, field, None) in places for field in ENDS))


# purchase and placement
def _purchases(seen: State, side: str, order: Buy) -> Iterator[Buy]:
    """BK 10.2: purchases the power can pay for: the start of the list, or as many as possible of each type."""
    has = seen.powers[side].ipc
    asked = tuple((number or 99, TRANSPORT if kind == LOADED else kind) for number, kind in order.what)
    if fits := _afforded(asked, has):
        yield Buy(fits)
    for _, kind in asked:
        if most := has // UNITS[kind].cost:
            yield Buy(((most, kind),))
    if most := has // UNITS[INFANTRY].cost:
        yield Buy(((most, INFANTRY),))


def _afforded(asked: Force, has: int) -> Force:
    """The part of a list that the money pays for, type by type."""
    found = list[tuple[int, str]]()
    for number, kind in asked:
        if some := min(number, has // UNITS[kind].cost):
            found.append((some, kind))
            has -= ipc_value({kind: some})
    return tuple(found)


def _placements(seen: State, side: str, order: PlaceUnits) -> Iterator[PlaceUnits]:
    """BK 15.2: placements of units in hand, where there is a complex with room."""
    hand = seen.powers[side].buys
    units = _in_hand(wanted_units(order.what, lambda kind: hand.get(kind, 0)), hand)
    force = tuple((number, kind) for kind, number in units.items())
    if force:
        yield PlaceUnits(force, order.area)
    for kind, number in units.items() or hand.items():
        for area in dict.fromkeys((order.area, *complexes.placement_sites(seen, side, kind))):
            able = complexes.complexes_beside(seen, side, area) or (
                (area,) if complexes.usable(seen, side, area) else ()
            )
            rooms = [
                number if room is None else min(number, room)
                for room in (complexes.placement_room(seen, one) for one in able)
            ]
            yield PlaceUnits(((max(rooms, default=1) or 1, kind),), area)


def _in_hand(units: Mapping[str, int], hand: Counts) -> Counts:
    return {kind: min(number, hand[kind]) for kind, number in units.items() if hand.get(kind)}


# combat
def _fights(seen: State, order: FightOut | Retreat | Withdraw, code: str) -> Iterator[Order]:
    """BK 8.5 to 8.9, 13.2: a round of fighting first, the other way to leave, another battle."""
    area = order.area or ""
    if code == "must-fight":
        yield (
            RetreatWhen(area or ALL, "after", 1)
            if isinstance(order, Retreat)
            else WithdrawWhen(area or ALL, "after", 1)
        )
    battle = battle_at(seen, area)
    if battle and battle.result is None:
        yield from (Withdraw(area), Retreat(area)) if battle.round and not isinstance(order, FightOut) else ()
        yield from (FightOut(area, 1), FightOut(area))
    for other in undecided_battles(seen):
        yield replace(order, area=other.area)
        yield FightOut(other.area)


def _in_this_phase(seen: State, side: str, order: Order, code: str) -> Iterator[Order]:
    return (other for other in alternatives(seen, side, order, code) if not other.PHASES or seen.phase in other.PHASES)


_ADVICE = Alternatives(objections, _in_this_phase, tried=60)
check, legal = _ADVICE.check, _ADVICE.legal
