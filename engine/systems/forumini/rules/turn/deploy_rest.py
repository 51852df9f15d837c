"""`deploy rest`: sets up what is left sensibly, and what a side would lose by ending a phase of the set-up (FA 4.9)."""

from collections.abc import Iterator

from engine.contract import Refusal, Turn, replace
from engine.toolkit.deploy_rest import nothing_left
from maps.geometry.hexes import distance, name

from ...orders import Deploy, DeployRest
from ...state.phases import BUILD, DEPLOY, DROPS, OBSTACLES
from ...state.position import State, Unit, army, card, enemy
from ..board.terrain import terrain_map
from .deployment import deploy, deploy_objections, deployment_zone, in_zone, units_to_deploy
from .paratroopers import units_to_drop

COVER, SHARED, BESIDE, NEARER = 2, 8, 2, 1
"""What a hex is worth to a unit: cover; less for a unit of its own side in it, and for each beside it; each hex nearer
to the enemy.
"""


def objections(seen: State, side: str, _: DeployRest) -> Iterator[Refusal]:
    if not any(units_to_deploy(seen, side, seen.phase)):
        yield nothing_left("FA 4.9")


def deploy_rest(turn: Turn[State], side: str) -> None:
    for order in tuple(placements(turn.state, side)):
        deploy(turn, order, "asked")


def placements(state: State, side: str) -> Iterator[Deploy]:
    """Where every unit still to be set up goes, in the order of the scenario: the best of its legal hexes.

    A unit that fits nowhere is left out.
    """
    ways = _distances_to_enemy(state, side)
    for unit in tuple(units_to_deploy(state, side, state.phase)):
        worth = {at: _worth(state, unit, at, ways) for at in ways}
        sites = sorted(ways, key=lambda at: (-worth[at], at))
        orders = (Deploy(unit.id, at) for at in sites)
        fits = (order for order in orders if next(deploy_objections(state, side, order), None) is None)
        if (order := next(fits, None)) is not None:
            yield order
            state = replace(state, units={**state.units, unit.id: replace(unit, at=order.to)})


def _distances_to_enemy(state: State, side: str) -> dict[str, int]:
    """Hexes that may be open to the side -> how far the enemy's zone is."""
    foes = deployment_zone(state, enemy(state, side)) or tuple(state.board.cells)
    if state.phase == OBSTACLES:
        cells = [at for at in state.board.cells if not in_zone(state, enemy(state, side), at)]
    else:
        cells = list(deployment_zone(state, side))
    return {at: min(distance(at, other) for other in foes) for at in cells}


def _worth(state: State, unit: Unit, at: str, ways: dict[str, int]) -> int:
    """How good a hex is for a unit: towards the enemy, in cover, away from others of its side.

    An obstacle is laid half-way to the enemy, near the objective or the middle of the map.
    """
    others = [other for other in army(state, unit.side) if other.at is not None and other.id != unit.id]
    near = sum(distance(at, other.at) == 1 for other in others if other.at)
    here = sum(other.at == at for other in others)
    obstacle = card(state, unit).kind == "obstacle"
    cover = 0 if obstacle else COVER * bool(terrain_map(state).terrain(at).cover)
    goal = state.setup.objective or name((state.board.columns + 1) // 2, (state.board.rows + 1) // 2)
    way = abs(2 * ways[at] - max(ways.values())) + distance(at, goal) if obstacle else ways[at]
    return cover - NEARER * way - SHARED * here - BESIDE * near


def left_behind(seen: State, side: str) -> tuple[str, ...]:
    """What the side loses, or leaves to the rules' default, by ending its part of a phase of the set-up now."""
    match seen.phase:
        case phase if phase == BUILD:
            bought = seen.game.army.get(side)
            return () if bought or seen.setup.buying is None else ("no army bought, so the scenario's own is taken",)
        case phase if phase == OBSTACLES:
            return _listed("obstacle", "not laid and lost for good", units_to_deploy(seen, side, phase))
        case phase if phase == DEPLOY:
            where = "not set up (the rules put them in the lowest hexes; `deploy rest` chooses better ones)"
            return _listed("unit", where, units_to_deploy(seen, side, phase))
        case phase if phase == DROPS:
            aimed = {drop.unit for drop in seen.game.drops}
            rest = (unit for unit in units_to_drop(seen, side) if unit.id not in aimed)
            return _listed("paratrooper", "without a hex to drop at", rest)
        case _:
            return ()


def _listed(what: str, how: str, units: Iterator[Unit]) -> tuple[str, ...]:
    ids = [unit.id for unit in units]
    return (f"{len(ids)} {what}{'s' * (len(ids) > 1)} {how}: {', '.join(ids)}",) if ids else ()
