"""Movement: the hexes that a unit can reach, the routes to them, their cost, and what forbids a move (MW 8, 9)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from operator import is_

from engine.contract import Refusal, kept_for_latest, replace
from maps.geometry.hexes import Board, edge
from maps.geometry.pathfinding import Route, cheapest_route, cheapest_routes

from ..state.position import State, Unit
from ..tables import TABLES, Arm, points_text
from .terrain import TerrainMap, terrain_map


class EnemyArmy:
    """The enemies in play as movement finds them, and the routes past them that were found.

    Kept as long as none of them changes: a side that moves one unit after the other meets the same army.
    ``by_hex``: hex -> the enemy in it.  ``zones``: hex -> an enemy whose zone of control covers it.
    """

    def __init__(self, terrain: TerrainMap, units: Sequence[Unit]) -> None:
        self.terrain, self.units = terrain, units
        self.by_hex = {unit.at: unit for unit in sorted(units, key=lambda unit: unit.id)}
        self.zones = {at: foe for foe in self.by_hex.values() for at in terrain.zones_of_control[foe.at]}
        self._routes: dict[tuple[str, Arm, int], dict[str, Route]] = {}
        self._single: dict[tuple[str, str, Arm, int | None, bool], Route | None] = {}

    def routes(self, start: str, arm: Arm, most: int) -> dict[str, Route]:
        """MW 8.7 to 8.9, 9.2: the routes to all hexes that can be paid for."""
        if (start, arm, most) not in self._routes:
            self._routes[start, arm, most] = cheapest_routes(
                start, self.terrain.steps[arm], most, self.zones, self.by_hex
            )
        return self._routes[start, arm, most]

    def route(self, start: str, to: str, arm: Arm, most: int | None, zones: bool = True) -> Route | None:
        """The route to one hex; ``most`` None: at any cost; ``zones``: whether zones of control stop it."""
        key = start, to, arm, most, zones
        if key not in self._single:
            self._single[key] = self._find_route(*key)
        return self._single[key]

    def _find_route(self, start: str, to: str, arm: Arm, most: int | None, zones: bool) -> Route | None:
        terrain, halts = self.terrain, self.zones if zones else ()
        if to not in terrain.enterable[arm] or to in self.by_hex:
            return None
        bound = terrain.least_cost_to(to, arm)
        return cheapest_route(start, to, terrain.steps[arm], bound, most, halts, self.by_hex)


class ReachableHexes:
    """Every hex that one unit can reach in one position, with the route and its cost.

    ``foes`` and ``friends``: hex -> the unit in it.  ``enemy_zone``: hex -> an enemy whose zone of control covers it.
    ``half_points``: what the unit has to spend.  All costs here are in half movement points.
    """

    def __init__(self, board: Board, units: Mapping[str, Unit], key: str) -> None:
        self.board, self.unit, self.terrain, self._units = board, units[key], terrain_map(board), units
        self._enemies = _enemy_army(self.terrain, units, self.unit.side)
        self.foes, self.enemy_zone = self._enemies.by_hex, self._enemies.zones
        self.steps = self.terrain.steps[self.unit.arm]
        self.half_points = 2 * self.unit.move

    @cached_property
    def friends(self) -> dict[str, Unit]:
        own = dict(_own_army(self._units, self.unit.side))
        if own.get(self.unit.at) is self.unit:
            del own[self.unit.at]
        return own

    @cached_property
    def routes(self) -> dict[str, Route]:
        """MW 8.2, 8.7 to 8.9, 9.2: every hex in which the unit may end its move -> the cost and the hexes entered."""
        routes = dict(self._enemies.routes(self.unit.at, self.unit.arm, self.half_points))
        for to, cost in self.steps[self.unit.at]:
            if to not in self.foes:
                routes.setdefault(to, (cost, (to,)))
        for to in routes.keys() & self.friends.keys():
            del routes[to]
        return routes

    def route(self, to: str) -> Route | None:
        """The route to one hex, as ``routes`` has it; the others are not looked for."""
        if "routes" in vars(self):
            return self.routes.get(to)
        if to in self.friends:
            return None
        unit = self.unit
        return self._enemies.route(unit.at, to, unit.arm, self.half_points) or self._next_to(to)

    def _next_to(self, to: str) -> Route | None:
        """MW 8.2: into a hex next to it a unit may always move."""
        return next(((cost, (to,)) for near, cost in self.steps[self.unit.at] if near == to not in self.foes), None)

    def route_without_limit(self, to: str, zones: bool = True) -> Route | None:
        """The route if the unit had unlimited movement points; ``zones``: whether zones of control stop it."""
        return self._enemies.route(self.unit.at, to, self.unit.arm, None, zones)

    def cost(self, path: tuple[str, ...]) -> int:
        """The cost of a path whose steps are all open to the unit."""
        here, total = self.unit.at, 0
        for to in path:
            total += self.terrain.cost(here, to, self.unit.arm) or 0
            here = to
        return total


def reachable_hexes(state: State, unit: Unit) -> ReachableHexes:
    """What the unit can reach in this position.  Positions with the same units share one calculation."""
    found = _found_for(state.units)
    known = found.get(unit.id)
    if known is None or known.board is not state.board:
        known = found[unit.id] = ReachableHexes(state.board, state.units, unit.id)
    return known


@kept_for_latest
def _found_for(units: Mapping[str, Unit]) -> dict[str, ReachableHexes]:
    """What was found for these units, by unit."""
    return {}


def _own_army(units: Mapping[str, Unit], side: str) -> Mapping[str, Unit]:
    """Hex -> the unit of the side in it."""
    found = _own_armies(units)
    if side not in found:
        found[side] = {unit.at: unit for unit in units.values() if unit.side == side and not unit.gone}
    return found[side]


@kept_for_latest
def _own_armies(units: Mapping[str, Unit]) -> dict[str, dict[str, Unit]]:
    """By side, if they were asked for."""
    return {}


MOST_ARMIES = 4
"""Armies whose routes are kept: both of a game before and after a fight."""
_armies: tuple[EnemyArmy, ...] = ()


def _enemy_army(terrain: TerrainMap, units: Mapping[str, Unit], side: str) -> EnemyArmy:
    """The enemies of a side; the same as before if all of them are the very same objects."""
    found = _enemies_among(units)
    if side not in found or found[side].terrain is not terrain:
        found[side] = _find_enemy_army(terrain, units, side)
    return found[side]


@kept_for_latest
def _enemies_among(units: Mapping[str, Unit]) -> dict[str, EnemyArmy]:
    """Side -> its enemies among these units, if they were asked for."""
    return {}


def _find_enemy_army(terrain: TerrainMap, units: Mapping[str, Unit], side: str) -> EnemyArmy:
    global _armies
    foes = [unit for unit in units.values() if unit.side != side and not unit.gone]
    for known in _armies:
        if known.terrain is terrain and len(known.units) == len(foes) and all(map(is_, known.units, foes)):
            return known
    fresh = EnemyArmy(terrain, foes)
    _armies = (fresh, *_armies[: MOST_ARMIES - 1])
    return fresh


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
        yield replace(_too_far(unit, to, route[0]), hopeless=_is_out_of_reach(reachable, to))
    elif route := reachable.route_without_limit(to, zones=False):
        path = route[1]
        stop = next(step for step, at in enumerate(path) if at in reachable.enemy_zone)
        yield _must_stop(reachable, path[stop], path[stop + 1])
    elif not reachable.terrain.open_to(to, unit.arm):
        yield _impassable(reachable, to)
    else:
        yield Refusal("path", "impassable", f"{unit.id} has no open route to {to}", "MW 8.3")


def _is_out_of_reach(reachable: ReachableHexes, to: str) -> bool:
    """MW 8.2, 11.2: whether the hex is too far even from wherever an attack can take the unit, a hex away."""
    least, at = reachable.terrain.least_cost_to(to, reachable.unit.arm), reachable.unit.at
    return min(map(least, (at, *reachable.terrain.adjacent[at]))) > reachable.half_points


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
