"""What a standing order may say, and how it is kept (BK 17)."""
from collections.abc import Iterator, Sequence

from ...contract import Refusal, Turn, replace
from ...contract.phrases import capital, listed
from .events import KeepSet, ListSet, WishSet
from .orders import Keep, Losses, RetreatWhen, Targets, WithdrawWhen
from .state import State, Wish, land
from .tables import AA, COMPLEX, LAND, LOADED, NAVAL
from .words import WORDS

Listing = Losses | Targets
Conditional = RetreatWhen | WithdrawWhen
StandingOrder = Listing | Conditional | Keep
SHIPS = (*NAVAL, LOADED)


def objections(seen: State, side: str, order: StandingOrder) -> Iterator[Refusal]:
    """The first thing wrong with it, in the order of the rulebook's table."""
    found: tuple[Refusal, ...] = ()
    match order:
        case Losses() | Targets():
            found = (*_gear(order), *_twice(order), *_elsewhere(seen, order))
        case RetreatWhen() | WithdrawWhen():
            found = (*_sides(order), *_never(order))
    yield from found[:1]


# lists
def _gear(order: Listing) -> Iterator[Refusal]:
    """BK 1.4"""
    if wrong := [kind for kind in order.types if kind in (AA, COMPLEX)]:
        yield _without(order, wrong, "wrong-battle", f"{_named(wrong)} never fall in battle", "BK 1.4")


def _twice(order: Listing) -> Iterator[Refusal]:
    if wrong := sorted({kind for kind in order.types if order.types.count(kind) > 1}, key=order.types.index):
        once = replace(order, types=tuple(dict.fromkeys(order.types)))
        yield Refusal("types", "syntax", f"{_named(wrong)} stand twice in the list; write every type once", "BK 17", (once,))


def _elsewhere(seen: State, order: Listing) -> Iterator[Refusal]:
    """What takes no part in the battles of its scope: land units at sea, own ships on land."""
    ground = _ground(seen, order.scope)
    if ground == "sea":
        wrong = [kind for kind in order.types if kind in LAND]
        if wrong:
            yield _without(order, wrong, "wrong-battle", f"{_named(wrong)} take no part in a naval battle", "BK 9.2")
    elif ground == "land" and isinstance(order, Losses):
        wrong = [kind for kind in order.types if kind in SHIPS]
        if wrong:
            yield _without(order, wrong, "wrong-battle", f"{_named(wrong)} take no part in a land battle", "BK 17")


def _ground(seen: State, scope: str) -> str:
    """land, sea, or "" for both."""
    if scope in seen.areas:
        return "land" if land(seen, scope) else "sea"
    return next((ground for ground in ("land", "sea") if scope.split(" ")[0] == ground), "")


def _named(kinds: Sequence[str]) -> str:
    """``Carriers and battleships``"""
    return capital(listed([WORDS[kind][1] if kind != LOADED else "loaded transports" for kind in dict.fromkeys(kinds)]))


def _without(order: Listing, wrong: Sequence[str], code: str, says: str, rule: str) -> Refusal:
    rest = tuple(dict.fromkeys(kind for kind in order.types if kind not in wrong))
    return Refusal("types", code, says, rule, (replace(order, types=rest),) if rest else ())


# conditions
def _sides(order: Conditional) -> Iterator[Refusal]:
    """Only lists tell attack from defence."""
    ground, _, side = order.scope.partition(" ")
    if side in ("attack", "defence"):
        says = f"{order.scope} is a scope of lists; a condition is for {ground}, an area, or every battle"
        yield Refusal("scope", "syntax", says, "BK 17", (replace(order, scope=ground),))


def _never(order: Conditional) -> Iterator[Refusal]:
    """A number that would mean never, or no round at all."""
    if order.n == 0 and order.when != "defenders":
        yield Refusal("when", "bad-number", "0 can never come true; write a number from 1 to 99", "BK 17.3", (replace(order, n=1),))


# what comes of it
def run(turn: Turn[State], side: str, order: StandingOrder) -> None:
    """BK 17.2: a new one of the same scope replaces the old."""
    match order:
        case Losses(scope=scope, types=types):
            turn.happens(ListSet(side, "losses", scope, types))
        case Targets(scope=scope, types=types):
            turn.happens(ListSet(side, "targets", scope, types))
        case RetreatWhen(scope=scope):
            turn.happens(WishSet(side, "retreat", scope, Wish(order.when, order.n, order.to)))
        case WithdrawWhen(scope=scope):
            turn.happens(WishSet(side, "withdraw", scope, Wish(order.when, order.n, order.to)))
        case Keep(n=n):
            turn.happens(KeepSet(side, n))
