"""Default placement: units still in hand when placement ends are placed, or given back for their price (BK 15.5)."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.contract import Turn

from ...state.counts import ipc_value
from ...state.events import PaidBack, Placed
from ...state.position import State
from ...tables import CATALOGUE, COMPLEX, NAVAL
from ..board.complexes import complexes_in_order, has_room, open_zones, placement_room


class Site(NamedTuple):
    """The area where units appear, and the territory whose complex places them."""

    area: str
    served: str


def place_rest(turn: Turn[State], side: str) -> None:
    """BK 15.5: places the units in catalogue order, each type at the first complex with room."""
    for kind in CATALOGUE:
        while site := next(_sites(turn.state, side, kind), None):
            number = _number(turn.state, side, kind, site)
            turn.happens(Placed(side, {kind: number}, site.area, site.served, "default"))
    if left := turn.state.powers[side].buys:
        turn.happens(PaidBack(side, left, ipc_value(left)))


def _sites(state: State, side: str, kind: str) -> Iterator[Site]:
    """The sites for one more unit of a type in hand: the complexes in the order of BK 15.3, for ships their zones."""
    if kind == COMPLEX or not state.powers[side].buys.get(kind):
        return
    for area in complexes_in_order(state, side):
        if has_room(state, area, 1):
            places = open_zones(state, side, area) if kind in NAVAL else (area,)
            yield from (Site(place, area) for place in places)


def _number(state: State, side: str, kind: str, site: Site) -> int:
    """How many units in hand the complex has room for."""
    hand, free = state.powers[side].buys[kind], placement_room(state, site.served)
    return hand if free is None else min(hand, free)
