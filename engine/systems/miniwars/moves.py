"""Where a unit may go, by which way, at what cost (MW 8, 9)."""
from collections.abc import Iterator

from maps.hexes import edge
from maps.paths import Route, reach

from ...contract import Refusal
from .ground import Ground, ground
from .state import State, Unit, army, enemy, standing_in
from .tables import TABLES, spoken


class Field:
    """The board as one unit finds it: its own ground, who is in the way, where it must stop."""

    def __init__(self, state: State, unit: Unit) -> None:
        self.unit, self.ground = unit, ground(state.board)
        self.foes = {foe.at: foe for foe in army(state, enemy(state, unit.side))}
        self.friends = {friend.at: friend for friend in army(state, unit.side) if friend.id != unit.id}
        self.zone = dict(_zones(self.ground, self.foes))
        self.most = 2 * unit.move

    def steps(self, at: str) -> tuple[tuple[str, int], ...]:
        """MW 8.9: into every neighbour that is open and not an enemy's."""
        steps = self.ground.steps[self.unit.cavalry][at]
        return tuple(step for step in steps if step[0] not in self.foes)

    def ways(self) -> dict[str, Route]:
        """MW 8.2, 8.7, 8.8, 9.2: every hex the unit may end its move in, with the way there and its cost in half movement points."""
        ways = reach(self.unit.at, self.steps, self.most, self.zone)
        for to, cost in self.steps(self.unit.at):
            ways.setdefault(to, (cost, (to,)))
        return {to: way for to, way in ways.items() if to not in self.friends}

    def anyhow(self, to: str) -> Route | None:
        """The best way there for a unit with movement points without end."""
        return reach(self.unit.at, self.steps, None, self.zone).get(to)

    def unhindered(self, to: str) -> Route | None:
        """The best way there if there were no zones of control either."""
        return reach(self.unit.at, self.steps).get(to)

    def cost(self, path: tuple[str, ...]) -> int:
        """Of a path all of whose steps are open."""
        here, total = self.unit.at, 0
        for to in path:
            total += self.ground.cost(here, to, self.unit.cavalry) or 0
            here = to
        return total


def _zones(board: Ground, foes: dict[str, Unit]) -> Iterator[tuple[str, Unit]]:
    """MW 9.1"""
    for at, foe in foes.items():
        for near in board.zones[at]:
            yield near, foe


def route(state: State, key: str, path: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The way a checked move takes: its cost in half movement points and the hexes entered."""
    field = Field(state, state.units[key])
    path = goal(field.unit, path)
    return field.ways()[path[0]] if len(path) == 1 else (field.cost(path), path)


def goal(unit: Unit, path: tuple[str, ...]) -> tuple[str, ...]:
    """The path without the unit's own hex written first."""
    return path[1:] if len(path) > 1 and path[0] == unit.at else path


def move_objections(state: State, unit: Unit, path: tuple[str, ...]) -> Iterator[Refusal]:
    """The path checks, in the rulebook's order."""
    path = goal(unit, path)
    if path in ((), (unit.at,)):
        yield Refusal("path", "already-there", f"{unit.id} is in {unit.at}", "MW 8.1")
    elif len(path) == 1:
        yield from _goal_objections(state, Field(state, unit), path[0])
    else:
        yield from _path_objections(state, Field(state, unit), path)


def _goal_objections(state: State, field: Field, to: str) -> Iterator[Refusal]:
    unit = field.unit
    if to not in state.board.cells:
        yield Refusal("path", "off-board", f"{to} is not on the map", "MW 2.5")
    elif to in field.foes or to in field.friends:
        yield _held(state, to)
    elif to in field.ways():
        return
    elif far := field.anyhow(to):
        yield Refusal("path", "too-far", f"{unit.id} has {unit.move} MP; {to} costs {spoken(far[0])}", "MW 8.2")
    elif free := field.unhindered(to):
        stop = next(i for i, at in enumerate(free[1]) if at in field.zone)
        yield _stops(field, free[1][stop], free[1][stop + 1])
    elif not field.ground.open_to(to, unit.cavalry):
        yield _closed(field, to)
    else:
        yield Refusal("path", "impassable", f"no way open to {unit.id} leads to {to}", "MW 8.3")


def _path_objections(state: State, field: Field, path: tuple[str, ...]) -> Iterator[Refusal]:
    unit, here, spent = field.unit, field.unit.at, 0
    for to in path:
        cost = field.ground.cost(here, to, unit.cavalry) if to in field.ground.around[here] else None
        if to not in field.ground.around[here]:
            yield Refusal("path", "not-adjacent", f"{to} is not next to {here}", "MW 8.2")
        elif cost is None:
            yield _closed(field, to, here)
        elif to in field.foes:
            yield _held(state, to)
        elif here != unit.at and here in field.zone:
            yield _stops(field, here, to)
        elif spent + cost > field.most:
            yield Refusal("path", "too-far", f"{unit.id} has {unit.move} MP; {to} costs {spoken(spent + cost)}", "MW 8.2")
        else:
            here, spent = to, spent + cost
            continue
        return
    if path[-1] in field.friends:
        yield _held(state, path[-1])


def _held(state: State, to: str) -> Refusal:
    holder = standing_in(state, to)
    return Refusal("path", "occupied", f"{to} is held by {holder.id if holder else 'a unit'}", "MW 8.8")


def _stops(field: Field, here: str, to: str) -> Refusal:
    says = f"{field.unit.id} must stop in {here}, next to {field.zone[here].id}; it cannot go on to {to}"
    return Refusal("path", "zone-of-control", says, "MW 9.2")


def _closed(field: Field, to: str, here: str = "") -> Refusal:
    """Why there is no entering ``to``, from ``here`` if that is known."""
    unit, terrain = field.unit, field.ground.terrain(to)
    kind = "cavalry" if unit.cavalry else "infantry"
    barred = [f for f in field.ground.features(here, to) if _bars(f, unit)] if here else []
    if field.ground.open_to(to, unit.cavalry) and barred:
        says = f"{unit.id} is {kind} and cannot cross the {barred[0]} {edge(here, to)} except by road"
        return Refusal("path", "impassable", says, "MW 8.4")
    if field.ground.open_to(to, not unit.cavalry):
        return Refusal("path", "impassable", f"{unit.id} is {kind} and cannot enter the {terrain} {to} except by road", "MW 8.3")
    return Refusal("path", "impassable", f"{unit.id} cannot enter the {terrain} {to} except by road", "MW 8.3")


def _bars(feature: str, unit: Unit) -> bool:
    kind = TABLES.hexsides[feature]
    return (kind.cavalry if unit.cavalry else kind.infantry) is None
