"""Pairing: everybody once, byes and repeats only where nothing else is left, and quick enough for 128 players."""

from collections import Counter
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.leagues import pairing
from engine.leagues.matching import PART, library
from engine.leagues.open_queue import queue_round
from engine.leagues.pairing import Contender, Pairs, nearness, pair
from engine.leagues.records import Ticket
from engine.leagues.round_robin import circle
from tests.engine.leagues.league_games import Log
from tests.support.many_cases import for_each
from tests.support.toy_system import NOW


@st.composite
def swiss_fields(draw: st.DrawFn) -> list[Contender]:
    """Players with points, and whom they have met before; who has had a bye."""
    size = draw(st.integers(2, 9))
    met: list[Counter[str]] = [Counter() for _ in range(size)]
    for one, other in draw(st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=12)):
        if one != other:
            met[one][f"p{other}"] += 1
            met[other][f"p{one}"] += 1
    points = sorted(draw(st.lists(st.integers(0, 12), min_size=size, max_size=size)), reverse=True)
    byes = draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))
    tilts = draw(st.lists(st.integers(-4, 4), min_size=size, max_size=size))
    rows = zip(points, met, tilts, byes, strict=True)
    return [Contender(f"p{at}", *row) for at, row in enumerate(rows)]


def ways(players: list[Contender]) -> list[tuple[int, int]]:
    """Second byes and repeats of every possible round, tried one by one."""
    if not players:
        return [(0, 0)]
    first, *rest = players
    found = list[tuple[int, int]]()
    if len(players) % 2:
        found += [(first.byes + bye, again) for bye, again in ways(rest)]
    for at, other in enumerate(rest):
        left = [*rest[:at], *rest[at + 1 :]]
        found += [(bye, again + first.met.get(other.player, 0)) for bye, again in ways(left)]
    return found


@settings(max_examples=60, deadline=None)
@given(swiss_fields())
def test_everybody_is_paired_once_and_nothing_is_repeated_that_need_not_be(players: list[Contender]) -> None:
    made = pair(players)
    named = [player for match in made.pairs for player in match] + ([made.bye] if made.bye else [])
    assert sorted(named) == sorted(one.player for one in players)
    assert bool(made.bye) is bool(len(players) % 2)
    by_name = {one.player: one for one in players}
    second_byes = by_name[made.bye].byes if made.bye else 0
    repeats = sum(by_name[one].met.get(other, 0) for one, other in made.pairs)
    assert (second_byes, repeats) == min(ways(players))


@settings(max_examples=25, deadline=None)
@given(st.integers(4, 13), st.randoms(use_true_random=False))
def test_in_a_swiss_season_nobody_meets_twice_or_has_two_byes(size: int, chance: Random) -> None:
    log = Log(size, rounds=size // 2)
    for _ in range(size // 2):
        log.play_round(chance)
    meetings = Counter(frozenset(match.players) for match in log.league.matches.values())
    byes = Counter(player for held in log.league.rounds for player in held.byes)
    assert max(meetings.values()) == 1
    assert max(byes.values(), default=0) <= 1


def test_points_weigh_more_than_sides_and_sides_more_than_time_zones() -> None:
    def far(player: str, points: int, tilt: int, offset: int) -> Contender:
        return Contender(player, points, tilt=tilt, offset=offset)

    by_points = pair([far("a", 9, 3, 0), far("b", 9, 3, 720), far("c", 3, -3, 0), far("d", 3, -3, 720)])
    assert {frozenset(match) for match in by_points.pairs} == {frozenset("ab"), frozenset("cd")}
    by_sides = pair([far("a", 3, 3, 0), far("b", 3, 3, 0), far("c", 3, -3, 720), far("d", 3, -3, 720)])
    assert all({one, other} & set("ab") and {one, other} & set("cd") for one, other in by_sides.pairs)
    assert all(one in "cd" for one, _ in by_sides.pairs), "those who have had the first side less often get it"
    by_zones = pair([far("a", 3, 0, 0), far("b", 3, 0, 600), far("c", 3, 0, 630), far("d", 3, 0, -30)])
    assert {frozenset(match) for match in by_zones.pairs} == {frozenset("ad"), frozenset("bc")}


def test_nearness_goes_round_the_world() -> None:
    assert nearness(Contender("a", offset=-660), Contender("b", offset=720)) == 1
    assert nearness(Contender("a", pace=24), Contender("b", pace=96)) == 2
    assert nearness(Contender("a", offset=60, pace=24), Contender("b")) == 0


def test_the_bye_goes_to_the_last_who_has_had_none() -> None:
    players = [Contender("a", 6), Contender("b", 3), Contender("c", 0, byes=1)]
    assert pair(players).bye == "b"
    assert pair([Contender("a")]) == ((), "a")
    assert pair([]) == ((), "")


def test_the_circle_brings_everybody_together_once() -> None:
    for size in range(2, 12):
        players = [f"p{at}" for at in range(size)]
        rounds = size - 1 + size % 2
        pairs = [frozenset(match) for number in range(rounds) for match in circle(players, number)]
        assert len(pairs) == len(set(pairs)) == size * (size - 1) // 2


def test_128_players_are_paired_in_under_a_second() -> None:
    log = Log(128, rounds=9)
    library("networkx")  # imported before the clock runs
    longest = 0.0
    for _ in range(9):
        began = process_time()
        numbers = log.pair()
        longest = max(longest, process_time() - began)
        for number in numbers:
            log.win(number, log.league.matches[number].players[number % 2])
    assert longest < 1


@pytest.mark.long
@for_each("size", (255, 512))
def test_many_players_are_paired_in_parts_in_under_two_seconds(size: int) -> None:
    log, longest = Log(size, rounds=4), 0.0
    for number in range(4):
        began = process_time()
        matches = log.pair()
        longest = max(longest, process_time() - began)
        if not number:
            (first, second), half = log.league.matches[1].players, PART // 2
            assert {first, second} == {"p01", f"p{1 + size // 2}"}, f"the upper half meets the lower, {half} at a time"
        for match in matches:
            log.win(match, log.league.matches[match].players[match % 2])
    assert longest < 2
    meetings = Counter(frozenset(match.players) for match in log.league.matches.values())
    byes = Counter(player for held in log.league.rounds for player in held.byes)
    assert max(meetings.values()) == 1 and len(meetings) == 4 * (size // 2)
    assert max(byes.values(), default=1) == 1 and sum(byes.values()) == 4 * (size % 2)


def test_a_long_queue_is_paired_in_parts_in_under_two_seconds() -> None:
    chance = Random(1)
    tickets = [Ticket(f"p{at}", chance.choice((24, 48)), chance.randint(1200, 1800), NOW) for at in range(512)]
    began = process_time()
    made = queue_round(tickets, {}, NOW)
    assert process_time() - began < 2
    known, named = {one.player: one for one in tickets}, [player for match in made for player in match]
    assert len(named) == len(set(named)) >= 500
    assert all(known[one].pace == known[other].pace for one, other in made)
    assert max(abs(known[one].rating - known[other].rating) for one, other in made) <= 100


@for_each("seed", range(4))
def test_few_candidates_cost_no_more_than_all(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance, size = Random(seed), 48
    met: list[Counter[str]] = [Counter() for _ in range(size)]
    for one in range(size):
        for other in chance.sample(range(max(0, one - 8), min(size, one + 8)), 6):
            if one != other:
                met[one][f"p{other}"] += 1
                met[other][f"p{one}"] += 1
    points = sorted((chance.randrange(22) for _ in range(size)), reverse=True)
    field = [Contender(f"p{at}", points[at], met[at], chance.randint(-2, 2)) for at in range(size)]
    few = pair(field)
    with monkeypatch.context() as patched:
        patched.setattr(pairing, "CANDIDATES", ())
        assert gaps(field, few) == gaps(field, pair(field))


def gaps(field: list[Contender], made: Pairs) -> tuple[int, int]:
    """Repeats, and squared differences of points."""
    known = {one.player: one for one in field}
    pairs = [(known[one], known[other]) for one, other in made.pairs]
    return sum(one.met[other.player] for one, other in pairs), sum(
        (one.points - other.points) ** 2 for one, other in pairs
    )
