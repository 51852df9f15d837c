"""The oracles against the sample turn of the rulebook, and the sample turn against all invariants."""

import re
from pathlib import Path

from engine import cases
from engine.scenarios import reader
from engine.systems import zones
from engine.systems.zones.state.events import Attacked, Moved
from tests.conformance import planted_moments
from tests.support.many_cases import for_each
from tests.systems.zones.support import invariants as field
from tests.systems.zones.support import oracle_position as own
from tests.systems.zones.support.oracle_movement import price

CASES = Path(__file__).parents[2] / "cases"
START = zones.start(reader.load("low-wells"))
WORKED = next(
    case for case in cases.read((CASES / "zones.yaml").read_text("utf-8")) if case["case"] == "the-worked-turn"
)
SAID = [("", "", ())] + [
    (side, text, tuple(step.get("dice", ())))
    for step in WORKED["play"]
    for side, text in [*step.get("orders", {}).items(), *((side, "") for side in step.get("done", ()))]
]
PLAYED = list(planted_moments.moments(zones, START, SAID, (), field.begins))


def place(key: str) -> own.Spot:
    unit, _, number = key.partition(".")
    return next(model.at for model in START.units[unit].models if model.number == int(number))


def attacks(unit: str) -> list[Attacked]:
    return [m.event for m in PLAYED if isinstance(m.event, Attacked) and m.event.unit == unit]


def test_distances_of_the_example() -> None:
    first, second = attacks("C1")[:2]
    assert first.distance == own.apart(place("C1.1"), place("R2.1")) == 1703
    assert second.distance == own.apart(place("C1.2"), place("R2.2")) == 1701
    assert attacks("R1")[0].distance == 309 and attacks("R2")[0].distance == 1404


def test_terrain_of_the_example() -> None:
    """Five inches of the grove cover R2.2 from C1.2, none R2.1 from C1.1; two inches of a move are in the other
    grove.
    """
    assert own.sees(START, place("C1.2"), place("R2.2")) == (True, "sparse")
    assert own.sees(START, place("C1.1"), place("R2.1")) == (True, "")
    ((start, end),) = own.stretches_by_kind(START, place("C1.2"), place("R2.2"))["sparse"]
    assert own.rounded(float(end - start) * own.apart(place("C1.2"), place("R2.2"))) == 500
    steps = [step for m in PLAYED if isinstance(m.event, Moved) and m.event.unit == "C2" for step in m.event.models]
    due = [price(START, START.units["C2"], ((x, y), (x - 175, y + 900))) for x, y in (step.way[0] for step in steps)]
    assert [step.cost for step in steps] == due == [917, 1019, 1019]


def test_zones_of_the_example() -> None:
    state = PLAYED[-1].after
    held = {"Z11": "colonial", "Z21": "colonial", "Z12": "raiders", "Z22": "raiders"}
    assert own.control(state) == held and own.score(state, held) == {"colonial": 3, "raiders": 3}


@for_each("invariant", field.EVERY_EVENT, ids=lambda invariant: str(invariant.__name__))
def test_the_example_keeps_every_invariant(invariant: object) -> None:
    assert len(PLAYED) > 60
    for moment in PLAYED:
        invariant(moment)  # type: ignore[operator]


def test_every_refusal_has_a_case() -> None:
    """The rulebook has 37 codes; the cases show each of them at least once."""
    written = "".join(file.read_text("utf-8") for file in CASES.glob("zones-*.yaml"))
    assert len(set(re.findall(r"code: ([a-z-]+)", written))) == 37
