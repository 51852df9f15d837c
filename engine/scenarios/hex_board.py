"""A hex board as scenario files write it: rows of characters, chains of hexes and hexsides."""

import re
from collections.abc import Generator, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any

from engine.contract import Fault, counted
from engine.printable import is_printable
from maps.geometry import hexes
from maps.geometry.hexes import Board, Cell

from .yaml_reader import Key

Path = tuple[str | int, ...]
COLUMNS = ROWS = 99
"""A hex number has two digits for each."""
_KEYS = ("legend", "rows", "roads", "sides", "labels")


def board(written: Any, path: Path, words: Mapping[str, Cell]) -> Generator[Fault, None, Board | None]:
    """Yields the faults of a ``board.hex``; returns the board if there is one.  ``words``: the system's LEGEND."""
    if not isinstance(written, Mapping):
        yield Fault(path, "a hex board must be a mapping of legend, rows, roads, sides and labels")
        return None
    yield from unknown_keys(written, _KEYS, path)
    legend = yield from _legend(written.get("legend"), (*path, "legend"), words)
    rows = yield from _rows(written.get("rows"), legend, (*path, "rows"))
    if not rows:
        return None
    across, down = max(map(len, rows)), len(rows)
    columns = [f"{column:02}" for column in range(1, across + 1)]
    ground = {letter: legend.get(letter, Cell("plain")) for letter in dict.fromkeys("".join(rows) + " ")}
    cells = {
        f"{column}{row:02}": ground[letter]
        for row, line in enumerate(rows, 1)
        for column, letter in zip(columns, line.ljust(across), strict=True)
    }
    roads = yield from _roads(written.get("roads") or [], cells, (*path, "roads"))
    edges = yield from _edges(written.get("sides") or {}, cells, (*path, "sides"))
    labels = yield from _labels(written.get("labels") or {}, cells, (*path, "labels"))
    return Board(across, down, cells, roads, edges, labels)


def unknown_keys(written: Mapping[str, Any], keys: tuple[str, ...], path: Path) -> Iterator[Fault]:
    """A fault for each unknown key, with the one that was probably meant."""
    for key in written:
        if key not in keys:
            yield Fault(
                (*path, Key(key)),
                f"{key} is not a key of {path[-1] if path else 'a scenario'}",
                nearest_word(key, keys),
            )


def nearest_word(word: str, words: tuple[str, ...]) -> str:
    """What to write instead of a word: the most similar one, or a list of all."""
    near = get_close_matches(word.lower()[:80], words, 1, 0.6)
    return f"write {near[0]}" if near else f"choose from {', '.join(words)}" if words else "leave it out"


def _legend(written: Any, path: Path, words: Mapping[str, Cell]) -> Generator[Fault, None, dict[str, Cell]]:
    found = dict[str, Cell]()
    if not isinstance(written, Mapping) or not written:
        yield Fault(path, "a hex board needs a legend", 'for example {".": plain, "f": forest}')
        return found
    for letter, what in written.items():
        if len(letter) != 1:
            yield Fault(
                (*path, Key(letter)), f"a key of the legend must be one character; {letter!r} has {len(letter)}"
            )
        match what:
            case str():
                found[letter] = words.get(what) or Cell(what)
            case {"terrain": str(terrain), "level": int(level), **more} if (
                not more and level in range(10) and level is not True
            ):
                found[letter] = Cell((words.get(terrain) or Cell(terrain)).terrain, level)
            case {"terrain": str(terrain), **more} if not more:
                found[letter] = words.get(terrain) or Cell(terrain)
            case _:
                says = "write a terrain, or {terrain: plain, level: 1} with a level from 0 to 9"
                yield Fault((*path, letter), f"{letter!r} does not describe a hex", says)
                found[letter] = Cell("plain")
    return found


def _rows(written: Any, legend: Mapping[str, Cell], path: Path) -> Generator[Fault, None, list[str]]:
    if not isinstance(written, list) or not written or not all(isinstance(row, str) and row for row in written):
        yield Fault(
            path, "rows must be a list of texts, one character for each hex", 'for example ["..ff..", "..f..."]'
        )
        return []
    if len(written) > ROWS or any(len(row) > COLUMNS for row in written):
        has = f"this one has {max(map(len, written))} and {len(written)}"
        yield Fault(path, f"a board has at most {COLUMNS} columns and {ROWS} rows; {has}")
        return []
    usual = max({len(row): None for row in written}, key=[len(row) for row in written].count)
    for number, row in enumerate(written):
        if len(row) != usual:
            yield Fault(
                (*path, number),
                f"row {number + 1} has {counted(len(row), 'hex')}, the others {usual}",
                "make all rows equally long",
            )
        if not legend or legend.keys() >= set(row):
            continue
        strange = [column for column, letter in enumerate(row) if letter not in legend]
        for column in strange[:3]:
            says = f"{row[column]!r} in hex {hexes.name(column + 1, number + 1)} is not in the legend"
            yield Fault((*path, number, column), says, f"the legend has {' '.join(legend)}")
    return written


def _chains(written: Any, path: Path, example: str) -> Generator[Fault, None, list[list[tuple[str, Path]]]]:
    """The words of each chain with the path to each; the last step counts characters.  A single chain needs no list."""
    found = list[list[tuple[str, Path]]]()
    lines = [written] if isinstance(written, str) else written
    if not isinstance(lines, list):
        yield Fault(path, "this must be a list of chains", f'for example ["{example}"]')
        return found
    for number, line in enumerate(lines):
        way = (*path, number) if isinstance(written, list) else path
        if isinstance(line, str):
            found.append([(word[0], (*way, word.start())) for word in re.finditer(r"\S+", line)])
        else:
            yield Fault(way, "a chain must be a text", f'for example "{example}"')
    return found


def _roads(written: Any, cells: Mapping[str, Cell], path: Path) -> Generator[Fault, None, tuple[tuple[str, ...], ...]]:
    found = list[tuple[str, ...]]()
    for steps in (yield from _chains(written, path, "0105 0205 0306")):
        off = [(place, way) for place, way in steps if place not in cells]
        for place, way in off:
            yield Fault(way, f"the road goes through {place}, which is not on the board", _board_range(cells))
        for (a, _), (b, way) in () if off else pairwise(steps):
            if b not in _neighbours(a):
                yield Fault(
                    way, f"the road jumps from {a} to {b}", f"the neighbours of {a} are {_neighbours_listed(a, cells)}"
                )
        found.append(tuple(place for place, _ in steps))
    return tuple(found)


def _edges(written: Any, cells: Mapping[str, Cell], path: Path) -> Generator[Fault, None, dict[str, tuple[str, ...]]]:
    found = dict[str, tuple[str, ...]]()
    if not isinstance(written, Mapping):
        yield Fault(path, "hexside features must be a mapping of lists", 'for example {river: ["0301/0401 0301/0402"]}')
        return found
    for kind, chains in written.items():
        for side, way in chain.from_iterable((yield from _chains(chains or [], (*path, kind), "0301/0401 0301/0402"))):
            if said := _hexside_fault(side, cells):
                yield Fault(way, *said)
                continue
            name = hexes.edge(*side.split("/"))
            if kind not in found.get(name, ()):
                found[name] = (*found.get(name, ()), kind)
    return found


def _hexside_fault(side: str, cells: Mapping[str, Cell]) -> tuple[str, str] | None:
    """Why this is not a hexside of the board, and what to write instead."""
    places = side.split("/")
    if len(places) != 2:
        return f"{side} is not a hexside", "write the two hexes it lies between, as in 0301/0401"
    if off := [place for place in places if place not in cells]:
        return f"{side}: {off[0]} is not on the board", _board_range(cells)
    if places[1] not in _neighbours(places[0]):
        return (
            f"{side}: {places[0]} and {places[1]} are not adjacent",
            f"the neighbours of {places[0]} are {_neighbours_listed(places[0], cells)}",
        )
    return None


def _labels(written: Any, cells: Mapping[str, Cell], path: Path) -> Generator[Fault, None, dict[str, str]]:
    found = dict[str, str]()
    if not isinstance(written, Mapping):
        yield Fault(path, "labels must be a mapping from hex to name", 'for example {"0507": Danville}')
        return found
    for place, label in written.items():
        if place not in cells:
            yield Fault((*path, Key(place)), f"{place} is not on the board", _board_range(cells))
        elif not isinstance(label, str) or not 0 < len(label) <= 60 or not is_printable(label):
            yield Fault((*path, place), "a label must be a text of 1 to 60 printable characters")
        else:
            found[place] = label
    for place, label in found.items():
        if twin := next((p for p, other in found.items() if other.lower() == label.lower() and p < place), None):
            yield Fault((*path, place), f"{label} is also the label of {twin}", "give each place its own name")
    return found


@lru_cache(COLUMNS * ROWS)
def _neighbours(place: str) -> tuple[str, ...]:
    return hexes.neighbours(place)


def _neighbours_listed(place: str, cells: Mapping[str, Cell]) -> str:
    return ", ".join(near for near in _neighbours(place) if near in cells)


def _board_range(cells: Mapping[str, Cell]) -> str:
    return f"the board goes from {min(cells)} to {max(cells)}"
