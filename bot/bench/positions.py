"""Positions for the benchmarks: a map of 30 x 20 hexes with 40 counters, a game of any length on it, and tabletops."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from secrets import token_bytes
from typing import Any

from engine.contract import Event, replace
from engine.scenarios import reader
from engine.systems import acw, baker, forumini, miniwars, zones
from engine.systems.acw.state.events import Moved as Marched
from engine.systems.acw.state.length import Length
from engine.systems.acw.state.position import State as Regiments
from engine.systems.baker.state.position import State as Areas
from engine.systems.forumini.state.position import State as Squads
from engine.systems.miniwars.state.events import Disrupted, Fired, Fought, Moved
from engine.systems.miniwars.state.position import State
from engine.systems.zones.state.events import ModelMove
from engine.systems.zones.state.events import Moved as Stepped
from engine.systems.zones.state.position import State as Models
from engine.table import Table

COLUMNS, ROWS = 30, 20
NOW = "2026-01-31T18:00:00Z"
TYPES = ("longbowmen", "spearmen", "knights", "captain", "peasants")


def scenario() -> str:
    """The scenario as YAML: two armies on open ground on both sides of a river, out of reach, one unit per row."""
    chance = Random(7)
    board = ["".join(_letter(chance, column) for column in range(1, COLUMNS + 1)) for _ in range(ROWS)]
    river = " ".join(f"15{row:02}/16{row:02}" for row in range(1, ROWS + 1))
    road = " ".join(f"{column:02}10" for column in range(1, COLUMNS + 1))
    lines = [
        "system: miniwars",
        "name: The Measured Mile",
        "about: For benchmarks.",
        "board:",
        "  hex:",
        "    legend: {'.': plain, f: forest, r: rough, m: marsh, l: lake, v: village, h: {terrain: plain, level: 1}}",
        "    rows:",
        *(f'      - "{row}"' for row in board),
        f'    roads: ["{road}"]',
        "    sides:",
        f'      river: ["{river}"]',
        '      bridge: ["1510/1610"]',
        '      hedgerow: ["0801/0901 0802/0902"]',
        '    labels: {"1510": Long Bridge, "0705": Windy Hill}',
        "sides:",
        '  west: {name: The West, colour: "#0072b2"}',
        '  east: {name: The East, colour: "#d55e00"}',
        "units:",
    ]
    for row in range(1, ROWS + 1):
        for side, column in (("west", 3), ("east", 28)):
            unit = f"id: {side[0].upper()}{row:02}, name: {side} {row}, type: {TYPES[row % 5]}, side: {side}"
            lines.append(f'  - {{{unit}, at: "{column:02}{row:02}"}}')
    return "\n".join([*lines, "setup: {stalemate: 0}", ""])


def _letter(chance: Random, column: int) -> str:
    return chance.choice("....ffrmlvh") if 6 < column < 25 else "."


def start() -> State:
    return miniwars.start(reader.read(scenario()))


def midgame(shift: int) -> tuple[State, Sequence[Event]]:
    """A position with everything on it, and ten events to show; ``shift``: another turn, and a unit in the
    north and one in the south stand elsewhere.
    """
    state, chance = start(), Random(3)
    units = {
        key: replace(
            unit,
            at=f"{chance.randint(8, 14) if unit.side == 'west' else chance.randint(17, 23):02}{unit.at[2:]}",
            disrupted=chance.random() < 0.3,
            fired=chance.random() < 0.2,
        )
        for key, unit in state.units.items()
    }
    for key, first in (("W04", 8), ("E17", 17)):
        units[key] = replace(units[key], at=f"{first + shift % 5:02}{units[key].at[2:]}")
    game = replace(state.game, a="west", b="east", broken=("east",))
    events: list[Event] = [
        Moved(f"W{row:02}", (f"03{row:02}", f"04{row:02}", units[f"W{row:02}"].at), 6) for row in (1, 7, 9)
    ]
    events += [Fired("W10", f"E{row}", 4, 5, (), 4, row % 2 == 0) for row in (11, 12, 13, 14)]
    events += [Disrupted("E12", "missile"), Disrupted("E14", "missile"), Fought("W15", "E15", 7, (), (4, 5), 9, True)]
    return replace(state, units=units, game=game, turn=4 + shift, phase="b-movement", active="east"), events


def brigades(shift: int) -> tuple[Regiments, Sequence[Event]]:
    """The full-size table of ACW, on another turn for each ``shift``: regiments at opposite ends have just
    marched so many inches.
    """
    state = acw.case_position(
        reader.load("kesslers-mill"),
        {"turn": 4 + shift, "phase": "first-movement", "active": "us", "game": {"activations": 7}},
    )
    units, events, inches = dict(state.units), list[Event](), 1 + shift % 5
    for key, way in (("U4", 1), ("C4", -1)):
        (x, y), length = units[key].at, Length((3, 6), "higher", 0, 0, 6, inches)
        events.append(
            Marched(key, "straight", units[key].facing, length, (x, y), (x, y + 100 * inches * way), units[key].facing)
        )
        units[key] = replace(units[key], at=(x, y + 100 * inches * way), moved=True, activated=True)
    return replace(state, units=units), events


def face_to_face(shift: int) -> Models:
    """The Long Line in its fourth round: all units are on the table, most within range of an enemy.

    ``shift``: hundredths of an inch by which the colonial line is shifted east, so that no line of sight is cached.
    """
    places = {
        "C1": (8, 22),
        "C2": (20, 19),
        "C3": (38, 19.5),
        "C4": (31, 20),
        "C5": (37, 10),
        "C6": (50, 20),
        "C7": (12, 16),
        "C8": (25, 24),
        "M1": (12, 31),
        "M2": (42, 32),
        "M3": (30, 31),
        "M4": (50, 31),
        "M5": (22, 29),
        "M6": (35, 26),
        "M7": (40, 29),
        "M8": (26, 30),
    }
    units = {key: {"at": f"{x + shift / 100 * (key[0] == 'C'):g},{y}"} for key, (x, y) in places.items()}
    moment = {"turn": 4, "phase": "action", "active": "colonial", "units": units}
    return zones.case_position(reader.load("the-long-line"), moment)


def skirmish(shift: int) -> tuple[Models, Sequence[Event]]:
    """The same on another turn for each ``shift``: units at opposite ends have just moved so many inches."""
    state, inches = face_to_face(0), 100 * (1 + shift % 5)
    units, events = dict(state.units), list[Event]()
    for key in ("C6", "C7"):
        went = {model.number: (model.at, (model.at[0], model.at[1] + inches)) for model in units[key].models}
        events.append(Stepped(key, tuple(ModelMove(number, way, inches) for number, way in went.items())))
        models = tuple(replace(model, at=went[model.number][1], moved=True) for model in units[key].models)
        units[key] = replace(units[key], models=models)
    return replace(state, units=units, turn=4 + shift), events


def garrisons(shift: int) -> tuple[Areas, Sequence[Event]]:
    """Two Shores on another turn for each ``shift``: the first and the last garrison have grown."""
    state = baker.start(reader.load("two-shores"))
    areas, held = dict(state.areas), [key for key, area in state.areas.items() if area.units]
    for key in (held[0], held[-1]):
        power, counts = next(iter(areas[key].units.items()))
        kind = next(iter(counts))
        units = {**areas[key].units, power: {**counts, kind: counts[kind] + 1 + shift % 5}}
        areas[key] = replace(areas[key], units=units)
    return replace(state, areas=areas, turn=2 + shift), ()


def watch(shift: int) -> tuple[Squads, Sequence[Event]]:
    """Two lines of squads on another turn for each ``shift``: one in the north and one in the south stand elsewhere."""
    state = watched()
    units = dict(state.units)
    for key, first in (("B02", 2), ("R19", 17)):
        units[key] = replace(units[key], at=f"{first + shift % 5:02}{key[1:]}")
    return replace(state, units=units, turn=2 + shift), ()


def watched() -> Squads:
    """Blue watches eastward in column 9, a unit a row; Red stands in column 14.  The army is large enough that all of
    Blue may watch.
    """
    board = {"legend": {".": "clear", "w": "woods"}, "rows": ["." * 15 + "w" + "." * (COLUMNS - 16)] * ROWS}
    units = [
        {"id": f"{key}{row:02}", "type": kind, "side": side, "at": f"{column:02}{row:02}"}
        for row in range(1, ROWS + 1)
        for key, kind, side, column in (("B", "bren", "blue", 9), ("R", "cossack-cavalry", "red", 14))
    ]
    written = {
        "system": "forumini",
        "name": "The Watched Mile",
        "board": {"hex": board},
        "units": units,
        "sides": {"blue": {"name": "Blue", "colour": "#0072b2"}, "red": {"name": "Red", "colour": "#d55e00"}},
        "setup": {"points": 50 * ROWS},
    }
    watching = {f"B{row:02}": {"overwatch": f"12{row:02}"} for row in range(1, ROWS + 1)}
    return forumini.case_position(
        reader.parse(written), {"phase": "b-movement", "active": "red", "game": {"first": "red"}, "units": watching}
    )


def game(path: Path, events: int) -> tuple[Table, str]:
    """A game of at least so many events: both armies move one hex forward and back, turn after turn."""
    file = path.with_suffix(".yaml")
    file.write_text(scenario(), "utf-8")
    table = Table(path, token_bytes)
    key = table.open(str(file), "The Measured Mile", NOW).id
    for side in ("west", "east"):
        table.seat(key, side, side, NOW)
    happened = 0
    while happened < events:
        phase: Any = table.game(key).phase
        (side,) = phase.sides
        if phase.name == "initiative":
            table.commit(key, side, NOW, text="choose a")
            continue
        back, forward = ("03", "04") if side == "west" else ("28", "27")
        goal = forward if phase.turn % 2 else back
        orders = [f"{side[0].upper()}{row:02} move {goal}{row:02}" for row in range(1, ROWS + 1)]
        table.commit(key, side, NOW, text="\n".join([*orders, "done"]))
        happened += ROWS + 4
    return table, key
