"""The figures of luck: against tables and by hand, for made-up rolls and for games that are played."""

import json
from collections import Counter
from contextlib import suppress
from math import comb, isclose
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract import (
    LossByDice,
    Rolled,
    TargetRoll,
    chance_of_face,
    chance_of_total,
    counted,
    replace,
    success_chances,
    tail_chance,
    total_chances,
)
from engine.contract.luck import rolls_by_themselves
from engine.luck import words
from engine.luck.chi_square import evenness, upper_tail
from engine.luck.game_luck import game_luck
from engine.luck.report import report_of_player, report_of_season
from engine.luck.tally import LossTally, SideLuck, Tally, added_sides
from engine.scenarios import reader
from engine.systems import baker, miniwars, zones
from engine.systems.acw.advice.luck import lead_chances
from engine.systems.baker.state.battle_events import BattleEnded, Volley
from engine.systems.miniwars.state.events import Fired, Fought
from engine.systems.zones.state.events import Attacked
from engine.table import AskAgain, Table
from tests.engine.table_games import refused, started
from tests.support import random_games
from tests.support.many_cases import for_each
from tests.support.sampling import examples, share
from tests.support.toy_system import NOW

TABLE = {1: (3.841, 6.635), 3: (7.815, 11.345), 5: (11.070, 15.086), 7: (14.067, 18.475), 9: (16.919, 21.666)}
TABLE |= {2: (5.991, 9.210), 4: (9.488, 13.277), 10: (18.307, 23.209), 19: (30.144, 36.191), 99: (123.225, 134.642)}
"""Degrees of freedom -> the critical values at 0.05 and 0.01, as printed."""


# chi-square
@for_each("degrees", TABLE)
def test_p_values_are_those_of_printed_tables(degrees: int) -> None:
    for critical, p in zip(TABLE[degrees], (0.05, 0.01), strict=True):
        assert upper_tail(critical, degrees) == pytest.approx(p, rel=2e-3)


@given(st.floats(0, 500), st.floats(0.01, 50), st.integers(1, 120))
@settings(max_examples=examples(200))
def test_a_p_value_falls_with_the_statistic_and_rises_with_the_degrees(x: float, more: float, degrees: int) -> None:
    p, rounding = upper_tail(x, degrees), 1e-12
    assert 0 <= upper_tail(x + more, degrees) <= p + rounding and p <= upper_tail(x, degrees + 1) + rounding
    assert p <= 1
    assert upper_tail(0, degrees) == 1


def test_evenness_by_hand() -> None:
    """Sixty dice, ten of each face expected: 25 + 4 + 1 + 4 + 0 + 100 = 134, over 10."""
    assert evenness([10] * 6) == (0.0, 5, 1.0)
    found = evenness([5, 8, 9, 8, 10, 20])
    assert found and found.statistic == pytest.approx(13.4) and found.p == pytest.approx(0.0199, abs=1e-4)
    assert evenness([4, 5, 5, 5, 5, 5]) is None and evenness([100]) is None


def test_what_a_p_value_means_is_said_plainly_and_accuses_nobody() -> None:
    even, uneven, far = (
        words.evenness_words([10] * 6),
        words.evenness_words([5, 8, 9, 8, 10, 20]),
        words.evenness_words([0, 0, 0, 0, 0, 60]),
    )
    assert even.startswith("As even as fair dice are (")
    assert uneven.startswith("Less even than usual: fair dice come out like this or less even 1 in 50 times")
    assert far.startswith("Far less even") and "1 in a million billions" in far and "p = less than 0.001" in far
    assert "it takes 30 dice" in words.evenness_words([1, 0, 0, 0, 0, 0])
    assert not any(word in f"{even}{uneven}{far}" for word in ("rigged", "loaded", "cheat"))


# chances
def test_chances_of_dice_by_hand() -> None:
    assert chance_of_total(8, 2) == pytest.approx(15 / 36) and chance_of_total(2, 2) == pytest.approx(1)
    assert chance_of_total(1, fails_on=1) == pytest.approx(5 / 6) and chance_of_total(7) == 0
    assert [chance_of_face(need) for need in (0, 1, 4, 6, 7, 9)] == [1, 1, 0.5, 1 / 6, 0, 0]
    assert total_chances(2)[7] == pytest.approx(6 / 36) and total_chances(3, 4)[3] == pytest.approx(1 / 64)
    assert tail_chance(6, 1 / 3, 6) == pytest.approx(1 / 729) and tail_chance(3, 0.5, 0) == pytest.approx(1 / 8)
    assert words.one_in(tail_chance(6, 1 / 3, 6)) == "1 in 729"


@given(st.integers(0, 400), st.floats(0, 1))
@settings(max_examples=examples(200))
def test_chances_of_successes_are_the_binomial_ones(number: int, chance: float) -> None:
    spread = success_chances(number, chance)
    assert isclose(sum(spread), 1, abs_tol=1e-9) and len(spread) == number + 1
    assert isclose(sum(n * share for n, share in enumerate(spread)), number * chance, abs_tol=1e-6)
    if number <= 30:
        for made, share in enumerate(spread):
            assert isclose(share, comb(number, made) * chance**made * (1 - chance) ** (number - made), abs_tol=1e-9)


# rolls
def test_a_roll_says_by_itself_what_it_needed() -> None:
    pool = Rolled("a", 6, (1, 4, 5), 1, (("aimed", 1),), 5, "2 of 3", "", 2)
    low = Rolled("b", 6, (1, 4, 5, 2), 1, (), None, "2 of 4", "", 2, 2)
    total = Rolled("c", 6, (3, 6), 1, (("forest", -1),), 8, "hit")
    assert [*rolls_by_themselves(pool)] == [TargetRoll("", "dice with a target", "a", (1, 4, 5), 0.5, 3, 2)]
    assert [*rolls_by_themselves(low)] == [TargetRoll("", "dice with a target", "b", (1, 4, 5, 2), 1 / 3, 4, 2)]
    (one,) = rolls_by_themselves(total)
    assert one == TargetRoll("", "rolls", "c", (3, 6), one.chance, 1, 1) and one.chance == pytest.approx(10 / 36)
    assert not [*rolls_by_themselves(Rolled("d", 6, (3, 6)))]


def test_miniwars_by_hand() -> None:
    seen = miniwars.start(reader.load("millers-bridge"))
    key, foe = next(iter(seen.units)), [*seen.units][-1]
    (shot,) = miniwars.luck(seen, Fired(key, foe, 2, 4, (("morale -", 1),), 3, True))
    assert isinstance(shot, TargetRoll) and shot.chance == pytest.approx(4 / 6), "3 or more, and never a 1"
    (always,) = miniwars.luck(seen, Fired(key, foe, 1, 2, (("morale -", 1),), 1, False))
    assert isinstance(always, TargetRoll) and always.chance == pytest.approx(5 / 6)
    hurt = replace(seen.units[foe], disrupted=True)
    seen = replace(seen, units={**seen.units, foe: hurt})
    attack, loss = miniwars.luck(seen, Fought(key, foe, 9, (("forest", -1),), (6, 5), 10, True))
    assert isinstance(attack, TargetRoll) and attack.chance == pytest.approx(6 / 36)
    assert isinstance(loss, LossByDice) and loss.expected == pytest.approx(hurt.cost / 6)
    assert (loss.side, loss.actual, loss.counted) == (hurt.side, hurt.cost, "point")


def test_baker_by_hand() -> None:
    seen = baker.start(reader.load("open-field"))
    volley = Volley("x", "attacker", "red", "infantry", (1, 4, 2, 6), 2, 1, 2)
    (roll,) = baker.luck(seen, volley)
    assert isinstance(roll, TargetRoll)
    assert (roll.side, roll.kind, roll.chance, roll.tries, roll.successes) == ("red", "attack dice", 2 / 6, 4, 2)
    (battle,) = seen.game.battles
    ended = BattleEnded(battle.area, "retreated", {battle.attacker: 3}, {}, {"attacker": 4.5, "defender": 6.0})
    assert not [*baker.luck(seen, ended)], "a battle broken off says nothing"


def test_zones_by_hand() -> None:
    """Three dice that hit on 4 or more, saves on 5 or more, one wound left: lost unless all three fail to hurt."""
    seen = zones.start(reader.load("low-wells"))
    unit, target = next(iter(seen.units.values())), [*seen.units.values()][-1]
    weapon = next(key for key, arm in seen.weapons.items() if arm.damage == 1)
    model = next(model for model in target.models if model.wounds == 1)
    event = Attacked("shoot", unit.id, 1, target.id, model.number, weapon, 100, 3, (), (4, 5, 1), 2, 2, (5, 1), 1, 1)
    shots, saves, loss = zones.luck(seen, event)
    assert isinstance(shots, TargetRoll) and (shots.chance, shots.tries, shots.successes) == (0.5, 3, 2)
    assert isinstance(saves, TargetRoll) and (saves.side, saves.chance, saves.successes) == (target.side, 2 / 6, 1)
    assert isinstance(loss, LossByDice) and loss.expected == pytest.approx(1 - (1 - 0.5 * 4 / 6) ** 3)
    assert (loss.side, loss.actual, loss.counted) == (target.side, 1, "wound")


def test_a_melee_of_acw_by_hand() -> None:
    """Of 1,296 ways in which two and two dice fall, 146 are ties."""
    leads = lead_chances(0)
    assert leads[0] == pytest.approx(146 / 1296) and sum(leads.values()) == pytest.approx(1)
    assert sum(chance for by, chance in leads.items() if by > 0) == pytest.approx(575 / 1296)


def test_tallies_are_added_up() -> None:
    one = SideLuck("west", "ann", {6: (1, 0, 0, 0, 0, 1)}, {"shots": Tally(2, 1, 1.0, 0.5)}, {"point": LossTally(1, 2)})
    both = added_sides(
        one, SideLuck("east", "ann", {6: (0, 0, 0, 0, 0, 3), 8: (1,) * 8}, {"shots": Tally(3, 3, 1.0, 0.6)})
    )
    assert both.faces == {6: (1, 0, 0, 0, 0, 4), 8: (1,) * 8} and both.total == Tally(5, 4, 2.0, 1.1)
    assert both.losses == {"point": LossTally(1, 2)} and both.side == "west"
    assert words.fortune(both.total) == "a little lucky" and words.fortune(Tally()) == "about as expected"
    assert words.fortune(Tally(10, 0, 5.0, 2.5)) == "very unlucky"


@pytest.mark.long
# games
@for_each("stem", random_games.scenarios_tried())
def test_the_luck_of_a_random_game_counts_the_dice_of_its_log(stem: str, table: Table) -> None:
    key, chance = table.open(stem, "", NOW).id, Random(stem)
    for side in table.game(key).sides:
        table.seat(key, side, side, NOW)
    for _ in range(share(150, 12)):
        fold = table._cache.find(key)
        if fold.phase:
            side = chance.choice(fold.phase.sides)
            with suppress(AskAgain):
                table.commit(key, side, NOW, text=random_games.message(fold.system, fold.state, side, chance))
    faces = Counter[tuple[int, int]]()
    for entry in json.loads(table.export(key))["entries"]:
        for event in entry.get("body", ()) if entry["kind"] == "happened" else ():
            faces.update((event["sides"], face) for face in event.get("faces", ()) if event["event"] == "rolled")
    luck = table.luck_if_readable(key)
    assert luck and luck.dice == faces.total() > 0
    for sides, counts in luck.faces.items():
        assert counts == tuple(faces[sides, face] for face in range(1, sides + 1))
    report = table.luck_report(key)
    assert report.lines[0].startswith(f"{faces.total()} dice in {counted(luck.rolls, 'roll')}")
    assert {one.side for one in luck.sides} <= {*table.game(key).sides}


def test_what_a_rewind_undid_does_not_count(table: Table, duel: str) -> None:
    key = started(table, duel)
    before, strike = game_luck(table._cache.find(key)), table.game(key).length
    table.commit(key, "red", NOW, text="R1 hit B1")
    assert game_luck(table._cache.find(key)).rolls > before.rolls
    table.rewind(key, strike, NOW, "ref")
    after = game_luck(table._cache.find(key))
    assert (after.rolls, after.faces) == (before.rolls, before.faces)


def test_a_game_without_dice_says_so(table: Table) -> None:
    key = table.open("millers-bridge", "Bridge", NOW).id
    assert "No dice" in refused("no-dice", table.luck_report, key) and "Bridge" in refused(
        "no-dice", table.luck_report, key
    )
    assert "no game" in refused("no-such-game", table.luck_report, "nowhere")
    assert table.luck_if_readable("nowhere") is None
    refused("no-dice", report_of_season, [table.luck_if_readable(key)], {}, "here")
    refused("no-dice", report_of_player, [], "ann", "Ann")


def test_secrets_of_a_running_game_change_nothing(table: Table) -> None:
    """Drafts, standing orders, sealed orders: written by one side, and nobody's luck is another for it."""
    for stem, lines in (("twin-hamlets", "standing initiative b"), ("first-charge", "standing all advance always")):
        key = table.open(stem, "", NOW).id
        for side in table.game(key).sides:
            table.seat(key, side, side, NOW)
        side = next(iter(table.game(key).phase.sides))  # type: ignore[union-attr]
        before = table.luck_if_readable(key)
        table.commit(key, side, NOW, text=lines)
        if ideas := table.ideas(key, side):
            table.write(key, side, ideas[0], NOW)
        assert table.luck_if_readable(key) == before


@pytest.mark.long
def test_luck_follows_the_player_who_held_the_seat(table: Table) -> None:
    key = table.open("open-field", "", NOW).id
    first, second = table.game(key).sides
    table.seat(key, first, "ann", NOW)
    table.seat(key, second, "bob", NOW)
    for side in (first, second, first):
        table.done(key, side, NOW)
    before = {one.player for one in table.luck_if_readable(key).sides}  # type: ignore[union-attr]
    assert before == {"ann", "bob"}
    lucks = [luck for luck in [table.luck_if_readable(key)] if luck]
    report = report_of_season(lucks, {"ann": "Ann A"}, "here")
    assert any(line.startswith("Ann A: ") for line in report.lines) and any(
        line.startswith("bob: ") for line in report.lines
    )
    mine = report_of_player(lucks, "ann", "Ann A")
    assert mine.title == "Luck: Ann A" and not any("bob" in line for line in mine.lines)


def test_the_report_that_ends_a_game_closes_with_its_luck(table: Table) -> None:
    key = table.open("open-field", "", NOW).id
    for side in table.game(key).sides:
        table.seat(key, side, side, NOW)
    while phase := table.game(key).phase:
        news = table.done(key, phase.sides[0], NOW)
    assert (
        news.kind == "over" and news.luck[0].startswith("Luck: ") and any("Rarest roll" in line for line in news.luck)
    )
    assert not any(sign in line for line in news.luck for sign in ("chi-square", " x")), "no figures that few want"
    assert news.luck[0].removeprefix("Luck: ") == table.luck_report(key).closing[0]
    assert table.news(key)[-1].luck == news.luck, "made again word for word"
    assert not any(item.luck for item in table.news(key)[:-1])
