"""Boards joined to one: a scenario names shipped boards, their places and turns, and is read as if it had drawn the
whole.

A board has an even number of columns, so that a board turned by 180 degrees covers the same hexes as before; hexes of
this orientation allow no other turn.  Its roads and hexsides may name hexes beyond its borders: they count where
another board lies there.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path as File
from typing import Any, NamedTuple

import maps
from engine.contract import Fault, replace
from engine.toolkit.scenario_values import shortened
from maps.geometry import hexes

from . import hex_board, yaml_reader
from .yaml_reader import Key

Path = tuple[str | int, ...]
Written = Mapping[str, Any]
KEY = "boards"
"""What a ``board`` is written under that names other boards."""
MOST = 24
"""Boards of one map."""
EXAMPLE = 'for example [{board: mill-brook, at: "0101"}, {board: fox-wood, at: "0109", turned: true}]'
LETTERS = ".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-*=#%&@!?"
"""What a legend may take for a terrain whose own letter means another one on a board before."""
_KEYS = ("board", "at", "turned")


class Placed(NamedTuple):
    """A board in its place: the column and row of the whole in which its upper left hex lies, and whether it is
    turned."""

    name: str
    hex: Written
    column: int
    row: int
    turned: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return len(self.hex["rows"][0]), len(self.hex["rows"])

    @property
    def at(self) -> str:
        return hexes.name(self.column, self.row)

    @property
    def rows(self) -> list[str]:
        """Its rows as they lie."""
        rows: list[str] = self.hex["rows"]
        return [row[::-1] for row in reversed(rows)] if self.turned else rows

    def moved(self, at: str) -> str:
        """Where a hex of the board lies in the whole."""
        (column, row), (across, down) = hexes.column_and_row(at), self.size
        if self.turned:
            column, row = across + 1 - column, down + 1 - row
        return hexes.name(column + self.column - 1, row + self.row - 1)

    def covered(self) -> Iterator[tuple[int, int]]:
        """Column and row of each of its hexes in the whole."""
        across, down = self.size
        for row in range(self.row, self.row + down):
            for column in range(self.column, self.column + across):
                yield column, row


@cache
def shipped_boards(system: str) -> Mapping[str, Written]:
    """Name -> the ``hex`` block of every board that comes with the game for these rules."""
    folder = File(maps.__file__).parent / "boards" / system
    return {file.stem: yaml_reader.read(file.read_text("utf-8"))["hex"] for file in sorted(folder.glob("*.yaml"))}


def whole(board: Written, boards: Mapping[str, Written]) -> Generator[Fault, None, dict[str, Any] | None]:
    """Yields the faults of a ``board`` with the key ``boards``; returns the ``hex`` block of the whole if there is
    one.
    """
    path = ("board", KEY)
    yield from hex_board.unknown_keys(board, (KEY, "labels"), ("board",))
    listed = board[KEY]
    if not boards:
        yield Fault(path, "no boards come with these rules", "draw the map under hex")
        return None
    if not isinstance(listed, list) or not 1 <= len(listed) <= MOST:
        yield Fault(path, f"boards must be a list of 1 to {MOST} boards in their places", EXAMPLE)
        return None
    placed = list[Placed]()
    for nth, one in enumerate(listed):
        if (found := (yield from _placed(one, (*path, nth), boards))) is not None:
            placed.append(found)
    if len(placed) < len(listed):
        return None
    if (gap := _misfit(placed)) is not None:
        nth, says, instead = gap
        yield Fault((*path, nth, "at"), says, instead)
        return None
    own = board.get("labels")
    if own is not None and not isinstance(own, Mapping):
        yield Fault(("board", "labels"), "labels must be a mapping from hex to name", 'for example {"0507": Danville}')
        return None
    return {**join(placed), "labels": {**_labels(placed, own or {}), **(own or {})}}


def fault_as_written(fault: Fault) -> Fault:
    """A fault of the whole where the file has what it is about: labels stand beside the boards."""
    inside = fault.path[:2] == ("board", "hex")
    return replace(fault, path=("board", *fault.path[2:])) if inside else fault


def join(placed: Sequence[Placed]) -> dict[str, Any]:
    """Legend, rows, roads and hexsides of boards that cover a rectangle together."""
    legend = dict[str, Any]()
    letters = [_letters(one, legend) for one in placed]
    ground = {
        place: letters[nth][letter]
        for nth, one in enumerate(placed)
        for place, letter in zip(one.covered(), "".join(one.rows), strict=True)
    }
    across, down = max(ground)
    rows = ["".join(ground[column, row] for column in range(1, across + 1)) for row in range(1, down + 1)]
    on = {hexes.name(*place) for place in ground}
    roads = {road: None for one in placed for chain in one.hex.get("roads") or [] for road in _ways(one, chain, on)}
    sides = dict[str, dict[str, None]]()
    for one in placed:
        for kind, chains in (one.hex.get("sides") or {}).items():
            sides.setdefault(kind, {}).update(dict.fromkeys(_hexsides(one, chains, on)))
    return {
        "legend": legend,
        "rows": rows,
        "roads": list(roads),
        "sides": {kind: [" ".join(found)] for kind, found in sides.items() if found},
    }


def _placed(one: Any, path: Path, boards: Mapping[str, Written]) -> Generator[Fault, None, Placed | None]:
    """A board and its place as the file writes them."""
    if not isinstance(one, Mapping):
        yield Fault(path, "a board must be a mapping of board, at and turned", EXAMPLE)
        return None
    if unknown := [key for key in one if key not in _KEYS]:
        for key in unknown:
            says = f"{shortened(key)} is not a key of a joined board"
            yield Fault((*path, Key(key)), says, hex_board.nearest_word(str(key), _KEYS))
        return None
    name, at, turned = one.get("board"), one.get("at"), one.get("turned", False)
    if not isinstance(name, str) or name not in boards:
        says = f"there is no board {shortened(name)}" if name else "the board is not named"
        yield Fault((*path, "board"), says, hex_board.nearest_word(str(name or ""), tuple(boards)))
        return None
    if not isinstance(turned, bool):
        yield Fault((*path, "turned"), f"turned must be true or false, not {shortened(turned)}", "write turned: true")
        return None
    column, row = _column_and_row(at)
    if not 1 <= column <= hex_board.COLUMNS or not 1 <= row <= hex_board.ROWS:
        says = f"{shortened(at)} is not a hex" if at is not None else "the board has no place"
        yield Fault((*path, "at"), says, 'at is the hex of the whole map in its upper left corner: at: "0101"')
        return None
    if column % 2 == 0:
        yield Fault(
            (*path, "at"),
            f"column {column:02} is even, and lies half a hex lower than the board's first column",
            f'a board begins in an odd column: at: "{hexes.name(column - 1, row)}"',
        )
        return None
    found = Placed(name, boards[name], column, row, turned)
    right, bottom = column + found.size[0] - 1, row + found.size[1] - 1
    if right > hex_board.COLUMNS or bottom > hex_board.ROWS:
        most = f"a map has at most {hex_board.COLUMNS} columns and {hex_board.ROWS} rows"
        yield Fault((*path, "at"), f"{name} would reach column {right} and row {bottom}", most)
        return None
    return found


def _column_and_row(at: Any) -> tuple[int, int]:
    """0, 0 if it is not the number of a hex."""
    word = str(at)
    return hexes.column_and_row(word) if len(word) == 4 and word.isascii() and word.isdecimal() else (0, 0)


def _misfit(placed: Sequence[Placed]) -> tuple[int, str, str] | None:
    """The first board that overlaps another or leaves a gap: its number, what is wrong, and what would do."""
    taken = dict[tuple[int, int], Placed]()
    for nth, one in enumerate(placed):
        for place in one.covered():
            if place in taken:
                other = taken[place]
                says = f"{one.name} at {one.at} and {other.name} at {other.at} both cover {hexes.name(*place)}"
                return nth, says, f"put {one.name} where {other.name} ends: {_beside(other)}"
            taken[place] = one
    across, down = max(column for column, _ in taken), max(row for _, row in taken)
    for row in range(1, down + 1):
        for column in range(1, across + 1):
            if (column, row) not in taken:
                nth = len(placed) - 1
                says = f"the map reaches to {hexes.name(across, down)}, but no board covers {hexes.name(column, row)}"
                return nth, says, "the boards must cover a rectangle that begins at 0101, without gaps"
    return None


def _beside(one: Placed) -> str:
    """The places to the right of a board and below it."""
    across, down = one.size
    return f'"{hexes.name(one.column + across, one.row)}" or "{hexes.name(one.column, one.row + down)}"'


def _letters(one: Placed, legend: dict[str, Any]) -> dict[str, str]:
    """Letter on the board -> letter of the whole; ``legend`` gets what is new."""
    found = dict[str, str]()
    for letter, what in one.hex["legend"].items():
        known = next((other for other, its in legend.items() if its == what), None)
        if known is None:
            known = letter if letter not in legend else next(free for free in LETTERS if free not in legend)
            legend[known] = what
        found[letter] = known
    return found


def _ways(one: Placed, chain: str, on: set[str]) -> Iterator[str]:
    """A road in the whole, without what runs off the map."""
    way = [at for at in map(one.moved, chain.split()) if at in on]
    if len(way) > 1:
        yield " ".join(way)


def _hexsides(one: Placed, chains: Sequence[str], on: set[str]) -> Iterator[str]:
    """Hexsides in the whole, those at its outer border left out."""
    for side in (side for chain in chains for side in chain.split()):
        a, b = map(one.moved, side.split("/"))
        if a in on and b in on:
            yield hexes.edge(a, b)


def _labels(placed: Sequence[Placed], own: Written) -> dict[str, str]:
    """The names of the boards where the scenario gives no other; of equal ones the later are numbered."""
    found, times = dict[str, str](), dict[str, int]()
    for one in placed:
        for at, text in (one.hex.get("labels") or {}).items():
            place = one.moved(at)
            if place not in own:
                times[text] = times.get(text, 0) + 1
                found[place] = text if times[text] == 1 else f"{text} {times[text]}"
    return found
