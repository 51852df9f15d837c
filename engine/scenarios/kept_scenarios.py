"""Scenarios from the JSON that logs hold: the last ones are kept, and a large one may be read in another process."""

from engine.contract import Scenario, Unreadable, parse
from engine.toolkit.long_calculations import long_calculation

from . import reader
from .yaml_reader import FaultyFile, LocatedFault

KEPT = 8
"""Scenarios that are kept; those of a server's own have 200,000 bytes at most."""
SOON = 30_000
"""Characters of JSON that are read in a few milliseconds; the longest scenario shipped has 22,000."""


def read_source(source: str) -> Scenario:
    """The scenario that a log holds as JSON.  Raises FaultyFile; its faults name the keys that lead there."""
    found = _scenario_or_faults(source)
    if isinstance(found, Scenario):
        return found
    raise FaultyFile(found)


def _read(source: str) -> Scenario | tuple[LocatedFault, ...]:
    try:
        return reader.parse(parse(source))
    except Unreadable as unreadable:
        return (LocatedFault(0, 0, str(unreadable)),)
    except FaultyFile as faulty:
        return tuple(faulty.faults)


def _read_soon(source: str) -> Scenario | tuple[LocatedFault, ...] | None:
    """A small one; None for a large one."""
    return _read(source) if len(source) <= SOON else None


@long_calculation(KEPT, _read_soon)
def _scenario_or_faults(source: str) -> Scenario | tuple[LocatedFault, ...]:
    return _read(source)
