"""What a word would cover is the same whether all boxes are asked or only those near it."""

from random import Random

from maps.drawing.labels.taken_space import TakenBox, TakenSpace, covered_area
from maps.geometry.plane import Point
from tests.support.sampling import share


def test_only_boxes_near_a_word_are_asked_and_none_is_missed() -> None:
    chance = Random(5)
    for _ in range(share(200, 20)):
        boxes = [TakenBox(_point(chance, 30), _point(chance, 8), chance.choice((1.0, 3.0, 4.0))) for _ in range(40)]
        space = TakenSpace(boxes)
        for _ in range(20):
            at, half = _point(chance, 40), _point(chance, 4)
            assert covered_area(at, half, space.near(at, half)) == covered_area(at, half, boxes)


def _point(chance: Random, most: float) -> Point:
    """On whole inches now and then, where boxes touch."""
    x, y = chance.uniform(-1, most), chance.uniform(-1, most)
    return (abs(round(x)), abs(round(y))) if chance.random() < 0.3 else (abs(x), abs(y))
