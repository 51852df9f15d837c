"""What is wrong with a scenario file, in the lines that `fieldpost check` prints, and what is in one that is right."""

from typing import NamedTuple

from engine.contract import Scenario, counted, encode
from engine.scenarios import reader
from engine.scenarios.yaml_reader import FaultyFile, LocatedFault
from engine.stand_ins.balance import Balance
from engine.systems import rules_of


class CheckedScenario(NamedTuple):
    """``lines``: what the check says.  ``source``: the scenario as JSON, as a log holds it; "" if it has faults."""

    lines: tuple[str, ...]
    title: str = ""
    system: str = ""
    source: str = ""


def check_scenario(file: str, raw: bytes, longest: int | None = None) -> CheckedScenario:
    """Of a file of this name.  ``longest``: bytes that its JSON may have, with what its aliases stand for written out.

    Can run in any process; a hostile file costs at most a few seconds there.
    """
    try:
        scenario = reader.read(reader.as_text(raw))
        source = encode(scenario.source).decode()
        if longest is not None and (size := len(source.encode())) > longest:
            says = f"with its aliases written out the scenario has {size:,} bytes; here it has at most {longest:,}"
            raise FaultyFile([LocatedFault(1, 1, says)])
    except FaultyFile as faulty:
        return CheckedScenario(tuple(f"{file}:{spot.line}:{spot.column}: {spot}" for spot in faulty.faults))
    return CheckedScenario((f"{file}: {no_errors(scenario)}",), scenario.name, scenario.system, source)


def no_errors(scenario: Scenario) -> str:
    return f"no errors: {scenario.name}, {size_words(scenario)}, {army_words(scenario)}"


def size_words(scenario: Scenario) -> str:
    """How large its board is."""
    if scenario.table:
        return f"{scenario.table.width:g} x {scenario.table.height:g} inches"
    if scenario.areas:
        return counted(len(scenario.areas.known), "area")
    return f"{scenario.hex.columns} x {scenario.hex.rows} hexes" if scenario.hex else ""


def army_words(scenario: Scenario) -> str:
    """How many units each side begins with."""
    counts = tuple(unit_counts(scenario).values())
    return f"{' v '.join(f'{count}' for count in counts)} units" if any(counts) else "armies to choose"


def length_words(scenario: Scenario, balance: Balance | None) -> str:
    """How many turns it has at most, and how often a side is asked for orders in a game, if that was counted."""
    limit = counted(scenario.turns, "turn") if scenario.turns else "no limit"
    return f"{limit}, {balance.parts // len(scenario.sides)} calls a side" if balance else limit


def unit_counts(scenario: Scenario) -> dict[str, int]:
    """Side -> units that it begins with."""
    system = rules_of(scenario)
    state = system.start(scenario)
    return {side: system.unit_count(state, side) for side in scenario.sides}
