"""The command line's short errands: run cases, draw a map, check a scenario, read rules, export, verify, roll."""
import os
import secrets
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.contract import Scenario
    from engine.table import Game, Table
    from maps.scene import Scene


LOG = 200_000_000
"""Most bytes of a log that are read: some thousand times a long game's."""


UNKNOWN = ("no-such-game", "ambiguous-game")
"""Codes of refusals after which a word may still be the name of a scenario."""


class Impossible(Exception):
    """What was asked for cannot be done; the text is a sentence for the person who asked."""


def database(named: str | None) -> Path:
    """Where games are kept: as named, else $FIELDPOST_DB, else fieldpost.db in this folder."""
    return Path(named or os.environ.get("FIELDPOST_DB", "").strip() or "fieldpost.db")


@contextmanager
def told(path: str | Path) -> Iterator[None]:
    """What the system objects to about a file becomes a sentence: Impossible."""
    try:
        yield
    except BrokenPipeError:
        raise
    except FileNotFoundError as fault:
        folder = Path(path).parent
        raise Impossible(f"There is no file {path}." if folder.is_dir() else f"There is no folder {folder}.") from fault
    except IsADirectoryError as fault:
        raise Impossible(f"{path} is a folder; name a file.") from fault
    except PermissionError as fault:
        raise Impossible(f"{path} may not be read or written by you: look at its permissions.") from fault
    except OSError as fault:
        raise Impossible(f"{path} cannot be used: {fault.strerror or fault}.") from fault


@contextmanager
def opened(path: Path) -> Iterator["Table"]:
    """The games of a database that is there already."""
    if not path.exists():
        raise Impossible(f"There is no database {path}: name it by --db, or begin a game with `fieldpost play`.")
    with entered(path) as table:
        yield table


@contextmanager
def entered(path: Path) -> Iterator["Table"]:
    """The games of a database, made if it is not there."""
    from engine.table import Refused, Table

    try:
        table = Table(path, secrets.token_bytes)
        try:
            yield table
        finally:
            table.close()
    except Refused as fault:
        raise Impossible(str(fault)) from fault


def case(asked: Namespace) -> int:
    from engine import cases

    passed = failed = 0
    for file in asked.files:
        with told(file):
            for _, failures in cases.run_file(Path(file)):
                for failure in failures:
                    print(failure, flush=True)
                passed, failed = passed + (not failures), failed + bool(failures)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def map(asked: Namespace) -> int:
    scene = _scene(asked)
    from maps.draw import draw

    with told(asked.out):
        Path(asked.out).write_bytes(draw(scene))
    print(f"{asked.out}: {scene.alt}" if scene.alt else asked.out)
    return 0


def check(asked: Namespace) -> int:
    from engine import scenarios
    from engine.document import Faulty

    wrong = 0
    for file in asked.files:
        try:
            with told(file):
                text = scenarios.text(Path(file))
            scenario = scenarios.read(text)
        except Faulty as fault:
            wrong += 1
            for spot in fault.spots:
                print(f"{file}:{spot.line}:{spot.column}: {spot}")
        else:
            print(f"{file}: nothing wrong with it: {scenario.name}, {_size(scenario)}, {_armies(scenario)}")
    return 1 if wrong else 0


def scenarios(asked: Namespace) -> int:
    from textwrap import fill

    from engine.scenarios import load, shipped
    from engine.systems import SYSTEMS

    if asked.scenario:
        scenario = loaded(asked.scenario)
        print(f"{scenario.name} ({SYSTEMS[scenario.system].TITLE}, {_size(scenario)})\n\n{fill(scenario.about, 78)}\n")
        for key, side in scenario.sides.items():
            print(f"  {key}: {side.name}, {sum(unit['side'] == key for unit in scenario.units)} units")
        return 0
    for stem in shipped():
        scenario = load(stem)
        limit = f"  {scenario.turns} turns" if scenario.turns else ""
        print(f"{stem:20} {SYSTEMS[scenario.system].TITLE:15} {_size(scenario):14} {_armies(scenario)}{limit}")
    return 0


def rules(asked: Namespace) -> int:
    from rich.console import Console
    from rich.markdown import Markdown

    from engine import rulebook

    try:
        system = rulebook.find(asked.system)
        text = rulebook.passage(system, " ".join(asked.paragraph)) if asked.paragraph else rulebook.book(system)
    except rulebook.Unknown as fault:
        raise Impossible(str(fault)) from fault
    if sys.stdout.isatty():
        console = Console(highlight=False)
        console.print(Markdown(text), width=min(console.width, 100))
    else:
        print(text)
    return 0


def export(asked: Namespace) -> int:
    with opened(database(asked.db)) as table:
        log = table.export(asked.game)
    with told(asked.file):
        Path(asked.file).write_bytes(log)
    print(f"{asked.file}: {len(log):,} bytes; `fieldpost verify {asked.file}` rolls its dice again")
    return 0


def verify(asked: Namespace) -> int:
    from engine.log.verify import verify

    with told(asked.file), open(asked.file, "rb") as stream:
        log = stream.read(LOG + 1)
    if len(log) > LOG:
        raise Impossible(f"{asked.file} has more than {LOG:,} bytes: no game's log is that long.")
    found = verify(log)
    print(found)
    return 0 if found.holds else 1


def roll(asked: Namespace) -> int:
    from engine import expression

    text = " ".join(asked.expression)
    try:
        secret = bytes.fromhex(asked.secret) if asked.secret else secrets.token_bytes(32)
    except ValueError as fault:
        raise Impossible("A secret is written in hexadecimal digits, as the roll showed it.") from fault
    try:
        print(expression.fair(text, secret))
    except expression.Unthrowable as fault:
        raise Impossible(str(fault)) from fault
    if sys.stdout.isatty() and not asked.secret:
        print(f"The same dice again: fieldpost roll '{text}' --secret {secret.hex()}")
    return 0


def _scene(asked: Namespace) -> "Scene":
    """Of the scenario or the game that is asked for."""
    with begun(asked.what, asked.db) as going:
        if going:
            table, game = going
            known(asked.side, tuple(game.sides))
            return table.picture(game.id, asked.side)
    with nor_game(asked.db):
        return _setup(asked.what, asked.side)


@contextmanager
def begun(what: str, db: str | None) -> "Iterator[tuple[Table, Game] | None]":
    """The game of that name and its table; None for a scenario's stem or file, which go before a game's name, and where there is none."""
    from engine.scenarios import shipped
    from engine.table import Refused

    path = database(db)
    if what in shipped() or what.endswith((".yaml", ".yml")) or not path.exists():
        yield None
        return
    with opened(path) as table:
        try:
            game = table.game(what)
        except Refused as no:
            if no.code not in UNKNOWN:
                raise
            game = None
        yield (table, game) if game else None


@contextmanager
def nor_game(db: str | None) -> Iterator[None]:
    """A name that is no scenario's is no game's either: Impossible says both."""
    from engine.scenarios import Unknown

    try:
        yield
    except Impossible as fault:
        if isinstance(fault.__cause__, Unknown):
            raise Impossible(f"{fault} Nor is there such a game in {database(db)}.") from fault
        raise


def _setup(name: str, side: str) -> "Scene":
    """How a scenario begins."""
    from engine.systems import SYSTEMS

    scenario = loaded(name)
    known(side, tuple(scenario.sides))
    system = SYSTEMS[scenario.system]
    return system.scene(system.view(system.start(scenario), side), ())


def known(side: str, sides: tuple[str, ...]) -> None:
    if side and side not in sides:
        raise Impossible(f"There is no side {side!r}: there are {', '.join(sides)}.")


def loaded(name: str) -> "Scenario":
    from engine.document import Faulty
    from engine.scenarios import Unknown, load

    try:
        with told(name):
            return load(name)
    except Unknown as fault:
        raise Impossible(str(fault)) from fault
    except Faulty as fault:
        raise Impossible(f"{name} cannot be played; `fieldpost check {name}` tells all. First: {fault.spots[0]}.") from fault


def _size(scenario: "Scenario") -> str:
    if scenario.table:
        return f"{scenario.table.width:g} x {scenario.table.height:g} inches"
    return f"{scenario.hex.columns} x {scenario.hex.rows} hexes" if scenario.hex else "areas"


def _armies(scenario: "Scenario") -> str:
    if not scenario.units:
        return "armies to be bought"
    return f"{' v '.join(str(sum(unit['side'] == side for unit in scenario.units)) for side in scenario.sides)} units"
