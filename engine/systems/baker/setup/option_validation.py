"""Validation of the options that a scenario may switch on (section Setup switches of RULES.md)."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.contract import Fault
from engine.toolkit.scenario_values import Path, did_you_mean, shortened, unknown_keys, whole_number_faults, word_faults

from ..state.position import MOST_BID

MOST_IPC = 9999
_BID, _EXAMPLE = ("power", "usual"), "for example {power: germany, usual: 6}"


def option_faults(setup: Mapping[str, Any], sides: tuple[str, ...], path: Path) -> Iterator[Fault]:
    """The faults in the options of a campaign."""
    for key in ("strategic_bombing", "low_luck"):
        yield from switch_faults(setup, key, path)
    if "neutral_price" in setup:
        yield from whole_number_faults(setup["neutral_price"], (*path, "neutral_price"), 0, MOST_IPC)
    if "placement" in setup:
        yield from word_faults(setup["placement"], (*path, "placement"), ("classic", "value"))
    if "bid" in setup:
        yield from _bid(setup["bid"], sides, (*path, "bid"))


def switch_faults(setup: Mapping[str, Any], key: str, path: Path) -> Iterator[Fault]:
    """The fault of an option that is on or off."""
    if not isinstance(setup.get(key, True), bool):
        yield Fault((*path, key), f"{key} is true or false, not {shortened(setup[key])}")


def _bid(written: Any, sides: tuple[str, ...], path: Path) -> Iterator[Fault]:
    """BK 18.1: the power that may be given IPCs, and the usual figure."""
    if not isinstance(written, Mapping) or written.get("power") is None:
        yield Fault(path, f"a bid names the power that may be given IPCs, not {shortened(written)}", _EXAMPLE)
        return
    yield from unknown_keys(written, _BID, path)
    if written["power"] not in sides:
        yield Fault(
            (*path, "power"),
            f"there is no power {shortened(written['power'])}",
            did_you_mean(str(written["power"]), sides),
        )
    if written.get("usual") is not None:
        yield from whole_number_faults(written["usual"], (*path, "usual"), 0, MOST_BID)
