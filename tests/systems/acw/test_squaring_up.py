"""Charges of ACW at their end: squaring up in contact, and the side that is struck (CW 7.7)."""

from math import cos, radians, sin
from random import Random
from typing import Any

import pytest

from engine.systems import acw
from engine.systems.acw.orders import Charge
from engine.systems.acw.rules.movement.contact import side_struck
from engine.systems.acw.state.combat_events import (
    Charged,
    Contact,
)
from engine.systems.acw.state.position import footprint
from maps.geometry.plane import Box, box_gap
from tests.support.many_cases import for_each
from tests.systems.acw.support.melees import (
    RIVER,
    apart,
    ordered,
    staged,
)


def squared_by_hand(target: Box, unit: Box, side: str) -> tuple[float, float, float]:
    """CW 7.7 in the target's own frame, turned back: x, y, facing."""
    wide = side in ("front", "rear")
    out, half = (target.along, target.across) if wide else (target.across, target.along)
    angle = radians(target.facing)
    dx, dy = unit.at[0] - target.at[0], unit.at[1] - target.at[1]
    across, on = dx * cos(angle) - dy * sin(angle), dx * sin(angle) + dy * cos(angle)
    most = half + unit.across - min(1, 2 * half, 2 * unit.across)
    off = max(-most, min(most, across if wide else on))
    here = {
        "front": (off, out + unit.along),
        "rear": (off, -out - unit.along),
        "right": (out + unit.along, off),
        "left": (-out - unit.along, off),
    }[side]
    facing = target.facing + {"front": 180, "rear": 0, "right": 270, "left": 90}[side]
    x = target.at[0] + here[0] * cos(angle) + here[1] * sin(angle)
    y = target.at[1] - here[0] * sin(angle) + here[1] * cos(angle)
    return x, y, facing % 360


def struck_by_hand(target: Box, point: tuple[float, float]) -> str:
    """CW 2.7 with the 45-degree lines out of each corner, looked at in the target's frame."""
    angle = radians(target.facing)
    dx, dy = point[0] - target.at[0], point[1] - target.at[1]
    x, y = dx * cos(angle) - dy * sin(angle), dx * sin(angle) + dy * cos(angle)
    if y >= target.along and y - target.along >= abs(x) - target.across:
        return "front"
    if y <= -target.along and -y - target.along >= abs(x) - target.across:
        return "rear"
    return "right" if x > 0 else "left"


def a_charge(random: Random) -> dict[str, Any]:
    """A charger somewhere around a target, with a battery of one base and a friend of the target strewn in."""

    def angle() -> float:
        return round(random.uniform(0, 359.9), 1)

    def body(bases: int) -> dict[str, Any]:
        return {
            "formation": random.choice(["line", "line", "column"]),
            "bases": random.randint(1, bases),
            "facing": angle(),
        }

    bearing, far = radians(angle()), random.uniform(2, 9)
    at = [round(20 + far * sin(bearing), 2), round(20 + far * cos(bearing), 2)]
    units = {"U1": {"at": at, **body(6)}, "C1": {"at": [20, 20], **body(6)}}
    if random.random() < 0.7:
        units["C2"] = {"at": [round(random.uniform(17, 23), 2), round(random.uniform(17, 23), 2)], **body(2)}
    return units


@pytest.mark.long
def test_squaring_up_from_anywhere_keeps_contact_and_never_overlaps() -> None:
    random, seen = Random(7), dict[tuple[str, bool], int]()
    for _ in range(1500):
        state = staged(a_charge(random))
        if apart(state) < 0 or any(acw.check(state, "us", Charge("U1", "C1"))):
            continue
        found = ordered(state, "U1 charge C1", [6, 6])
        if not found.all(Contact):
            continue
        made, before = found.one(Contact), footprint(state, state.units["C1"])
        now, target = footprint(found.state, found.state.units["U1"]), footprint(found.state, found.state.units["C1"])
        assert target == before and apart(found.state) > -0.02001
        assert -0.02 < box_gap(now, target) <= 0.05
        assert (
            made.side
            == side_struck(before, state.units["U1"].inches)
            == struck_by_hand(before, state.units["U1"].inches)
        )
        touched = now._replace(
            at=(found.one(Charged).to[0] / 100, found.one(Charged).to[1] / 100), facing=state.units["U1"].degrees
        )
        x, y, facing = squared_by_hand(target, touched, made.side)
        if made.square:
            assert now.at == pytest.approx((x, y), abs=0.0051) and now.facing == pytest.approx(facing, abs=0.051)
        else:
            assert now == touched
            meant = now._replace(at=(x, y), facing=facing)
            assert any(
                box_gap(meant, footprint(state, state.units[key])) < -0.009
                for key in ("C2", "CX", "UX")
                if key in state.units
            )
        seen[made.side, made.square] = seen.get((made.side, made.square), 0) + 1
    assert {side for side, square in seen if square} == {"front", "rear", "left", "right"}
    assert sum(count for (_, square), count in seen.items() if not square) > 3 and sum(seen.values()) > 250


@pytest.mark.parametrize(("y", "square"), [(None, True), (19.4, False), (19.1, True)])
def test_nobody_squares_up_across_a_river_on_the_way(y: float | None, square: bool) -> None:
    """The charger touches with a corner, its centre at (12.72, 19.22); squared up: (12.72, 19.5).  A ford allows it."""
    ford = (
        []
        if y is None
        else [{**RIVER, "line": [[0, y], [40, y]]}, {"kind": "ford", "name": "Ford", "at": [12.4, y], "width": 4}]
    )
    state = staged(
        {
            "U1": {"at": [9, 15.5], "facing": 45, "formation": "column", "bases": 1},
            "C1": {"at": [12, 20], "facing": 180},
        },
        ford,
    )
    found = ordered(state, "U1 charge C1", [6, 6])
    assert found.one(Charged).to == (1272, 1922)
    assert (found.one(Contact).square, found.at("U1")) == (square, (12.72, 19.5 if square else 19.22))


@for_each(
    ("point", "side"),
    [
        ((3.5, 1.25), "front"),
        ((3.504, 1.25), "front"),
        ((3.506, 1.25), "right"),
        ((-3.504, 1.25), "front"),
        ((-3.506, 1.25), "left"),
        ((3.504, -1.25), "rear"),
        ((3.506, -1.25), "right"),
        ((-3.506, -1.25), "left"),
        ((0, 0.25), "front"),
        ((2.5, 0), "right"),
    ],
)
def test_the_sides_are_parted_by_lines_out_of_the_corners(point: tuple[float, float], side: str) -> None:
    assert side_struck(Box((0, 0), 0, 2.5, 0.25), point) == side
