"""Where a unit may go, by which way, at what cost (MW 8, 9)."""

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache

from engine.contract import Refusal, Same
from maps.geometry.hexes import Board, edge
from maps.geometry.pathfinding import Route, cheapest_routes

from ..state.position import State, Unit
from ..tables import TABLES, spoken
from .terrain import ground


class ReachableHexes:
    """The board as one unit finds it: its own ground, who is in the way, where it must stop."""

    def __init__(self, board: Board, units: Mapping[str, Unit], key: str) -> None:
        self.unit, self.ground = units[key], ground(board)
        there = [unit for _, unit in sorted(units.items()) if not unit.gone and unit.id != key]
        self.foes = {unit.at: unit for unit in there if unit.side != self.unit.side}
        self.friends = {unit.at: unit for unit in there if unit.side == self.unit.side}
        self.zone = {at: foe for foe in self.foes.values() for at in self.ground.zones[foe.at]}
        self.steps = self.ground.steps[self.unit.arm]
        self.most = 2 * self.unit.move

    @cached_property
    def ways(self) -> dict[str, Route]:
        """MW 8.2, 8.7 to 8.9, 9.2: every hex the unit may end its move in, with the way there and its cost in half movement points."""
        ways = cheapest_routes(self.unit.at, self.steps, self.most, self.zone, self.foes)
        for to, cost in self.steps[self.unit.at]:
            if to not in self.foes:
                ways.setdefault(to, (cost, (to,)))
        return {to: way for to, way in ways.items() if to not in self.friends}

    @cached_property
    def endless(self) -> dict[str, Route]:
        """The ways of a unit with movement points without end."""
        return cheapest_routes(self.unit.at, self.steps, None, self.zone, self.foes)

    @cached_property
    def unhindered(self) -> dict[str, Route]:
        """The ways of such a unit if there were no zones of control either."""
        return cheapest_routes(self.unit.at, self.steps, None, (), self.foes)

    def cost(self, path: tuple[str, ...]) -> int:
        """Of a path all of whose steps are open."""
        here, total = self.unit.at, 0
        for to in path:
            total += self.ground.cost(here, to, self.unit.arm) or 0
            here = to
        return total


def field(state: State, unit: Unit) -> ReachableHexes:
    """The one Field of a unit in a position; positions with the same units share it."""
    return _field(Same(state.board), Same(state.units), unit.id)


@lru_cache(128)
def _field(board: Same[Board], units: Same[Mapping[str, Unit]], key: str) -> ReachableHexes:
    return ReachableHexes(board.it, units.it, key)


def route(state: State, key: str, path: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The way a checked move takes: its cost in half movement points and the hexes entered."""
    here = field(state, state.units[key])
    path = goal(here.unit, path)
    return here.ways[path[0]] if len(path) == 1 else (here.cost(path), path)


def goal(unit: Unit, path: tuple[str, ...]) -> tuple[str, ...]:
    """The path without the unit's own hex written first."""
    return path[1:] if len(path) > 1 and path[0] == unit.at else path


def move_objections(state: State, unit: Unit, path: tuple[str, ...]) -> Iterator[Refusal]:
    """The path checks, in the rulebook's order."""
    path = goal(unit, path)
    if path in ((), (unit.at,)):
        yield Refusal("path", "already-there", f"{unit.id} is in {unit.at}", "MW 8.1")
    elif len(path) == 1:
        yield from _goal_objections(state, field(state, unit), path[0])
    else:
        yield from _path_objections(field(state, unit), path)


def _goal_objections(state: State, there: ReachableHexes, to: str) -> Iterator[Refusal]:
    unit = there.unit
    if to not in state.board.cells:
        yield Refusal("path", "off-board", f"{to} is not on the map", "MW 2.5")
    elif to in there.foes or to in there.friends:
        yield _held(there, to)
    elif to in there.ways:
        return
    elif far := there.endless.get(to):
        yield Refusal("path", "too-far", f"{unit.id} has {unit.move} MP; {to} costs {spoken(far[0])}", "MW 8.2")
    elif free := there.unhindered.get(to):
        stop = next(i for i, at in enumerate(free[1]) if at in there.zone)
        yield _stops(there, free[1][stop], free[1][stop + 1])
    elif not there.ground.open_to(to, unit.arm):
        yield _closed(there, to)
    else:
        yield Refusal("path", "impassable", f"no way open to {unit.id} leads to {to}", "MW 8.3")


def _path_objections(there: ReachableHexes, path: tuple[str, ...]) -> Iterator[Refusal]:
    unit, here, spent = there.unit, there.unit.at, 0
    for nth, to in enumerate(path):
        near = to in there.ground.around[here]
        cost = there.ground.cost(here, to, unit.arm) if near else None
        if not near:
            yield Refusal("path", "not-adjacent", f"{to} is not next to {here}", "MW 8.2")
        elif cost is None:
            yield _closed(there, to, here)
        elif to in there.foes:
            yield _held(there, to)
        elif nth and here in there.zone:
            yield _stops(there, here, to)
        elif spent + cost > there.most:
            yield Refusal(
                "path", "too-far", f"{unit.id} has {unit.move} MP; {to} costs {spoken(spent + cost)}", "MW 8.2"
            )
        else:
            here, spent = to, spent + cost
            continue
        return
    if path[-1] in there.friends:
        yield _held(there, path[-1])


def _held(there: ReachableHexes, to: str) -> Refusal:
    holder = there.foes.get(to) or there.friends[to]
    return Refusal("path", "occupied", f"{to} is held by {holder.id}", "MW 8.8")


def _stops(there: ReachableHexes, here: str, to: str) -> Refusal:
    says = f"{there.unit.id} must stop in {here}, next to {there.zone[here].id}; it cannot go on to {to}"
    return Refusal("path", "zone-of-control", says, "MW 9.2")


def _closed(there: ReachableHexes, to: str, here: str = "") -> Refusal:
    """Why there is no entering ``to``, from ``here`` if that is known."""
    unit, terrain = there.unit, there.ground.terrain(to)
    barred = [f for f in there.ground.features(here, to) if _bars(f, unit)] if here else []
    if there.ground.open_to(to, unit.arm) and barred:
        says = f"{unit.id} is {unit.arm} and cannot cross the {barred[0]} {edge(here, to)} except by road"
        return Refusal("path", "impassable", says, "MW 8.4")
    if there.ground.open_to(to, "infantry" if unit.cavalry else "cavalry"):
        return Refusal(
            "path",
            "impassable",
            f"{unit.id} is {unit.arm} and cannot enter the {terrain} {to} except by road",
            "MW 8.3",
        )
    return Refusal("path", "impassable", f"{unit.id} cannot enter the {terrain} {to} except by road", "MW 8.3")


def _bars(feature: str, unit: Unit) -> bool:
    return TABLES.hexsides[feature].points(unit.arm) is None
