"""Tables of leagues as pictures: in parts that a phone can show, with the columns that fit."""

from bot.correspondence.leagues.pictures import MOST_BLOCKS, OPPONENTS, grid_picture, table_grid, table_pictures
from engine.leagues.entries import Entered, LeagueOpened, Template, Withdrew
from engine.leagues.fold import League
from engine.leagues.overview import balance_grid, crosstable_grid, ratings_grid, rounds_grid
from engine.leagues.ratings import RatedGame, rate
from engine.leagues.rounds import next_round
from tests.support.toy_system import NOW


def league_of(players: int) -> League:
    """With one round paired."""
    league = League(LeagueOpened("cup", "Cup", Template("miniwars", "swiss", ("millers-bridge",)), "host"), NOW)
    for number in range(1, players + 1):
        league.apply(Entered(f"p{number:03}"), NOW)
    league.apply(next_round(league, NOW), NOW)
    return league


def test_a_crosstable_is_drawn_in_parts_of_twelve_opponents() -> None:
    for players in (2, OPPONENTS, OPPONENTS + 1, 30):
        league = league_of(players)
        league.apply(Withdrew("p002"), NOW)
        parts = table_pictures(league, "crosstable", 0, str)
        assert len(parts) == -(-players // OPPONENTS)
        whole = crosstable_grid(league, "", 0, str)
        end = -2 if "byes" in whole.head else -1
        for at, row in enumerate(whole.rows):
            assert [cell for part in parts for cell in part.rows[at][2:end]] == [
                str(cell).replace(".", "•") for cell in row[2:end]
            ]
        assert [name for part in parts for name in part.head[2:end]] == [str(at) for at in range(1, players + 1)]
        assert all(part.faded and part.notes[-1] == "Grey: withdrawn." for part in parts)
        assert all(table_grid(part).notes[-1] == "Withdrawn: p002." for part in parts), "in words"


def test_a_crosstable_of_very_many_says_where_the_rest_is() -> None:
    players = MOST_BLOCKS * OPPONENTS + 3
    parts = table_pictures(league_of(players), "crosstable", 0, str)
    assert len(parts) == MOST_BLOCKS
    assert parts[-1].notes[-1] == f"Those against {players - 2} to {players} are in the exported table."


def test_a_player_whose_name_is_a_number_keeps_it() -> None:
    (table,) = table_pictures(league_of(2), "standings", 0, {"p001": "007", "p002": "12"}.__getitem__)
    rows = table_grid(table).rows
    assert {row[1] for row in rows} == {"007", "12"} and [row[0] for row in rows] == [1, 2]


def test_ratings_and_balance_have_pictures_of_their_own() -> None:
    games = [RatedGame(("ann", "bob"), "ann", NOW, "miniwars", "millers-bridge")] * 3
    ratings = grid_picture(ratings_grid(rate(games), "Ratings", NOW, str.title), "ratings")
    assert ratings and [row[:2] for row in ratings.rows] == [("1", "Ann"), ("2", "Bob")]
    assert ratings.head == ("", "player", "rating", "±", "games") and {row[4] for row in ratings.rows} == {"3"}
    balance = grid_picture(balance_grid(games, "Balance"), "balance")
    assert balance and balance.rows == (("The Miller's Bridge", "3-0-0", "100%", "44-100"),)
    assert grid_picture(balance_grid([], "Balance"), "balance") is None
    assert grid_picture(rounds_grid(league_of(4), 1, str), "rounds") is None
