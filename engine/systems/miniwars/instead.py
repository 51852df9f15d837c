"""Orders like a refused one that may do in its place, the likeliest first; whether they are legal is asked elsewhere."""
from collections.abc import Iterator
from difflib import get_close_matches

from maps.hexes import distance

from ...contract import Order, Standing, replace
from .checks import objections
from .ground import ground
from .morale import candidates, leaders
from .moves import Field, field, goal
from .orders import POLICIES, Advance, Attack, Cancel, Deploy, Fire, Move, Rally, Swap
from .shots import targets
from .state import State, Unit, army, enemy, in_zone, ranged, standing_in


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
            yield from _set_ups(seen, seen.units[key], to)
        case Rally() if code == "already-acted":
            yield Cancel()
        case Rally(unit=key, target=target):
            yield from _rallies(seen, seen.units[key], target)
        case Standing():
            yield from _policies(order)
        case _:
            pass


def _moves(there: Field, path: tuple[str, ...], code: str) -> Iterator[Move]:
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


def _nearest(there: Field, end: str, within: int) -> Iterator[Move]:
    """To the hexes nearer to the goal than so many hexes, the nearest and cheapest first."""
    ways = there.ways
    near = (to for to in ways if distance(to, end) < within)
    yield from (Move(there.unit.id, (to,)) for to in sorted(near, key=lambda to: (distance(to, end), ways[to][0], to)))


def _set_ups(seen: State, unit: Unit, to: str) -> Iterator[Order]:
    holder, zone = standing_in(seen, to), seen.setup.zones[unit.side]
    if holder and holder.side == unit.side:
        yield Swap(unit.id, holder.id)
    near = sorted(seen.board.cells, key=lambda at: (distance(at, to), at))
    yield from (Deploy(unit.id, at) for at in near if in_zone(seen.board, zone, at))


def _rallies(seen: State, leader: Unit, target: str | None) -> Iterator[Rally]:
    yield from (Rally(leader.id, unit.id) for unit in sorted(candidates(seen, leader), key=lambda unit: ranged(leader, unit)))
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
