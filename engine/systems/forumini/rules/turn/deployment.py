"""Deployment: choices, the hexes open to each side, placement for a side that gives no orders (FA 4)."""

from collections.abc import Iterator

from engine.contract import Refusal, Turn, replace
from maps.geometry.hexes import column_and_row

from ...orders import Choose, Deploy
from ...state.events import Deployed, DeploymentRolled, EdgeChosen, NotDeployed, OrderChosen, PhaseBegan
from ...state.phases import CHOICE, EDGE, INITIATIVE, OBSTACLES
from ...state.position import AWAY, Facing, State, Unit, army, card, enemy, units_in
from ..abilities import ability_effects
from ..board.stacking import stacking_objection
from ..board.terrain import terrain_map
from ..movement.terrain_costs import may_enter
from ..movement.transports import boarding_objections
from .initiative import higher_side, rating, two_dice

APART = {"drop": "a paratrooper, which drops after deployment", "replace": "a hero, which waits until a soldier falls"}
"""Units that are not set up with the forces, by how they come into play (FA 15.3, 15.6)."""


def deployment_roll(turn: Turn[State]) -> None:
    """FA 4.2: a die each, ties again.  FA 4.3: two dice and the best rating of the army, as initiative."""
    turn.happens(PhaseBegan(CHOICE, 0, None))
    state, two = turn.state, turn.state.setup.option == "2"
    ratings = {side.id: rating(state, side.id, lambda unit: True) if two else 0 for side in state.sides}
    winner: str | None = None
    while winner is None:
        dice = {side: _dice(turn, side, ratings[side]) for side in ratings}
        winner = higher_side({side: sum(faces) + ratings[side] for side, faces in dice.items()}, ratings)
        turn.happens(DeploymentRolled(dice, ratings if two else {}, winner))


def _dice(turn: Turn[State], side: str, bonus: int) -> tuple[int, ...]:
    why = f"deployment of {side}"
    return (
        two_dice(turn, why, bonus, "FA 4.3") if turn.state.setup.option == "2" else turn.roll(why, rule="FA 4.2").faces
    )


def choose_objections(seen: State, side: str, order: Choose) -> Iterator[Refusal]:
    """FA 21.5: a choice that belongs to this phase, of an edge that can be had."""
    wishes_edge, wishes_order = order.edge is not None, order.order is not None
    if not (wishes_edge or wishes_order):
        yield Refusal("verb", "missing-argument", f"choose needs {_choice_in_words(seen)}")
    if wishes_edge and order.edge not in seen.setup.edges:
        edges = " or ".join(seen.setup.edges)
        yield Refusal(
            "edge", "unknown-place", f'"{order.edge}" is no edge that can be chosen here; {edges} can', "FA 4.1"
        )
    if wishes_edge and not _edge_open(seen):
        yield Refusal("edge", "wrong-phase", f"an edge is not chosen now; now it is {_choice_in_words(seen)}", "FA 4.2")
    if wishes_order and seen.phase == EDGE:
        yield Refusal(
            "order", "wrong-phase", f"the order is already chosen; now it is {_choice_in_words(seen)}", "FA 4.2"
        )
    if wishes_order and not wishes_edge and _edge_first(seen, side):
        yield Refusal("order", "missing-argument", f"first choose your edge: {_free_edges(seen)}", "FA 4.3")


def _choice_in_words(seen: State) -> str:
    """What `choose` is about at this moment."""
    return _free_edges(seen) if seen.phase == EDGE else "choose first or choose second"


def _free_edges(seen: State) -> str:
    return " or ".join(f"choose edge {edge}" for edge in seen.setup.edges)


def _edge_open(seen: State) -> bool:
    """FA 4.3: under option 2 the winner of the roll chooses its edge together with the order."""
    return seen.phase == EDGE or (seen.phase == CHOICE and seen.setup.option == "2" and not seen.setup.zones)


def _edge_first(seen: State, side: str) -> bool:
    return seen.phase == CHOICE and _edge_open(seen) and side not in seen.game.edges


def choose(turn: Turn[State], side: str, order: Choose, how: str) -> None:
    """FA 4.2, 4.3"""
    if order.edge is not None:
        here, there = turn.state.setup.edges
        other = there if order.edge == here else here
        turn.happens(EdgeChosen(side, {side: order.edge, enemy(turn.state, side): other}, how))
    if order.order is not None and turn.state.phase != INITIATIVE:
        first = side if order.order == "first" else enemy(turn.state, side)
        turn.happens(OrderChosen(side, first, first if turn.state.setup.option == "2" else None, how))


def default_choice(state: State, side: str) -> Choose:
    """FA 20.1: what a silent side has chosen."""
    if state.phase == EDGE:
        return Choose(edge=state.setup.edges[0])
    return Choose("first", state.setup.edges[0] if _edge_first(state, side) else None)


def in_zone(state: State, side: str, at: str) -> bool:
    """FA 4.1: whether a hex is in a side's deployment zone."""
    if state.setup.zones:
        return at in state.setup.zones.get(side, ())
    (column, row), depth, board = column_and_row(at), state.setup.depth, state.board
    match state.game.edges.get(side):
        case "north":
            return row <= depth
        case "south":
            return row > board.rows - depth
        case "west":
            return column <= depth
        case "east":
            return column > board.columns - depth
        case _:
            return False


def deployment_zone(state: State, side: str) -> tuple[str, ...]:
    """FA 4.1: the hexes of a side's deployment zone, in the order of the board."""
    return tuple(at for at in state.board.cells if in_zone(state, side, at))


def units_to_deploy(state: State, side: str, name: str) -> Iterator[Unit]:
    """The units of a side that are still to be set up in deploy-obstacles or deploy, in the order of the scenario."""
    return (unit for unit in army(state, side) if unit.at is None and deploys_in_phase(state, unit, name))


def deploys_in_phase(state: State, unit: Unit, name: str) -> bool:
    """FA 4.2, 4.10, 3.7: obstacles first, then the forces except aircraft, heroes and paratroopers."""
    kind = card(state, unit).kind
    return (
        kind == "obstacle"
        if name == OBSTACLES
        else kind in ("soldier", "vehicle") and not _why_not_deployed(state, unit)
    )


def _why_not_deployed(state: State, unit: Unit) -> str:
    """Why a unit is not set up with the forces, or ""."""
    if card(state, unit).kind == "aircraft":
        return "an aircraft, which is placed in aircraft placement of each turn"
    return APART.get(arrival_manner(state, unit), "")


def arrival_manner(state: State, unit: Unit) -> str:
    """How a unit comes onto the map by an ability of its own: drop, glider or replace; "" like all others."""
    return next((effect.by for _, _, effect in ability_effects(state, unit, "deploy")), "")


def _deploy_usage(seen: State, unit: Unit) -> str:
    """What deploy needs, with a transport of this army if it has one."""
    carriers = (other.id for other in army(seen, unit.side) if any(ability_effects(seen, other, "carry")))
    carrier = next((key for key in carriers if key != unit.id), "")
    example = f": {unit.id} deploy aboard {carrier}" if carrier and card(seen, unit).kind == "soldier" else ""
    return f"deploy needs a hex{', or aboard and a transport' * bool(example)}{example}"


def deploy_objections(seen: State, side: str, order: Deploy) -> Iterator[Refusal]:
    """FA 21.5, in its order."""
    unit = seen.units[order.unit]
    yield from _kind_objections(seen, unit)
    if order.aboard is not None and order.to is None:
        if card(seen, unit).kind != "soldier":
            yield Refusal("unit", "wrong-kind", f"{unit.id} is not a soldier and cannot ride", "FA 7.5")
        yield from boarding_objections(seen, replace(unit, at=None), order.aboard, side)
    elif order.to is None or order.aboard is not None:
        yield Refusal("unit", "missing-argument", _deploy_usage(seen, unit))
    elif order.to not in seen.board.cells:
        yield Refusal("to", "off-board", f"{order.to} is not on this map")
        return
    else:
        yield from _site_objections(seen, unit, order.to)
    if order.face is not None and card(seen, unit).kind != "vehicle":
        yield Refusal("face", "wrong-kind", f"{unit.id} is not a vehicle; only vehicles face a way", "FA 6.10")


def _kind_objections(seen: State, unit: Unit) -> Iterator[Refusal]:
    if not deploys_in_phase(seen, unit, seen.phase):
        obstacle = card(seen, unit).kind == "obstacle"
        why = _why_not_deployed(seen, unit) or (
            "an obstacle, and obstacles come before the forces" if obstacle else "no obstacle; forces come next"
        )
        yield Refusal("unit", "wrong-kind", f"{unit.id} is {why}", "FA 4.2")
    elif unit.at is not None and unit.id not in seen.game.placed:
        yield Refusal(
            "unit", "wrong-kind", f"{unit.id} has its place from the scenario and stays in {unit.at}", "FA 4.5"
        )


def _site_objections(seen: State, unit: Unit, at: str) -> Iterator[Refusal]:
    """FA 4.6, 4.7, 15.10: where this unit may be set up."""
    known = card(seen, unit)
    if at in seen.setup.half_hexes:
        yield Refusal("to", "half-hex", f"{at} is a half-hex, where units cannot set up", "FA 4.6")
    yield from _zone_objections(seen, unit, at)
    if known.kind == "obstacle":
        yield from _obstacle_objections(seen, unit, at)
        return
    terrain = terrain_map(seen).terrain(at)
    if arrival_manner(seen, unit) == "glider" and terrain.cover:
        yield Refusal(
            "to", "cover-hex", f"gliders cannot land in {terrain.name.lower()}: {at} offers cover", "FA 15.10"
        )
    if not may_enter(seen, unit, at):
        yield Refusal("to", "impassable", f"{unit.id} may not enter {at} ({terrain.name.lower()})", "FA 4.6")
    if (full := stacking_objection(seen, unit, at, "to")) is not None:
        yield full


def _zone_objections(seen: State, unit: Unit, at: str) -> Iterator[Refusal]:
    """FA 4.6: forces in the own zone; FA 4.7, 15.10: obstacles and gliders anywhere but in the enemy's."""
    obstacle = card(seen, unit).kind == "obstacle"
    if obstacle or arrival_manner(seen, unit) == "glider":
        if in_zone(seen, enemy(seen, unit.side), at):
            yield Refusal(
                "to", "not-in-zone", f"{at} is in the enemy's deployment zone", "FA 4.7" if obstacle else "FA 15.10"
            )
    elif not in_zone(seen, unit.side, at):
        yield Refusal("to", "not-in-zone", f"{at} is not in your deployment zone ({_zone(seen, unit.side)})", "FA 4.6")


def _zone(seen: State, side: str) -> str:
    depth, edge = seen.setup.depth, seen.game.edges.get(side)
    if seen.setup.zones or edge is None:
        return "hexes " + " ".join(sorted(seen.setup.zones.get(side, ()))[:12])
    rows, columns = seen.board.rows, seen.board.columns
    low, high = {
        "north": (1, depth),
        "south": (rows - depth + 1, rows),
        "west": (1, depth),
        "east": (columns - depth + 1, columns),
    }[edge]
    return f"{'rows' if edge in ('north', 'south') else 'columns'} {max(1, low)} to {high}"


def _obstacle_objections(seen: State, unit: Unit, at: str) -> Iterator[Refusal]:
    """FA 4.7: one per hex, not into ponds."""
    terrain = terrain_map(seen).terrain(at)
    if terrain.soldier is None and terrain.vehicle is None:
        yield Refusal("to", "impassable", f"obstacles cannot be placed in {terrain.name.lower()}", "FA 4.7")
    other = next((one for one in units_in(seen, at) if card(seen, one).kind == "obstacle" and one.id != unit.id), None)
    if other is not None:
        yield Refusal("to", "occupied", f"{at} is taken by {other.id}; one obstacle to a hex", "FA 4.7")


def deploy(turn: Turn[State], order: Deploy, how: str) -> None:
    """FA 4.8"""
    unit = turn.state.units[order.unit]
    if order.aboard is not None:
        transport = turn.state.units[order.aboard]
        assert transport.at is not None
        turn.happens(Deployed(unit.id, transport.at, None, transport.id, how))
    elif order.to is not None:
        vehicle = card(turn.state, unit).kind == "vehicle"
        turn.happens(
            Deployed(
                unit.id, order.to, (order.face or default_facing(turn.state, unit.side)) if vehicle else None, None, how
            )
        )


def default_facing(state: State, side: str) -> Facing:
    """FA 4.8: away from the side's own edge; if there are no edges, S for the side listed first, N for the other."""
    return AWAY[state.game.edges.get(side, "north" if side == state.sides[0].id else "south")]


def deploy_rest(turn: Turn[State], side: str) -> None:
    """FA 4.9: what a side has left when it is done."""
    name = turn.state.phase
    for unit in tuple(units_to_deploy(turn.state, side, name)):
        at = None if name == OBSTACLES else _default_hex(turn.state, unit)
        if at is None:
            turn.happens(NotDeployed(unit.id))
        else:
            deploy(turn, Deploy(unit.id, at), "default")


def _default_hex(state: State, unit: Unit) -> str | None:
    """FA 4.9: the lowest legal hex of its zone; gliders may land elsewhere if there is none."""
    cells = sorted(state.board.cells)
    sites = [at for at in cells if in_zone(state, unit.side, at)] + cells
    return next((at for at in sites if next(_site_objections(state, unit, at), None) is None), None)
