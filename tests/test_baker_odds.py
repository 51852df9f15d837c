"""The odds of Baker's battles: as published, as pencil and paper reckon them, and as battles that are fought come out."""
from collections.abc import Iterator
from math import comb
from random import Random

import pytest

from duels import Duel, begun, done, random_duel
from engine.contract.odds import Bar, Odds
from engine.systems import baker
from engine.systems.baker.forecast import Graph, exact, sampled
from engine.systems.baker.odds import drawn, expected, forecast_at
from pencil import COST, Orders, Sheet, Unit, fought

PUBLISHED = {
    "land: 6 inf 2 art 1 ftr vs 5 inf 1 tank": (
        92.84, 0.59, 6.57, {"infantry": 2.669, "artillery": 1.615, "fighter": 0.928}, {"infantry": 0.144, "tank": 0.023}),
    "land: 4 tank vs 4 inf": (73.50, 4.20, 22.30, {"tank": 1.696}, {"infantry": 0.405}),
    "naval: 2 sub vs 1 battleship": (67.98, 0.00, 32.02, {"submarine": 1.268}, {"battleship": 0.320}),
    "amphibious: 4 inf 2 trn 1 battleship vs 2 inf 1 art": (
        56.97, 0.34, 42.69, {"infantry": 1.544}, {"infantry": 0.388, "artillery": 0.392})}


def odds(words: str, red: str = "", blue: str = "", battles: int = 1000, seed: str = "a") -> Odds:
    found = baker.odds(begun(words, red, blue), "", drawn(seed), battles)
    assert found is not None
    return found


@pytest.mark.parametrize("words", PUBLISHED)
def test_the_published_odds(words: str) -> None:
    win, draw, loss, attackers, defenders = PUBLISHED[words]
    found = odds(words)
    assert found.battles == 0
    assert [round(100 * share, 2) for share in (found.win, found.draw, found.loss, found.retreat)] == [win, draw, loss, 0]
    for side, left in (("red", attackers), ("blue", defenders)):
        assert {kind: round(found.left[side][kind], 3) for kind in left} == left


# reckoned with pencil and paper
Key = tuple[str, tuple[Unit, ...], tuple[Unit, ...]]


def reckoned(sheet: Sheet, most: int) -> dict[Key, float]:
    """Every end with its chance, each position of units looked at once; rounds beyond ``most`` are all alike."""
    ends, waiting = dict[Key, float](), {(0, tuple(sorted(sheet.units)), ()): 1.0}
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
    found, ends = baker.odds(duel.begun(), "", drawn("a"), 10), reckoned(duel.sheet, 4)
    assert found is not None and found.battles == 0, duel.words
    shares = {result: sum(chance for (how, *_), chance in ends.items() if how == result) for result in ("won", "draw", "lost", "retreated")}
    says = f"{duel.words}\n{duel.red}\n{duel.blue}"
    assert sum(shares.values()) == pytest.approx(1)
    assert (found.win, found.draw, found.loss, found.retreat) == pytest.approx(tuple(shares.values()), abs=1e-9), says
    before = tuple(duel.sheet.units)
    for side in ("red", "blue"):
        left = sum(chance * worth((*units, *away), side) for (_, units, away), chance in ends.items())
        assert found.lost[side] == pytest.approx(worth(before, side) - left, abs=1e-6), says
        for kind in found.left[side]:
            mean = sum(chance * sum((unit.side, unit.type) == (side, kind) for unit in (*units, *away)) for (_, units, away), chance in ends.items())
            assert found.left[side][kind] == pytest.approx(mean, abs=1e-9), says


@pytest.mark.parametrize("seed", range(8))
def test_small_battles_as_with_pencil_and_paper(seed: int) -> None:
    random = Random(seed)
    checked = 0
    while checked < 4:
        duel = random_duel(random, 2)
        if len(duel.sheet.units) <= 7:
            agree(duel)
            checked += 1
