"""What a scenario may not say: everything Forumini Armies refuses one for."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from engine.contract import Fault, Scenario, Unreadable, convert, counted, replace
from engine.toolkit.scenario_values import did_you_mean, shortened, unknown_keys
from engine.toolkit.unit_names import id_faults, reserved_words, taken_fault
from maps.geometry.hexes import Board

from ..orders import ORDERS
from ..rules.abilities import ability_effects
from ..rules.board.stacking import others_stacked
from ..rules.movement.terrain_costs import may_enter
from ..state.position import DESTROYED, Facing, State, Unit, card
from ..tables.card_validation import card_faults
from ..tables.rows import Charts, UnitCard
from ..tables.rulebook import TABLES
from ..vocabulary import CONDITIONS, POLICIES
from .setup_validation import chart_faults, setup_faults
from .start import known_cards, own_charts, start

_UNIT = tuple(field for field in Unit.__struct_fields__ if field != "name")
"""FA 23: a scenario may begin in the middle of things."""
_NEVER: Mapping[str, tuple[str, ...]] = {
    "soldier": ("facing", "damaged", "hull_down", "target", "bombs", "heavy_used", "appeared"),
    "vehicle": ("demoralized", "hit_the_dirt", "in_pillbox", "aboard", "target", "bombs", "appeared"),
    "aircraft": (
        "facing",
        "pinned",
        "demoralized",
        "overwatch",
        "hit_the_dirt",
        "hull_down",
        "aboard",
        "in_pillbox",
        "heavy_used",
    ),
    "obstacle": tuple(field for field in _UNIT if field not in ("id", "type", "side", "at", "gone")),
}
"""FA 26.5: what a unit of the class cannot have."""
WORDS = reserved_words(
    ORDERS,
    POLICIES,
    *("face", "aboard", "target", "spotter", "side", "edge", "off"),
    *get_args(Facing),
    *CONDITIONS,
)
"""What an order may begin with or hold, and a unit's id may not be."""


def faults(scenario: Scenario) -> Iterator[Fault]:
    """Everything in the scenario that these rules cannot use."""
    if scenario.hex is None:
        yield Fault(
            ("board",), "Forumini Armies is played on a hex board", "write board: {hex: {legend: ..., rows: ...}}"
        )
        return
    wrong = False
    for fault in _plain(scenario, scenario.hex):
        wrong = True
        yield fault
    if not wrong:
        yield from _standing(start(scenario))


def _plain(scenario: Scenario, board: Board) -> Iterator[Fault]:
    """All that can be said without setting the game up."""
    if len(scenario.sides) != 2:
        yield Fault(("sides",), f"Forumini Armies is a game of two sides; here are {len(scenario.sides)}")
    broken = list(chart_faults(scenario))
    charts: Charts = TABLES if broken else own_charts(scenario.setup)
    yield from broken
    if not broken:
        yield from _board(scenario, charts)
    tables = replace(TABLES, obstacles=charts.obstacles)
    wrong = [
        fault for key, written in scenario.types.items() for fault in card_faults(("types", str(key)), written, tables)
    ]
    yield from wrong
    cards = known_cards(None if wrong else scenario)
    yield from setup_faults(scenario, board, None if wrong else cards)
    yield from _units(scenario, board, {**dict.fromkeys(scenario.types), **cards})
    yield from _labels(scenario)


def _board(scenario: Scenario, charts: Charts) -> Iterator[Fault]:
    """Terrain and hexsides by the scenario's own words; their shape is judged where scenarios are read."""
    written = scenario.source["board"]["hex"]
    for letter, cell in _mapping(written.get("legend")).items():
        terrain = cell.get("terrain") if isinstance(cell, Mapping) else cell
        path = ("board", "hex", "legend", letter)
        if terrain not in charts.terrain:
            yield Fault(
                path, f"{terrain} is not a terrain of the chart", did_you_mean(str(terrain), tuple(charts.terrain))
            )
        elif isinstance(cell, Mapping) and cell.get("level"):
            yield Fault(
                path, "there are no levels in Forumini Armies; hill is a terrain of its own", f"write {terrain}"
            )
    for kind in _mapping(written.get("sides")):
        if kind not in charts.hexsides:
            yield Fault(
                ("board", "hex", "sides", kind),
                f"{kind} is not a hexside of the chart",
                did_you_mean(str(kind), tuple(charts.hexsides)),
            )


def _mapping(written: Any) -> Mapping[str, Any]:
    return written if isinstance(written, Mapping) else {}


def _units(scenario: Scenario, board: Board, cards: Mapping[str, UnitCard | None]) -> Iterator[Fault]:
    """Faults of the units: ids, types and places."""
    taken = dict[str, int]()
    for nth, unit in enumerate(scenario.units):
        path, key, at, kind = ("units", nth), unit["id"], unit.get("at"), cards.get(unit["type"])
        yield from unknown_keys(unit, _UNIT, path)
        yield from id_faults(key, path, _LOWER)
        if (owner := taken.setdefault(key.lower(), nth)) != nth:
            yield taken_fault((*path, "id"), key, owner)
        if unit["type"] not in cards:
            yield Fault((*path, "type"), f"there is no type {unit['type']}", did_you_mean(unit["type"], tuple(cards)))
        if at is not None and str(at) not in board.cells:
            place = f"{shortened(at)}, where {key} is put,"
            yield Fault((*path, "at"), f"{place} is not on the map, from {min(board.cells)} to {max(board.cells)}")
        if kind is not None:
            yield from _fields(scenario, board, unit, kind, path)
    if scenario.units and _mapping(scenario.setup.get("army")).get("mode") != "buy":
        for side in scenario.sides:
            if not any(unit["side"] == side for unit in scenario.units):
                yield Fault(("units",), f"{side} has no unit")


def _fields(
    scenario: Scenario, board: Board, unit: Mapping[str, Any], kind: UnitCard, path: tuple[str | int, ...]
) -> Iterator[Fault]:
    """FA 23: the marks that a unit begins with."""
    ids = [other["id"] for other in scenario.units]
    for field in unit:
        value = unit[field]
        if field in _NEVER[kind.kind] and value:
            yield Fault((*path, field), f"{unit['id']} is of class {kind.kind}, which has no {field}", "leave it out")
        elif field in _UNIT and not _converts({**_BARE, field: value}):
            kinds = (
                f"a facing is {', '.join(get_args(Facing))}"
                if field == "facing"
                else "marks are true or false, places and ids texts"
            )
            yield Fault((*path, field), f"{shortened(value)} cannot be {field} of {unit['id']}", kinds)
        elif field == "hits" and not 0 <= value <= DESTROYED:
            yield Fault((*path, field), f"hits are 0 to {DESTROYED}, not {shortened(value)}")
        elif field == "overwatch" and value is not None and value not in board.cells:
            yield Fault((*path, field), f"{shortened(value)}, which {unit['id']} watches, is not on the map")
        elif field in ("aboard", "target") and value is not None and (value not in ids or value == unit["id"]):
            yield Fault(
                (*path, field), f"{value} is not another unit of this scenario", did_you_mean(value, tuple(ids))
            )


def _converts(unit: Mapping[str, Any]) -> bool:
    try:
        convert(dict(unit), Unit)
    except Unreadable:
        return False
    return True


def _labels(scenario: Scenario) -> Iterator[Fault]:
    """Labels are places in orders, so none may read as something else."""
    called = {str(unit["id"]).lower() for unit in scenario.units}
    for at, text in _mapping(scenario.source["board"]["hex"].get("labels")).items():
        path, word = ("board", "hex", "labels", at), str(text).lower()
        if word.isdigit():
            yield Fault(path, f"{text} reads as the number of a hex", "give the place a name")
        elif word in called or word in _LOWER:
            what = "the id of a unit" if word in called else "a word of orders"
            yield Fault(path, f"{text} is {what} and cannot be a place", f"write for example {text} Hill")


def _standing(state: State) -> Iterator[Fault]:
    """FA 4.6, 4.7, 7.1: whether the units can be where the scenario puts them."""
    for nth, key in enumerate(state.roster):
        unit, path = state.units[key], ("units", nth, "at")
        says = (
            _aboard(state, unit, state.units[unit.aboard])
            if unit.aboard
            else _amiss(state, unit, unit.at)
            if unit.at
            else ""
        )
        if says:
            yield Fault(path, says)


def _aboard(state: State, unit: Unit, other: Unit) -> str:
    """FA 7.5: whether a transport of its side carries so many; which soldiers it may take is checked when they load."""
    room = sum(effect.soldiers for _, _, effect in ability_effects(state, other, "carry"))
    riders = [key for key in state.roster if state.units[key].aboard == other.id]
    if other.side != unit.side or not other.here or not room:
        return f"{other.id}, which {unit.id} is aboard, is no transport of its side on the map"
    return f"{other.id} carries {room}, not {len(riders)}: {', '.join(riders)}" if len(riders) > room else ""


def _amiss(state: State, unit: Unit, at: str) -> str:
    known, terrain = card(state, unit), state.setup.charts.terrain[state.board.cells[at].terrain]
    if known.kind == "obstacle":
        others = [
            it.id
            for it in state.units.values()
            if it.id != unit.id and it.at == at and card(state, it).kind == "obstacle"
        ]
        closed = terrain.soldier is None and terrain.vehicle is None
        return (
            f"{at} has {others[0]} already; a hex holds one obstacle"
            if others
            else (f"{unit.id} cannot be in {at}: no unit may enter {terrain.name.lower()}" if closed else "")
        )
    if known.kind == "aircraft":
        others = [
            it.id
            for it in state.units.values()
            if it.id != unit.id and it.at == at and card(state, it).kind == "aircraft"
        ]
        return f"{at} has {others[0]} already; aircraft do not share a hex" if others else ""
    if not may_enter(state, unit, at):
        return f"{unit.id} is a {known.sub[0]} and may not be in {at} ({terrain.name.lower()}, or an obstacle)"
    most, vehicles = state.setup.stack
    there = [unit, *others_stacked(state, unit, at)]
    driven = [other.id for other in there if card(state, other).kind == "vehicle"]
    if len(there) > most:
        return f"{at} holds {counted(len(there), 'unit')} of one side; the limit is {most}"
    return f"{at} holds {' and '.join(driven)}; the limit is {vehicles} vehicle" if len(driven) > vehicles else ""


_BARE = {"id": "", "name": "", "type": "", "side": ""}
_LOWER = frozenset(word.lower() for word in WORDS)
