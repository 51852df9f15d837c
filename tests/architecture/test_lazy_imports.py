"""The program starts quickly: rule systems, databases, drawing and Discord are imported when they are first needed."""

import json
import subprocess
import sys
from collections.abc import Sequence

import pytest

from engine.systems import SYSTEMS
from tests.bot.command_line import ROOT, clean

HEAVY = (
    "numpy",
    "sqlite_utils",
    "discord",
    "aiohttp",
    "PIL",
    "prompt_toolkit",
    "rich",
    "shapely",
    "networkx",
    "openskill",
    "lark",
    "psycopg",
)
RULES = tuple(f"engine.systems.{name}" for name in SYSTEMS)
LISTED = "import json, sys; code = {code}; print(json.dumps(sorted(sys.modules)), file=sys.stderr)"


def imported(*words: str) -> set[str]:
    """The modules that a Python command imports."""
    ran = subprocess.run(
        [sys.executable, "-c", words[0], *words[1:]], cwd=ROOT, env=clean(), capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
    return set(json.loads(ran.stderr.splitlines()[-1]))


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("__import__('engine.table')", (*HEAVY, *RULES)),
        ("__import__('bot.__main__').__main__.main(['roll', '3d6'])", (*HEAVY, *RULES, "yaml", "engine.table")),
        ("__import__('bot.__main__').__main__.main(['scenarios', 'low-wells'])", ("discord", "numpy", "sqlite_utils")),
    ],
    ids=["the engine", "a roll of dice", "a scenario"],
)
def test_what_is_not_needed_is_not_imported(code: str, absent: Sequence[str]) -> None:
    assert not imported(LISTED.format(code=code)).intersection(absent)


def test_only_the_rules_of_the_game_that_is_asked_for_are_imported() -> None:
    code = "(__import__('engine.scenarios.reader').scenarios.reader.load('low-wells'), __import__('engine.table'))"
    found = imported(LISTED.format(code=code))
    assert [name for name in RULES if name in found] == ["engine.systems.zones"]


def test_names_are_those_of_the_systems() -> None:
    assert all(name == system.NAME for name, system in SYSTEMS.items())
