"""Flags of objectives on tables."""

import pytest

from engine.systems import acw
from maps.drawing import background
from maps.drawing.ground.terrain_names import name_boxes
from maps.geometry.rectangles import overlap
from maps.scene.scene import Spot
from tests.support import random_games
from tests.support.sampling import share


@pytest.mark.sampled(1)
@pytest.mark.parametrize("stem", share(random_games.shipped(acw), random_games.shipped(acw)[:3]))
def test_no_flag_of_an_objective_hides_a_name(stem: str) -> None:
    """While the armies set up: later, units may leave it no other place."""
    for step in random_games.walked(acw, stem, 3, 6):
        scene = acw.scene(step.after, ())
        layout = background.background_of(scene).layout
        names = list(name_boxes(scene.ground, scene.size, layout.em / layout.scale))
        size = layout.sign / layout.scale
        for flag in [mark for mark in scene.marks if isinstance(mark, Spot) and mark.kind == "flag"]:
            (x, y), (wide, high) = flag.at, (0.76 * size, 0.95 * size)
            assert not [name for name in names if overlap((x, y - high, x + wide, y), name)], flag
