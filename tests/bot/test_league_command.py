"""`fieldpost league`: a whole season from the command line, and what is refused with a line that works."""

import csv
import json
import re
import shlex
from io import StringIO
from pathlib import Path

import pytest
from icalendar import Calendar

from bot.cli.arguments import COMMANDS
from bot.cli.league_arguments import DEEDS, SHOWN
from bot.correspondence.leagues.deeds import do
from bot.correspondence.leagues.words import LINES, Said
from bot.hosting.engine_thread import EngineData
from engine.errors import Refused
from engine.leagues.entries import Reported, read_body
from tests.bot.command_line import fieldpost
from tests.bot.league_commands import NEW, NOW, complaint, folder_with_league, league
from tests.support.many_cases import for_each


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    return folder_with_league(tmp_path)


def test_a_season(cup: Path) -> None:
    shown = league(cup, "pair", "spring")
    assert shown[0].startswith("Round 1 of Spring Cup: 2 matches, due ")
    assert league(cup, "result", "spring", "1", "ann", "12-4") == ["Match 1: ann 3, cat 0 points."]
    assert "match 2, bob against dan" in complaint(cup, "pair", "spring")
    assert league(cup, "forfeit", "spring", "2", "dan", "no", "answer") == ["Match 2: bob 3, dan 0 points."]
    league(cup, "withdraw", "spring", "dan", "moved")
    assert league(cup, "enter", "spring", "eve")[0].endswith("4 players.")
    league(cup, "pair", "spring")
    league(cup, "adjudicate", "spring", "3", "draw", "both", "agreed")
    league(cup, "double-loss", "spring", "4", "neither", "wrote")
    table = league(cup, "show", "spring")
    assert table[:4] == [
        "Spring Cup, season 1, standings",
        "place  player           games  won  drawn  lost  byes  points  direct  schedule  score",
        "    1  ann                  2    1      1     0     0       4       1         4      8",
        "    2  bob                  2    1      1     0     0       4       1         4      0",
    ]
    assert any(line.split()[1:3] == ["dan", "(withdrawn)"] for line in table)
    assert "`league close spring-cup` ends the present one" in complaint(cup, "show", "spring", "awards")
    closed = league(cup, "close", "spring")
    assert closed[:3] == ["Season 1 of Spring Cup is closed.", "Awards", "Champion: ann (4 points)."]
    assert closed[-len(table) :] == table, "the final table as it was shown before"
    assert league(cup, "show", "spring", "awards") == [
        "Spring Cup, season 1, awards",
        "award     for  figure",
        "champion  ann  4 points",
    ]
    assert "Season 2 of Spring Cup is not closed yet" in complaint(cup, "show", "spring", "awards", "season=2")
    assert league(cup, "show", "spring", "standings", "season=1") == table
    assert [row.split()[:2] for row in league(cup, "list")[2:]] == [["spring-cup", "Spring"]]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("form", "left"),
    (
        ("swiss", "1 of its 2 rounds, and 1"),
        ("round-robin", "1 of its 3 rounds, and 2"),
        ("knock-out", "1 of its 2 rounds, and 1"),
    ),
)
def test_a_season_with_rounds_to_come_ends_only_if_that_is_said(tmp_path: Path, form: str, left: str) -> None:
    rounds = ["rounds=2"] if form == "swiss" else []
    league(tmp_path, "new", "Cup", "system=miniwars", f"format={form}", "scenarios=millers-bridge", *rounds)
    for player in ("ann", "bob", "cat", "dan"):
        league(tmp_path, "enter", "cup", player)
    league(tmp_path, "pair", "cup")
    for number in ("1", "2"):
        _, against = league(tmp_path, "show", "cup", "rounds", "--as", "csv")[int(number)].split(",")[2:4]
        league(tmp_path, "forfeit", "cup", number, against, "silent")
    told = complaint(tmp_path, "close", "cup")
    assert f"Season 1 has had {left} would never be played" in told and "`league close cup early`" in told
    assert "no word of it" in complaint(tmp_path, "close", "cup", "now")
    assert league(tmp_path, "close", "cup", "early")[0] == "Season 1 of Cup is closed."


def test_tables_as_csv_and_json(cup: Path) -> None:
    league(cup, "enter", "spring", "=SUM(A1)")
    league(cup, "pair", "spring")
    league(cup, "result", "spring", "1", "ann")
    rows = list(csv.DictReader(StringIO("\n".join(league(cup, "show", "spring", "--as", "csv")))))
    assert [row["player"] for row in rows].count("'=SUM(A1)") == 1
    told = json.loads("\n".join(league(cup, "show", "spring", "rounds", "--as", "json")))
    (told,) = told["tables"]
    assert told["title"] == "Spring Cup, season 1, rounds"
    assert [row["result"] for row in told["rows"]] == ["ann won", "open", "bye"]
    (said,) = league(cup, "show", "spring", "crosstable", "--out", "cross.txt")
    assert said == "cross.txt: Spring Cup, season 1, crosstable"
    assert (cup / "cross.txt").read_text().count("\n") == 7
    ratings = league(cup, "show", "spring", "ratings", "--as", "csv")[1:]
    assert re.match(r"1,ann,1\d\d\d,\d+,1,", ratings[0]) and len(ratings) == 2
    assert league(cup, "ratings", "miniwars", "--as", "csv")[1:] == ratings
    assert league(cup, "ratings", "zones", "--as", "csv")[1:] == []
    assert league(cup, "balance", "--as", "csv")[1].startswith("miniwars,")


def test_rounds_in_a_calendar(cup: Path) -> None:
    league(cup, "pair", "spring")
    assert league(cup, "calendar", "spring", "--out", "cup.ics") == ["cup.ics: 1 round"]
    (event,) = Calendar.from_ical((cup / "cup.ics").read_bytes()).walk("VEVENT")
    assert event["summary"] == "Spring Cup, round 1: results are due"
    assert str(event["uid"]).startswith("league-spring-cup.s1r1@")


def test_games_at_the_table_bring_their_results(cup: Path) -> None:
    league(cup, "pair", "spring")
    assert league(cup, "open", "spring")[0] == "Spring Cup: 2 games opened."
    assert league(cup, "open", "spring") == ["Spring Cup: 0 games opened."]
    assert league(cup, "collect", "spring") == ["Spring Cup: 0 results taken from finished games."]
    data = EngineData(cup / "fieldpost.db")
    found = data.leagues.find("spring").matches[1]
    game = data.table.game(found.games[0].game)
    first, second = game.sides
    assert (game.holder(first), game.holder(second)) == found.games[0].players
    data.table.commit(game.id, first, NOW, text="concede")
    data.table.close()
    loser, winner = found.games[0].players
    points = f"Match 1: {found.players[0]} {3 * (found.players[0] == winner)}, {found.players[1]} "
    shown = league(cup, "collect", "spring")
    assert shown[0] == "Spring Cup: 1 result taken from finished games." and shown[1].startswith(points)
    assert league(cup, "collect", "spring") == ["Spring Cup: 0 results taken from finished games."]
    data = EngineData(cup / "fieldpost.db")
    data.table.rewind(game.id, data.table.game(game.id).length - 2, NOW, "host", "a slip")
    assert not data.table.game(game.id).over
    data.table.close()
    assert league(cup, "collect", "spring")[1].endswith("1 game open.")
    data = EngineData(cup / "fieldpost.db")
    assert loser in data.leagues.find("spring").open_matches()[0].players
    (result,) = [body for entry in data.leagues.log("spring") if isinstance(body := read_body(entry), Reported)]
    assert result.scores == (100, 100), "of a game without losses"
    data.table.close()


def test_a_game_that_is_there_already(cup: Path) -> None:
    league(cup, "pair", "spring")
    data = EngineData(cup / "fieldpost.db")
    match = data.leagues.find("spring").matches[1]
    for players in (("ann", "zed"), match.players):
        game = data.table.open(match.scenario, "", NOW)
        for side, player in zip(game.sides, players, strict=True):
            data.table.seat(game.id, side, player, NOW)
    wrong, right = data.table.journal.games()
    data.table.close()
    assert f"with ann against zed; game 1 of {match.name}" in complaint(cup, "game", "spring", "1", wrong)
    assert league(cup, "game", "spring", "1", right) == [f"Match 1 of Spring Cup is {right}."]


@for_each(
    ("words", "says"),
    [
        (("new", "Cup"), "A league needs system= and format= and scenarios=: system=miniwars"),
        (("new", "Cup", *NEW[1:], "round=3"), "'round=3' is no option here. Did you mean rounds=...?"),
        (
            ("new", "Cup", *NEW[1:2], "format=knock-out", *NEW[3:]),
            "rounds= goes with format=swiss alone, and this is format=knock-out.",
        ),
        (("new", "Cup", *NEW[1:], "reach=2"), "reach= goes with format=ladder alone"),
        (("new", "Cup", *NEW[1:], "divisions=North,north"), "divisions= names north twice."),
        (("new", "Cup", *NEW[1:-1], "rounds=0"), "rounds= is a number from 1 to 40"),
        (("new", "Cup", *NEW[1:], "rounds=3"), "rounds= is there twice: '2' and '3'"),
        (("new", "Cup", *NEW[1:], "points=1/2/0"), "such as points=3/1/0; not '1/2/0'"),
        (("new", "Cup", *NEW[1:], "ties=luck"), "ties= is direct, schedule or score; not 'luck'"),
        (("new", "Cup", *NEW[1:], "moves=1"), "moves= goes with two divisions or more"),
        (("new", "Cup", *NEW[1:], "divisions=a,a"), "each once"),
        (("new", "Cup", *NEW[1:], "divisions=a b"), "one word of letters, digits and hyphens"),
        (("new", "Cup", *NEW[1:], "deadline=soon"), "soon"),
        (("new", "Cup", "system=zones", *NEW[2:]), "millers-bridge is a scenario of miniwars"),
        (("new", "Cup", "system=baker", "format=swiss", "scenarios=middle-sea"), "middle-sea has 4 sides"),
        (("new", "Cup", "system=miniwars", "format=ladder", "scenarios=millers", "divisions=a,b"), "does not go with"),
        (("new", "Cup", "system=miniwars", "format=cup", "scenarios=millers"), "format= is round-robin, swiss"),
        (("new", "Cup", "system=miniwars", "format=swiss", "scenarios=nowhere"), "There is no scenario 'nowhere'"),
        (("new", "Spring Cup", *NEW[1:]), "There is a league spring-cup already"),
        (("enter", "spring", "ann"), "ann has entered Spring Cup already"),
        (("enter", "spring", "eve", "zone=Bärlin"), "Did you mean"),
        (("enter", "spring"), "For example: `league enter spring-cup carol zone=Europe/Berlin pace=24`"),
        (("enter", "autumn", "eve"), "There is no league 'autumn'. There is spring-cup."),
        (("result", "spring", "one", "ann"), "'one' is no match. Write its number, such as 3"),
        (("result", "spring", "1", "ann"), "has no match 1. No round has been paired yet."),
        (("result", "spring", "1", "ann", "12"), "'12' are no scores. Write both, such as 12-4."),
        (("pair", "spring", "now"), "'now' is too much. For example: `league pair spring-cup`"),
        (("queue", "spring", "ann"), "is no open queue"),
        (("challenge", "spring", "ann", "bob"), "is no ladder"),
        (("show", "spring", "table"), "There is no view 'table'. Write one of standings"),
        (("show", "spring", "rounds", "season=2"), "season= is a number from 1 to 1"),
        (("show",), "Which league?"),
        (("shwo", "spring"), "has no action 'shwo'. Did you mean show?"),
        (("frob",), "has no action 'frob'. Write one of list, show"),
        (("calendar", "spring"), "Name a league and a file"),
        (("ratings", "chess"), "'chess' is no system"),
        (("close", "spring"), "has no round yet"),
    ],
)
@pytest.mark.long
def test_what_is_refused(cup: Path, words: tuple[str, ...], says: str) -> None:
    assert says in complaint(cup, *words)


@pytest.mark.parametrize("deed", sorted(LINES.keys() - {"new", "pair", "unpair", "open", "collect", "close"}))
def test_an_example_names_a_league_a_match_and_players_that_there_are(cup: Path, deed: str) -> None:
    league(cup, "pair", "spring")
    (line,) = re.findall(r"For example: `league (.+)`", complaint(cup, deed, "spring"))
    assert line.split()[:2] == [deed, "spring-cup"] and " 3 " not in line
    _, *told = fieldpost("league", *shlex.split(line), cwd=cup)
    assert not re.search("no league|no match|not in|no player|too much|missing|is not one", " ".join(told)), (
        line,
        told,
    )


def test_without_a_database_only_a_new_league_makes_one(tmp_path: Path) -> None:
    assert "There is no database" in complaint(tmp_path, "list")
    assert not list(tmp_path.iterdir())


def test_a_league_is_named_as_it_is_called(cup: Path) -> None:
    assert "eve has entered Spring Cup" in league(cup, "enter", "Spring Cup", "eve")[0]
    assert "fay has entered Spring Cup" in league(cup, "enter", "spring c", "fay")[0]
    opened = league(cup, "new", "Winter", "Cup", *NEW[1:])
    assert opened == ["Winter Cup is open to all (winter-cup). Players enter it: `league enter winter-cup NAME`."]


def test_every_deed_has_a_line_that_shows_it_and_help_names_all() -> None:
    assert tuple(LINES) == DEEDS
    (action, *_) = COMMANDS["league"].arguments
    assert action[1]["help"].split(", ") == [*DEEDS, *SHOWN]


@for_each("deed", DEEDS)
def test_words_of_any_kind_are_refused_and_nothing_is_stored(cup: Path, deed: str) -> None:
    data = EngineData(cup / "fieldpost.db")
    before = data.leagues.log("spring-cup")
    for words in ((), ("",), ("\x00", "\u202e"), ("9" * 30, "9" * 30, "x"), ("1", "nobody", "why")):
        if deed in ("pair", "open", "collect", "withdraw", "enter") and not words:
            continue
        with pytest.raises(Refused):
            do(deed, Said(data, "spring", words, "host", NOW))
    assert data.leagues.log("spring-cup") == before
    data.table.close()


def test_backups_hold_leagues_and_are_not_put_in_the_place_of_newer_ones(cup: Path) -> None:
    code, out, err = fieldpost("backup", "monday.db", cwd=cup)
    assert code == 0 and "0 games with 0 entries and 1 league with 5 entries" in out, err
    league(cup, "enter", "spring", "eve")
    code, _, err = fieldpost("restore", "monday.db", cwd=cup)
    assert code == 2 and "spring-cup (1 entry)" in err
    assert fieldpost("restore", "monday.db", "--replace", cwd=cup)[0] == 0
    assert league(cup, "list")[2].split()[-2:] == ["4", "0"]


def test_a_ladder_has_challenges_and_nobody_challenges_themselves(tmp_path: Path) -> None:
    league(tmp_path, "new", "Lad", "system=miniwars", "format=ladder", "scenarios=millers-bridge")
    for player in ("ann", "bob"):
        league(tmp_path, "enter", "lad", player)
    assert "ann cannot challenge ann. ann is at the top already." in complaint(
        tmp_path, "challenge", "lad", "ann", "ann"
    )
    assert league(tmp_path, "challenge", "lad", "bob", "ann")[0].startswith("Challenge 1 of Lad: 1 match, due ")
