"""Standing orders: the objections to them, and how they are stored (BK 17)."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from engine.contract import Refusal, Turn, replace
from engine.toolkit.wording import listed

from ...orders import Keep, Losses, RetreatWhen, Targets, WithdrawWhen
from ...state.events import KeepSet, ListSet, WishSet
from ...state.position import State, Wish, is_land
from ...table_rows import LOADED
from ...tables import AA, COMPLEX, LAND, NAVAL
from ...wording import WORDS

Listing = Losses | Targets
Conditional = RetreatWhen | WithdrawWhen
SHIPS = (*NAVAL, LOADED)
_MANY = {LOADED: "loaded transports", AA: "anti-aircraft guns"}


# lists
def list_objections(seen: State, _: str, order: Listing) -> Iterator[Refusal]:
    """The most important objection to a list, in the order of the rulebook's table."""
    return islice(chain(_never_listed(seen, order), _named_twice(seen, order), _no_part_in_battle(seen, order)), 1)


def _never_listed(seen: State, order: Listing) -> Iterator[Refusal]:
    """BK 1.4: a list names a type that is never lost in battle."""
    if wrong := [kind for kind in order.types if kind in (AA, COMPLEX)]:
        yield Refusal(
            "types",
            "wrong-battle",
            f"{_named(wrong)} are never lost in battle",
            "BK 1.4",
            _corrected_list(seen, order),
        )


def _named_twice(seen: State, order: Listing) -> Iterator[Refusal]:
    if len(kinds := dict.fromkeys(order.types)) < len(order.types):
        wrong = [kind for kind in kinds if order.types.count(kind) > 1]
        says = f"{_named(wrong)} are listed twice; name each type once"
        yield Refusal("types", "syntax", says, "BK 17", _corrected_list(seen, order))


def _no_part_in_battle(seen: State, order: Listing) -> Iterator[Refusal]:
    ground = _ground(seen, order.scope)
    idle = _types_without_part(order, ground)
    if idle and (wrong := [kind for kind in order.types if kind in idle]):
        what = "naval" if ground == "sea" else "land"
        yield Refusal(
            "types",
            "wrong-battle",
            f"{_named(wrong)} take no part in a {what} battle",
            "BK 17",
            _corrected_list(seen, order),
        )


def _types_without_part(order: Listing, ground: str) -> tuple[str, ...]:
    """The types that take no part in these battles: land units at sea, and on land ships, except as targets."""
    if ground == "sea":
        return LAND
    return SHIPS if ground == "land" and isinstance(order, Losses) else ()


def _corrected_list(seen: State, order: Listing) -> tuple[Listing, ...]:
    """The list without the wrong types, if any are left."""
    wrong = (AA, COMPLEX, *_types_without_part(order, _ground(seen, order.scope)))
    types = tuple(kind for kind in dict.fromkeys(order.types) if kind not in wrong)
    return (replace(order, types=types),) if types else ()


def _ground(seen: State, scope: str) -> str:
    """The kind of area that a scope is about: land, sea, or "" for both."""
    if scope in seen.areas:
        return "land" if is_land(seen, scope) else "sea"
    ground = scope.split(" ")[0]
    return ground if ground in ("land", "sea") else ""


def _named(kinds: Sequence[str]) -> str:
    """``carriers and battleships``"""
    return listed([_MANY.get(kind, WORDS[kind][1]) for kind in dict.fromkeys(kinds)])


# conditions
def condition_objections(_: State, __: str, order: Conditional) -> Iterator[Refusal]:
    """The most important objection to a condition."""
    return islice(chain(_sides(order), _never(order)), 1)


def _sides(order: Conditional) -> Iterator[Refusal]:
    """BK 17: conditions have no scopes of attack or defence; only lists do."""
    ground, _, side = order.scope.partition(" ")
    if side in ("attack", "defence"):
        says = f"{order.scope} is a scope of lists; a condition is for {ground}, an area, or every battle"
        yield Refusal("scope", "syntax", says, "BK 17", (replace(order, scope=ground),))


def _never(order: Conditional) -> Iterator[Refusal]:
    """BK 17.3: a condition with the number 0 would never be met."""
    if order.n == 0 and order.when != "defenders":
        yield Refusal(
            "when",
            "bad-number",
            "0 can never come true; write a number from 1 to 99",
            "BK 17.3",
            (replace(order, n=1),),
        )


# storing
def set_list(turn: Turn[State], side: str, order: Listing) -> None:
    """BK 17.2: stores a list; it replaces the one of the same scope."""
    turn.happens(ListSet(side, "losses" if isinstance(order, Losses) else "targets", order.scope, order.types))


def set_condition(turn: Turn[State], side: str, order: Conditional) -> None:
    """BK 17.2: stores a condition; it replaces the one of the same scope."""
    wish = Wish(order.when, order.n, order.to)
    turn.happens(WishSet(side, "retreat" if isinstance(order, RetreatWhen) else "withdraw", order.scope, wish))


def set_keep(turn: Turn[State], side: str, order: Keep) -> None:
    """BK 4.15: stores how many land units to keep."""
    turn.happens(KeepSet(side, order.n))
