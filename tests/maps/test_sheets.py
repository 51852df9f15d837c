"""A picture that is the last one mended is the same as one drawn anew, whatever came, went or changed its order."""

import zlib
from random import Random

import pytest
from PIL import Image

from maps.drawing import background, draw, sheets
from maps.drawing.canvas import memory, png
from maps.drawing.canvas.pen import PlacedSprite
from maps.drawing.changes import Cells, changed_boxes
from maps.drawing.held_ground import paste_sprites
from maps.scene.scene import HexTile, Scene
from tests.support.many_cases import for_each
from tests.support.sampling import share


def things(chance: Random, size: tuple[int, int]) -> list[PlacedSprite]:
    """Half transparent boxes, some outside the picture, some twice at a place: their order can be seen."""
    made = list[PlacedSprite]()
    for nth in range(chance.randint(0, 12)):
        kind, x, y = chance.randint(0, 5), chance.randint(-30, size[0] // 4), chance.randint(-30, size[1] // 2)
        image = Image.new("RGBA", (20 + 9 * kind, 60 - 7 * kind), (40 * kind, 255 - 30 * kind, 9, 128))
        made += [PlacedSprite(("box", kind), image, x, y)] * (1 + (nth % 5 == 0))
    return made


@pytest.mark.parametrize("seed", range(share(40, 5)))
def test_a_mended_sheet_is_the_same_as_one_drawn_anew(seed: int) -> None:
    chance = Random(seed)
    scene = Scene((6.0, 4.0), tuple(HexTile((1.5 * n + 1, 1.0), "forest") for n in range(4)))
    still = background.background_of(scene)
    lying = things(chance, still.image.size)
    for _ in range(6):
        chance.shuffle(lying)
        lying = [*lying[: chance.randint(0, 12)], *things(chance, still.image.size)][:16]
        bands = range(-(-still.image.height // png.BAND))
        drawn = sheets.drawn_bands(still, {}, sheets.number_things(lying), bands)
        whole = png.rows_of(png.numbered(paste_sprites(still.image.copy(), lying), still.palette))
        anew = [png.deflate_band(whole, nth) for nth in bands]
        assert list(map(rows, drawn)) == list(map(rows, anew))


def rows(band: png.Band) -> bytes:
    """The rows of pixels of a band, which are those that its checksum is of."""
    pixels = zlib.decompressobj(-15).decompress(band.deflated)
    assert (zlib.adler32(pixels), len(pixels)) == (band.adler, band.length)
    return pixels


def test_what_is_put_on_rows_is_in_their_pixels_and_in_no_copy() -> None:
    """They lie on the same bytes, or a picture would never change."""
    rows = png.FileRows((3, 2), bytearray(8))
    before = rows.copy()
    rows.put(Image.new("P", (2, 1), 7).im, (1, 1, 3, 2))
    assert bytes(rows.pixels) == b"\0\0\0\0\0\0\7\7" and not any(before.pixels)
    before.put(Image.new("P", (3, 2), 9).im, (0, 0, 3, 2))
    assert bytes(before.pixels) == b"\0\x09\x09\x09" * 2 and 9 not in rows.pixels


def test_the_last_picture_is_forgotten_with_the_other_pictures() -> None:
    scene = Scene((2.0, 2.0), (HexTile((1.0, 1.0), "plain"),))
    draw.draw_by_bands(scene)
    key = background.background_of(scene).number, sheets.LAST
    assert memory.grounds.get(key)
    draw.clear_cache()
    assert memory.grounds.get(key) is None


@for_each("seed", range(share(300, 30)))
def test_changes_are_the_fewest_that_explain_another_order(seed: int) -> None:
    """Each thing is a point of its own: what is left without those that changed is the same in both, in order."""
    chance = Random(seed)
    before = {n: (n, 0, n + 1, 1) for n in chance.sample(range(40), 20)}
    kept = chance.sample(sorted(before), 3)
    now = {n: (n, 0, n + 1, 1) for n in [*(n for n in before if n not in kept), *kept, 50]}
    changed = {box[0] for box in changed_boxes(before, now)}
    assert [n for n in before if n not in changed] == [n for n in now if n not in changed]
    assert 50 in changed and len(changed) <= 4


@for_each("seed", range(share(300, 30)))
def test_the_boxes_of_squares_cover_what_was_added_and_do_not_overlap(seed: int) -> None:
    chance, size = Random(seed), (233, 117)
    cells, wanted, found = Cells(size), set[tuple[int, int]](), list[tuple[int, int]]()
    for _ in range(chance.randint(0, 9)):
        left, top = chance.randint(-40, 250), chance.randint(-40, 130)
        box = left, top, left + chance.randint(0, 80), top + chance.randint(0, 50)
        cells.add(box)
        wanted |= {(x, y) for x in range(box[0], box[2]) for y in range(box[1], box[3])}
    for left, top, right, bottom in cells.boxes():
        assert 0 <= left < right <= size[0] and 0 <= top < bottom <= size[1]
        found += [(x, y) for x in range(left, right) for y in range(top, bottom)]
    assert len(found) == len(set(found))
    assert {(x, y) for x, y in wanted if 0 <= x < size[0] and 0 <= y < size[1]} <= set(found)
