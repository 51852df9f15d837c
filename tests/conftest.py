"""Fixtures for all tests: a table, the scenario file of the toy rules, and the logs of a short game."""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import settings

from bot.bench.private_postgresql import Server, private_server, why_not
from engine.contract import System
from engine.database import sqlite
from engine.database.address import Address
from engine.log.check_page.page import check_page
from engine.log.decisions import Change
from engine.systems import SYSTEMS
from engine.table import Table
from tests.support import toy_system
from tests.support.chromium import Browser, private_browser
from tests.support.chromium import why_not as no_browser
from tests.support.databases import KINDS
from tests.support.run_by_default import left_out
from tests.support.sampling import THOROUGH, share
from tests.support.toy_system import NOW, entropy

gc.set_threshold(500_000, 20, 20)
"""Seldom: the thousands of tests that pytest keeps are gone through each time."""
settings.register_profile("fieldpost", deadline=None, max_examples=share(100, 20))
settings.load_profile("fieldpost")
"""No test fails because the machine was busy with another."""
sqlite.SYNCHRONOUS = "off"  # changed after tests.support.databases has noted what is shipped
"""Nothing of a test has to outlive a power cut; a program that is killed loses nothing either."""
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
"""Pytest rewrites every module of tests, which takes longer than all imports: it is done once, not by each process of
each run."""


def runs_long(config: pytest.Config) -> bool:
    """Whether tests marked ``long`` are run: in the long run, and where one is asked for by name."""
    return THOROUGH or any("::" in word for word in config.args)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Of several processes of tests, each imports some of the modules before it collects them all: of those that the
    others have imported it finds the bytecode."""
    here: dict[str, Any] | None = getattr(session.config, "workerinput", None)
    if here and session.config.args == session.config.getini("testpaths"):
        files = sorted(Path(__file__).parent.rglob("test_*.py"))
        for file in files[int(here["workerid"].removeprefix("gw")) :: here["workercount"]]:
            with suppress(Exception, pytest.skip.Exception):  # collecting reports it
                import_module(".".join(file.relative_to(session.config.rootpath).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """What was imported and collected stays: it need not be looked through for garbage."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """Make nothing of a function that is marked ``long`` and is not run: it may have hundreds of parameters."""
    marks = getattr(obj, "pytestmark", ()) if callable(obj) else ()
    left_out = not runs_long(collector.config) and any(mark.name == "long" for mark in marks)
    return [] if left_out else None


def needed_server(item: pytest.Item) -> int:
    """Tests that need a browser come first, then those on a PostgreSQL server: most of each kind are run by one
    process, and the others need not start one."""
    names = getattr(item, "fixturenames", ())
    return 0 if "browser" in names else 1 if "postgresql" in f"{item.nodeid} {names}" else 2


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked ``long`` by its module or its parameter, and most games of the tests made for each."""
    items.sort(key=needed_server)
    if runs_long(config):
        return
    others = left_out(items)
    long = [item for item in items if item.nodeid in others or item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=long)
    gone = {*long}
    items[:] = [item for item in items if item not in gone]


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The scenario file of the toy rules, which are registered for as long as the test runs."""
    monkeypatch.setitem(SYSTEMS, "toy", toy_system)
    file = tmp_path / "duel.yaml"
    file.write_text(toy_system.SCENARIO)
    return str(file)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[Server]:
    """A PostgreSQL server of our own; without one, tests that ask for it are skipped."""
    if reason := why_not():
        pytest.skip(reason)
    with private_server() as started:
        yield started


@pytest.fixture
def own_postgresql_server() -> Iterator[Server]:
    """The same for one test alone, which may stop it."""
    if reason := why_not():
        pytest.skip(reason)
    with private_server() as started:
        yield started


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless browser; without one, tests that ask for it are skipped."""
    if reason := no_browser():
        pytest.skip(reason)
    with private_browser() as started:
        yield started


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Browser:
    """The browser with the page that checks logs, without a log."""
    file = tmp_path / "page.html"
    file.write_bytes(check_page(b"", "", 0).html)
    browser.open(file)
    return browser


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Address]:
    """The address of a new database, of each kind."""
    if request.param == "sqlite":
        yield tmp_path / "games.db"
        return
    server: Server = request.getfixturevalue("postgresql_server")
    with server.empty_database() as lent:
        yield lent


@pytest.fixture
def table_on_each(address: Address) -> Iterator[Table]:
    """A table of each kind of database; a file of tests that want it names its own ``table`` after it."""
    table = Table(address, toy_system.entropy())
    yield table
    table.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "games.db", toy_system.entropy())
    yield table
    table.close()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[bytes]]:
    """The logs of one short game, one after each of its commits; the last is of the whole game."""
    SYSTEMS["toy"] = cast(System[Any], toy_system)
    file = tmp_path_factory.mktemp("logs") / "duel.yaml"
    file.write_text(toy_system.SCENARIO)
    table = Table(":memory:", entropy("verify"))
    key = table.open(str(file), "Dawn", NOW, 60).id
    logs = [table.export(key)]

    def then(act: Callable[..., object], *args: object, **named: object) -> None:
        act(key, *args, **named)
        logs.append(table.export(key))

    then(table.seat, "red", "ann", NOW)
    then(table.seat, "blue", "bob", NOW, nonce="discord:5")
    then(table.write, "red", "R1 hit B1\nR1 hit R1", NOW)
    then(table.done, "red", NOW, nonce="discord:6")
    then(table.commit, "blue", NOW, text="B1 hit R1")
    then(table.expire, "2026-01-31T19:00:00Z")
    then(table.commit, "red", NOW, text="R1 plan 7\nstanding mood wild")
    then(table.expire, "2026-01-31T20:00:00Z")
    then(table.rule, "Go on.", NOW, "ref")
    then(table.rewind, 20, NOW, "ref")
    then(table.commit, "blue", NOW, text="if R1 hurt: B1 hit R1")
    then(table.propose, "red", "extend", "3600", NOW, "ann")
    then(lambda game: table.vote(game, "blue", table.game(game).motions[0].seq, NOW, "bob", yes=True))
    then(table.depute, "blue", "cid", NOW)
    then(table.change, (Change(("turn",), "9"),), NOW, "ref", "A slip.")
    then(table.pause, NOW, "referee", "ref", "Lunch.")
    then(table.leave, "blue", "bob", NOW)
    then(table.commit, "red", NOW, text="concede")
    yield logs
    del SYSTEMS["toy"]


@pytest.fixture(scope="module")
def log(played: list[bytes]) -> bytes:
    """The log of the whole short game."""
    return played[-1]
