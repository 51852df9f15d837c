"""A league follows from its log alone, and refuses whatever cannot follow, without changing."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import Refused
from engine.leagues.entries import (
    Bid,
    BidSealed,
    BidsOpened,
    Entered,
    GameOpened,
    MatchPaired,
    Paired,
    Queued,
    Reopened,
    Reported,
    Ruled,
    SeasonClosed,
    Unqueued,
    Withdrew,
)
from engine.leagues.knock_out import survivor
from engine.leagues.overview import rounds_grid
from engine.leagues.player_names import name_key
from engine.leagues.ratings import rated_games
from engine.leagues.rounds import challenge, next_round
from engine.leagues.standings import standings
from tests.engine.leagues.league_games import Log, everything, refused, table

FORMATS = ("swiss", "round-robin", "knock-out")


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(FORMATS), st.sampled_from(("single", "mirrored")), st.randoms(use_true_random=False))
def test_what_is_shown_is_recomputed_from_the_log(form: str, sides: str, chance: Random) -> None:
    log = Log(7, format=form, sides=sides, divisions=("first", "second"), moves=1)
    for number in (1, 2, 3):
        log.add(Entered(f"late{number}", "first"))
    for deed in range(12):
        try:
            log.play_round(chance)
        except Refused as over:
            assert over.code == "season-over"
            log.close()
        if deed == 1:
            log.add(Withdrew("p03", "moved"))
            match = next(log.league.season_matches())
            log.add(Reopened(match.number, 1, "the game was rewound"))
            log.add(Ruled(match.number, "forfeit", "no answer", "host", match.players[0]))
    assert log.league.season > 1
    assert everything(log.again()) == everything(log.league)


def test_what_cannot_follow_is_refused_and_changes_nothing() -> None:
    log = Log(4, rating=0)
    league = log.league
    refused(league, log.opened, "league-open")
    refused(league, Entered("p01"), "entered-already", "p01")
    refused(league, Entered("new", "third"), "no-such-division", "third")
    for name in ("P01", "Ｐ０１"):
        refused(league, Entered(name), "entered-already", "p01 has entered")
    for name in ("", " ", "Draw", "ＤＲＡＷ", "x" * 81, "\x1b[1m", "new ", " new", "n  ew"):
        refused(league, Entered(name), "bad-name", "1 to 80 letters")
    refused(league, Withdrew("p01", "x" * 501), "too-long", "501")
    refused(league, Withdrew("nobody"), "no-such-player", "p01, p02, p03, p04")
    refused(league, Queued("p01", 24), "no-queue")
    refused(league, Reported(1, "p01"), "no-such-match", "No round")
    refused(league, SeasonClosed(1), "no-season", "no round yet")
    refused(league, Paired(2, (MatchPaired(1, ("p01", "p02"), "ford"),)), "bad-round")
    refused(league, Paired(1, (MatchPaired(7, ("p01", "p02"), "ford"),)), "bad-round")
    refused(league, Paired(1, (MatchPaired(1, ("p01", "p02"), "ford"),), ("p02",)), "bad-round")
    refused(league, Paired(1, ()), "bad-round")
    first, second = log.pair()
    winner = league.matches[first].players[0]
    refused(league, Reported(9, "p01"), "no-such-match", "The last one is 2")
    refused(league, Reported(first, "p99"), "not-in-match", "p99", *league.matches[first].players)
    refused(league, Reported(first, winner, 2), "no-such-game", "only game 1")
    refused(league, Reported(first, winner, 1, (-1, 4)), "bad-number", "-1")
    refused(league, Ruled(first, "forfeit", " ", "host", winner), "no-reason")
    refused(league, Ruled(first, "forfeit", "x" * 501, "host", winner), "too-long", "501")
    refused(league, Ruled(first, "forfeit", "late", "host"), "not-in-match")
    refused(league, Ruled(first, "double-loss", "late", "host", winner), "bad-ruling")
    refused(league, Reopened(first, 1, "why"), "no-result")
    refused(league, Bid(first, (1, 2)), "no-bids")
    refused(league, SeasonClosed(1), "open-matches", "2 matches")
    log.add(GameOpened(first, "raid-1"))
    refused(league, GameOpened(first, "raid-2"), "game-open", "raid-1")
    log.win(first, winner)
    refused(league, Reported(first, winner), "has-result", f"{winner} won")
    refused(league, Ruled(first, "adjudication", "late", "host", winner), "has-result")
    refused(league, Reopened(first, 1, ""), "no-reason")
    log.add(Withdrew(winner))
    refused(league, Withdrew(winner), "withdrawn-already")
    log.win(second)
    log.close()
    refused(league, Reported(second, ""), "season-closed", "season 1")
    refused(league, SeasonClosed(1), "no-season")


def test_a_round_waits_for_the_results_that_decide_it() -> None:
    log = Log(4)
    log.pair()
    with pytest.raises(Refused) as caught:
        next_round(log.league, log.now)
    assert "2 matches of Cup are not complete: match 1, p" in str(caught.value)
    lonely = Log(1)
    with pytest.raises(Refused, match="has 1 player, and a round needs 2"):
        next_round(lonely.league, lonely.now)


def test_entry_requirements() -> None:
    log = Log(0, rating=1550, reliability=80)
    refused(log.league, Entered("ann"), "not-admitted", "rating of 1550", "none is known")
    refused(log.league, Entered("ann", rating=1600, reliability=79), "not-admitted", "80 %", "theirs is 79")
    log.add(Entered("ann", rating=1550, reliability=80))
    assert log.league.entrants["ann"].rating == 1550


def test_a_forfeit_a_double_loss_and_an_adjudication() -> None:
    log = Log(6, points=(3, 1, 1))
    one, two, three = log.pair()
    players = {number: log.league.matches[number].players for number in (one, two, three)}
    log.add(Ruled(one, "forfeit", "silent for a month", "host", players[one][0]))
    log.add(Ruled(two, "double-loss", "neither wrote", "host"))
    log.add(Ruled(three, "adjudication", "clearly won", "host", players[three][0]))
    points = {row.player: row.points for row in standings(log.league)}
    assert [points[player] for number in (one, two, three) for player in players[number]] == [3, 0, 0, 0, 3, 1]
    rated = rated_games(log.league.matches.values(), "toy")
    assert [game.players for game in rated] == [players[three]]


def test_a_rewound_game_counts_again_when_it_ends_again() -> None:
    log = Log(2)
    (number,) = log.pair()
    one, other = log.league.matches[number].players
    log.win(number, one)
    log.add(Reopened(number, 1, "the game was rewound"))
    assert [row.points for row in standings(log.league)] == [0, 0]
    log.win(number, other)
    assert standings(log.league)[0].player == other


def test_a_bid_is_taken_from_the_score_of_the_first_side() -> None:
    log = Log(2, sides="bids")
    (number,) = log.pair()
    one, other = log.league.matches[number].players
    log.add(Bid(number, (2, 5)))
    assert log.league.matches[number].games[0].players == (other, one)
    refused(log.league, Bid(number, (2, 5)), "bid-already", "5")
    refused(log.league, Reported(number, other), "no-scores", "bid of 5")
    wins = "10-14 means p01 10 and p02 14, as match 1 names them; less the bid of 5 that p02 made, p01 wins"
    for wrong, why in ((other, "conceded"), ("", "agreed")):
        ruling = f"`league adjudicate cup 1 {wrong or 'draw'} {why}`"
        refused(log.league, Reported(number, wrong, 1, (10, 14)), "other-winner", wins, " cup 1 p01 10-14`", ruling)
    refused(log.league, Reported(number, one, 1, (10, 15)), "other-winner", "it is a draw: `league result cup 1 draw")
    log.add(Reported(number, one, 1, (10, 14)))
    rows = {row.player: row for row in standings(log.league)}
    assert (rows[one].points, rows[one].score, rows[other].score) == (3, 1, -1)


@pytest.mark.parametrize("bid", [0, 5])
def test_a_bid_decides_games_that_end_on_scores_and_no_others(bid: int) -> None:
    """Of a game at this table, whose winner is known."""
    log = Log(2, sides="bids")
    (number,) = log.pair()
    one, other = log.league.matches[number].players
    log.add(Bid(number, (bid, 0)))
    for agreed, scores, won, counts in (
        (False, (14, 10), one, other if bid else one),
        (False, (15, 10), one, "" if bid else one),
        (False, (16, 10), other, one if bid else other),
        (True, (3, 0), one, one),
        (True, (0, 90), one, one),
        (True, (90, 0), "", ""),
        (True, None, other, other),
    ):
        log.add(Reported(number, won, 1, scores, "raid-1", agreed))
        assert [result.winner for result in log.league.matches[number].results] == [counts]
        log.add(Reopened(number, 1, "rewound"))


@pytest.mark.parametrize(("counts", "draw", "won"), [(False, 10, 5), (True, -20, -25)])
def test_an_agreed_game_keeps_its_scores_whatever_the_bid(counts: bool, draw: int, won: int) -> None:
    """Logs of earlier programs keep their tables, in which the bid counted."""
    log = Log(2, format="knock-out", sides="bids")
    (number,) = log.pair()
    one, other = log.league.matches[number].players
    log.add(Bid(number, (30, 0)), Reported(number, "", 1, (90, 80), "raid-1", True, counts))
    assert survivor(log.league, number) == (other if counts else one)
    assert {row.player: row.score for row in table(log)} == {one: draw, other: -draw}
    log.add(Reopened(number, 1, "rewound"), Reported(number, one, 1, (55, 50), "raid-1", True, counts))
    assert {row.player: row.score for row in table(log)} == {one: won, other: -won}
    assert rounds_grid(log.league, 1, str).rows[0][-1] == f"{one} won by concession"


def test_a_winner_that_contradicts_the_scores_is_refused() -> None:
    log = Log(2, sides="mirrored")
    (number,) = log.pair()
    other = log.league.matches[number].players[1]
    lines = ("`league result cup 1.2 p02 4-12`", "`league result cup 1.2 p02`")
    refused(log.league, Reported(number, other, 2, (12, 4)), "other-winner", "12-4 means p01 12 and p02 4", *lines)
    log.add(Reported(number, other, 1, (4, 4)), Reported(number, "", 2, (12, 4)))
    assert log.league.matches[number].complete, "tie-breaks and margins are the system's"
    assert [(row.games, row.won + row.drawn + row.lost) for row in standings(log.league)] == [(2, 2), (2, 2)]


def test_scenarios_go_round() -> None:
    log = Log(4, format="round-robin", scenarios=("ford", "mill", "wells"))
    chance = Random(1)
    for _ in range(3):
        log.play_round(chance)
    for player in log.league.entrants:
        played = [match.scenario for match in log.league.matches.values() if player in match.players]
        assert len(set(played)) >= 2


def test_the_tables_of_a_closed_season_stay_as_they_were() -> None:
    log = Log(4, format="round-robin", divisions=("first", "second"), moves=1)
    log.add(*(Entered(f"q{number}", "first") for number in range(4)))
    for _ in range(3):
        for number in log.pair():
            log.win(number, log.league.matches[number].players[0], (9, 4))
    log.close()
    closed = {division: table(log, division, 1) for division in ("first", "second")}
    log.add(Withdrew("p01"), Withdrew("q3"), Entered("new"), Withdrew("p02"), Entered("p02", "first"))
    log.pair()
    log.add(Withdrew("p03"))
    assert {division: table(log, division, 1) for division in ("first", "second")} == closed
    assert not any(row.withdrawn for rows in closed.values() for row in rows)
    assert {division: [*standings(log.again(), division, 1)] for division in closed} == closed


PLAYERS = st.sampled_from(("p01", "p02", "p03", "p04", "new", "P01", "p02 ", "NEW", "", "\x1b[1m"))
NUMBERS = st.integers(-1, 5)
BODIES = st.one_of(
    st.builds(Entered, PLAYERS, st.sampled_from(("", "north", "south"))),
    st.builds(Withdrew, PLAYERS),
    st.builds(Queued, PLAYERS, NUMBERS),
    st.builds(Unqueued, PLAYERS),
    st.builds(BidSealed, NUMBERS, PLAYERS, st.sampled_from(("a" * 64, "a", ""))),
    st.builds(BidsOpened, NUMBERS, st.tuples(NUMBERS, NUMBERS), st.tuples(*[st.sampled_from(("", "a" * 32))] * 2)),
    st.builds(Bid, NUMBERS, st.tuples(NUMBERS, NUMBERS)),
    st.builds(GameOpened, NUMBERS, st.sampled_from(("a-1", "a-2")), NUMBERS),
    st.builds(Reported, NUMBERS, PLAYERS, NUMBERS, st.none() | st.tuples(NUMBERS, NUMBERS)),
    st.builds(Ruled, NUMBERS, st.sampled_from(("forfeit", "adjudication", "double-loss")), st.just("why"), PLAYERS),
    st.builds(Reopened, NUMBERS, NUMBERS, st.sampled_from(("", "why"))),
    st.builds(SeasonClosed, NUMBERS),
    st.just("pair"),
    st.builds(lambda one, other: (one, other), PLAYERS, PLAYERS),
)


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from((*FORMATS, "ladder", "queue")),
    st.sampled_from(("single", "mirrored", "bids")),
    st.lists(BODIES, max_size=40),
)
def test_whatever_is_asked_for_happens_whole_or_is_refused(form: str, sides: str, asked: list[object]) -> None:
    log = Log(4, format=form, sides=sides, divisions=("north", "south") if form in FORMATS else (), moves=1)
    for what in asked:
        before = everything(log.league)
        try:
            match what:
                case "pair":
                    log.pair()
                case (str(one), str(other)):
                    log.add(challenge(log.league, one, other, log.now))
                case body:
                    log.add(body)  # type: ignore[arg-type]
        except Refused as refused:
            assert str(refused).endswith((".", "`", "?", '"')) and refused.code
            assert everything(log.league) == before
    assert len({name_key(player) for player in log.league.entrants}) == len(log.league.entrants)
    assert everything(log.again()) == everything(log.league)
