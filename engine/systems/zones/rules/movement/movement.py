"""Moving and hunkering: the path of each model, the rules' objections, and the resulting events (ZC 6.1 to 6.5,
11.1).
"""

from collections.abc import Iterator, Mapping
from itertools import chain, islice, pairwise
from math import floor, hypot, inf, sqrt

from engine.contract import Order, Refusal, Shift, Turn
from engine.toolkit.wording import inches, listed, point_text
from maps.geometry.plane import unit_vector

from ...orders import Hunker, Move
from ...state.events import Hunkered, ModelMove, Moved
from ...state.position import Model, Spot, State, Unit, model_name, named_models, side_of, unit_type
from ..board.formations import formation_spots
from ..board.geometry import TOLERANCE, count_groups, diameter, hundredths, largest_overlapping_square, path_cost
from ..board.placement import (
    PlacedModel,
    coherency_objections,
    enemy_models,
    entry_hint,
    off_board_objections,
    overlap_objections,
)

Way = tuple[Spot, ...]
Ways = Mapping[int, Way]
"""Model number -> its path from start to end, in rising number; a model with a path of one point stays."""


def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """The first objection to a move, and an objection to its form if no position could mend that."""
    assert isinstance(order, Move)
    unit = seen.units[order.unit]
    found = tuple(islice(partial_objections(seen, unit, order), 1)) + tuple(islice(form_objections(order), 1))
    yield from found or islice(_way_objections(seen, unit, order), 1)


def ways(seen: State, order: Move) -> Ways:
    """ZC 6.4: the path of each named model; {} if the unit is off the table or the number of places does not fit."""
    unit = seen.units[order.unit]
    models = named_models(unit, order.models)
    if unit.where != "table" or not models:
        return {}
    found = {
        model.number: (model.at, *way)
        for model, way in zip(models, _ways_after_start(seen, unit, models, order), strict=False)
    }
    return {number: way[:1] if all(at == way[0] for at in way) else way for number, way in found.items()}


def _ways_after_start(seen: State, unit: Unit, models: tuple[Model, ...], order: Move) -> Iterator[Way]:
    """The path of each model without its start."""
    match order.to:
        case Shift() as shift:
            x, y = displacement(shift)
            yield from (((model.at[0] + x, model.at[1] + y),) for model in models)
        case ((at,),) if order.form:
            yield from (
                (slot,)
                for slot in formation_spots(
                    at, len(models), order.form, unit_type(seen, unit).base, side_of(seen, unit.side).edge
                )
            )
        case (way,) if way:
            first = models[0].at
            yield from (
                tuple((x - first[0] + model.at[0], y - first[1] + model.at[1]) for x, y in way) for model in models
            )
        case tuple(several) if len(several) == len(models):
            yield from several


def displacement(shift: Shift) -> Spot:
    """ZC 6.4: the displacement for a bearing and inches, each coordinate cut off to hundredths."""
    across, up = (
        floor(abs(share) * shift.inches + TOLERANCE) * (-1 if share < 0 else 1)
        for share in unit_vector(shift.bearing / 10)
    )
    return across, up


# objections
def partial_objections(seen: State, unit: Unit, order: Move) -> Iterator[Refusal]:
    """The objections that do not depend on the path."""
    models = named_models(unit, order.models)
    gone = [model for model in models if model.moved]
    if unit.where != "table":
        yield Refusal("unit", "off-table", f"{unit.id} is not on the table{entry_hint(unit)}", "ZC 6.1")
    elif unit.shaken:
        says = f"{unit.id} is shaken: it can only flee towards the {side_of(seen, unit.side).edge}. Try: {unit.id} flee"
        yield Refusal("unit", "shaken", says, "ZC 6.11")
    elif gone:
        left = [f"{unit.id}.{model.number}" for model in unit.models if not model.moved]
        then = f"{listed(left)} can still move" if left else f"all models of {unit.id} have moved"
        yield Refusal(
            "unit", "already-acted", f"{unit.id}.{gone[0].number} has already moved this turn; {then}", "ZC 6.1"
        )


def form_objections(order: Move) -> Iterator[Refusal]:
    """ZC 6.4: a form word with a path, with several places or with a bearing."""
    if order.form is None:
        return
    match order.to:
        case ((_,),):
            return
        case Shift():
            what = "a bearing"
        case (_,):
            what = "a path"
        case _:
            what = "several places"
    says = (
        f"I cannot read this order: {order.form} needs a single place and does not work with {what}. "
        f"Leave out {order.form}, or give one place"
    )
    yield Refusal("form", "syntax", says, "ZC 6.4", lasting=True)


def _way_objections(seen: State, unit: Unit, order: Move) -> Iterator[Refusal]:
    """The objections to the paths; each check is made for all models before the next."""
    found = ways(seen, order)
    if not found:
        yield _wrong_count(unit, order)
        return
    going = {number: way for number, way in found.items() if len(way) > 1}
    yield from chain(
        off_board_objections(seen, unit, going),
        _too_far(seen, unit, going),
        _blocked(seen, unit, going),
        overlap_objections(seen, unit, {number: way[-1] for number, way in going.items()}),
        _split_objections(seen, unit, going),
    )


def _wrong_count(unit: Unit, order: Move) -> Refusal:
    """ZC 6.4: the refusal if the number of places does not fit."""
    count, given = len(named_models(unit, order.models)), len(order.to) if isinstance(order.to, tuple) else 1
    says = (
        f"The order moves {count} model{'s' * (count != 1)} of {unit.id}, but gives {given} place{'s' * (given != 1)}. "
        f"Give one place for all of them, or {count} (- for a model that stays)"
    )
    return Refusal("to", "wrong-count", says, "ZC 6.4")


def _too_far(seen: State, unit: Unit, going: Ways) -> Iterator[Refusal]:
    """ZC 6.1, 6.2: paths that cost more than the move."""
    move = hundredths(unit_type(seen, unit).move)
    for number, way in going.items():
        if (price := path_cost(seen, unit, way)) > move:
            bare = hundredths(sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way)) / 100)
            slowed = f" ({inches(bare / 100)} plus {inches((price - bare) / 100)} for terrain)" if price > bare else ""
            says = (
                f"{unit.id}.{number} can move {inches(move / 100)}; this costs {inches(price / 100)}{slowed}, "
                f"{inches((price - move) / 100)} too much"
            )
            yield Refusal("to", "too-far", says, "ZC 6.2")


def _split_objections(seen: State, unit: Unit, going: Ways) -> Iterator[Refusal]:
    """ZC 3.5: a unit that would be in more groups."""
    before = count_groups(diameter(seen, unit), [model.at for model in unit.models])
    return coherency_objections(seen, unit, {number: way[-1] for number, way in going.items()}, before)


# enemies in the way
def _blocked(seen: State, unit: Unit, going: Ways) -> Iterator[Refusal]:
    """ZC 6.3: enemies in the way."""
    width, enemies = diameter(seen, unit), enemy_models(seen, unit.side)
    for number, way in going.items():
        for a, b in pairwise(way):
            met = [
                body
                for body in _enemies_near(a, b, width, enemies)
                if passes_too_near(a, b, body.at, width + body.diameter)
            ]
            if met:
                first = min(met, key=lambda body: _distance_to_enemy(a, b, body.at, width + body.diameter))
                yield _blocked_refusal(f"{unit.id}.{number}", a, b, first, width)


def _enemies_near(a: Spot, b: Spot, width: int, enemies: tuple[PlacedModel, ...]) -> list[PlacedModel]:
    """The enemies whose bounding box is near enough to that of the segment to matter."""
    left, right = sorted((a[0], b[0]))
    low, high = sorted((a[1], b[1]))
    return [
        body
        for body in enemies
        if left - (by := width + body.diameter) < body.at[0] < right + by and low - by < body.at[1] < high + by
    ]


def passes_too_near(a: Spot, b: Spot, centre: Spot, both: int) -> bool:
    """ZC 1.2, 6.3: whether a segment comes nearer to a centre than half of ``both`` diameters; the rounded distance
    decides, calculated in integers.
    """
    (u, v), (x, y) = (b[0] - a[0], b[1] - a[1]), (centre[0] - a[0], centre[1] - a[1])
    on, square = u * x + v * y, u * u + v * v
    if on <= 0:
        return x * x + y * y <= largest_overlapping_square(both)
    if on >= square:
        return (x - u) ** 2 + (y - v) ** 2 <= largest_overlapping_square(both)
    return (u * y - v * x) ** 2 * MILLION**2 < ((both + 1) // 2 * MILLION - 500_001) ** 2 * square


MILLION = 1_000_000
"""Parts of a hundredth: fine enough for ``geometry.ROUND_HALF_UP`` in integers."""


def _distance_to_enemy(a: Spot, b: Spot, centre: Spot, both: int) -> float:
    """Hundredths from a to where the segment comes too near; only to tell which enemy is met first."""
    (u, v), (x, y) = (b[0] - a[0], b[1] - a[1]), (centre[0] - a[0], centre[1] - a[1])
    length = hypot(u, v)
    return (
        (u * x + v * y) / length - sqrt(max(0.0, both * both / 4 - ((u * y - v * x) / length) ** 2)) if length else -inf
    )


def _blocked_refusal(model: str, a: Spot, b: Spot, body: PlacedModel, width: int) -> Refusal:
    """ZC 6.3: the refusal, with the distance at which the model would pass."""
    (u, v), (x, y) = (b[0] - a[0], b[1] - a[1]), (body.at[0] - a[0], body.at[1] - a[1])
    share = min(1.0, max(0.0, (u * x + v * y) / (u * u + v * v))) if u or v else 0.0
    near = hundredths(hypot(x - share * u, y - share * v) / 100) / 100
    says = (
        f"{body.name} at {point_text(body.at)} blocks {model}: it would pass {inches(near)} from it, and their bases "
        f"need {inches((width + body.diameter) / 200)}. Go around it with a path, as in move 10,6>12,8"
    )
    return Refusal("to", "blocked", says, "ZC 6.3")


def run(turn: Turn[State], order: Order) -> None:
    """ZC 6.5: the models move; those that end where they started, without waypoints, have not moved."""
    assert isinstance(order, Move)
    unit = turn.state.units[order.unit]
    steps = (
        ModelMove(number, way, path_cost(turn.state, unit, way))
        for number, way in ways(turn.state, order).items()
        if len(way) > 1
    )
    turn.happens(Moved(unit.id, tuple(steps)))


# hunkering
def hunker_objections(seen: State, order: Hunker) -> Iterator[Refusal]:
    """ZC 11.1: hunkering uses the action of every model of the unit."""
    unit = seen.units[order.unit]
    if unit.where != "table":
        yield Refusal("unit", "off-table", f"{unit.id} is not on the table", "ZC 11.1")
    elif acted := [model_name(unit, model) for model in unit.models if model.acted]:
        has = "has" if len(acted) == 1 else "have"
        says = f"{listed(acted)} {has} already acted this turn; a unit can hunker only if none of its models has acted"
        yield Refusal("unit", "already-acted", says, "ZC 11.1")


def hunker(turn: Turn[State], order: Hunker) -> None:
    """ZC 11.1: the whole unit takes cover."""
    turn.happens(Hunkered(order.unit))
