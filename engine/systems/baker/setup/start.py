"""The start of a game: from a scenario to the first position, for single battles and campaigns."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.contract import Scenario, replace
from maps.geometry.area_map import AreaMap

from ..rules.battle_resolution.notation import WrittenBattle, parse_battle
from ..rules.battle_resolution.written_battle import _nonzero, declared_battle, in_catalogue_order, read_ship
from ..state.apply_combat import _some, with_loss
from ..state.position import BID, PURCHASE, ROUND, SETUP, Area, BidTerms, Game, Power, Setup, State
from ..tables import TABLES


def start(scenario: Scenario) -> State:
    """The first position of a scenario, which must have no faults."""
    assert scenario.areas is not None
    return (
        _campaign(scenario, scenario.areas)
        if scenario.setup["mode"] == "campaign"
        else _battle(scenario, scenario.areas)
    )


# a single battle
def _battle(scenario: Scenario, board: AreaMap) -> State:
    """BK 1.1, 9.4: a single battle; if the scenario has none, the first side sets it up."""
    powers = {side: Power(side, facts.name, facts.colour, side) for side, facts in scenario.sides.items()}
    (first, second), setup = powers, non_null(scenario.setup)
    state = State(
        map=board,
        setup=Setup("battle", rounds=setup.get("rounds", "one"), low_luck=setup.get("low_luck", False)),
        powers=powers,
        areas={key: Area(second if area.kind == "land" else None) for key, area in board.known.items()},
        game=Game(),
        turn=1,
        phase=SETUP,
        name=scenario.name,
        active=first,
    )
    written = parse_battle(setup["battle"]) if "battle" in setup else None
    return (
        replace(with_loss(state, declared_battle(state, written)), phase=ROUND, active=None)
        if isinstance(written, WrittenBattle)
        else state
    )


# a campaign
def _campaign(scenario: Scenario, board: AreaMap) -> State:
    """BK 1.2, 10.1, 16.6, 18.1: a campaign; the first power begins with its purchase, unless there are bids first."""
    setup, rules = non_null(scenario.setup), _rules(scenario, board)
    powers = {side: _power(scenario, side) for side in scenario.sides}
    forces, cargo = non_null(setup.get("forces")), non_null(setup.get("cargo"))
    areas = {
        key: Area(
            rules.owners.get(key),
            _some({power: in_catalogue_order(non_null(units)) for power, units in non_null(forces.get(key)).items()}),
            {power: tuple(map(read_ship, ships)) for power, ships in non_null(cargo.get(key)).items() if ships},
            key in rules.complexes,
        )
        for key in board.known
    }
    worth = dict.fromkeys((power.alliance for power in powers.values()), 0)
    for key, owner in rules.owners.items():
        worth[powers[owner].alliance] += board.known[key].ipc
    for alliance, handicap in non_null(non_null(setup.get("victory")).get("handicap")).items():
        worth[alliance] -= handicap
    return State(
        map=board,
        setup=rules,
        powers=powers,
        areas=areas,
        game=Game(start_income=worth),
        turn=1,
        phase=BID if rules.bid else PURCHASE,
        name=scenario.name,
        active=None if rules.bid else next(iter(powers)),
    )


def _power(scenario: Scenario, side: str) -> Power:
    facts, power = scenario.sides[side], non_null(non_null(scenario.setup["powers"])[side])
    return Power(side, facts.name, facts.colour, power.get("alliance", side), power["capital"], power.get("ipc", 0))


def _rules(scenario: Scenario, board: AreaMap) -> Setup:
    """The options of a campaign, with the defaults of the rulebook; areas in the scenario's order."""
    setup = non_null(scenario.setup)
    owners = {area: power for power, areas in non_null(setup.get("owners")).items() for area in areas}
    wins = non_null(setup.get("victory"))
    return Setup(
        "campaign",
        owners=_nonzero(owners, board.known),
        neutral=_in(board, setup.get("neutral")),
        complexes=_in(board, setup.get("complexes")),
        gates={_border(board, border): tuple(areas) for border, areas in non_null(setup.get("gates")).items()},
        strategic_bombing=setup.get("strategic_bombing", True),
        placement=setup.get("placement", "classic"),
        capitals=wins.get("capitals", TABLES.limits.capitals),
        wins_income=non_null(wins.get("income")),
        margin=wins.get("margin", TABLES.limits.margin),
        turns=scenario.turns,
        low_luck=setup.get("low_luck", False),
        neutral_price=setup.get("neutral_price"),
        bid=BidTerms(**non_null(setup["bid"])) if "bid" in setup else None,
    )


def _border(board: AreaMap, written: str) -> str:
    """BK 11.6: the key of a border: two zones in the scenario's order."""
    return "/".join(_in(board, written.split("/")))


def _in(board: AreaMap, areas: Iterable[str] | None) -> tuple[str, ...]:
    named = tuple(areas or ())
    return tuple(key for key in board.known if key in named)


def non_null(written: Any) -> dict[str, Any]:
    """The entries of a mapping that are not null; empty if the value is no mapping."""
    return {key: value for key, value in written.items() if value is not None} if isinstance(written, Mapping) else {}
