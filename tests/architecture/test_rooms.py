"""The arrows of the design: who may know whom, and what no rule may touch; each check shown to catch what it is for."""

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from tests.support.many_cases import for_each

ROOT = Path(__file__).parents[2]
ROOMS = ("bot", "engine", "maps")
FILES = sorted(file.relative_to(ROOT) for room in ROOMS for file in (ROOT / room).rglob("*.py"))
LONGEST_FILE, LONGEST_FUNCTION = 300, 40

MAY_IMPORT = {"bot": ("bot", "engine", "maps"), "engine": ("engine", "maps"), "maps": ("maps",)}
CHANCE_AND_CLOCK = ("random", "time", "secrets", "uuid", "numpy.random")
NETWORK = ("asyncio", "socket", "ssl", "http", "urllib", "requests", "aiohttp", "discord", "subprocess", "selectors")
KEEPERS: dict[str, Callable[[Path], bool]] = {
    "discord": lambda file: file.parts[0] == "bot",
    "aiohttp": lambda file: file.parts[0] == "bot",
    "rich": lambda file: file.parts[0] == "bot",
    "PIL": lambda file: file.parts[0] == "maps" or file.parts[:2] == ("bot", "bench"),
    "sqlite3": lambda file: (
        str(file) in ("engine/database/sqlite.py", "engine/database/sqlite_errors.py", "bot/bench/journal.py")
    ),
    "sqlite_utils": lambda file: str(file) == "engine/database/sqlite.py",
    "psycopg": lambda file: file.parts[:2] == ("engine", "database") and file.name.startswith("postgresql"),
    "yaml": lambda file: (
        str(file) in ("engine/scenarios/yaml_reader.py", "engine/toolkit/rulebook_tables.py", "bot/bench/records.py")
    ),
}
JSON = ("engine/contract/record.py", "engine/language/grammar.py", "engine/log/fold.py", "engine/game/game_cache.py")
"""Files that use msgspec without defining Structs: JSON, an order's fields, reading the journal."""
ORDERLY = ("sorted", "set", "frozenset", "any", "all", "sum", "len", "min", "max", "dict")
IN_ORDER = ("list", "tuple", "iter", "enumerate", "next", "map", "zip", "reversed")

SYSTEM_FOLDERS = tuple(
    f"engine.systems.{file.parent.name}" for file in sorted(ROOT.glob("engine/systems/*/__init__.py"))
)

Check = Callable[[Path, ast.Module], Iterator[str]]


@cache
def nodes(tree: ast.Module) -> tuple[ast.AST, ...]:
    """All nodes of a file, gone through once for all checks."""
    return tuple(ast.walk(tree))


@cache
def imported(file: Path, tree: ast.Module) -> tuple[str, ...]:
    """The full names of all that a file imports: ``engine.contract.Order``."""
    return tuple(_imported(file, tree))


def _imported(file: Path, tree: ast.Module) -> Iterator[str]:
    package = list(file.parts[:-1])
    for node in nodes(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            whence = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{whence}.{name.name}" for name in node.names)


def inside(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def arrows(file: Path, tree: ast.Module) -> Iterator[str]:
    """bot -> engine -> maps, never the other way."""
    for name in imported(file, tree):
        if inside(name, ROOMS) and not inside(name, MAY_IMPORT[file.parts[0]]):
            yield f"{file} imports {name}"


def ways_in_apart(file: Path, tree: ast.Module) -> Iterator[str]:
    """Discord, mail, forums, terminal and command line share hosting, and all but the terminal what correspondence
    reads and writes; only the bench knows a system's insides, and posts.
    """
    match file.parts:
        case ("bot", "bench" as folder, _, *_):
            allowed: tuple[str, ...] = ("bot.bench", "bot.hosting", "bot.discord.messages")
        case ("bot", folder, _, *_):
            letters = "bot.correspondence"
            more = {"discord": ("bot.health", letters), "mail": (letters,), "forum": (letters,), "cli": (letters,)}
            allowed = (f"bot.{folder}", "bot.hosting", *more.get(folder, ()))
        case _:
            return
    for name in imported(file, tree):
        if inside(name, ("bot",)) and not inside(name, allowed):
            yield f"{file} imports {name}"
        if inside(name, SYSTEM_FOLDERS) and folder != "bench":
            yield f"{file} imports {name}"


def inner_arrows(file: Path, tree: ast.Module) -> Iterator[str]:
    """The contract knows boards and pictures; the language also the contract; a system both and itself."""
    match file.parts:
        case ("engine", "contract", *_):
            allowed: tuple[str, ...] = ("engine.contract", "maps.geometry", "maps.scene")
        case ("engine", "toolkit", *_):
            allowed = ("engine.contract", "engine.toolkit", "maps.geometry")
        case ("engine", "language", *_):
            allowed = ("engine.contract", "engine.language")
        case ("engine", "systems", name, *rest) if rest:
            allowed = ("engine.contract", "engine.toolkit", f"engine.systems.{name}", "maps")
        case _:
            return
    for name in imported(file, tree):
        if inside(name, ROOMS) and not inside(name, allowed):
            yield f"{file} imports {name}"


def keepers(file: Path, tree: ast.Module) -> Iterator[str]:
    """A library is known to the files that keep it; msgspec to files that define Structs and those named in JSON."""
    for name in imported(file, tree):
        library = name.split(".")[0]
        if library in KEEPERS and not KEEPERS[library](file):
            yield f"{file} imports {name}"
        if library == "msgspec" and str(file) not in JSON and not _structs(tree):
            yield f"{file} imports {name} and defines no Struct"


def _structs(tree: ast.Module) -> bool:
    bases = (base for node in nodes(tree) if isinstance(node, ast.ClassDef) for base in node.bases)
    return any(ast.unparse(base).split("[")[0] == "msgspec.Struct" for base in bases)


def no_chance(file: Path, tree: ast.Module) -> Iterator[str]:
    """Engine and maps are handed dice and time and never reach the network; deadlines never ask datetime the time."""
    if file.parts[0] == "bot":
        return
    for name in imported(file, tree):
        if inside(name, CHANCE_AND_CLOCK + NETWORK) or name == "os.urandom":
            yield f"{file} imports {name}"
        reckons = file.name == "deadline.py" or file.name.startswith("table") or file.parts[1] == "deadlines"
        if inside(name, ("datetime",)) and not reckons:
            yield f"{file} imports {name}"
    for node in nodes(tree):
        if isinstance(node, ast.Attribute) and node.attr in ("now", "utcnow", "today", "urandom", "getrandom"):
            yield f"{file}:{node.lineno} asks for .{node.attr}"


def no_sets_in_order(file: Path, tree: ast.Module) -> Iterator[str]:
    """Rules never go through a set in the order it happens to have: that order differs from run to run."""
    if file.parts[:2] != ("engine", "systems"):
        return
    scopes = [node for node in nodes(tree) if isinstance(node, (ast.FunctionDef, ast.Module))]
    for scope in scopes:
        named = _named_sets(scope)
        calls = (node for node in _own(scope) if isinstance(node, ast.Call) and _name(node.func) in ORDERLY)
        harmless = {id(inner) for call in calls for inner in call.args}
        for node in _own(scope):
            for gone_through in _gone_through(node, harmless):
                if _is_set(gone_through, named):
                    yield f"{file}:{gone_through.lineno} goes through a set: {ast.unparse(gone_through)}"


@cache
def _own(scope: ast.AST) -> tuple[ast.AST, ...]:
    """The nodes of a scope without those of the functions defined in it, each followed by what it holds."""
    found, waiting = list[ast.AST](), [scope]
    while waiting:
        node = waiting.pop()
        if node is not scope:
            found.append(node)
        waiting += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.FunctionDef)][::-1]
    return tuple(found)


def _named_sets(scope: ast.AST) -> frozenset[str]:
    """Names that a scope gives to sets."""
    named = set[str]()
    for node in _own(scope):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_set(value, frozenset()):
                named.add(name)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind) if _name(kind) in ("set", "frozenset"):
                named.add(name)
            case _:
                pass
    return frozenset(named)


def _gone_through(node: ast.AST, harmless: set[int]) -> Iterator[ast.expr]:
    match node:
        case ast.For(iter=iter) | ast.Starred(value=iter):
            yield iter
        case ast.ListComp(generators=generators) | ast.DictComp(generators=generators) if id(node) not in harmless:
            yield from (generator.iter for generator in generators)
        case ast.GeneratorExp(generators=generators) if id(node) not in harmless:
            yield from (generator.iter for generator in generators)
        case ast.Call(func=ast.Name(id=name), args=args) if name in IN_ORDER and id(node) not in harmless:
            yield from args
        case ast.Call(func=ast.Attribute(attr="pop", value=value), args=[]):
            yield value
        case _:
            pass


def _name(node: ast.expr) -> str:
    """``set`` of ``set`` and of ``set[str]``."""
    named = node.value if isinstance(node, ast.Subscript) else node
    return named.id if isinstance(named, ast.Name) else ""


def _is_set(node: ast.AST, named: frozenset[str]) -> bool:
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Call(func=func):
            return _name(func) in ("set", "frozenset")
        case ast.BinOp(left=left, right=right):
            return _is_set(left, named) or _is_set(right, named)
        case ast.Name(id=name):
            return name in named
        case _:
            return False


def short_functions(file: Path, tree: ast.Module) -> Iterator[str]:
    """A function fits on one screen."""
    for node in nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.end_lineno:
            lines = node.end_lineno - node.lineno + 1
            if lines > LONGEST_FUNCTION:
                yield f"{file}: {node.name} has {lines} lines; at most {LONGEST_FUNCTION}"


CHECKS: tuple[Check, ...] = (
    arrows,
    ways_in_apart,
    inner_arrows,
    keepers,
    no_chance,
    no_sets_in_order,
    short_functions,
)


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse((ROOT / file).read_text("utf-8"))


@cache
def imports_of(file: Path) -> tuple[str, ...]:
    """The full names of all that a file imports, by its path in the repository."""
    return imported(file, _tree(file))


@for_each("check", CHECKS, ids=lambda check: check.__name__)
def test_the_rooms_keep_to(check: Check) -> None:
    complaints = [says for file in FILES for says in check(file, _tree(file))]
    assert not complaints, "\n".join(complaints)


def test_files_are_short() -> None:
    lengths = {file: len((ROOT / file).read_text("utf-8").splitlines()) for file in FILES}
    assert not {file: length for file, length in lengths.items() if length > LONGEST_FILE}
    assert len(FILES) > 40


PLANTED: list[tuple[Check, str, str]] = [
    (short_functions, "engine/play.py", "def f():\n" + "    a = 1\n" * LONGEST_FUNCTION),
    (arrows, "maps/drawing/draw.py", "from engine.contract import Order"),
    (arrows, "maps/drawing/draw.py", "import engine"),
    (arrows, "engine/table.py", "from bot.hosting.engine_thread import EngineThread"),
    (arrows, "engine/log/journal.py", "def f():\n    import bot.hosting.outbox"),
    (ways_in_apart, "bot/terminal/screen.py", "from bot.discord.messages import markup"),
    (ways_in_apart, "bot/discord/serve.py", "from ..terminal import screen"),
    (ways_in_apart, "bot/cli/commands.py", "import bot.terminal.screen"),
    (ways_in_apart, "bot/hosting/outbox.py", "from bot.discord.messages.address import Place"),
    (ways_in_apart, "bot/discord/commands/views.py", "from engine.systems.baker.rules import battles"),
    (ways_in_apart, "bot/cli/lookups.py", "from engine.systems import baker"),
    (inner_arrows, "engine/contract/order.py", "from ..language import read"),
    (inner_arrows, "engine/contract/order.py", "from maps.draw import draw"),
    (inner_arrows, "engine/contract/order.py", "from .. import dice"),
    (inner_arrows, "engine/language/read.py", "from ..systems import ALL"),
    (inner_arrows, "engine/language/read.py", "from maps.hexes import Board"),
    (inner_arrows, "engine/systems/miniwars/orders.py", "from ..baker import orders"),
    (inner_arrows, "engine/systems/miniwars/orders.py", "from ...play import check"),
    (inner_arrows, "engine/systems/miniwars/orders.py", "from engine.table import Table"),
    (keepers, "engine/log/fold.py", "import sqlite3"),
    (keepers, "bot/hosting/engine_thread.py", "from sqlite_utils import Database"),
    (keepers, "engine/table.py", "from PIL import Image"),
    (keepers, "engine/table.py", "import discord.gateway"),
    (keepers, "engine/cases.py", "import yaml"),
    (keepers, "engine/play.py", "import msgspec\nclass A(Record): pass"),
    (no_chance, "engine/systems/miniwars/rules/combat.py", "import random"),
    (no_chance, "engine/dice/sealed.py", "from os import urandom"),
    (no_chance, "engine/dice/sealed.py", "import os\nos.urandom(8)"),
    (no_chance, "maps/drawing/draw.py", "import time"),
    (no_chance, "engine/log/journal.py", "from datetime import datetime"),
    (no_chance, "engine/log/deadline.py", "from datetime import datetime\ndatetime.now()"),
    (no_chance, "engine/table.py", "import asyncio"),
    (no_chance, "maps/drawing/canvas/png.py", "import urllib.request"),
    (no_sets_in_order, "engine/systems/miniwars/rules/combat.py", "for x in {1, 2}: pass"),
    (no_sets_in_order, "engine/systems/miniwars/rules/combat.py", "for x in set(y) - z: pass"),
    (no_sets_in_order, "engine/systems/miniwars/rules/combat.py", "a = [x for x in frozenset(y)]"),
    (no_sets_in_order, "engine/systems/miniwars/rules/combat.py", "a = list({x for x in y})"),
    (
        no_sets_in_order,
        "engine/systems/miniwars/rules/combat.py",
        "def f():\n    a = set[str]()\n    return next(iter(a))",
    ),
    (
        no_sets_in_order,
        "engine/systems/miniwars/rules/combat.py",
        "def f():\n    a: set[str] = g()\n    for x in a: pass",
    ),
    (no_sets_in_order, "engine/systems/miniwars/rules/combat.py", "def f():\n    a = {1, 2}\n    return a.pop()"),
    (no_sets_in_order, "engine/systems/miniwars/rules/combat.py", "def f():\n    a = {1, 2}\n    return [*a]"),
]
GOOD: list[tuple[Check, str, str]] = [
    (
        ways_in_apart,
        "bot/discord/commands/views.py",
        "from bot.hosting import wording\nfrom engine.systems import SYSTEMS",
    ),
    (ways_in_apart, "bot/bench/movement.py", "from engine.systems.baker.rules import battles"),
    (ways_in_apart, "bot/__main__.py", "from .serve import serve\nfrom .terminal import play"),
    (arrows, "bot/hosting/engine_thread.py", "from engine.table import Table\nfrom maps.draw import draw"),
    (
        inner_arrows,
        "engine/systems/miniwars/orders.py",
        "from ...contract import Order\nfrom .state import State\nimport maps.paths",
    ),
    (short_functions, "engine/play.py", "def f():\n" + "    a = 1\n" * (LONGEST_FUNCTION - 1)),
    (inner_arrows, "engine/systems/__init__.py", "from . import miniwars\nfrom ..contract import System"),
    (keepers, "engine/game/game_cache.py", "import msgspec\nclass A(msgspec.Struct, frozen=True): pass"),
    (no_chance, "engine/log/deadline.py", "from datetime import UTC, datetime\ndatetime.fromisoformat(x)"),
    (
        no_chance,
        "bot/hosting/engine_thread.py",
        "import secrets, asyncio\nfrom datetime import datetime\ndatetime.now()",
    ),
    (
        no_sets_in_order,
        "engine/systems/miniwars/rules/combat.py",
        "a = sorted({x for x in y})\nb = any(x for x in {1, 2})\nc = 1 in {1, 2}",
    ),
    (
        no_sets_in_order,
        "engine/systems/miniwars/rules/combat.py",
        "def f(a):\n    return [*a]\ndef g():\n    a = {1}\n    return 1 in a",
    ),
]


@for_each(("check", "file", "source"), PLANTED)
def test_a_planted_wrong_is_found(check: Check, file: str, source: str) -> None:
    assert list(check(Path(file), ast.parse(source)))


@for_each(("check", "file", "source"), GOOD)
def test_what_is_allowed_is_left_alone(check: Check, file: str, source: str) -> None:
    assert not list(check(Path(file), ast.parse(source)))
