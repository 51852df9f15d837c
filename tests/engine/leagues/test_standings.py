"""Standings by hand: every tie-break on a table that is small enough to be added up on paper."""

from engine.leagues.entries import MatchPaired, Paired, Reported, Withdrew
from engine.leagues.standings import standings
from engine.log.deadline import add_seconds
from tests.engine.leagues.league_games import WEEK, Log

RESULTS = [
    [("p01", "p02", 10, 4), ("p03", "p04", 8, 7)],
    [("p01", "p03", 2, 9), ("p02", "p04", 5, 5)],
    [("p01", "p04", 6, 1), ("p02", "p03", 7, 3)],
]


def played(ties: tuple[str, ...]) -> Log:
    """Four players, all against all; the higher score wins."""
    log = Log(4, format="round-robin", tie_breaks=ties)
    for number, games in enumerate(RESULTS, 1):
        first = len(log.league.matches) + 1
        pairs = [MatchPaired(first + at, (one, other), "ford") for at, (one, other, *_) in enumerate(games)]
        log.add(Paired(number, tuple(pairs)))
        for pair, (one, other, mine, theirs) in zip(pairs, games, strict=True):
            winner = one if mine > theirs else other if theirs > mine else ""
            log.add(Reported(pair.number, winner, 1, (mine, theirs)))
    return log


def test_points_then_direct_encounter_then_schedule_then_score() -> None:
    rows = standings(played(("direct", "schedule", "score")).league)
    table = [
        (row.player, row.points, row.direct, row.schedule, row.score, row.won, row.drawn, row.lost) for row in rows
    ]
    assert table == [
        ("p03", 6, 3, 11, 4, 2, 0, 1),
        ("p01", 6, 0, 11, 4, 2, 0, 1),
        ("p02", 4, 0, 13, -2, 1, 1, 1),
        ("p04", 1, 0, 16, -6, 0, 1, 2),
    ]
    assert [row.place for row in rows] == [1, 2, 3, 4]


def test_another_order_of_tie_breaks() -> None:
    rows = standings(played(("score",)).league)
    assert [row.player for row in rows] == ["p01", "p03", "p02", "p04"], "equal scores: who entered first"


def test_a_bye_counts_as_a_win_and_as_an_opponent_with_as_many_points() -> None:
    log = Log(3, rounds=1)
    (number,) = log.pair()
    log.win(number, log.league.matches[number].players[0], (5, 2))
    rows = {row.player: row for row in standings(log.league)}
    (rested,) = log.league.rounds[0].byes
    assert (rows[rested].points, rows[rested].schedule, rows[rested].byes, rows[rested].games) == (3, 3, 1, 0)


def test_whoever_withdraws_keeps_a_line_in_the_season_in_which_they_played() -> None:
    log = Log(4)
    for number in log.pair():
        log.win(number, log.league.matches[number].players[0])
    log.add(Withdrew("p01"))
    assert [row.player for row in standings(log.league) if row.withdrawn] == ["p01"]
    log.close()
    assert len(standings(log.league, "", 1)) == 4
    assert [row.player for row in standings(log.league)] == ["p02", "p03", "p04"]


def test_rounds_of_a_round_robin_paired_together_are_due_one_after_another() -> None:
    log = Log(4, format="round-robin", days=7)
    for _ in range(3):
        log.pair()
    assert [held.due for held in log.league.rounds] == [add_seconds(log.now, weeks * WEEK) for weeks in (1, 2, 3)]
    without = Log(2, days=0)
    without.pair()
    assert without.league.rounds[0].due == ""
