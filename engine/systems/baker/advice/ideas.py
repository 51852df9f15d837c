"""Legal orders worth offering: those for the phase, then standing orders."""

from collections.abc import Iterator
from itertools import islice

from engine.contract import Done, Order

from ..orders import Keep, Losses, RetreatWhen, Targets, WithdrawWhen
from ..rules.combat.retreats import retreat_areas
from ..state.policies import policies
from ..state.position import OVER, State, Wish, sides_to_order
from ..table_rows import LOADED
from ..tables import ARTILLERY, BATTLESHIP, FIGHTER, INFANTRY, SUBMARINE, TANK, TRANSPORT
from .alternatives import legal
from .ideas_by_phase import phase_ideas, variation

MOST_IDEAS = 70
"""The most orders offered in a phase, without ``done`` and standing orders."""
STANDING_ORDERS: tuple[tuple[Order, ...], ...] = (
    (
        Losses("land attack", (INFANTRY, TANK, ARTILLERY)),
        Losses("land defence", (INFANTRY, ARTILLERY, FIGHTER)),
        Losses("all", (INFANTRY, TRANSPORT)),
        Losses("sea", (SUBMARINE, TRANSPORT, LOADED)),
    ),
    (
        Targets("land", (TANK, ARTILLERY, FIGHTER)),
        Targets("sea attack", (TRANSPORT, SUBMARINE)),
        Targets("land defence", (BATTLESHIP, LOADED, TANK)),
        Targets("all", (ARTILLERY, BATTLESHIP)),
    ),
    (Keep(1), Keep(2), Keep(0)),
    (
        RetreatWhen("all", "attackers", 3),
        RetreatWhen("land", "attackers"),
        RetreatWhen("sea", "after", 2),
        RetreatWhen("all", "never"),
        RetreatWhen("land", "defenders", 4),
        RetreatWhen("land", "no-land"),
    ),
    (WithdrawWhen("sea", "after", 1), WithdrawWhen("all", "submarines", 2), WithdrawWhen("all", "never")),
)
"""The standing orders to offer, by policy: two of each in a turn."""


def ideas(seen: State, side: str) -> Iterator[Order]:
    """Orders that the side could give now, each legal on its own; then ``done``, then standing orders."""
    if seen.phase == OVER or side not in seen.powers:
        return
    if side in sides_to_order(seen):
        yield from islice(_legal_once(seen, side, phase_ideas(seen, side)), MOST_IDEAS)
        yield Done()
    yield from _legal_once(seen, side, _standing(seen, side))


def _legal_once(seen: State, side: str, orders: Iterator[Order]) -> Iterator[Order]:
    """The legal orders, each once."""
    offered = list[Order]()
    for order in orders:
        if order not in offered and legal(seen, side, order):
            offered.append(order)
            yield order


# standing orders
def _standing(seen: State, side: str) -> Iterator[Order]:
    """BK 17: two standing orders of each policy that would change something, and the defaults again."""
    turned, given = variation(seen, side), policies(seen, side)
    for orders in STANDING_ORDERS:
        yield from (
            order for order in (*orders, *orders)[turned % len(orders) :][:2] if not _already_given(seen, side, order)
        )
    for battle in seen.game.battles[:1]:
        own = (
            RetreatWhen(battle.area, "after", 2, next(retreat_areas(seen, battle), None) if battle.start else None),
            Losses(battle.area, (FIGHTER,)),
        )
        yield from (order for order in own if not _already_given(seen, side, order))
    yield from (
        order for order, lists in ((Losses("all", ()), given.losses), (Targets("all", ()), given.targets)) if lists
    )


def _already_given(seen: State, side: str, order: Order) -> bool:
    """Whether a standing order would change nothing."""
    given = policies(seen, side)
    match order:
        case Losses(scope=scope, types=types):
            return given.losses.get(scope) == types
        case Targets(scope=scope, types=types):
            return given.targets.get(scope) == types
        case Keep(n=n):
            return given.keep == n
        case RetreatWhen(scope=scope):
            return given.retreat.get(scope) == Wish(order.when, order.n, order.to)
        case WithdrawWhen(scope=scope):
            return given.withdraw.get(scope) == Wish(order.when, order.n, order.to)
    return False
