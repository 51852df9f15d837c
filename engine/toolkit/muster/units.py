"""The units of mustered armies as scenario files write them: ids, types, sides."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, cast

from engine.contract import Scenario, replace

from .army_text import UnitSize
from .position import Army

LONGEST_PREFIX = 8


class Musters(Protocol):
    """A system whose scenarios can be boards offers one name more than the contract has."""

    def mustered(self, scenario: Scenario, armies: Mapping[str, Army]) -> Scenario:
        """The scenario with these armies (side -> type -> how many) in place of its own units and no ``muster``, each
        set up in its side's deployment zone, where it can be deployed.

        ValueError says, in a part of a sentence, why the scenario is no board, or for which army there is no room.
        """


def offers_muster(rules: object) -> bool:
    """Whether scenarios of these rules can be boards."""
    return hasattr(rules, "mustered")


def mustered(rules: object, scenario: Scenario, armies: Mapping[str, Army]) -> Scenario:
    """What the rules' own ``mustered`` makes of a board and its armies."""
    return cast(Musters, rules).mustered(scenario, armies)


def id_prefixes(words: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    """Side -> the letters that the ids of its units begin with: those given, else the first of its word, or more of
    them if several sides begin alike.
    """
    length = 1
    while length < 20 and len({given.get(side, word[:length]) for side, word in words.items()}) < len(words):
        length += 1
    return {side: given.get(side, word[:length]) for side, word in words.items()}


def mustered_units(
    scenario: Scenario,
    armies: Mapping[str, Army],
    size: str = "",
    prefix: Mapping[str, str] | None = None,
    titles: Mapping[str, str] | None = None,
) -> Iterator[dict[str, Any]]:
    """Each unit with ``id``, ``type`` and ``side``, in the order of the lists.  ``size``: the key under which its
    models or bases are written.  ``prefix``: side -> what its ids begin with, where the scenario says so.  ``titles``:
    type -> what it is called; units are named after it and numbered, over all sides, so that each has its own name.
    """
    named = Counter[str]()
    prefixes = id_prefixes({side: side.replace("-", "").upper() for side in scenario.sides}, prefix or {})
    if len(set(prefixes.values())) < len(prefixes) or max(map(len, prefixes.values())) > LONGEST_PREFIX:
        prefixes = dict(zip(scenario.sides, "ABCDEFGH", strict=False))
    for side in scenario.sides:
        number = 0
        for written, count in armies[side].items():
            kind = UnitSize.read(written) if size else UnitSize(written, None)
            for _ in range(count):
                number += 1
                unit = {"id": f"{prefixes[side]}{number}", "type": kind.type, "side": side}
                if titles:
                    named[titles[kind.type]] += 1
                    unit["name"] = f"{titles[kind.type]} {named[titles[kind.type]]}"
                yield unit | ({size: kind.size} if kind.size is not None else {})


def ready_scenario(scenario: Scenario, units: Sequence[Mapping[str, Any]], setup: Mapping[str, Any]) -> Scenario:
    """The scenario with these units and this setup, and no muster any more."""
    return replace(scenario, units=tuple(units), setup={**scenario.setup, **setup}, muster=None)
