"""The campaigns that are shipped: their maps are what their pictures show, and games on them end."""

from itertools import pairwise

import pytest

from engine.contract import Scenario, replace
from engine.contract.odds import seeded_numbers
from engine.scenarios import reader
from engine.seeded_dice import SeededDice
from engine.stand_ins.match import play_game
from engine.stand_ins.players import Chooser, RandomPlayer
from engine.systems import baker
from engine.systems.baker.setup.start import start
from engine.systems.baker.state.position import State, alliances
from maps.geometry.area_map import Area
from maps.geometry.plane import Point
from tests.support.sampling import share

ROUNDS = {"eastern-front": 2, "normandy": 2, "global-war": 1}
"""Campaign -> after how many rounds the game of this test ends at the latest."""
WORLD_SEAS = {"sz40", "sz41", "sz44", "sz45", "sz46", "sz47", "sz48", "sz49", "sz50", "sz51", "sz53", "sz54"}
"""The zones of the Pacific: it lies at both edges of the map of the world."""
APART = {("Mexico", "Panama", "sz6", "sz51"), ("Egypt", "Levant", "sz23", "sz25")}
"""Who is adjacent across a canal."""


def opened(stem: str) -> tuple[Scenario, State]:
    scenario = replace(reader.load(stem), turns=ROUNDS[stem])
    return scenario, start(scenario)


@pytest.mark.parametrize("stem", share([*ROUNDS], ["normandy"]))
@pytest.mark.long
def test_a_game_of_choosers_and_of_random_players_ends(stem: str) -> None:
    scenario, state = opened(stem)
    for kind in (Chooser, RandomPlayer):
        players = {side: kind(seeded_numbers(f"{stem} {side}")) for side in scenario.sides}
        found = play_game(baker, scenario, players, SeededDice(stem))
        assert found.turns <= ROUNDS[stem] and found.winner in (*alliances(state), "draw"), kind


@pytest.mark.sampled(1)
@pytest.mark.parametrize("stem", ROUNDS)
def test_what_is_adjacent_has_a_common_border(stem: str) -> None:
    """Or lies at both edges of the world, or on both sides of a canal; and what has a common border is adjacent."""
    _, state = opened(stem)
    known = state.map.known
    for area in known.values():
        for other in known.values():
            beside, close = other.id in area.next, touching(area, other)
            if area.id < other.id and beside != close and not across(area.id, other.id):
                assert beside and inside(area, other), f"{area.id} and {other.id}: {beside}, {close}"


def across(one: str, other: str) -> bool:
    return {one, other} <= WORLD_SEAS or any({one, other} <= {*canal} for canal in APART)


def borders(area: Area) -> set[frozenset[Point]]:
    return {frozenset(side) for side in pairwise((*area.shape, area.shape[0]))}


def touching(one: Area, other: Area) -> bool:
    return bool(borders(one) & borders(other))


def inside(one: Area, other: Area) -> bool:
    """Whether one of the two is an island within the other's zone."""
    land, sea = (one, other) if one.kind == "land" else (other, one)
    return sea.kind == "sea" and covers(sea, land.at or land.shape[0])


def covers(area: Area, at: Point) -> bool:
    odd = False
    for (ax, ay), (bx, by) in pairwise((*area.shape, area.shape[0])):
        if (ay > at[1]) != (by > at[1]) and at[0] < (bx - ax) * (at[1] - ay) / (by - ay) + ax:
            odd = not odd
    return odd


@pytest.mark.parametrize("stem", ROUNDS)
def test_every_label_is_within_its_area_and_in_no_other_land(stem: str) -> None:
    _, state = opened(stem)
    known = state.map.known.values()
    for area in known:
        assert area.at and covers(area, area.at), area.id
        assert not [other.id for other in known if other.kind == "land" and other != area and covers(other, area.at)]


@pytest.mark.parametrize("stem", ROUNDS)
def test_every_power_can_place_what_it_buys_and_every_capital_has_a_gun(stem: str) -> None:
    _, state = opened(stem)
    for power in state.powers.values():
        assert power.capital and state.areas[power.capital].complex, power.id
        assert state.areas[power.capital].units[power.id].get("aa") or stem == "eastern-front", power.id


def test_the_world_can_be_played_by_two_to_five() -> None:
    _, state = opened("global-war")
    assert len(state.powers) == 5 and alliances(state) == ("allies", "axis")
    lands = [area for area in state.map.known.values() if area.kind == "land"]
    assert len(lands) == 69 and len(state.map.known) - len(lands) == 54
    assert len(state.setup.gates) == 5 and state.setup.neutral_price == 6 and len(state.setup.neutral) == 8
