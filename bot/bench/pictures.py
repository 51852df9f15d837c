"""Benchmarks of pictures: drawing time and file size."""

import zlib
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from itertools import cycle
from math import log10
from typing import Any

from PIL import Image, ImageChops, ImageStat

from engine.contract import Event, System
from engine.systems import acw, baker, forumini, miniwars, zones
from maps.drawing import background, draw, title_and_legend
from maps.drawing.canvas import theme
from maps.drawing.canvas.pen import Pen
from maps.drawing.ground import hex_ground
from maps.drawing.marks import marks
from maps.drawing.units import counters
from maps.scene.scene import Counter, Scene, without_place

from .positions import brigades, garrisons, midgame, skirmish, watch
from .timing import Figure, at_most, rounds

GRAIN = 3
TURNS = 22
"""Positions: five drawn again and again; from the seventh on, drawn once, one step ahead of those five."""
FRESH = "ground, pieces and titles cached, bands not"
MOVED = "next picture: pieces moved in two places far apart, a title not drawn before; the rest cached"
Moment = Callable[[int], tuple[Any, Sequence[Event]]]
OTHERS: tuple[tuple[System[Any], Moment, float], ...] = (
    (forumini, watch, 0.75),
    (acw, brigades, 1.2),
    (zones, skirmish, 1.2),
    (baker, garrisons, 1.0),
)
"""The other systems, their positions, and the target of the next picture: hexes 0.75, tables 1.2, areas 1."""


def figures() -> Iterator[Figure]:
    positions = [midgame(shift) for shift in range(TURNS)]
    scene = miniwars.scene(*positions[0])
    pixels, base = draw.draw_in_palette(scene).tobytes(), background.background_of(scene).image
    turn, later = cycle(positions[:5]), iter(positions[6:])

    def floor() -> None:
        base.copy()
        zlib.compress(pixels, 1)

    def another() -> None:
        draw.draw(miniwars.scene(*next(turn)))

    def next_turn() -> None:
        draw.draw(miniwars.scene(*next(later)))

    before = {"fresh": draw.clear_cache}
    timed = rounds(
        {"floor": floor, "fresh": another, "moved": next_turn, "naive": lambda: naive(scene)}, "floor", before=before
    )
    of = f"memcpy + zlib 1 ({timed['floor'].ms})"
    yield at_most("R1", f"miniwars: state to PNG, {FRESH}", timed["fresh"], 1.7, of)
    yield at_most("R1", f"miniwars: {MOVED}", timed["moved"], 0.75, of)
    yield from sizes(scene, pixels)
    for system, positions_of, limit in OTHERS:
        yield from others(system, [positions_of(shift) for shift in range(TURNS)], limit)
    for name, what in (("fresh", FRESH), ("moved", MOVED)):
        faster = timed["naive"].ratio / timed[name].ratio
        yield Figure(
            "R3",
            f"map: speed-up over a naive redraw at 3x size, {what}",
            f"{faster:.1f}x ({timed['naive'].ms})",
            ">= 10x",
            faster >= 10,
        )


def others(system: System[Any], positions: Sequence[tuple[Any, Sequence[Event]]], limit: float) -> Iterator[Figure]:
    """The same two rows for another system; ``limit``: of the next picture in play."""
    scene = system.scene(*positions[0])
    pixels, base = draw.draw_in_palette(scene).tobytes(), background.background_of(scene).image
    turn, later = cycle(positions[:5]), iter(positions[6:])

    def floor() -> None:
        base.copy()
        zlib.compress(pixels, 1)

    def another() -> None:
        draw.draw(system.scene(*next(turn)))

    def next_turn() -> None:
        draw.draw(system.scene(*next(later)))

    timed = rounds(
        {"floor": floor, "fresh": another, "moved": next_turn},
        "floor",
        before={"fresh": draw.clear_cache},
    )
    of = f"memcpy + zlib 1 ({timed['floor'].ms})"
    yield at_most("R1", f"{system.NAME}: state to PNG, {FRESH}", timed["fresh"], 1.7, of)
    yield at_most("R1", f"{system.NAME}: {MOVED}", timed["moved"], limit, of)


def sizes(scene: Scene, pixels: bytes) -> Iterator[Figure]:
    """R2: file sizes, which depend only on the host's zlib."""
    full, data = draw.draw_in_full_colour(scene), draw.draw(scene)
    plain = BytesIO()
    full.save(plain, "PNG")
    stat = ImageStat.Stat(ImageChops.difference(full, draw.draw_in_palette(scene).convert("RGB")))
    noise = 10 * log10(255**2 / (sum(stat.sum2) / sum(stat.count)))
    floor, default = len(data) / len(zlib.compress(pixels, 1)), len(data) / plain.tell()
    size = f"{full.width} x {full.height}, {len(data) // 1000} kB"
    yield Figure("R2", "map: bytes to zlib 1 of the same pixels", f"{floor:.3f}x ({size})", "<= 1.05x", floor <= 1.05)
    yield Figure("R2", "map: bytes to Pillow's own PNG in full colour", f"{default:.2f}x", "<= 0.5x", default <= 0.5)
    yield Figure("R2", "map: signal-to-noise ratio of the palette", f"{noise:.1f} dB", ">= 38 dB", noise >= 38)


def naive(scene: Scene) -> bytes:
    """The same picture drawn simply: everything at three times the size, then reduced and saved."""
    where = background.background_of(scene).layout
    image = Image.new("RGB", (where.size[0] * GRAIN, where.size[1] * GRAIN), theme.PAPER)
    pen = Pen(image, where.scale * GRAIN, (where.origin[0] * GRAIN, where.origin[1] * GRAIN))
    ems = Pen(image, where.em * GRAIN)
    legend = Pen(image, where.em * GRAIN, (0, where.legend_top * GRAIN))
    hex_ground.shapes(pen, scene.ground)
    hex_ground.letters(pen, scene.ground)
    title_and_legend.draw_title(ems, image.width / ems.scale, scene.title)
    title_and_legend.legend_pictures(legend, where.entries)
    title_and_legend.legend_words(legend, where.entries)
    for mark in scene.marks:
        marks.draw_mark(pen, mark)
    for at, width, piece in counters.fan_out(
        [piece for piece in scene.pieces if isinstance(piece, Counter)], scene.piece
    ):
        middle = pen.at(moved=at)
        counters.paint(Pen(image, pen.scale * width, middle.origin), without_place(piece))
    out = BytesIO()
    image.reduce(GRAIN).save(out, "PNG")
    return out.getvalue()
