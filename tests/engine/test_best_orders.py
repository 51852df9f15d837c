"""The two orders of a call for orders: the same whether all ideas are looked at or only the groups that count."""

from collections.abc import Iterator, Sequence

from hypothesis import given
from hypothesis import strategies as st

from engine.contract import IdeaGroup, Order
from engine.lookups.best_orders import GOOD_SHARE, best_two
from engine.systems.zones.orders import Flee, Hunker

Rated = tuple[float, Order]
KINDS = (Flee, Hunker)
GROUPS = st.lists(
    st.tuples(
        st.sampled_from(KINDS),
        st.sampled_from("ABC"),
        st.lists(st.integers(0, 9), max_size=3),
        st.integers(0, 3),
    ),
    max_size=8,
)


def _text(order: Order) -> str:
    return f"{order.unit} {type(order).__name__}"  # type: ignore[attr-defined]


def _simple(rated: Sequence[Rated]) -> tuple[str, ...]:
    """All ideas rated and sorted."""
    best = sorted([one for one in rated if one[0] > 0], key=lambda one: -one[0])
    good = [idea for value, idea in best if value >= GOOD_SHARE * best[0][0]]
    first, others = good[:1], good[1:]
    likes = [2 * (one.unit == first[0].unit) + (type(one) is type(first[0])) for one in others]  # type: ignore[attr-defined]
    ranked = [one for _, one in sorted(zip(likes, others, strict=True), key=lambda pair: pair[0])]
    return tuple(dict.fromkeys(map(_text, (*first, *ranked))))[:2]


@given(GROUPS, st.booleans())
def test_the_same_two_as_of_all_ideas(groups: list[tuple[type[Flee], str, list[int], int]], named: bool) -> None:
    worth = dict[int, float]()
    every = list[Order]()

    def orders(kind: type[Flee], unit: str, values: list[int]) -> Iterator[Order]:
        for value in values:
            worth[id(order := kind(unit))] = value
            every.append(order)
            yield order

    lists = [
        (max(values, default=0) + more, list(orders(kind, unit, values)), kind, unit)
        for kind, unit, values, more in groups
    ]
    found = (IdeaGroup(most, iter(some), *((kind, unit) if named else ())) for most, some, kind, unit in lists)
    assert best_two(found, lambda order: worth[id(order)], _text) == _simple([(worth[id(one)], one) for one in every])


def test_a_group_that_can_hold_nothing_better_is_not_looked_at() -> None:
    def never() -> Iterator[Order]:
        raise AssertionError("nobody needs these")
        yield Flee("C")

    groups = [
        IdeaGroup(5, iter([Flee("A")]), Flee, "A"),
        IdeaGroup(4, never(), Flee, "B"),
        IdeaGroup(3, never(), Hunker, "A"),
        IdeaGroup(2, iter([Hunker("B")]), Hunker, "B"),
    ]
    worth = {"A": 5.0, "B": 2.0}
    assert best_two(groups, lambda order: worth[order.unit], _text) == ("A Flee", "B Hunker")  # type: ignore[attr-defined]
