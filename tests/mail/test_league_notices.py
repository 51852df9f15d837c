"""Who is told what of a league by mail, and who is whom when two addresses are one person."""

import re

import pytest

from bot.hosting.utc_now import utc_now
from tests.mail.league_mails import NEW, begin, league_of, say, told
from tests.mail.loopback.mailroom import text_of
from tests.mail.loopback.office import Office, mail
from tests.mail.test_receiving import office

pytestmark = pytest.mark.asyncio
__all__ = ["office"]


async def test_a_player_whom_the_organiser_withdraws_is_told(office: Office) -> None:
    await begin(office)
    mails = await office.take(mail("Hetty", "league withdraw spring-cup player=Bob never answers"))
    mails += await office.news()
    bobs = told([one for one in mails if str(one["To"]).startswith("bob@")])
    assert "Bob has withdrawn" in bobs and "never answers" in bobs, bobs
    assert not [one for one in await office.news() if str(one["To"]).startswith("bob@")], "once"
    left = await office.take(mail("Cat", "league withdraw spring-cup"))
    left += await office.news()
    assert not [one for one in left if str(one["To"]).startswith("bob@")], "Bob plays no longer"
    assert len([one for one in left if str(one["To"]).startswith("cat@")]) == 1, "the answer to what Cat did herself"


async def test_nobody_is_told_an_address(office: Office) -> None:
    await begin(office)
    mails = await office.take(mail("Hetty", "league pair"))
    mails += await office.take(mail("Ann", "league export\nleague log\nleague show\nplayer Bob", subject="all"))
    for one in mails:
        reader = str(one["To"])
        texts = [part.get_payload(decode=True) for part in one.walk() if part.get_content_maintype() == "text"]
        for text in texts:
            assert isinstance(text, bytes)
            assert {*re.findall(rb"[\w.-]+@home\.example", text)} <= {reader.encode()}


async def test_whoever_becomes_another_person_keeps_entries_games_and_leagues(office: Office) -> None:
    await begin(office, players=("Ann", "Bob"))
    await say(office, "Hetty", "league pair")
    alice, hetty = "1104200000000000001", "1104200000000000002"
    code = await office.engine.use_data(lambda data: data.people.new_code(alice, utc_now()))
    linked = await say(office, "Ann", f"link {code}")
    assert "Seats changed hands in millers-1." in linked and "What you had in Spring Cup is yours as before" in linked
    assert {*(await league_of(office)).match(1).players} == {alice, "bob"}
    assert "2 players" in await say(office, "Hetty", "league show spring-cup", "who")
    code = await office.engine.use_data(lambda data: data.people.new_code(hetty, utc_now()))
    assert "What you had in Spring Cup is yours" in await say(office, "Hetty", f"link {code}")
    assert "forfeits" in await say(office, "Hetty", "league forfeit 1 Bob no answer", "[spring-cup]")
    assert (await league_of(office)).match(1).games[0].result.winner == alice  # type: ignore[union-attr]
    assert "has withdrawn" in await say(office, "Ann", "league withdraw spring-cup moved house", "bye")
    place = await office.engine.use_data(lambda data: data.league_places.find("spring-cup"))
    assert place and place.address == f"mail:{hetty}/"


async def test_two_who_both_play_are_not_joined_until_one_has_withdrawn(office: Office) -> None:
    await begin(office, players=("Ann", "Bob"))
    code = await office.engine.use_data(lambda data: data.people.new_code("bob", utc_now()))
    refused = await say(office, "Ann", f"link {code}")
    assert "YOUR ADDRESSES WERE NOT JOINED" in refused and '"league withdraw spring-cup"' in refused, refused
    assert "1 player left" in await say(office, "Ann", "league withdraw spring-cup")
    assert "What you had in Spring Cup is yours" in await say(office, "Ann", f"link {code}"), "the code still works"
    assert [one.player for one in (await league_of(office)).active()] == ["bob"]


async def test_a_mail_about_leagues_is_not_answered_under_a_game(office: Office) -> None:
    await begin(office, players=("Ann", "Bob"))
    await say(office, "Hetty", "league pair")
    for line, subject in (("league standings", "hello"), ("league show", "[spring-cup]"), ("league enter", "Round 1")):
        (answer,) = await office.take(mail("Ann", line, subject=subject))
        assert answer["Subject"] == f"Re: {subject}" and "Accepted:" not in text_of(answer)
    (answer,) = await office.take(mail("Ann", "status", subject="hello"))
    assert str(answer["Subject"]).startswith("Re: [millers-1")
    (answer,) = await office.take(mail("Ann", "status\nleague show", subject="hello"))
    assert str(answer["Subject"]).startswith("Re: [millers-1") and "Spring Cup" in text_of(answer)


async def test_mails_of_a_frozen_game_call_for_no_orders(office: Office) -> None:
    await begin(office, players=("Ann", "Bob"))
    await say(office, "Hetty", "league pair")
    mails = await office.take(mail("Hetty", "league forfeit 1 Ann no answer"))
    reports = [one for one in mails if "[millers-1" in str(one["Subject"])]
    assert len(reports) == 2
    for one in reports:
        assert str(one["Subject"]).endswith("the game is frozen by its referee"), one["Subject"]
        assert "no orders run, and no deadline" in told([one]) and "It is your turn" not in told([one])
    assert "frozen by its referee: no orders run" in await say(office, "Bob", "status", "[millers-1]")
    mails = await office.take(mail("Hetty", "league reopen 1 she has answered"))
    assert sum("Your turn" in str(one["Subject"]) and "It is your turn" in told([one]) for one in mails) == 1


async def test_whoever_is_entered_by_the_organiser_is_told_and_nobody_is_told_twice(office: Office) -> None:
    await begin(office, players=("Ann",))
    await office.introduce("Bob", "games")
    mails = await office.take(mail("Hetty", "league enter player=Bob"))
    assert sorted(str(one["To"]).split("@")[0] for one in mails) == ["bob", "hetty"], "her answer is all she gets"
    (to_bob,) = (one for one in mails if str(one["To"]).startswith("bob"))
    assert to_bob["Subject"] == "[spring-cup] a new player" and "Bob has entered Spring Cup" in told([to_bob])
    paired = await office.take(mail("Hetty", "league pair"))
    (match,) = (await league_of(office)).open_matches()
    for player in match.players:
        text = told([one for one in paired if str(one["To"]).startswith(player) and "[spring-cup]" in one["Subject"]])
        assert "Your game is millers-1: you play " in text and "side." not in text.partition("you play")[2][:30]
    mails = await office.take(mail("Hetty", f"league result 1 {match.players[0]} 61-20"))
    about = [one for one in mails if "61-20" in told([one])]
    assert sorted(str(one["To"]).split("@")[0] for one in about) == ["ann", "bob", "hetty"]
    assert sum(str(one["Subject"]) == "[spring-cup] a result" for one in about) == 2
    mails = await office.take(mail("Hetty", "league close spring-cup"))
    assert sum("Season 1 of Spring Cup is over" in str(one["Subject"]) for one in mails) == 2


async def test_the_end_of_a_season_and_the_next_round_are_both_in_the_subject(office: Office) -> None:
    await begin(office, players=("Ann", "Bob"))
    await say(office, "Hetty", "league pair")
    await say(office, "Hetty", "league forfeit 1 Ann no answer")
    mails = await office.take(mail("Hetty", "league close\nleague pair"))
    (to_ann,) = (one for one in mails if str(one["To"]).startswith("ann") and "[spring-cup]" in str(one["Subject"]))
    subject = " ".join(str(to_ann["Subject"]).split())
    assert subject.startswith("[spring-cup] Season 1 of Spring Cup is over. You meet Bob in match 2"), subject


async def test_no_line_of_an_answer_has_quotation_marks_inside_others(office: Office) -> None:
    await begin(office, f"{NEW} sides=bids", ("Ann", "Bob"))
    await say(office, "Hetty", "league pair")
    for line in (
        "close",
        "forfeit",
        "forfeit 1 Ann",
        "reopen 1",
        "result",
        "result 1",
        "adjudicate 1",
        "double-loss 1",
    ):
        answer = await say(office, "Hetty", f"league {line}", "q")
        lines = re.findall(r'"(league [^"]*)"', answer)
        assert lines and answer.count('"') == 2 * len(lines), answer
