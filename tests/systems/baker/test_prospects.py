"""What a computer player expects in Baker's game: of attacks, of leaving land, of marches and of battles under way."""

from collections.abc import Mapping

import pytest

from engine import play
from engine.contract import Turn, replace
from engine.seeded_dice import SeededDice
from engine.stand_ins.players import LEAST_WORTH
from engine.systems import baker
from engine.systems.baker.advice.landings import transports_lacking
from engine.systems.baker.advice.prospects import prospect
from engine.systems.baker.advice.territory_value import battle_value
from engine.systems.baker.orders import Buy, FightOut, Load, Move, Retreat, ShipOver, Unload
from engine.systems.baker.state.position import (
    COMBAT,
    COMBAT_MOVEMENT,
    NONCOMBAT,
    PURCHASE,
    Battle,
    Counts,
    Ship,
    State,
    counts,
)
from tests.stand_ins.versus import wins
from tests.systems.baker.support.campaigns import campaign, duel, game, rich, stand

FIGHTS = 300


def shores(phase: str = COMBAT_MOVEMENT, **units: tuple[str, Counts]) -> State:
    """Azure to move on two shores, with nobody but these: ``Ridge=("azure", {"infantry": 3})``."""
    state = campaign("two-shores", "azure", phase)
    empty = {area: replace(ground, units={}, cargo={}) for area, ground in state.areas.items()}
    state = replace(state, areas=empty)
    for area, (power, those) in units.items():
        state = stand(state, area, power, those)
    return state


def march(n: int, kind: str, start: str, to: str) -> Move:
    return Move(((n, kind),), start, to)


def expects(state: State, order: Move | ShipOver | Unload | Load | FightOut | Retreat) -> float:
    return prospect(state, "azure", order)


# attacks
@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [
        ({"infantry": 6, "artillery": 2}, {"infantry": 2}),
        ({"infantry": 4}, {"infantry": 4}),
        ({"tank": 4}, {"infantry": 3, "artillery": 1}),
        ({"infantry": 2}, {"infantry": 6}),
    ],
)
def test_battles_win_and_cost_roughly_what_is_expected(attackers: Counts, defenders: Counts) -> None:
    """Without the land, the value of a battle is what the enemy loses more: within a quarter of all that fights."""
    words = ", ".join(f"{number} {kind}" for kind, number in attackers.items())
    against = ", ".join(f"{number} {kind}" for kind, number in defenders.items())
    start = duel(f"land: {words} vs {against}")
    area = start.game.battles[0].area
    taken = 0
    for number in range(FIGHTS):
        turn = Turn(start, SeededDice(f"{words} {number}"), baker.apply)
        while phase := baker.phase(turn.state):
            play.close(baker, turn, phase.sides[0])
        taken += _worth(defenders) - _worth(counts(turn.state, area, "blue"))
        taken -= _worth(attackers) - _worth(counts(turn.state, area, "red"))
    land = battle_value(start, "red", area, attackers)
    at_stake = _worth(attackers) + _worth(defenders)
    assert abs(land - taken / FIGHTS) < at_stake / 4, (land, taken / FIGHTS)


def _worth(units: Mapping[str, int]) -> int:
    return sum({"infantry": 3, "artillery": 4, "tank": 5}[kind] * number for kind, number in units.items())


def test_a_landing_that_is_sure_to_fail_is_not_made() -> None:
    aboard = (Ship({"infantry": 2}),)
    weak = stand(shores(Marsh=("amber", {"infantry": 6})), "sz2", "azure", {"transport": 1}, aboard)
    assert expects(weak, Unload(((2, "infantry"),), "sz2", "Marsh")) < LEAST_WORTH
    easy = stand(shores(Marsh=("amber", {"infantry": 1})), "sz2", "azure", {"transport": 1}, aboard)
    assert expects(easy, Unload(((2, "infantry"),), "sz2", "Marsh")) > LEAST_WORTH


def test_before_battles_nobody_goes_ashore_or_aboard_at_home() -> None:
    state = shores(Harbour=("azure", {"infantry": 2}), sz1=("azure", {"transport": 1}))
    assert expects(state, Load(((2, "infantry"),), "Harbour", "sz1")) < LEAST_WORTH
    sailed = stand(state, "sz1", "azure", {"transport": 1}, (Ship({"infantry": 2}),))
    assert expects(sailed, Unload(((2, "infantry"),), "sz1", "Orchard")) < LEAST_WORTH


def test_an_attack_begins_that_others_can_join_and_not_one_alone() -> None:
    attack = march(3, "infantry", "Ridge", "Marsh")
    alone = shores(Ridge=("azure", {"infantry": 3}), Marsh=("amber", {"infantry": 4}))
    assert expects(alone, attack) < LEAST_WORTH
    together = stand(alone, "sz2", "azure", {"transport": 3}, tuple(Ship({"infantry": 2}) for _ in range(3)))
    assert expects(together, attack) > LEAST_WORTH


def test_what_is_won_already_needs_no_more_units() -> None:
    state = shores(
        Ridge=("azure", {"infantry": 1}), Marsh=("amber", {"infantry": 1}), Fort=("azure", {"infantry": 1, "tank": 9})
    )
    sent = game(stand(state, "Marsh", "azure", {"tank": 9}), battles=())
    assert expects(sent, march(1, "infantry", "Ridge", "Marsh")) < expects(state, march(9, "tank", "Fort", "Marsh")) / 4


def test_a_capital_next_to_an_enemy_is_not_left_for_a_rock() -> None:
    state = shores(
        Harbour=("azure", {"infantry": 2}),
        Ridge=("amber", {"infantry": 2}),
        sz1=("azure", {"transport": 1}),
        Skerry=("amber", {}),
    )
    assert expects(state, ShipOver(((2, "infantry"),), "Harbour", "Skerry")) < LEAST_WORTH
    safe = stand(state, "Ridge", "amber", {})
    assert expects(safe, ShipOver(((2, "infantry"),), "Harbour", "Skerry")) > LEAST_WORTH
    strong = stand(state, "Harbour", "azure", {"infantry": 9})
    assert expects(strong, march(9, "infantry", "Harbour", "Ridge")) > LEAST_WORTH, "the only enemy near is attacked"
    bought = rich(state, "azure", infantry=3)
    assert expects(bought, ShipOver(((2, "infantry"),), "Harbour", "Skerry")) > LEAST_WORTH, "three come there"


def test_no_transport_sails_alone_into_enemy_ships() -> None:
    landing = ShipOver(((2, "infantry"),), "Harbour", "Skerry")
    state = shores(Harbour=("azure", {"infantry": 2}), sz1=("azure", {"transport": 1}), Skerry=("amber", {}))
    assert expects(state, landing) > LEAST_WORTH
    guarded = stand(state, "sz3", "amber", {"submarine": 1, "battleship": 1})
    assert expects(guarded, landing) < LEAST_WORTH
    aboard = stand(guarded, "sz3", "azure", {"transport": 1}, (Ship({"infantry": 2}),))
    assert expects(aboard, Unload(((2, "infantry"),), "sz3", "Skerry")) < LEAST_WORTH
    escorted = stand(guarded, "sz3", "azure", {"battleship": 4})
    assert expects(escorted, landing) > LEAST_WORTH


def test_a_battle_at_sea_that_is_won_already_needs_no_more_ships() -> None:
    state = shores(sz1=("azure", {"battleship": 2, "submarine": 1}), sz2=("amber", {"transport": 1}))
    assert expects(state, march(2, "battleship", "sz1", "sz2")) > LEAST_WORTH
    sent = game(stand(state, "sz2", "azure", {"battleship": 2}), battles=())
    assert expects(sent, march(1, "submarine", "sz1", "sz2")) < LEAST_WORTH


def test_loaded_transports_are_not_sent_against_warships() -> None:
    state = stand(shores(sz3=("amber", {"submarine": 1})), "sz2", "azure", {"transport": 1}, (Ship({"infantry": 2}),))
    assert expects(state, march(1, "loaded", "sz2", "sz3")) < 0


def test_a_capital_where_the_enemy_could_land_is_not_left() -> None:
    state = shores(
        Harbour=("azure", {"infantry": 4}), Ridge=("azure", {"infantry": 1}), Marsh=("amber", {"infantry": 1})
    )
    leaving = game(replace(state, phase=NONCOMBAT))
    march_out = march(4, "infantry", "Harbour", "Ridge")
    assert expects(leaving, march_out) > LEAST_WORTH
    ships = stand(leaving, "sz2", "amber", {"transport": 3})
    assert expects(ships, march_out) < LEAST_WORTH


# purchases
def test_an_army_that_has_no_way_to_the_front_by_land_needs_transports() -> None:
    state = campaign("normandy", "britain", PURCHASE)
    ship, men = Buy(((1, "transport"),)), Buy(((4, "infantry"),))
    lacking = stand(state, "London", "britain", {"infantry": 60})
    assert prospect(lacking, "britain", ship) > prospect(lacking, "britain", men)
    enough = stand(lacking, "sz3", "britain", {"transport": 40})
    assert prospect(enough, "britain", ship) < prospect(enough, "britain", men)
    assert transports_lacking(lacking, "britain") and not transports_lacking(enough, "britain")
    assert not transports_lacking(lacking, "germany"), "the enemy may land on its shores"


# marches
def test_units_march_to_the_front_and_most_of_all_where_it_is_weak() -> None:
    state = shores(
        NONCOMBAT,
        Orchard=("azure", {"infantry": 3}),
        Ridge=("azure", {"infantry": 1}),
        Marsh=("amber", {"infantry": 5}),
    )
    there = march(3, "infantry", "Harbour", "Ridge")
    state = stand(state, "Harbour", "azure", {"infantry": 3})
    held = stand(state, "Ridge", "azure", {"infantry": 20})
    assert expects(state, there) > expects(held, there) > LEAST_WORTH
    assert expects(state, march(1, "infantry", "Ridge", "Harbour")) < LEAST_WORTH, "away from the front"


def test_aircraft_fly_on_only_if_they_cannot_stay() -> None:
    state = shores(NONCOMBAT, sz2=("azure", {"fighter": 1}), Orchard=("azure", {"fighter": 1}))
    assert expects(state, march(1, "fighter", "sz2", "Harbour")) > LEAST_WORTH
    assert expects(state, march(1, "fighter", "Orchard", "Harbour")) < LEAST_WORTH


# battles under way
def test_battles_are_fought_round_by_round_and_broken_off_where_they_cost_more_than_they_win() -> None:
    def fight(own: int, foes: int) -> State:
        state = shores(COMBAT, Marsh=("amber", {"infantry": foes}), Ridge=("azure", {}))
        battle = Battle("Marsh", "land", "azure", round=1, start={"Ridge": own})
        return game(stand(state, "Marsh", "azure", {"infantry": own}), battles=(battle,))

    bad, good = fight(1, 6), fight(6, 1)
    assert expects(bad, Retreat("Marsh")) > expects(bad, FightOut("Marsh", 1)) > expects(bad, FightOut("Marsh"))
    assert expects(good, Retreat("Marsh")) < LEAST_WORTH < expects(good, FightOut("Marsh", 1))


def test_a_single_battle_is_never_given_up() -> None:
    state = duel("land: 1 infantry vs 6 infantry")
    for side in ("red", "blue"):
        assert prospect(state, side, Retreat()) < LEAST_WORTH


@pytest.mark.long
def test_either_side_of_an_even_campaign_beats_random_play() -> None:
    assert wins("eastern-front", range(12)) >= 11
