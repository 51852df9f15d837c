"""Movement: the hexes that a unit can reach, the routes to them, their cost, and what forbids a move (MW 8, 9)."""

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache

from engine.contract import Refusal, SameObject
from maps.geometry.hexes import Board, edge
from maps.geometry.pathfinding import Route, cheapest_routes

from ..state.position import State, Unit
from ..tables import TABLES, points_text
from .terrain import terrain_map


class ReachableHexes:
    """Every hex that one unit can reach in one position, with the route and its cost.

    ``foes`` and ``friends``: hex -> the unit in it.  ``enemy_zone``: hex -> an enemy whose zone of control covers it.
    ``half_points``: what the unit has to spend.  All costs here are in half movement points.
    """

    def __init__(self, board: Board, units: Mapping[str, Unit], key: str) -> None:
        self.unit, self.terrain = units[key], terrain_map(board)
        self.foes, friends, self.enemy_zone = _both_armies(SameObject(board), SameObject(units), self.unit.side)
        self.friends = {at: unit for at, unit in friends.items() if unit.id != key}
        self.steps = self.terrain.steps[self.unit.arm]
        self.half_points = 2 * self.unit.move
        self._single, self._unlimited = dict[str, Route | None](), dict[tuple[str, bool], Route | None]()

    @cached_property
    def routes(self) -> dict[str, Route]:
        """MW 8.2, 8.7 to 8.9, 9.2: every hex in which the unit may end its move -> the cost and the hexes entered."""
        routes = cheapest_routes(self.unit.at, self.steps, self.half_points, self.enemy_zone, self.foes)
        for to, cost in self.steps[self.unit.at]:
            if to not in self.foes:
                routes.setdefault(to, (cost, (to,)))
        return {to: route for to, route in routes.items() if to not in self.friends}

    def route(self, to: str) -> Route | None:
        """The route to one hex, as ``routes`` has it; the others are not looked for."""
        if "routes" in vars(self):
            return self.routes.get(to)
        if to not in self._single:
            found = cheapest_routes(self.unit.at, self.steps, self.half_points, self.enemy_zone, self.foes, goal=to)
            self._single[to] = None if to in self.friends else found.get(to) or self._next_to(to)
        return self._single[to]

    def _next_to(self, to: str) -> Route | None:
        """MW 8.2: into a hex next to it a unit may always move."""
        return next(((cost, (to,)) for near, cost in self.steps[self.unit.at] if near == to not in self.foes), None)

    def route_without_limit(self, to: str, zones: bool = True) -> Route | None:
        """The route if the unit had unlimited movement points; ``zones``: whether zones of control stop it."""
        if (to, zones) not in self._unlimited:
            halts = self.enemy_zone if zones else ()
            routes = cheapest_routes(self.unit.at, self.steps, None, halts, self.foes, goal=to)
            self._unlimited[to, zones] = routes.get(to)
        return self._unlimited[to, zones]

    def cost(self, path: tuple[str, ...]) -> int:
        """The cost of a path whose steps are all open to the unit."""
        here, total = self.unit.at, 0
        for to in path:
            total += self.terrain.cost(here, to, self.unit.arm) or 0
            here = to
        return total


def reachable_hexes(state: State, unit: Unit) -> ReachableHexes:
    """What the unit can reach in this position.  Positions with the same units share one calculation."""
    return _reachable_hexes(SameObject(state.board), SameObject(state.units), unit.id)


@lru_cache(16)
def _both_armies(
    board: SameObject[Board], units: SameObject[Mapping[str, Unit]], side: str
) -> tuple[Mapping[str, Unit], Mapping[str, Unit], Mapping[str, Unit]]:
    """The enemies of a side and its own units by their hexes, and the enemies' zones of control."""
    present = [unit for _, unit in sorted(units.it.items()) if not unit.gone]
    foes = {unit.at: unit for unit in present if unit.side != side}
    friends = {unit.at: unit for unit in present if unit.side == side}
    zones = terrain_map(board.it).zones_of_control
    return foes, friends, {at: foe for foe in foes.values() for at in zones[foe.at]}


@lru_cache(128)
def _reachable_hexes(board: SameObject[Board], units: SameObject[Mapping[str, Unit]], key: str) -> ReachableHexes:
    return ReachableHexes(board.it, units.it, key)


def route_taken(state: State, key: str, path: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The route of a legal move: its cost in half movement points, and the hexes entered."""
    reachable = reachable_hexes(state, state.units[key])
    path = hexes_entered(reachable.unit, path)
    route = reachable.route(path[0]) if len(path) == 1 else None
    return route or (reachable.cost(path), path)


def hexes_entered(unit: Unit, path: tuple[str, ...]) -> tuple[str, ...]:
    """The path, without the unit's own hex if it was written first."""
    return path[1:] if len(path) > 1 and path[0] == unit.at else path


def move_objections(state: State, unit: Unit, path: tuple[str, ...]) -> Iterator[Refusal]:
    """MW 8, 9: why the unit cannot move along this path, in the rulebook's order."""
    path = hexes_entered(unit, path)
    if path in ((), (unit.at,)):
        yield Refusal("path", "already-there", f"{unit.id} is already in {unit.at}", "MW 8.1")
    elif len(path) == 1:
        yield from _destination_objections(state, reachable_hexes(state, unit), path[0])
    else:
        yield from _path_objections(reachable_hexes(state, unit), path)


def _destination_objections(state: State, reachable: ReachableHexes, to: str) -> Iterator[Refusal]:
    unit = reachable.unit
    if to not in state.board.cells:
        yield Refusal("path", "off-board", f"{to} is not on the map", "MW 2.5")
    elif to in reachable.foes or to in reachable.friends:
        yield _occupied(reachable, to)
    elif reachable.route(to):
        return
    elif route := reachable.route_without_limit(to):
        yield _too_far(unit, to, route[0])
    elif route := reachable.route_without_limit(to, zones=False):
        path = route[1]
        stop = next(step for step, at in enumerate(path) if at in reachable.enemy_zone)
        yield _must_stop(reachable, path[stop], path[stop + 1])
    elif not reachable.terrain.open_to(to, unit.arm):
        yield _impassable(reachable, to)
    else:
        yield Refusal("path", "impassable", f"{unit.id} has no open route to {to}", "MW 8.3")


def _path_objections(reachable: ReachableHexes, path: tuple[str, ...]) -> Iterator[Refusal]:
    unit, here, spent = reachable.unit, reachable.unit.at, 0
    for step, to in enumerate(path):
        adjacent = to in reachable.terrain.adjacent[here]
        cost = reachable.terrain.cost(here, to, unit.arm) if adjacent else None
        if not adjacent:
            yield Refusal("path", "not-adjacent", f"{to} is not next to {here}", "MW 8.2")
        elif cost is None:
            yield _impassable(reachable, to, here)
        elif to in reachable.foes:
            yield _occupied(reachable, to)
        elif step and here in reachable.enemy_zone:
            yield _must_stop(reachable, here, to)
        elif spent + cost > reachable.half_points:
            yield _too_far(unit, to, spent + cost)
        else:
            here, spent = to, spent + cost
            continue
        return
    if path[-1] in reachable.friends:
        yield _occupied(reachable, path[-1])


def _too_far(unit: Unit, to: str, cost: int) -> Refusal:
    return Refusal("path", "too-far", f"{unit.id} has {unit.move} MP; {to} costs {points_text(cost)}", "MW 8.2")


def _occupied(reachable: ReachableHexes, to: str) -> Refusal:
    holder = reachable.foes.get(to) or reachable.friends[to]
    return Refusal("path", "occupied", f"{to} is occupied by {holder.id}", "MW 8.8")


def _must_stop(reachable: ReachableHexes, here: str, to: str) -> Refusal:
    says = f"{reachable.unit.id} must stop in {here}, next to {reachable.enemy_zone[here].id}; it cannot go on to {to}"
    return Refusal("path", "zone-of-control", says, "MW 9.2")


def _impassable(reachable: ReachableHexes, to: str, here: str = "") -> Refusal:
    """MW 8.3, 8.4: why the unit cannot enter ``to``, from ``here`` if that is known."""
    unit, terrain = reachable.unit, reachable.terrain.terrain(to)
    closed = [feature for feature in reachable.terrain.features(here, to) if _is_closed(feature, unit)] if here else []
    if reachable.terrain.open_to(to, unit.arm) and closed:
        says = f"{unit.id} is {unit.arm} and cannot cross the {closed[0]} {edge(here, to)} except by road"
        return Refusal("path", "impassable", says, "MW 8.4")
    only_this_arm = reachable.terrain.open_to(to, "infantry" if unit.cavalry else "cavalry")
    who = f"{unit.id} is {unit.arm} and" if only_this_arm else unit.id
    return Refusal("path", "impassable", f"{who} cannot enter the {terrain} {to} except by road", "MW 8.3")


def _is_closed(feature: str, unit: Unit) -> bool:
    return TABLES.hexsides[feature].points(unit.arm) is None
