"""Round robins, knock-outs, ladders, open queues and divisions: who plays, who goes on, and who stands where."""

from random import Random
from time import process_time

import pytest

from engine.errors import Refused
from engine.leagues.awards import champions
from engine.leagues.entries import (
    Became,
    Entered,
    MatchPaired,
    Paired,
    Queued,
    Reopened,
    Reported,
    Ruled,
    Unqueued,
    Withdrew,
)
from engine.leagues.overview import crosstable_grid, rounds_grid, standings_grid
from engine.leagues.rounds import challenge
from engine.leagues.standings import standings
from engine.log.deadline import add_seconds
from tests.engine.leagues.league_games import WEEK, Log, refused, table

FORMATS = ("swiss", "round-robin", "knock-out")


def test_a_late_entry_and_a_withdrawal_in_a_round_robin() -> None:
    log = Log(5, format="round-robin")
    chance = Random(4)
    log.play_round(chance)
    log.add(Entered("late"), Withdrew("p02"))
    while True:
        try:
            log.play_round(chance)
        except Refused as over:
            assert over.code == "season-over"
            break
    met = [frozenset(match.players) for match in log.league.matches.values()]
    stayed = ["p01", "p03", "p04", "p05", "late"]
    assert all(met.count(frozenset((one, other))) == 1 for one in stayed for other in stayed if one < other)
    assert len(met) == len(set(met))


def test_mirrored_matches_and_a_knock_out_with_ties() -> None:
    log = Log(5, format="knock-out", sides="mirrored")
    (number,) = log.pair()
    match = log.league.matches[number]
    assert log.league.rounds[0].byes == ("p01", "p02", "p03")
    assert [game.players for game in match.games] == [match.players, match.players[::-1]]
    log.add(Reported(number, "p04", 1), Reported(number, "p05", 2))
    final_four = log.pair()
    assert {player for made in final_four for player in log.league.matches[made].players} == {
        "p01",
        "p02",
        "p03",
        "p04",
    }
    for made in final_four:
        log.add(Ruled(made, "double-loss", "neither wrote", "host"))
    with pytest.raises(Refused, match="has had all its 2 rounds"):
        log.pair()


def knock_out(players: int, rounds: int) -> Log:
    """In which the best seed has won each match."""
    log = Log(players, format="knock-out")
    for _ in range(rounds):
        for number in log.pair():
            log.win(number, min(log.league.matches[number].players))
    return log


def places(log: Log) -> list[str]:
    return [row.player for row in table(log)]


@pytest.mark.parametrize("gone", ["p01", "p02"])
def test_a_finalist_who_withdraws_leaves_the_cup_to_the_other(gone: str) -> None:
    log = knock_out(4, 1)
    rival = {"p01": "p02", "p02": "p01"}[gone]
    log.add(Withdrew(gone, "moved", True))
    assert places(log) == [rival, gone, "p03", "p04"]
    with pytest.raises(Refused, match="Close it"):
        log.pair()
    log.close()
    assert [row.player for row in table(log, "", 1)][:2] == [rival, gone]


def test_whoever_withdraws_from_a_knock_out_keeps_what_they_have_won() -> None:
    log = knock_out(8, 1)
    log.add(Withdrew("p04", "moved", True))
    assert places(log)[:4] == ["p01", "p02", "p03", "p04"]
    for number in log.pair():
        log.win(number, min(log.league.matches[number].players))
    assert places(log).index("p04") < places(log).index("p05")
    assert places(log).index("p03") < places(log).index("p04"), "who played on, and lost"
    for number in log.pair():
        log.win(number, "p02")
    log.add(Withdrew("p02", "moved", True))
    assert places(log)[0] == "p02", "the final was won before"
    old = knock_out(4, 1)
    old.add(Withdrew("p01", "moved"))
    assert places(old)[:2] == ["p01", "p02"], "in the log of an earlier program"


def test_nobody_changes_division_once_they_were_paired() -> None:
    log = Log(0, format="round-robin", divisions=("a", "b"))
    log.add(*(Entered(name, name[0]) for name in ("a1", "a2", "a3", "b1", "b2")))
    log.add(Withdrew("b2"), Entered("b2", "a"), Withdrew("b2"), Entered("b2", "b"))
    log.pair()
    (bye,) = log.league.rounds[0].byes
    for player in {"a1", bye}:
        log.add(Withdrew(player))
        refused(log.league, Entered(player, "b"), "division-fixed", f"`league enter cup {player} division=a`")
        log.add(Entered(player))
        assert log.league.entrants[player].division == "a"
    for match in log.league.open_matches():
        log.win(match.number)
    log.close()
    log.add(Withdrew("a1"), Entered("a1", "b"))
    assert [len(table(log, division, 0)) for division in "ab"] == [2, 3]
    assert [len(table(log, division, 1)) for division in "ab"] == [3, 2]


def test_promotion_and_relegation() -> None:
    log = Log(0, format="round-robin", divisions=("first", "second"), moves=1)
    log.add(*(Entered(name, division) for division, names in (("first", "abc"), ("second", "xyz")) for name in names))
    log.add(Withdrew("c"))
    for _ in range(3):
        try:
            for number in log.pair():
                log.win(number, min(log.league.matches[number].players))
        except Refused:
            break
    log.close()
    divisions = {one.player: one.division for one in log.league.active()}
    assert divisions == {"a": "first", "x": "first", "b": "second", "y": "second", "z": "second"}
    assert [row.player for row in table(log, "second", 1)] == ["x", "y", "z"]
    assert [row.player for row in table(log, "first", 1)] == ["a", "b"], "c left before the first round"


def test_a_ladder() -> None:
    log = Log(5, format="ladder", reach=2)
    assert log.league.ladder() == ["p01", "p02", "p03", "p04", "p05"]
    for challenged, words in (("p01", "rung 5 and p01 on rung 1"), ("p05", "p05 can challenge p03 or p04")):
        with pytest.raises(Refused) as caught:
            challenge(log.league, "p05", challenged, log.now)
        assert words in str(caught.value)
    log.add(challenge(log.league, "p05", "p03", log.now))
    with pytest.raises(Refused, match="has to be finished first"):
        challenge(log.league, "p04", "p03", log.now)
    log.win(1, "p05")
    assert log.league.ladder() == ["p01", "p02", "p05", "p03", "p04"]
    log.add(Reopened(1, 1, "rewound"))
    assert log.league.ladder() == ["p01", "p02", "p03", "p04", "p05"]
    log.win(1, "p03")
    log.add(Withdrew("p01"))
    assert [row.player for row in table(log)][:4] == ["p02", "p03", "p04", "p05"]
    with pytest.raises(Refused, match="is a ladder, without rounds"):
        log.pair()
    with pytest.raises(Refused, match="p02 is at the top already"):
        challenge(log.league, "p02", "p03", log.now)


def test_an_open_queue() -> None:
    log = Log(4, format="queue")
    log.add(Queued("p01", 24, 1500), Queued("p02", 24, 1700), Queued("p03", 200, 1510))
    refused(log.league, Queued("p01", 24), "queued-already")
    with pytest.raises(Refused, match="3 tickets, and no two of them fit yet"):
        log.pair()
    since = log.league.tickets["p03"].at
    log.now = add_seconds(log.now, 3600)
    log.add(Queued("p03", 190, 1510))
    assert (log.league.tickets["p03"].pace, log.league.tickets["p03"].at) == (190, since), "who waits keeps their place"
    log.add(Unqueued("p03"), Queued("p03", 200, 1510))
    refused(log.league, Unqueued("p04"), "no-ticket", "`league queue cup p04 pace=24`")
    log.add(Queued("p04", 24, 1520))
    (number,) = log.pair()
    assert set(log.league.matches[number].players) == {"p01", "p04"}
    log.now = add_seconds(log.now, WEEK)
    (number,) = log.pair()
    assert set(log.league.matches[number].players) == {"p02", "p03"}
    assert not log.league.tickets


@pytest.mark.long
def test_a_long_ladder_is_folded_and_a_large_crosstable_is_made_in_a_moment() -> None:
    log, chance = Log(24, format="ladder"), Random(2)
    for number in range(1, 1501):
        players = chance.sample([*log.league.entrants], 2)
        made = MatchPaired(number, (players[0], players[1]), "ford")
        log.add(Paired(number, (made,)), Reported(number, players[0]))
    began = process_time()
    assert log.again().ladder() == log.league.ladder()
    assert process_time() - began < 1
    field = Log(256)
    for _ in range(3):
        field.play_round(chance)
    began = process_time()
    table = crosstable_grid(field.league, "", 0, str)
    assert process_time() - began < 2
    played = sum(cell not in ("", "x") for row in table.rows for cell in row[2:-1])
    assert played == 2 * len(field.league.matches)


def test_a_knock_out_is_seeded_by_ratings() -> None:
    log = Log(3, format="knock-out")
    log.add(Entered("best", rating=1700), Entered("last", rating=1200))
    log.pair()
    assert log.league.rounds[0].byes == ("best", "p01", "p02")


def test_a_ladder_of_an_earlier_season_stays_as_it_was() -> None:
    log = Log(3, format="ladder")
    for season, challenger, challenged in ((1, "p03", "p01"), (2, "p01", "p03")):
        log.add(challenge(log.league, challenger, challenged, log.now))
        log.win(season, challenger)
        log.close()
    assert [row.player for row in standings(log.league, "", 1)] == ["p03", "p01", "p02"]
    assert [row.player for row in standings(log.league)] == ["p01", "p03", "p02"]


@pytest.mark.parametrize("form", ["round-robin", "swiss", "knock-out"])
def test_without_two_players_in_a_division_there_is_no_round(form: str) -> None:
    log = Log(0, format=form, divisions=("first", "second"))
    log.add(Entered("ann", "first"), Entered("bob", "second"))
    with pytest.raises(Refused, match=r"No division of Cup has 2 players yet, .*: first 1, second 1"):
        log.pair()


def test_a_player_alone_in_a_division_has_no_byes() -> None:
    log = Log(0, format="swiss", rounds=2, divisions=("first", "second"))
    log.add(Entered("ann", "first"), *(Entered(name, "second") for name in ("bob", "cat", "dan")))
    for number in log.pair():
        log.win(number, log.league.matches[number].players[0])
    assert log.league.rounds[-1].byes in (("bob",), ("cat",), ("dan",))
    assert [row.points for row in table(log, "first")] == [0]


def test_rounds_and_notes_of_a_season_are_those_of_its_own_matches() -> None:
    log = Log(0, format="round-robin", divisions=("first", "second"))
    log.add(*(Entered(name, division) for division, names in (("first", "abc"), ("second", "xyz")) for name in names))
    for _ in range(3):
        for number in log.pair():
            if log.league.matches[number].division == "first":
                log.win(number, log.league.matches[number].players[0])
    notes = [standings_grid(log.league, division, 1, str).notes[-1] for division in ("first", "second")]
    assert "not complete" not in notes[0] and notes[1] == "3 matches not complete."
    for match in log.league.open_matches():
        log.win(match.number, match.players[0])
    log.close()
    log.add(Withdrew("a"), Became("a", "x"))
    grid = rounds_grid(log.league, 1, str)
    assert {len(row) for row in grid.rows} == {len(grid.head)} and "first / second" in {row[1] for row in grid.rows}
    log.pair()
    assert "not complete" not in "".join(standings_grid(log.league, "second", 1, str).notes)


def test_the_champion_is_the_first_even_if_a_bye_has_made_them_so() -> None:
    log = Log(3, format="swiss", rounds=1)
    (number,) = log.pair()
    log.win(number, log.league.matches[number].players[0], (9, 4))
    log.close()
    (champion,) = champions(log.league, 1)
    assert champion.players == (table(log, "", 1)[0].player,)
