"""The odds of Baker's battles agree with published ones, with the oracle, and with the results of fought battles."""

from collections.abc import Callable, Iterator
from math import comb
from random import Random

import pytest

from engine.contract import NoDice, Odds, Tape, Turn, Unforeseeable
from engine.contract.odds import seeded_numbers
from engine.systems import baker
from engine.systems.baker.rules.battle_resolution.forecast import Graph, sampled_forecast
from engine.systems.baker.rules.combat import battles as fights
from engine.systems.baker.rules.combat.engagement import battle_in_area
from engine.systems.baker.rules.combat.odds import _seed, expected_losses, forecast_at, odds_from_forecast
from engine.systems.baker.rules.combat.retreats import wishes
from engine.systems.baker.state.battle_events import BattleBegan
from engine.systems.baker.state.position import State
from tests.support import random_games
from tests.support.sampling import share
from tests.systems.baker.support.oracle_battle import COST, Orders, Sheet, Unit, fought, laid_out
from tests.systems.baker.support.random_battles import Duel, begun, done, random_duel

PUBLISHED = {
    "land: 6 inf 2 art 1 ftr vs 5 inf 1 tank": (
        92.84,
        0.59,
        6.57,
        {"infantry": 2.669, "artillery": 1.615, "fighter": 0.928},
        {"infantry": 0.144, "tank": 0.023},
    ),
    "land: 4 tank vs 4 inf": (73.50, 4.20, 22.30, {"tank": 1.696}, {"infantry": 0.405}),
    "naval: 2 sub vs 1 battleship": (67.98, 0.00, 32.02, {"submarine": 1.268}, {"battleship": 0.320}),
    "amphibious: 4 inf 2 trn 1 battleship vs 2 inf 1 art": (
        56.97,
        0.34,
        42.69,
        {"infantry": 1.544},
        {"infantry": 0.388, "artillery": 0.392},
    ),
}


def odds(words: str, red: str = "", blue: str = "", battles: int = 1000, seed: str = "a") -> Odds:
    found = baker.odds(begun(words, red, blue), "", seeded_numbers(seed), battles)
    assert found is not None
    return found


@pytest.mark.sampled(2)
@pytest.mark.parametrize("words", PUBLISHED)
def test_the_published_odds(words: str) -> None:
    win, draw, loss, attackers, defenders = PUBLISHED[words]
    found = odds(words)
    assert found.battles == 0
    assert [round(100 * share, 2) for share in (found.win, found.draw, found.loss, found.retreat)] == [
        win,
        draw,
        loss,
        0,
    ]
    for side, left in (("red", attackers), ("blue", defenders)):
        assert {kind: round(found.left[side][kind], 3) for kind in left} == left


# reckoned with pencil and paper
Key = tuple[str, tuple[Unit, ...], tuple[Unit, ...]]


def reckoned(sheet: Sheet, most: int) -> dict[Key, float]:
    """Every end with its chance, each position of units looked at once; rounds beyond ``most`` are all alike."""
    ends, waiting = dict[Key, float](), dict[tuple[int, tuple[Unit, ...], tuple[Unit, ...]], float]()
    waiting[0, tuple(sorted(sheet.units)), ()] = 1.0
    while waiting:
        at = max(waiting, key=lambda key: (-key[0], len(key[1])))
        share, stays, ways = waiting.pop(at), 0.0, list[tuple[Key, float]]()
        nth, units, away = at
        for key, chance in branches(sheet, nth, units, away):
            if key == ("", units, away) and nth == most:
                stays += chance
            else:
                ways.append((key, chance))
        for (result, left, gone), chance in ways:
            chance *= share / (1 - stays)
            if result:
                ends[result, left, gone] = ends.get((result, left, gone), 0.0) + chance
            else:
                after = min(nth + 1, most), left, gone
                waiting[after] = waiting.get(after, 0.0) + chance
    return ends


def branches(sheet: Sheet, nth: int, units: tuple[Unit, ...], away: tuple[Unit, ...]) -> Iterator[tuple[Key, float]]:
    """Every way a round may go: it is fought anew for each, as far as its hits are known."""
    ahead: list[tuple[list[tuple[int, int]], float]] = [([], 1.0)]
    while ahead:
        known, share = ahead.pop()
        copy = Sheet(sheet.kind, list(units), sheet.orders, sheet.guns, nth, list(away), "", nth > 0)
        asked = asked_next(copy, known)
        if asked is None:
            yield (copy.result, tuple(sorted(copy.units)), tuple(sorted(copy.away))), share
        else:
            ahead += [([*known, hits], share * chance) for hits, chance in throws(*asked)]


def asked_next(sheet: Sheet, known: list[tuple[int, int]]) -> tuple[int, int] | None:
    """A round with these hits, volley by volley; what is thrown after them, None if it is over."""
    dice = fought(sheet)
    try:
        asked = next(dice)
        for hits in known:
            asked = dice.send(hits)
    except StopIteration:
        return None
    return asked


def throws(number: int, need: int) -> Iterator[tuple[tuple[int, int], float]]:
    for ones in range(number + 1):
        for others in range(number - ones + 1 if need > 1 else 1):
            ways = comb(number, ones) * comb(number - ones, others)
            yield (ones, others), ways * (need - 1) ** others * (6 - need) ** (number - ones - others) / 6**number


def worth(units: tuple[Unit, ...], side: str) -> int:
    return sum(COST[unit.type] + unit.cargo for unit in units if unit.side == side)


def agree(duel: Duel) -> None:
    found, ends = baker.odds(duel.begun(), "", seeded_numbers("a"), 10), reckoned(duel.sheet, 4)
    assert found is not None and found.battles == 0, duel.words
    shares = {
        result: sum(chance for (how, *_), chance in ends.items() if how == result)
        for result in ("won", "draw", "lost", "retreated")
    }
    says = f"{duel.words}\n{duel.red}\n{duel.blue}"
    assert sum(shares.values()) == pytest.approx(1)
    assert (found.win, found.draw, found.loss, found.retreat) == pytest.approx(tuple(shares.values()), abs=1e-9), says
    before = tuple(duel.sheet.units)
    for side in ("red", "blue"):
        left = sum(chance * worth((*units, *away), side) for (_, units, away), chance in ends.items())
        assert found.lost[side] == pytest.approx(worth(before, side) - left, abs=1e-6), says
        for kind in found.left[side]:
            mean = sum(
                chance * sum((unit.side, unit.type) == (side, kind) for unit in (*units, *away))
                for (_, units, away), chance in ends.items()
            )
            assert found.left[side][kind] == pytest.approx(mean, abs=1e-9), says


@pytest.mark.parametrize("seed", range(share(8, 1)))
def test_small_battles_as_with_pencil_and_paper(seed: int) -> None:
    random = Random(seed)
    checked = 0
    while checked < 3:
        duel = random_duel(random, 2)
        if len(duel.sheet.units) <= 7:
            agree(duel)
            checked += 1


# samples
LARGE = "land: 3 inf 2 art 2 tank 2 ftr 1 bmb vs 3 inf 2 art 2 tank 1 ftr"
MIDDLING = "naval: 2 sub 1 trn 1 ftr vs 1 sub 1 bb 1 trn"


def sample(words: str, battles: int, chance: Callable[[], float], red: str = "", blue: str = "") -> Odds:
    """Fought out, however small."""
    state = begun(words, red, blue)
    engaged = battle_in_area(state, state.game.battles[0].area)
    graph = Graph(engaged.fight, engaged.stand, wishes(state, engaged.battle))
    return odds_from_forecast(state, engaged, sampled_forecast(graph, battles, chance))


def test_a_sample_agrees_with_the_exact_odds_within_its_interval() -> None:
    orders = "retreat when attackers < 2", "withdraw after 2 rounds"
    right, found = odds(MIDDLING, *orders), sample(MIDDLING, 4000, Random(1).random, *orders)
    assert right.battles == 0 and right.retreat > 0.1
    assert right.interval(right.win) == (right.win, right.win)
    assert found.battles == 4000
    for part, true in (
        (found.win, right.win),
        (found.draw, right.draw),
        (found.loss, right.loss),
        (found.retreat, right.retreat),
    ):
        low, high = found.interval(part)
        assert low < true < high and high - low < 0.04
    assert 0 < found.margin < 1 and abs(found.swing - right.swing) < found.margin


def test_large_battles_are_sampled_alike_for_like_numbers() -> None:
    once, again, other = (sample(LARGE, 200, seeded_numbers(seed)) for seed in "aab")
    assert once == again != other
    assert once.battles == 200
    assert once.win + once.draw + once.loss + once.retreat == pytest.approx(1)
    assert once.interval(once.win)[0] < other.win < once.interval(once.win)[1]


@pytest.mark.long
def test_the_largest_battle_takes_no_longer_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.systems.baker.rules.battle_resolution.forecast.WORK", 2_000)
    units = "99 inf 99 ftr"
    found = sample(f"land: {units} vs {units}", 10_000, seeded_numbers("a"))
    assert found.battles == 100
    assert found.interval(found.win)[0] < found.interval(found.win)[1]


# what they say
def test_the_bars_make_one_and_go_from_best_to_worst() -> None:
    found = odds("amphibious: 2 inf 1 trn 1 bb + 1 tank overland vs 2 inf 1 ftr", "retreat when attackers < 2")
    assert sum(bar.share for bar in found.bars) == pytest.approx(1)
    ends = [(bar.result, bar.left) for bar in found.bars]
    assert ends[0] == ("won", 3) and ends[-1] == ("lost", 3)
    results = [result for result, _ in ends]
    assert len(set(ends)) == len(ends)
    assert results == sorted(results, key=("won", "draw", "retreated", "lost").index)
    assert found.forces["red"] == {"infantry": 2, "tank": 1, "transport": 1, "battleship": 1}
    assert sum(bar.share for bar in found.bars if bar.result == "won") == pytest.approx(found.win)


def test_swing_is_what_the_defender_loses_more() -> None:
    found = odds("land: 3 tank vs 1 ftr")
    assert found.swing == pytest.approx(found.lost["blue"] - found.lost["red"]) and found.swing > 0
    assert found.lost["blue"] == pytest.approx(12 * (1 - found.left["blue"]["fighter"]))


def test_standing_orders_change_the_odds() -> None:
    words = "land: 2 inf 1 ftr vs 2 art"
    plain, keeping, careful = odds(words), odds(words, "keep land 2"), odds(words, "retreat when attackers < defenders")
    assert keeping.left["red"]["fighter"] < plain.left["red"]["fighter"]
    assert keeping.left["red"]["infantry"] > plain.left["red"]["infantry"]
    assert careful.lost["red"] < plain.lost["red"] and careful.retreat > 0.2 and plain.retreat == 0


def test_guns_are_reckoned_with() -> None:
    bare, defended = odds("land: 2 ftr vs 2 inf"), odds("land: 2 ftr vs 2 inf, 1 aa")
    assert defended.win < bare.win
    assert defended.left["red"]["fighter"] < bare.left["red"]["fighter"]


def test_a_battle_that_has_begun_goes_on_from_where_it_is() -> None:
    state = begun("land: 2 ftr vs 2 inf, 1 aa", "retreat after 2 rounds")
    state = done(state, Tape([1, 6, 6, 6, 6])).state
    found = baker.odds(state, "Field", seeded_numbers("a"), 10)
    assert found is not None and found.forces["red"] == {"fighter": 1}
    lone = reckoned(
        laid_out("land", {"fighter": 1}, {}, {"infantry": 2}, {"red": Orders(retreat=("after", 1)), "blue": Orders()}),
        2,
    )
    assert found.retreat == pytest.approx(sum(chance for (result, *_), chance in lone.items() if result == "retreated"))


def test_no_battle_no_odds() -> None:
    over = done(begun("land: 1 tank vs 1 inf"), Tape([1, 6])).state
    assert over.winner == "red"
    assert baker.odds(over, "", seeded_numbers("a"), 10) is None
    assert baker.odds(begun("land: 1 tank vs 1 inf"), "Sea", seeded_numbers("a"), 10) is None


@pytest.mark.long
def test_a_battle_post_and_the_odds_have_the_same_numbers() -> None:
    """In the posts of random campaigns and of single battles: exact with the odds, else near them and called so."""
    exact = about = 0
    for state, event in begun_battles():
        found, after = baker.odds(state, event.area, seeded_numbers("c"), 300), baker.tell(state, event)
        assert found is not None
        lost = {"attacker": found.lost[found.attacker], "defender": found.lost[found.defender]}
        assert bool(found.battles) == bool(event.simulated)
        if not event.simulated:
            assert event.expected == pytest.approx(lost, abs=0.0051) and "about" not in after
        else:
            assert event.expected == pytest.approx(lost, rel=0.1, abs=2)
            assert f"Expected losses: about {event.expected['attacker']:.1f}".removesuffix(".0") in after
            assert after.endswith(f" ({event.simulated} simulated battles).") and event.simulated >= 100
        exact, about = exact + (not event.simulated), about + bool(event.simulated)
    assert exact >= 8 and about >= 1


def begun_battles() -> Iterator[tuple[State, BattleBegan]]:
    """The public positions before battles, and the events that open them."""
    for words in (LARGE, "land: 1 tank vs 1 inf"):
        battle = begun(words)
        events = done(battle, random_games.Falling(1)).events
        yield baker.view(battle, ""), next(event for event in events if isinstance(event, BattleBegan))
    for scenario, seed in share((("two-shores", 0), ("two-shores", 1), ("middle-sea", 0)), (("two-shores", 1),)):
        for step in random_games.game(baker, scenario, seed):
            state = step.before
            for event in step.turn.events:
                if isinstance(event, BattleBegan):
                    yield baker.view(state, ""), event
                state = baker.apply(state, event)


def test_a_battle_of_nine_against_six_is_exact_in_the_post() -> None:
    state = begun("land: 6 inf 2 art 1 ftr vs 5 inf 1 tank")
    assert expected_losses(state, state.game.battles[0].area) == ({"attacker": 12.39, "defender": 19.46}, 0)


@pytest.mark.long
def test_a_quick_forecast_is_always_the_same() -> None:
    for words in (MIDDLING, LARGE):
        state = begun(words)
        area = state.game.battles[0].area
        assert forecast_at(state, area) == forecast_at(state, area)
        assert sum(forecast_at(state, area).ends.values()) == pytest.approx(1)


# what stored logs depend on
STACKS = (
    "Stack(type='transport', power=0, place='', zone=0, flown=0, ship=-1, cargo=0, listed=0)",
    "Stack(type='infantry', power=0, place='aboard', zone=0, flown=0, ship=0, cargo=0, listed=0)",
    "Stack(type='battleship', power=0, place='', zone=0, flown=0, ship=-1, cargo=0, listed=0)",
    "Stack(type='tank', power=0, place='overland', zone=0, flown=0, ship=-1, cargo=0, listed=0)",
)
SEED = (
    f"(Fight(kind='amphibious', attack=Corner(stacks=({', '.join(STACKS)}), "
    "losses=('infantry', 'artillery', 'tank', 'fighter', 'bomber'), "
    "targets=('bomber', 'fighter', 'tank', 'artillery', 'infantry'), keep=0), "
    "defend=Corner(stacks=(Stack(type='infantry', power=1, place='', zone=0, flown=0, ship=-1, cargo=0, listed=0),), "
    "losses=('infantry', 'artillery', 'tank', 'bomber', 'fighter'), "
    "targets=('loaded', 'battleship', 'carrier', 'bomber', 'fighter', 'tank', 'artillery', 'infantry', 'transport'), "
    "keep=0), guns=('fighter', 'bomber')), "
    "Stand(attack=Line(up=(1, 2, 1, 1), down=(0, 0, 0, 0), away=()), "
    "defend=Line(up=(1,), down=(0,), away=()), later=False, ashore=False))"
)
"""The text as the first logs had it, names of classes and fields included: never change it, change ``_seed``."""


def test_the_text_that_quick_samples_are_seeded_with_never_changes() -> None:
    """Each stored battle begins with expected losses that come from this text."""
    seen = begun("amphibious: 2 inf 1 trn 1 battleship + 1 tank overland vs 1 inf 1 aa")
    engaged = battle_in_area(seen, "Field")
    assert _seed(engaged.fight, engaged.stand) == SEED


@pytest.mark.long
def test_a_sample_from_that_text_never_changes() -> None:
    seen = begun("naval: 6 sub 4 ftr 3 bb 4 trn 3 carrier vs 5 sub 4 bb 4 ftr 3 carrier 5 trn")
    assert forecast_at(seen, "Sea").battles == 400
    assert expected_losses(seen, "Sea") == ({"attacker": 246.28, "defender": 174.73}, 400)


def test_judging_an_order_to_fight_calculates_no_losses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody sees them before the battle begins, and they take longer than all the rest."""
    state = begun(LARGE)
    monkeypatch.setattr("engine.systems.baker.rules.combat.odds._posted_forecast", None)
    ahead = Turn(state, NoDice(), baker.apply)
    with pytest.raises(Unforeseeable):
        fights.fight(ahead, state.game.battles[0].area)
    assert isinstance(ahead.events[0], BattleBegan)
    with pytest.raises(TypeError, match="not callable"):
        done(state, random_games.Falling(1))
