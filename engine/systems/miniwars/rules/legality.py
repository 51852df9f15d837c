"""Legality: the rules' objections to an order, the most important first."""

from collections.abc import Iterator

from engine.contract import Order, Refusal, StandingOrder, counted

from ..orders import POLICIES, Advance, Attack, Deploy, DeployRest, Fire, Move, Rally, Swap
from ..state.position import LEADER, MISSILE, State, Unit, Zone, distance_between, enemy, in_zone, target_unit, unit_at
from .combat import may_advance_into
from .deployment import can_set_up_in, rest_objections
from .morale import rally_objections
from .movement import move_objections
from .shooting import longest_range, shot_obstacle, target_objections
from .terrain import terrain_map

ADVANCES = 1
"""Hexes that a unit may come nearer by an advance, beside its move (MW 11.1)."""
NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """All objections of these rules to an order that has passed the common checks."""
    match order:
        case Deploy() | DeployRest() if side not in seen.setup.zones:
            yield Refusal(
                "verb", "wrong-phase", "nothing is deployed in this scenario: every unit has its place", "MW 3"
            )
        case Deploy():
            yield from _deploy(seen, side, order)
        case DeployRest():
            yield from rest_objections(seen, side)
        case Swap(unit=key, target=target):
            yield from target_objections(
                seen, target, enemy(seen, side), "an enemy; a unit swaps with one of its own side"
            )
            yield from _swap(seen, seen.units[key], target_unit(seen, target))
        case Fire():
            yield from _fire(seen, side, order)
        case Move(unit=key, path=path):
            yield from _already_acted(seen, seen.units[key], "moved")
            yield from move_objections(seen, seen.units[key], path)
        case Attack():
            yield from _attack(seen, side, order)
        case Advance(unit=key):
            if not seen.game.advance or seen.game.advance.unit != key:
                yield Refusal("unit", "no-advance", f"{key} has no vacated hex to advance into", "MW 11.2")
        case Rally():
            yield from _rally(seen, side, order)
        case StandingOrder():
            yield from _standing_order(seen, side, order)
        case _:
            pass


def _deploy(seen: State, side: str, order: Deploy) -> Iterator[Refusal]:
    unit, zone, holder = seen.units[order.unit], seen.setup.zones[side], unit_at(seen, order.to)
    if order.to not in seen.board.cells:
        yield Refusal("to", "off-board", f"{order.to} is not on the map")
        return
    if not in_zone(seen.board, zone, order.to):
        yield Refusal("to", "not-in-zone", f"{order.to} is not {zone_text(seen, zone)}", "MW 3.2")
    if not can_set_up_in(seen, unit, order.to):
        yield _cannot_set_up("to", seen, unit, order.to)
    if holder and holder.id != unit.id:
        yield Refusal("to", "occupied", f"{order.to} is occupied by {holder.id}", "MW 3.3")


def _swap(seen: State, unit: Unit, other: Unit | None) -> Iterator[Refusal]:
    if other and other.id == unit.id:
        yield Refusal("target", "invalid-target", f"{unit.id} cannot swap with itself; name another unit")
    elif other and other.side == unit.side and not other.gone:
        for mover, to in ((unit, other.at), (other, unit.at)):
            if not can_set_up_in(seen, mover, to):
                yield _cannot_set_up("target", seen, mover, to)


def _cannot_set_up(field: str, seen: State, unit: Unit, at: str) -> Refusal:
    terrain = terrain_map(seen.board).terrain(at)
    return Refusal(
        field,
        "impassable",
        f"{unit.id} is {unit.arm} and cannot be set up in the {terrain} in {at}, which has no road",
        "MW 3.3",
    )


def _fire(seen: State, side: str, order: Fire) -> Iterator[Refusal]:
    unit, target = seen.units[order.unit], target_unit(seen, order.target)
    yield from target_objections(seen, order.target, side, "on your own side; choose an enemy")
    if not unit.missile:
        yield Refusal("unit", "no-missiles", f"{unit.id} has no missile weapons", "MW 6.1", lasting=True)
    if unit.fired:
        yield Refusal("unit", "already-acted", f"{unit.id} has already fired this turn", "MW 6.1")
    if target is None or target.gone or target.side == side or not unit.missile:
        return
    far, most = distance_between(unit, target), longest_range(unit)
    if far > most:
        says = f"{unit.id} (missiles {unit.missile}) has a range of {_hexes(most)}; {target.id} is {far} away"
        yield Refusal("target", "out-of-range", says, "MW 6.5", lasting=seen.phase in MISSILE)
    if hidden := shot_obstacle(seen, unit, target):
        yield Refusal("target", "no-line-of-sight", f"{unit.id} cannot see {target.id}: {hidden}", "MW 7.1")


def _already_acted(seen: State, unit: Unit, wish: str) -> Iterator[Refusal]:
    """MW 5.1, 8.1, 10.1: what the unit has already done this turn that stops it from moving or attacking."""
    if unit.attacked:
        yield Refusal("unit", "already-acted", f"{unit.id} has already attacked this turn", "MW 10.1")
    elif unit.moved and wish == "moved":
        yield Refusal("unit", "already-acted", f"{unit.id} has already moved this turn", "MW 8.1")
    elif unit.fired and not seen.setup.fired_may_move:
        says = f"{unit.id} has already fired this turn; in this scenario units that have fired cannot move or attack"
        yield Refusal("unit", "already-acted", says, "MW 5.1")


def _attack(seen: State, side: str, order: Attack) -> Iterator[Refusal]:
    unit, target = seen.units[order.unit], target_unit(seen, order.target)
    yield from target_objections(seen, order.target, side, "on your own side; choose an enemy")
    yield from _already_acted(seen, unit, "attacked")
    if target is None or target.gone or target.side == side:
        return
    board = terrain_map(seen.board)
    if target.at not in board.adjacent[unit.at]:
        far = distance_between(unit, target)
        says = f"{target.id} is {_hexes(far)} from {unit.id}; only an adjacent enemy can be attacked"
        yield Refusal("target", "out-of-range", says, "MW 10.1", lasting=far > unit.move + ADVANCES + 1)
    elif barrier := board.barrier(unit.at, target.at):
        what = "a river without a bridge" if barrier == "river" else f"a {barrier}"
        yield Refusal("target", "blocked", f"{what} is between {unit.id} and {target.id}", "MW 10.2")
    elif order.then == "advance" and not may_advance_into(board, unit, target.at):
        terrain = board.terrain(target.at)
        says = f"{unit.id} is {unit.arm} and cannot advance into the {terrain} in {target.at}"
        yield Refusal("then", "impassable", says, "MW 11.3")


def _rally(seen: State, side: str, order: Rally) -> Iterator[Refusal]:
    """MW 13: in the position that the earlier orders will leave, as far as that is known."""
    plans = seen.plans.get(side, ())
    acted = [plan.unit for plan in plans if plan.said.condition is None]
    helped = (target_unit(seen, plan.target) for plan in plans if plan.target)
    yield from rally_objections(seen, side, order, acted, [unit.id for unit in helped if unit])


def _standing_order(seen: State, side: str, order: StandingOrder) -> Iterator[Refusal]:
    """Section Standing orders: the policy and its value exist, the subject has that decision, a list names no enemy."""
    words, values = POLICIES.get(order.policy), order.values
    if words is None:
        yield _bad_policy("policy", f"there is no standing order {order.policy}; there are {', '.join(POLICIES)}")
        return
    listed = order.policy == "rally" and values and all(value in seen.units for value in values)
    if order.policy == "initiative" and order.subject != "all":
        yield _bad_policy("subject", "initiative is decided for the whole side, not for one unit")
    if order.policy == "rally" and order.subject in seen.units and seen.units[order.subject].morale != LEADER:
        yield _bad_policy("subject", f"{order.subject} is not a leader, and only leaders can rally")
    if listed and order.subject == "all":
        yield _bad_policy(
            "values", "only a single leader can have a list of units; for all leaders, rally must be ask, auto or none"
        )
    elif not listed and (len(values) != 1 or values[0] not in words):
        more = ", or a list of units for a single leader" if order.policy == "rally" else ""
        yield _bad_policy("values", f"{order.policy} must be {', '.join(words[:-1])} or {words[-1]}{more}")
    for value in values if listed else ():
        if seen.units[value].side != side:
            yield Refusal("values", "invalid-target", f"{value} is an enemy", "MW 13.1")


def _bad_policy(field: str, says: str) -> Refusal:
    return Refusal(field, "bad-policy", says, lasting=True)


def zone_text(seen: State, zone: Zone) -> str:
    """A zone in words: "within three hexes of the town"."""
    if zone.near:
        named = next((seen.board.labels[at] for at in zone.near if at in seen.board.labels), " or ".join(zone.near))
        town = all(terrain_map(seen.board).terrain(at) == "village" for at in zone.near)
        return (
            f"within {_number(zone.within)} {'hex' if zone.within == 1 else 'hexes'} of {'the town' if town else named}"
        )
    if zone.edge:
        edges = {"N": "northern", "E": "eastern", "S": "southern", "W": "western"}
        return f"within {_number(zone.within)} {'hex' if zone.within == 1 else 'hexes'} of the {edges[zone.edge]} edge"
    return "one of the hexes of your zone: " + " ".join(zone.hexes)


def _number(n: int) -> str:
    return NUMBER_WORDS[n] if n < len(NUMBER_WORDS) else str(n)


def _hexes(n: int) -> str:
    return counted(n, "hex")
