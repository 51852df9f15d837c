"""The odds of a battle: exact over all its positions, or a simulation if there are too many of them (BK 3 to 8)."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import NamedTuple

from ...state.position import Result
from ...table_rows import Who
from ...tables import UNITS
from . import low_luck
from .battle_model import DiceSlot, Fight, Stack, StackState, next_volleys, volleys_of_round
from .battle_rules import after_landing, after_round, dice_of_volley, take_hit
from .withdrawal import Wishes, round_aftermath

PLACES, WORK, FEWEST = 30_000, 150_000, 100
"""The most positions for an exact result (each hit of a volley counts), the most for a simulation, its fewest runs."""
SIDES: tuple[Who, Who] = ("attacker", "defender")
Units = tuple[tuple[str, int], ...]
Outcomes = tuple[tuple[float, tuple[int, int]], ...]
"""The probability of each outcome of a volley, as numbers of ones and of other hits."""


class End(NamedTuple):
    """One way a battle can end: the result, the units that survive on both sides, and their value in IPCs."""

    result: Result
    attackers: Units
    defenders: Units
    attacking: int = 0
    defending: int = 0


class Forecast(NamedTuple):
    """The probability of each end. ``battles``: the number of simulated battles; 0 if the result is exact."""

    ends: Mapping[End, float]
    battles: int = 0

    def share(self, result: str) -> float:
        """The probability of a result."""
        return sum(chance for end, chance in self.ends.items() if end.result == result)

    def mean(self, side: Who, kind: str) -> float:
        """The average number of units of a type that survive."""
        return sum(
            chance * dict(end.attackers if side == "attacker" else end.defenders).get(kind, 0)
            for end, chance in self.ends.items()
        )

    def cost(self, brought: int, side: Who) -> float:
        """The average loss of a side in IPCs; ``brought`` is the value of its units before the battle."""
        return brought - sum(
            chance * (end.attacking if side == "attacker" else end.defending) for end, chance in self.ends.items()
        )


class _Node:
    """A position within a round: the next volley, and the position that each outcome leads to."""

    __slots__ = ("after", "end", "number", "round", "slot", "stand", "struck")

    def __init__(self, stand: StackState, slot: int, number: int, round_number: int, end: End | None) -> None:
        self.stand, self.slot, self.number, self.round, self.end = stand, slot, number, round_number, end
        self.after, self.struck = dict[tuple[int, int], _Node](), dict[tuple[int, int], StackState]()


@lru_cache(maxsize=128)
def volley_outcomes(number: int, need: int) -> Outcomes:
    """The probability of each outcome of a volley, as numbers of ones and of other hits. They add up to 1."""
    one, other, miss = 1 / 6, (need - 1) / 6, (6 - need) / 6
    return tuple(
        (comb(number, a) * comb(number - a, b) * one**a * other**b * miss ** (number - a - b), (a, b))
        for a in range(number + 1)
        for b in range(number - a + 1)
        if (need > 1 or not b) and (need < 6 or a + b == number)
    )


@lru_cache(maxsize=1024)
def cumulative_chances(number: int, good: int, faces: int) -> tuple[float, ...]:
    """The probability that at most 0, 1, 2 ... of these dice succeed, each with ``good`` of ``faces`` sides."""
    return tuple(
        accumulate(
            comb(number, n) * (good / faces) ** n * (1 - good / faces) ** (number - n) for n in range(number + 1)
        )
    )


class Graph:
    """The positions of one battle and the ways from each to the next, created when they are needed.

    ``fought``: the rounds fought before ``stand``. ``places``: the most positions for an exact result.
    """

    def __init__(self, fight: Fight, stand: StackState, wishes: Wishes, fought: int = 0, places: int = PLACES) -> None:
        self.fight, self.wishes, self.places = fight, wishes, places
        self.work = 0
        self.known = dict[tuple[StackState, int, int], _Node]()
        given = (wishes.retreat, *(leave.wish for leave in wishes.leave))
        self.memory = max((wish.n or 0 for wish in given if wish and wish.when == "after"), default=0)
        """The highest round number that a condition names; later rounds are all the same."""
        self._rolled = {later: _volleys_with_dice(fight, later) for later in (False, True)}
        self.root = self._at(stand, 0, min(fought, self.memory) + 1)

    def _at(self, stand: StackState, slot: int, round_number: int) -> _Node:
        """The next volley with dice, or the end. It is a draw if no unit can hit any other for a whole round."""
        idle = False
        while True:
            for at, volley in self._rolled[stand.later]:
                if at < slot:
                    continue
                if number := dice_of_volley(self.fight, stand, volley):
                    return self._node(stand, at, number, round_number)
                stand = after_landing(stand) if volley.unload else stand
            stand, result, *_ = round_aftermath(self.fight, after_round(stand), self.wishes, round_number)
            if result or idle:
                return self._end(stand, result or "draw")
            slot, round_number, idle = 0, min(round_number + 1, self.memory + 1), True

    def _node(self, stand: StackState, slot: int, number: int, round_number: int) -> _Node:
        key = stand, slot, round_number
        if key not in self.known:
            self.work += 1
            self.known[key] = _Node(stand, slot, number, round_number, None)
        return self.known[key]

    def _end(self, stand: StackState, result: Result) -> _Node:
        units = _units(self.fight, stand, "attacker"), _units(self.fight, stand, "defender")
        worth = _worth(self.fight, stand, "attacker"), _worth(self.fight, stand, "defender")
        return _Node(stand, 0, 0, 0, End(result, *units, *worth))

    def outcomes(self, node: _Node) -> Outcomes:
        """The outcomes of the volley that comes next, with their probabilities."""
        slot = next_volleys(self.fight, node.stand)[node.slot]
        if low_luck.applies(self.fight, slot):
            return low_luck.outcomes(node.number, slot)
        return volley_outcomes(node.number, slot.need)

    def rolled(self, node: _Node, chance: Callable[[], float]) -> tuple[int, int]:
        """A random outcome of the volley that comes next."""
        slot = next_volleys(self.fight, node.stand)[node.slot]
        if not low_luck.applies(self.fight, slot):
            return _rolled_volley(node.number, slot.need, chance)
        found = low_luck.outcomes(node.number, slot)
        return found[bisect_right(tuple(accumulate(share for share, _ in found[:-1])), chance())][1]

    def follow(self, node: _Node, outcome: tuple[int, int]) -> _Node:
        """The position that an outcome (numbers of ones and of other hits) leads to."""
        if outcome not in node.after:
            slot = next_volleys(self.fight, node.stand)[node.slot]
            stand = self._struck(node, slot, *outcome)
            node.after[outcome] = self._at(after_landing(stand) if slot.unload else stand, node.slot + 1, node.round)
        return node.after[outcome]

    def _struck(self, node: _Node, slot: DiceSlot, ones: int, others: int) -> StackState:
        """BK 3.5: the state after this many hits, calculated from the state with one hit fewer."""
        if not ones and not others:
            return node.stand
        if (ones, others) not in node.struck:
            self.work += 1
            before = self._struck(node, slot, ones, others - 1) if others else self._struck(node, slot, ones - 1, 0)
            node.struck[ones, others], _ = take_hit(self.fight, before, slot, 2 if others else 1)
        return node.struck[ones, others]


def _volleys_with_dice(fight: Fight, later: bool) -> tuple[tuple[int, DiceSlot], ...]:
    """The volleys of a round that any unit of this battle could roll for, or that end in a landing, with their places
    in the round."""
    types = {side: {stack.type for stack in fight.corner(side).stacks} for side in SIDES}
    volleys = volleys_of_round(fight.kind, "later") if later else volleys_of_round(fight.kind, "first", fight.guns)
    return tuple(
        (at, slot) for at, slot in enumerate(volleys) if slot.aim or slot.unload or slot.type in types[slot.side]
    )


def _units(fight: Fight, stand: StackState, side: Who) -> Units:
    """The surviving units of a side by type: in the battle, at sea off a beach, or withdrawn."""
    found = dict[str, int]()
    for stack, number in _alive(fight, stand, side):
        found[stack.type] = found.get(stack.type, 0) + number
    return tuple((kind, found[kind]) for kind in UNITS if kind in found)


def _worth(fight: Fight, stand: StackState, side: Who) -> int:
    """The value of a side's surviving units in IPCs, cargo included."""
    return sum((UNITS[stack.type].cost + stack.cargo) * number for stack, number in _alive(fight, stand, side))


def _alive(fight: Fight, stand: StackState, side: Who) -> Iterator[tuple[Stack, int]]:
    line = stand.line(side)
    for i, stack in enumerate(fight.corner(side).stacks):
        if number := line.up[i] + (line.away[i] if line.away else 0):
            yield stack, number


# calculation
def exact_forecast(graph: Graph) -> Forecast | None:
    """Every end with its exact probability; None if there are too many positions."""
    if graph.root.end:
        return Forecast({graph.root.end: 1.0})
    ends, waiting = dict[End, float](), {graph.root: 1.0}
    while waiting:
        node = max(waiting, key=_units_left)
        share = waiting.pop(node)
        rounds = _round(graph, node, share)
        if rounds is None:
            return None
        again = rounds.pop(node, 0.0)
        grown = 1 / (1 - again / share) if again else 1.0
        for after, chance in rounds.items():
            if after.end:
                ends[after.end] = ends.get(after.end, 0.0) + chance * grown
            else:
                waiting[after] = waiting.get(after, 0.0) + chance * grown
    return Forecast(ends)


def _units_left(node: _Node) -> tuple[int, int]:
    """A sort key for positions. Rounds never add units, so no position leads back to a finished one."""
    return -node.round, sum(node.stand.attack.up) + sum(node.stand.defend.up)


def _round(graph: Graph, start: _Node, share: float) -> dict[_Node, float] | None:
    """The positions at the start of the next round, or ends, with the share of each; None if there are too many."""
    found, here = dict[_Node, float](), {start: share}
    while here:
        ahead = dict[_Node, float]()
        for node, chance in here.items():
            for odds, outcome in graph.outcomes(node):
                after = node.after.get(outcome) or graph.follow(node, outcome)
                into = found if after.end or after.slot <= node.slot else ahead
                into[after] = into.get(after, 0.0) + chance * odds
            if graph.work > graph.places:
                return None
        here = ahead
    return found


def sampled_forecast(graph: Graph, battles: int, chance: Callable[[], float]) -> Forecast:
    """The result of simulated battles, fewer if they are very large. ``chance`` gives numbers from 0 to less than 1."""
    ends, most = dict[End, int](), graph.work + WORK
    for simulated in range(battles):
        if graph.work > most and simulated >= FEWEST:
            battles = simulated
            break
        node = graph.root
        while node.end is None:
            outcome = graph.rolled(node, chance)
            node = node.after.get(outcome) or graph.follow(node, outcome)
        ends[node.end] = ends.get(node.end, 0) + 1
    return Forecast({end: number / battles for end, number in ends.items()}, battles)


def _rolled_volley(number: int, need: int, chance: Callable[[], float]) -> tuple[int, int]:
    """The ones and the other hits of a random volley."""
    ones = min(bisect_right(cumulative_chances(number, 1, 6), chance()), number)
    if need == 1 or ones == number:
        return ones, 0
    return ones, min(bisect_right(cumulative_chances(number - ones, need - 1, 5), chance()), number - ones)
