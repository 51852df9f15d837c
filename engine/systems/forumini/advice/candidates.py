"""What a side might do in a phase, the best first: orders that come to mind, not all of them legal."""

from collections.abc import Iterator
from itertools import chain

from engine.contract import Order
from maps.geometry.hexes import DIRECTIONS, distance, neighbours

from ..orders import (
    Attack,
    Bomb,
    Buy,
    Charge,
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
    Strafe,
    Unload,
    Watch,
)
from ..orders.directions import Way
from ..rules.abilities import ability_effects
from ..rules.board.terrain import terrain_map
from ..rules.movement.pathfinding import reachable_hexes
from ..rules.turn.deployment import arrival_manner, deploys_in_phase, in_zone
from ..state.phases import ANTIAIR
from ..state.position import State, Unit, army, card, enemy, is_ground, on_map, units_in
from ..tables.rows import UnitCard
from .evaluation import destinations, enemies_on_ground, hexes_around, nearest_enemy, objective_or_centre, targets

AtMost = tuple[int, Iterator[Order]]
"""So many of these at most."""


def purchases(seen: State, side: str) -> Iterator[AtMost]:
    """Of each kind of troops the dearest that can be paid, and something to give back."""
    kinds = dict.fromkeys(known.sub[0] for known in seen.cards.values())
    first = ("commander", "infantry", "crew-weapon", "tank", "artillery", "half-track")
    ordered = [*(kind for kind in first if kind in kinds), *(kind for kind in kinds if kind not in first)]
    for kind in ordered:
        yield 2, (Buy(count=_usual_count(seen.cards[key]), type=key) for key in _most_expensive(seen, kind))
    yield 2, (Return(count=1, type=key) for key in seen.game.army.get(side, {}))


def _most_expensive(seen: State, kind: str) -> list[str]:
    return sorted(
        (key for key, known in seen.cards.items() if known.sub[0] == kind), key=lambda key: (-seen.cards[key].cost, key)
    )


def _usual_count(known: UnitCard) -> int:
    return 3 if known.sub[0] == "infantry" and known.cost < 8 else 1


def deployments(seen: State, side: str) -> Iterator[AtMost]:
    """Ways to set up: each unit still to be placed, in the hexes of its zone nearest to the goal; a unit that is
    set up already may change its place.
    """
    aim = objective_or_centre(seen)
    near = hexes_around(seen, aim)
    forts = [other.at for other in on_map(seen, side) if card(seen, other).kind == "obstacle"]
    own = sorted((at for at in near if in_zone(seen, side, at)), key=lambda at: at not in forts)
    abroad = [at for at in near if not in_zone(seen, enemy(seen, side), at)]
    for index, unit in enumerate(unit for unit in army(seen, side) if deploys_in_phase(seen, unit, seen.phase)):
        free = card(seen, unit).kind == "obstacle" or arrival_manner(seen, unit) == "glider"
        hexes = (abroad if free else own)[index % 4 :]
        yield (
            (2 if unit.at is None else 1),
            (Deploy(unit.id, at, _facing(seen, unit, at, aim)) for at in hexes if at != unit.at),
        )
        if unit.at is None and card(seen, unit).kind == "soldier":
            carriers = (other for other in army(seen, side) if any(ability_effects(seen, other, "carry")) and other.at)
            yield 1, (Deploy(unit.id, aboard=other.id) for other in carriers)
        if unit.at and card(seen, unit).kind == "soldier" and not unit.in_pillbox:
            yield 1, iter((Enter(unit.id),))
    yield 1, iter((DeployRest(),))


def _facing(seen: State, unit: Unit, at: str, aim: str) -> Way | None:
    """A vehicle set up beside its goal looks at it."""
    return _toward(at, aim) if card(seen, unit).kind == "vehicle" and at != aim else None


def _toward(at: str, aim: str) -> Way:
    near = neighbours(at)
    way: Way = DIRECTIONS[min(range(6), key=lambda i: (distance(near[i], aim), i))]  # type: ignore[assignment]
    return way


def drops(seen: State, side: str) -> Iterator[AtMost]:
    known = {drop.unit for drop in seen.game.drops}
    for unit in army(seen, side):
        if arrival_manner(seen, unit) == "drop" and unit.at is None:
            aims = hexes_around(seen, objective_or_centre(seen), 5)
            sides: tuple[Way | None, ...] = (None, "SE") if unit.id not in known else ("S",)
            yield 2, (DropIn(unit.id, at, way) for at in aims for way in sides)


def moves(seen: State, side: str) -> Iterator[AtMost]:
    """For each unit: what it came for, better ground, cover, a watch; riding and pillboxes where there are some."""
    for unit in army(seen, side):
        if unit.at is None or not is_ground(seen, unit):
            continue
        if unit.aboard:
            yield 1, iter((Unload(unit.id),))
            continue
        soldier = card(seen, unit).kind == "soldier"
        if unit.acted in (None, "moving"):
            yield 3, (Move(unit.id, (at,)) for at in destinations(seen, unit))
            yield 1, iter((Dirt(unit.id) if soldier else HullDown(unit.id),))
        if not soldier:
            yield 1, _turns(seen, unit)
        yield 1, _overwatch_orders(seen, unit)
        yield 2, _within_hex(seen, unit)


def _turns(seen: State, unit: Unit) -> Iterator[Order]:
    foe = nearest_enemy(seen, unit)
    aims = [foe.at if foe and foe.at else objective_or_centre(seen), objective_or_centre(seen)]
    ways = dict.fromkeys(_toward(unit.at, aim) for aim in aims if unit.at and aim != unit.at)
    yield from (Face(unit.id, way) for way in (*ways, "N", "S") if way != unit.facing)


def _overwatch_orders(seen: State, unit: Unit) -> Iterator[Order]:
    if unit.overwatch is not None:
        yield Watch(unit.id, off="off")
        return
    assert unit.at
    aims = [
        *(foe.at for foe in (nearest_enemy(seen, unit),) if foe and foe.at),
        objective_or_centre(seen),
        *terrain_map(seen).around[unit.at][:3],
    ]
    yield from (Watch(unit.id, at) for at in dict.fromkeys(aims))


def _within_hex(seen: State, unit: Unit) -> Iterator[Order]:
    """Movement within the hex, and its end."""
    assert unit.at
    if unit.id == seen.game.moving:
        yield Halt(unit.id)
    if unit.in_pillbox:
        yield Leave(unit.id)
    here = [other for other in units_in(seen, unit.at, unit.side) if other.id != unit.id]
    yield from (Load(unit.id, other.id) for other in here if any(ability_effects(seen, other, "carry")))
    yield from (Enter(unit.id) for other in here if card(seen, other).kind == "obstacle")


def attacks(seen: State, side: str) -> Iterator[AtMost]:
    """Attacks before everything else, those that promise most first; then shells, charges and obstacles to clear."""
    for unit in army(seen, side):
        if not unit.here or unit.aboard or unit.acted in ("attacked", "moved") or unit.aa:
            continue
        kinds = ("aircraft",) if seen.phase == ANTIAIR else ("soldier", "vehicle")
        yield 3, (Attack(unit.id, foe.id) for foe in targets(seen, unit, kinds))
        if seen.phase == ANTIAIR or not is_ground(seen, unit):
            continue
        if any(ability_effects(seen, unit, "indirect")):
            yield 2, (Indirect(unit.id, foe.at) for foe in enemies_on_ground(seen, side) if foe.at)
        if any(ability_effects(seen, unit, "charge")):
            ways = reachable_hexes(seen, unit).ways
            yield (
                2,
                (
                    Charge(unit.id, (foe.at,), foe.id)
                    for foe in enemies_on_ground(seen, side)
                    if foe.at and foe.at in ways
                ),
            )
        if any(ability_effects(seen, unit, "clear")) and unit.at:
            here = (other for at in hexes_around(seen, unit.at, 1) for other in units_in(seen, at))
            yield 2, (Clear(unit.id, other.id) for other in here if card(seen, other).kind == "obstacle")


def aircraft_placements(seen: State, side: str) -> Iterator[AtMost]:
    """Aircraft that may be next: over a target that pays, at the dearest enemy aircraft, or away."""
    taken = {unit.at for unit in on_map(seen) if card(seen, unit).kind == "aircraft"}
    for key in seen.game.air_queue:
        if (unit := seen.units[key]).side != side:
            break
        over = (
            PlaceAircraft(key, at, foe.id)
            for foe in enemies_on_ground(seen, side)
            if foe.at
            for at in hexes_around(seen, foe.at, 1)
            if at not in taken
        )
        yield 3, over
        others = (
            other for other in on_map(seen) if other.side != side and card(seen, other).kind == "aircraft" and other.at
        )
        aims = chain((other.at for other in others if other.at), (objective_or_centre(seen),))
        yield 1, (PlaceAircraft(unit.id, at) for aim in aims for at in hexes_around(seen, aim, 2) if at not in taken)
        yield 1, iter((Hold(key),))


def aircraft_attacks(seen: State, side: str) -> Iterator[AtMost]:
    for unit in on_map(seen, side):
        if unit.target is not None and unit.acted is None:
            yield 4, iter((Bomb(unit.id), Strafe(unit.id), Attack(unit.id, unit.target), PassBy(unit.id)))
