"""Files that people write, each value replaced at random: scenarios, army lists and cases end in a sentence."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import cases
from engine.scenarios import army_lists, reader, yaml_reader
from engine.scenarios.yaml_reader import FaultyFile
from engine.systems import SYSTEMS
from tests.support.corrupt_scenarios import spoiled, ways
from tests.support.sampling import share

JUNK: Sequence[Any] = (
    *(None, [], {}, "", "x", "~", -1, 0, 7, 10**6, 1.5, True, [[]], [None], {"a": 1}, {"x": None}, ["x"], [1, 2]),
    *("a b", "é" * 70, "1101", "0101"),
)
LISTS = (
    "system: miniwars\npoints: 200\narmy: {knights: 2, bowmen: 1}",
    "scenario: raid-on-danville\nside: town\narmy: {guardsmen: 2}",
    "system: forumini\npoints: 500\nnations: [germany]\nyear: 1944\ntheatre: west\nhistorical: true\ncamp: axis\n"
    "army: {grenadier: 2}",
    "system: acw\npoints: 100\nbases: 30\narmy: {line-infantry x6: 2}",
    "system: zones\npoints: 60\narmy: {guardsmen: 2}",
    "system: baker\nscenario: two-shores\narmy: {infantry: 3}",
)
CASES = Path(__file__).parents[1] / "cases"


@cache
def scenario(stem: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml_reader.read(reader.read_text(reader.find_shipped(stem)))
    return found


@cache
def all_cases() -> tuple[dict[str, Any], ...]:
    return tuple(case for file in sorted(CASES.glob("*.yaml"))[:: share(1, 4)] for case in cases.read(file.read_text()))


def text(written: Any) -> str:
    """As YAML: JSON is part of it."""
    return json.dumps(written, ensure_ascii=False)


@pytest.mark.parametrize("stem", reader.shipped())
def test_scenarios(stem: str) -> None:
    whole = scenario(stem)
    known = list(ways(whole))
    for seed in range(share(60, 2)):
        chance = Random(f"{stem} {seed}")
        damaged = spoiled(whole, known, chance, JUNK)
        faults = reader.faults(text(damaged))
        assert all(fault.says and fault.line for fault in faults), (seed, faults)
        if not faults:
            read = reader.parse(damaged)
            assert SYSTEMS[read.system].start(read), seed


def test_army_lists() -> None:
    for seed in range(share(6_000, 250)):
        chance = Random(f"army {seed}")
        whole = yaml_reader.read(chance.choice(LISTS))
        damaged = text(spoiled(whole, list(ways(whole)), chance, JUNK))
        try:
            found = army_lists.check_army_list(damaged, reader.load)
        except FaultyFile as faulty:
            assert faulty.faults, (seed, damaged)
        else:
            assert found.words, (seed, damaged)


@pytest.mark.parametrize(
    "written", ["scenario: ~\narmy: {knights: 1}", "system: ~\narmy: {knights: 1}", "scenario: ~\nsystem: ~\narmy: ~"]
)
def test_a_list_with_empty_keys_lacks_what_they_should_say(written: str) -> None:
    with pytest.raises(FaultyFile) as caught:
        army_lists.check_army_list(written, reader.load)
    assert "does not name its system" in str(caught.value)


def test_cases() -> None:
    """Half of the damages are in what is set, ordered and expected, half anywhere, the scenario included."""
    for seed in range(share(3_000, 100)):
        chance = Random(f"case {seed}")
        whole = chance.choice(all_cases())
        inner = {key: value for key, value in whole.items() if key != "scenario"}
        target = chance.choice((whole, inner))
        damaged: Mapping[str, Any] = whole | spoiled(target, list(ways(target)), chance, JUNK)
        for failure in cases.run(damaged, "damaged.yaml"):
            assert failure.expected and failure.came, (seed, str(failure))
