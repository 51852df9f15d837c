"""Who plays whom: the cheapest set of pairs, where a repeat costs more than any difference of points.

The order in which things count: nobody has a second bye, nobody meets the same opponent again, points are close, sides
are balanced, time zones and paces are near.  What is left is decided as in a Swiss tournament: within a group of equal
points the upper half meets the lower.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from .matching import AT_ONCE, PART, Edge, in_parts, least_cost

SECOND_BYE, REPEAT, GAP, SIDES, NEARNESS = 10**18, 10**15, 10**8, 10**4, 10**2
"""What one costs of each; hundreds of the next smaller ones cost less."""
CANDIDATES = (10, 40)
"""Opponents whom each player is offered first, those that cost least; then all, if these leave somebody over."""
MOST_TILT = 9
"""A larger imbalance of sides counts as this one."""


class Contender(NamedTuple):
    """A player to be paired.  ``met``: how often each opponent was met; ``tilt``: games on the first side less those
    on the second.  ``offset``: minutes east of Greenwich; ``pace``: hours for a phase, 0 if unknown.
    """

    player: str
    points: int = 0
    met: Mapping[str, int] = {}
    tilt: int = 0
    byes: int = 0
    offset: int | None = None
    pace: int = 0


class Pairs(NamedTuple):
    """``pairs``: the first plays the first side; ``bye``: who is left over, "" if nobody is."""

    pairs: tuple[tuple[str, str], ...]
    bye: str


def pair(contenders: Sequence[Contender]) -> Pairs:
    """Pair everybody, given in the order of the standings; many players in parts.  Refused no-library."""
    if len(contenders) <= AT_ONCE:
        return _pair_at_once(contenders)
    left = contenders
    bye = ""
    if len(contenders) % 2:
        (at, _, _) = min(_byes(contenders), key=lambda edge: edge[2])
        bye, left = contenders[at].player, [*contenders[:at], *contenders[at + 1 :]]
    parts = in_parts(_halves_together(left))
    order = {one.player: at for at, one in enumerate(left)}
    found = [_pair_at_once(sorted(part, key=lambda one: order[one.player])) for part in parts]
    return Pairs(tuple(made for one in found for made in one.pairs), bye)


def _halves_together(contenders: Sequence[Contender]) -> list[Contender]:
    """In an order in which, of a large group of equal points, each part has as many of the upper half as of the
    lower.
    """
    found = list[Contender]()
    for _, equals in groupby(contenders, key=lambda one: one.points):
        group = list(equals)
        middle, step = (len(group) + 1) // 2, PART // 2
        for at in range(0, middle, step):
            found += group[at : min(at + step, middle)] + group[middle + at : middle + at + step]
    return found


def _pair_at_once(contenders: Sequence[Contender]) -> Pairs:
    size = len(contenders)
    if size < 2:
        return Pairs((), contenders[0].player if contenders else "")
    edges = [*_edges(contenders), *(_byes(contenders) if size % 2 else ())]
    for most in (*CANDIDATES, size):
        offered = _cheapest(edges, size + size % 2, most)
        found = least_cost(offered)
        costs = {(one, other): cost for one, other, cost in offered}
        if 2 * len(found) >= size and (most >= size or all(costs[pair] < REPEAT for pair in found)):
            break
    bye = next((contenders[one].player for one, other in found if other == size), "")
    return Pairs(tuple(seated(contenders[one], contenders[other]) for one, other in found if other < size), bye)


def seated(one: Contender, other: Contender) -> tuple[str, str]:
    """The first plays the first side: the one who has had it less often, or else the one named second."""
    return (one.player, other.player) if one.tilt < other.tilt else (other.player, one.player)


def nearness(one: Contender, other: Contender) -> int:
    """From 0 to 21: hours between time zones, and how often the pace of one doubles to that of the other."""
    hours = 0
    if one.offset is not None and other.offset is not None:
        apart = abs(one.offset - other.offset) % 1440
        hours = min(apart, 1440 - apart) // 60
    paces = abs(one.pace.bit_length() - other.pace.bit_length()) if one.pace and other.pace else 0
    return hours + min(9, paces)


def _edges(contenders: Sequence[Contender]) -> list[Edge]:
    """Every two players."""
    ranks, groups = _ranks_in_groups(contenders)
    edges = list[Edge]()
    for at, one in enumerate(contenders):
        for than, other in enumerate(contenders[at + 1 :], at + 1):
            gap = one.points - other.points
            apart = abs(than - at)
            if not gap:
                apart = abs(ranks[than] - ranks[at] - groups[one.points] // 2)
            tilt = min(MOST_TILT, abs(one.tilt + other.tilt)) if one.tilt * other.tilt > 0 else 0
            cost = REPEAT * one.met.get(other.player, 0) + GAP * gap * gap
            edges.append((at, than, cost + SIDES * tilt + NEARNESS * nearness(one, other) + min(99, apart)))
    return edges


def _ranks_in_groups(contenders: Sequence[Contender]) -> tuple[list[int], dict[int, int]]:
    """The place of each among those with equal points, and the sizes of these groups."""
    ranks, groups = list[int](), dict[int, int]()
    for one in contenders:
        ranks.append(groups.get(one.points, 0))
        groups[one.points] = ranks[-1] + 1
    return ranks, groups


def _byes(contenders: Sequence[Contender]) -> list[Edge]:
    """A bye for each player: it goes to the fewest points, and among these to the last."""
    size = len(contenders)
    least = min(one.points for one in contenders)
    return [
        (at, size, SECOND_BYE * one.byes + GAP * (one.points - least) ** 2 + min(99, size - 1 - at))
        for at, one in enumerate(contenders)
    ]


def _cheapest(edges: Sequence[Edge], size: int, most: int) -> list[Edge]:
    """Of each vertex's edges so many, the cheapest."""
    if most >= size - 1:
        return list(edges)
    by_vertex: list[list[int]] = [[] for _ in range(size)]
    for at in sorted(range(len(edges)), key=lambda at: edges[at][2]):
        for vertex in edges[at][:2]:
            if len(by_vertex[vertex]) < most:
                by_vertex[vertex].append(at)
    kept = {at for chosen in by_vertex for at in chosen}
    return [edges[at] for at in sorted(kept)]
