"""Raid on Danville in its fourth turn, games of random orders, and looking at two pictures side by side."""

import random
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from io import BytesIO

from PIL import Image, ImageChops, ImageStat

from engine.contract import Event, Turn
from engine.scenarios import reader
from engine.systems import miniwars
from engine.systems.miniwars.state.events import Disrupted, Eliminated, Fired, Fought, Moved
from engine.systems.miniwars.state.position import State
from maps.drawing import background, draw
from maps.geometry import plane
from maps.scene.scene import Scene


class Faces:
    """Dice that always fall the same way."""

    def roll(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        return tuple(byte % sides + 1 for byte in sha256(f"{why}|{nth}".encode()).digest()[:count])


def played(name: str, orders: int) -> Iterator[tuple[State, Sequence[Event]]]:
    """Positions of a game of random legal orders, each with what led to it."""
    chooser, turn = (
        random.Random(name),
        Turn(miniwars.start(reader.load(reader.find_shipped(name))), Faces(), miniwars.apply),
    )
    miniwars.proceed(turn)
    for _ in range(orders):
        before = len(turn.events)
        phase = miniwars.phase(turn.state)
        if phase is None:
            return
        side = phase.sides[0]
        ideas = list(miniwars.ideas(miniwars.view(turn.state, side), side))
        if ideas and chooser.random() < 0.8:
            miniwars.run(turn, side, chooser.choice(ideas))
        else:
            miniwars.close(turn, side)
        yield turn.state, turn.events[before:]


def staged(others: Mapping[str, Mapping[str, object]] | None = None, **changes: object) -> State:
    """Raid on Danville in its fourth turn."""
    units = {
        "W1": {"at": "0905", "moved": True, "attacked": True},
        "W2": {"at": "1006", "disrupted": True},
        "HL": {"at": "1107", "fired": True},
        "W4": {"at": "1111", "moved": True},
        "S1": {"at": "1206"},
        "S2": {"at": "1209", "disrupted": True},
        "M1": {"at": "1106"},
        "M2": {"at": "1207"},
        "B1": {"at": "1307"},
        "G1": {"fired": True},
        "G2": {"fired": True, "disrupted": True},
        "T1": {"gone": True, "at": "0805"},
        "B5": {"gone": True, "at": "1007"},
    }
    game = {"a": "danville", "b": "rompot", "broken": ["danville"]}
    changes = {
        "turn": 4,
        "phase": "b-movement",
        "active": "rompot",
        "units": {**units, **(others or {})},
        "game": game,
        **changes,
    }
    return miniwars.case_position(reader.load(reader.find_shipped("raid-on-danville")), changes)


RECENT: tuple[Event, ...] = (
    Fired("G1", "W2", 4, 6, (), 6, True),
    Disrupted("W2", "missile"),
    Fired("G2", "HL", 3, 4, (), 2, False),
    Fired("HL", "G2", 3, 4, (), 5, True),
    Disrupted("G2", "missile"),
    Moved("W1", ("1305", "1204", "1105", "1004", "0905"), 10),
    Fought("W1", "T1", 7, (), (4, 5), 9, True),
    Eliminated("T1", "0805", "W1"),
    Moved("W4", ("1411", "1311", "1211", "1111"), 6),
    Eliminated("B5", "1007", "G2"),
)
MIDGAME = miniwars.scene(staged(), RECENT)


def opened(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data))
    image.load()
    return image


def changed(one: Scene, other: Scene) -> Image.Image:
    """White where the two pictures differ."""
    apart = ImageChops.difference(draw.draw_in_full_colour(one), draw.draw_in_full_colour(other)).convert("L")
    return apart.point([0] * 9 + [255] * 247)


def share(difference: Image.Image) -> float:
    """How many pixels are white."""
    return ImageStat.Stat(difference).sum[0] / 255


def around(drawn: Scene, at: plane.Point, reach: float) -> tuple[int, int, int, int]:
    """The box of pixels so many board units around a point."""
    layout = background.background_of(drawn).layout
    (x, y), r = layout.pixel(at), round(reach * layout.scale)
    return max(0, x - r), max(0, y - r), x + r, y + r
