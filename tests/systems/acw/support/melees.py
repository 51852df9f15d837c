"""Regiments in contact for tests of the ACW game's battles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import play
from engine.contract import Event, Tape, Turn
from engine.scenarios import reader
from engine.systems import acw
from engine.systems.acw.state.position import State, footprint, units_on_table
from maps.geometry.plane import box_gap

CASES = Path(__file__).parents[3] / "cases" / "acw.yaml"
FRONT: dict[str, Any] = {"U1": {"at": [20, 20], "facing": 0}, "C1": {"at": [20, 20.5], "facing": 180}}
"""Two lines in contact, front to front."""
WOOD = {"kind": "woods", "name": "Oak Wood", "shape": [[10, 10], [30, 10], [30, 30], [10, 30]]}
FIELD = {**WOOD, "kind": "field", "name": "Corn"}
BARN = {"kind": "building", "name": "Barn", "shape": [[17, 20.3], [23, 20.3], [23, 21.5], [17, 21.5]]}
FENCE = {"kind": "fence", "name": "Rails", "line": [[0, 20.25], [40, 20.25]]}
HILL = {"kind": "hill", "name": "Ridge", "shape": FIELD["shape"], "crest": [[12, 20.6], [28, 20.6]]}
TRENCH = {**BARN, "kind": "entrenchment", "name": "Trench"}
RIVER = {"kind": "river", "name": "Run", "line": [[0, 14], [40, 14]]}
FARM = {"kind": "building", "name": "Farm", "shape": [[18, 18], [22, 18], [22, 22], [18, 22]], "value": 1}
GUN = {"type": "foot-artillery", "at": [20, 10], "facing": 0}


def staged(units: Mapping[str, Any], terrain: Sequence[Any] = (), phase: str = "first-movement", **game: Any) -> State:
    """Units whose ids begin with U are the Union's, which is active; infantry in line unless they say otherwise."""
    written = {
        key: {"type": "infantry", "side": "us" if key[0] == "U" else "cs", **facts} for key, facts in units.items()
    }
    scenario = reader.parse(
        {
            "system": "acw",
            "name": "Ground",
            "board": {"table": {"width": 40, "height": 40, "terrain": list(terrain)}},
            "sides": {"us": {"name": "Union", "colour": "#0072B2"}, "cs": {"name": "Confederacy", "colour": "#D55E00"}},
            "units": [
                {"id": "UX", "type": "infantry", "side": "us", "at": [35, 2], "facing": 0},
                {"id": "CX", "type": "infantry", "side": "cs", "at": [35, 38], "facing": 180},
            ],
            "setup": {"victory": {"break": 99}},
        }
    )
    changes = {"phase": phase, "active": "us", "turn": 1, "units": written, "game": {"activations": 99, **game}}
    return acw.case_position(scenario, changes)


@dataclass
class Outcome:
    state: State
    events: list[Event]
    left: Sequence[int]

    def one(self, kind: type) -> Any:
        """The only event of a kind."""
        (found,) = self.all(kind)
        return found

    def all(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def at(self, key: str) -> tuple[float, float]:
        return self.state.units[key].inches


def ordered(state: State, text: str, dice: Sequence[int] = (), side: str = "us") -> Outcome:
    turn = Turn(state, tape := Tape(dice), acw.apply)
    play.run(acw, turn, side, [play.OrderToRun(nth, line) for nth, line in enumerate(text.splitlines(), 1)])
    return Outcome(turn.state, turn.events, tape.left)


def closed(state: State, side: str, dice: Sequence[int] = ()) -> Outcome:
    turn = Turn(state, tape := Tape(dice), acw.apply)
    play.close(acw, turn, side)
    return Outcome(turn.state, turn.events, tape.left)


def fought(units: Mapping[str, Any], dice: Sequence[int], terrain: Sequence[Any] = (), **written: Any) -> Outcome:
    """One round of U1 against C1 in a battle phase; every die is used."""
    state = staged(units, terrain, "first-battle", melees=[{"charger": "U1", "target": "C1", **written}])
    found = ordered(state, "U1 fight C1", dice)
    assert not found.left
    return found


def refused(state: State, order: Any) -> tuple[str, str]:
    refusal = next(acw.check(state, "us", order))
    return refusal.code, refusal.says


def apart(state: State) -> float:
    """The smallest gap of any two footprints."""
    boxes = [footprint(state, unit) for unit in units_on_table(state)]
    return min(box_gap(a, b) for nth, a in enumerate(boxes) for b in boxes[:nth])
