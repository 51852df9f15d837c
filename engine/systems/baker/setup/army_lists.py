"""Army lists: the cost of a list of units in IPCs, compared with what a power can spend (BK 10.2)."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.contract import ArmyCheck, Fault, Scenario, counted
from engine.toolkit.unknown_types import unknown_type

from ..tables import CATALOGUE, UNITS
from ..wording import TYPES, type_in_words
from .start import non_null

_FOREIGN = ("bases", "camps", "nations", "year", "theatre", "historical")


def check_army(scenario: Scenario | None, side: str, army: Mapping[str, int], limits: Mapping[str, Any]) -> ArmyCheck:
    """The cost of a list and its faults. The limit is the one given, or else the power's IPCs in the scenario."""
    types = {written: _type(written) for written in army}
    rows = tuple(
        (kind, type_in_words(kind), army[written], UNITS[kind].cost) for written, kind in types.items() if kind
    )
    total = sum(count * each for _, _, count, each in rows)
    limit = limits.get("points", _starting_ipc(scenario, side))
    return ArmyCheck(rows, total, limit, (*_faults(types, limits), *_over(total, limit)), "IPCs")


def _type(written: str) -> str:
    """The type that a word means, or "" if none."""
    found = TYPES.meant.get(" ".join(written.lower().split()), "")
    return found if found in CATALOGUE else ""


def _starting_ipc(scenario: Scenario | None, side: str) -> int | None:
    """The IPCs that a power has at the start of a scenario; None if it is not in one."""
    powers = non_null(scenario.setup.get("powers")) if scenario else {}
    return non_null(powers[side]).get("ipc", 0) if side in powers else None


def _faults(types: Mapping[str, str], limits: Mapping[str, Any]) -> Iterator[Fault]:
    for written, kind in types.items():
        if not kind:
            yield unknown_type(written, written, CATALOGUE)
    for key in _FOREIGN:
        if limits.get(key):
            word = "camp" if key == "camps" else key
            yield Fault(
                (word,),
                f"this game limits forces by their cost in IPCs and has no {word}",
                "write points: and a number of IPCs",
            )


def _over(total: int, limit: int | None) -> Iterator[Fault]:
    if limit is not None and total > limit:
        yield Fault(
            ("points",),
            f"these units cost {total} of {counted(limit, 'IPC')}: {total - limit} too many",
            f"take out {total - limit} or more",
        )
