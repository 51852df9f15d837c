"""Somebody is called otherwise: nothing of theirs is lost, secret bids stay provable, and some two cannot be one."""

import pytest

from engine.errors import Refused
from engine.leagues.awards import champions
from engine.leagues.bid_seals import bid_digest
from engine.leagues.desk import Leagues
from engine.leagues.entries import Became, BidsDropped, BidsOpened, Entered, Ruled, SeasonClosed, Template, Withdrew
from engine.leagues.ratings import rate, rated_games
from engine.leagues.rounds import next_round
from engine.leagues.standings import standings
from engine.log.journal import Journal
from tests.engine.leagues.league_games import Log
from tests.support.toy_system import NOW, entropy


def test_matches_points_and_awards_are_the_new_names() -> None:
    log = Log(4, format="round-robin")
    first = log.pair()
    for number in first:
        log.win(number, log.league.match(number).players[0])
    winner = log.league.match(first[0]).players[0]
    log.add(Became(winner, "alice"))
    (row,) = (row for row in standings(log.league) if row.player == "alice")
    assert (row.points, row.won) == (3, 1) and winner not in log.league.entrants
    while log.league.active():
        try:
            numbers = log.pair()
        except Refused:
            break
        for number in numbers:
            players = log.league.match(number).players
            log.win(number, "alice" if "alice" in players else players[0])
    log.close()
    log.add(Became("alice", "alice-2"), Withdrew("alice-2", "moved"))
    assert [award.players for award in champions(log.league, 1)] == [("alice-2",)]
    assert rate(rated_games(log.league.matches.values(), "toy")).find("alice-2", log.now)
    for name in ("ALICE", winner, "alice-2"):
        assert log.league.spelling(name) == "alice-2", "by every name that they had"
    with pytest.raises(Refused, match="alice-2 has entered"):
        log.add(Entered(winner))
    assert repr(vars(log.again())) == repr(vars(log.league))


def test_a_ladder_a_queue_and_the_opened_league_follow() -> None:
    ladder = Log(3, format="ladder")
    ladder.add(Became("p01", "new"), Became("host", "owner"))
    assert ladder.league.ladder() == ["new", "p02", "p03"] and ladder.league.owner == "owner"
    assert list(ladder.league.entrants) == ["new", "p02", "p03"]
    with pytest.raises(Refused, match="called that already"):
        ladder.add(Became("new", "new"))
    with pytest.raises(Refused, match="has not entered"):
        ladder.add(Became("p09", "nobody"))


def test_two_entries_are_one_unless_both_play_or_have_met() -> None:
    log = Log(4, format="round-robin")
    (number, _) = log.pair()
    one, other = log.league.match(number).players
    rest = next(player for player in log.league.entrants if player not in (one, other))
    with pytest.raises(Refused, match=rf"have both entered Cup and are opponents in match {number}"):
        log.add(Became(one, other))
    with pytest.raises(Refused, match="Withdraw one of them first, where it was entered: `league withdraw cup`"):
        log.add(Became(one, rest))
    log.win(number, one)
    log.add(Withdrew(one, "both are me"), Became(one, rest))
    (row,) = (row for row in standings(log.league) if row.player == rest)
    assert (row.points, row.won, row.games, row.withdrawn) == (3, 1, 1, False)
    assert len(log.league.entrants) == len(log.league.active()) == 3
    for match in log.league.open_matches():
        log.win(match.number)
    log.close()
    assert [row.player for row in standings(log.league, season=1)].count(rest) == 1
    assert repr(vars(log.again())) == repr(vars(log.league))


def test_a_closed_table_has_one_line_for_two_who_become_one() -> None:
    log = Log(4, format="round-robin")
    numbers = log.pair()
    one, other = (log.league.match(number).players[0] for number in numbers)
    for number in numbers:
        log.win(number, log.league.match(number).players[0])
    log.add(SeasonClosed(1), Withdrew(one), Became(one, other))
    rows = standings(log.league, season=1)
    assert (rows[0].place, rows[0].player, rows[0].points, len(rows)) == (1, other, 6, 3)


def test_in_a_knock_out_two_who_were_paired_stay_two_for_this_season() -> None:
    log = Log(4, format="knock-out")
    numbers = log.pair()
    one, other = (log.league.match(number).players[0] for number in numbers)
    log.add(Withdrew(one))
    with pytest.raises(Refused, match="both have been paired in season 1"):
        log.add(Became(one, other))


def sealed_league() -> Leagues:
    leagues = Leagues(Journal(":memory:"), entropy("leagues"))
    leagues.open("Cup", Template("toy", "swiss", ("ford",), sides="bids", days=2), "host", NOW)
    leagues.write("cup", lambda _: [Entered("ann"), Entered("bob")], NOW)
    leagues.write("cup", lambda league: next_round(league, NOW), NOW)
    return leagues


def test_a_sealed_bid_is_opened_under_the_name_under_which_it_was_made() -> None:
    leagues = sealed_league()
    leagues.bid("cup", 1, "ann", 7, NOW)
    assert leagues.rename("ann", "alice", NOW) == ("cup",)
    league = leagues.bid("cup", 1, "bob", 2, NOW)
    match = league.match(1)
    assert match.bid == 7 and match.games[0].players == ("alice", "bob")
    leagues.find("cup")
    last = leagues.log("cup")[-1]
    assert '"bids":[7,2]' in last.body
    salts = last.body.split('"salts":["')[1].split('"')[0]
    assert match.seals[0] == bid_digest("cup", 1, "ann", 7, salts), "as it stands in the log"


def test_a_bid_can_be_changed_under_the_new_name() -> None:
    leagues = sealed_league()
    leagues.bid("cup", 1, "ann", 7, NOW)
    leagues.rename("ann", "alice", NOW)
    leagues.bid("cup", 1, "alice", 3, NOW)
    assert leagues.bid("cup", 1, "bob", 2, NOW).match(1).bid == 3


def test_secret_bids_of_a_match_that_is_decided_are_dropped_in_the_log() -> None:
    leagues = sealed_league()
    leagues.bid("cup", 1, "ann", 7, NOW)
    with pytest.raises(Refused, match="No secret bid is left over"):
        leagues.write("cup", lambda _: BidsDropped(1), NOW)
    forfeit = Ruled(1, "forfeit", "no answer", "host", "ann")
    league = leagues.write("cup", lambda _: [forfeit, BidsDropped(1)], NOW)
    assert league.match(1).seals == ("", "")
    assert not leagues.store.database.query("select * from league_bid")
    with pytest.raises(Refused, match="has its result already"):
        leagues.write("cup", lambda _: BidsOpened(1, (7, 0), ("0" * 32, "")), NOW)


def test_a_rename_is_in_all_leagues_or_in_none() -> None:
    leagues = sealed_league()
    leagues.open("Other", Template("toy", "swiss", ("ford",)), "ann", NOW)
    leagues.open("Third", Template("toy", "swiss", ("ford",)), "host", NOW)
    with pytest.raises(Refused, match="opponents in match 1"):
        leagues.rename("ann", "bob", NOW)
    assert leagues.find("other").owner == "ann"
    assert leagues.rename("ann", "alice", NOW) == ("cup", "other")
    assert leagues.find("other").owner == "alice" and len(leagues.log("third")) == 1
