"""A made-up map of 120 areas, as large as a map of the world: five powers, small islands, long names, ways round the
edges and canals, four theatres.
"""

from random import Random
from typing import Any

from engine.scenarios import reader
from engine.systems.baker.setup import start
from engine.systems.baker.state.position import State

COLUMNS, ROWS, ISLANDS = 12, 9, 12
POWERS = ("russia", "germany", "britain", "japan", "america")
SYLLABLES = ("bar", "kel", "mon", "tra", "ves", "ol", "und", "ria", "gor", "sil", "hav", "est")
UNITS = ("infantry", "artillery", "tank", "fighter", "bomber")
SHIPS = ("transport", "submarine", "carrier", "battleship")


def large_map(seed: int, unit: float = 1.0) -> State:
    """The first position; ``unit``: what a unit of its file is in hundredths of the map's width."""
    return start.start(reader.parse(large_map_file(seed, unit)))


def large_map_file(seed: int, unit: float = 1.0) -> dict[str, Any]:
    """What the scenario's file holds."""
    chance = Random(seed)
    cells = [(column, row) for row in range(ROWS) for column in range(COLUMNS)]
    sea = {cell: chance.random() < 0.45 for cell in cells}
    names = {cell: f"sz{nth}" if sea[cell] else _name(chance, nth) for nth, cell in enumerate(cells)}
    areas: dict[str, dict[str, Any]] = {
        names[cell]: {
            "kind": "sea" if sea[cell] else "land",
            **({"name": f"Ocean {_name(chance, nth)}"} if sea[cell] else {"ipc": chance.randint(1, 9)}),
            "next": [names[other] for other in _beside(cell, chance)],
            "shape": [[x * unit, y * unit] for x, y in _outline(cell, seed)],
        }
        for nth, cell in enumerate(cells)
    }
    waters = [cell for cell in cells if sea[cell]]
    for nth, cell in enumerate(chance.sample(waters, ISLANDS), len(cells)):
        around = [[x * unit, y * unit] for x, y in _shrunk(_outline(cell, seed))]
        areas[_name(chance, nth)] = {"kind": "land", "ipc": 1, "next": [names[cell]], "shape": around}
    lands = [area for area, written in areas.items() if written["kind"] == "land"]
    owned = {power: lands[nth : len(lands) - 4 : 5] for nth, power in enumerate(POWERS)}
    forces: dict[str, Any] = {area: {power: _some(chance, UNITS)} for power in POWERS for area in owned[power]}
    forces = {area: forces[area] for nth, area in enumerate(lands[:-4]) if nth % 4 or nth < 5}
    forces |= {names[cell]: {chance.choice(POWERS): _some(chance, SHIPS)} for cell in waters[::2]}
    setup = {
        "mode": "campaign",
        "powers": {power: {"capital": owned[power][0], "ipc": 20} for power in POWERS},
        "owners": owned,
        "neutral": lands[-4:],
        "complexes": [owned[power][0] for power in POWERS],
        "forces": forces,
    }
    sides = {power: {"name": power.capitalize()} for power in POWERS}
    board = {"areas": areas, "theatres": _theatres(areas, unit)}
    return {"system": "baker", "name": "Made up", "sides": sides, "units": [], "board": board, "setup": setup}


def _theatres(areas: dict[str, dict[str, Any]], unit: float) -> dict[str, list[str]]:
    """The quarters of the map, each with all that has its first corner there."""
    found: dict[str, list[str]] = {"North West": [], "North East": [], "South West": [], "South East": []}
    for area, written in areas.items():
        x, y = written["shape"][0]
        found[f"{'North' if y > 27 * unit else 'South'} {'East' if x > 46 * unit else 'West'}"].append(area)
    return found


def _name(chance: Random, nth: int) -> str:
    words = [
        "".join(chance.choices(SYLLABLES, k=chance.randint(1, 2))).capitalize() for _ in range(chance.randint(1, 2))
    ]
    return " ".join(words) + f" {'abcdefghijk'[nth // 12]}{'abcdefghijkl'[nth % 12]}"


def _some(chance: Random, kinds: tuple[str, ...]) -> dict[str, int]:
    return {kind: chance.randint(1, 12) for kind in chance.sample(kinds, chance.randint(1, 2))}


def _beside(cell: tuple[int, int], chance: Random) -> list[tuple[int, int]]:
    """To the right, around the edge too, and below; of some also what is two columns away."""
    column, row = cell
    found = [((column + 1) % COLUMNS, row)]
    if row + 1 < ROWS:
        found.append((column, row + 1))
    if chance.random() < 0.05 and column + 2 < COLUMNS:
        found.append((column + 2, row))
    return found


def _outline(cell: tuple[int, int], seed: int) -> list[tuple[float, float]]:
    """A cell of a grid whose inner corners are moved."""
    column, row = cell
    around = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
    return [tuple(round(at, 3) for at in _corner(x, y, seed)) for x, y in around]  # type: ignore[misc]


def _shrunk(shape: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """An island in the middle of a zone."""
    x, y = (sum(corner[axis] for corner in shape) / len(shape) for axis in (0, 1))
    return [(round(x + (px - x) * 0.3, 3), round(y + (py - y) * 0.3, 3)) for px, py in shape]


def _corner(column: int, row: int, seed: int) -> tuple[float, float]:
    chance = Random(f"{seed}/{column}/{row}")
    move = [chance.uniform(-2, 2) if 0 < at < most else 0.0 for at, most in ((column, COLUMNS), (row, ROWS))]
    return column * 100 / COLUMNS + move[0], row * 54 / ROWS + move[1]
