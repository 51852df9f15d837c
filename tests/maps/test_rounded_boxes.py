"""Boxes with rounded corners have the pixels that Pillow gives them."""

from random import Random

import pytest
from PIL import Image, ImageDraw

from maps.drawing.canvas.rounded_boxes import fill_rounded_box


@pytest.mark.parametrize("seed", range(6))
def test_a_rounded_box_is_pillows(seed: int) -> None:
    chance = Random(seed)
    for _ in range(500):
        x, y, wide, high = (chance.uniform(0, most) for most in (20, 20, 90, 60))
        if chance.random() < 0.4:
            x, y, wide, high = map(round, (x, y, wide, high))
        box = (x, y, x + wide, y + high)
        radius = chance.choice((0.0, chance.uniform(0, 40), chance.uniform(0, 3), wide / 2, high / 2))
        mine, pillows = (Image.new("L", (120, 90)) for _ in range(2))
        fill_rounded_box(ImageDraw.Draw(mine), box, radius, (200,))
        ImageDraw.Draw(pillows).rounded_rectangle(box, radius, 200)
        assert mine.tobytes() == pillows.tobytes(), (box, radius)
