"""Moves of single models into further zones while the rest of their unit stays (ZC 3.5, 6.4, 14.1)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..orders import Move
from ..rules.board.bases import placed_models
from ..rules.board.geometry import bases_overlap, count_groups, diameter, hundredths, spot_distance
from ..rules.board.terrain import path_cost
from ..rules.board.zone_control import zone_of
from ..state.position import Spot, State, Unit, unit_type
from ..state.zone_grid import zone_box
from .reachable_zones import zone_gains
from .zone_value import rounds_left

LEAST_STEP = 0.05
"""What zones a step must win at least."""
MOST_STEPS = 4
"""The most models of a unit that are sent out."""


class _Step(NamedTuple):
    """Where a model of a unit could go, and the zone it would be in.  ``nth``: its place among the models, from 0."""

    nth: int
    at: Spot
    zone: str


def detaching_moves(seen: State, unit: Unit) -> Iterator[Move]:
    """Moves that win more and more zones, each by one more model than the one before; none before the last round but
    one.
    """
    if rounds_left(seen) > 1:
        return
    gains, base = zone_gains(seen, unit), diameter(seen, unit)
    spots = [model.at for model in unit.models]
    zones = [zone_of(seen.table, model.at, base) if model.wounds else None for model in unit.models]
    groups, steps = count_groups(base, spots), list(_steps(seen, unit, gains))
    for _ in range(MOST_STEPS):
        step = _best_step(seen, unit, spots, zones, steps, groups)
        if step is None:
            return
        spots[step.nth], zones[step.nth] = step.at, step.zone
        ways = zip(unit.models, spots, strict=True)
        yield Move(unit.id, tuple([() if at == model.at else (at,) for model, at in ways]))


def _best_step(
    seen: State,
    unit: Unit,
    spots: Sequence[Spot],
    zones: Sequence[str | None],
    steps: Sequence[_Step],
    groups: int,
) -> _Step | None:
    """The step that wins most, of these the shortest; it leaves the unit in no more groups."""
    gains, base = zone_gains(seen, unit), diameter(seen, unit)
    allowed = hundredths(unit_type(seen, unit).move)

    def gained(step: _Step) -> float:
        left = zones[step.nth]
        lost = gains[left] if left and zones.count(left) == 1 and left != step.zone else 0.0
        return (gains[step.zone] if step.zone not in zones else 0.0) - lost

    def fits(step: _Step) -> bool:
        others = [at for nth, at in enumerate(spots) if nth != step.nth]
        return (
            not any(bases_overlap(step.at, base, at, base) for at in others)
            and count_groups(base, [*others, step.at]) <= groups
            and path_cost(seen, unit, (unit.models[step.nth].at, step.at)) <= allowed
        )

    rated = [
        (-gain, spot_distance(unit.models[step.nth].at, step.at), step)
        for step in steps
        if spots[step.nth] == unit.models[step.nth].at and (gain := gained(step)) >= LEAST_STEP
    ]
    return next((step for _, _, step in sorted(rated) if fits(step)), None)


def _steps(seen: State, unit: Unit, gains: Mapping[str, float]) -> Iterator[_Step]:
    """Into each zone within a model's move: to the places nearest to it, to other models of the unit and to the
    corners of the zone.
    """
    base, allowed = diameter(seen, unit), hundredths(unit_type(seen, unit).move)
    rim, here = (base + 1) // 2, [model.at for model in unit.models]
    others = [one for one in placed_models(seen) if one.unit != unit.id]
    for zone in gains:
        left, low, right, high = zone_box(zone)
        xs, ys = (left + rim, right - rim), (low + rim, high - rim)
        near = [(min(max(x, xs[0]), xs[1]), min(max(y, ys[0]), ys[1])) for x, y in here]
        places = [
            at
            for at in dict.fromkeys([*near, *((x, y) for x in xs for y in ys)])
            if min(spot_distance(at, one) for one in here) <= allowed
            and not any(bases_overlap(at, base, one.at, one.diameter) for one in others)
        ]
        for nth, model in enumerate(unit.models):
            if model.wounds:
                yield from (_Step(nth, at, zone) for at in places if 0 < spot_distance(model.at, at) <= allowed)
