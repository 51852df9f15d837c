"""Places of boxes on a raster, against trying every place."""

from math import hypot, inf
from random import Random

import pytest

from maps.drawing.labels.label_raster import Ground, Window, nearest_fit
from tests.support.many_cases import for_each
from tests.support.sampling import share


@for_each("seed", range(share(200, 12)))
def test_a_box_is_put_where_free_ground_is_nearest(seed: int) -> None:
    chance = Random(seed)
    window = Window(chance.randint(0, 9), chance.randint(0, 9), chance.randint(1, 150), chance.randint(1, 120))
    taken = [
        (x, y, x + chance.randint(1, 31), y + chance.randint(1, 31))
        for _ in range(chance.randint(0, 60))
        for x, y in [(chance.randrange(-5, window.wide + 9), chance.randrange(-5, window.high + 9))]
    ]
    ground = Ground(window, 1.0, (1 << window.wide * window.high) - 1).without(taken)
    free = [[not _is_taken((x, y), window, taken) for x in range(window.wide)] for y in range(window.high)]
    assert ground.free == sum(cell << y * window.wide + x for y, row in enumerate(free) for x, cell in enumerate(row))
    box = (chance.randint(1, 14), chance.randint(1, 8))
    best = (
        chance.uniform(-20, window.wide + 20),
        chance.choice((chance.uniform(-9, window.high + 9), window.high // 2)),
    )

    found, least = nearest_fit(ground.free, (window.wide, window.high), box, best), nearest_by_trying(free, box, best)
    assert (found is not None) == (least < inf)
    if found:
        assert found.far == pytest.approx(least)
        across, down = range(found.left, found.left + box[0]), range(found.top, found.top + box[1])
        assert all(free[y][x] for y in down for x in across)


def _is_taken(cell: tuple[int, int], window: Window, taken: list[tuple[int, int, int, int]]) -> bool:
    x, y = cell[0] + window.left, cell[1] + window.top
    return any(left <= x < right and top <= y < bottom for left, top, right, bottom in taken)


def nearest_by_trying(free: list[list[bool]], box: tuple[int, int], best: tuple[float, float]) -> float:
    """How far the nearest place is, across counting less than down; infinite if there is none."""
    width, height, (w, h), least = len(free[0]), len(free), box, inf
    taken = [[0] * (width + 1) for _ in range(height + 1)]
    for y in range(height):
        for x in range(width):
            above, before = taken[y][x + 1], taken[y + 1][x]
            taken[y + 1][x + 1] = above + before - taken[y][x] + (not free[y][x])
    for y in range(height - h + 1):
        for x in range(width - w + 1):
            if not taken[y + h][x + w] - taken[y][x + w] - taken[y + h][x] + taken[y][x]:
                least = min(least, hypot(x + w / 2 - best[0], 1.4 * (y + h / 2 - best[1])))
    return least
