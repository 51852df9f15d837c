"""What marks say covers no id of a unit and no other words, in positions of played games; far words have a lead."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import dist
from random import Random
from typing import Any

import pytest

from engine.contract import replace
from engine.scenarios import reader
from engine.systems import SYSTEMS
from maps.drawing import background, draw
from maps.drawing.labels import tabletop_labels, taken_by_pieces
from maps.drawing.labels.mark_labels import NEAR, PlacedWords, place_words
from maps.geometry.hex_points import hex_centre, hex_size
from maps.geometry.plane import Point
from maps.geometry.rectangles import Rect, nearest_point, overlap
from maps.scene.scene import Counter, Mark, Scene, Spot, Strip, Trail
from tests.maps.positions import changed
from tests.support import random_games
from tests.support.many_cases import for_each
from tests.support.sampling import share

GAMES = [
    (file.parent.name, name)
    for name, file in sorted(reader.shipped().items())
    if file.parent.name in ("miniwars", "forumini", "acw")
]
TABLES = [name for name, file in reader.shipped().items() if file.parent.name == "zones"]
SHOTS = 24
"""Marks that are added to those of a position, between units near each other, so that all of them crowd together."""
TEXTS = ("6", "11", "3: 5>4 hit 2", "2: hit 1 / miss / cover")
KINDS = {
    "miniwars": ("attack", "attack-failed", "shot-hit", "rally-made"),
    "forumini": ("fire-hit", "fire-miss", "draft-fire"),
    "acw": ("gunfire", "charge", "melee", "retreat"),
}
FIELD = Scene(hex_size(9, 9), ())
MIDDLE = hex_centre("0505")


def placed(scene: Scene) -> tuple[tuple[PlacedWords, ...], tuple[Rect, ...]]:
    """What marks say, and the ids of units."""
    layout, window = background.background_of(scene).layout, (0.0, 0.0, *scene.size)
    return place_words(scene, layout, window), tuple(taken_by_pieces.id_boxes(scene, layout, window))


def check(scene: Scene) -> None:
    words, ids = placed(scene)
    assert len(words) == sum(bool(_text(mark)) for mark in scene.marks)
    for one in words:
        assert not [box for box in ids if overlap(one.box, box)], one
    for one, other in combinations(words, 2):
        assert not overlap(one.box, other.box), (one, other)


def _text(mark: Mark) -> str:
    """What it says beside its picture."""
    return "" if isinstance(mark, Spot) and mark.kind in ("ghost", "flag", "way", "pips") else mark.text


def crowded(scene: Scene, kinds: Sequence[str], chance: Random) -> Scene:
    """The scene with many more marks around one of its pieces."""
    places = sorted({piece.at for piece in scene.pieces if isinstance(piece, Counter | Strip)})
    if len(places) < 3:
        return scene
    middle = chance.choice(places)
    near = sorted(places, key=lambda at: dist(at, middle))[:8]
    return replace(scene, marks=(*scene.marks, *_many(near, kinds, chance)))


def _many(near: Sequence[Point], kinds: Sequence[str], chance: Random) -> Iterator[Mark]:
    for _ in range(SHOTS):
        start, end = chance.sample(near, 2)
        yield Trail((start, end), chance.choice(kinds), "#333333", chance.choice(TEXTS))


@pytest.mark.parametrize(("system", "scenario"), share(GAMES, GAMES[:1]))
def test_words_cover_no_id_and_no_other_words(system: str, scenario: str) -> None:
    rules, chance = SYSTEMS[system], Random(scenario)
    for step in random_games.walked(rules, scenario, 5, share(160, 30))[::3]:
        scene = rules.scene(step.after, step.turn.events)
        check(scene)
        check(crowded(scene, KINDS[system], chance))


@pytest.mark.parametrize("scenario", share(TABLES, TABLES[:1]))
def test_words_on_a_table_of_models_cover_no_plate(scenario: str) -> None:
    rules: Any = SYSTEMS["zones"]
    for step in random_games.walked(rules, scenario, 5, share(60, 12)):
        scene = rules.scene(step.after, step.turn.events)
        layout = background.background_of(scene).layout
        labels = tabletop_labels.place_labels(scene, (0.0, 0.0, *scene.size), layout.em, layout.scale)
        boxes = [tabletop_labels.label_box(label, layout.em, layout.scale) for label in labels]
        for one, other in combinations(zip(labels, boxes, strict=True), 2):
            assert not overlap(one[1], other[1]), (one, other)


def test_words_that_find_no_room_beside_their_mark_have_a_lead_to_it() -> None:
    notes = tuple(Spot(MIDDLE, "note", f"{nth}: 5>4 hit {nth}") for nth in range(12))
    words, _ = placed(replace(FIELD, marks=notes))
    away = [dist(nearest_point(one.box, MIDDLE), MIDDLE) for one in words]
    assert [one.lead == MIDDLE for one in words] == [far > NEAR for far in away] and not all(far > NEAR for far in away)
    assert sum(far > NEAR for far in away) > 6 and max(away) < 3


@for_each(
    "look", [{"pictogram": "tank", "letters": "US"}, {"strength": "5* 4C"}, {"pictogram": "mine", "lies": "flat"}]
)
def test_the_box_of_an_id_holds_all_of_it(look: dict[str, Any]) -> None:
    for side, key in ((0, "W11"), (1, "MM")):
        scene = replace(FIELD, pieces=(Counter(MIDDLE, key, side, "#1565c0", **look),))
        bare = replace(FIELD, pieces=(Counter(MIDDLE, "", side, "#1565c0", **look),))
        layout = background.background_of(scene).layout
        ((left, top, right, bottom),) = taken_by_pieces.id_boxes(scene, layout, (0.0, 0.0, *FIELD.size))
        drawn = changed(bare, scene).getbbox()
        (x, y), (end, foot) = layout.pixel((left, top)), layout.pixel((right, bottom))
        assert drawn and drawn[0] >= x - 1 and drawn[1] >= y - 1 and drawn[2] <= end + 1 and drawn[3] <= foot + 1


def test_words_that_have_room_are_where_their_mark_has_them() -> None:
    trail = Trail((hex_centre("0303"), hex_centre("0603")), "fire-hit", "", "3: 5>4 hit 1")
    (words,), _ = placed(replace(FIELD, marks=(trail,)))
    assert words.lead is None
    assert dist(words.at, ((trail.points[0][0] + trail.points[1][0]) / 2, trail.points[0][1])) < 1
    assert draw.draw(replace(FIELD, marks=(trail,))) != draw.draw(FIELD)
