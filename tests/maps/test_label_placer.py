"""Labels that stay where they were in the last picture are where they would be if all were placed anew."""

from collections.abc import Iterator
from itertools import product
from random import Random

from maps.drawing.labels.label_placer import Key, Label, Placement, TrailText, WantedLabel, place
from maps.drawing.labels.taken_space import TakenBox
from maps.geometry.plane import Point
from tests.support.many_cases import for_each
from tests.support.sampling import share

WINDOW = (0.0, 0.0, 30.0, 30.0)
Things = dict[Key, tuple[TakenBox, ...]]


@for_each("seed", range(share(60, 12)))
def test_labels_are_placed_as_if_nothing_was_known_of_the_last_picture(seed: int) -> None:
    chance, before, stayed = Random(seed), Placement({}, {}), 0
    things: Things = {("unit", nth): boxes(chance) for nth in range(14)}
    anchors: dict[Key, Point] = {("label", nth): point(chance) for nth in range(20)}
    for _ in range(25):
        change(chance, things, anchors)
        wanted = [label(key, at) for key, at in anchors.items()]
        now = place(dict(things), wanted, WINDOW, before)
        anew = place(dict(things), wanted, WINDOW, None)
        assert {key: found.box for key, found in now.labels.items()} == {
            key: found.box for key, found in anew.labels.items()
        }
        assert list(now.labels) == list(anew.labels)
        stayed += sum(found is before.labels.get(key) for key, found in now.labels.items())
        before = now
    assert stayed > 100  # else nothing was saved


def change(chance: Random, things: Things, anchors: dict[Key, Point]) -> None:
    """A few things and labels come, go or move; now and then they come in another order."""
    for nth in chance.sample(range(16), 2):
        if chance.random() < 0.2:
            things.pop(("unit", nth), None)
        else:
            things["unit", nth] = boxes(chance)
    if chance.random() < 0.4:
        anchors["label", chance.randrange(22)] = point(chance)
    if chance.random() < 0.2:
        anchors.pop(("label", chance.randrange(22)), None)
    if chance.random() < 0.1:
        shuffled = chance.sample(sorted(things.items()), len(things))
        things.clear()
        things.update(shuffled)


def boxes(chance: Random) -> tuple[TakenBox, ...]:
    """The bases of a unit, close together."""
    x, y = point(chance)
    return tuple(
        TakenBox((x + chance.uniform(0, 4), y + chance.uniform(0, 4)), (0.6, 0.6), 3.0)
        for _ in range(chance.randint(1, 6))
    )


def label(key: Key, at: Point) -> WantedLabel:
    """Every third is left out where it would cover too much; every fourth avoids the middle of the table."""
    nth = int(key[1])
    others = (TakenBox((15.0, 15.0), (4.0, 4.0)),) if nth % 4 == 0 else ()
    most = {"most": 0.6} if nth % 3 == 0 else {}
    return key, Label(at, TrailText(str(nth)), (1.7, 0.7), lambda: around(at), others, **most)


def around(at: Point) -> Iterator[tuple[Point, float]]:
    for far, (dx, dy) in product((0.0, 1.5, 3.0), ((0, -1), (0, 1), (-1, 0), (1, 0))):
        yield (at[0] + far * dx, at[1] + far * dy), far / 5


def point(chance: Random) -> Point:
    """On whole inches now and then, where boxes touch."""
    x, y = chance.uniform(0, 28), chance.uniform(0, 28)
    return (round(x), round(y)) if chance.random() < 0.3 else (x, y)
