"""Lines about leagues in letters: which are read as commands, and what they say."""

from bot.correspondence.commands import Command, read_command
from bot.correspondence.leagues.forms import meant_in_words
from bot.correspondence.leagues.named import split_words
from bot.correspondence.lists_below import with_lists_below
from tests.support.many_cases import for_each

READ = {
    "league": Command("league"),
    "League standings Spring Cup.": Command("league", "standings Spring Cup"),
    "league spring-cup": Command("league", "spring-cup"),
    "league enter spring-cup pace=24": Command("league enter", "spring-cup pace=24"),
    "LEAGUE Forfeit 3 Ann no answer": Command("league forfeit", "3 Ann no answer"),
    "league new Spring Cup system=zones": Command("league new", "Spring Cup system=zones"),
    "league entre spring-cup pace=24 please": Command("league", "entre spring-cup pace=24 please"),
    "player Bob": Command("player", "Bob"),
}
TALK = (
    "league play is what this club was founded for",
    "league result of last year surprised all of us",
    "league new rules are a wonder to behold",
    "league close?",
    "league standings are what I look at every single morning",
    "leagues",
    "player two is late again today",
)


@for_each("line", READ)
def test_a_line_is_read(line: str) -> None:
    assert read_command(line) == READ[line]


@for_each("line", TALK)
def test_talk_is_no_command(line: str) -> None:
    assert read_command(line) is None


@for_each("line", {
    "I would like to enter the league please": "league enter",
    "Please let me join your league!": "league enter",
    "how does the league table stand": "league standings",
    "I want to leave this league.": "league withdraw",
    "our league is a fine thing": "",
    "enter": "",
})  # fmt: skip
def test_a_sentence_that_asks_for_something_of_a_league(line: str) -> None:
    assert meant_in_words(line) == {
        "I would like to enter the league please": "league enter",
        "Please let me join your league!": "league enter",
        "how does the league table stand": "league standings",
        "I want to leave this league.": "league withdraw",
    }.get(line, "")


def test_options_may_stand_below() -> None:
    below = ["league new Cup system=zones", "  scenarios=a,b", "rounds=3", "Thank you"]
    assert with_lists_below(below) == {0: "league new Cup system=zones scenarios=a,b rounds=3", 1: "", 2: ""}
    assert with_lists_below(["league new Cup system=zones", "W1 move 3,3"]) == {}


def test_words_in_quotes_are_one() -> None:
    assert split_words('1 “Ann Lee” didn\'t deadline="3d, first double"') == [
        *("1", "Ann Lee", "didn't", "deadline=3d, first double")
    ]
