"""From a scenario to a position: a battle as it is written, or the powers of a campaign with all they have."""
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from maps.areas import Areas

from ...contract import Scenario, replace
from . import events
from .state import FIELD, PURCHASE, ROUND, SEA, SETUP, Battle, Counts, Game, Ground, Power, Setup, Ship, State
from .stowage import stow
from .tables import AIR, CATALOGUE, LAND, LOADED, NAVAL, TABLES
from .writing import Written, parse

T = TypeVar("T")
FULL: Counts = {"infantry": TABLES.limits.transport_infantry}
"""What a ``loaded`` transport of a written battle has aboard (BK 9.2)."""


def start(scenario: Scenario) -> State:
    """Before anything has happened.  Only for scenarios without faults."""
    assert scenario.areas is not None
    return _campaign(scenario, scenario.areas) if scenario.setup["mode"] == "campaign" else _battle(scenario, scenario.areas)


# a single battle
def _battle(scenario: Scenario, board: Areas) -> State:
    """BK 1.1, 9.4: a battle that is written is there to be fought; on a blank table the first side writes one."""
    powers = {side: Power(side, facts.name, facts.colour, side) for side, facts in scenario.sides.items()}
    (first, second), setup = powers, said(scenario.setup)
    state = State(
        map=board, setup=Setup("battle", rounds=setup.get("rounds", "one")), powers=powers,
        areas={key: Ground(second if area.kind == "land" else None) for key, area in board.known.items()},
        game=Game(), turn=1, phase=SETUP, name=scenario.name, active=first)
    written = parse(setup["battle"]) if "battle" in setup else None
    return replace(laid(state, declared(state, written)), phase=ROUND, active=None) if isinstance(written, Written) else state


def declared(state: State, written: Written) -> events.Written:
    """BK 7.11, 9.1: the battle that is written, with what stands where; the first side attacks."""
    red, blue = state.powers
    attackers, defenders = _sailing(written.attackers), _sailing(written.defenders)
    if written.kind == "land":
        return events.Written(FIELD, "land", red, {FIELD: {red: attackers, blue: defenders}})
    if written.kind == "naval":
        loaded = {red: written.attackers.get(LOADED, 0), blue: written.defenders.get(LOADED, 0)}
        cargo = {side: (Ship(FULL),) * number for side, number in loaded.items() if number}
        return events.Written(SEA, "naval", red, {SEA: {red: attackers, blue: defenders}}, cargo)
    ashore = counted({**_of(attackers, AIR), **written.overland})
    aboard = tuple(Ship(cargo, to=FIELD) for cargo in stow(_of(attackers, LAND)))
    forces: dict[str, dict[str, Counts]] = {FIELD: {red: ashore, blue: defenders}, SEA: {red: _of(attackers, NAVAL)}}
    return events.Written(FIELD, "amphibious", red, forces, {red: aboard} if aboard else {})


def laid(state: State, event: events.Written) -> State:
    """BK 9.1: the battle of battle mode on its empty table; a later one takes the place of the earlier."""
    attacker = event.attacker
    areas = {key: Ground(ground.owner, _some(event.forces.get(key, {})), event.cargo if key == SEA else {})
             for key, ground in state.areas.items()}
    battle = Battle(event.area, event.kind, attacker)
    return replace(state, areas=areas, game=replace(state.game, battles=(battle,)))


def _sailing(counts: Counts) -> Counts:
    """Loaded transports are transports."""
    return counted({**_of(counts, CATALOGUE), "transport": counts.get("transport", 0) + counts.get(LOADED, 0)})


def _of(written: Mapping[str, T], keys: Iterable[str]) -> dict[str, T]:
    return {key: written[key] for key in keys if written.get(key)}


def counted(counts: Mapping[str, Any]) -> Counts:
    """In catalogue order, and without the types of which there are none."""
    return _of(counts, CATALOGUE)


def _some(units: Mapping[str, Counts]) -> dict[str, Counts]:
    return {power: counts for power, counts in units.items() if counts}


# a campaign
def _campaign(scenario: Scenario, board: Areas) -> State:
    """BK 1.2, 10.1: the first power begins with its purchase."""
    setup, rules = said(scenario.setup), _rules(scenario, board)
    powers = {side: _power(scenario, side) for side in scenario.sides}
    forces, cargo = said(setup.get("forces")), said(setup.get("cargo"))
    areas = {key: Ground(
        rules.owners.get(key), _some({power: counted(said(units)) for power, units in said(forces.get(key)).items()}),
        {power: tuple(map(ship, ships)) for power, ships in said(cargo.get(key)).items() if ships}, key in rules.complexes)
        for key in board.known}
    worth = dict.fromkeys((power.alliance for power in powers.values()), 0)
    for key, owner in rules.owners.items():
        worth[powers[owner].alliance] += board.known[key].ipc
    return State(
        map=board, setup=rules, powers=powers, areas=areas, game=Game(start_income=worth), turn=1, phase=PURCHASE, name=scenario.name,
        active=next(iter(powers)))


def _power(scenario: Scenario, side: str) -> Power:
    facts, power = scenario.sides[side], said(said(scenario.setup["powers"])[side])
    return Power(side, facts.name, facts.colour, power.get("alliance", side), power["capital"], power.get("ipc", 0))


def _rules(scenario: Scenario, board: Areas) -> Setup:
    """The switches, with what is not written as the rulebook has it; areas in the scenario's order."""
    setup = said(scenario.setup)
    owners = {area: power for power, areas in said(setup.get("owners")).items() for area in areas}
    wins = said(setup.get("victory"))
    return Setup(
        "campaign", owners=_of(owners, board.known), neutral=_in(board, setup.get("neutral")), complexes=_in(board, setup.get("complexes")),
        gates={_border(board, border): tuple(areas) for border, areas in said(setup.get("gates")).items()},
        strategic_bombing=setup.get("strategic_bombing", True), placement=setup.get("placement", "classic"),
        capitals=wins.get("capitals", TABLES.limits.capitals), wins_income=said(wins.get("income")),
        margin=wins.get("margin", TABLES.limits.margin), turns=scenario.turns)


def _border(board: Areas, written: str) -> str:
    """BK 11.6: two zones, the earlier one of the scenario first."""
    return "/".join(_in(board, written.split("/")))


def _in(board: Areas, areas: Iterable[str] | None) -> tuple[str, ...]:
    named = tuple(areas or ())
    return tuple(key for key in board.known if key in named)


def ship(written: Mapping[str, Any]) -> Ship:
    """A loaded transport as scenarios and cases write it: ``{infantry: 2, moved: true, to: Kiev}``."""
    return Ship(counted(written), bool(written.get("moved")), written.get("to"))


def said(written: Any) -> dict[str, Any]:
    """What is written, and not null."""
    return {key: value for key, value in written.items() if value is not None} if isinstance(written, Mapping) else {}
