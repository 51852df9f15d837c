"""Scenarios from the JSON that logs hold: the last ones are kept, and a large one may be read in another process."""

from typing import NamedTuple

from engine.contract import Scenario, Unreadable, parse
from engine.toolkit.long_calculations import long_calculation

from . import reader
from .yaml_reader import FaultyFile, LocatedFault

KEPT = 8
"""Scenarios that are kept; those of a server's own have 200,000 bytes at most."""
SOON = 30_000
"""Characters of JSON that are read in a few milliseconds; the longest scenario shipped has 22,000."""


class SourceRead(NamedTuple):
    """A scenario, or None and what is wrong with it."""

    scenario: Scenario | None
    faults: tuple[LocatedFault, ...] = ()


def read_source(source: str) -> Scenario:
    """The scenario that a log holds as JSON.  Raises FaultyFile; its faults name the keys that lead there."""
    found = _read_elsewhere(source)
    if found.scenario is None:
        raise FaultyFile(found.faults)
    return found.scenario


def _read(source: str) -> SourceRead:
    try:
        return SourceRead(reader.parse(parse(source)))
    except Unreadable as unreadable:
        return SourceRead(None, (LocatedFault(0, 0, str(unreadable)),))
    except FaultyFile as faulty:
        return SourceRead(None, tuple(faulty.faults))


def _read_soon(source: str) -> SourceRead | None:
    """A small one; None for a large one."""
    return _read(source) if len(source) <= SOON else None


@long_calculation(KEPT, _read_soon)
def _read_elsewhere(source: str) -> SourceRead:
    return _read(source)
