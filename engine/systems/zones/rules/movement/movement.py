"""Moving and hunkering: the path of each model, the rules' objections, and the resulting events (ZC 6.1 to 6.5,
11.1).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from math import hypot, inf, sqrt

from engine.contract import Order, Refusal, Shift, Turn, counted, replace
from engine.toolkit.wording import inches, listed, point_text

from ...orders import Hunker, Move
from ...state.events import Hunkered, Moved
from ...state.position import Spot, State, Unit, model_name, named_models, side_of, unit_type
from ..board.bases import PlacedModel, enemy_sides, models_near
from ..board.geometry import (
    count_groups,
    diameter,
    hundredths,
    is_box_on_table,
    largest_overlapping_square,
)
from ..board.placement import (
    coherency_objections,
    entry_hint,
    off_board_objections,
    overlap_objections,
)
from ..board.terrain import cost_on
from .planned_moves import Judged, PlannedMove, planned_move
from .unreachable import is_out_of_reach


def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """The first objection to a move, and an objection to its form if no position could mend that.

    An order is judged before it is run: what is found is kept with the plan, for as long as the same bases are near.
    """
    assert isinstance(order, Move)
    unit, plan = seen.units[order.unit], planned_move(seen, order)
    if plan.early is None:
        plan.early = (*islice(partial_objections(seen, unit, order), 1), *form_objections(order))
    return iter(plan.early or _way_objections(seen, unit, order, plan))


# objections
def partial_objections(seen: State, unit: Unit, order: Move) -> Iterator[Refusal]:
    """The objections that do not depend on the path."""
    models = named_models(unit, order.models)
    gone = [model for model in models if model.moved]
    if unit.where != "table":
        yield Refusal("unit", "off-table", f"{unit.id} is not on the table{entry_hint(unit)}", "ZC 6.1")
    elif unit.shaken:
        says = f"{unit.id} is shaken: it can only flee towards the {side_of(seen, unit.side).edge}; try: {unit.id} flee"
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
    says = f"{order.form} needs a single place and does not work with {what}; leave out {order.form}, or give one place"
    yield Refusal("form", "syntax", says, "ZC 6.4", lasting=True)


def _way_objections(seen: State, unit: Unit, order: Move, plan: PlannedMove) -> tuple[Refusal, ...]:
    """The first objection to the paths; each check is made for all models before the next."""
    if not plan.ways:
        return (_wrong_count(unit, order),)
    judged = plan.judged
    if judged and judged.units is seen.units:
        return judged.objections
    width = diameter(seen, unit)
    beside = models_near(seen, plan.box, width, unit if len(plan.going) == len(unit.models) else None)
    if judged and judged.beside == beside:
        found = judged.objections
    else:
        found = tuple(islice(_path_objections(seen, unit, plan, beside, width), 1))
        if found and is_out_of_reach(seen, unit, order):
            found = (replace(found[0], hopeless=True),)
    plan.judged = Judged(seen.units, beside, found)
    return found


def _path_objections(
    seen: State, unit: Unit, plan: PlannedMove, beside: Sequence[PlacedModel], width: int
) -> Iterator[Refusal]:
    """The objections to the paths; ``beside``: the models that could be in the way; ``width``: the diameter of the
    unit's bases.  Models that move in step stay as far apart as they are.
    """
    if not is_box_on_table(seen.table, plan.box, width):
        yield from off_board_objections(seen, unit, plan.going, plan.box, width)
    if plan.cost > (move := hundredths(unit_type(seen, unit).move)):
        yield from _too_far(unit, plan, move)
    if beside:
        yield from _blocked(seen, unit, plan, beside, width)
    if beside or not plan.in_step:
        yield from overlap_objections(unit, plan.ends, beside, width)
    if not plan.in_step:
        yield from _split_objections(seen, unit, plan)


def _wrong_count(unit: Unit, order: Move) -> Refusal:
    """ZC 6.4: the refusal if the number of places does not fit."""
    count, given = len(named_models(unit, order.models)), len(order.to) if isinstance(order.to, tuple) else 1
    says = (
        f"the order moves {counted(count, 'model')} of {unit.id}, but gives {counted(given, 'place')}; "
        f"give one place for all of them, or {count} (- for a model that stays)"
    )
    return Refusal("to", "wrong-count", says, "ZC 6.4")


def _too_far(unit: Unit, plan: PlannedMove, move: int) -> Iterator[Refusal]:
    """ZC 6.1, 6.2: paths that cost more than the ``move`` of the unit, in hundredths."""
    for step in plan.steps:
        if step.cost > move:
            bare = cost_on(None, step.way)
            more = step.cost - bare
            slowed = f" ({inches(bare / 100)} plus {inches(more / 100)} for terrain)" if more > 0 else ""
            says = (
                f"{unit.id}.{step.number} can move {inches(move / 100)}; this costs {inches(step.cost / 100)}{slowed}, "
                f"{inches((step.cost - move) / 100)} too much"
            )
            yield Refusal("to", "too-far", says, "ZC 6.2")


def _split_objections(seen: State, unit: Unit, plan: PlannedMove) -> Iterator[Refusal]:
    """ZC 3.5: a unit that would be in more groups; one whose models all go the same way is not asked about."""
    before = count_groups(diameter(seen, unit), [model.at for model in unit.models])
    yield from coherency_objections(seen, unit, plan.ends, before)


# enemies in the way
def _blocked(
    seen: State, unit: Unit, plan: PlannedMove, beside: Iterable[PlacedModel], width: int
) -> Iterator[Refusal]:
    """ZC 6.3: enemies in the way."""
    hostile = enemy_sides(seen, unit.side)
    enemies = [body for body in beside if body.side in hostile]
    for number, way in plan.going.items() if enemies else ():
        for a, b in pairwise(way):
            met = [
                body
                for body in _enemies_near(a, b, width, enemies)
                if passes_too_near(a, b, body.at, width + body.diameter)
            ]
            if met:
                first = min(met, key=lambda body: _distance_to_enemy(a, b, body.at, width + body.diameter))
                yield _blocked_refusal(f"{unit.id}.{number}", a, b, first, width)


def _enemies_near(a: Spot, b: Spot, width: int, enemies: Iterable[PlacedModel]) -> list[PlacedModel]:
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
        f"need {inches((width + body.diameter) / 200)}; go around it with a path, as in move 10,6>12,8"
    )
    return Refusal("to", "blocked", says, "ZC 6.3")


def run(turn: Turn[State], order: Order) -> None:
    """ZC 6.5: the models move; those that end where they started, without waypoints, have not moved."""
    assert isinstance(order, Move)
    turn.happens(Moved(order.unit, planned_move(turn.state, order).steps))


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
