"""Pictures: bases, zones and terrain differ without colour, words cover nothing, nothing secret is shown."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import dist
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.contract import encode, replace
from engine.scenarios import reader
from engine.systems import zones
from maps.drawing import background, draw, held_ground, sheets
from maps.drawing.labels import tabletop_labels
from maps.drawing.marks.tabletop_marks import MARK_STYLES
from maps.drawing.units.unit_plates import UnitPlate
from maps.scene.scene import Scene, Shape, TableArea, TableGrid
from maps.scene.tabletop_units import HeldZone, Holder, ModelDisc, ModelUnit
from tests.maps.positions import opened
from tests.systems.zones.support.shipped_scenarios import ordered, staged

GREY = "#8c8c8c"
TABLE = TableGrid((16.0, 12.0), 12, 1)
FIELD = Scene((16.0, 12.0), (TABLE,))
AT = (8.0, 6.0)


@lru_cache(64)
def grey(scene: Scene) -> Image.Image:
    return draw.draw_in_full_colour(scene).convert("L")


def apart(one: Scene, other: Scene) -> float:
    """How many pixels of the two differ clearly in grey."""
    return ImageStat.Stat(ImageChops.difference(grey(one), grey(other)).point([0] * 40 + [255] * 216)).sum[0] / 255


# bases and plates
ONE = ModelDisc(AT, "1")


def group(disc: ModelDisc = ONE, **facts: Any) -> Scene:
    whole: dict[str, Any] = {"id": "C1", "side": 0, "colour": GREY, "across": 1.0, "discs": (disc,), **facts}
    return replace(FIELD, pieces=(ModelUnit(**whole),))


LOOKING = {
    "first side": group(),
    "second": group(side=1),
    "third": group(side=2),
    "fourth": group(side=3),
    "another number": group(ModelDisc(AT, "2")),
    "doomed": group(ModelDisc(AT, "1", status=("doomed",))),
    "moved": group(ModelDisc(AT, "1", status=("moved",))),
    "acted": group(ModelDisc(AT, "1", status=("acted",))),
    "unhurt": group(ModelDisc(AT, "1", 2, 2)),
    "hurt": group(ModelDisc(AT, "1", 1, 2)),
    "come": group(ModelDisc(AT, "1", ring=True)),
    "shock": group(shock=1),
    "more shock": group(shock=2),
    "shaken": group(status=("shaken",)),
    "hunkered": group(status=("hunkered",)),
    "sprung": group(status=("sprung",)),
    "losses": group(strength="2/3"),
}


@pytest.mark.long
def test_models_are_told_apart_without_colour() -> None:
    assert not [pair for pair in combinations(LOOKING, 2) if apart(*(LOOKING[look] for look in pair)) <= 25]


@pytest.mark.parametrize("side", range(4))
def test_a_base_covers_its_circle_and_no_more(side: int) -> None:
    """Inside is ink or colour; a tenth of an inch outside, but for its marks, is ground."""
    scene = group(side=side, across=3.0)
    bare, drawn, where = grey(FIELD), grey(scene), background.background_of(scene).layout
    for x, y in ((dx / 4, dy / 4) for dx in range(-8, 9) for dy in range(-4, 9)):
        at = where.pixel((AT[0] + x, AT[1] + y))
        if dist((0, 0), (x, y)) > 1.65:
            assert drawn.getpixel(at) == bare.getpixel(at), (x, y)
    assert apart(FIELD, scene) > 1000


def test_the_lines_of_a_unit_join_what_is_in_coherency_and_nothing_else() -> None:
    state = staged(units={"R1": {"at": ["13,20", "14.5,20", "16,20", "21,20", "22.5,20", "22.5,21.5"]}})
    (unit,) = (piece for piece in zones.scene(state, ()).pieces if isinstance(piece, ModelUnit) and piece.id == "R1")
    assert sorted(tuple(sorted(link)) for link in unit.links) == [(0, 1), (1, 2), (3, 4), (4, 5)]
    assert unit.strength == "6" and [disc.at for disc in unit.discs][3] == (21.0, 4.0)


# ground and zones
SQUARE = ((3.0, 3.0), (13.0, 3.0), (13.0, 9.0), (3.0, 9.0))


def test_grounds_are_told_apart_without_colour() -> None:
    open_, sparse, dense = (
        replace(FIELD, ground=(TABLE, *more))
        for more in ((), (TableArea(SQUARE, "sparse"),), (TableArea(SQUARE, "dense"),))
    )
    assert min(apart(one, other) for one, other in combinations((open_, sparse, dense), 2)) > 2000


def holding(kind: str, *sides: int, **facts: Any) -> Scene:
    holders = tuple(Holder(side, GREY, "AB"[side]) for side in sides)
    return replace(FIELD, held_zones=(HeldZone((0.0, 0.0), (12.0, 12.0), "Z11", kind, holders, **facts),))


HELD = {
    "nobody": holding(""),
    "first": holding("held", 0),
    "second": holding("held", 1),
    "ringed": holding("ringed", 0),
    "ringed by the second": holding("ringed", 1),
    "contested": holding("contested", 0, 1),
    "objective": holding("", value=2),
    "greater": holding("", value=3),
    "named": holding("", value=2, title="North Well"),
}


def test_zones_are_told_apart_without_colour() -> None:
    assert not [pair for pair in combinations(HELD, 2) if apart(*(HELD[look] for look in pair)) <= 25]


def test_terrain_is_still_told_apart_in_a_zone_that_is_held() -> None:
    for kind in ("held", "contested"):
        scenes = [
            replace(holding(kind, 0, 1), ground=(TABLE, TableArea(SQUARE, terrain))) for terrain in ("sparse", "dense")
        ]
        assert apart(*scenes) > 2000


def test_every_zone_is_drawn_as_the_rules_have_it() -> None:
    """ZC 14.1 to 14.3: Z31 stands free between Z21, Z41 and Z32."""
    stand = {
        "C1": {"at": "14,5"},
        "C2": {"at": "50,5"},
        "C3": {"at": "26,18"},
        "C4": {"at": "37,6"},
        "C5": {"at": "53,30"},
        "C6": {"at": "50,8"},
        "M1": {"at": "50,32"},
    }
    scene = zones.scene(staged("the-long-line", turn=2, units=stand), ())
    found = {part.name: part for part in scene.held_zones}
    assert len(found) == 20 and found["Z11"].at == (0.0, 36.0) and found["Z54"].at == (48.0, 0.0)
    assert [
        (found[name].kind, *(holder.letter for holder in found[name].holders)) for name in ("Z21", "Z31", "Z53", "Z22")
    ] == [("held", "C"), ("ringed", "C"), ("contested", "C", "W"), ("",)]
    assert (found["Z32"].value, found["Z32"].title, found["Z22"].value) == (2, "South Tower", 0)


def test_teams_have_letters_of_their_own() -> None:
    state = staged()
    state = replace(
        state,
        sides=tuple(replace(side, name=name) for side, name in zip(state.sides, ("The Reds", "A Rabble"), strict=True)),
    )
    assert {holder.letter for part in zones.scene(state, ()).held_zones for holder in part.holders} == {"Re", "Ra"}


# words
def boxes(scene: Scene) -> Iterator[tuple[object, tuple[float, float, float, float]]]:
    """What stands in words on the table, and the pixels it covers."""
    where = background.background_of(scene).layout
    for label in tabletop_labels.place_labels(scene, (0, 0, *scene.size), where.em, where.scale):
        sprite, (x, y) = tabletop_labels.label_sprite(label.what, where.em), where.pixel(label.at)
        left, top = x + sprite.offset[0], y + sprite.offset[1]
        yield label.what, (left, top, left + sprite.image.width, top + sprite.image.height)


@pytest.mark.parametrize("name", ["low-wells", "three-wadis", "the-long-line"])
@pytest.mark.long
def test_words_cover_no_model_and_no_other_words(name: str) -> None:
    scene = zones.scene(staged(name), ())
    where, found = background.background_of(scene).layout, list(boxes(scene))
    for (one, a), (other, b) in combinations(found, 2):
        assert min(a[2], b[2]) - max(a[0], b[0]) <= 3 or min(a[3], b[3]) - max(a[1], b[1]) <= 3, (one, other)
    for piece in scene.pieces:
        assert isinstance(piece, ModelUnit)
        for disc in piece.discs:
            (x, y), radius = where.pixel(disc.at), piece.across / 2 * where.scale
            for what, (left, top, right, bottom) in found:
                assert dist((x, y), (min(max(x, left), right), min(max(y, top), bottom))) > radius - 2, (what, piece.id)


def test_every_unit_has_its_plate_and_every_zone_its_name() -> None:
    scene = zones.scene(staged("the-long-line"), ())
    found = [what for what, _ in boxes(scene)]
    assert {what.id for what in found if isinstance(what, UnitPlate)} == {piece.id for piece in scene.pieces}
    assert {what.name for what in found if isinstance(what, HeldZone)} == {part.name for part in scene.held_zones}
    assert {area.name for area in scene.ground if isinstance(area, TableArea)} == {
        what for what in found if isinstance(what, str)
    }


# title and rolls
def test_the_title_tells_round_score_and_who_is_waited_for() -> None:
    title = zones.scene(staged(turn=2), ()).title
    assert title.moment == "Round 2 of 5 · The Colonial Line's action phase · 3 rounds left"
    assert [note.active for note in title.notes] == [True, False]
    assert title.notes[0].facts == ("score 3 (1 zone + South Well 2)", "8 models in 2 units on the table")
    assert title.notes[1].name == "The Dust Raiders (D)"
    assert zones.scene(staged(turn=5), ()).title.moment.endswith("last round")


def test_who_is_off_the_table_is_listed_with_way_and_round() -> None:
    ours, theirs = zones.scene(staged("three-wadis"), ()).off_table
    assert ours.entries == ("C4 Hill Marksmen (3), ambush from round 2", "C5 Sappers (4), reserve from round 2")
    assert ours.short == ("C4 ambush from round 2", "C5 reserve from round 2") and theirs.entries[0].startswith(
        "R4 Night Knives (6)"
    )
    assert (
        zones.scene(staged("three-wadis", turn=2), ()).off_table[0].entries[0]
        == "C4 Hill Marksmen (3), ambush, can come now"
    )
    assert zones.scene(staged(), ()).off_table == ()


def test_nothing_hidden_is_in_a_picture() -> None:
    """ZC 6.9: neither in what is drawn nor in its words; its own side sees it."""
    state = staged("three-wadis")
    state = replace(state, setup=replace(state.setup, hidden="secret"))
    for side, hidden in (("raiders", ("C4", "C5", "Marksmen", "Sappers")), ("", ("C4", "R4", "Knives", "Dune Riders"))):
        told = encode(zones.scene(zones.view(state, side), ())).decode()
        assert not [word for word in hidden if word in told]
        assert "none known" in told
    assert "Hill Marksmen" in encode(zones.scene(zones.view(state, "colonial"), ())).decode()


def test_a_sealed_deployment_shows_areas_and_no_new_places() -> None:
    state = zones.start(reader.load("the-long-line"))
    moved, _ = ordered(state, "colonial", "C5 place 20,10")
    theirs, ours = (zones.scene(zones.view(moved, side), ()) for side in ("machines", "colonial"))
    assert encode(theirs) == encode(zones.scene(zones.view(state, "machines"), ())) != encode(ours)
    assert len([mark for mark in ours.marks if isinstance(mark, Shape) and mark.kind == "zone"]) == 2
    assert not any(part.kind for part in ours.held_zones)


# the whole
def test_a_large_table_is_a_small_file_and_the_same_each_time() -> None:
    scene = zones.scene(staged("the-long-line"), ())
    data = draw.draw(scene)
    draw.clear_cache()
    assert data == draw.draw(scene) and len(data) < 1_000_000 and max(opened(data).size) <= 2000
    assert {mark.kind for mark in scene.marks if isinstance(mark, Shape)} <= set(MARK_STYLES)


def test_the_legend_names_only_what_this_table_can_show() -> None:
    plain, rich = (dict(zones.scene(staged(name), ()).legend) for name in ("low-wells", "the-long-line"))
    assert {"field:sparse", "field:dense", "disc:wounds", "holding:contested"} <= set(plain)
    assert "disc:come" in rich and "disc:come" not in plain
    colours = [side.colour for side in staged("the-long-line").sides]
    assert (
        rich[f"disc:side/0/{colours[0]}"] == "The Colonial Line"
        and rich[f"holding:held/1/{colours[1]}"] == "held by The Wardens"
    )


def test_only_what_changed_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    state = staged("the-long-line")
    draw.draw(zones.scene(state, ()))
    drawn, real = list[int](), held_ground.paste_sprites

    def painted(image: Image.Image, *things: Any) -> Image.Image:
        drawn.append(image.width * image.height)
        return real(image, *things)

    monkeypatch.setattr(sheets, "paste_sprites", painted)
    assert draw.draw(zones.scene(state, ())) and not drawn
    gun = replace(state.units["C5"], models=(replace(state.units["C5"].models[0], at=(2850, 400)),))
    draw.draw(zones.scene(replace(state, units={**state.units, "C5": gun}), ()))
    width, height = background.background_of(zones.scene(state, ())).image.size
    assert drawn and sum(drawn) < width * height / 10
