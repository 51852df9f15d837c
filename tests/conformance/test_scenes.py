"""Every scene of every system is whole: all of it lies on the board, and its words name every unit in sight."""

import re
from itertools import pairwise
from typing import Any

from engine.contract import encode
from maps.scene.scene import (
    Scene,
)
from tests.conformance.every_game import MESSAGES, Sys, every_game, positions, secret
from tests.support import random_games
from tests.support.sampling import share
from tests.support.scene_points import points


@every_game
def test_everything_drawn_is_on_the_board(system: Sys, scenario: str) -> None:
    grounds, sizes = set[bytes](), set[tuple[float, float]]()
    for step in random_games.walked(system, scenario, 3, MESSAGES)[:: share(2, 10)]:
        for side in (*random_games.written(scenario).sides, ""):
            seen = system.view(step.after, side)
            scene = system.scene(seen, step.turn.events)
            wishes = [idea for idea in system.ideas(seen, side) if not secret(idea)]
            drafts = system.draft_marks(seen, side, wishes[:20])
            pairs = pairwise(piece.id for piece in scene.pieces[:2])
            studied = [
                mark for one, other in pairs for target in ("", other) for mark in system.overlay(seen, one, target)
            ]
            _on_board(scene, [*scene.ground, *scene.pieces, *scene.area_pieces, *scene.marks, *drafts, *studied])
            pieces, drawn = {piece.id for piece in scene.pieces}, encode(scene.pieces).decode()
            standing = {key for key, unit in seen.units.items() if not unit.gone and unit.at}
            riding = {key for key in standing - pieces if getattr(seen.units[key], "aboard", None)}
            assert pieces == standing - riding and all(re.search(rf"\b{key}\b", drawn) for key in riding)
            assert scene.alt and scene.title.game and scene.title.moment
            grounds.add(encode(scene.ground))
            sizes.add(scene.size)
    assert len(grounds) == len(sizes) == 1 or scenario == "blank-table", (
        "the ground of a game never changes once there is one"
    )


def _on_board(scene: Scene, things: list[Any]) -> None:
    width, height = scene.size
    assert 1 <= width <= 500 and 1 <= height <= 500
    outside = [thing for thing in things for x, y in points(thing) if not (0 <= x <= width and 0 <= y <= height)]
    assert not outside, outside[:3]


@every_game
def test_the_twin_names_every_unit_in_sight(system: Sys, scenario: str) -> None:
    for state, viewers in positions(system, scenario):
        for side in viewers:
            seen = system.view(state, side)
            words = system.text_map(seen)
            missing = [key for key in seen.units if not re.search(rf"\b{re.escape(key)}\b", words)]
            assert not missing, missing
            places = [
                unit.at for unit in seen.units.values() if not unit.gone and unit.at and _place(unit.at) not in words
            ]
            assert not places, places


def _place(at: str | tuple[int, int]) -> str:
    """A hex, or a point of a table as people write it."""
    return at if isinstance(at, str) else f"{at[0] / 100:g},{at[1] / 100:g}"
