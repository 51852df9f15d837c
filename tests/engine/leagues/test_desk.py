"""Leagues in a database of either kind: found by their names, written one entry at a time, guarded against changes."""

import pickle
import unicodedata
from pathlib import Path

import pytest

from engine.database.address import Address
from engine.errors import Refused
from engine.leagues import kept_leagues, matching
from engine.leagues.desk import Leagues
from engine.leagues.entries import Entered, Reopened, Reported, Template, Withdrew
from engine.leagues.pairing import Contender, pair
from engine.leagues.ratings import rate, ratings_of
from engine.leagues.rounds import next_round
from engine.log.journal import Journal
from engine.toolkit.long_calculations import CalculateElsewhere, through_gate
from tests.support.databases import Rejected, forge, run_past_program
from tests.support.toy_system import NOW, entropy

SWISS = Template("toy", "swiss", ("ford",))


@pytest.fixture
def leagues(tmp_path: Path) -> Leagues:
    made = Leagues(Journal(tmp_path / "games.db"), entropy("leagues"))
    made.open("Spring  Cup", SWISS, "host", NOW)
    return made


def test_a_league_is_found_by_the_beginning_of_its_id(leagues: Leagues) -> None:
    leagues.open("Spring Cup 2", SWISS, "host", NOW)
    leagues.open("Autumn Cup", SWISS, "host", NOW)
    assert leagues.ids() == ("autumn-cup", "spring-cup", "spring-cup-2")
    assert leagues.find("au").name == "Autumn Cup"
    assert leagues.find("SPRING-CUP").name == "Spring Cup"
    for word, says in (("sp", "'sp' may be spring-cup, spring-cup-2"), ("x", "There are autumn-cup, spring-cup")):
        with pytest.raises(Refused, match=says):
            leagues.find(word)


def test_names_that_are_refused(leagues: Leagues) -> None:
    for name in ("", "!!!", "\u0301", "x" * 61, "a\nb\x1b[1m"):
        with pytest.raises(Refused, match="60 characters at most"):
            leagues.open(name, SWISS, "host", NOW)
    with pytest.raises(Refused, match="There is a league spring-cup already"):
        leagues.open("spring cup", SWISS, "host", NOW)


@pytest.mark.parametrize("name", ("3", "12", "3 Ann", "001", "7-a", "x", "4 2", "1.2"))
def test_no_league_is_called_like_the_number_of_a_match(leagues: Leagues, name: str) -> None:
    with pytest.raises(Refused, match=r"2 letters or more|begins with a number"):
        leagues.open(name, SWISS, "host", NOW)
    assert leagues.open("1914 Cup", SWISS, "host", NOW).id == "1914-cup"


def test_an_id_is_no_longer_than_a_name_may_be(leagues: Leagues) -> None:
    for name in ("\ufdfa" * 60, "\ufdfa" * 4, "ß" * 31, "İ" * 60):
        with pytest.raises(Refused, match="letters, and 60 are the most"):
            leagues.open(name, SWISS, "host", NOW)
    assert len(leagues.open("ß" * 30, SWISS, "host", NOW).id) == 60


@pytest.mark.parametrize(
    ("name", "league_id"),
    [
        ("Été", "été"),
        ("E\u0301te\u0301 2", "été-2"),
        ("Größe!", "grösse"),
        ("春の大会", "春の大会"),
        ("हिन्दी कप", "हिन्दी-कप"),
        ("Кубок_Весны", "кубок-весны"),
        ("ＣＵＰ　２", "cup-2"),
        ("-- a / b --", "a-b"),
    ],
)
def test_letters_of_any_script_make_an_id(leagues: Leagues, name: str, league_id: str) -> None:
    assert leagues.open(name, SWISS, "host", NOW).id == league_id
    assert leagues.find(league_id.upper()).name == " ".join(name.split())
    assert leagues.find(unicodedata.normalize("NFD", league_id)).id == league_id
    with pytest.raises(Refused, match="already"):
        leagues.open(name.upper(), SWISS, "host", NOW)


def test_several_entries_are_added_together_or_not_at_all(leagues: Leagues) -> None:
    with pytest.raises(Refused, match="entered Spring Cup already"):
        leagues.write("spring-cup", lambda _: [Entered("ann"), Entered("ann")], NOW)
    assert not leagues.find("spring-cup").entrants
    leagues.write("spring-cup", lambda _: [Entered("ann"), Entered("bob")], NOW)
    leagues.write("spring-cup", lambda league: next_round(league, NOW), "2020-01-01T00:00:00Z")
    league = leagues.write("spring-cup", lambda league: Reported(1, league.matches[1].players[0]), NOW)
    assert [entry.kind for entry in leagues.log("spring")] == ["league", "entered", "entered", "paired", "result"]
    assert [entry.at for entry in leagues.log("spring")] == [NOW] * 5, "times never fall"
    assert leagues.find("spring").matches == league.matches
    assert [game.winner for game in leagues.rated()[0]] == [league.matches[1].players[0]]


def test_what_would_not_be_read_back_is_refused_before_it_is_stored(leagues: Leagues) -> None:
    other_object = Template("toy", "swiss", ("ford",), sides="".join(("sin", "gle")))  # type: ignore[arg-type]
    with pytest.raises(Refused, match="would be read differently") as caught:
        leagues.open("Bad Cup", other_object, "host", NOW)
    assert caught.value.code == "unreadable-entry"
    leagues.write("spring", lambda _: Entered("ann"), NOW)
    with pytest.raises(Refused, match=r"Character 7 of .* cannot be written as UTF-8"):
        leagues.write("spring", lambda _: Withdrew("ann", "moved \udcff"), NOW)
    assert leagues.ids() == ("spring-cup",)
    assert leagues.find("spring").active()


def test_the_log_is_append_only(leagues: Leagues) -> None:
    leagues.write("spring", lambda _: Entered("ann"), NOW)
    for deed in ("update league_entry set body = '{}'", "delete from league_entry"):
        with pytest.raises(Refused):
            leagues.store.database.execute(deed)
    assert len(leagues.log("spring")) == 2


def test_a_changed_entry_is_found(leagues: Leagues, tmp_path: Path) -> None:
    leagues.write("spring", lambda _: [Entered("ann"), Withdrew("ann", "moved")], NOW)
    forge(
        tmp_path / "games.db",
        "update league_entry set body = replace(body, 'ann', 'eve') where seq = 2",
        "league_entry",
    )
    with pytest.raises(Refused, match="Entry 2 of spring-cup has been changed"):
        Leagues(Journal(tmp_path / "games.db"), entropy("leagues")).find("spring")


def test_a_last_entry_that_was_changed_is_found_by_whoever_has_read_the_league(
    leagues: Leagues, tmp_path: Path
) -> None:
    leagues.write("spring", lambda _: [Entered("ann"), Entered("bob")], NOW)
    forge(
        tmp_path / "games.db",
        "update league_entry set body = replace(body, 'bob', 'eve') where seq = 3",
        "league_entry",
    )
    with pytest.raises(Refused, match="Entry 3 of spring-cup has been changed"):
        leagues.find("spring")
    assert leagues.readable() == ([], ["spring-cup"])


def test_a_league_that_is_kept_is_as_its_log_whoever_wrote_it(leagues: Leagues, tmp_path: Path) -> None:
    other = Leagues(Journal(tmp_path / "games.db"), entropy("another process"))
    held = leagues.write("spring", lambda _: [Entered("ann")], NOW)
    other.write("spring", lambda _: [Entered("bob")], NOW)
    assert [*leagues.find("spring").entrants] == ["ann", "bob"], "only what is new was read"
    assert [*held.entrants] == ["ann"], "what somebody holds does not change"
    with pytest.raises(ZeroDivisionError), leagues.store.transaction():
        leagues.write("spring", lambda _: [Entered("cat")], NOW)
        raise ZeroDivisionError
    assert [*leagues.find("spring").entrants] == ["ann", "bob"]
    other.write("spring", lambda _: [Entered("dan")], NOW)
    for _ in range(2):
        assert [*leagues.readable()[0][0].entrants] == ["ann", "bob", "dan"]
    with pytest.raises(Refused):
        leagues.write("spring", lambda _: [Entered("eve"), Entered("ann")], NOW)
    assert [*leagues.find("spring").entrants] == ["ann", "bob", "dan"]


def test_no_more_leagues_are_kept_than_there_is_room_for(leagues: Leagues, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_leagues, "MOST_ENTRIES", 3)
    for name in ("Summer Cup", "Autumn Cup"):
        leagues.open(name, SWISS, "host", NOW)
        leagues.write(name[:6], lambda _: [Entered("ann")], NOW)
    assert [len(one.entrants) for one in leagues.readable()[0]] == [1, 0, 1]


def test_ratings_are_calculated_anew_only_for_a_new_result(leagues: Leagues, monkeypatch: pytest.MonkeyPatch) -> None:
    leagues.write("spring", lambda _: [Entered("ann"), Entered("bob")], NOW)
    leagues.write("spring", lambda league: next_round(league, NOW), NOW)
    leagues.write("spring", lambda _: Reported(1, "ann"), NOW)
    found = leagues.ratings("toy")
    leagues.write("spring", lambda _: Entered("cat"), NOW)
    assert leagues.ratings("toy") is found
    leagues.write("spring", lambda _: Reopened(1, 1, "a mistake"), NOW)
    assert leagues.ratings("toy").table(NOW) == ()

    def elsewhere(calculation: object, values: tuple[object, ...]) -> object:
        raise CalculateElsewhere(calculation, values)  # type: ignore[arg-type]

    leagues.write("spring", lambda _: Reported(1, "bob"), NOW)
    with through_gate(elsewhere), pytest.raises(CalculateElsewhere) as asked:
        leagues.ratings("toy")
    system, games = pickle.loads(pickle.dumps(asked.value.values))
    assert (system, games) == asked.value.values
    assert [row.player for row in ratings_of.calculate(system, games).table(NOW)] == ["bob", "ann"]


def test_a_league_whose_first_entry_is_missing_is_damaged_not_unknown(leagues: Leagues, tmp_path: Path) -> None:
    leagues.write("spring", lambda _: Entered("ann"), NOW)
    guard = "drop trigger league_entry_no_delete"
    run_past_program(tmp_path / "games.db", guard, "delete from league_entry where seq = 1")
    leagues = Leagues(Journal(tmp_path / "games.db"), entropy("a process that starts"))
    with pytest.raises(Refused, match="Entry 1 of spring-cup has been changed") as refused:
        leagues.find("spring")
    assert refused.value.code == "damaged" and leagues.readable() == ([], ["spring-cup"])


def test_no_other_program_can_change_the_log(address: Address) -> None:
    leagues = Leagues(Journal(address), entropy("leagues"))
    leagues.open("Cup", SWISS, "host", NOW)
    before = leagues.log("cup")
    row = "select game, 1, kind, side, at, body, salt, link from league_entry"
    for deed in ("update league_entry set at = ''", "delete from league_entry", f"insert into league_entry {row}"):
        with pytest.raises(Rejected):
            run_past_program(address, deed)
    assert leagues.log("cup") == before


def test_without_the_libraries_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(matching, "import_module", missing)
    for ask in (lambda: pair([Contender("ann"), Contender("bob")]), lambda: rate([])):
        with pytest.raises(Refused, match=r"not installed: pip install 'fieldpost\[league\]'"):
            ask()
