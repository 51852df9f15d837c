"""Tiles with the ground on them show the same as tints and rims that the ground shows through."""

from collections.abc import Sequence
from io import BytesIO
from random import Random
from typing import Literal

import pytest
from PIL import Image

from engine.systems import SYSTEMS
from maps.drawing import background, draw
from maps.drawing.held_ground import paste_sprites
from maps.drawing.held_zones import zone_layers, zone_tiles
from maps.scene.scene import Scene, TableArea, TableGrid
from maps.scene.tabletop_units import HeldZone, Holder
from tests.support import random_games
from tests.support.sampling import share

KINDS: tuple[Literal["", "held", "ringed", "contested"], ...] = ("", "held", "ringed", "contested")
WOODS = TableArea(((3.0, 3.0), (20.0, 4.0), (14.0, 22.0)), "dense")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(share(20, 4)))
def test_zones_as_tiles(seed: int) -> None:
    chance = Random(seed)
    parts, scene = _parts(chance, 8), _table((24.0, 24.0))
    still = background.background_of(scene)
    tiles = tuple(zone_tiles(parts, still))
    assert {tile.image.mode for tile in tiles} == {"RGB"}
    _compare(still, parts)


def test_zones_that_may_share_pixels_let_the_ground_show_through() -> None:
    parts, still = _parts(Random(1), 8.03), background.background_of(_table((24.1, 24.1)))
    assert {layer.image.mode for layer in zone_tiles(parts, still)} == {"RGBA"}
    _compare(still, parts)


@pytest.mark.long
def test_pictures_of_a_game_with_zones_that_change_hands_are_those_drawn_anew() -> None:
    system, kinds = SYSTEMS["zones"], set[str]()
    for step in random_games.walked(system, "the-long-line", 3, share(60, 8)):
        scene = system.scene(system.view(step.after, ""), step.turn.events)
        kinds |= {part.kind for part in scene.held_zones}
        mended = Image.open(BytesIO(draw.draw_by_bands(scene)))
        assert mended.tobytes() == draw.draw_in_palette(scene).tobytes()
    assert "held" in kinds


def _parts(chance: Random, length: float) -> tuple[HeldZone, ...]:
    """Nine zones, the last of them held."""
    holders = (Holder(0, "#1f5fa8", "A"), Holder(1, "#c1541c", "B"))
    return tuple(
        HeldZone(
            (length * (nth % 3), length * (nth // 3)),
            (length, length),
            f"Z{nth}",
            chance.choice(KINDS) if nth < 8 else "held",
            tuple(chance.sample(holders, 2)),
        )
        for nth in range(9)
    )


def _table(size: tuple[float, float]) -> Scene:
    return Scene(size, (TableGrid(size, 8, 1), WOODS))


def _compare(still: background.Background, parts: Sequence[HeldZone]) -> None:
    tiled = paste_sprites(still.image.copy(), tuple(zone_tiles(parts, still)))
    tinted = paste_sprites(still.image.copy(), tuple(zone_layers(parts, still.layout)))
    assert tiled.tobytes() == tinted.tobytes() != still.image.tobytes()
