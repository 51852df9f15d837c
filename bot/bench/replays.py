"""Benchmark of replays: what it takes to make a GIF of pictures that are drawn, and how large it is."""

import io
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import thread_time

from PIL import Image

from maps.drawing import background
from maps.drawing.draw import palette_of
from maps.drawing.replay import encode, frame
from maps.scene.scene import Scene

from .played_pictures import opened
from .timing import Figure, Timed, at_most
from .turns import SCENARIOS, choose_lines, play_on

FRAMES, ORDERS, ROUNDS = 20, 3, 3
UPLOAD = 10_000_000
"""Bytes of a file that Discord takes everywhere."""


def figures(folder: Path) -> Iterator[Figure]:
    """R4, on a board of hexes."""
    scenes = list(_scenes(folder / "replay.db", SCENARIOS["miniwars"][0]))
    frames, colours = [frame(scene) for scene in scenes], palette_of(scenes[0])
    palette = background.background_of(scenes[0]).palette
    pairs = list[tuple[float, float]]()
    for _ in range(ROUNDS):
        began = thread_time()
        drawn = [one.quantize(palette=palette, dither=Image.Dither.NONE) for one in frames]
        zlib.compress(drawn[0].tobytes(), 1)
        floor = thread_time() - began
        began = thread_time()
        data = encode(frames, colours)
        pairs.append((thread_time() - began, floor))
    timed = Timed(median(ours for ours, _ in pairs), median(ours / floor for ours, floor in pairs))
    yield at_most("R4", f"replay: {FRAMES} drawn pictures as GIF", timed, 4, f"{FRAMES} quantizes + zlib of one")
    plain = io.BytesIO()
    frames[0].save(plain, "GIF", save_all=True, append_images=frames[1:], duration=900, loop=0)
    share, room = len(data) / plain.tell(), len(data) / UPLOAD
    measured = f"{len(data) / 1000:.0f} kB, {share:.2f}x Pillow's GIF, {room:.0%} of an upload"
    yield Figure("R4", "replay: its size", measured, "<= 0.6x and <= 10 %", share <= 0.6 and room <= 0.1, share)


def _scenes(path: Path, stem: str) -> Iterator[Scene]:
    table, key = opened(path, stem)
    chance = Random(3)
    for _ in range(FRAMES):
        yield table.picture(key)
        side = table.game(key).phase.sides[0]  # type: ignore[union-attr]
        play_on(table, key, side, choose_lines(table, key, side, chance)[:ORDERS])
    table.close()
