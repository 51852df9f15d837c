"""No scenario file makes a large picture: whatever sizes it writes, pixels and memory stay within bounds."""

import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image

from engine.scenarios import reader, yaml_reader
from engine.scenarios.yaml_reader import FaultyFile
from engine.systems import SYSTEMS
from maps.drawing.draw import draw
from maps.drawing.layouts import TALLEST, WIDEST
from tests.support.sampling import THOROUGH, share

MEMORY = 500
"""Megabytes that a process may have used after drawing all of them."""
ROOT = Path(__file__).parents[2]
FACTORS = share((0.01, 0.1, 1, 7, 12, 55, 180, 370), ())


def written(stem: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml_reader.read(reader.read_text(reader.find_shipped(stem)))
    return found


def stretched(stem: str, across: float, down: float) -> dict[str, Any]:
    """A map of areas so many times as wide and as high."""
    scenario = written(stem)
    for area in scenario["board"]["areas"].values():
        area["shape"] = [[round(x * across, 4), round(y * down, 4)] for x, y in area["shape"]]
        if area.get("at"):
            area["at"] = [round(area["at"][0] * across, 4), round(area["at"][1] * down, 4)]
    return scenario


def wrong_labels(stem: str) -> dict[str, Any]:
    """Every label at a corner of what a file may write, thousands of units away from its area."""
    scenario, chance = written(stem), Random(stem)
    for area in scenario["board"]["areas"].values():
        area["at"] = [chance.choice((-10_000, 10_000)), chance.choice((-10_000, 10_000))]
    return scenario


def many_areas() -> dict[str, Any]:
    """As many areas as a file may have, none with a shape, each beside a dozen others."""
    scenario = written("two-shores")
    names = [f"land{number}" for number in range(299 - len(scenario["board"]["areas"]))]
    for number, name in enumerate(names):
        scenario["board"]["areas"][name] = {"kind": "land", "next": names[number + 1 : number + 13]}
    for area in scenario["board"]["areas"].values():
        area.pop("shape", None)
        area.pop("at", None)
    scenario["setup"]["owners"]["amber"] += names
    return scenario


def hexes(columns: int, rows: int) -> dict[str, Any]:
    scenario = written("first-patrol")
    board = scenario["board"]["hex"]
    plain = next(iter(board["legend"]))
    old = board["rows"] + [""] * rows
    board["rows"] = [old[row][:columns].ljust(columns, plain) for row in range(rows)]
    return scenario


def table(stem: str, width: int, height: int) -> dict[str, Any]:
    scenario = written(stem)
    scenario["board"]["table"] |= {"width": width, "height": height}
    return scenario


def boards() -> Iterator[dict[str, Any]]:
    """Every kind of board at the sizes that a file may write, and at some that it may not."""
    for factor in FACTORS:
        yield stretched("two-shores", 0.1, factor)
    yield from (hexes(99, 99), table("first-charge", 240, 240))
    if THOROUGH:
        yield from (stretched("two-shores", factor, factor) for factor in FACTORS)
        yield from (wrong_labels("two-shores"), many_areas())
        yield from (stretched("middle-sea", min(factor, 190), factor) for factor in FACTORS if factor >= 1)
        yield from (hexes(22, 99), hexes(99, 18), table("first-charge", 240, 48), table("first-charge", 48, 240))
        yield from (table("low-wells", 108, 108), table("low-wells", 108, 36))
    yield from (table("first-charge", 10**9, 48), hexes(300, 300), stretched("two-shores", 10**9, 1))


def draw_all() -> str:
    """Draws every board that `check` accepts; returns a line for each with its size in pixels."""
    lines = list[str]()
    for scenario in boards():
        try:
            read = reader.parse(scenario)
        except FaultyFile:
            lines.append("refused")
            continue
        system = SYSTEMS[read.system]
        size = Image.open(io.BytesIO(draw(system.scene(system.view(system.start(read), ""), ())))).size
        lines.append(f"{size[0]} {size[1]}")
    return "\n".join(lines)


PEAK = """
import re
from tests.maps.test_picture_bounds import draw_all
print(draw_all())
print("peak", int(re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())[1]) // 1024)
"""
"""Linux counts the peak of a new program from its own start there, and from its parent's in getrusage."""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="measuring a peak of memory needs Linux")
@pytest.mark.long
def test_no_board_makes_a_large_picture() -> None:
    ran = subprocess.run([sys.executable, "-c", PEAK], cwd=ROOT, capture_output=True, text=True, timeout=200)
    assert ran.returncode == 0, ran.stderr[-2000:]
    *lines, peak = ran.stdout.split("\n")[:-1]
    sizes = [tuple(map(int, line.split())) for line in lines if line != "refused"]
    assert len(sizes) >= 2 and [line == "refused" for line in lines] == [False] * (len(lines) - 3) + [True] * 3, lines
    assert all(wide <= WIDEST and tall <= TALLEST for wide, tall in sizes), sizes
    assert all(max(wide / WIDEST, tall / TALLEST) > 0.5 for wide, tall in sizes), f"drawn too small: {sizes}"
    assert int(peak.split()[1]) < MEMORY, peak
