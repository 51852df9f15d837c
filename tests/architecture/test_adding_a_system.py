"""The game of docs/adding-a-system.md: copied out of the page, tested, played, drawn, exported and verified in a tree of its own."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-system.md").read_text("utf-8")
_FILE = re.compile(r"^### `([^`]+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOTS = "N1 attack S1\nN3 move 0601\ndone\n"


def files() -> Mapping[str, str]:
    """The files of the page: path -> text."""
    return {found[1]: found[2] for found in _FILE.finditer(PAGE)}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with the game of the page in it."""
    root: Path = tmp_path_factory.mktemp("tree")
    for folder in ("bot", "engine", "maps", "tests"):
        shutil.copytree(ROOT / folder, root / folder)
    shutil.copy(ROOT / "pyproject.toml", root)
    for path, text in files().items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return root


def run(tree: Path, *words: str, typed: str = "") -> str:
    """What a command says in that tree; it must succeed."""
    surroundings = {**os.environ, "PYTHONPATH": str(tree), "FIELDPOST_DB": str(tree / "games.db")}
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=tree,
        input=typed,
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_the_game_is_as_small_as_the_page_says() -> None:
    assert len(files()) <= 8
    assert sum(len(text.splitlines()) for text in files().values()) <= 400


def test_the_conformance_tests_pass(tree: Path) -> None:
    options = ("-n", "0", "-p", "no:cacheprovider", "--no-header")
    said = run(tree, "pytest", "tests/conformance", "-k", "picket or first-post", *options)
    passed = re.search(r"(\d+) passed", said)
    assert passed and int(passed[1]) >= 20 and "failed" not in said, said


def test_it_can_be_checked_played_drawn_exported_and_verified(tree: Path) -> None:
    assert "The First Post" in run(tree, "bot", "check", "maps/scenarios/picket/first-post.yaml")
    said = run(tree, "bot", "play", "first-post", typed=SHOTS + "done\n" * 9)
    assert "N1 attacks S1: " in said and "N3 moves to 0601." in said and ("has just won" in said or "in a draw" in said)
    for picture in ("first-post", "first-1"):
        run(tree, "bot", "map", picture, f"{picture}.png")
        assert (tree / f"{picture}.png").read_bytes().startswith(b"\x89PNG")
    run(tree, "bot", "export", "first-1", "log.json")
    assert json.loads((tree / "log.json").read_text("utf-8"))
    assert "false" not in run(tree, "bot", "verify", "log.json").lower()


def test_its_rulebook_and_orders_can_be_read(tree: Path) -> None:
    assert "Roll two dice" in run(tree, "bot", "rules", "picket", "3.2")
    said = run(tree, "bot", "play", "first-post", "--new", typed="help\nunits all\nquit\n")
    assert "Attack an enemy in an adjacent hex." in said and "odds" not in said
