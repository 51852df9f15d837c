"""Samples: for each kind of order one with the names of the game in play, to show how it is written."""

from collections.abc import Iterator

from engine.contract import Order
from maps.geometry.hexes import distance

from ..orders import (
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
    Throw,
    Unload,
    Watch,
)
from ..rules.abilities import ability_effects, has_ability
from ..rules.board.terrain import terrain_map
from ..rules.turn.deployment import arrival_manner, in_zone
from ..state.phases import BUILD, DEPLOY, DROPS, PHASES
from ..state.position import State, Unit, army, card, enemy
from ..tables.rulebook import TABLES
from .evaluation import hexes_around, objective_or_centre


def sample_orders(seen: State, side: str) -> Iterator[Order]:
    """One order of each kind that the side can still give with the units it has."""
    own, foes = list(army(seen, side)), list(army(seen, enemy(seen, side)))
    yield from (Choose(order="second"), Throw("rock"), Standing("all", "fire", ("good",)))
    if seen.phase == BUILD:
        yield from _purchases(seen, side)
    yield from _arrivals(seen, side, own)
    soldiers = [unit for unit in own if card(seen, unit).kind == "soldier"]
    vehicles = [unit for unit in own if card(seen, unit).kind == "vehicle"]
    yield from (Dirt(unit.id) for unit in soldiers[:1])
    for unit in vehicles[:1]:
        yield from (HullDown(unit.id), Face(unit.id, "NE"))
    yield from _riding(seen, own, soldiers)
    yield from _fortifications(seen, own, foes, soldiers)
    yield from _air(seen, own, foes)
    yield from _on_the_ground(seen, [*soldiers, *vehicles], foes)


def _purchases(seen: State, side: str) -> Iterator[Order]:
    camp = seen.setup.buying and seen.setup.buying.nations.get(side, ())
    kinds = [key for key, known in seen.cards.items() if not camp or known.nation in camp]
    yield from (Buy(count=3, type=kind) for kind in kinds[:1])
    yield from (Return(count=1, type=kind) for kind in (*seen.game.army.get(side, {}), *kinds[:1])[:1])


def _arrivals(seen: State, side: str, own: list[Unit]) -> Iterator[Order]:
    """FA 4, 15: setting up, as long as that is still to come, and drops."""
    aim, now = objective_or_centre(seen), PHASES.index(seen.phase)
    if now <= PHASES.index(DEPLOY):
        zone = [at for at in hexes_around(seen, aim) if in_zone(seen, side, at)]
        yield from (Deploy(unit.id, at, None) for unit in own[:1] for at in zone[:1])
        yield DeployRest()
    if now <= PHASES.index(DROPS):
        yield from (DropIn(unit.id, aim, "SE") for unit in own if arrival_manner(seen, unit) == "drop")


def _riding(seen: State, own: list[Unit], soldiers: list[Unit]) -> Iterator[Order]:
    for carrier in [unit for unit in own if any(ability_effects(seen, unit, "carry"))][:1]:
        yield from (Load(unit.id, carrier.id) for unit in soldiers[:1])
        yield from (Unload(unit.id) for unit in soldiers[:1])


def _fortifications(seen: State, own: list[Unit], foes: list[Unit], soldiers: list[Unit]) -> Iterator[Order]:
    """FA 16: pillboxes of its own, obstacles for its engineers."""
    obstacles = [unit for unit in (*foes, *own) if card(seen, unit).kind == "obstacle"]
    boxes = [unit for unit in own if unit in obstacles and _holds_soldiers(seen, unit)]
    for unit in soldiers[:1] if boxes else ():
        yield from (Enter(unit.id), Leave(unit.id))
    engineers = [unit for unit in soldiers if any(ability_effects(seen, unit, "clear"))]
    yield from (Clear(unit.id, obstacles[0].id) for unit in engineers[:1] if obstacles)


def _holds_soldiers(seen: State, unit: Unit) -> bool:
    return any(TABLES.obstacles[word].capacity for word in card(seen, unit).sub if word in TABLES.obstacles)


def _air(seen: State, own: list[Unit], foes: list[Unit]) -> Iterator[Order]:
    aim = objective_or_centre(seen)
    for unit in [unit for unit in own if card(seen, unit).kind == "aircraft"][:1]:
        target = next((foe.id for foe in foes if foe.at), None)
        yield PlaceAircraft(unit.id, aim, target)
        yield from (kind(unit.id) for kind in (Hold, Strafe, PassBy))
    yield from (Bomb(unit.id) for unit in own if card(seen, unit).bombs)


def _on_the_ground(seen: State, ground: list[Unit], foes: list[Unit]) -> Iterator[Order]:
    """Orders of the unit on the map that is nearest to the goal."""
    aim = objective_or_centre(seen)
    there = sorted((unit for unit in ground if unit.at), key=lambda unit: distance(unit.at or aim, aim))
    target = min((foe for foe in foes if foe.at), key=lambda foe: distance(foe.at or aim, aim), default=None)
    for unit in there[:1]:
        steps = sorted(terrain_map(seen).around[unit.at or aim], key=lambda at: (distance(at, aim), at))
        yield from (order for at in steps[:1] for order in (Move(unit.id, (at,)), Watch(unit.id, at)))
        yield Halt(unit.id)
    if not target:
        return
    yield from (Attack(unit.id, target.id) for unit in there[:1])
    chargers = [unit for unit in there if has_ability(card(seen, unit), "charge")]
    yield from (Charge(unit.id, (target.at or aim,), target.id) for unit in chargers)
    mortars = [unit for unit in there if any(ability_effects(seen, unit, "indirect"))]
    yield from (Indirect(unit.id, target.at or aim) for unit in mortars)
