"""Scenarios: the shipped ones, reading one from a file or a journal, and listing all of its faults."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import maps
from engine.contract import Fault, Scenario
from engine.printable import printable_line
from engine.systems import SYSTEMS, rules_of
from engine.toolkit.scenario_values import shortened
from maps.geometry.area_map import AreaMap
from maps.geometry.hexes import Board, Cell
from maps.geometry.tabletop import Tabletop

from . import area_map, hex_board, joined_boards, tabletop, theatres, yaml_reader
from .sides_and_units import (
    AnyBoard,
    faults_despite_sides,
    has_all_sides,
    read_muster,
    read_name,
    read_sides,
    read_types,
    read_units,
)
from .yaml_reader import FaultyFile, LocatedFault

T = TypeVar("T")

CHARACTERS = 300_000
"""Longest scenario file: some fifty times the longest one shipped."""

OWN = "own-"
"""What the ids of scenarios begin with that a server has of its own."""
MOST = 200
"""Faults that are listed at once."""

LONGEST_ABOUT = 4000
"""Characters of what a scenario says about itself."""
_KEYS = ("system", "name", "about", "turns", "board", "sides", "types", "units", "setup", "muster")

_BOARDS = ("hex", "table", "areas")
_THEATRES = "theatres"


class UnknownScenario(LookupError):
    """No scenario goes by that name; the text says which one was probably meant.  ``likely``: the same, as stems."""

    def __init__(self, text: str, likely: tuple[str, ...] = ()) -> None:
        super().__init__(text)
        self.likely = likely


@cache
def shipped() -> Mapping[str, Path]:
    """Stem -> file of every scenario that comes with the game and whose system does; stems are unique across
    systems.
    """
    folder = Path(maps.__file__).parent / "scenarios"
    return {file.stem: file for file in sorted(folder.glob("*/*.yaml")) if file.parent.name in SYSTEMS}


@cache
def shipped_names() -> Mapping[str, str]:
    """Stem -> what the scenario is called, which is a line of its own: reading the files whole would take a while."""
    return {stem: yaml_reader.read(_line(file, "name:"))["name"] for stem, file in shipped().items()}


def _line(file: Path, beginning: str) -> str:
    with file.open(encoding="utf-8") as stream:
        return next(line for line in stream if line.startswith(beginning))


def find_shipped(name: str) -> Path:
    """The file of a shipped scenario, by its stem.  Raises UnknownScenario."""
    stem = name.strip().lower().removesuffix(".yaml").replace(" ", "-").replace("_", "-")
    if stem in shipped():
        return shipped()[stem]
    beginning = [known for known in shipped() if stem and known.startswith(stem)]
    if len(beginning) == 1:
        return shipped()[beginning[0]]
    near = (*beginning, *get_close_matches(stem[:80], shipped(), 3, 0.6))
    likely = tuple(dict.fromkeys(near))[:3]
    instead = f"did you mean {' or '.join(likely)}?" if likely else "`fieldpost scenarios` lists all of them."
    raise UnknownScenario(f"There is no scenario {name.strip()[:80]!r}: {instead}", likely)


def find_file(where: str | Path) -> Path:
    """The file of a scenario that is named by its stem or by its path.  Raises UnknownScenario."""
    path = Path(where)
    written_out = path.suffix in (".yaml", ".yml") or "/" in str(where) or "\\" in str(where)
    return path if written_out or isinstance(where, Path) else find_shipped(where)


def load(where: str | Path) -> Scenario:
    """A scenario by its stem or by the path of its file.  Raises UnknownScenario, OSError or FaultyFile."""
    return read(read_text(find_file(where)))


def load_shipped(name: str) -> Scenario:
    """A scenario that comes with the game, by its stem; for names from somebody who may not name files of this machine.

    Raises UnknownScenario.
    """
    return load(find_shipped(name))


def read_text(file: Path) -> str:
    """The text of a file.  Raises OSError, or FaultyFile if it is no text or too long to be a scenario."""
    with file.open("rb") as stream:
        return as_text(stream.read(4 * CHARACTERS + 1))


def as_text(raw: bytes) -> str:
    """The text in the bytes of a file.  Raises FaultyFile if they are none."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = raw.count(b"\n", 0, fault.start) + 1
        raise FaultyFile([LocatedFault(line, 1, "this file is not UTF-8 text", "save it as UTF-8")]) from None


def read(words: str) -> Scenario:
    """A scenario from the text of its file.  Raises FaultyFile with every fault's line and column."""
    written = _document(words)
    found = list[Fault]()
    scenario = _collect_faults(_scenario(written), found)
    if scenario is None or found:
        raise FaultyFile(_located(words, found))
    return scenario


def parse(written: Mapping[str, Any]) -> Scenario:
    """A scenario from plain values, as a case or a journal holds it.

    Raises FaultyFile; its faults name the keys that lead there.
    """
    found = list[Fault]()
    scenario = _collect_faults(_scenario(written), found)
    if scenario is None or found:
        raise FaultyFile(
            [
                LocatedFault(0, 0, ": ".join(filter(None, (".".join(map(str, f.path)), f.says))), f.instead)
                for f in found
            ]
        )
    return scenario


def faults(words: str) -> tuple[LocatedFault, ...]:
    """Everything that is wrong with the text of a scenario file, in reading order; nothing if it can be played."""
    try:
        read(words)
    except FaultyFile as fault:
        return fault.faults
    return ()


def _document(words: str) -> Any:
    if len(words) > CHARACTERS:
        raise FaultyFile(
            [LocatedFault(1, 1, f"the file has {len(words):,} characters; a scenario has at most {CHARACTERS:,}")]
        )
    return yaml_reader.read(words)


def _located(words: str, found: Sequence[Fault]) -> list[LocatedFault]:
    places = yaml_reader.locate(words, [fault.path for fault in found])
    spots = sorted(LocatedFault(*place, fault.says, fault.instead) for place, fault in zip(places, found, strict=True))
    if len(found) < MOST:
        return spots
    return [
        *spots,
        LocatedFault(
            spots[-1].line,
            spots[-1].column,
            f"{MOST} faults found; the search stopped here",
            "fix these, then check again",
        ),
    ]


def _collect_faults(reading: Generator[Fault, None, T], found: list[Fault]) -> T | None:
    """The result of a reader, its faults added to ``found``: one for each path.  None if there are too many."""
    paths = set[tuple[str | int, ...]]()
    while len(found) < MOST:
        try:
            fault = next(reading)
        except StopIteration as end:
            result: T = end.value
            return result
        if fault.path not in paths:
            found.append(fault)
            paths.add(fault.path)
    return None


def _text_length_and_setup_faults(about: Any, turns: Any, setup: Any) -> Iterator[Fault]:
    if not isinstance(about, str) or len(about) > LONGEST_ABOUT:
        yield Fault(("about",), f"about must be one paragraph of at most {LONGEST_ABOUT:,} characters")
    if turns is not None and (type(turns) is not int or not 1 <= turns <= 1000):
        yield Fault(("turns",), "turns must be a whole number from 1 to 1000", "leave it out for a game without limit")
    if not isinstance(setup, Mapping):
        yield Fault(("setup",), "setup must be a mapping")


def _scenario(written: Any) -> Generator[Fault, None, Scenario | None]:
    if not isinstance(written, Mapping):
        yield Fault((), "a scenario must be a mapping that begins with `system:`", "see docs/writing-scenarios.md")
        return None
    written = {str(key): value for key, value in written.items()}
    yield from hex_board.unknown_keys(written, _KEYS, ())
    system = yield from _system(written)
    board = written.get("board")
    if not (system and isinstance(board, Mapping) and joined_boards.KEY in board):
        return (yield from _scenario_of(system, written))
    hexes, found = (yield from joined_boards.whole(board, joined_boards.shipped_boards(system))), list[Fault]()
    whole = {**written, "board": {"hex": hexes}} if hexes else written
    scenario = _collect_faults(_scenario_of(system, whole), found)
    yield from map(joined_boards.fault_as_written, found)
    return scenario


def _scenario_of(system: str, written: dict[str, Any]) -> Generator[Fault, None, Scenario | None]:
    """``written`` holds all of its board, and becomes the scenario's source."""
    name = yield from read_name(written.get("name"))
    about, turns = written.get("about") or "", written.get("turns")
    kind, board = yield from _board(written.get("board"), SYSTEMS[system].LEGEND if system else {})
    sides = yield from read_sides(written.get("sides"))
    types = yield from read_types(written.get("types") or {})
    units = yield from read_units(written.get("units") or [], sides, board)
    setup = written.get("setup") or {}
    yield from _text_length_and_setup_faults(about, turns, setup)
    muster = yield from read_muster(system, written.get("muster"))
    if (
        not (system and name and kind and sides and isinstance(about, str) and isinstance(setup, Mapping))
        or units is None
        or types is None
    ):
        return None
    scenario = Scenario(
        system,
        name,
        printable_line(" ".join(about.split())),
        sides,
        units,
        types,
        setup,
        written,
        turns if type(turns) is int else None,
        board if isinstance(board, Board) else None,
        board if isinstance(board, Tabletop) else None,
        board if isinstance(board, AreaMap) else None,
        muster,
    )
    faults_of = rules_of(scenario).faults
    yield from faults_of(scenario) if has_all_sides(scenario) else faults_despite_sides(faults_of, scenario)
    return scenario


def _system(written: Mapping[str, Any]) -> Generator[Fault, None, str]:
    system = written.get("system")
    if isinstance(system, str) and system in SYSTEMS:
        return system
    says = f"there are no rules called {shortened(system)}" if system else "the scenario does not name its rules"
    yield Fault(("system",), says, f"write `system: {' or '.join(SYSTEMS)}`")
    return ""


def _board(written: Any, words: Mapping[str, Cell]) -> Generator[Fault, None, tuple[str, AnyBoard | None]]:
    if isinstance(written, Mapping) and joined_boards.KEY in written:
        return "", None  # its faults have been yielded
    if not isinstance(written, Mapping) or len([kind for kind in _BOARDS if written.get(kind) is not None]) != 1:
        yield Fault(("board",), "a board must be exactly one of hex, table, areas, boards")
        return "", None
    kind = next(kind for kind in _BOARDS if written.get(kind) is not None)
    known = (*_BOARDS, _THEATRES) if kind == "areas" else _BOARDS
    yield from hex_board.unknown_keys(written, known, ("board",))
    found, path = list[Fault](), ("board", kind)
    board: AnyBoard | None
    if kind == "hex":
        board = _collect_faults(hex_board.board(written[kind], path, words), found)
    elif kind == "table":
        board = _collect_faults(tabletop.tabletop(written[kind], path), found)
    else:
        board = _collect_faults(_areas(written, path), found)
    yield from found
    return (kind, board) if board and not found else ("", board)


def _areas(written: Mapping[str, Any], path: tuple[str, str]) -> Generator[Fault, None, AreaMap | None]:
    """An area map with its theatres, which are read when its areas are right."""
    board = yield from area_map.area_map(written["areas"], path)
    if board is None or written.get(_THEATRES) is None:
        return board
    return AreaMap(board.known, (yield from theatres.read_theatres(written[_THEATRES], board, ("board", _THEATRES))))
