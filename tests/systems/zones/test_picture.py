"""Pictures: bases, zones and terrain differ without colour, events are drawn where they happened, nothing secret is
shown.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import dist
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from engine import play
from engine.contract import Event, Order, Tape, Turn, encode, replace
from engine.scenarios import reader
from engine.systems import zones
from engine.systems.zones.orders import Shoot
from engine.systems.zones.presentation import draft_preview
from engine.systems.zones.rules.combat import targeting
from engine.systems.zones.state.position import State, side_units
from maps.drawing import background, closeups, draw
from maps.drawing.labels import tabletop_labels
from maps.drawing.marks.tabletop_marks import MARK_STYLES
from maps.drawing.marks.trail_styles import TRAIL_STYLES
from maps.drawing.units.unit_plates import UnitPlate
from maps.scene import tabletop_layout
from maps.scene.scene import Mark, Scene, Shape, Spot, TableArea, TableGrid, Trail
from maps.scene.tabletop_units import HeldZone, Holder, ModelDisc, ModelUnit
from tests.maps.positions import opened

GREY = "#8c8c8c"
TABLE = TableGrid((16.0, 12.0), 12, 1)
FIELD = Scene((16.0, 12.0), (TABLE,))
AT = (8.0, 6.0)


def staged(scenario: str = "low-wells", **changes: Any) -> State:
    return zones.case_position(reader.load(reader.find_shipped(scenario)), {"turn": 1, "phase": "action", **changes})


def ordered(state: State, side: str, text: str, dice: Sequence[int] = ()) -> tuple[State, list[Event]]:
    """The position after orders none of which is refused, all their dice thrown, and what was said."""
    tape = Tape(dice)
    turn = Turn(state, tape, zones.apply)
    for line in play.check(zones, state, side, text):
        assert line.accepted and line.line.order
        zones.run(turn, side, line.line.order)
    assert not tape.left
    return turn.state, turn.events


def drafted(state: State, side: str, text: str) -> tuple[Mark, ...]:
    orders: list[Order] = [verdict.line.order for verdict in play.check(zones, state, side, text) if verdict.line.order]
    return zones.draft_marks(zones.view(state, side), side, orders)


def trails(marks: Sequence[Mark], kind: str) -> list[Trail]:
    return [mark for mark in marks if isinstance(mark, Trail) and mark.kind == kind]


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


# what happened
def worked() -> tuple[State, list[Event]]:
    """The sample turn of the rulebook: the raiders' turn after the colonial one."""
    state, _ = ordered(staged(), "colonial", "C1 shoot R2; move N 3\nC2 move 14.25,12; hunker", [5, 2, 6, 5, 2, 3, 1])
    state = replace(state, active="raiders")
    return ordered(
        state,
        "raiders",
        "R1 move S 5; melee C2\nR2 shoot C1; move S 4",
        [4, 2, 3, 5, 4, 2, 4, 5, 1, 6, 3, 4, 6, 2, 1, 2, 2, 6, 4, 3, 5, 2],
    )


def test_attacks_are_drawn_where_they_were_made_with_hits_and_failed_saves() -> None:
    state, said = worked()
    scene = zones.scene(state, said)
    shots, wide = trails(scene.marks, "shot"), trails(scene.marks, "shot-wide")
    assert [mark.text for mark in shots] == ["1/1"] and len(wide) == 3
    assert shots[0].points[0][1] == pytest.approx(24 - 21 + 0.75, abs=0.02), "R2 moved only after it had shot"
    assert [mark.text for mark in trails(scene.marks, "blow") if mark.text] == ["5/3"]
    assert len(trails(scene.marks, "stride")) == 10 and "R1 fought C2: five hits, three not saved" in scene.alt
    assert all(mark.kind in TRAIL_STYLES for mark in scene.marks if isinstance(mark, Trail))
    (lancers,) = (piece for piece in scene.pieces if isinstance(piece, ModelUnit) and piece.id == "C2")
    assert (lancers.shock, lancers.status) == (3, ("hunkered",)) and lancers.discs[0].status == (
        "doomed",
        "moved",
        "acted",
    )


def test_the_fallen_are_crossed_out_where_they_stood_and_going_back_is_grey() -> None:
    state, said = worked()
    turn = Turn(state, Tape([3, 4, 5, 1]), zones.apply)
    zones.close(turn, "raiders")
    scene = zones.scene(turn.state, [*said, *turn.events])
    assert {(mark.at, mark.text) for mark in scene.marks if isinstance(mark, Spot) and mark.kind == "fallen"} == {
        ((3.0, 17.0), "1"),
        ((14.25, 12.0), "1"),
        ((2.0, 7.0), "1"),
    }
    assert [mark.points[0] for mark in trails(scene.marks, "went-back")] == [(16.25, 12.0), (18.25, 12.0)]
    before = zones.scene(state, said)
    assert trails(scene.marks, "shot") == trails(before.marks, "shot") and trails(scene.marks, "blow") == trails(
        before.marks, "blow"
    )


def test_who_has_come_is_ringed() -> None:
    state = staged("three-wadis", turn=2)
    after, said = ordered(state, "colonial", "C4 ambush 14,18 block")
    rings = {
        piece.id for piece in zones.scene(after, said).pieces if isinstance(piece, ModelUnit) and piece.discs[0].ring
    }
    assert rings == {"C4"} and not [
        p for p in zones.scene(after, ()).pieces if isinstance(p, ModelUnit) and p.discs[0].ring
    ]


def test_a_melee_on_a_large_table_is_seen_from_nearby() -> None:
    state = staged("three-wadis", units={"R1": {"at": "14,7"}})
    after, said = ordered(state, "colonial", "C1.1 melee R1.1", [1])
    (detail,) = zones.scene(after, said).details
    assert detail.title == "C1 First Section against R1 Salt Band"
    (data,) = closeups.draw_closeups(zones.scene(after, said))
    assert max(opened(data).size) <= 1000
    assert not zones.scene(*worked()).details


# drafts
def test_a_move_shows_its_cost_and_red_where_it_is_too_dear() -> None:
    marks = drafted(staged(), "colonial", "C2 move 14.25,12")
    assert [mark.text for mark in trails(marks, "draft-stride")] == ['9.17"', '10.19 of 12"', ""]
    assert len([mark for mark in marks if isinstance(mark, Shape) and mark.kind == "stand"]) == 3
    far = drafted(staged(), "colonial", "C2 move 16,17")
    assert not trails(far, "draft-stride") and trails(far, "draft-stride-far")[0].text == '16.5 of 12"'


def test_a_draft_follows_its_own_orders() -> None:
    """The shot is drawn from where the move ends, and its chance knows of it."""
    still, moved = (drafted(staged(), "colonial", f"{before}C1.1 shoot R2.1") for before in ("", "C1.1 move N 1; "))
    (one,), (other,) = (trails(marks, "draft-aim") for marks in (still, moved))
    assert one.points[0][1] - other.points[0][1] == pytest.approx(1, abs=0.01)
    assert (one.text, other.text) == ("22% to wound", "11% to wound")


@pytest.mark.parametrize(
    ("attacks", "bonus", "save", "chance"), [(1, 2, 2, 22), (2, 2, 2, 40), (1, 0, 2, 0), (1, 7, 0, 100), (4, 3, 6, 0)]
)
def test_a_chance_is_counted_over_all_faces(attacks: int, bonus: int, save: int, chance: int) -> None:
    """Hits on so many of six faces, saves on so many of six; one wound or more of so many attacks."""
    state = staged()
    rifle = replace(state.weapons["rifle"], attacks=attacks)
    (aim,) = targeting.aims(state, Shoot("C1", "R2", None, (1, 1), (1, 1)))
    aim = replace(aim, skill=bonus, mods=(), toughness=save, armour=0)
    assert (
        draft_preview.percent(
            draft_preview.wound_chance(replace(state, weapons={**state.weapons, "rifle": rifle}), aim)
        )
        == f"{chance}%"
    )


def test_an_entry_shows_where_nobody_may_stand() -> None:
    state = staged("three-wadis", turn=2)
    marks = drafted(state, "colonial", "C4 ambush 13,25 block")
    assert len([mark for mark in marks if isinstance(mark, Shape) and mark.kind == "stand"]) == 3
    rims = [point for mark in trails(marks, "forbidden") for point in mark.points]
    foes = [
        tabletop_layout.hundredths_on_picture(state, model.at)
        for unit in side_units(state, "raiders")
        for model in unit.models
    ]
    assert rims and all(
        min(dist(point, at) for at in foes) == pytest.approx(6, abs=0.05) for point in rims if point[1] > 0
    )


# studies
def test_a_reach_ends_where_the_allowance_does() -> None:
    """ZC 6.2: C1.3 stands at 6,4; straight north it has 5 inches in the open and two thirds of an inch in the grove."""
    rims = [point for mark in trails(zones.overlay(staged(), "C1", ""), "rim-reach") for point in mark.points]
    north = [y for x, y in rims if abs(x - 6) < 0.2 and y < 20]
    assert north and min(north) == pytest.approx(24 - 9.67, abs=0.06)
    assert all(x >= 0.49 and y <= 23.51 for x, y in rims), "the base stays on the table"


def test_ranges_and_lines_to_all_enemies_are_drawn() -> None:
    marks = zones.overlay(staged(), "C1", "")
    texts = {
        kind: [mark.text for mark in trails(marks, kind) if mark.text]
        for kind in ("rim-close", "rim-half", "rim-range", "sight")
    }
    assert (
        texts["rim-close"] == ['melee 6"']
        and texts["rim-half"] == ['half 12"']
        and texts["rim-range"] in ([], ['rifle 24"'])
    )
    assert texts["sight"] == ['17.7"', '17.0"'], "both enemy units are seen"
    assert not trails(zones.overlay(staged(units={"C1": {"shaken": True}}), "C1", ""), "rim-reach")


def test_a_line_to_a_target_shows_its_stretches() -> None:
    marks = zones.overlay(staged(), "C1", "R2")
    (line,) = trails(marks, "sight")
    assert line.text.startswith("17") and [mark.text for mark in trails(marks, "stretch-sparse")] == ['5"']
    hidden = zones.overlay(
        staged(
            units={
                "R1": {"at": "11,20", "models": {str(n): {"gone": True} for n in range(2, 7)}},
                "C2": {"at": "13,4", "models": {"2": {"gone": True}, "3": {"gone": True}}},
            }
        ),
        "C2",
        "R1",
    )
    assert trails(hidden, "sight-blocked") and trails(hidden, "stretch-dense")
    assert [mark.kind for mark in hidden if isinstance(mark, Shape)] == ["blocking"]
    assert not zones.overlay(staged("three-wadis"), "C4", "")


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
    rows, real = list[int](), draw._draw_rows

    def painted(still: Any, things: Any, top: int, bottom: int) -> Image.Image:
        rows.append(bottom - top)
        return real(still, things, top, bottom)

    monkeypatch.setattr(draw, "_draw_rows", painted)
    assert draw.draw(zones.scene(state, ())) and not rows
    gun = replace(state.units["C5"], models=(replace(state.units["C5"].models[0], at=(2850, 400)),))
    draw.draw(zones.scene(replace(state, units={**state.units, "C5": gun}), ()))
    assert rows and sum(rows) < background.background_of(zones.scene(state, ())).image.height / 3
