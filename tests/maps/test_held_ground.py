"""The ground with held lands: mended where one changes, it is what it would be if all of it were drawn."""

from collections import OrderedDict
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.table import AskAgain, Table
from maps.drawing import draw, sheets
from maps.drawing.canvas import memory
from maps.scene.scene import Scene
from tests.support.sampling import share

NOW = "2026-01-31T18:00:00Z"


@pytest.mark.parametrize("stem", ["two-shores"])
def test_a_mended_ground_is_the_same_as_one_drawn_anew(stem: str, tmp_path: Path) -> None:
    """Over the pictures of a random game, in which areas change hands."""
    grounds, mended = OrderedDict[Any, Any](), 0
    for scene in _scenes(tmp_path / "games.db", stem, share(60, 6)):
        memory.grounds._kept = grounds.copy()
        mended += any(key[1] not in ((), sheets.LAST) for key in grounds)
        found = draw._ground(scene)[0]
        grounds = memory.grounds._kept.copy()
        memory.grounds.clear()
        anew = draw._ground(scene)[0]
        assert found.image.tobytes() == anew.image.tobytes() and found.rows.pixels == anew.rows.pixels
    assert mended > 3


def _scenes(path: Path, stem: str, phases: int) -> list[Scene]:
    table, chance, scenes = Table(path, Random(stem).randbytes), Random(4), list[Scene]()
    key = table.open(stem, "", NOW).id
    for side in table.game(key).sides:
        table.seat(key, side, side, NOW)
    for number in range(phases):
        game = table.game(key)
        if not game.phase:
            break
        side = game.phase.sides[0]
        ideas = [idea for idea in table.ideas(key, side) if not idea.startswith(("done", "commit", "concede"))]
        table.write(key, side, "\n".join(chance.sample(ideas, min(6, len(ideas)))), NOW)
        token = _question(table, key, side, f"discord:{number}")
        if token:
            table.done(key, side, NOW, f"discord:{number}-all", sure=token)
        scenes.append(table.picture(key))
    table.close()
    return scenes


def _question(table: Table, key: str, side: str, nonce: str) -> str:
    """Ends the phase; the token of the question if one is asked first."""
    try:
        table.done(key, side, NOW, nonce)
    except AskAgain as ask:
        return ask.token
    return ""
