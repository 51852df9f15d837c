"""Marks over the map: each can be seen where it belongs, and events, drafts, reach and sight become the right ones."""

import pytest

from engine.contract import replace
from engine.systems import miniwars
from engine.systems.miniwars.orders import Attack, Fire, Move, Rally
from engine.systems.miniwars.presentation import overlays
from maps.drawing import background
from maps.drawing.marks.marks import OVER
from maps.drawing.marks.trail_styles import TRAIL_STYLES
from maps.geometry.hex_points import hex_centre
from maps.scene.scene import Counter, Mark, Scene, Spot, Trail
from tests.maps.positions import MIDGAME, around, changed, share, staged

MARKS: list[Mark] = [
    Trail((hex_centre("0402"), hex_centre("0502"), hex_centre("0602")), kind, "#0072b2", "5") for kind in TRAIL_STYLES
]
MARKS += [Spot(hex_centre("0502"), kind, "5", "#0072b2") for kind in sorted({*OVER, "reach", "zone", "touched"})]


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: mark.kind)
@pytest.mark.long
def test_every_mark_can_be_seen_and_stays_in_place(mark: Mark) -> None:
    bare = miniwars.scene(staged(), ())
    marked = Scene(bare.size, bare.ground, bare.pieces, (mark,), bare.title, bare.legend, bare.alt)
    difference = changed(bare, marked)
    box = around(bare, hex_centre("0502"), 2.7)
    assert share(difference.crop(box)) > 250
    difference.paste(0, box)
    assert difference.getbbox() is None


def test_draft_is_drawn_where_it_leads() -> None:
    seen = staged()
    orders = [
        Move("W4", ("1012",)),
        Move("HL", ("1008",)),
        Attack("W1", "T2"),
        Fire("S1", "0806"),
        Rally("HL", "W2"),
        Move("NN", ("0101",)),
    ]
    marks = miniwars.draft_marks(seen, "rompot", orders)
    ghosts = {mark.text: mark.at for mark in marks if isinstance(mark, Spot) and mark.kind == "ghost"}
    assert ghosts == {"W4": hex_centre("1012"), "HL": hex_centre("1008")}
    kinds = [(mark.kind, mark.points[0], mark.points[-1]) for mark in marks if isinstance(mark, Trail)]
    assert ("draft-attack", hex_centre("0905"), hex_centre("0706")) in kinds
    assert ("draft-shot", hex_centre("1206"), hex_centre("0806")) in kinds
    assert ("draft-rally", hex_centre("1008"), hex_centre("1006")) in kinds, (
        "a leader who is to move first rallies from there"
    )
    assert miniwars.draft_marks(seen, "danville", orders) == ()


def test_draft_says_what_the_dice_must_show() -> None:
    places: dict[str, dict[str, object]] = {
        "W1": {"at": "0907", "morale": "!"},
        "W2": {"at": "1105", "morale": "!"},
        "G1": {"disrupted": True},
    }
    seen = staged(places, phase="a-missile", active="danville")
    marks = miniwars.draft_marks(
        seen, "danville", [Fire("G1", "W2"), Fire("G2", "W1"), Attack("G2", "W1"), Rally("OF", "G1"), Fire("G3", "NN")]
    )
    said = [(mark.kind, mark.text) for mark in marks if isinstance(mark, Trail)]
    # leaders and being disrupted cost 1 each: B at 3 needs 5 + 2, B at 1 needs 3 + 2, 2 against 3 needs 9 + 2;
    # good morale rallies easier
    assert said == [("draft-shot", "never"), ("draft-shot", "5+"), ("draft-attack", "11+"), ("draft-rally", "2+")]


@pytest.mark.parametrize("target", ["0905", "1005", "1006", "0907", "0806", "0805"])
def test_the_total_of_an_attack_hides_no_piece(target: str) -> None:
    bare = miniwars.scene(staged(), ())
    attack = Trail((hex_centre("0906"), hex_centre(target)), "attack", "#0072b2")
    one, other = (replace(bare, marks=(replace(attack, text=text),)) for text in ("", "12"))
    left, top, right, bottom = changed(one, other).getbbox() or (0, 0, 0, 0)
    assert right - left > 20
    for at in ("0906", target):
        x, y = background.background_of(bare).layout.pixel(hex_centre(at))
        wide, high = (round(part * background.background_of(bare).layout.scale) for part in (0.5, 0.45))
        assert left > x + wide or right < x - wide or top > y + high or bottom < y - high


def test_draft_of_anything_readable_is_drawn_without_complaint() -> None:
    seen = staged()
    for place in ("0101", "9999", "0000", "W2", "T1", ""):
        aimed = [kind("W4", place) for kind in (Attack, Fire, Rally)]
        orders = [*aimed, Move("W4", (place,)), Move("W4", ("1111", place)), Move("T1", (place,))]
        for mark in miniwars.draft_marks(seen, "rompot", orders):
            assert mark.kind in TRAIL_STYLES or mark.kind in OVER


@pytest.mark.parametrize(("kind", "text"), [("reach", "4½"), ("zone", ""), ("touched", "")])
def test_what_is_studied_leaves_hex_numbers_readable(kind: str, text: str) -> None:
    bare = replace(miniwars.scene(staged(), ()), pieces=())
    layout, (x, y) = background.background_of(bare).layout, hex_centre("1509")
    difference = changed(bare, replace(bare, marks=(Spot((x, y), kind, text, "#0072b2"),)))
    number = difference.crop((*layout.pixel((x - 0.32, y - 0.75)), *layout.pixel((x + 0.32, y - 0.55))))
    assert share(difference) > 250 and share(number) == 0


def test_reach_zone_and_sight() -> None:
    seen = staged()
    reach = {mark.at: mark.text for mark in overlays.reach_marks(seen, "W4") if isinstance(mark, Spot)}
    assert reach[hex_centre("1011")] == "½", "along the road"
    assert hex_centre("1111") not in reach
    zone = {mark.at for mark in overlays.zone_marks(seen, "rompot") if isinstance(mark, Spot)}
    assert hex_centre("0805") in zone, "next to G1"
    assert hex_centre("0907") in zone, "next to G2"
    assert hex_centre("0906") not in zone, "a hedgerow lies between it and G1"
    blocked, clear = (
        overlays.line_of_sight_marks(seen, "G1", "M1"),
        overlays.line_of_sight_marks(seen, "W2", "HL"),
    )
    assert blocked[-1].kind == "sight-blocked"
    assert any(mark.kind == "blocking-side" for mark in blocked)
    assert clear[-1].kind == "sight"


def test_recent_events_become_marks_from_where_they_happened() -> None:
    kinds = [
        (mark.kind, mark.text, mark.points[0], mark.points[-1]) for mark in MIDGAME.marks if isinstance(mark, Trail)
    ]
    assert ("shot-hit", "6", hex_centre("0806"), hex_centre("1006")) in kinds
    assert ("shot-miss", "2", hex_centre("0807"), hex_centre("1107")) in kinds
    assert ("attack", "9", hex_centre("0905"), hex_centre("0805")) in kinds
    assert ("move", "", hex_centre("1411"), hex_centre("1111")) in kinds
    assert Spot(hex_centre("0805"), "removed", "T1", "#0072b2") in MIDGAME.marks
    assert {p.id for p in MIDGAME.pieces if isinstance(p, Counter) and p.ring} == {"W1", "W2", "G2", "W4"}
    assert not {"T1", "B5"} & {p.id for p in MIDGAME.pieces}
