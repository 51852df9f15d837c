"""The boards that come with Zone Control: two of every recommended size, the same for both sides, with even armies."""

from collections import Counter

from engine.contract import Scenario
from engine.scenarios import reader
from engine.stand_ins.balance import is_even, shipped_balance
from engine.systems import zones
from engine.systems.zones.setup.point_costs import unit_points
from engine.systems.zones.setup.start import known_types, team_memberships
from engine.systems.zones.tables import TABLES
from maps.geometry.tabletop import Tabletop
from tests.support import random_games
from tests.support.many_cases import for_each

BOARDS = random_games.shipped(zones)
MOST_APART = 0.06
"""By how much the cheaper army may be below the dearer one."""


def table(scenario: Scenario) -> Tabletop:
    assert scenario.table
    return scenario.table


def test_there_are_two_boards_of_every_recommended_size() -> None:
    sizes = [(table(scenario).width, table(scenario).height) for scenario in map(reader.load, BOARDS)]
    found = Counter(tuple(sorted(size)) for size in sizes)
    wanted = [tuple(sorted(size)) for board in TABLES.boards for size in board.sizes]
    assert len(wanted) == 6 and {size: found[size] for size in wanted if found[size] < 2} == {}


@for_each("stem", BOARDS)
def test_a_board_turned_by_half_is_the_same_board(stem: str) -> None:
    scenario = reader.load(stem)
    wide, deep = table(scenario).width, table(scenario).height
    pieces = [(piece["kind"], piece["shape"]) for piece in scenario.source["board"]["table"]["terrain"]]
    here = Counter((kind, frozenset((round(x, 2), round(y, 2)) for x, y in shape)) for kind, shape in pieces)
    turned = Counter(
        (kind, frozenset((round(wide - x, 2), round(deep - y, 2)) for x, y in shape)) for kind, shape in pieces
    )
    assert here == turned


@for_each("stem", BOARDS)
def test_objectives_turned_by_half_are_the_same_objectives(stem: str) -> None:
    scenario = reader.load(stem)
    columns, rows = int(table(scenario).width) // 12, int(table(scenario).height) // 12
    worth = {each["zone"]: each["value"] for each in scenario.setup["objectives"]}
    assert worth == {f"Z{columns + 1 - int(zone[1])}{rows + 1 - int(zone[2])}": value for zone, value in worth.items()}


@for_each("stem", BOARDS)
def test_the_teams_cost_about_the_same_or_are_even_in_play(stem: str) -> None:
    """Prices know nothing of tables: on a long and open one an army that shoots far is worth more than it costs."""
    scenario = reader.load(stem)
    types, member, cost = known_types(scenario), team_memberships(scenario), Counter[str]()
    for unit in scenario.units:
        cost[member.get(unit["side"], unit["side"])] += unit_points(types[unit["type"]], unit.get("models"))
    played = shipped_balance(stem, scenario)
    about_the_same = min(cost.values()) >= (1 - MOST_APART) * max(cost.values())
    assert len(cost) == 2 and (about_the_same or (played and is_even(played))), dict(cost)


def test_one_board_is_for_two_teams_of_two() -> None:
    scenario = reader.load("four-banners")
    assert sorted(map(len, scenario.setup["teams"].values())) == [2, 2] and len(scenario.sides) == 4
