"""The theatres of an area map as scenario files write them: named parts that pictures show by themselves."""

from collections.abc import Generator, Iterator, Mapping
from typing import Any

from engine.contract import Fault
from engine.toolkit.scenario_values import Path, did_you_mean, no_such, shortened, title_faults
from maps.geometry.area_map import AreaMap

from .yaml_reader import Key

MOST = 12
"""Theatres of a map."""
_EXAMPLE = "for example theatres: {Europe: [Kiev, Moscow, sz2], Africa: [Egypt, sz2]}"


def read_theatres(written: Any, areas: AreaMap, path: Path) -> Generator[Fault, None, dict[str, tuple[str, ...]]]:
    """Yields the faults of a ``board.theatres``; returns the areas of each theatre, in the file's order."""
    if not isinstance(written, Mapping) or not 1 <= len(written) <= MOST:
        has = len(written) if isinstance(written, Mapping) else shortened(written)
        yield Fault(path, f"theatres must be a mapping of 1 to {MOST} names to lists of areas, not {has}", _EXAMPLE)
        return {}
    wrong = False
    for fault in (*_names(written, areas, path), *_lists(written, areas, path)):
        wrong = True
        yield fault
    return {} if wrong else {" ".join(name.split()): tuple(listed) for name, listed in written.items()}


def _names(written: Mapping[Any, Any], areas: AreaMap, path: Path) -> Iterator[Fault]:
    """Faults of names: each its own, and none that means an area."""
    places = {word.lower(): area.id for area in areas.known.values() for word in (area.id, area.name)}
    taken = dict[str, Any]()
    for name in written:
        at, wrong = (*path, Key(name)), list(title_faults(name, (*path, Key(name)), "a theatre's"))
        yield from wrong
        if wrong:
            continue
        word = " ".join(name.lower().split())
        if not word:
            yield Fault(at, "this name has no letters", "give the theatre a name")
        elif word in places:
            yield Fault(at, f"{name} is the name of the area {places[word]}", "give the theatre another name")
        elif taken.setdefault(word, name) != name:
            yield Fault(at, f"another theatre already has the name {taken[word]}", "give each theatre its own name")


def _lists(written: Mapping[Any, Any], areas: AreaMap, path: Path) -> Iterator[Fault]:
    """Faults of lists: areas of the map, none twice in a list, each in one theatre or more."""
    named, listed_well = set[str](), True
    for name, listed in written.items():
        if not isinstance(listed, list) or not listed:
            listed_well = False
            yield Fault((*path, name), f"a theatre must be a list of areas, not {shortened(listed)}", _EXAMPLE)
            continue
        for index, area in enumerate(listed):
            if not isinstance(area, str) or area not in areas.known:
                yield Fault(
                    (*path, name, index),
                    no_such("area", area),
                    did_you_mean(str(area), tuple(areas.known)),
                )
            elif area in listed[:index]:
                yield Fault((*path, name, index), f"{area} is listed twice", "remove one of the two")
            else:
                named.add(area)
    if listed_well and (missing := [area for area in areas.known if area not in named]):
        more = f" and {len(missing) - 5} more areas" if len(missing) > 5 else ""
        yield Fault(path, f"no theatre has {', '.join(missing[:5])}{more}", "list each area in one theatre or more")
