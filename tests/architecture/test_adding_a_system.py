"""The game of docs/adding-a-system.md: copied out of the page, then tested, played, drawn, exported and verified."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.sampling import share

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-system.md").read_text("utf-8")
_FILE = re.compile(r"^### `([^`]+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOTS = "N1 attack S1\nN3 move 0601\ndone\n"
COMMANDS = {
    "check maps/scenarios/picket/first-post.yaml": "",
    "play first-post": SHOTS + "done\n" * 9,
    "map first-post first-post.png": "",
    "map first-1 first-1.png": "",
    "export first-1 log.json": "",
    "verify log.json": "",
    "rules picket 3.2": "",
    "play first-post --new": "help\nunits all\nquit\n",
}
"""Commands of `fieldpost`, each with what is typed while it runs."""
DRIVER = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
from bot.__main__ import main

ended = []
for words, typed in json.load(sys.stdin):
    text, sys.stdin = io.StringIO(), io.StringIO(typed)
    with redirect_stdout(text), redirect_stderr(text):
        code = main(words)
    ended.append((code, text.getvalue()))
print(json.dumps(ended))
"""
"""Reads the commands as JSON and writes the exit code and the text of each."""
CONFORMANCE = share(
    ("tests/conformance",),
    tuple(f"tests/conformance/test_{name}.py" for name in ("card", "contract", "scenes", "texts")),
)
"""The other files have no test that is made for every system."""


def files() -> Mapping[str, str]:
    """The files of the page: path -> text."""
    return {found[1]: found[2] for found in _FILE.finditer(PAGE)}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with the game of the page in it."""
    root: Path = tmp_path_factory.mktemp("tree")
    for folder in ("bot", "engine", "maps", "tests"):
        shutil.copytree(ROOT / folder, root / folder)  # with the bytecode, which need not be made again
    shutil.copy(ROOT / "pyproject.toml", root)
    for path, text in files().items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return root


def run(tree: Path, *words: str, typed: str = "") -> str:
    """What a Python command says in that tree; it must succeed."""
    surroundings = {**os.environ, "PYTHONPATH": str(tree), "FIELDPOST_DB": str(tree / "games.db")}
    done = subprocess.run(
        [sys.executable, *words],
        cwd=tree,
        input=typed,
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=800,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def said(tree: Path) -> Mapping[str, str]:
    """What each of the commands says in that tree, run one after the other in one process; each must succeed."""
    steps = [[command.split(), typed] for command, typed in COMMANDS.items()]
    ended = json.loads(run(tree, "-c", DRIVER, typed=json.dumps(steps)).splitlines()[-1])
    assert not [(command, text) for command, (code, text) in zip(COMMANDS, ended, strict=True) if code]
    return {command: text for command, (_, text) in zip(COMMANDS, ended, strict=True)}


def test_the_game_is_as_small_as_the_page_says() -> None:
    assert len(files()) <= 8
    assert sum(len(text.splitlines()) for text in files().values()) <= 410


@pytest.mark.long
@pytest.mark.timeout(900)
def test_the_conformance_tests_pass(tree: Path) -> None:
    options = ("-n", "0", "-p", "no:cacheprovider", "--no-header")
    said = run(tree, "-m", "pytest", *CONFORMANCE, "-k", "picket or first-post", *options)
    passed = re.search(r"(\d+) passed", said)
    assert passed and int(passed[1]) >= share(20, 15) and "failed" not in said, said


def test_it_can_be_checked_played_drawn_exported_and_verified(tree: Path, said: Mapping[str, str]) -> None:
    assert "The First Post" in said["check maps/scenarios/picket/first-post.yaml"]
    played = said["play first-post"]
    assert (
        "N1 attacks S1: " in played
        and "N3 moves to 0601." in played
        and ("has just won" in played or "in a draw" in played)
    )
    for picture in ("first-post", "first-1"):
        assert (tree / f"{picture}.png").read_bytes().startswith(b"\x89PNG")
    assert json.loads((tree / "log.json").read_text("utf-8"))
    assert "false" not in said["verify log.json"].lower()


def test_its_rulebook_and_orders_can_be_read(said: Mapping[str, str]) -> None:
    assert "Roll two dice" in said["rules picket 3.2"]
    played = said["play first-post --new"]
    assert "Attack an enemy in an adjacent hex." in played and "odds" not in played
