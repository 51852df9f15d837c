"""Pictures: everything about a unit is shown without colour, and every kind of mark is drawn."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from math import log10
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.contract import replace
from engine.systems import forumini
from engine.systems.forumini.presentation.cards import pictogram
from engine.systems.forumini.tables.rulebook import TABLES
from maps.drawing import background, draw
from maps.drawing.canvas import theme
from maps.drawing.canvas.pen import Pen
from maps.drawing.ground import hex_ground
from maps.drawing.marks import marks
from maps.drawing.marks.marks import OVER, UNDER
from maps.drawing.units import counters, pictogram_counters, pictograms
from maps.geometry import hexes
from maps.geometry.hex_points import hex_centre, hex_side, hex_size
from maps.scene.scene import Counter, Edge, HexTile, Road, Scene, Spot, Trail
from tests.maps.positions import around, changed, opened, share
from tests.support.many_cases import for_each
from tests.systems.forumini.support.staged import HERE, RECENT, staged

GREY = "#8c8c8c"
FIELD = Scene(
    hex_size(5, 5),
    tuple(HexTile(hex_centre(at), "clear", at) for at in (hexes.name(c, r) for c in range(1, 6) for r in range(1, 6))),
)
MIDDLE = hex_centre("0303")


@lru_cache(64)
def grey(scene: Scene) -> Image.Image:
    return draw.draw_in_full_colour(scene).convert("L")


def apart(one: Scene, other: Scene) -> float:
    """How many pixels of the two differ clearly in grey."""
    return ImageStat.Stat(ImageChops.difference(grey(one), grey(other)).point([0] * 40 + [255] * 216)).sum[0] / 255


STATUSES: list[dict[str, Any]] = [
    {"badges": ("P",)},
    {"badges": ("D",)},
    {"badges": ("X",)},
    {"badges": ("P", "X")},
    {"hidden": 1},
    {"hidden": 2},
    {"hidden": 3},
    {"facing": "N"},
    {"facing": "NE"},
    {"facing": "SE"},
    {"facing": "S"},
    {"facing": "SW"},
    {"facing": "NW"},
    {"status": ("dirt",)},
    {"status": ("hulldown",), "facing": "N"},
    {"status": ("pillbox",)},
    {"status": ("acted",)},
    {"riders": ("X7",)},
    {"ring": True},
    {"lies": "flying"},
    {"letters": "UK"},
    {"id": "A2"},
    {"side": 1},
    {"pictogram": "soldier"},
]


def carrying(fields: Mapping[str, Any]) -> Scene:
    """A grey piece on open ground, so that nothing but its shape can tell."""
    words: dict[str, Any] = {"id": "A1", "side": 0, "colour": GREY, "pictogram": "tank", "letters": "US", **fields}
    return replace(FIELD, pieces=(Counter(MIDDLE, **words),))


@pytest.mark.parametrize(
    "nth", range(len(STATUSES)), ids=lambda nth: "-".join(f"{key}={value}" for key, value in STATUSES[nth].items())
)
@pytest.mark.long
def test_every_status_shows_in_grey_and_no_two_look_alike(nth: int) -> None:
    bare, mine = carrying({}), carrying(STATUSES[nth])
    assert apart(bare, mine) > 20
    for other in STATUSES[:nth]:
        assert apart(mine, carrying(other)) > 12, other


def test_face_up_and_face_down_differ_in_shape() -> None:
    for up in ("P", "D", "X"):
        for down in (1, 2, 3):
            assert apart(carrying({"badges": (up,)}), carrying({"hidden": down})) > 60


@for_each("word", sorted(pictograms.PICTOGRAMS))
def test_every_pictogram_is_drawn(word: str) -> None:
    assert apart(carrying({"pictogram": word}), carrying({"pictogram": "?"})) > 20


def test_every_card_has_a_pictogram_and_every_word_of_terrain_a_look() -> None:
    assert {pictogram(card) for card in TABLES.units.values()} <= set(pictograms.PICTOGRAMS)
    assert all(theme.terrain_look(word) is not theme.NEUTRAL for word in TABLES.terrain)
    assert all({"river": "broad-river"}.get(word, word) in hex_ground.EDGES for word in TABLES.hexsides)


WEAPONS = {
    "infantry": "m1-garand",
    "light-machine-gun": "bren mg-34 dp-27 bar breda-30",
    "machine-gun": "mg-42-team maxim-1910 m1919 vickers type-92-mg",
    "mortar": "granatwerfer-34 m2-mortar brixia-45",
    "antitank-launcher": "panzerschreck bazooka piat",
    "antitank-rifle": "ptrd-41",
    "antitank-gun": "pak-38 pak-40 six-pounder airlanding-six-pounder",
    "artillery": "zis-3 twenty-five-pounder",
    "anti-aircraft-gun": "flak-36 flak-38",
    "sniper": "german-sniper soviet-sniper",
}
"""Pictures of weapons -> cards that show them."""


def test_teams_with_a_weapon_of_their_own_show_it() -> None:
    assert all(pictogram(TABLES.units[key]) == sign for sign, keys in WEAPONS.items() for key in keys.split())
    shown = {pictogram(card) for card in TABLES.units.values() if card.kind == "soldier"}
    assert not [key for key, card in TABLES.units.items() if pictogram(card) == "crew-weapon"] and set(WEAPONS) <= shown


def test_weapons_can_be_told_apart_as_large_as_they_are_shown() -> None:
    shown = [carrying({"pictogram": word, "side": side}) for side in (0, 1) for word in WEAPONS]
    assert all(apart(one, other) > 60 for one, other in combinations(shown, 2))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("word", ["lava", "", "ß", "x" * 300])
def test_words_without_a_drawing_are_drawn_plainly(word: str) -> None:
    tiles = (
        HexTile(MIDDLE, word, "0303", 0, word[:1]),
        Edge(hex_side("0302/0303"), word),
        Road((MIDDLE, hex_centre("0304")), word),
    )
    piece = Counter(MIDDLE, word, 1, GREY, pictogram=word, letters=word, facing=word, badges=(word,))
    signs = (Spot(MIDDLE, "way", word), Spot(MIDDLE, word, word), Trail((MIDDLE, hex_centre("0304")), word, GREY, word))
    legend = tuple((f"{role}:{word}", word) for role in ("terrain", "edge", "road", "mark", "figure", word))
    scene = Scene(FIELD.size, tiles, (piece,), signs, legend=legend)
    bare = Scene(FIELD.size, (HexTile(MIDDLE, "clear", "0303"),))
    assert opened(draw.draw(scene)).size and share(changed(replace(bare, legend=scene.legend), scene)) > 50


@for_each("kind", sorted(hex_ground.EDGES))
def test_hexsides_differ_without_colour(kind: str) -> None:
    def side(of: str) -> Image.Image:
        image = Image.new("RGB", (400, 200), theme.PAPER)
        hex_ground.EDGES.get(of, hex_ground.unknown)(Pen(image, 200, (200, 100)), ((-0.8, 0.0), (0.8, 0.0)))
        return image.convert("L").point(lambda value: 255 if value < 190 else 0)

    mine = side(kind)
    for other in sorted(
        {*hex_ground.EDGES, "unknown"} - {kind, "deck" if kind == "bridge" else "bridge" if kind == "deck" else ""}
    ):
        theirs = side(other)
        either = ImageStat.Stat(ImageChops.lighter(mine, theirs)).sum[0]
        assert ImageStat.Stat(ImageChops.difference(mine, theirs)).sum[0] > 0.2 * either, other


@for_each("kind", sorted({*OVER, *UNDER}))
def test_every_spot_is_drawn_in_its_place(kind: str) -> None:
    marked = replace(FIELD, marks=(Spot(MIDDLE, kind, "NE" if kind == "way" else "3+", GREY),))
    difference, box = changed(FIELD, marked), around(FIELD, MIDDLE, 1.2)
    assert share(difference.crop(box)) > 100
    difference.paste(0, box)
    assert difference.getbbox() is None


def test_hatchings_of_two_sides_and_of_arc_and_camp_differ_without_colour() -> None:
    four = [replace(FIELD, marks=(Spot(MIDDLE, kind, "", GREY, side),)) for kind in ("arc", "camp") for side in (0, 1)]
    for nth, one in enumerate(four):
        assert all(apart(one, other) > 150 for other in four[:nth])
    number = around(FIELD, (MIDDLE[0], MIDDLE[1] - 0.66), 0.11)
    assert all(share(changed(FIELD, hatched).crop(number)) == 0 for hatched in four), "the number of the hex stays free"


@pytest.mark.parametrize("text", ["hit", "3: 5>4 hit 2", "11 dice -1 vs front 12/20", "A4 hit the dirt; A5 into A3"])
def test_long_words_are_not_cut_off(text: str) -> None:
    wide = Scene(hex_size(9, 5), ())
    for mark in (
        Spot(hex_centre("0503"), "note", text),
        Trail((hex_centre("0403"), hex_centre("0603")), "draft-fire", GREY, text),
    ):
        drawn = replace(wide, marks=(mark,))
        full = draw.draw_in_full_colour(wide)
        layout = background.background_of(wide).layout
        marks.draw_mark(Pen(full, layout.scale, layout.origin), mark)
        bare = draw.draw_in_full_colour(wide)
        whole = ImageChops.difference(full, bare).getbbox()
        kept = changed(wide, drawn).getbbox()
        assert whole and kept and kept[0] <= whole[0] + 8 and kept[2] >= whole[2] - 8


def stack(count: int, side: int, nth: str = "") -> tuple[Counter, ...]:
    ids = [f"{'AX'[side]}{k}" for k in range(count)]
    return tuple(Counter(MIDDLE, "HH" if key == nth else key, side, GREY, pictogram="infantry") for key in ids)


@for_each(("ours", "theirs"), [(1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (3, 3), (3, 2), (6, 0)])
def test_every_unit_in_a_stack_can_be_read(ours: int, theirs: int) -> None:
    plain = replace(FIELD, pieces=(*stack(ours, 0), *stack(theirs, 1)))
    shown = (
        [(0, f"A{k}") for k in range(min(ours, 2))]
        + [(0, f"A{ours - 1}")] * (ours > 2)
        + [(1, f"X{k}") for k in range(theirs)]
    )
    for side, key in shown:
        other = replace(FIELD, pieces=(*stack(ours, 0, key), *stack(theirs, 1, key)))
        assert share(changed(plain, other)) > 25, (side, key)


def test_stacks_leave_each_other_room() -> None:
    for ours, theirs in ((3, 0), (3, 3), (2, 2)):
        placed = list(pictogram_counters.lay_out((*stack(ours, 0), *stack(theirs, 1))))
        assert len(placed) == ours + theirs
        for nth, ((x, y), wide, _) in enumerate(placed):
            for (ox, oy), other, _ in placed[:nth]:
                beside, below = abs(x - ox) - (wide + other) / 2, abs(y - oy) - (wide + other) * 0.47
                assert max(beside, below) > -0.06, (ours, theirs)


def test_each_side_keeps_its_half_of_a_shared_hex() -> None:
    placed = list(pictogram_counters.lay_out((*stack(3, 0), *stack(3, 1))))
    assert all((at[0] < 0) == (piece.side == 0) for at, _, piece in placed)


def test_aircraft_are_drawn_on_top_and_fortifications_at_the_bottom() -> None:
    laid = [
        piece.lies
        for _, _, piece in counters.fan_out(
            (
                Counter(MIDDLE, "G9", 1, GREY, pictogram="fighter", lies="flying"),
                Counter(MIDDLE, "A1", 0, GREY, pictogram="tank"),
                Counter(hex_centre("0304"), "M1", 0, GREY, pictogram="minefield", lies="flat"),
            ),
            1.1,
        )
    ]
    assert laid == ["flat", "", "flying"]


def test_pictures_of_a_moved_unit_share_their_ground() -> None:
    one, other = staged(), staged(units={**HERE, "A10": {"at": "0514"}})
    grounds = [background.background_of(scene) for scene in (forumini.scene(one, ()), forumini.scene(other, RECENT))]
    assert grounds[0].number == grounds[1].number and grounds[0].image is grounds[1].image


def test_fixed_palette_cannot_be_seen() -> None:
    scene = forumini.scene(staged(), RECENT)
    stat = ImageStat.Stat(
        ImageChops.difference(draw.draw_in_full_colour(scene), draw.draw_in_palette(scene).convert("RGB"))
    )
    assert 10 * log10(255**2 / (sum(stat.sum2) / sum(stat.count))) >= 38
