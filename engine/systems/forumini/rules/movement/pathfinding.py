"""Where a unit may go, by which way, at what cost, and what is against a move (FA 6, 21.5)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from engine.contract import Refusal
from maps.geometry.hexes import edge

from ...orders import Charge, Move
from ...state.kept_results import kept_for_roster
from ...state.position import State, Unit, card
from ...tables.rulebook import ability_name
from ..abilities import ability_effects, has_commanders
from ..board.stacking import obstacles_of_game, stacking_objection
from ..board.terrain import Step, terrain_map
from ..combat.targets import ON_GROUND, naming_objections
from ..current_values import speed
from .path_search import Goal, PathStep, best_ways, points_spent
from .terrain_costs import (
    MovementPoints,
    may_enter,
    movement_column,
    movement_points,
    points_after,
)

__all__ = [
    "PathStep",
    "ReachableHexes",
    "cannot_move",
    "charge_objections",
    "hexes_to_enter",
    "may_enter",
    "move_objections",
    "path_objections",
    "reachable_hexes",
    "route",
]

ENDLESS = 1_000_000
FEW = 2
"""For so many hexes a search for each is quicker than one for all."""


class ReachableHexes:
    """The board as one unit finds it: its own steps, what bars it, what it has left to spend.

    ``bars``: the obstacles that keep it out (FA 16.4), ``wires``: those at which its movement ends (FA 16.3), by hex.
    """

    def __init__(self, state: State, unit: Unit) -> None:
        assert unit.at
        self.state, self.unit, self.start = state, unit, unit.at
        self.ground, self.mover = terrain_map(state), movement_column(state, unit)
        self.steps, self.speed = self.ground.steps(self.mover), speed(state, unit)
        self.purse = movement_points(state, unit, self.speed)
        self._obstacles, self._commanded = obstacles_of_game(state), has_commanders(state, "speed")
        self._barriers = self._obstacles.barriers(state.units, self.mover.user)
        self.bars, self.wires = self._barriers

    def holds_in(self, state: State) -> bool:
        """Whether all that it depends on is the same in another position of the game: the unit, the phase and the
        obstacles, and no commander may have come nearer or gone.
        """
        if state.phase != self.state.phase:
            return False
        return state.units is self.state.units or (
            state.units[self.unit.id] is self.unit
            and not self._commanded
            and self._obstacles.barriers(state.units, self.mover.user) is self._barriers
        )

    @cached_property
    def _found(self) -> "FoundWays":
        """What has been found; of an earlier position if nothing has changed of what it depends on."""
        latest, asked = (
            _latest_searches(self.state),
            (self.ground, self.mover, self.purse, self.bars.keys(), self.wires.keys()),
        )
        known = latest.get(self.unit.id)
        if known is None or known.unit is not self.unit or known.depends_on != asked:
            known = latest[self.unit.id] = FoundWays(self.unit, asked)
        return known

    @property
    def ways(self) -> Mapping[str, PathStep]:
        """Every hex the unit can pay for, with the best way to it, best first (FA 6.17)."""
        known = self._found
        if known.ways is None:
            known.ways = self._searched(self.purse, self.wires)
        return known.ways

    def way_to(self, to: str) -> PathStep | None:
        """The best way to another hex; None: the unit cannot pay for any."""
        known = self._found
        if to not in known.ways_to:
            many = known.ways is not None or len(known.ways_to) >= FEW
            known.ways_to[to] = self.ways.get(to) if many else self._searched_one(to)
        return known.ways_to[to]

    @property
    def endless(self) -> Mapping[str, PathStep]:
        """The same for a unit with points without end and no wire in its way."""
        known = self._found
        if known.endless is None:
            known.endless = self._searched(MovementPoints(ENDLESS, self.purse.bonus), {})
        return known.endless

    def step(self, a: str, b: str) -> Step | None:
        """The step between two adjacent hexes; None: the unit may not take it."""
        return None if b in self.bars else self.steps[a].get(b)

    def why_closed(self, a: str, b: str) -> str:
        """What forbids the step between two adjacent hexes, in words."""
        if b in self.bars:
            return f"tank obstacle {self.bars[b]}"
        if self.ground.entry_cost(b, self.mover) is None:
            return self.ground.word(b)
        barred = [f for f in self.ground.features(a, b) if self.ground.crossing_cost(f, self.mover) is None]
        return f"{barred[0]} {edge(a, b)}" if barred else self.ground.word(b)

    def _searched(self, purse: MovementPoints, wires: Collection[str]) -> Mapping[str, PathStep]:
        found = dict(best_ways(self.steps, self.start, purse, self.bars, wires))
        del found[self.start]
        return found

    def _searched_one(self, to: str) -> PathStep | None:
        # minimum movement pays less than a step costs (FA 6.9)
        toward = Goal(to, 0 if self.purse.least else self.ground.cheapest_step(self.mover))
        found = best_ways(self.steps, self.start, self.purse, self.bars, self.wires, toward)
        return next((way for at, way in found if at == to), None)


@dataclass
class FoundWays:
    """The ways of one unit, as far as they have been looked for.  ``depends_on``: all that decides them, but for the
    unit itself."""

    unit: Unit
    depends_on: tuple[object, ...]
    ways: Mapping[str, PathStep] | None = None
    endless: Mapping[str, PathStep] | None = None
    ways_to: dict[str, PathStep | None] = field(default_factory=dict)


def reachable_hexes(state: State, unit: Unit) -> ReachableHexes:
    """The one ReachableHexes of a unit, as long as nothing changes of what it depends on."""
    latest = _latest(state)
    there = latest.get(unit.id)
    if there is None or not there.holds_in(state):
        there = latest[unit.id] = ReachableHexes(state, state.units[unit.id])
    return there


@kept_for_roster
def _latest(_: State) -> dict[str, ReachableHexes]:
    """The last ones of the units of a game."""
    return {}


@kept_for_roster
def _latest_searches(_: State) -> dict[str, FoundWays]:
    """The last ways of each unit of a game."""
    return {}


def hexes_to_enter(unit: Unit, path: tuple[str, ...]) -> tuple[str, ...]:
    """The path without the unit's own hex written first."""
    return path[1:] if len(path) > 1 and path[0] == unit.at else path


def route(state: State, unit: Unit, path: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes that a checked move enters; FA 6.17: a single far hex means the best way to it."""
    path = hexes_to_enter(unit, path)
    if len(path) > 1 or path[0] in terrain_map(state).around[unit.at or ""]:
        return path
    way = reachable_hexes(state, unit).way_to(path[0])
    assert way
    return way.path


def move_objections(seen: State, _: str, order: Move) -> Iterator[Refusal]:
    """FA 21.5: all objections to a move: state, facing, path."""
    unit = seen.units[order.unit]
    yield from cannot_move(seen, unit)
    if order.face and card(seen, unit).kind != "vehicle":
        yield Refusal(
            "face", "wrong-kind", f"{unit.id} is a soldier: only vehicles have a facing; leave it out", "FA 6.10"
        )
    yield from path_objections(seen, unit, order.path)


def charge_objections(seen: State, side: str, order: Charge) -> Iterator[Refusal]:
    """FA 21.5: those to a charge that come before its attack: ability, state, target in play, path."""
    unit = seen.units[order.unit]
    if not any(ability_effects(seen, unit, "charge")):
        says = f"{unit.id} lacks the ability {ability_name('charge')}; move it, or let it attack from where it is"
        yield Refusal("unit", "no-ability", says, "FA 19.1")
    yield from cannot_move(seen, unit)
    yield from naming_objections(seen, side, order.target, ON_GROUND)
    yield from path_objections(seen, unit, order.path)


def cannot_move(seen: State, unit: Unit) -> Iterator[Refusal]:
    """FA 6.6, 6.7: what keeps a unit from moving at all."""
    if card(seen, unit).kind == "soldier":
        yield from not_in_good_order(unit, "move")
    if reachable_hexes(seen, unit).speed == 0:
        why = " while it is " + " and ".join(w for w, so in (("Damaged", unit.damaged), ("Pinned", unit.pinned)) if so)
        yield Refusal(
            "unit",
            "immobile",
            f"{unit.id} has Speed 0{why if not unit.good_order or unit.damaged else ''}: it can neither move nor turn",
            "FA 6.7",
        )


def not_in_good_order(unit: Unit, deed: str) -> Iterator[Refusal]:
    """FA 6.14: what only units in good order may do."""
    if not unit.good_order:
        word = "Demoralized" if unit.demoralized else "Pinned"
        yield Refusal(
            "unit",
            "suppressed",
            f"{unit.id} is {word} and cannot {deed}; the counter can come off in the Casualty phase",
            "FA 6.6",
        )


def path_objections(seen: State, unit: Unit, path: tuple[str, ...]) -> Iterator[Refusal]:
    """FA 21.5: each test over the whole path before the next."""
    there, path = reachable_hexes(seen, unit), hexes_to_enter(unit, path)
    if lost := [at for at in path if at not in seen.board.cells]:
        yield Refusal("path", "off-board", f"{lost[0]} is not on this map", "FA 2.1")
        return
    if path in ((), (there.start,)):
        yield Refusal(
            "path", "not-adjacent", f"{unit.id} is in {there.start} already; name the hex to move to", "FA 6.4"
        )
        return
    steps = tuple(pairwise((there.start, *path)))
    around = there.ground.around
    apart = [(a, b) for a, b in steps if b not in around[a]]
    if apart and len(path) > 1:
        says = f"{apart[0][1]} is not next to {apart[0][0]}; write every hex of the way, or only the last"
        yield Refusal("path", "not-adjacent", says, "FA 6.4")
        return
    yield from _single_hex_objections(there, path[0]) if apart else _step_objections(there, steps)
    if objection := stacking_objection(seen, unit, path[-1]):
        yield objection


def _single_hex_objections(there: ReachableHexes, to: str) -> Iterator[Refusal]:
    """FA 6.17: a single far hex."""
    if there.way_to(to):
        return
    if to in there.endless:
        yield _too_far(there, to, there.endless[to].cost)
    else:
        what = "" if may_enter(there.state, there.unit, to) else f" ({there.why_closed(there.start, to)})"
        yield Refusal("path", "impassable", f"{there.unit.id} has no open route into {to}{what}", "FA 6.4")


def _step_objections(there: ReachableHexes, steps: tuple[tuple[str, str], ...]) -> Iterator[Refusal]:
    """Adjacent hexes: first what is closed, then what is too dear."""
    key, left, total = there.unit.id, there.purse, 0
    for a, b in steps:
        if there.step(a, b) is None:
            says = f"{key} may not enter {b} from {a} ({there.why_closed(a, b)}){_road_hint(there, b)}"
            yield Refusal("path", "impassable", says, "FA 2.4")
            return
    for a, b in steps:
        step = there.step(a, b)
        assert step
        rest = points_after(step, left, there.wires.get(b, ""))
        if rest is None:
            free = left.bonus and step.road
            yield _too_far(there, b, total + (0 if free else step.cost), a if left.held else "")
            return
        total += points_spent(step, left, rest)
        left = rest


def _road_hint(there: ReachableHexes, to: str) -> str:
    """What would open a closed hex: a road in it."""
    return ", only along its road" if to in there.ground.on_road and to not in there.bars else ""


def _too_far(there: ReachableHexes, to: str, cost: int, held: str = "") -> Refusal:
    key, left = there.unit.id, there.purse.left
    wired = held or (there.start if there.purse.held else "")
    if wired:
        obstacle = there.state.units[there.wires[wired]]
        barrier = f"{obstacle.name} {obstacle.id}"
        says = f"{key} ends its movement in {wired}, at {barrier}; it cannot go on to {to} in this phase"
        return Refusal("path", "too-far", says, "FA 16.3")
    has = f"has {left} Movement {'Point' if left == 1 else 'Points'}{' left' if there.unit.mp is not None else ''}"
    return Refusal("path", "too-far", f"{key} {has}; {to} needs {cost}", "FA 6.4")
