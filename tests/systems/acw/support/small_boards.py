"""Small tables of the ACW game for its tests, by hand or by chance, and orders run on them."""

from collections.abc import Sequence
from math import cos, sin
from random import Random
from typing import Any

from engine import checking, play
from engine.contract import Event, Tape, Turn
from engine.scenarios import reader
from engine.systems import acw
from engine.systems.acw.rules.board.footprints import all_footprints, is_off_table
from engine.systems.acw.state.events import Moved
from engine.systems.acw.state.position import State
from maps.geometry.plane import box_gap

SIDES = {"us": {"name": "Union", "colour": "#0072B2"}, "cs": {"name": "Confederacy", "colour": "#D55E00"}}


def unit(kind: str, x: float, y: float, facing: float = 0, side: str = "us", **facts: Any) -> dict[str, Any]:
    return {"type": kind, "side": side, "at": [x, y], "facing": facing, **facts}


def foot(x: float, y: float, facing: float = 0, side: str = "us", **facts: Any) -> dict[str, Any]:
    return unit("infantry", x, y, facing, side, **facts)


def staged(
    *terrain: dict[str, Any],
    setup: dict[str, Any] | None = None,
    rubble: dict[str, int] | None = None,
    **units: dict[str, Any],
) -> State:
    """A table of 40 by 40 in the first player's movement, the Union's; A9 and C9 are far away."""
    written = {
        "system": "acw",
        "name": "Table",
        "board": {"table": {"width": 40, "height": 40, "terrain": list(terrain)}},
        "sides": SIDES,
        "units": [{"id": "A9", **foot(37, 36)}, {"id": "C9", **foot(37, 38, 180, "cs")}],
        "setup": setup or {},
    }
    changes = {
        "phase": "first-movement",
        "active": "us",
        "units": units,
        "game": {"activations": 12, "buildings": rubble or {}},
    }
    state: State = acw.case_position(reader.parse(written), changes)
    return state


def ordered(state: State, text: str, dice: Sequence[int] = ()) -> tuple[State, list[Event]]:
    turn = Turn(state, tape := Tape(dice), acw.apply)
    play.run(acw, turn, "us", [play.OrderToRun(nth, line) for nth, line in enumerate(text.splitlines(), 1)])
    assert not tape.left, turn.events
    return turn.state, turn.events


def gone(state: State, text: str, *dice: int) -> tuple[float, str, str]:
    """How long the last move was, what halved and what cut it."""
    moved = [event for event in ordered(state, text, dice)[1] if isinstance(event, Moved)][-1]
    return moved.length.length, moved.length.halved, moved.length.limit


def refused(state: State, text: str) -> tuple[str, str]:
    """The code and the words of the first objection against the last order."""
    verdict = checking.check(acw, state, "us", text)[-1]
    assert verdict.problems, f"{text} is accepted"
    return verdict.problems[0].code, verdict.problems[0].message


# by chance

KINDS = ("infantry", "infantry", "infantry", "cavalry", "cavalry", "foot-artillery", "horse-artillery", "leader")


def battlefield(seed: int) -> State:
    """A table crowded with terrain and with units that do not overlap."""
    chance = Random(seed)
    square = [
        {"kind": kind, "name": f"{kind} {n}", "shape": _blob(chance)}
        for n, kind in enumerate(chance.choices(("woods", "building", "field", "entrenchment", "fieldworks"), k=7))
    ]
    water: list[dict[str, Any]] = [
        {"kind": chance.choice(("river", "stream", "fence")), "name": f"line {n}", "line": _walk(chance)}
        for n in range(4)
    ]
    spans = [
        {
            "kind": chance.choice(("bridge", "ford")),
            "name": f"span {n}",
            "at": _rough(chance.choice(line["line"])),
            "width": 2,
        }
        for n, line in enumerate(water)
        if line["kind"] != "fence"
    ]
    hill = {
        "kind": "steep-hill",
        "name": "Knob",
        "shape": [[12, 12], [20, 13], [19, 20], [11, 19]],
        "crest": [[13, 16], [18, 16]],
    }
    road = {"kind": "road", "name": "Pike", "line": _walk(chance)}
    units: dict[str, dict[str, Any]] = {}
    for n in range(10, 24):
        kind, side = chance.choice(KINDS), chance.choice(("us", "cs"))
        form = (
            {} if kind == "leader" else {"formation": chance.choice(("line", "column")), "bases": chance.randint(1, 6)}
        )
        x, y, facing = (
            chance.randint(0, 1500) / 100,
            chance.randint(0, 1500) / 100,
            chance.choice((0, 90, 180, 217.3, 45, 333.3)),
        )
        one = unit(kind, x, y, facing, side, **form)
        state = staged(**units, X=one)
        own = next(body for body in all_footprints(state) if body.unit.id == "X")
        if not is_off_table(state.table, own.footprint) and all(
            box_gap(own.footprint, b.footprint) > 0 for b in all_footprints(state) if b.unit.id != "X"
        ):
            units[f"{'U' if side == 'us' else 'C'}{n}"] = one
    return staged(*square, *water, *spans, hill, road, **units)


def _rough(point: list[float]) -> list[float]:
    return [round(point[0], 2), round(point[1], 2)]


def _blob(chance: Random) -> list[list[float]]:
    x, y, wide, high = chance.uniform(1, 14), chance.uniform(1, 14), chance.uniform(1, 4), chance.uniform(1, 4)
    slope, lean = chance.uniform(0, 1), chance.uniform(0, 1)
    return [_rough([x, y]), _rough([x + wide, y + slope]), _rough([x + wide, y + high]), _rough([x + lean, y + high])]


def _walk(chance: Random) -> list[list[float]]:
    x, y, turn = chance.uniform(0, 16), chance.uniform(0, 16), chance.uniform(0, 6)
    points = [
        _rough([max(0, min(40, x + n * 4 * cos(turn))), max(0, min(40, y + n * 4 * sin(turn)))]) for n in range(4)
    ]
    return [point for n, point in enumerate(points) if n == 0 or point != points[n - 1]]
