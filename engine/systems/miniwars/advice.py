"""Advice: legal orders to offer in place of a refused one (alternatives), and legal orders to offer unasked (ideas)."""

from collections.abc import Container, Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache

from engine.contract import Done, Order, replace
from engine.toolkit.alternatives import Alternatives
from maps.geometry.hexes import distance

from .orders import (
    POLICIES,
    Advance,
    Attack,
    Cancel,
    Choose,
    Deploy,
    DeployRest,
    Fire,
    Hold,
    Move,
    Rally,
    Standing,
    Swap,
)
from .rules.legality import objections
from .rules.morale import leaders, rally_candidates
from .rules.movement import ReachableHexes, hexes_entered, reachable_hexes
from .rules.shooting import targets
from .rules.terrain import terrain_map
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
    distance_between,
    enemy,
    in_zone,
    sides_to_act,
    unit_at,
)


def alternatives(seen: State, side: str, order: Order, code: str) -> Iterator[Order]:
    """Orders similar to the refused one, the likeliest first; those that are not legal are dropped later."""
    match order:
        case Move(unit=key, path=path):
            yield from _alternative_moves(reachable_hexes(seen, seen.units[key]), path, code)
        case Attack(then="advance") if code == "impassable":
            yield replace(order, then=None)
        case Attack(unit=key) if code != "already-acted":
            adjacent = terrain_map(seen.board).adjacent[seen.units[key].at]
            for foe in (foe for foe in army(seen, enemy(seen, side)) if foe.at in adjacent):
                same = replace(order, target=foe.id)
                yield replace(same, then=None) if any(objections(seen, side, same)) else same
        case Fire(unit=key):
            nearest = sorted(
                targets(seen, seen.units[key]), key=lambda target: distance_between(seen.units[key], target)
            )
            yield from (Fire(key, target.id) for target in nearest)
        case Advance() if seen.game.advance:
            yield Advance(seen.game.advance.unit)
        case Deploy(unit=key, to=to):
            yield from _alternative_deployments(seen, seen.units[key], to)
        case Rally() if code == "already-acted":
            yield Cancel()
        case Rally(unit=key, target=target):
            yield from _alternative_rallies(seen, seen.units[key], target)
        case Standing():
            yield from _alternative_standing_orders(order)
        case _:
            pass


def _alternative_moves(reachable: ReachableHexes, path: tuple[str, ...], code: str) -> Iterator[Move]:
    """The same path, cut to its longest legal part; failing that, moves to the hexes nearest to its end."""
    key, path, routes = reachable.unit.id, hexes_entered(reachable.unit, path), reachable.routes
    end = path[-1] if path else reachable.unit.at
    if code in ("too-far", "zone-of-control"):
        route = reachable.route_without_limit(end) or reachable.route_without_limit(end, zones=False)
        whole = path if len(path) > 1 or not route else route[1]
        cuts = [cut for cut in range(len(whole) - 1, 0, -1) if whole[cut - 1] in routes]
        yield from (Move(key, path[:cut] if len(path) > 1 else (whole[cut - 1],)) for cut in cuts)
        yield from () if cuts else _moves_towards(reachable, end, distance(reachable.unit.at, end))
    else:
        yield from [Move(key, (end,))] if end in routes else []
        yield from _moves_towards(reachable, end, 100)


def _moves_towards(reachable: ReachableHexes, end: str, within: int) -> Iterator[Move]:
    """Moves to hexes less than ``within`` hexes from the goal, the nearest and cheapest first."""
    routes = reachable.routes
    near = (to for to in routes if distance(to, end) < within)
    yield from (
        Move(reachable.unit.id, (to,)) for to in sorted(near, key=lambda to: (distance(to, end), routes[to][0], to))
    )


def _alternative_deployments(seen: State, unit: Unit, to: str) -> Iterator[Order]:
    if unit.side not in seen.setup.zones:
        return
    holder, zone = unit_at(seen, to), seen.setup.zones[unit.side]
    if holder and holder.side == unit.side:
        yield Swap(unit.id, holder.id)
    near = sorted(seen.board.cells, key=lambda at: (distance(at, to), at))
    yield from (Deploy(unit.id, at) for at in near if in_zone(seen.board, zone, at))


def _alternative_rallies(seen: State, leader: Unit, target: str | None) -> Iterator[Rally]:
    yield from (
        Rally(leader.id, unit.id)
        for unit in sorted(rally_candidates(seen, leader), key=lambda unit: distance_between(leader, unit))
    )
    if target:
        yield from (Rally(other.id, target) for other in leaders(seen, leader.side))


def _alternative_standing_orders(order: Standing) -> Iterator[Standing]:
    close = get_close_matches(order.policy, POLICIES, 1)
    if order.policy not in POLICIES and close:
        yield replace(order, policy=close[0])
    words = POLICIES.get(order.policy, ())
    meant = get_close_matches(" ".join(order.values), words, 1)
    yield from (replace(order, values=(word,)) for word in dict.fromkeys((*meant, *words)))
    if order.subject != "all":
        yield from (replace(order, subject="all", values=(word,)) for word in words)


IDEAS_PER_UNIT = 6
"""How many set-up hexes, and how many moves away from enemies, are offered for each unit."""


def ideas(seen: State, side: str) -> Iterator[Order]:
    """What the side could do now, each order legal by itself; then the standing orders it could give."""
    if seen.phase == OVER or side not in seen.game.standing:
        return
    if side in sides_to_act(seen):
        yield from _phase_ideas(seen, side)
    yield from _standing_order_ideas(seen, side)


def _phase_ideas(seen: State, side: str) -> Iterator[Order]:
    if seen.phase == INITIATIVE:
        yield from (Choose("a"), Choose("b"))
        return
    foes = tuple(army(seen, enemy(seen, side)))
    apart = distances_to(foes)
    contact = {near for at in apart.foes for near in terrain_map(seen.board).adjacent[at]}
    for unit in army(seen, side):
        if seen.phase == DEPLOYMENT:
            yield from _deployment_ideas(seen, unit)
        elif seen.phase in MISSILE:
            yield from (Fire(unit.id, aim.id) for aim in targets(seen, unit))
        elif seen.phase in MOVEMENT:
            yield from _movement_ideas(seen, unit, foes, apart, contact)
    if seen.phase == DEPLOYMENT and legal(seen, side, DeployRest()):
        yield DeployRest()
    if seen.phase == MORALE:
        yield from _morale_ideas(seen, side)
    yield Done()


def _deployment_ideas(seen: State, unit: Unit) -> Iterator[Order]:
    zone = seen.setup.zones[unit.side]
    held = {other.at: other for other in army(seen, unit.side)}
    near = sorted(
        (at for at in seen.board.cells if in_zone(seen.board, zone, at)), key=lambda at: (distance(at, unit.at), at)
    )
    orders = (Swap(unit.id, held[at].id) if at in held else Deploy(unit.id, at) for at in near[1 : IDEAS_PER_UNIT + 1])
    yield from (order for order in orders if legal(seen, unit.side, order))


class DistanceToEnemy(dict[str, int]):
    """Hex -> its distance from the nearest enemy, computed when first asked for."""

    def __init__(self, foes: tuple[str, ...]) -> None:
        self.foes = foes

    def __missing__(self, at: str) -> int:
        self[at] = min([distance(at, foe) for foe in self.foes], default=0)
        return self[at]


def distances_to(foes: Iterable[Unit]) -> DistanceToEnemy:
    """How far hexes are from the nearest of these units; 0 if there are none."""
    return _distances_to(tuple(sorted(foe.at for foe in foes)))


@lru_cache(16)
def _distances_to(foes: tuple[str, ...]) -> DistanceToEnemy:
    """The same for all positions with enemies in the same hexes."""
    return DistanceToEnemy(foes)


def _movement_ideas(
    seen: State, unit: Unit, foes: Sequence[Unit], apart: DistanceToEnemy, contact: Container[str]
) -> Iterator[Order]:
    """The advance that is open, attacks, then moves: next to an enemy (``contact``), and to the nearest and farthest
    other hexes.
    """
    if seen.game.advance and seen.game.advance.unit == unit.id:
        yield Advance(unit.id)
    for foe in foes:
        if distance_between(unit, foe) == 1 and legal(seen, unit.side, Attack(unit.id, foe.id)):
            yield Attack(unit.id, foe.id)
            if legal(seen, unit.side, Attack(unit.id, foe.id, "advance")):
                yield Attack(unit.id, foe.id, "advance")
    if unit.moved or unit.attacked or (unit.fired and not seen.setup.fired_may_move):
        return
    routes = sorted(reachable_hexes(seen, unit).routes)
    quiet = sorted([(apart[at], at) for at in routes if at not in contact]) if foes else []
    yield from (Move(unit.id, (at,)) for at in routes if at in contact)
    yield from (Move(unit.id, (at,)) for _, at in quiet[: IDEAS_PER_UNIT - 2] + quiet[IDEAS_PER_UNIT - 2 :][-2:])


def _morale_ideas(seen: State, side: str) -> Iterator[Order]:
    written = {plan.unit for plan in seen.plans.get(side, ())}
    for leader in leaders(seen, side):
        if leader.id not in written:
            able = list(rally_candidates(seen, leader))
            yield from (Rally(leader.id, unit.id) for unit in able)
            yield from (Hold(leader.id),) if able else ()
    if written:
        yield Cancel()


def _standing_order_ideas(seen: State, side: str) -> Iterator[Order]:
    policies = seen.game.standing[side]
    wishes = {
        "initiative": ("a", policies.initiative),
        "rally": ("auto", policies.rally["all"]),
        "advance": ("always", policies.advance["all"]),
    }
    for policy, (word, now) in wishes.items():
        yield Standing("all", policy, (word if now == "ask" else "ask",))


_ALTERNATIVES = Alternatives(objections, alternatives, tried=None)
check, legal = _ALTERNATIVES.check, _ALTERNATIVES.legal
