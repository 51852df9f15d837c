"""Lines about leagues in letters: that none of them raises, whose league each is about, and who can play where."""

import asyncio
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.correspondence.asker import Asker
from bot.correspondence.commands import Command, read_command
from bot.correspondence.leagues import letters
from bot.correspondence.leagues.forms import DEEDS, SHOWN
from bot.correspondence.leagues.lookups import Shown, _look, look_up_league
from bot.correspondence.leagues.named import with_league
from bot.correspondence.leagues.views import league_view
from bot.correspondence.order_deeds import Writer
from bot.forum.bodies import AnswerBody
from bot.forum.league_topics import queue_league_news
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.forum_queue import KnownAccount
from bot.hosting.league_limits import OF_PERSON, OF_SERVER, require_room
from bot.hosting.league_places import LeaguePlace
from bot.hosting.opened_games import play_by_mail
from engine.contract import decode
from engine.leagues import desk
from engine.leagues.entries import Entered, LeagueOpened, Reported, SeasonClosed
from engine.leagues.rounds import next_round
from engine.log.journal import EntryChain
from engine.table import Refused

NOW = "2026-01-31T18:00:00Z"
OPTIONS = "system=miniwars format=swiss scenarios=millers-bridge"
PIECES = st.sampled_from(
    (
        *(*DEEDS, *SHOWN, "spring-cup", "Spring Cup", "3", "1.2", "ann", "draw", "12-4", "pace=24", "zone=Mars"),
        *("player=bob", "player=", "season=9", '"', "“", "=", "deadline=1m", OPTIONS, "'", "`x`", "\x00", "ü"),
        *("x" * 300, "99999999999"),
    )
)


@pytest.fixture
def data() -> Iterator[EngineData]:
    data = EngineData(":memory:")
    for name in ("Ann", "Bob"):
        data.people.add("mail", f"{name.lower()}@home.example", name, NOW)
    do(data, "ann", f"league new Spring Cup {OPTIONS}")
    yield data
    data.close()


def writer(player: str, door: str = "mail", doubt: str = "") -> Writer:
    return Writer(player, door, "key", NOW, doubt, play_by_mail)


def do(data: EngineData, player: str, line: str) -> str:
    command = read_command(line)
    assert command, line
    return "\n".join(letters.act(data, writer(player), None, command).section.lines)


def refusal(data: EngineData, player: str, line: str) -> str:
    with pytest.raises(Refused) as refused:
        do(data, player, line)
    return str(refused.value)


def test_the_league_of_a_topic_is_meant_unless_another_is_named(data: EngineData) -> None:
    do(data, "bob", f"league new Autumn Cup {OPTIONS}")

    def meant(line: str) -> Command:
        command = read_command(line)
        assert command
        (found,) = with_league(data, (command,), "spring-cup")
        return found

    assert meant("league enter pace=24") == Command("league enter", "spring-cup pace=24")
    assert meant("league standings") == Command("league", "standings spring-cup")
    assert meant("league standings Autumn Cup season=1") == Command("league", "standings Autumn Cup season=1")
    assert meant("league list") == Command("league", "list")
    assert meant(f"league new Third Cup {OPTIONS}").rest.startswith("Third Cup")
    assert meant("games") == Command("games")


def test_nobody_leaves_a_league_by_a_guess(data: EngineData) -> None:
    for player in ("ann", "bob"):
        do(data, player, "league enter spring-cup")
    for words in ("l x", "moved house", "sprung-cup", "sp", "autumn cup too busy", "summer-cup", "player", "=", "x=1"):
        said = refusal(data, "bob", f"league withdraw {words}")
        assert "is the name of no league. Write `spring-cup`" in said, said
        assert f'"league withdraw spring-cup {words}"' in said
    assert len(data.leagues.find("spring-cup").active()) == 2
    assert "(l x)" in do(data, "bob", "league withdraw spring-cup l x")
    assert "has withdrawn from Spring Cup: 0 players" in do(data, "ann", "league withdraw")


def test_a_reason_that_may_be_another_league_is_asked_about_where_one_is_meant(data: EngineData) -> None:
    do(data, "bob", f"league new Autumn Cup {OPTIONS}")

    def meant(reason: str) -> str:
        (found,) = with_league(data, (Command("league withdraw", reason),), "spring-cup")
        return found.rest

    for reason in ("autum cup", "autumn", "Autumn-Cup", "autunm-cup for good", "a", "spring-cpu", "sprung cup I leave"):
        assert meant(reason) == reason
    for reason in ("moved house", "", "l x", "player=bob", "no time"):
        assert meant(reason) == f"spring-cup {reason}".strip()


def test_players_are_meant_by_what_the_forum_calls_them(data: EngineData) -> None:
    for number, (handle, name) in enumerate((("ann_wyn", "Ann Wynne"), ("Bob.R", "bob r"), ("c-c", "Zed Zulu"))):
        player = data.people.add("forum", str(number), name, NOW)
        data.forum.remember_account(KnownAccount(str(number), handle, name))
        do(data, player, "league enter spring-cup")
    do(data, "ann", "league pair")
    match = data.leagues.find("spring-cup").match(1)
    words: dict[str, tuple[str, ...]] = {"ann-wynne": ("@ann_wyn", "ANN_WYN", "Ann_Wynne", "ann-wynne", "@Ann.Wynne")}
    words |= {"bob-r": ("@Bob.R", "bob_r", "bob r"), "zed-zulu": ("@c-c", "C-C", "zed_zulu")}
    for winner in match.players:
        for word in words[winner]:
            assert "beat" in do(
                data,
                "ann",
                f"league result 1 {word} 61-20" if winner == match.players[0] else f"league result 1 {word} 20-61",
            )
            do(data, "ann", "league reopen 1 again")
    said = refusal(data, "ann", "league withdraw player=@nobody")
    assert "nobody who has entered" in said
    assert "Zed Zulu has withdrawn" in do(data, "ann", "league withdraw player=@c-c")


def test_refusals_say_what_players_are_called(data: EngineData) -> None:
    for player in ("ann", "bob"):
        do(data, player, "league enter spring-cup")
    assert "Bob has entered" in refusal(data, "bob", "league enter spring-cup")
    do(data, "ann", "league pair")
    do(data, "ann", "league forfeit 1 Ann no answer")
    for line in ("league result 1 Bob 1-2", "league forfeit 1 Ann again", "league close"):
        try:
            do(data, "ann", line)
        except Refused as refused:
            outside = "".join(str(refused).split("`")[::2])
            assert "ann" not in outside.split() and "bob" not in outside.split(), outside


def test_a_division_is_meant_whatever_its_case(data: EngineData) -> None:
    do(data, "ann", f"league new Low Cup {OPTIONS} divisions=gold,silver")
    assert "division gold" in do(data, "bob", "league enter low-cup division=GOLD")


def test_no_name_of_another_league_takes_a_line_that_is_of_this_one(data: EngineData) -> None:
    for name in (*DEEDS, *SHOWN, "Draw", "league", "STANDINGS"):
        assert f"{name!r} is a word of commands" in refusal(data, "bob", f'league new "{name}" {OPTIONS}')
    for player in ("ann", "bob"):
        do(data, player, "league enter spring-cup")
    do(data, "ann", "league pair spring-cup")
    template = data.leagues.find("spring-cup").template
    for league in ("1-ann", "bob"):  # the first as an earlier version has let it be called
        title = league.replace("-", " ")
        chain = EntryChain(league, 0, "", NOW, bytes)
        chain.add("league", "", LeagueOpened(league, title, template, "bob"))
        data.leagues.store.append(chain)
    lines = ("bid 1 5", "result 1 Ann 12-4", "challenge Bob", "forfeit 1 Ann no answer", "bid 1-Ann 1 5")
    for line in lines:
        command = read_command(f"league {line}")
        assert command
        (meant,) = with_league(data, (command,), "spring-cup")
        words = line.partition(" ")[2]
        assert meant.rest == (words if words.startswith("1-") else f"spring-cup {words}")


def test_a_league_without_a_door_is_only_shown(data: EngineData) -> None:
    from bot.correspondence.leagues.deeds import do as do_here
    from bot.correspondence.leagues.words import Said
    from engine.log.entries import HOST

    do_here("new", Said(data, "House Cup", OPTIONS.split(), HOST, NOW))
    assert "is run from the command line" in refusal(data, "ann", "league enter house-cup")


def test_players_of_other_doors_enter_where_their_games_can_reach_them(data: EngineData) -> None:
    alice, carl = "1104200000000000001", "1104200000000000002"
    for player, name in ((alice, "Alice"), (carl, "Carl")):
        data.people.remember_name(player, name)
    data.people.add_address(carl, "forum", "7", NOW)
    said = refusal(data, alice, "league enter spring-cup")
    assert "Spring Cup is played by mail, and you are known in Discord alone" in said and "`link CODE`" in said
    assert "Carl has entered" in do(data, carl, "league enter spring-cup")
    assert not queue_league_news(data, "spring-cup"), "what was before is not told"
    assert "Bob has entered" in do(data, "bob", "league enter spring-cup")
    assert "Games: millers-1." in do(data, "ann", "league pair")
    places = {door: outbox.destination("millers-1") is not None for door, outbox in data.outboxes.items()}
    assert places["mail"] and places["forum"] and not places["discord"]

    assert queue_league_news(data, "spring-cup") and not queue_league_news(data, "spring-cup")
    (letter,) = (row for row in data.forum.unfinished() if row.place == "to:7" and row.kind == "notice")
    assert letter.body.startswith("You meet Bob in match 1") and "**Round 1 of Spring Cup: 1 match" in letter.body
    assert data.league_places.waiting("forum") == () and data.league_places.waiting("mail") == ("spring-cup",)

    data.leagues.open("Hall Cup", data.leagues.find("spring-cup").template, alice, NOW)
    data.league_places.put("hall-cup", "Hall Cup", "discord:1/2/0", "tag")
    assert "Bob has entered Hall Cup" in do(data, "bob", "league enter hall-cup")
    assert "is played in a server of Discord" in refusal(data, alice, "league pair hall-cup")


def test_ratings_of_a_league_are_of_its_own_players_and_not_of_their_namesakes(data: EngineData) -> None:
    other = data.people.add("mail", "bob@elsewhere.example", "Bob", NOW)
    do(data, "ann", f"league new Other {OPTIONS}")
    for player in ("ann", other):
        do(data, player, "league enter other")
    do(data, "ann", "league pair other")
    do(data, "ann", f"league result other 1 {data.people.name(other)}")
    do(data, "bob", "league enter spring-cup")
    assert data.people.name(other) == data.people.name("bob") == "Bob"
    assert league_view(data, "spring-cup", ("ratings",), NOW)[0].rows == ()
    (grid,) = league_view(data, "other", ("ratings",), NOW)
    assert [row[:2] for row in grid.rows] == [(1, "Bob"), (2, "Ann")]


def look(data: EngineData, player: str, words: list[str]) -> Shown:
    """What is shown at once."""
    shown = _look(data, player, words)
    assert isinstance(shown, Shown)
    return shown


def test_leagues_of_discord_are_listed_for_their_players_alone(data: EngineData) -> None:
    data.leagues.open("Hall Cup", data.leagues.find("spring-cup").template, "1104200000000000001", NOW)
    data.league_places.put("hall-cup", "Hall Cup", "discord:1/2/0", "tag")
    assert "no league. Write `spring-cup`" in refusal(data, "bob", "league enter hall")
    assert "Hall" not in "".join(look(data, "bob", ["list"]).section.lines)
    assert "Hall Cup, season 1" in look(data, "bob", ["standings", "Hall", "Cup"]).section.lines[0]
    do(data, "bob", "league enter Hall Cup")
    assert "hall-cup" in "".join(look(data, "bob", ["list"]).section.lines)


def test_a_person_opens_a_few_leagues(data: EngineData) -> None:
    for number in range(OF_PERSON - 1):
        do(data, "ann", f"league new Cup {number + 2} {OPTIONS}")
    assert "You have opened 5 leagues, the most for a person" in refusal(data, "ann", f"league new Sixth {OPTIONS}")
    assert "Sixth is open to all" in do(data, "bob", f"league new Sixth {OPTIONS}")
    for player in ("ann", "bob"):
        do(data, player, "league enter spring-cup")
    do(data, "ann", "league pair spring-cup")
    assert not data.leagues.ended()
    do(data, "bob", "league withdraw spring-cup")
    do(data, "ann", "league forfeit spring-cup 1 Ann never wrote")
    do(data, "ann", "league close spring-cup")
    assert data.leagues.ended() == {"spring-cup"}
    do(data, "ann", f"league new Eighth {OPTIONS}")
    do(data, "bob", "league enter spring-cup")
    do(data, "ann", "league pair spring-cup")
    assert not data.leagues.ended(), "it has a round again"


def test_a_server_has_room_for_so_many_leagues() -> None:
    places = [LeaguePlace(f"cup-{n}", f"Cup {n}", "discord:1/2/0", "tag", 0) for n in range(OF_SERVER)]
    require_room(places[1:], (), ())
    require_room(places, (), {"cup-7"})
    with pytest.raises(Refused, match=r"50 leagues are going on here already, the limit: Cup 0, Cup 1,.* and 40 more"):
        require_room(places, (), ())
    mine = {place.league for place in places[:OF_PERSON]}
    require_room(places[:9], mine, {"cup-3"})
    with pytest.raises(Refused, match="You have opened 5 leagues"):
        require_room(places[:9], mine, ())


def test_ended_leagues_do_not_count_towards_those_of_the_database(
    data: EngineData, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "MOST", 1)
    assert "1 leagues are played, and that is the most" in refusal(data, "bob", f"league new Honest {OPTIONS}")
    monkeypatch.setattr(desk.Leagues, "ended", lambda _: frozenset(("spring-cup",)))
    assert "Honest is open" in do(data, "bob", f"league new Honest {OPTIONS}")
    assert data.leagues.opened_by("bob") == {"honest"}


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(("ann", "bob", "")), st.lists(PIECES, max_size=6)), min_size=1, max_size=8))
@pytest.mark.long
def test_no_line_raises_anything_but_a_refusal(lines: list[tuple[str, list[str]]]) -> None:
    data = EngineData(":memory:")
    try:
        for name in ("Ann", "Bob"):
            data.people.add("mail", f"{name.lower()}@home.example", name, NOW)
        for player, pieces in (("ann", ["new Spring Cup", OPTIONS]), *lines):
            command = read_command(f"league {' '.join(pieces)}")
            if command is None:
                continue
            try:
                with data.table.journal.transaction():  # as the letter has one
                    try:
                        if command.word != "league":
                            letters.act(data, writer(player), None, command)
                    except Refused as refused:
                        assert str(refused)
            except Refused as lost:
                raise AssertionError(f"{command} has undone its whole letter") from lost
        for league in data.leagues.ids():
            data.leagues.find(league)
    finally:
        data.close()


@pytest.mark.asyncio
async def test_no_question_raises_anything_but_a_refusal() -> None:
    engine = EngineThread(":memory:")
    asker = Asker(engine, "ann", None)
    await engine.use_data(lambda data: letters.act(data, writer("ann"), None, Command("league new", f"Cup {OPTIONS}")))
    try:
        for first in (*SHOWN, "cup", "x", ""):
            for rest in ("", "cup", "cup season=1", "cup season=x", "cup =", '"', "zed zed", "miniwars", "\x00"):
                try:
                    found = await look_up_league(asker, f"{first} {rest}".strip())
                    assert found.section.title
                except Refused as refused:
                    assert str(refused)
    finally:
        await asyncio.to_thread(engine.close)


def test_the_end_of_a_season_is_told_in_a_topic_with_awards_and_the_final_table(data: EngineData) -> None:
    data.league_places.put("hall-cup", "Hall Cup", "forum:bob/", "tag")
    template = data.leagues.find("spring-cup").template
    data.leagues.open("Hall Cup", template, "bob", NOW)
    data.leagues.write("hall-cup", lambda _: [Entered("ann"), Entered("bob")], NOW)
    data.leagues.write("hall-cup", lambda league: next_round(league, NOW), NOW)
    assert queue_league_news(data, "hall-cup")
    before = len(data.forum.unfinished())
    data.leagues.write("hall-cup", lambda _: [Reported(1, "ann"), SeasonClosed(1)], NOW)
    assert queue_league_news(data, "hall-cup")
    news, tables = data.forum.unfinished()[before:]
    assert "Season 1 of Hall Cup is over." in news.body and news.place == tables.place
    shown = decode(tables.body, AnswerBody).answer.lookups
    assert [command.rest for command in shown] == ["awards hall-cup season=1", "standings hall-cup season=1"]


def test_a_list_without_leagues_says_how_to_open_one() -> None:
    empty = EngineData(":memory:")
    listed = _look(empty, "ann", [])
    assert isinstance(listed, Shown)
    (line,) = listed.section.lines
    assert line.startswith('There is no league yet. "league new Spring Cup system=')
    empty.people.add("mail", "ann@home.example", "Ann", NOW)
    assert "Spring Cup is open to all" in do(empty, "ann", line.split('"')[1])
    empty.close()
