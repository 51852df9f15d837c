"""A league of a club that has nothing but mail: a whole season, its formats, bids, and what is refused."""

import pytest

from bot.hosting.engine_thread import EngineData
from bot.hosting.league_bids import open_due_bids
from tests.mail.league_mails import NEW, PLAYERS, begin, concede, league_of, names_of, say, told
from tests.mail.loopback.mailroom import text_of
from tests.mail.loopback.office import Office, mail
from tests.mail.test_receiving import office

pytestmark = pytest.mark.asyncio
__all__ = ["office"]


@pytest.mark.long
async def test_a_season_by_mail(office: Office) -> None:
    opened = await begin(office)
    assert 'Its id is spring-cup. Players take part with a line "league enter spring-cup"' in opened, opened
    mails = await office.take(mail("Hetty", "league pair"))
    league = await league_of(office)
    first, second = (league.matches[number] for number in league.rounds[0].matches)
    for match in (first, second):
        info = await office.engine.use_table(lambda table, game=match.games[0].game: table.game(game))  # type: ignore[misc]
        assert info.started and tuple(info.seats.values()) == match.players and info.due
    own = [one for one in mails if str(one["Subject"]).startswith("[spring-cup] You meet")]
    assert len(own) == len(PLAYERS)
    for one in own:
        assert told([one]).startswith("== YOUR PAIRING You meet ")
        assert "Round 1 of Spring Cup: 2 matches, due" in told([one]) and names_of(one) == ["spring-cup.ics"]
    assert sum("Your turn" in str(one["Subject"]) for one in mails) == 2, "the games have begun"

    results = await concede(office, first, first.players[1])
    winner, loser = (player.capitalize() for player in first.players)
    assert f"{winner} beat {loser}" in told(results)
    assert {str(one["To"]).split("@")[0] for one in results} >= {"hetty", *map(str.lower, PLAYERS)}
    ruled = await say(office, "Hetty", f"league forfeit {second.number} {second.players[0]} no answer", "[spring-cup]")
    assert f"{second.players[0].capitalize()} forfeits" in ruled and "Decided by Hetty: no answer." in ruled
    left = await say(office, second.players[0].capitalize(), "league withdraw spring-cup moved house")
    assert "has withdrawn from Spring Cup (moved house): 3 players left." in left

    while "Round" in (answer := await say(office, "Hetty", "league pair")):
        for match in (await league_of(office)).open_matches():
            assert second.players[0] not in match.players
            await concede(office, match, match.players[0])
    assert '"league close spring-cup"' in answer, answer
    (shown,) = await office.take(mail("Ann", "league standings", subject="table"))
    assert "Spring Cup, season 1" in text_of(shown) and "Withdrawn: " in text_of(shown)
    assert [part.get_content_type() for part in shown.walk()].count("image/png") == 1
    (files,) = await office.take(mail("Cat", "league export"))
    expected = {"spring-cup-standings.csv", "spring-cup-players.csv", "spring-cup.json", "spring-cup.ics"}
    assert expected <= {*names_of(files)}
    closed = await office.take(mail("Hetty", "league close"))
    assert "Season 1 of Spring Cup is over." in told(closed)
    to_ann = next(one for one in closed if str(one["To"]).startswith("ann") and "[spring-cup]" in str(one["Subject"]))
    assert "image/png" in [part.get_content_type() for part in to_ann.walk()], "with the final table"
    to_hetty = next(one for one in closed if str(one["To"]).startswith("hetty"))
    for words in (told([to_ann]), told([to_hetty])):
        assert "Spring Cup, season 1, awards" in words and "champion" in words, words
        assert "direct: in games against each other" in words, "the final table"
    (page,) = await office.take(mail("Cat", "player Bob"))
    assert "MiniWars: " in text_of(page) and "Rating in MiniWars: " in text_of(page)
    assert "image/png" in [part.get_content_type() for part in page.walk()]
    assert (await league_of(office)).season == 2


async def test_everything_is_shown_as_text(office: Office) -> None:
    await begin(office, players=("Ann", "Bob"))
    await say(office, "Hetty", "league pair")
    for line, says in {
        "league": "spring-cup Spring Cup miniwars round-robin 1 2 1",
        "league list": "1 league",
        "league Spring Cup": "It is played by mail, and was opened by Hetty.",
        "league show spring": "2 players: Ann and Bob.",
        "league crosstable Spring Cup": "Points of the player on the left",
        "league rounds": "millers-1 open",
        "league players": "% on time phases",
        "league ratings": "ratings in MiniWars",
        "league balance spring-cup": "balance of sides",
        "league log": "spring-cup",
        "league calendar": "spring-cup.ics holds these dates for a calendar.",
        "player": "Rating: none yet",
    }.items():
        assert says in await say(office, "Ann", line, "a question"), line


async def test_what_is_refused_says_a_line_that_works(office: Office) -> None:
    await begin(office, players=("Ann", "Bob"))
    assert 'it yet: "league pair spring-cup"' in (await say(office, "Hetty", "league forfeit")).replace("match", "it")
    await say(office, "Hetty", "league pair")
    (match,) = (await league_of(office)).open_matches()
    for name, line, says in (
        ("Ann", "league pair", 'Only Hetty, who opened Spring Cup, can do that. "league show spring-cup"'),
        ("Ann", "league forfeit 1 Bob too slow", "You are no referee of Spring Cup: that is Hetty"),
        ("Ann", "league enter", "has entered Spring Cup already"),
        ("Ann", "league enter reliability=100", "is no option here"),
        ("Ann", "league enter sprung-cup", 'is the name of no league. Write "spring-cup"'),
        ("Ann", "league enter player=Hetty", "Only Hetty"),
        ("Ann", "league withdraw player=Bob too slow", "Only Hetty"),
        ("Ann", "league challenge Bob", "is no ladder"),
        ("Ann", "league standings spring-cup season=4", "season= is a number from 1 to 1"),
        ("Ann", "league standngs", 'Did you mean "league standings"?'),
        ("Ann", "player Zed", "Nobody is known here as 'Zed'"),
        ("Hetty", "league forfeit", '"league forfeit spring-cup 1 '),
        ("Hetty", "league forfeit 1 Zed because", f'Write "{match.players[0].capitalize()}" or'),
        ("Hetty", "league forfeit 1 Ann", 'Ann no answer for 14 days"'.replace("Ann", match.players[0].capitalize())),
        ("Hetty", "league result 1", "12-4"),
        ("Hetty", "league result 7 Ann", "has no match 7"),
        ("Hetty", "league reopen 1", "the wrong winner was reported"),
        ("Hetty", "league close", "league forfeit spring-cup 1"),
        ("Hetty", "league enter player=Zed", "Nobody is known here as 'Zed'"),
        ("Hetty", "league new system=miniwars", "The league has no name"),
        ("Hetty", "league new Cup system=chess format=swiss scenarios=x", "system= is"),
        ("Hetty", "league new Cup system=miniwars format=swiss scenarios=millers-bridge deadline=1m", "5m"),
    ):
        answer = await say(office, name, line, "a try")
        assert says in answer, (line, answer)
    assert (await league_of(office)).open_matches() == (match,)
    assert len(await office.engine.use_data(lambda data: data.leagues.ids())) == 1


async def test_a_mail_that_may_be_from_somebody_else_does_nothing(office: Office) -> None:
    await begin(office, players=("Ann", "Bob"))
    assert "Nothing shows that this mail is from you" in await say(office, "Ann", "league withdraw", vouched="none")
    assert len((await league_of(office)).active()) == 2


async def test_referees_do_not_decide_their_own_matches(office: Office) -> None:
    await begin(office, players=("Ann", "Bob"))
    await say(office, "Ann", "league new Autumn Cup system=miniwars format=swiss scenarios=millers-bridge")
    await say(office, "Ann", "league enter autumn")
    await say(office, "Bob", "league enter Autumn Cup")
    assert "Round 1" in await say(office, "Ann", "league pair autumn-cup")
    own = await say(office, "Ann", "league forfeit autumn-cup 1 Bob no answer")
    assert "so you can only decide it for Bob" in own and '"fieldpost league"' in own
    assert "Ann forfeits, Bob wins" in await say(office, "Ann", "league forfeit autumn-cup 1 Ann on holiday")


async def test_a_ladder_and_a_queue(office: Office) -> None:
    new = "league new {} system=miniwars format={} scenarios=millers-bridge"
    await begin(office, new.format("Steps", "ladder"), ("Ann", "Bob"))
    assert 'whom you challenge: "league challenge steps Ann"' in await say(office, "Bob", "league challenge steps")
    met = await say(office, "Bob", "league challenge Ann")
    assert "Match 1: " in met and "Games: millers-1." in met, met
    await say(office, "Hetty", new.format("Open Door", "queue"))
    for name in ("Ann", "Bob"):
        await say(office, name, "league enter open-door")
    assert "Ann waits for an opponent" in await say(office, "Ann", "league queue open-door pace=24")
    both = await say(office, "Bob", "league queue open-door pace=24")
    assert "Bob waits" in both and "Match 1: " in both and "Games: millers-2." in both, both


async def test_bids_stay_secret_until_both_are_in(office: Office) -> None:
    await begin(office, f"{NEW} sides=bids", ("Ann", "Bob"))
    paired = await office.take(mail("Hetty", "league pair"))
    assert '"league bid spring-cup 1 5"' in told(paired), told(paired)
    assert '"league bid spring-cup 1 5" works' in await say(office, "Ann", "league bid 1")
    first = await office.take(mail("Ann", "league bid spring-cup 1 77"))
    assert "77" not in told([one for one in first if not str(one["To"]).startswith("ann")])
    assert (await league_of(office)).match(1).bid is None
    both = await office.take(mail("Bob", "league bid spring-cup 1 5"))
    assert (await league_of(office)).match(1).games[0].players[0] == "ann"
    assert "Games: millers-1." in told(both) and any("[millers-1]" in str(one["Subject"]) for one in both)


async def test_a_game_opens_when_bids_become_due_without_an_answer(office: Office) -> None:
    await begin(office, f"{NEW} sides=bids", ("Ann", "Bob"))
    await say(office, "Hetty", "league pair")
    await say(office, "Bob", "league bid spring-cup 1 5")
    assert not await office.engine.use_table(lambda table: table.journal.games())
    due = (await league_of(office)).match(1).due
    assert await office.engine.use_data(lambda data: open_due_bids(data, "spring-cup", due)) == (1,)
    mails = await office.news()
    assert "Bob bid 5" in told(mails) and "Ann did not bid, which counts as 0" in told(mails)
    mails += await office.news()
    subjects = {(str(one["To"]).split("@")[0], str(one["Subject"])[:11]) for one in mails}
    assert subjects >= {(player, "[millers-1]") for player in ("ann", "bob")}, "the game is mailed to both"
    info = await office.engine.use_table(lambda table: table.game("millers-1"))
    assert info.started and [*info.seats.values()] == ["bob", "ann"]


async def test_what_is_refused_after_something_was_written_is_answered(office: Office) -> None:
    """Each is a mail with a line that is done before it and one after it: both are kept."""
    await begin(office, f"{NEW} sides=bids", ("Ann", "Bob"))
    await say(office, "Hetty", "league pair")
    await say(office, "Ann", "league bid spring-cup 1 77")
    await say(office, "Bob", "league bid spring-cup 1 5")
    for name, line, says in (
        ("Ann", "league bid spring-cup 1 3", "have been decided"),
        ("Bob", "league bid spring-cup 1 3", "have been decided"),
        ("Hetty", "league bids spring-cup 1", "have been decided"),
        ("Hetty", "league pair", "league close spring-cup"),
        ("Hetty", "league close", "league forfeit spring-cup 1"),
    ):
        zone = "Europe/Berlin" if name == "Ann" else "Europe/Paris"
        answer = await say(office, name, f"zone {zone}\n{line}\nremind off")
        assert says in answer and zone in answer and "REMINDERS" in answer, (line, answer)
    log = await office.engine.use_data(lambda data: len(data.leagues.log("spring-cup")))
    assert log == 8 and (await league_of(office)).match(1).bid == 77, log


async def test_reliability_is_asked_for(office: Office) -> None:
    await begin(office, players=())
    strict = "league new Strict Cup system=miniwars format=swiss scenarios=millers-bridge reliability=80"
    await say(office, "Hetty", strict)
    await office.introduce("Ann", "new millers-bridge 3d\njoin millers-1 reeve")
    none = await say(office, "Ann", "league enter strict-cup")
    assert "asks for a reliability of 80 % or more; none is known" in none, none
    await office.introduce("Bob", "join millers-1")
    for _ in range(2):  # the initiative, then the first of the phases that follow
        game = await office.engine.use_table(lambda table: table.game("millers-1"))
        assert game.phase
        for side in game.phase.sides:
            name = game.seats[side].capitalize()
            await say(office, name, "choose a\ndone" if "initiative" in game.phase.title else "done", "[millers-1]")
    entered = [await say(office, name, "league enter strict-cup") for name in ("Ann", "Bob")]
    assert any("has entered Strict Cup" in one for one in entered), entered


async def test_games_of_leagues_do_not_count_as_opened(office: Office) -> None:
    await begin(office, players=("Ann", "Bob"))
    await say(office, "Hetty", "league pair")

    def mine(data: EngineData) -> int:
        return len(data.openings.running_of(data.table, "hetty", "", "2026-12-01T00:00:00Z"))

    assert await office.engine.use_data(mine) == 1
    limit = "limits"
    await office.engine.use_data(lambda data: setattr(data, limit, data.limits._replace(per_person=1)))
    assert "is open; its id is" in await say(office, "Hetty", "new millers-bridge 3d", "one more")


async def test_a_mail_may_begin_with_the_name_of_its_league(office: Office) -> None:
    await begin(office, f"{NEW} sides=bids", ("Ann", "Bob"))
    await say(office, "Hetty", "league new Autumn Cup system=miniwars format=swiss scenarios=millers-bridge")
    await say(office, "Hetty", "league pair spring-cup")
    assert ", in secret" in await say(office, "Ann", "spring-cup\nleague bid 1 7", "q")
    assert (await league_of(office)).match(1).bids_missing == ("bob",)
    assert "has withdrawn from Spring Cup" in await say(office, "Bob", "Spring Cup\n\nleague withdraw", "q")


async def test_a_sentence_is_answered_with_the_line_that_does_it(office: Office) -> None:
    await begin(office, players=())
    await office.introduce("Ann", "games")
    answer = await say(office, "Ann", "I would like to enter the league please", "q")
    assert "instead: league enter" in answer, answer
