"""Pictures of ACW: true footprints, distinct in grey, recent events, close-ups, and what is kept of a picture."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import dist
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.contract import Event, replace
from engine.scenarios import reader
from engine.systems import acw
from engine.systems.acw.presentation import unit_pictures
from engine.systems.acw.state.combat_events import Shelled
from engine.systems.acw.state.position import State, footprint
from maps.drawing import background, closeups, draw, held_ground, sheets
from maps.drawing.ground import tabletop_ground
from maps.drawing.marks import tabletop_marks
from maps.drawing.marks.marks import OVER, UNDER
from maps.drawing.marks.trail_styles import TRAIL_STYLES
from maps.drawing.units import base_strips, unit_plates
from maps.geometry import plane, polygons
from maps.scene import tabletop_layout
from maps.scene.scene import (
    Crossing,
    Detail,
    Mark,
    Scene,
    Shape,
    SideNote,
    Spot,
    Strip,
    TableArea,
    TableGrid,
    TableLine,
    Title,
    Trail,
    without_plate,
)
from tests.maps.positions import MIDGAME, opened
from tests.support.many_cases import for_each
from tests.systems.acw.support.board import ordered
from tests.systems.acw.support.rulebook_drawings import DOCS, FIGURES
from tests.systems.acw.support.shipped_scenarios import staged

GREY = "#8c8c8c"
TABLE = TableGrid((16.0, 12.0))
FIELD = Scene((16.0, 12.0), (TABLE,))
UNITS = sorted(base_strips.SIGNS)


@lru_cache(64)
def grey(scene: Scene) -> Image.Image:
    return draw.draw_in_full_colour(scene).convert("L")


def apart(one: Scene, other: Scene) -> float:
    """How many pixels of the two differ clearly in grey."""
    return ImageStat.Stat(ImageChops.difference(grey(one), grey(other)).point([0] * 40 + [255] * 216)).sum[0] / 255


def strip(**facts: Any) -> Strip:
    whole: dict[str, Any] = {
        "at": (8.0, 6.0),
        "id": "U1",
        "side": 0,
        "colour": GREY,
        "facing": 30.0,
        "bases": 4,
        "symbols": ("infantry",),
        "strength": "4",
    }
    return Strip(**{**whole, **facts})


def with_pieces(*pieces: Strip) -> Scene:
    return replace(FIELD, pieces=pieces)


# strips
LOOKS: dict[str, dict[str, Any]] = {
    "plain": {},
    "second side": {"side": 1},
    "column": {"status": ("column",)},
    "turned": {"facing": 210.0},
    "fewer": {"bases": 3, "strength": "3"},
    "activated": {"status": ("activated",)},
    "moved": {"status": ("moved",)},
    "fired": {"status": ("fired",)},
    "changed": {"ring": True},
    "leader with it": {"riders": ("UL",)},
    **{arm: {"symbols": (arm,), "bases": 1} for arm in UNITS},
}


@pytest.mark.parametrize(("one", "other"), [*combinations(LOOKS, 2)])
@pytest.mark.long
def test_strips_are_told_apart_without_colour(one: str, other: str) -> None:
    assert apart(with_pieces(strip(**LOOKS[one])), with_pieces(strip(**LOOKS[other]))) > 25


@pytest.mark.parametrize("facing", [0.0, 37.5, 90.0, 200.0])
@pytest.mark.parametrize("formation", [(), ("column",)])
def test_a_strip_covers_its_footprint_and_no_more(facing: float, formation: tuple[str, ...]) -> None:
    """The bases drawn are the rectangle of the rules: ink or colour inside, nothing a fifth of an inch outside."""
    look, scale = without_plate(strip(facing=facing, status=formation, bases=5)), 40
    sprite = base_strips.body(look, scale)
    body = plane.Box((0.0, 0.0), facing, *look.half)
    for y in range(-140, 141, 4):
        for x in range(-140, 141, 4):
            right, ahead = plane.relative_to_box(body, (x / scale, -y / scale))
            outside = max(abs(right) - body.across, abs(ahead) - body.along)
            px, py = x - sprite.offset[0], y - sprite.offset[1]
            inside_image = 0 <= px < sprite.image.width and 0 <= py < sprite.image.height
            pixel = sprite.image.getpixel((px, py)) if inside_image else (0, 0, 0, 0)
            assert isinstance(pixel, tuple)
            assert (pixel[3] > 250) if outside < -0.06 else (pixel[3] == 0) if outside > 0.2 else True, (x, y)


def test_the_front_of_a_strip_is_its_darkest_edge() -> None:
    look = without_plate(strip(facing=0.0, colour="#56B4E9"))
    sprite = base_strips.body(look, 60)

    def light(ahead: float) -> float:
        row = [
            sprite.image.getpixel((round(x * 6 - sprite.offset[0]), round(-ahead * 60 - sprite.offset[1])))
            for x in range(-16, 17)
        ]
        return sum(sum(pixel[:3]) for pixel in row if isinstance(pixel, tuple))

    assert light(0.19) < 0.5 * light(-0.17)


def test_the_pictures_geometry_is_that_of_the_rules() -> None:
    state = staged("kesslers-mill")
    for unit in state.units.values():
        piece = unit_pictures.unit_strip(state, unit)
        if unit.leads is None:
            corners = [(x, state.table.height - y) for x, y in plane.box_corners(footprint(state, unit))]
            assert all(dist(a, b) < 1e-3 for a, b in zip(base_strips.corners(piece), corners, strict=True)), unit.id


def test_plates_cover_no_strip_and_no_other_plate_where_there_is_room() -> None:
    scene = acw.scene(staged("kesslers-mill"), ())
    where = background.background_of(scene).layout
    strips = tuple(piece for piece in scene.pieces if isinstance(piece, Strip))
    found = base_strips.place_plates(strips, (0, 0, *scene.size), where.em, where.scale)
    assert {tag.strip.id for tag in found} == {piece.id for piece in strips if piece.bases}
    shown = [unit_plates.plate(base_strips.strip_plate(tag.strip), where.em).image.size for tag in found]
    halves = [(wide / where.scale / 2, high / where.scale / 2) for wide, high in shown]
    rooms = [plane.Box((tag.at[0], -tag.at[1]), 0, *half) for tag, half in zip(found, halves, strict=True)]
    bodies = [plane.Box((piece.at[0], -piece.at[1]), piece.facing, *piece.half) for piece in strips]
    assert not [(a, b) for a, b in combinations(rooms, 2) if plane.box_gap(a, b) < -0.1]
    assert not [(a, b) for a in rooms for b in bodies if plane.box_gap(a, b) < -0.1]
    assert all(room.at[0] - room.across >= 0 and room.at[0] + room.across <= scene.size[0] for room in rooms)


# the ground
SQUARE = ((3.0, 3.0), (13.0, 3.0), (13.0, 9.0), (3.0, 9.0))
GROUNDS: dict[str, Any] = {
    **{kind: TableArea(SQUARE, kind) for kind in tabletop_ground.AREAS},
    "nothing": TableArea(((0, 0), (0.01, 0), (0, 0.01)), "field"),
    "crested": TableArea(SQUARE, "hill", ((5.0, 6.0), (11.0, 6.0))),
    **{kind: TableLine(((2.0, 6.0), (14.0, 5.0)), kind) for kind in ("river", "stream", "fence", "road")},
}


@pytest.mark.parametrize(("one", "other"), [*combinations(GROUNDS, 2)])
@pytest.mark.long
def test_grounds_are_told_apart_without_colour(one: str, other: str) -> None:
    assert apart(*(replace(FIELD, ground=(TABLE, GROUNDS[kind])) for kind in (one, other))) > 400


@pytest.mark.parametrize("kind", ["bridge", "ford"])
def test_a_crossing_lies_on_its_water(kind: str) -> None:
    river = TableLine(((0.0, 6.0), (16.0, 6.0)), "river")
    bare, crossed = (
        replace(FIELD, ground=(TABLE, river, *more)) for more in ((), (Crossing((8.0, 6.0), kind, (1.0, 0.0), 3.0),))
    )
    box_ = ImageChops.difference(grey(bare), grey(crossed)).getbbox()
    where = background.background_of(crossed).layout
    assert box_
    (left, top), (right, bottom) = where.pixel((5.8, 4.8)), where.pixel((10.2, 7.2))
    assert left <= box_[0] and top <= box_[1] and box_[2] <= right and box_[3] <= bottom


def test_a_shipped_table_is_all_in_its_picture() -> None:
    scene = acw.scene(acw.start(reader.load("kesslers-mill")), ())
    table = reader.load("kesslers-mill").table
    assert table and len(scene.ground) == 1 + len(table.pieces)
    words = dict(scene.legend)
    assert {"field:woods", "course:ford", "strip:horse-artillery", "field:crest"} <= set(words) and len(
        scene.legend
    ) == len(words)
    assert max(opened(draw.draw(scene)).size) <= 2000


def test_rubble_and_shellings_lie_on_buildings() -> None:
    state = staged()
    whole = replace(state, game=replace(state.game, buildings={"Sutter Farm": 2}))
    gone = replace(state, game=replace(state.game, buildings={"Sutter Farm": 3}))
    bare, pips, rubble = (acw.scene(one, ()) for one in (state, whole, gone))
    assert [mark.text for mark in pips.marks if isinstance(mark, Spot) and mark.kind == "pips"] == ["2/3"]
    assert [mark.kind for mark in rubble.marks if isinstance(mark, Shape) and mark.kind == "rubble"] == ["rubble"]
    assert apart(bare, pips) > 25 and apart(bare, rubble) > 400


# marks
def known(mark: Mark) -> bool:
    match mark:
        case Trail(kind=kind):
            return kind in TRAIL_STYLES
        case Shape(kind=kind):
            return kind in tabletop_marks.MARK_STYLES
        case Spot(kind=kind):
            return kind in (*OVER, *UNDER, *tabletop_marks.SIGNS)


OUTLINES = ("ghost", "stand", "reach-worst", "reach-best", "wedge", "blocking", "rubble")


@for_each(("one", "other"), [*combinations(OUTLINES, 2)])
def test_outlines_are_told_apart_without_colour(one: str, other: str) -> None:
    assert apart(*(replace(FIELD, marks=(Shape(SQUARE, kind, GREY),)) for kind in (one, other))) > 200


def test_an_outline_is_cut_to_the_board() -> None:
    cut = polygons.clip_to_board(((-3.0, 2.0), (5.0, 2.0), (5.0, 20.0), (-3.0, 20.0)), (16.0, 12.0))
    assert set(cut) == {(0.0, 2.0), (5.0, 2.0), (5.0, 12.0), (0.0, 12.0)}
    assert polygons.clip_to_board(((-3.0, 2.0), (-1.0, 2.0), (-1.0, 5.0)), (16.0, 12.0)) == ()


def charged(dice: Sequence[int] = (6, 6)) -> tuple[State, list[Event]]:
    return ordered(staged(), "us", "U1 charge C1", dice)


def test_a_charge_is_drawn_with_its_ghost_dice_guns_and_the_side_struck() -> None:
    state, events = charged()
    scene = acw.scene(state, events)
    assert all(known(mark) for mark in scene.marks)
    (charge,) = (mark for mark in scene.marks if isinstance(mark, Trail) and mark.kind == "charge")
    assert charge.text == "6+6" and charge.points[0] == (15.0, 16.0)
    (ghost,) = (mark for mark in scene.marks if isinstance(mark, Shape) and mark.kind == "ghost")
    assert sorted(ghost.points) == [(12.5, 15.75), (12.5, 16.25), (17.5, 15.75), (17.5, 16.25)]
    shots = {mark.points[0] for mark in scene.marks if isinstance(mark, Trail) and mark.kind == "gunfire"}
    assert {(10.0, 16.5), (20.0, 16.5)} <= shots
    (melee,) = (mark for mark in scene.marks if isinstance(mark, Trail) and mark.kind == "melee")
    assert melee.text == "front" and melee.points[0][1] == melee.points[1][1] == pytest.approx(10.25)
    assert "U1 against the front of C1" in scene.alt


def test_a_charge_that_falls_short_looks_otherwise() -> None:
    state, events = charged((1, 1))
    kinds = [mark.kind for mark in acw.scene(state, events).marks if isinstance(mark, Trail)]
    assert "charge-short" in kinds and "melee" not in kinds and not acw.scene(state, events).details


def test_shelling_is_drawn_from_the_gun_to_the_middle_of_the_building() -> None:
    state = staged()
    marks = acw.scene(state, (Shelled("UB2", "Sutter Farm", 1, 3),)).marks
    assert (
        Trail(
            (tabletop_layout.on_picture(state, (20, 7.5)), tabletop_layout.on_picture(state, (23, 18))),
            "gunfire",
            "#0072B2",
            "1/3",
        )
        in marks
    )


# close-ups
def test_a_melee_is_seen_from_nearby() -> None:
    state, events = charged()
    scene = acw.scene(state, events)
    (detail,) = scene.details
    assert detail.title == "12th Ohio (U1) against 4th Georgia (C1)" and "12th Ohio (U1)" in detail.alt
    (data,) = closeups.draw_closeups(scene)
    assert closeups.draw_closeups(scene) == [data] and max(opened(data).size) <= 1000


@pytest.mark.long
def test_any_scene_may_name_details() -> None:
    """Also one of hexes, and one at the very edge; no more are drawn than asked for."""
    scene = replace(
        MIDGAME, details=(Detail("A corner", (2.0, 2.0), (4.0, 4.0)), Detail("Elsewhere", (8.0, 6.0), (6.0, 3.0)))
    )
    one, two = closeups.draw_closeups(scene)
    assert one != two and len(closeups.draw_closeups(scene, 1)) == 1
    assert draw.draw(scene) == draw.draw(MIDGAME)


# keeping
def test_only_squares_in_which_something_moved_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    notes = (SideNote(0, GREY, "A"),)
    scene = replace(with_pieces(strip(at=(3.0, 3.0)), strip(at=(12.0, 10.0), id="U2")), title=Title("T", "t", notes))
    draw.draw(scene)
    drawn = list[int]()
    real = held_ground.paste_sprites

    def painted(image: Image.Image, *things: Any) -> Image.Image:
        drawn.append(image.width * image.height)
        return real(image, *things)

    monkeypatch.setattr(sheets, "paste_sprites", painted)
    assert draw.draw(scene) and not drawn
    draw.draw(replace(scene, pieces=(scene.pieces[0], replace(scene.pieces[1], at=(11.5, 10.0)))))
    width, height = background.background_of(scene).image.size
    assert drawn and sum(drawn) < width * height / 10


@pytest.mark.parametrize("name", FIGURES)
def test_the_drawings_of_the_rulebook_are_those_the_renderer_makes(name: str) -> None:
    """If this fails: ``PYTHONPATH=. python tests/systems/acw/support/rulebook_drawings.py``, and look at them."""
    with Image.open(DOCS / f"{name}.png") as kept:
        made = opened(draw.draw(FIGURES[name]))
        assert kept.size == made.size and not ImageChops.difference(kept.convert("RGB"), made.convert("RGB")).getbbox()
