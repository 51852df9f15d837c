"""Benchmarks of the pictures of games as they are played: each message's picture, and the first after a start."""

import gc
import sys
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median
from time import thread_time

from engine.table import Table
from maps.drawing import background, draw
from maps.drawing.canvas import memory
from maps.scene.scene import Scene

from .timing import Figure, Timed, as_in_a_running_bot, at_most
from .turns import NOW, SCENARIOS, choose_lines, play_on

LIMITS = {"miniwars": 0.75, "forumini": 0.75, "acw": 1.2, "zones": 1.2, "baker": 1.0}
"""Of the next picture: hexes 0.75, tables 1.2, areas 1."""
FIRST = 3.0
"""Of the first picture after a start, in times of its background."""
SEEDS, MESSAGES, COLD = (3, 4), 20, 3
"""Games of each system, messages of each, and how often a start is tried."""
FEW, MANY = (2,), (1, 2, 4, 8)
"""How many orders a message has, at most: two, as the target has two units moved, and what players send."""


def figures(folder: Path) -> Iterator[Figure]:
    """CPU time of drawing alone, and of finding out what to draw."""
    for system, (stem, _) in SCENARIOS.items():
        few, many = (
            [pair for seed in SEEDS for pair in next_pictures(folder, stem, seed, MESSAGES, orders)]
            for orders in (FEW, MANY)
        )
        what, of = f"{system}: next picture of a played game ({stem}; {{}})", "memcpy + zlib 1"
        yield at_most("R1", what.format(f"{len(few)} messages of {FEW[0]} orders"), timed(few), LIMITS[system], of)
        usual = timed(many)
        says = what.format(f"{len(many)} messages of {MANY[0]} to {MANY[-1]} orders")
        yield Figure("R1", says, f"{usual.ms}, {usual.ratio:.2f}x {of}", value=usual.ratio)
        starts = list(first_pictures(folder, stem))
        yield at_most("R1", f"{system}: first picture after a start ({stem})", timed(starts), FIRST, "its background")


def timed(pairs: list[tuple[float, float]]) -> Timed:
    """Of seconds, each with the seconds of its floor."""
    return Timed(median(ours for ours, _ in pairs), median(ours / floor for ours, floor in pairs))


def next_pictures(
    folder: Path, stem: str, seed: int, messages: int, orders: Sequence[int]
) -> Iterator[tuple[float, float]]:
    """Seconds from state to PNG after each message of a game, and those of its floor; ``orders``: how many a message
    may have, drawn by lot.
    """
    table, key = opened(folder / f"pictures-{stem}-{seed}-{orders[-1]}.db", stem)
    forget_pictures()  # of this game as it was measured before
    scene, chance = table.picture(key), Random(seed)
    last, base, pixels = draw.draw(scene), background.background_of(scene).image, draw.draw_in_palette(scene).tobytes()
    with as_in_a_running_bot(), closing(table):
        for _ in range(messages):
            game = table.game(key)
            if not game.phase or not game.phase.sides:
                break
            side = chance.choice(game.phase.sides)
            lines = choose_lines(table, key, side, chance)[: chance.choice(orders)]
            play_on(table, key, side, lines)
            began = thread_time()
            base.copy()
            zlib.compress(pixels, 1)
            floor = thread_time()
            png = draw.draw(table.picture(key))
            done = thread_time()
            gc.collect()
            if png != last:  # else it was not drawn
                yield done - floor, floor - began
            last = png


def first_pictures(folder: Path, stem: str) -> Iterator[tuple[float, float]]:
    """Seconds of the first picture with nothing kept from earlier ones, and of its background alone."""
    table, key = opened(folder / f"first-{stem}.db", stem)
    scene = table.picture(key)
    table.close()
    for _ in range(COLD):
        yield _cold(scene, whole=True), _cold(scene, whole=False)


def _cold(scene: Scene, *, whole: bool) -> float:
    forget_pictures()
    began = thread_time()
    if whole:
        draw.draw(scene)
    else:
        background.background_of(scene)
    return thread_time() - began


def forget_pictures() -> None:
    """Empty every cache of drawing, as in a process that has just started."""
    background.clear_cache()
    memory.clear()
    for name, module in list(sys.modules.items()):
        if name.startswith("maps.drawing."):
            for thing in vars(module).values():
                if callable(clear := getattr(thing, "cache_clear", None)):
                    clear()


def opened(path: Path, stem: str) -> tuple[Table, str]:
    """A table with a new game, all of whose sides are taken."""
    table = Table(path, Random(stem).randbytes)
    key = table.open(stem, "", NOW).id
    for side in table.game(key).sides:
        table.seat(key, side, side, NOW)
    return table, key
