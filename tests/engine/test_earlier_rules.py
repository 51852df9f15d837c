"""A stored game is judged by the rules it began with: what was corrected since stays as it was in it."""

import secrets
from pathlib import Path
from typing import Any

import pytest

from engine import play
from engine.contract import NoDice, Turn, replace
from engine.log.fold import Fold
from engine.log.journal import Entry
from engine.play import OrderToRun
from engine.scenarios import reader
from engine.systems import SYSTEMS
from engine.systems.miniwars.state.events import Cancelled
from engine.table import Table
from tests.support.toy_system import NOW

CORRECTED = ("forumini", "miniwars")


def opening(system: str, tmp_path: Path) -> Entry:
    """The first entry of a new game of the system."""
    stem = next(stem for stem in reader.shipped() if reader.load(stem).system == system)
    table = Table(tmp_path / f"{system}.sqlite", secrets.token_bytes)
    return table.journal.read(table.open(stem, "", NOW).id)[0]


@pytest.mark.parametrize("system", CORRECTED)
def test_a_stored_game_knows_the_version_it_began_with(system: str, tmp_path: Path) -> None:
    entry, rules = opening(system, tmp_path), SYSTEMS[system]
    assert Fold(entry).state.earlier == ""
    for version in rules.EARLIER_VERSIONS:
        stored = Entry(**{**_fields(entry), "body": entry.body.replace(rules.VERSION, version)})
        assert Fold(stored).state.earlier == version


def _fields(entry: Entry) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in entry.__struct_fields__}


@pytest.mark.parametrize(("version", "dropped"), [("", False), ("miniwars/1", True), ("miniwars/2", True)])
def test_a_conditional_cancel_of_a_stored_game_drops_what_it_dropped(version: str, dropped: bool) -> None:
    rules = SYSTEMS["miniwars"]
    start = rules.start(reader.load("millers-bridge"))
    state = replace(start, phase="morale", turn=1, earlier=version)
    turn: Turn[Any] = Turn(state, NoDice(), rules.apply)
    side, other = (side.id for side in state.sides)
    unit = next(unit.id for unit in state.units.values() if unit.side == side)
    play.run(rules, turn, side, [OrderToRun(1, f"if {unit} gone: cancel")])
    assert any(isinstance(event, Cancelled) for event in turn.events) is dropped
    assert other and len(turn.events) == 1
