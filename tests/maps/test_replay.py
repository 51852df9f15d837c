"""Replays: a GIF whose pictures, one laid over the other, are those of the game."""

import io
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PIL import Image, ImageChops, ImageSequence

from engine.table import Table
from maps.drawing import draw, replay
from maps.scene.scene import Scene
from tests.support.sampling import share

NOW = "2026-01-31T18:00:00Z"


@pytest.fixture
def scenes(tmp_path: Path) -> Iterator[tuple[Scene, ...]]:
    """What everybody saw of a short game: its start and three commits."""
    table = Table(tmp_path / "games.db", Random(1).randbytes)
    key = table.open("first-charge", "", NOW).id
    for side in table.game(key).sides:
        table.seat(key, side, side, NOW)
    for _ in range(3):
        game = table.game(key)
        assert game.phase
        table.done(key, game.phase.sides[0], NOW)
    yield table.replay(key)
    assert table.replay(key, 2) == (table.replay(key)[0], table.replay(key)[-1])
    table.close()


def test_its_pictures_are_those_of_the_game(scenes: tuple[Scene, ...]) -> None:
    """Within the error of a palette with one colour less."""
    assert len(scenes) == 4
    data = replay.replay(scenes)
    with Image.open(io.BytesIO(data)) as gif:
        shown = [one.convert("RGB") for one in ImageSequence.Iterator(gif)]
        assert gif.info["loop"] == 0
    assert len(shown) == len(scenes) and len(data) < 2_000_000
    for scene, one in zip(scenes, shown, strict=True):
        full = draw.draw_in_full_colour(scene)
        assert one.size == full.size
        off = ImageChops.difference(one, full).convert("L").histogram()
        assert sum(off[40:]) < 0.002 * full.width * full.height, "the picture before shows through"


def test_pictures_of_different_heights_stand_on_one_paper(scenes: tuple[Scene, ...]) -> None:
    large = Image.new("RGB", (40, 60), "#204080")
    small = Image.new("RGB", (40, 50), "#204080")
    with Image.open(io.BytesIO(replay.encode([large, small], draw.palette_of(scenes[0])))) as gif:
        assert gif.size == (40, 60)


def test_half_as_large(scenes: tuple[Scene, ...]) -> None:
    with Image.open(io.BytesIO(replay.replay(scenes, 0.5))) as gif:
        assert abs(gif.width - draw.draw_in_full_colour(scenes[0]).width / 2) <= 1


@pytest.mark.long
def test_it_is_made_to_fit(scenes: tuple[Scene, ...]) -> None:
    """Smaller pictures first, then fewer; always the first and the last."""
    whole = replay.replay_within(scenes, 2_000_000)
    for most in share((len(whole), len(whole) * 2 // 3, len(whole) // 3), (len(whole) * 2 // 3,)):
        data = replay.replay_within(scenes, most)
        assert len(data) <= most
        with Image.open(io.BytesIO(data)) as gif:
            assert getattr(gif, "n_frames", 1) >= (len(scenes) if most > len(whole) // 2 else 1)
    with Image.open(io.BytesIO(replay.replay_within(scenes, 1))) as gif:
        assert getattr(gif, "n_frames", 1) == 1, "one picture is left, however large"
