"""Orders to offer in place of a refused one, the most likely first; their legality is checked elsewhere."""

from collections.abc import Iterator
from difflib import get_close_matches

from engine.contract import Order, replace
from engine.toolkit.alternatives import Alternatives
from maps.geometry.hexes import distance

from ..orders import (
    Attack,
    Bomb,
    Buy,
    Charge,
    Choose,
    Clear,
    Deploy,
    Dirt,
    DropIn,
    Face,
    Hold,
    HullDown,
    Indirect,
    Load,
    Move,
    PassBy,
    PlaceAircraft,
    Return,
    Standing,
    Strafe,
    Watch,
)
from ..rules.movement.pathfinding import reachable_hexes
from ..rules.turn.deployment import arrival_manner, deployment_zone
from ..rules.turn.legality import objections
from ..state.phases import ANTIAIR
from ..state.position import State, Unit, army, is_ground, units_in
from ..vocabulary import POLICIES
from .evaluation import enemies_on_ground, hexes_around, targets

EDGES = ("north", "south", "east", "west")
SPENT = ("already-acted", "suppressed", "immobile", "aboard")
"""Objections to the unit itself: no other hex or target would do."""


def alternatives(seen: State, side: str, order: Order, code: str) -> Iterator[Order]:
    unit = seen.units.get(getattr(order, "unit", ""))
    if unit is None:
        yield from _without_unit(seen, side, order)
    elif code not in SPENT:
        yield from _movement_alternatives(seen, unit, order)
        yield from _attack_alternatives(seen, unit, order)
        yield from _placement_alternatives(seen, unit, order)


def _without_unit(seen: State, side: str, order: Order) -> Iterator[Order]:
    match order:
        case Buy() | Return():
            yield from _purchase_alternatives(seen, side, order)
        case Choose(edge=edge) if edge is not None:
            yield from (Choose(edge=other) for other in EDGES)
        case Choose():
            yield from (Choose(order="first"), Choose(order="second"), *(Choose(edge=other) for other in EDGES))
        case Standing():
            yield from _standing_alternatives(seen, side, order)
        case _:
            pass


def _movement_alternatives(seen: State, unit: Unit, order: Order) -> Iterator[Order]:
    match order:
        case Move(path=path, face=face):
            yield from (Move(unit.id, path),) if face else ()
            yield from (Move(unit.id, path[:cut], face) for cut in range(len(path) - 1, 0, -1))
            yield from (Move(unit.id, (at,), face) for at in _reachable_nearest_first(seen, unit, path[-1:]))
        case Charge(path=path):
            yield from (Charge(unit.id, (foe.at,), foe.id) for foe in enemies_on_ground(seen, unit.side) if foe.at)
            yield from (Attack(unit.id, foe.id) for foe in targets(seen, unit))
            yield Move(unit.id, path)
        case Face():
            yield from (Dirt(unit.id),)
        case Dirt():
            yield HullDown(unit.id)
        case HullDown():
            yield Dirt(unit.id)
        case Watch(at=at) if at is not None:
            yield from (Watch(unit.id, near) for near in hexes_around(seen, at, 4) if near != unit.at)
            yield from (Watch(other.id, off="off") for other in army(seen, unit.side) if other.overwatch is not None)
        case Load() if unit.at is not None:
            yield from (Load(unit.id, other.id) for other in units_in(seen, unit.at, unit.side) if other.id != unit.id)
        case _:
            pass


def _reachable_nearest_first(seen: State, unit: Unit, goal: tuple[str, ...]) -> list[str]:
    """Where it could go, the hexes nearest to the one that it named first."""
    if unit.at is None:
        return []
    ways = reachable_hexes(seen, unit).ways
    return sorted(ways, key=lambda at: (distance(at, goal[0]), ways[at])) if goal else list(ways)


def _attack_alternatives(seen: State, unit: Unit, order: Order) -> Iterator[Order]:
    match order:
        case Attack() if seen.phase == ANTIAIR:
            yield from (Attack(unit.id, foe.id) for foe in targets(seen, unit, ("aircraft",)))
        case Attack() if unit.target is None:
            yield from (Attack(unit.id, foe.id) for foe in targets(seen, unit))
            yield from (Indirect(unit.id, foe.at) for foe in enemies_on_ground(seen, unit.side) if foe.at)
        case Indirect():
            yield from (Indirect(unit.id, foe.at) for foe in enemies_on_ground(seen, unit.side) if foe.at)
            yield from (Attack(unit.id, foe.id) for foe in targets(seen, unit))
        case Clear() if unit.at is not None:
            near = (other for at in hexes_around(seen, unit.at, 1) for other in units_in(seen, at))
            yield from (Clear(unit.id, other.id) for other in near if other.id != unit.id)
        case Attack() | Bomb() | Strafe():
            yield from (Bomb(unit.id), Strafe(unit.id), PassBy(unit.id))
        case _:
            pass


def _placement_alternatives(seen: State, unit: Unit, order: Order) -> Iterator[Order]:
    """Alternatives to setting up, dropping and placing: the same order without the part that is illegal,
    then the hexes near by, then the same for another unit.
    """
    match order:
        case Deploy(to=to, face=face, aboard=aboard):
            yield from (Deploy(unit.id, to),) if face and to else ()
            yield from (Deploy(unit.id, at, face) for at in _deployment_hexes(seen, unit, to))
            yield from (Deploy(unit.id, aboard=other.id) for other in army(seen, unit.side) if aboard and other.at)
        case DropIn(to=to, side=side):
            yield from (DropIn(unit.id, at, side) for at in _hexes_by_distance(seen, to))
        case PlaceAircraft(to=to, target=target):
            foe = seen.units.get(target or "")
            yield from (
                PlaceAircraft(unit.id, at, target)
                for at in (_hexes_by_distance(seen, foe.at) if foe and foe.at else ())[:7]
            )
            yield from (PlaceAircraft(unit.id, at, target) for at in _hexes_by_distance(seen, to)[:7])
            yield from (
                (PlaceAircraft(unit.id, to, foe.id) for foe in enemies_on_ground(seen, unit.side)[:7]) if target else ()
            )
            yield PlaceAircraft(unit.id, to)
            yield from (PlaceAircraft(key, to, target) for key in seen.game.air_queue[:7])
        case Hold():
            yield from (Hold(key) for key in seen.game.air_queue)
        case _:
            pass


def _deployment_hexes(seen: State, unit: Unit, at: str | None) -> list[str]:
    """The hexes where it is set up, the nearest first: of its side's zone, or for gliders and obstacles anywhere."""
    anywhere = arrival_manner(seen, unit) or not is_ground(seen, unit)
    own = frozenset(seen.board.cells if anywhere else deployment_zone(seen, unit.side))
    return [near for near in _hexes_by_distance(seen, at) if near in own]


def _hexes_by_distance(seen: State, at: str | None) -> list[str]:
    return hexes_around(seen, at) if at is not None else []


def _purchase_alternatives(seen: State, side: str, order: Buy | Return) -> Iterator[Order]:
    """Fewer of it; of a type that is not to be had, its kind at about its cost; types of a like name."""
    yield from (replace(order, count=count) for count in range(min(order.count, 30) - 1, 0, -1))
    if isinstance(order, Return):
        yield from (Return(count=1, type=key) for key in seen.game.army.get(side, {}))
    elif known := seen.cards.get(order.type):
        like = [key for key, card in seen.cards.items() if card.sub[:1] == known.sub[:1]]
        yield from (
            Buy(count=1, type=key)
            for key in sorted(like, key=lambda key: (abs(seen.cards[key].cost - known.cost), key))
        )
    else:
        named = {card.name.lower(): key for key, card in seen.cards.items()}
        close = get_close_matches(order.type.lower(), [*seen.cards, *named], 6)
        yield from (replace(order, type=named.get(word, word)) for word in close)


def _standing_alternatives(seen: State, side: str, order: Standing) -> Iterator[Standing]:
    close = get_close_matches(order.policy, POLICIES, 2)
    for policy in (order.policy, *close):
        words = POLICIES.get(policy, ())
        meant = get_close_matches(" ".join(order.values), words, 1)
        for subject in dict.fromkeys((order.subject, "all")):
            yield from (Standing(subject, policy, (word,)) for word in dict.fromkeys((*meant, *words)))


_ADVICE = Alternatives(objections, alternatives, tried=40)
check, legal = _ADVICE.check, _ADVICE.legal
