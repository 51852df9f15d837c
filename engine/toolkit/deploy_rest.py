"""`deploy rest`: the order, and how good a place is for a unit that is set up by it: forward, in its own part of the
front, in cover."""

from collections.abc import Callable, Collection, Iterable, Mapping
from math import hypot
from typing import ClassVar, TypeVar

from engine.contract import Order, Refusal

S = TypeVar("S")
P = TypeVar("P", bound=Order)
Point = tuple[float, float]
COVER = 2.0
"""How many steps farther back a place in cover may be and still be as good as one in the open."""


class DeployRest(Order, frozen=True, tag="deploy-rest"):
    """Place every unit that you have not placed yourself: towards the enemy, spread out, in cover."""

    ALIASES = ("deploy rest", "place rest", "set up rest", "deploy all")
    PHASES: ClassVar[tuple[str, ...]] = ("deployment",)
    EXAMPLE = "deploy-rest"


def nothing_left(rule: str) -> Refusal:
    """The objection to the order where every unit has been placed."""
    return Refusal("verb", "already-acted", "you have placed all your units; nothing is left to place", rule)


class Front:
    """A zone seen from the side that sets up in it: how far behind its front a place is, and where across.

    ``step``: the length that counts as one step, 1 hex or a few inches.  The front faces the middle of the enemy's
    places.
    """

    def __init__(self, zone: Iterable[Point], enemy: Iterable[Point], step: float) -> None:
        places = list(zone)
        self._step, (here, there) = step, (_middle(places), _middle(list(enemy) or places))
        x, y = there[0] - here[0], there[1] - here[1]
        far = hypot(x, y)
        self._ahead = (x / far, y / far) if far else (0.0, 1.0)
        self._front = max(self._forward(at) for at in places)
        self._measured = {at: (self._front - self._forward(at), self.across(at)) for at in places}
        """How far behind the front each place of the zone is, and where along it."""
        self._left, self._right = min(map(self.across, places)), max(map(self.across, places))

    def _forward(self, at: Point) -> float:
        return at[0] * self._ahead[0] + at[1] * self._ahead[1]

    def across(self, at: Point) -> float:
        """Where a place is along the front, from left to right."""
        return at[0] * self._ahead[1] - at[1] * self._ahead[0]

    def lanes(self, units: Mapping[str, Point]) -> dict[str, float]:
        """The middle of each unit's part of the front; the parts are in the order in which the units are now."""
        order = sorted(units, key=lambda key: round(self.across(units[key]), 6))
        width = (self._right - self._left) / max(1, len(order))
        return {key: self._left + (nth + 0.5) * width for nth, key in enumerate(order)}

    def loss(self, at: Point, lane: float, cover: bool, back: float = 0.0) -> float:
        """How far a place is from the best one for a unit, in steps; ``back``: how far behind the front it belongs."""
        depth, across = self._measured.get(at) or (self._front - self._forward(at), self.across(at))
        behind = abs(depth - back * self._step)
        return round((behind + abs(across - lane)) / self._step - COVER * cover, 6)


def first_legal(
    seen: S,
    orders: Mapping[str, Callable[[], Iterable[P]]],
    legal: Callable[[S, P, Collection[str]], bool],
    after: Callable[[S, P], S],
) -> tuple[P, ...]:
    """The first legal one of each unit's orders, in turn; a unit that has none stays, and the others keep clear of it.

    ``orders``: what gives a unit's orders, the best first; few of them are looked at.  ``legal``: whether an order is,
    once these units are off the table; ``after``: the position that it leads to.
    """
    staying = set[str]()
    while True:
        there, chosen, waiting = seen, list[P](), [key for key in orders if key not in staying]
        for nth, key in enumerate(waiting, 1):
            order = next((order for order in orders[key]() if legal(there, order, waiting[nth:])), None)
            if order is None:
                staying.add(key)
                break
            there = after(there, order)
            chosen.append(order)
        else:
            return tuple(chosen)


def _middle(places: list[Point]) -> Point:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)
