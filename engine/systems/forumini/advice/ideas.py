"""Legal orders worth offering, phase by phase."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from engine.contract import Order

from ..orders import Choose, Done, Standing, Throw
from ..rules.turn.deployment import arrival_manner
from ..state.phases import (
    AIRCRAFT,
    ANTIAIR,
    ASSAULT,
    BUILD,
    CHOICE,
    DEPLOY,
    DROPS,
    EDGE,
    GROUND,
    INITIATIVE,
    MOVEMENT,
    OBSTACLES,
    OVER,
    TIE_BREAK,
)
from ..state.position import State, army, card, sides_to_order
from .alternatives import legal
from .candidates import AtMost, aircraft_attacks, aircraft_placements, attacks, deployments, drops, moves, purchases
from .evaluation import enemies_on_ground, objective_or_centre

TRIED = 12
"""Orders of one sort tried until enough of them are legal."""


def ideas(seen: State, side: str) -> Iterator[Order]:
    """Orders that the side could give now, each legal by itself: attacks first, then ``done``, then standing
    orders.
    """
    if seen.phase == OVER or side not in [known.id for known in seen.sides]:
        return
    if side in sides_to_order(seen):
        yield from _phase_ideas(seen, side)
        yield Done()
    yield from (order for order in _standing(seen, side) if legal(seen, side, order))


def _phase_ideas(seen: State, side: str) -> Iterator[Order]:
    said = list[Order]()
    for sort in SORTS.get(seen.phase, ()):
        for most, orders in sort(seen, side):
            good = (order for order in islice(orders, TRIED) if order not in said and legal(seen, side, order))
            for order in islice(good, most):
                said.append(order)
                yield order


def _order(seen: State, side: str) -> Iterator[AtMost]:
    yield 2, iter((Choose(order="first"), Choose(order="second")))


def _edge(seen: State, side: str) -> Iterator[AtMost]:
    yield 2, (Choose(edge=edge) for edge in seen.setup.edges)
    yield 2, (Choose("second", edge) for edge in seen.setup.edges)


def _throw(seen: State, side: str) -> Iterator[AtMost]:
    yield 5, iter((Throw("rock"), Throw("paper"), Throw("scissors"), Throw("lizard"), Throw("spock")))


SORTS: Mapping[str, tuple[Callable[[State, str], Iterator[AtMost]], ...]] = {
    BUILD: (purchases,),
    CHOICE: (_edge, _order),
    EDGE: (_edge,),
    OBSTACLES: (deployments,),
    DEPLOY: (deployments,),
    DROPS: (drops,),
    INITIATIVE: (_order,),
    MOVEMENT: (moves,),
    AIRCRAFT: (aircraft_placements,),
    ANTIAIR: (attacks,),
    GROUND: (aircraft_attacks,),
    ASSAULT: (attacks, moves),
    TIE_BREAK: (_throw,),
}


def _standing(seen: State, side: str) -> Iterator[Order]:
    """FA 22: one of each sort, for all and for single units."""
    yield Standing("all", "initiative", ("second",))
    yield Standing("all", "initiative", ("ask",))
    yield Standing("all", "fire", ("good",))
    yield Standing("all", "overwatch-fire", ("always",))
    yield Standing("all", "fire-order", ("nearest",))
    yield Standing("all", "under-fire", ("wait",))
    units = list(army(seen, side))
    ground = [unit.id for unit in units if card(seen, unit).kind in ("soldier", "vehicle")]
    for key in ground[:2]:
        yield Standing(key, "fire", ("never",))
        yield Standing(key, "under-fire", ("go",))
    if len(ground) > 1:
        yield Standing("all", "fire-order", tuple(ground[:2]))
    for unit in units:
        yield from _special_standing_orders(seen, side, unit.id)


def _special_standing_orders(seen: State, side: str, key: str) -> Iterator[Order]:
    """Standing orders that only aircraft and heroes have."""
    unit = seen.units[key]
    if card(seen, unit).kind == "aircraft":
        yield Standing(key, "damaged", ("abort",))
        yield Standing(key, "plan", ("intercept",))
        yield Standing(
            key,
            "plan",
            (
                "place",
                objective_or_centre(seen),
                *(word for foe in enemies_on_ground(seen, side)[:1] for word in ("target", foe.id)),
            ),
        )
    if arrival_manner(seen, unit) == "replace":
        yield Standing(key, "replace", ("5",))
