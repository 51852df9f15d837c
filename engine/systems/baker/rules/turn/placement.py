"""Placement: bought units appear at a complex or in a zone beside one; new complexes (BK 15.2 to 15.4)."""

from collections.abc import Iterator

from engine.contract import Order, Refusal, Turn, counted, replace

from ...orders import PlaceUnits
from ...state.events import Placed
from ...state.position import Counts, State, is_land
from ...tables import COMPLEX, NAVAL
from ...wording import WORDS, counted_units
from ..board import complexes
from ..board.area_control import defended, defenders
from ..movement.movable_units import counts_in_words, wanted_units
from .purchase import empty_transports_only


def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """The most important objection to a placement, if there is one."""
    assert isinstance(order, PlaceUnits)
    first = empty_transports_only(order.what) or next(_against(seen, side, order), None)
    if first:
        yield first


def _units(state: State, side: str, order: PlaceUnits) -> Counts:
    return wanted_units(order.what, lambda kind: state.powers[side].buys.get(kind, 0))


def _against(seen: State, side: str, order: PlaceUnits) -> Iterator[Refusal]:
    """The objections type by type; each type is checked as if the earlier ones were placed already."""
    units, hand = _units(seen, side, order), seen.powers[side].buys
    for kind, number in units.items():
        if not number or hand.get(kind, 0) < number:
            wanted = f"; you asked for {number}" if number else ""
            yield Refusal(
                "what",
                "not-enough-units",
                f"you have {counted_units(hand.get(kind, 0), kind)} in hand{wanted}",
                "BK 15.2",
            )
    for kind, number in units.items():
        yield from (
            _complex(seen, side, order.area, number) if kind == COMPLEX else _served(seen, side, order, kind, number)
        )
        seen = _placed(seen, serving_complex(seen, side, order, kind, number), number)


def _placed(state: State, served: str | None, number: int) -> State:
    if served is None:
        return state
    placed = {**state.game.placed, served: state.game.placed.get(served, 0) + number}
    return replace(state, game=replace(state.game, placed=placed))


# new complexes
def _complex(seen: State, side: str, area: str, number: int) -> Iterator[Refusal]:
    """BK 15.4: the objections to a new complex."""
    ground = seen.areas[area]
    if not is_land(seen, area):
        yield Refusal("area", "wrong-ground", f"a complex must be on land; {area} is sea", "BK 15.4")
    elif ground.owner != side:
        yield Refusal("area", "invalid-target", f"{area} is not yours: a complex goes to your own land", "BK 15.4")
    elif area in seen.game.captured:
        yield Refusal("area", "invalid-target", f"{area} was taken only this turn", "BK 15.4")
    elif not seen.map.known[area].ipc:
        yield Refusal(
            "area", "invalid-target", f"{area} is worth 0 IPCs; a complex needs land worth 1 or more", "BK 15.4"
        )
    elif ground.complex or number > 1:
        says = (
            f"{area} has a complex already" if ground.complex else f"{area} takes one complex; you asked for {number}"
        )
        yield Refusal("area", "occupied", says, "BK 15.4")


# other units
def _served(seen: State, side: str, order: PlaceUnits, kind: str, number: int) -> Iterator[Refusal]:
    """BK 15.2, 15.3: the objections to placing units at a complex or beside one."""
    area, source = order.area, order.start
    if is_land(seen, area) == (kind in NAVAL):
        where = "in a sea zone beside a complex" if kind in NAVAL else "on land, at a complex"
        says = f"{WORDS[kind][1]} are placed {where}; {area} is {'land' if is_land(seen, area) else 'sea'}"
        yield Refusal("area", "wrong-ground", says, "BK 15.2")
    if kind in NAVAL and defended(seen, side, area):
        yield Refusal(
            "area", "hostile", f"enemy ships are in {area}: {counts_in_words(defenders(seen, side, area))}", "BK 15.2"
        )
    if source and source not in ((area,) if is_land(seen, area) else seen.map.known[area].next):
        says = (
            f"{source} does not touch {area}"
            if not is_land(seen, area)
            else f"a complex places on its own land: {source} not in {area}"
        )
        yield Refusal("start", "not-adjacent", says, "BK 15.2")
    able = _possible_complexes(seen, side, order)
    if not able:
        yield Refusal("area", "no-complex", f"{_why_none(seen, side, order)}{_others(seen, side, kind)}", "BK 15.2")
    elif serving_complex(seen, side, order, kind, number) is None:
        yield _no_room_left(seen, able)


def _possible_complexes(state: State, side: str, order: PlaceUnits) -> tuple[str, ...]:
    """The complexes that could place the units of an order, the first choice first."""
    if is_land(state, order.area):
        return (order.area,) if complexes.usable(state, side, order.area) else ()
    return tuple(area for area in complexes.complexes_beside(state, side, order.area) if order.start in (None, area))


def serving_complex(state: State, side: str, order: PlaceUnits, kind: str, number: int) -> str | None:
    """BK 15.3: the territory whose complex places these units; None if none can, and for a new complex."""
    if kind == COMPLEX:
        return None
    return next(
        (area for area in _possible_complexes(state, side, order) if complexes.has_room(state, area, number)), None
    )


def _why_none(seen: State, side: str, order: PlaceUnits) -> str:
    """The first half of a ``no-complex`` refusal: what is wrong with the area."""
    area = order.start or order.area
    if not is_land(seen, area):
        return f"no complex of yours serves {area}"
    ground = seen.areas[area]
    if not ground.complex:
        return f"{area} has no complex"
    if ground.owner != side:
        return f"the complex of {area} is not yours"
    return (
        f"{area} was taken only this turn" if area in seen.game.captured else f"the complex of {area} is new this turn"
    )


def _others(seen: State, side: str, kind: str) -> str:
    """The areas where the type could be placed, to be added to a sentence."""
    where = complexes.placement_sites(seen, side, kind)
    return f"; you can place {WORDS[kind][1]} in {', '.join(where)}" if where else ""


def _no_room_left(seen: State, able: tuple[str, ...]) -> Refusal:
    """``over-limit``: how many units the complex with most room places a turn."""
    area = max(able, key=lambda one: complexes.placement_room(seen, one) or 0)
    most, placed = complexes.placement_limit(seen, area), seen.game.placed.get(area, 0)
    units = counted(most or 0, "unit")
    return Refusal("what", "over-limit", f"{area}'s complex places {units} a turn; it has placed {placed}", "BK 15.2")


def run(turn: Turn[State], side: str, order: Order) -> None:
    """BK 15.2 to 15.4: places the units, with one event for each complex."""
    assert isinstance(order, PlaceUnits)
    planned, groups = turn.state, dict[str | None, dict[str, int]]()
    for kind, number in _units(turn.state, side, order).items():
        served = serving_complex(planned, side, order, kind, number)
        planned = _placed(planned, served, number)
        groups.setdefault(served, {})[kind] = number
    for served, units in groups.items():
        turn.happens(Placed(side, units, order.area, served))
