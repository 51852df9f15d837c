"""The band on pictures that could be taken for others: of every kind of board, and on the pictures of its details."""

from io import BytesIO

import pytest
from PIL import Image

from engine.contract import replace
from engine.systems import SYSTEMS
from maps.drawing import draw, stamp
from maps.drawing.canvas import theme
from maps.drawing.closeups import closeup_image
from maps.scene.scene import Detail, Scene
from tests.support import random_games

STAMP = "SANDBOX · THROWAWAY DICE · NOT THE GAME"


def scene_of(name: str) -> Scene:
    system = SYSTEMS[name]
    state = random_games.walked(system, random_games.shipped(system)[-1], 3, 12)[-1].after
    return system.scene(state, ())


def band(image: Image.Image) -> tuple[int, int]:
    """The first and the last row that is for the most part of the band's colour."""
    rows = image.convert("RGB")
    blood = theme.rgb(theme.BLOOD)
    inner = [y for y in range(21, rows.height - 20) if _share(rows.crop((0, y, rows.width, y + 1)), blood) > 0.5]
    return (inner[0], inner[-1]) if inner else (0, 0)


def _share(row: Image.Image, colour: tuple[int, ...]) -> float:
    counts = {found: count for count, found in row.getcolors(row.width) or ()}
    return counts.get(colour, 0) / row.width


@pytest.mark.parametrize("name", list(SYSTEMS))
@pytest.mark.long
def test_every_board_has_the_band_across_its_whole_width(name: str) -> None:
    plain = scene_of(name)
    stamped = replace(plain, stamp=STAMP)
    with Image.open(BytesIO(draw.draw(stamped))) as picture:
        first, last = band(picture)
        assert last - first > picture.width / 64 * stamp.BAND * 0.8
        assert picture.convert("RGB").getpixel((1, picture.height // 2)) == theme.rgb(theme.BLOOD)
    with Image.open(BytesIO(draw.draw(plain))) as picture:
        assert band(picture) == (0, 0)


def test_details_have_it_too() -> None:
    plain, part = scene_of("acw"), Detail("A melee", (24, 24), (12, 12))
    whole, stamped = closeup_image(plain, part), closeup_image(replace(plain, stamp=STAMP), part)
    assert stamped.height > whole.height and stamped.crop((0, 0, *whole.size)).tobytes() == whole.tobytes()
    assert _share(stamped.crop((0, whole.height + 2, stamped.width, whole.height + 3)), theme.rgb(theme.BLOOD)) > 0.9
