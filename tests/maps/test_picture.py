"""Pictures: everything is on the board, sizes hold, the same scene gives the same bytes, and what matters can
be seen.
"""

import random
from concurrent.futures import ThreadPoolExecutor
from math import log10
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.contract import replace
from engine.scenarios import reader
from engine.scenarios.sides_and_units import COLOURS
from engine.systems import SYSTEMS, miniwars
from engine.systems.miniwars.state.position import State
from maps.drawing import background, draw, layouts
from maps.drawing.canvas import memory, png, theme
from maps.drawing.canvas.lettering import font_face
from maps.drawing.marks import tabletop_marks
from maps.drawing.marks.marks import OVER, UNDER
from maps.drawing.marks.trail_styles import TRAIL_STYLES
from maps.geometry import hex_points, hexes
from maps.geometry.hex_points import hex_centre
from maps.scene import scene as picture
from maps.scene.area_units import AreaRegion
from maps.scene.scene import (
    Counter,
    Edge,
    HexTile,
    Label,
    Scene,
    Shape,
    SideNote,
    Spot,
    TableGrid,
    Title,
    Trail,
)
from tests.maps.positions import MIDGAME, RECENT, around, changed, opened, played, share, staged
from tests.support import random_games
from tests.support.scene_points import points

GOLDEN = Path(__file__).parents[1] / "golden" / "raid-on-danville.png"
SHRUNK = 6
"""A golden picture is kept this many times smaller: what eyes see at a glance, not how a font library rounds."""


def rich(columns: int, rows: int, pieces: int) -> Scene:
    """The busiest board of that size: every hex and hexside by chance, which deflates worst."""
    chance = random.Random(columns * 100 + rows)
    names = [hexes.name(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)]
    ground: list[picture.GroundPart] = [
        HexTile(hex_centre(at), chance.choice(sorted(theme.TERRAIN)), at, chance.randint(0, 2)) for at in names
    ]
    held = set(names)
    for at in names:
        sides = [
            hexes.edge(at, near)
            for near in hexes.neighbours(at)
            if near in held and at < near and chance.random() < 0.1
        ]
        ground += (Edge(hex_points.hex_side(side), chance.choice(["river", "bridge", "hedgerow"])) for side in sides)
    status: list[tuple[str, ...]] = [(), ("disrupted",), ("fired",), ("disrupted", "fired")]
    symbols: list[tuple[str, ...]] = [(), ("cavalry",), ("leader",)]
    counters = tuple(
        Counter(
            hex_centre(at),
            f"U{n}",
            n % 2,
            COLOURS[n % 2],
            chance.choice(symbols),
            "3 2B",
            "+",
            chance.choice(status),
        )
        for n, at in enumerate(chance.sample(names, pieces))
    )
    notes = tuple(SideNote(n, COLOURS[n], f"Side {n}", ("A", "20 of 20 units")) for n in range(2))
    return Scene(
        hex_points.hex_size(columns, rows), tuple(ground), counters, (), Title("Rich", "Turn 1", notes), MIDGAME.legend
    )


def known(mark: Spot | Shape) -> bool:
    return (
        mark.kind in tabletop_marks.MARK_STYLES
        if isinstance(mark, Shape)
        else mark.kind in (*OVER, *UNDER, *tabletop_marks.SIGNS)
    )


def check_on_board(scene: Scene) -> None:
    width, height = scene.size
    slack = 1e-6
    things = (*scene.ground, *scene.pieces, *scene.marks)
    at = [point for thing in things for point in points(thing)]
    off = [(x, y) for x, y in at if not (-slack <= x <= width + slack and -slack <= y <= height + slack)]
    assert not off
    assert all(mark.kind in TRAIL_STYLES if isinstance(mark, Trail) else known(mark) for mark in scene.marks)
    assert 0 < len(scene.alt) <= 1024


@pytest.mark.parametrize("name", random_games.scenarios_tried())
@pytest.mark.long
def test_everything_drawn_is_on_the_board(name: str) -> None:
    scenario = reader.load(reader.find_shipped(name))
    system = SYSTEMS[scenario.system]
    scene = system.scene(system.start(scenario), ())
    check_on_board(scene)
    assert len(scene.pieces) == sum(unit.get("at") is not None for unit in scenario.units) or scenario.table
    if scenario.table:
        assert [shape.size for shape in scene.ground if isinstance(shape, TableGrid)] == [scene.size]
    elif scenario.areas:
        areas = [shape.id for shape in scene.ground if isinstance(shape, AreaRegion)]
        assert areas and (scenario.setup["mode"] == "battle" or set(areas) == set(scenario.areas.known))
    else:
        assert (
            scenario.hex
            and sum(isinstance(shape, HexTile) for shape in scene.ground) == scenario.hex.columns * scenario.hex.rows
        )
    image = opened(draw.draw(scene))
    assert image.width >= layouts.NARROWEST
    assert max(image.size) <= 2000


@pytest.mark.parametrize("name", ["millers-bridge", "raid-on-danville"])
@pytest.mark.long
def test_every_position_of_a_game_can_be_drawn(name: str) -> None:
    seen = 0
    for state, recent in played(name, 150):
        for side in ("", *(side.id for side in state.sides)):
            check_on_board(miniwars.scene(miniwars.view(state, side), recent))
        seen += 1
    assert seen > 50
    assert opened(draw.draw(miniwars.scene(state, recent))).size == opened(draw.draw(miniwars.scene(state, ()))).size


@pytest.mark.long
def test_limits_on_the_largest_board() -> None:
    data = draw.draw(rich(40, 40, 200))
    image = opened(data)
    assert max(image.size) <= 2000
    assert len(data) <= 1_000_000
    assert image.width >= 1080


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (40, 3), (3, 40), (10, 8)])
def test_boards_of_any_shape_fit(columns: int, rows: int) -> None:
    scene = rich(columns, rows, 1)
    layout = background.background_of(scene).layout
    assert max(layout.size) <= 2000
    for corner in ((0.0, 0.0), scene.size):
        x, y = layout.pixel(corner)
        assert 0 <= x <= layout.size[0]
        assert 0 <= y <= layout.legend_top


@pytest.mark.long
def test_same_scene_same_bytes() -> None:
    first = draw.draw_by_bands(MIDGAME)
    draw.draw_by_bands(miniwars.scene(staged(), ()))
    assert draw.draw_by_bands(miniwars.scene(staged(), RECENT)) == first
    draw.clear_cache()
    assert draw.draw_by_bands(MIDGAME) == first
    background.clear_cache()
    assert draw.draw_by_bands(MIDGAME) == first


BEFORE: tuple[list[State], ...] = ([], [staged()], [miniwars.start(reader.load("raid-on-danville")), staged()])


@pytest.mark.parametrize("before", BEFORE, ids=["nothing", "one", "two"])
def test_png_says_what_was_painted_whatever_was_drawn_before(before: list[State]) -> None:
    draw.clear_cache()
    for state in before:
        draw.draw_by_bands(miniwars.scene(state, ()))
    assert (
        ImageChops.difference(
            opened(draw.draw_by_bands(MIDGAME)).convert("RGB"), draw.draw_in_palette(MIDGAME).convert("RGB")
        ).getbbox()
        is None
    )


def test_the_same_in_another_game_of_the_scenario_is_not_mixed_up() -> None:
    """Bands are known by what lies in them: a title, a colour, a mark that differs must not be taken for another."""
    other = replace(MIDGAME, title=replace(MIDGAME.title, game="Another Raid"), marks=MIDGAME.marks[1:])
    draw.draw_by_bands(MIDGAME)
    assert (
        ImageChops.difference(
            opened(draw.draw_by_bands(other)).convert("RGB"), draw.draw_in_palette(other).convert("RGB")
        ).getbbox()
        is None
    )
    assert draw.draw_by_bands(other) != draw.draw_by_bands(MIDGAME)


@pytest.mark.long
def test_many_threads_may_draw() -> None:
    scenes = [
        replace(MIDGAME, marks=MIDGAME.marks[:n], title=replace(MIDGAME.title, moment=f"Turn {n}")) for n in range(6)
    ]
    alone = [draw.draw_by_bands(scene) for scene in scenes]
    draw.clear_cache()
    background.clear_cache()
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(draw.draw_by_bands, scenes * 4)) == alone * 4


def test_caches_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """By bytes, which count what is really there."""
    memory.clear()
    monkeypatch.setattr(memory.grounds, "budget", 2_500_000)
    monkeypatch.setattr(memory.bands, "budget", 40_000)
    for n in range(5):
        draw.draw(Scene((2.0, 2.0), (HexTile((1.0, 1.0), "plain", f"{n:04}"),)))
    plate = background._packed[-1].unpack()
    assert memory.size_of(plate.image) == 4 * plate.image.width * plate.image.height + 500
    assert 0 < memory.grounds.size <= memory.grounds.budget
    assert 0 < len(memory.grounds) < 10 and 5 <= len(background._packed) <= background.PACKED
    assert 0 < memory.bands.size <= memory.bands.budget and 0 < memory.pictures.size <= memory.pictures.budget


def test_sprites_are_kept_by_their_bytes_and_those_asked_for_last_longest() -> None:
    sprites, made = memory.KeptSprites(4 * 2 * (400 + 500)), list[int]()

    @sprites.keep
    def sprite(nth: int, large: bool = False) -> tuple[Image.Image, int]:
        made.append(nth)
        return Image.new("RGBA", (1000, 1000) if large else (10, 10)), nth

    for nth in (1, 2, 1, 3, 4, 1, 5, 1, 6, 1):
        assert sprite(nth)[1] == nth and sprites.size <= sprites.budget // 2
    assert made == [1, 2, 3, 4, 5, 6], "what is asked for again and again stays"
    sprite(7), sprite(8), sprite(9), sprite(2)
    assert made[-1] == 2, "the one not asked for longest has gone"
    sprite(1, True), sprite(1, True)
    assert sprites.size <= sprites.budget // 2
    sprites.clear()
    assert sprite(9)[1] == made[-1] == 9


@pytest.mark.parametrize("size", [(1, 1), (7, 41), (640, 80), (33, 200)])
def test_png_of_any_size(size: tuple[int, int]) -> None:
    noise = Image.frombytes("P", size, random.Random(1).randbytes(size[0] * size[1]))
    noise.putpalette([v for n in range(256) for v in (n, 255 - n, n // 2)])
    assert opened(png.encode(noise)).tobytes() == noise.tobytes()


def test_fixed_palette_cannot_be_seen() -> None:
    full, reduced = draw.draw_in_full_colour(MIDGAME), draw.draw_in_palette(MIDGAME).convert("RGB")
    stat = ImageStat.Stat(ImageChops.difference(full, reduced))
    assert 10 * log10(255**2 / (sum(stat.sum2) / sum(stat.count))) >= 38
    exact = draw.draw_in_palette(MIDGAME).getpalette() or []
    held = {tuple(exact[at : at + 3]) for at in range(0, len(exact), 3)}
    assert {theme.rgb(look.tint) for look in theme.TERRAIN.values()} | {
        theme.rgb(side.colour) for side in staged().sides
    } <= held


def test_golden_pixels() -> None:
    """Written anew by removing the file and running the test; look at it before it is kept."""
    small = draw.draw_in_full_colour(MIDGAME).reduce(SHRUNK)
    if not GOLDEN.exists():
        small.save(GOLDEN, optimize=True)
        pytest.fail(f"{GOLDEN.name} was missing and has been written: look at it")
    golden = opened(GOLDEN.read_bytes()).convert("RGB")
    assert golden.size == small.size
    apart = ImageChops.difference(golden, small).convert("L")
    assert ImageStat.Stat(apart).mean[0] < 1.0
    assert ImageStat.Stat(apart.reduce(8)).extrema[0][1] < 12


def test_ground_is_drawn_once_for_a_scenario() -> None:
    assert background.background_of(MIDGAME).image is background.background_of(miniwars.scene(staged(), ())).image
    assert miniwars.scene(staged(), ()).ground is MIDGAME.ground


def test_a_moved_unit_changes_only_its_surroundings() -> None:
    before, seen = miniwars.scene(staged(), ()), staged()
    after = miniwars.scene(replace(seen, units={**seen.units, "M4": replace(seen.units["M4"], at="0101")}), ())
    (home,) = (p.at for p in before.pieces if p.id == "M4")
    difference = changed(before, after)
    for at in (home, hex_centre("0101")):
        box = around(before, at, 1.0)
        assert share(difference.crop(box)) > 1000
        difference.paste(0, box)
    assert difference.getbbox() is None


def test_alt_text_says_moment_armies_and_the_most_telling_thing() -> None:
    assert MIDGAME.alt.startswith("Map of Raid on Danville: turn 4, movement and combat of B")
    assert "8 of 9 units, 1 disrupted" in MIDGAME.alt
    assert MIDGAME.alt.endswith("Just removed: Town Militia 1 (T1), Goblin Infantry 5 (B5).")


def test_legend_explains_only_what_this_board_has() -> None:
    roles = [role for role, _ in MIDGAME.legend]
    assert len(set(roles)) == len(roles)
    assert {
        "terrain:lake",
        "hill",
        "road",
        "edge:bridge",
        "edge:hedgerow",
        "counter:disrupted",
        "mark:shot-miss",
    } <= set(roles)
    bridge = miniwars.scene(miniwars.start(reader.load(reader.find_shipped("twin-hamlets"))), ())
    assert "terrain:lake" not in dict(bridge.legend)


@pytest.mark.parametrize(
    "words", ["", "two\nlines\r\n", "\u202eturned\u202c", "🐉 龍 \x00\x1b[0m", "long " * 900, "ß" * 5000, "\ud800"]
)
@pytest.mark.long
def test_whatever_people_call_things_can_be_drawn(words: str) -> None:
    piece = Counter(hex_centre("0502"), words, 0, "#0072b2", (), words, words)
    title = Title(words, words, (SideNote(0, "#0072b2", words, (words, words), True, True),))
    marks = (
        Spot(hex_centre("0604"), "removed", words),
        Trail((hex_centre("0404"), hex_centre("0406")), "attack", "", words),
    )
    ground = (*MIDGAME.ground[:20], Label(hex_centre("0303"), words))
    image = opened(draw.draw(Scene(MIDGAME.size, ground, (piece,), marks, title, (("terrain:plain", words),))))
    assert max(image.size) <= 2000


def test_fonts_hold_every_sign_we_print() -> None:
    """A sign that is missing is drawn as the font's empty box."""
    for weight in ("", "-Bold"):
        font = font_face(40, weight)
        missing = bytes(font.getmask("\uffff"))
        assert all(bytes(font.getmask(sign)) != missing for sign in "★−·½+=!*äöüéßñçøłŠ’–…")
