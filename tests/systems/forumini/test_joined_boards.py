"""The boards that come with Forumini Armies: they fit in any order, either way round; and the scenarios on them."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine.contract import Scenario, Turn
from engine.contract.odds import seeded_numbers
from engine.scenarios import reader
from engine.scenarios.joined_boards import Placed, shipped_boards
from engine.seeded_dice import SeededDice
from engine.stand_ins.match import play_part
from engine.stand_ins.players import Chooser
from engine.systems import forumini
from engine.systems.forumini.state.phases import BUILD
from engine.systems.forumini.state.position import State
from engine.systems.forumini.tables.rulebook import TABLES
from maps.geometry import hexes
from tests.support.many_cases import for_each

from .support.borders import beside, misfits

BOARDS = shipped_boards("forumini")
PAIRS = [(one, other) for one in BOARDS for other in BOARDS]


def given_lists(scenario: Scenario) -> Mapping[str, Mapping[str, int]]:
    lists: Mapping[str, Mapping[str, int]] = scenario.setup["army"]["default"]
    return lists


def scenario_on(*boards: Mapping[str, Any], **setup: Any) -> dict[str, Any]:
    return {
        "system": "forumini",
        "name": "Trial",
        "board": {"boards": list(boards)},
        "sides": {"blue": {}, "red": {}},
        "units": [{"id": "B1", "type": "smle", "side": "blue"}, {"id": "R1", "type": "smle", "side": "red"}],
        "setup": setup,
    }


def test_there_are_four_boards_and_two_scenarios_on_joined_ones() -> None:
    assert len(BOARDS) >= 4
    sizes = {stem: reader.load(stem).hex for stem, file in reader.shipped().items() if file.parent.name == "forumini"}
    across, down = Placed("", next(iter(BOARDS.values())), 1, 1).size
    on_one = [stem for stem, board in sizes.items() if board and (board.columns, board.rows) == (across, down)]
    assert len(sizes) >= 8 and {"two-brooks", "four-parishes"} <= sizes.keys() - on_one and len(on_one) >= 2


@for_each("name", BOARDS)
def test_all_boards_have_one_size_and_an_even_number_of_columns(name: str) -> None:
    """Turned by 180 degrees, a board with an odd number of columns would cover other hexes."""
    size = Placed(name, BOARDS[name], 1, 1).size
    assert size == (12, 8)


@for_each("one,other", PAIRS)
def test_roads_water_and_terrain_meet_at_every_border_whichever_way_the_boards_lie(one: str, other: str) -> None:
    assert [found for first, second in beside(one, other, BOARDS) for found in misfits(first, second)] == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("1104 1204 1305", "1104 1203 1304", "roads cross at"),
        ("1104 1204 1305", "1104 1204", "roads cross at"),
        (" 1204/1305", "", "stream cross at"),
        ("1204/1205", "", "water ends at"),
        ("w.fw...f.f.w", "w.fw...f.ww.", "ends at the border"),
    ],
)
def test_a_board_that_does_not_fit_is_found(old: str, new: str, says: str) -> None:
    changed = {key: _replaced(value, old, new) for key, value in BOARDS["mill-brook"].items()}
    assert changed != BOARDS["mill-brook"]
    found = list(misfits(Placed("bad", changed, 1, 1), Placed("fox-wood", BOARDS["fox-wood"], 13, 1)))
    assert any(says in each for each in found), found


def _replaced(value: Any, old: str, new: str) -> Any:
    if isinstance(value, str):
        return value.replace(old, new)
    if isinstance(value, list):
        return [_replaced(each, old, new) for each in value]
    return {key: _replaced(each, old, new) for key, each in value.items()} if isinstance(value, dict) else value


@for_each("name", BOARDS)
def test_a_board_alone_is_ground_for_a_battle(name: str) -> None:
    """A village with a name to fight for, and room to set up along every edge."""
    board = reader.parse(scenario_on({"board": name, "at": "0101"})).hex
    assert board and "town" in {board.cells[at].terrain for at in board.labels}
    for edge in ("north", "south", "west", "east"):
        zone = [at for at in board.cells if _depth(at, edge) <= 2]
        assert len([at for at in zone if board.cells[at].terrain in ("clear", "field", "woods", "town")]) >= 12


def _depth(at: str, edge: str) -> int:
    column, row = hexes.column_and_row(at)
    return {"north": row, "south": 9 - row, "west": column, "east": 13 - column}[edge]


def bought(scenario: Scenario) -> dict[str, list[str]]:
    """The types of the units that computer players have once armies are built."""
    turn: Turn[State] = Turn(forumini.start(scenario), SeededDice("armies"), forumini.apply)
    forumini.proceed(turn)
    players = {side: Chooser(seeded_numbers(side)) for side in scenario.sides}
    while (phase := forumini.phase(turn.state)) and turn.state.phase == BUILD:
        play_part(forumini, turn, phase, phase.sides[0], players[phase.sides[0]])
    return {side: [unit.type for unit in turn.state.units.values() if unit.side == side] for side in scenario.sides}


def test_computer_players_take_the_list_that_a_scenario_gives() -> None:
    scenario = reader.load("open-meeting")
    given = {side: [key for key, n in army.items() for _ in range(n)] for side, army in given_lists(scenario).items()}
    assert bought(scenario) == given


def test_without_a_list_they_buy_an_army_of_all_arms() -> None:
    source = reader.load("open-meeting").source
    army = {key: value for key, value in source["setup"]["army"].items() if key != "default"}
    armies = bought(reader.parse({**source, "setup": {**source["setup"], "army": army}}))
    for types in armies.values():
        cards = [TABLES.units[key] for key in types]
        assert len(cards) >= 6 and 80 <= sum(card.cost for card in cards) <= 100
        assert {"soldier", "vehicle"} == {card.kind for card in cards} and len({card.sub[0] for card in cards}) >= 5
