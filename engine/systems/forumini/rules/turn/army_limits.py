"""What may join an army: the limits agreed on (FA 3.2 to 3.5)."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.contract import Record, counted

from ...state.position import Buying, Setup, State
from ...tables.chart_validation import ANY
from ...tables.rows import UnitCard
from ...tables.rulebook import TABLES

MOST = 1000
"""Units of a type that are counted in a list."""


class Limits(Record, frozen=True):
    """FA 3.2 to 3.4: the limits of one side's army; None (False): no such limit.  ``obstacle_share``: per cent of
    the points.
    """

    points: int | None = None
    camp: str | None = None
    nations: tuple[str, ...] | None = None
    year: int | None = None
    theatre: str | None = None
    historical: bool = False
    obstacle_share: int = 100


class Objection(NamedTuple):
    """Why units may not join an army: FA 21.5's code, the sentence without its full stop, its paragraph.

    ``most``: how many could join.
    """

    code: str
    says: str
    rule: str
    most: int = 0


def game_limits(setup: Setup, side: str) -> Limits:
    """The limits of a game that is being set up."""
    return side_limits(setup.buying or Buying(), side, setup.points, setup.obstacle_share)


def side_limits(army: Buying, side: str, points: int | None, share: int) -> Limits:
    """The limits of one side."""
    return Limits(points, army.camps.get(side), army.nations.get(side), army.year, army.theatre, army.historical, share)


def purchase_objection(state: State, side: str, key: str, count: int) -> Objection | None:
    """FA 21.5, ``buy``: not-allowed, too-expensive, obstacle-limit; None if the side may buy so many of the type."""
    return joining_objection(state.cards, game_limits(state.setup, side), state.game.army.get(side, {}), key, count)


def joining_objection(
    cards: Mapping[str, UnitCard], limits: Limits, army: Mapping[str, int], key: str, count: int
) -> Objection | None:
    """FA 3.2 to 3.4: what keeps so many of a type out of an army that is right so far."""
    card = cards[key]
    if barred := next(_barred(cards, limits, army, key), None):
        return Objection("not-allowed", f"{card.name} cannot be in this army: {barred[0]}", barred[1])
    left = None if limits.points is None else limits.points - army_cost(cards, army)
    room = (
        None
        if limits.points is None or card.kind != "obstacle"
        else obstacle_points(limits) - obstacle_cost(cards, army)
    )
    most = min((points // card.cost for points in (left, room) if points is not None and card.cost), default=count)
    price = f"{count} {card.name} cost{'s' * (count == 1)} {count * card.cost}"
    if left is not None and count * card.cost > left:
        says = f"{left} of {counted(limits.points or 0, 'point')} are left; {price}"
        return Objection("too-expensive", says, "FA 3.2", max(0, most))
    if room is not None and count * card.cost > room:
        whole = (
            f"obstacles can cost {counted(obstacle_points(limits), 'point')} in all, of which {room} are left; {price}"
        )
        return Objection("obstacle-limit", whole, "FA 3.4", max(0, most))
    return None


def army_cost(cards: Mapping[str, UnitCard], army: Mapping[str, int]) -> int:
    """FA 3.2: the points of a list."""
    return sum(cards[key].cost * count for key, count in army.items())


def obstacle_cost(cards: Mapping[str, UnitCard], army: Mapping[str, int]) -> int:
    return sum(cards[key].cost * count for key, count in army.items() if cards[key].kind == "obstacle")


def obstacle_points(limits: Limits) -> int:
    """FA 3.4: what obstacles may cost in all, where points are agreed."""
    return (limits.points or 0) * limits.obstacle_share // 100


def _barred(
    cards: Mapping[str, UnitCard], limits: Limits, army: Mapping[str, int], key: str
) -> Iterator[tuple[str, str]]:
    """FA 3.3 in the order of FA 21.5: why a type may not join, and the paragraph."""
    yield from _card_objections(cards[key], limits)
    if limits.historical:
        others = dict.fromkeys(cards[other].nation for other in army)
        yield from (
            (_never_together_in_words(cards[key].nation, other), "FA 3.3")
            for other in others
            if _never_together(cards[key].nation, other)
        )


def _card_objections(card: UnitCard, limits: Limits) -> Iterator[tuple[str, str]]:
    """What speaks against a card whatever else is in the army."""
    nation = TABLES.nations[card.nation]
    if card.nation != ANY and limits.nations is not None and card.nation not in limits.nations:
        yield f"it is of {nation.name}, and this army is of {_listed(limits.nations)}", "FA 3.3"
    if limits.nations is None and limits.camp is not None and nation.camp not in (limits.camp, "neutral"):
        yield f"its card is {nation.camp}, and this army is {limits.camp}", "FA 3.3"
    if limits.year is not None and card.date > limits.year:
        yield f"it was ready in {card.date}, and this is {limits.year}", "FA 3.3"
    elif limits.year is not None and not nation.start <= limits.year <= nation.end:
        yield f"{nation.name} fights from {nation.start} to {nation.end}, and this is {limits.year}", "FA 3.3"
    if limits.theatre is not None and limits.theatre not in nation.theatres:
        yield f"{nation.name} does not fight in theatre {limits.theatre}, but in {_listed(nation.theatres)}", "FA 3.3"


def _never_together(one: str, other: str) -> bool:
    groups = TABLES.nations[other].groups
    return one != other and ANY not in (one, other) and not any(group in groups for group in TABLES.nations[one].groups)


def _never_together_in_words(one: str, other: str) -> str:
    return f"{TABLES.nations[one].name} and {TABLES.nations[other].name} did not serve together"


def _listed(words: tuple[str, ...]) -> str:
    names = [TABLES.nations[word].name if word in TABLES.nations else word for word in words]
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:]))) or "no nation"
