"""Places of boxes on a raster, against trying every place."""

from math import hypot, inf
from random import Random

import pytest
from PIL import Image, ImageDraw

from maps.drawing.labels.label_raster import FREE, fits, nearest_fit
from tests.support.many_cases import for_each
from tests.support.sampling import share


@for_each("seed", range(share(200, 12)))
def test_a_box_is_put_where_free_ground_is_nearest(seed: int) -> None:
    chance = Random(seed)
    size = (chance.randint(1, 150), chance.randint(1, 120))
    free = Image.new("L", size, FREE)
    for _ in range(chance.randint(0, 60)):
        x, y = chance.randrange(size[0]), chance.randrange(size[1])
        ImageDraw.Draw(free).rectangle((x, y, x + chance.randint(0, 30), y + chance.randint(0, 30)), 0)
    box = (chance.randint(1, 14), chance.randint(1, 8))
    best = (chance.uniform(-20, size[0] + 20), chance.choice((chance.uniform(-9, size[1] + 9), size[1] // 2)))

    found, least = nearest_fit(free, box, best), nearest_by_trying(free, box, best)
    assert fits(free, box) == (found is not None) == (least < inf)
    if found:
        assert found.far == pytest.approx(least)
        part = free.crop((found.left, found.top, found.left + box[0], found.top + box[1]))
        assert part.histogram()[FREE] == box[0] * box[1]


def nearest_by_trying(free: Image.Image, box: tuple[int, int], best: tuple[float, float]) -> float:
    """How far the nearest place is, across counting less than down; infinite if there is none."""
    (width, height), (w, h), least = free.size, box, inf
    taken = [[0] * (width + 1) for _ in range(height + 1)]
    cells = free.tobytes()
    for y in range(height):
        for x in range(width):
            above, before = taken[y][x + 1], taken[y + 1][x]
            taken[y + 1][x + 1] = above + before - taken[y][x] + (cells[y * width + x] != FREE)
    for y in range(height - h + 1):
        for x in range(width - w + 1):
            if not taken[y + h][x + w] - taken[y][x + w] - taken[y + h][x] + taken[y][x]:
                least = min(least, hypot(x + w / 2 - best[0], 1.4 * (y + h / 2 - best[1])))
    return least
