"""Legal orders worth offering, phase by phase."""
from collections.abc import Iterable, Iterator

from maps.hexes import distance

from ...contract import Done, Order
from .advice import legal
from .ground import ground
from .morale import candidates, leaders
from .moves import field
from .orders import Advance, Attack, Cancel, Choose, Deploy, Fire, Hold, Move, Rally, Standing, Swap
from .shots import targets
from .state import DEPLOYMENT, INITIATIVE, MISSILE, MORALE, MOVEMENT, OVER, State, Unit, army, awaited, enemy, in_zone, ranged

NEAR = 6
"""Set-up hexes and quiet moves offered for each unit."""


def ideas(seen: State, side: str) -> Iterator[Order]:
    """What the side could do now, each order legal by itself; then the standing orders it might give."""
    if seen.phase == OVER or side not in seen.game.standing:
        return
    if side in awaited(seen):
        yield from _moment(seen, side)
    yield from _standing(seen, side)


def _moment(seen: State, side: str) -> Iterator[Order]:
    if seen.phase == INITIATIVE:
        yield from (Choose("a"), Choose("b"))
        return
    apart = Apart(foe.at for foe in army(seen, enemy(seen, side)))
    for unit in army(seen, side):
        if seen.phase == DEPLOYMENT:
            yield from _set_ups(seen, unit)
        elif seen.phase in MISSILE:
            yield from (Fire(unit.id, aim.id) for aim in targets(seen, unit))
        elif seen.phase in MOVEMENT:
            yield from _movement(seen, unit, apart)
    if seen.phase == MORALE:
        yield from _morale(seen, side)
    yield Done()


def _set_ups(seen: State, unit: Unit) -> Iterator[Order]:
    zone = seen.setup.zones[unit.side]
    held = {other.at: other for other in army(seen, unit.side)}
    near = sorted((at for at in seen.board.cells if in_zone(seen.board, zone, at)), key=lambda at: (distance(at, unit.at), at))
    orders = (Swap(unit.id, held[at].id) if at in held else Deploy(unit.id, at) for at in near[1:NEAR + 1])
    yield from (order for order in orders if legal(seen, unit.side, order))


class Apart(dict[str, int]):
    """How far each hex asked for is from the nearest of these."""

    def __init__(self, foes: Iterable[str]) -> None:
        self.foes = tuple(foes)

    def __missing__(self, at: str) -> int:
        self[at] = min(distance(at, foe) for foe in self.foes)
        return self[at]


def _movement(seen: State, unit: Unit, apart: Apart) -> Iterator[Order]:
    """The open advance, attacks, then moves: each hex next to an enemy, and the nearest to and farthest from them."""
    if seen.game.advance and seen.game.advance.unit == unit.id:
        yield Advance(unit.id)
    foes = list(army(seen, enemy(seen, unit.side)))
    for foe in foes:
        if ranged(unit, foe) == 1 and legal(seen, unit.side, Attack(unit.id, foe.id)):
            yield Attack(unit.id, foe.id)
            if legal(seen, unit.side, Attack(unit.id, foe.id, "advance")):
                yield Attack(unit.id, foe.id, "advance")
    if unit.moved or unit.attacked or (unit.fired and not seen.setup.fired_may_move):
        return
    ways = sorted(field(seen, unit).ways)
    contact = {near for at in apart.foes for near in ground(seen.board).around[at]}
    quiet = sorted((apart[at], at) for at in ways if at not in contact) if foes else []
    yield from (Move(unit.id, (at,)) for at in ways if at in contact)
    yield from (Move(unit.id, (at,)) for _, at in quiet[:NEAR - 2] + quiet[NEAR - 2:][-2:])


def _morale(seen: State, side: str) -> Iterator[Order]:
    written = {plan.unit for plan in seen.plans.get(side, ())}
    for leader in leaders(seen, side):
        if leader.id not in written:
            able = list(candidates(seen, leader))
            yield from (Rally(leader.id, unit.id) for unit in able)
            yield from (Hold(leader.id),) if able else ()
    if written:
        yield Cancel()


def _standing(seen: State, side: str) -> Iterator[Order]:
    policies = seen.game.standing[side]
    wishes = {
        "initiative": ("a", policies.initiative), "rally": ("auto", policies.rally["all"]), "advance": ("always", policies.advance["all"])}
    for policy, (word, now) in wishes.items():
        yield Standing("all", policy, (word if now == "ask" else "ask",))
