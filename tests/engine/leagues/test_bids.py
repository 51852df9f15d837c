"""Secret bids: nobody learns one before both are in, the log proves that none was changed, equal ones have a rule."""

from functools import partial
from pathlib import Path

import pytest

from engine.database.address import Address
from engine.errors import Refused
from engine.leagues.bid_seals import bid_digest
from engine.leagues.desk import Leagues
from engine.leagues.entries import Bid, BidsOpened, Entered, Ruled, Template, Withdrew, read_body
from engine.leagues.fold import League
from engine.leagues.rounds import next_round
from engine.log.deadline import add_seconds
from engine.log.journal import Journal
from tests.support.databases import run_past_program
from tests.support.toy_system import NOW, entropy

BIDS = Template("toy", "swiss", ("ford",), sides="bids", days=2)
DAY = 86_400


@pytest.fixture
def leagues(tmp_path: Path) -> Leagues:
    """With a cup of ann and bob, of whom ann is named first in match 1."""
    made = Leagues(Journal(tmp_path / "games.db"), entropy("leagues"))
    made.open("Cup", BIDS, "host", NOW)
    made.write("cup", lambda _: [Entered("ann"), Entered("bob")], NOW)
    league = made.write("cup", lambda league: next_round(league, NOW), NOW)
    assert league.match(1).players == ("ann", "bob")
    return made


def opened(bids: tuple[int, int], salts: tuple[str, str], _: League) -> BidsOpened:
    return BidsOpened(1, bids, salts)


def first_side(league: League) -> str:
    return league.match(1).games[0].players[0]


def test_both_bids_are_opened_once_both_are_in(leagues: Leagues) -> None:
    league = leagues.bid("cup", 1, "BOB", 31_415, NOW)
    assert league.match(1).bid is None and league.match(1).bids_missing == ("ann",)
    assert "31415" not in "".join(entry.body + entry.salt for entry in leagues.log("cup"))
    league = leagues.bid("cup", 1, "ann", 12, NOW)
    assert (league.match(1).bid, first_side(league)) == (31_415, "bob") and not league.awaiting_bids()
    last = read_body(leagues.log("cup")[-1])
    assert isinstance(last, BidsOpened) and last.bids == (12, 31_415)
    seals = dict(zip(league.match(1).players, league.match(1).seals, strict=True))
    for player, bid, salt in zip(league.match(1).players, last.bids, last.salts, strict=True):
        assert bid_digest("cup", 1, player, bid, salt) == seals[player] != bid_digest("cup", 1, player, bid + 1, salt)
    assert repr(leagues.find("cup").matches) == repr(league.matches)
    with pytest.raises(Refused, match="have been decided: the bid was 31415"):
        leagues.bid("cup", 1, "ann", 99_999, NOW)


def test_a_bid_may_be_changed_until_the_other_is_in(leagues: Leagues) -> None:
    seals = {leagues.bid("cup", 1, "ann", bid, NOW).match(1).seals for bid in (7, 7, 3)}
    assert len(seals) == 3, "equal bids cannot be told by their seals"
    assert leagues.bid("cup", 1, "bob", 4, NOW).match(1).bid == 4


@pytest.mark.parametrize("order", [("ann", "bob"), ("bob", "ann")])
def test_of_equal_bids_that_of_the_player_named_first_counts(leagues: Leagues, order: tuple[str, str]) -> None:
    for player in order:
        league = leagues.bid("cup", 1, player, 5, NOW)
    assert (first_side(league), league.match(1).bid) == ("ann", 5)


def test_a_bid_that_is_missing_at_the_end_of_the_round_is_0(leagues: Leagues) -> None:
    leagues.bid("cup", 1, "bob", 1, NOW)
    assert leagues.awaiting_bids(add_seconds(NOW, 2 * DAY - 1)) == ()
    assert leagues.awaiting_bids(add_seconds(NOW, 2 * DAY)) == ("cup",)
    league = leagues.open_bids("cup", 1, NOW)
    assert (first_side(league), league.match(1).bid) == ("bob", 1)
    assert leagues.awaiting_bids(add_seconds(NOW, 9 * DAY)) == ()


def test_bids_in_each_database(address: Address) -> None:
    leagues = Leagues(Journal(address), entropy("leagues"))
    for name in ("Cup", "Other Cup"):
        leagues.open(name, BIDS, "host", NOW)
    for word in ("cup", "other"):
        leagues.write(word, lambda _: [Entered("ann"), Entered("bob")], NOW)
        leagues.write(word, lambda league: next_round(league, NOW), NOW)
    leagues.bid("cup", 1, "ann", 5, NOW)
    leagues.bid("cup", 1, "ann", 6, NOW)
    leagues.bid("other", 1, "bob", 7, NOW)
    late = add_seconds(NOW, 2 * DAY)
    assert sorted(leagues.awaiting_bids(late)) == ["cup", "other-cup"]
    assert leagues.bid("cup", 1, "bob", 5, NOW).match(1).bid == 6
    leagues.write("other", lambda _: Withdrew("bob"), NOW)
    assert leagues.awaiting_bids(late) == (), "the referee decides the match of somebody who has withdrawn"
    leagues.store.database.close()


def test_nobody_can_open_another_bid_than_was_sealed(leagues: Leagues) -> None:
    leagues.bid("cup", 1, "ann", 5, NOW)
    for bids, salts in (((5, 0), ("", "")), ((6, 0), ("a" * 32, "")), ((0, 9), ("", "")), ((0, 0), ("", "b" * 32))):
        with pytest.raises(Refused, match="is not the one that was sealed"):
            leagues.write("cup", partial(opened, bids, salts), NOW)
    with pytest.raises(Refused, match="`league bid cup 1 bob 2`"):
        leagues.write("cup", lambda _: Bid(1, (9, 2)), NOW)
    with pytest.raises(Refused, match="Name ann or bob"):
        leagues.bid("cup", 1, "eve", 5, NOW)
    leagues.write("cup", lambda _: Ruled(1, "forfeit", "silent", "host", "ann"), NOW)
    with pytest.raises(Refused, match="has its result already"):
        leagues.bid("cup", 1, "bob", 5, NOW)


def test_a_kept_bid_that_was_forged_is_refused_and_can_be_sealed_again(leagues: Leagues, tmp_path: Path) -> None:
    leagues.bid("cup", 1, "ann", 5, NOW)
    run_past_program(tmp_path / "games.db", "update league_bid set bid = 50")
    before = leagues.log("cup")
    with pytest.raises(Refused, match=r"The bid of ann .* Seal it again: `league bid cup 1 ann 5`"):
        leagues.bid("cup", 1, "bob", 4, NOW)
    assert leagues.log("cup") == before
    leagues.bid("cup", 1, "ann", 5, NOW)
    assert leagues.bid("cup", 1, "bob", 4, NOW).match(1).bid == 5
