"""Results of league games as `fieldpost league` and tables show them: bids, sides, scores."""

from pathlib import Path

from bot.correspondence.leagues.news import league_news
from bot.hosting.engine_thread import EngineData
from bot.hosting.league_bids import open_due_bids
from bot.hosting.league_games import finished_games, open_games
from engine.leagues.entries import Entered, Reported, Template
from engine.leagues.rounds import next_round
from engine.scenarios import reader
from tests.bot.league_commands import NEW, NOW, complaint, folder_with_league, league
from tests.support.many_cases import for_each


def open_for_bids(folder: Path) -> None:
    """A league in which ann and bob bid for the sides of their match."""
    league(folder, "new", "Bidders", *NEW[1:4], "sides=bids")
    for player in ("ann", "bob"):
        league(folder, "enter", "bidders", player)
    league(folder, "pair", "bidders")


def test_a_concession_after_a_bid(tmp_path: Path) -> None:
    open_for_bids(tmp_path)
    assert league(tmp_path, "open", "bidders") == ["Bidders: 0 games opened."], "sides are open until both have bid"
    assert "One bid is missing" in complaint(tmp_path, "bids", "bidders", "1", "2")
    said = league(tmp_path, "bids", "bidders", "1", "2", "7")
    data = EngineData(tmp_path / "fieldpost.db")
    first, second = data.leagues.find("bidders").matches[1].games[0].players
    assert said[0] == f"Match 1: {first} plays the first side for 7 of their score."
    data.table.close()
    assert said[1].startswith("Match 1: ") and league(tmp_path, "open", "bidders") == ["Bidders: 0 games opened."]
    data = EngineData(tmp_path / "fieldpost.db")
    (game,) = data.table.journal.games()
    data.table.commit(game, list(data.table.game(game).sides)[1], NOW, text="concede")
    assert data.table.scores(game) == dict.fromkeys(data.table.game(game).sides, 100)
    data.table.close()
    won = league(tmp_path, "collect", "bidders")[1]
    assert f"{first} 3" in won and f"{second} 0" in won, "a bid changes no concession, though 93 is less than 100"


def test_players_bid_in_secret_and_late_ones_bid_0(tmp_path: Path) -> None:
    league(tmp_path, "new", "Bidders", *NEW[1:4], "sides=bids")
    for player in ("ann", "bob", "cat", "dan"):
        league(tmp_path, "enter", "bidders", player)
    league(tmp_path, "pair", "bidders")
    (said,) = league(tmp_path, "bid", "bidders", "1", "ann", "5")
    assert said.startswith(
        "Match 1: ann has bid 5 of their score, in secret. It can be changed until cat has bid, or until 20"
    )
    for amount in ("-1", "five", "9" * 5000, "٣"):
        assert "A bid is a number from 0 to 100,000" in complaint(tmp_path, "bid", "bidders", "1", "cat", amount)
    assert "Name ann or cat" in complaint(tmp_path, "bid", "bidders", "1", "bob", "1")
    assert "`league bid bidders 1 cat 6`" in complaint(tmp_path, "bids", "bidders", "1", "9", "6")
    assert league(tmp_path, "open", "bidders") == ["Bidders: 0 games opened."]
    data = EngineData(tmp_path / "fieldpost.db")
    due = data.leagues.find("bidders").match(2).due
    assert open_due_bids(data, "bidders", NOW) == () and open_due_bids(data, "bidders", due) == (1, 2)
    matches = data.leagues.find("bidders").open_matches()
    assert [match.bid for match in matches] == [5, 0] and all(match.games[0].game for match in matches)
    heads = [news.head for news in league_news(data.leagues.log("bidders"), 0, str)]
    assert (
        "Match 1 of Bidders: ann bid 5; cat did not bid, which counts as 0. ann plays the first side for 5" in heads[-2]
    )
    assert "Of equal bids, that of the player named first counts: bob plays" in heads[-1]
    data.table.close()


def test_who_has_won_after_a_bid_is_said_with_the_bid(tmp_path: Path) -> None:
    open_for_bids(tmp_path)
    league(tmp_path, "bids", "bidders", "1", "5", "2")
    league(tmp_path, "result", "bidders", "1", "bob", "12-9")
    data = EngineData(tmp_path / "fieldpost.db")
    head = league_news(data.leagues.log("bidders"), 0, str)[-1].head
    assert "bob beat ann 9-12, after the bid of 5 by ann." in head, head
    data.table.close()
    assert "bob won 9-12 after the bid of 5 by ann" in league(tmp_path, "show", "bidders", "rounds")[2]
    balance = league(tmp_path, "show", "bidders", "balance")
    assert balance[2].split()[-8:] == ["no", "side", "is", "known", "to", "be", "better", "5"]


@for_each("scenario", ("low-wells", "two-shores", "first-patrol", "hallorans-ford", "open-field"))
def test_the_winning_side_of_each_system_is_a_player(scenario: str) -> None:
    """A team or an alliance wins as well as a side."""
    data = EngineData(":memory:")
    system = reader.load(scenario).system
    template = Template(system, "swiss", (scenario,))
    league_id = data.leagues.open("Cup", template, "host", NOW).id
    data.leagues.write(league_id, lambda _: [Entered("ann"), Entered("bob")], NOW)
    data.leagues.write(league_id, lambda league: next_round(league, NOW), NOW)
    league = data.leagues.write(league_id, lambda league: open_games(data.table, league, NOW), NOW)
    (game,) = league.matches[1].games
    _, second = data.table.game(game.game).sides
    data.table.commit(game.game, second, NOW, text="concede")
    (reported,) = finished_games(data.table, league)
    assert isinstance(reported, Reported) and reported.winner == game.players[0]
    assert reported.scores and reported.game == game.game and reported.agreed
    data.table.close()


def test_a_result_that_somebody_reported_stays_while_the_game_goes_on(tmp_path: Path) -> None:
    cup = folder_with_league(tmp_path)
    league(cup, "pair", "spring")
    league(cup, "open", "spring")
    league(cup, "result", "spring", "1", "ann")
    assert league(cup, "collect", "spring") == ["Spring Cup: 0 results taken from finished games."]


def test_a_result_waits_until_the_sides_are_known(tmp_path: Path) -> None:
    open_for_bids(tmp_path)
    league(tmp_path, "bid", "bidders", "1", "ann", "5")
    told = complaint(tmp_path, "result", "bidders", "1", "ann", "60-20")
    assert "bob has not bid" in told and "`league bids bidders 1` waits no longer" in told
    league(tmp_path, "bids", "bidders", "1")
    assert league(tmp_path, "result", "bidders", "1", "ann", "60-20") == ["Match 1: ann 3, bob 0 points."]
    league(tmp_path, "reopen", "bidders", "1", "typed by mistake")
    assert "have been decided" in complaint(tmp_path, "bids", "bidders", "1")
    league(tmp_path, "new", "Late", *NEW[1:4], "sides=bids")
    for player in ("ann", "bob"):
        league(tmp_path, "enter", "late", player)
    league(tmp_path, "pair", "late")
    league(tmp_path, "adjudicate", "late", "1", "bob", "agreed")
    assert "has its result already, so nobody bids" in complaint(tmp_path, "bids", "late", "1")


def test_a_bid_is_no_more_than_a_score_can_be(tmp_path: Path) -> None:
    open_for_bids(tmp_path)
    told = complaint(tmp_path, "bid", "bidders", "1", "bob", "101")
    assert "in MiniWars a score is from 0 to 100" in told and "`league bid bidders 1 bob 5`" in told
    assert "A bid of 500 is more" in complaint(tmp_path, "bids", "bidders", "1", "3", "500")
    league(tmp_path, "bid", "bidders", "1", "bob", "100")


def test_a_draw_has_equal_scores_or_none(tmp_path: Path) -> None:
    cup = folder_with_league(tmp_path)
    league(cup, "pair", "spring")
    told = complaint(cup, "result", "spring", "1", "draw", "3-4")
    assert "no draw by scores: `league result spring-cup 1 cat 3-4`" in told
    assert "leave the scores out: `league result spring-cup 1 draw`" in told
    assert league(cup, "result", "spring", "1", "draw", "4-4") == ["Match 1: ann 1, cat 1 points."]


def test_rounds_show_the_score_of_the_winner_first_and_none_of_a_concession(tmp_path: Path) -> None:
    league(tmp_path, "new", "Both", *NEW[1:4], "sides=mirrored")
    for player in ("ann", "bob"):
        league(tmp_path, "enter", "both", player)
    league(tmp_path, "pair", "both")
    league(tmp_path, "result", "both", "1.2", "ann", "31-10")
    league(tmp_path, "open", "both")
    data = EngineData(tmp_path / "fieldpost.db")
    (game,) = data.table.journal.games()
    data.table.commit(game, next(iter(data.table.game(game).sides)), NOW, text="concede")
    data.close()
    league(tmp_path, "collect", "both")
    results = [line.rpartition(",")[2] for line in league(tmp_path, "show", "both", "rounds", "--as", "csv")[1:]]
    assert sorted(results) == ["ann won 31-10", "bob won by concession"]


def test_a_crosstable_adds_up_with_byes(tmp_path: Path) -> None:
    league(tmp_path, "new", "Odd", *NEW[1:4])
    for player in ("ann", "bob", "cat"):
        league(tmp_path, "enter", "odd", player)
    league(tmp_path, "pair", "odd")
    league(tmp_path, "result", "odd", "1", "draw")
    head, *rows = (line.split(",") for line in league(tmp_path, "show", "odd", "crosstable", "--as", "csv"))
    assert head[-2:] == ["byes", "points"] and rows[0][1:] == ["cat", "x", "", "", "3", "3"]
    assert all(sum(int(cell) for cell in row[2:-1] if cell.isdecimal()) == int(row[-1]) for row in rows)


def test_a_game_counts_for_one_match(tmp_path: Path) -> None:
    league(tmp_path, "new", "Four", *NEW[1:2], "format=round-robin", "scenarios=millers-bridge", "cycles=4")
    league(tmp_path, "new", "Other", *NEW[1:2], "format=round-robin", "scenarios=millers-bridge")
    for name in ("four", "other"):
        for player in ("ann", "bob"):
            league(tmp_path, "enter", name, player)
        for _ in range(4 if name == "four" else 1):
            league(tmp_path, "pair", name)
    data = EngineData(tmp_path / "fieldpost.db")
    match = data.leagues.find("four").matches[1]
    opened = data.table.open(match.scenario, "", NOW)
    for side, player in zip(opened.sides, match.games[0].players, strict=True):
        data.table.seat(opened.id, side, player, NOW)
    again = [number for number, one in data.leagues.find("four").matches.items() if one.players == match.players][1]
    data.close()
    assert league(tmp_path, "game", "four", "1", opened.id) == [f"Match 1 of Four is {opened.id}."]
    assert f"{opened.id} is the game of match 1" in complaint(tmp_path, "game", "four", str(again), opened.id)
    assert f"{opened.id} is played for the league four" in complaint(tmp_path, "game", "other", "1", opened.id)


def test_no_game_is_opened_for_a_match_whose_player_has_withdrawn(tmp_path: Path) -> None:
    cup = folder_with_league(tmp_path)
    league(cup, "pair", "spring")
    league(cup, "withdraw", "spring", "bob")
    said, *opened = league(cup, "open", "spring")
    assert said == "Spring Cup: 1 game opened." and len(opened) == 1
    data = EngineData(cup / "fieldpost.db")
    games = [data.table.game(game) for game in data.table.journal.games()]
    assert len(games) == 1 and "bob" not in games[0].seats.values()
    data.close()
