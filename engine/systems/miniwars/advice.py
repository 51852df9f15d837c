"""Orders like a refused one that may do in its place, the likeliest first; whether they are legal is asked elsewhere."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from engine.contract import Done, Order, replace
from engine.toolkit.alternatives import Alternatives
from maps.geometry.hexes import distance

from .orders import POLICIES, Advance, Attack, Cancel, Choose, Deploy, Fire, Hold, Move, Rally, Standing, Swap
from .rules.legality import objections
from .rules.morale import candidates, leaders
from .rules.movement import ReachableHexes, field, goal
from .rules.shooting import targets
from .rules.terrain import ground
from .state.position import (
    DEPLOYMENT,
    INITIATIVE,
    MISSILE,
    MORALE,
    MOVEMENT,
    OVER,
    State,
    Unit,
    army,
    awaited,
    enemy,
    in_zone,
    ranged,
    standing_in,
)


def others(seen: State, side: str, order: Order, code: str) -> Iterator[Order]:
    """By what was asked and why it is refused."""
    match order:
        case Move(unit=key, path=path):
            yield from _moves(field(seen, seen.units[key]), path, code)
        case Attack(then="advance") if code == "impassable":
            yield replace(order, then=None)
        case Attack(unit=key) if code != "already-acted":
            near = ground(seen.board).around[seen.units[key].at]
            for foe in (foe for foe in army(seen, enemy(seen, side)) if foe.at in near):
                same = replace(order, target=foe.id)
                yield replace(same, then=None) if any(objections(seen, side, same)) else same
        case Fire(unit=key):
            aims = sorted(targets(seen, seen.units[key]), key=lambda aim: ranged(seen.units[key], aim))
            yield from (Fire(key, aim.id) for aim in aims)
        case Advance() if seen.game.advance:
            yield Advance(seen.game.advance.unit)
        case Deploy(unit=key, to=to):
            yield from _deployments(seen, seen.units[key], to)
        case Rally() if code == "already-acted":
            yield Cancel()
        case Rally(unit=key, target=target):
            yield from _rallies(seen, seen.units[key], target)
        case Standing():
            yield from _policies(order)
        case _:
            pass


def _moves(there: ReachableHexes, path: tuple[str, ...], code: str) -> Iterator[Move]:
    """The same way cut to its longest legal part; else the hexes nearest to the goal."""
    key, path, ways = there.unit.id, goal(there.unit, path), there.ways
    end = path[-1] if path else there.unit.at
    if code in ("too-far", "zone-of-control"):
        whole = path if len(path) > 1 else (there.endless.get(end) or there.unhindered[end])[1]
        cuts = [cut for cut in range(len(whole) - 1, 0, -1) if whole[cut - 1] in ways]
        yield from (Move(key, path[:cut] if len(path) > 1 else (whole[cut - 1],)) for cut in cuts)
        yield from () if cuts else _nearest(there, end, distance(there.unit.at, end))
    else:
        yield from [Move(key, (end,))] if end in ways else []
        yield from _nearest(there, end, 100)


def _nearest(there: ReachableHexes, end: str, within: int) -> Iterator[Move]:
    """To the hexes nearer to the goal than so many hexes, the nearest and cheapest first."""
    ways = there.ways
    near = (to for to in ways if distance(to, end) < within)
    yield from (Move(there.unit.id, (to,)) for to in sorted(near, key=lambda to: (distance(to, end), ways[to][0], to)))


def _deployments(seen: State, unit: Unit, to: str) -> Iterator[Order]:
    holder, zone = standing_in(seen, to), seen.setup.zones[unit.side]
    if holder and holder.side == unit.side:
        yield Swap(unit.id, holder.id)
    near = sorted(seen.board.cells, key=lambda at: (distance(at, to), at))
    yield from (Deploy(unit.id, at) for at in near if in_zone(seen.board, zone, at))


def _rallies(seen: State, leader: Unit, target: str | None) -> Iterator[Rally]:
    yield from (
        Rally(leader.id, unit.id) for unit in sorted(candidates(seen, leader), key=lambda unit: ranged(leader, unit))
    )
    if target:
        yield from (Rally(other.id, target) for other in leaders(seen, leader.side))


def _policies(order: Standing) -> Iterator[Standing]:
    close = get_close_matches(order.policy, POLICIES, 1)
    if order.policy not in POLICIES and close:
        yield replace(order, policy=close[0])
    words = POLICIES.get(order.policy, ())
    meant = get_close_matches(" ".join(order.values), words, 1)
    yield from (replace(order, values=(word,)) for word in dict.fromkeys((*meant, *words)))
    if order.subject != "all":
        yield from (replace(order, subject="all", values=(word,)) for word in words)


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
    near = sorted(
        (at for at in seen.board.cells if in_zone(seen.board, zone, at)), key=lambda at: (distance(at, unit.at), at)
    )
    orders = (Swap(unit.id, held[at].id) if at in held else Deploy(unit.id, at) for at in near[1 : NEAR + 1])
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
    yield from (Move(unit.id, (at,)) for _, at in quiet[: NEAR - 2] + quiet[NEAR - 2 :][-2:])


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
        "initiative": ("a", policies.initiative),
        "rally": ("auto", policies.rally["all"]),
        "advance": ("always", policies.advance["all"]),
    }
    for policy, (word, now) in wishes.items():
        yield Standing("all", policy, (word if now == "ask" else "ask",))


_ADVICE = Alternatives(objections, others, tried=None)
check, legal = _ADVICE.check, _ADVICE.legal
