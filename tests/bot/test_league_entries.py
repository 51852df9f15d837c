"""What people type of a league is read back as it was meant, and one damaged league stops no list."""

import re
from pathlib import Path
from typing import get_args

import pytest

from bot.hosting.engine_thread import EngineData
from engine.errors import Refused
from engine.leagues.entries import Format, Sides
from engine.leagues.template_words import OF_FORMAT, read_template
from tests.bot.league_commands import NEW, NOW, complaint, folder_with_league, league
from tests.bot.test_league_letters import do, refusal
from tests.support.databases import forge
from tests.support.many_cases import for_each


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    return folder_with_league(tmp_path)


def test_every_option_with_its_default_written_out_is_read_back(tmp_path: Path) -> None:
    """A league whose own entry cannot be read could never be mended."""
    needed = {"system": "miniwars", "format": "swiss", "scenarios": "millers-bridge"}
    written = {"sides": "single", "cycles": "1", "days": "14", "points": "3/1/0", "moves": "0",
               "ties": "direct,schedule,score", "rating": "0", "reliability": "0", "reach": "3"}  # fmt: skip
    with pytest.raises(Refused) as unknown:
        read_template(["qqq=1"])
    defaultless = {"rounds", "divisions", "deadline"}
    assert set(re.findall(r"(\w+)=[,.]", str(unknown.value))) == {*needed, *written, *defaultless}
    data = EngineData(tmp_path / "fieldpost.db")
    for number, (name, text) in enumerate(written.items()):
        needed["format"] = OF_FORMAT.get(name, "swiss")
        plain = read_template([f"{one}={value}" for one, value in needed.items()])
        template = read_template([f"{one}={value}" for one, value in {**needed, name: text.upper()}.items()])
        assert template == plain, name
        league_id = data.leagues.open(f"Cup {number}", template, "host", NOW).id
        assert data.leagues.find(league_id).template == plain, name
    data.table.close()


@for_each("value", (*get_args(Sides), *get_args(Format)))
def test_every_choice_is_read_back(tmp_path: Path, value: str) -> None:
    option = f"sides={value}" if value in get_args(Sides) else f"format={value}"
    rest = [word for word in NEW[1:4] if not word.startswith(option.split("=")[0])]
    league(tmp_path, "new", f"Cup {value}", *rest, option)
    assert any(line.startswith(f"cup-{value}") for line in league(tmp_path, "list"))
    assert league(tmp_path, "enter", f"cup-{value}", "ann")[0].startswith(f"ann has entered Cup {value}")


def test_lists_go_on_past_a_damaged_league_and_name_it(cup: Path) -> None:
    league(cup, "new", "Bad Cup", *NEW[1:])
    league(cup, "new", "Knock-Out", *NEW[1:2], "format=knock-out", NEW[3])
    league(cup, "pair", "spring")
    league(cup, "result", "spring", "1", "ann")
    body = "update league_entry set body = replace(body, 'Bad Cup', 'Bad Cap') where game = 'bad-cup'"
    forge(cup / "fieldpost.db", body, "league_entry")
    note = "Damaged and left out: bad-cup. `league show bad-cup` says what is wrong."
    shown = league(cup, "list")
    assert shown[0] == "2 leagues" and shown[-1] == note
    for words in (("ratings",), ("ratings", "miniwars"), ("balance",), ("show", "spring", "ratings")):
        assert league(cup, *words)[-1] == note
    assert league(cup, "enter", "knock", "ann") == ["ann has entered Knock-Out: 1 player."]
    assert "Entry 1 of bad-cup has been changed" in complaint(cup, "show", "bad-cup")


def test_names_that_differ_in_case_or_spaces_are_one_person(cup: Path) -> None:
    for name in ("Ann", " ann ", "ANN", "ａｎｎ"):
        assert complaint(cup, "enter", "spring", name) == "ann has entered Spring Cup already."
    assert league(cup, "enter", "spring", "  Big   Eve ")[0].startswith("Big Eve has entered")
    assert league(cup, "withdraw", "spring", "big eve", "moved") == [
        "Big Eve has withdrawn from Spring Cup: 4 players left."
    ]
    assert league(cup, "enter", "spring", "BIG  EVE")[0].startswith("Big Eve has entered")
    assert league(cup, "withdraw", "spring", "Big Eve")[0].endswith("4 players left.")
    data = EngineData(cup / "fieldpost.db")
    assert list(data.leagues.find("spring").entrants) == ["ann", "bob", "cat", "dan", "Big Eve"]
    data.table.close()


@pytest.mark.long
def test_results_and_rulings_name_players_in_any_case(cup: Path) -> None:
    league(cup, "pair", "spring")
    assert league(cup, "result", "spring", "1", "ANN ", "12-4") == ["Match 1: ann 3, cat 0 points."]
    assert league(cup, "forfeit", "spring", "2", "Dan", "silent") == ["Match 2: bob 3, dan 0 points."]
    league(cup, "reopen", "spring", "2", "he wrote")
    assert "The winner has no name" in complaint(cup, "result", "spring", "2", " ")
    assert "The winner has no name" in complaint(cup, "adjudicate", "spring", "2", "", "why")
    assert league(cup, "adjudicate", "spring", "2", " DRAW", "even") == ["Match 2: bob 1, dan 1 points."]


def test_ladders_and_queues_name_players_in_any_case(tmp_path: Path) -> None:
    for form, words in (("ladder", ("challenge", "BOB", "Ann")), ("queue", ("queue", "Ann"))):
        league(tmp_path, "new", f"{form} cup", *NEW[1:2], f"format={form}", NEW[3])
        for player in ("ann", "bob"):
            league(tmp_path, "enter", f"{form}-cup", player)
        action, *players = words
        said = league(tmp_path, action, f"{form}-cup", *players)
        assert "ann" in "".join(said) and "Ann" not in "".join(said)
    assert "ann has been in the queue" in complaint(tmp_path, "queue", "queue-cup", " ANN")


def test_ratings_know_a_player_in_every_league_in_any_case(cup: Path) -> None:
    league(cup, "new", "Autumn", *NEW[1:])
    for player in ("Ann", "CAT"):
        league(cup, "enter", "autumn", player)
    for name in ("spring", "autumn"):
        league(cup, "pair", name)
        league(cup, "result", name, "1", "ann")
    rows = [line.split() for line in league(cup, "ratings")[2:-1]]
    assert [(row[1].lower(), row[4]) for row in rows] == [("ann", "2"), ("cat", "2")]
    for name in ("spring", "autumn"):
        shown = [line.split()[1] for line in league(cup, "show", name, "ratings")[2:-1]]
        assert shown == [row[1] for row in rows]


def test_a_player_who_comes_back_is_still_shown_in_their_division(tmp_path: Path) -> None:
    league(tmp_path, "new", "Div", *NEW[1:2], "format=round-robin", NEW[3], "divisions=a,b")
    for player, division in (("p", "a"), ("r", "b"), ("s", "b")):
        league(tmp_path, "enter", "div", player, f"division={division}")
    league(tmp_path, "pair", "div")
    league(tmp_path, "withdraw", "div", "r")
    assert "r was paired in division b this season" in complaint(tmp_path, "enter", "div", "r", "division=a")
    assert league(tmp_path, "enter", "div", "r") == ["r has entered Div, division b: 3 players."]
    for view in ("standings", "crosstable"):
        assert league(tmp_path, "show", "div", view)[0].startswith("Div, a, season 1")


def test_results_of_people_entered_unasked_are_not_rated_before_they_enter(tmp_path: Path) -> None:
    data = EngineData(tmp_path / "games.db")
    for name in ("Ann", "Cat", "Dan"):
        data.people.add("mail", f"{name.lower()}@home.example", name, NOW)
    do(data, "ann", "league new Sham system=miniwars format=round-robin scenarios=millers-bridge cycles=4")
    for name in ("Cat", "Dan"):
        told = do(data, "ann", f"league enter sham player={name}")
        assert f"Entered by Ann; until {name} enters too, no match of theirs is rated." in told
    for number, player in enumerate(("", "cat", "dan"), 1):
        if player:
            assert "has entered Sham already" in refusal(data, "ann", f"league enter sham player={player}")
            assert "Entered by" not in do(data, player, "league enter sham pace=12")
        do(data, "ann", "league pair sham")
        do(data, "ann", f"league result sham {number} Cat")
        assert len(data.leagues.rated()[0]) == (number == 3), "both have agreed"
    league = data.leagues.find("sham")
    assert [one.pace for one in league.active()] == [12, 12] and league.ladder() == ["cat", "dan"]
    assert "entered Sham already" in refusal(data, "cat", "league enter sham")
    do(data, "ann", "league withdraw sham player=Cat")
    do(data, "ann", "league enter sham player=Cat")
    assert data.leagues.find("sham").entrants["cat"].by == "ann"
    data.close()
