"""Validation of scenarios: everything for which this game refuses one (section Scenarios of RULES.md)."""

from collections.abc import Iterator

from engine.contract import Fault, Scenario, counted
from engine.toolkit.scenario_values import Path, shortened, word_faults
from maps.geometry.area_map import AreaMap

from ..state.position import FIELD, SEA, State, are_friends, is_land
from ..tables import BOMBER, CARRIER, FIGHTER, TABLES
from ..vocabulary import SCOPES
from ..wording import WORDS
from .setup_validation import SETUP, battle_faults, campaign_faults
from .start import start

_TABLE = "write board: {areas: {Field: {kind: land, next: [Sea]}, Sea: {kind: sea}}}"


def faults(scenario: Scenario) -> Iterator[Fault]:
    """All faults of a scenario."""
    board, mode = scenario.areas, scenario.setup.get("mode")
    if board is None:
        yield Fault(("board",), "this game is played on an area map", _TABLE)
        return
    wrong = False
    for fault in _plain(scenario, board):
        wrong = True
        yield fault
    if not wrong and mode == "campaign":
        yield from _position_faults(start(scenario))


def _plain(scenario: Scenario, board: AreaMap) -> Iterator[Fault]:
    """The faults that can be found without setting up the game."""
    if scenario.units:
        yield Fault(
            ("units",),
            "units are counts in this game: leave this list empty and write forces under setup",
            "write units: [], and setup.forces or setup.battle",
        )
    if scenario.types:
        yield Fault(
            ("types",),
            "this game has its own types of units and takes no others",
            f"leave types out; there are {', '.join(TABLES.units)}",
        )
    match scenario.setup.get("mode"):
        case "battle":
            yield from _table(scenario, board)
            yield from battle_faults(scenario)
        case "campaign":
            yield from _names(board)
            if len(scenario.sides) < 2:
                yield Fault(("sides",), "a campaign has two powers or more; there is only one side")
            yield from campaign_faults(scenario, board)
        case None:
            yield Fault(SETUP, "setup must have a mode (BK 1.1)", "write mode: battle, or mode: campaign")
        case other:
            yield from word_faults(shortened(other), (*SETUP, "mode"), ("battle", "campaign"))


def _table(scenario: Scenario, board: AreaMap) -> Iterator[Fault]:
    """BK 1.1, 1.2: a single battle has two sides and the areas Field and Sea, which touch."""
    path: Path = ("board", "areas")
    if len(scenario.sides) != 2:
        yield Fault(("sides",), f"a battle has two sides, an attacker and a defender; these are {len(scenario.sides)}")
    if scenario.turns is not None:
        yield Fault(("turns",), "a single battle is fought to its end", "leave turns out")
    for key, kind in ((FIELD, "land"), (SEA, "sea")):
        if key not in board.known:
            yield Fault(path, f"a battle needs the area {key} (BK 1.1)", _TABLE)
        elif board.known[key].kind != kind:
            yield Fault((*path, key, "kind"), f"{key} is {kind} in a battle (BK 1.1)", f"write kind: {kind}")
    for key in board.known:
        if key not in (FIELD, SEA):
            yield Fault((*path, key), f"a battle has only the areas {FIELD} and {SEA} (BK 1.1)", f"leave {key} out")
    if FIELD in board.known and SEA in board.known and SEA not in board.known[FIELD].next:
        yield Fault((*path, FIELD), f"{FIELD} and {SEA} must touch in a battle (BK 1.1)", f"write next: [{SEA}]")


def _names(board: AreaMap) -> Iterator[Fault]:
    """Names of areas that mean something else in orders: a type of unit or a scope."""
    units = [name for words in WORDS.values() for name in words if len(name) > 1]
    taken = {**dict.fromkeys(units, "a unit"), **dict.fromkeys(SCOPES, "a kind of battle")}
    for key, area in board.known.items():
        for name, path in ((key, ()), (area.name, ("name",))):
            if name.lower() in taken and (path == () or name != key):
                yield Fault(
                    ("board", "areas", key, *path),
                    f"{name} is {taken[name.lower()]} in orders",
                    "give the area another name",
                )


# the position
def _position_faults(state: State) -> Iterator[Fault]:
    """Units that are in impossible places before the first turn."""
    for area in state.areas:
        yield from _friendly(state, area) if is_land(state, area) else _afloat(state, area)


def _friendly(state: State, area: str) -> Iterator[Fault]:
    """BK 11.2, 11.3: neutral land has no units, owned land only those of the owner's alliance."""
    ground = state.areas[area]
    for power in ground.units:
        path = (*SETUP, "forces", area, power)
        if ground.owner is None:
            yield Fault(
                path,
                f"{area} is neutral: no unit can be there (BK 11.2)",
                "put them elsewhere, or take it out of neutral",
            )
        elif not are_friends(state, power, ground.owner):
            says = f"{power} has units in {area}, which belongs to its enemy {ground.owner} (BK 11.3)"
            yield Fault(path, says, f"put them elsewhere, or make {area} {power}'s")


def _afloat(state: State, zone: str) -> Iterator[Fault]:
    """BK 11.8: a zone has units of one alliance, no bombers, and no more fighters than its carriers take."""
    units, room = state.areas[zone].units, TABLES.limits.carrier_fighters
    first = next(iter(units), None)
    for power, counts in units.items():
        path = (*SETUP, "forces", zone, power)
        if first and not are_friends(state, power, first):
            yield Fault(
                path, f"{power} and {first} are enemies and both in {zone}", "put one of them into another zone"
            )
        if counts.get(BOMBER):
            yield Fault((*path, BOMBER), "bombers cannot stay at sea (BK 11.8)", "put them on land")
        carriers, fighters = counts.get(CARRIER, 0), counts.get(FIGHTER, 0)
        if fighters > room * carriers:
            at_sea = f"{counted(fighters, 'fighter')} at sea in {zone}"
            says = f"{at_sea}; {power}'s carriers there take {room * carriers} (BK 11.8)"
            yield Fault((*path, FIGHTER), says, f"write {room * carriers} or fewer, or {-(-fighters // room)} carriers")
