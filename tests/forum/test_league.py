"""A league in a forum: its topic, the topics of its games, a whole season, and what is refused."""

import re

import pytest

from bot.hosting.league_bids import open_due_bids
from engine.leagues.desk import Leagues
from engine.leagues.fold import League
from engine.leagues.matches import Match
from tests.forum.loopback.clubhouse import Clubhouse, Player
from tests.forum.loopback.discourse import DiscourseServer
from tests.forum.loopback.world import BOT, Topic
from tests.forum.test_exactly_once import settled, unfinished
from tests.forum.test_whole_games import lobby_of

pytestmark = pytest.mark.asyncio
NEW = "league new Spring Cup system=miniwars format=round-robin\nscenarios=millers-bridge"


def league_of(house: Clubhouse) -> League:
    with house.table() as table:
        return Leagues(table.journal, bytes).find("spring-cup")


async def said(player: Player, topic: Topic, words: str) -> str:
    """The answer, in one line."""
    return " ".join((await player.ask(topic, words)).raw.split())


async def told(house: Clubhouse, topic: Topic, words: str) -> str:
    """The first post of ours there with these words."""
    found = await house.until(
        lambda: next((post for post in house.forum.posts_in(topic.id) if post.user == BOT and words in post.raw), None)
    )
    return found.raw if found else ""


async def begin(house: Clubhouse, players: list[Player], new: str = NEW) -> Topic:
    """The topic of the league that the first of them has opened, and the others have entered."""
    hetty, *others = players
    opened = await said(hetty, await lobby_of(house), new)
    assert 'Its id is spring-cup. Players take part with a line "league enter spring-cup"' in opened, opened
    topic = await house.topic("Fieldpost league spring-cup: Spring Cup")
    for player in others:
        assert "has entered Spring Cup" in await said(player, topic, "league enter pace=24")
    return topic


async def concede(house: Clubhouse, topic: Topic, match: Match, players: dict[str, Player]) -> None:
    """The second player gives up, and the result is taken by itself."""
    game, loser = match.games[0].game, players[match.players[1]]
    asked = await loser.ask_alone(f"{game}\nconcede")
    found = re.search(r'"yes concede (\w+)"', " ".join(asked.split()))
    assert found, asked
    await loser.ask_alone(f"{game}\nyes concede {found[1]}")
    await told(house, topic, f"Match {match.number} of Spring Cup, The Miller's Bridge: ")


@pytest.mark.long
async def test_a_season_in_a_forum(house: Clubhouse) -> None:
    hetty, ann, bob, cat = everybody = [Player(house, name) for name in ("hetty_h", "ann_wyn", "bob_rick", "cat_cox")]
    topic = await begin(house, everybody)
    first_post = house.forum.posts_in(topic.id)[0].raw
    assert "It is played in a forum, and was opened by hetty h." in first_post and "league enter pace=24" in first_post
    people = {"ann-wyn": ann, "bob-rick": bob, "cat-cox": cat}
    paired = await said(hetty, topic, "league pair")
    assert "Round 1 of Spring Cup: 1 match" in paired and "Games: millers-1." in paired, paired
    news = await told(house, topic, "You have a bye in this round.")
    (match,) = league_of(house).open_matches()
    for player in match.players:
        assert f"@{people[player].user.name}: You meet" in news
    game = await house.topic("Fieldpost millers-1")
    assert "The game is on" in await told(house, game, "The game is on")
    with house.table() as table:
        assert tuple(table.game("millers-1").seats.values()) == match.players
    await concede(house, topic, match, people)

    assert "Round 2" in await said(hetty, topic, "league pair")
    (match,) = league_of(house).open_matches()
    loser = people[match.players[0]]
    odd = await said(hetty, topic, f"league forfeit {match.number} nobody_here no answer")
    assert "`nobody_here` is nobody who plays match 2" in odd or '"nobody_here" is nobody who plays match 2' in odd, odd
    ruled = await said(hetty, topic, f"league forfeit {match.number} @{loser.user.name} no answer")
    assert "forfeits" in ruled and "Decided by hetty h: no answer." in ruled, ruled
    left = await said(loser, topic, "league withdraw moved house")
    assert "has withdrawn from Spring Cup (moved house): 2 players left." in left
    while "Round" in (answer := await said(hetty, topic, "league pair")):
        for match in league_of(house).open_matches():
            await concede(house, topic, match, people)
    assert "league close spring-cup" in answer, answer
    shown = await ann.ask(topic, "league standings")
    assert "![Spring Cup, season 1" in shown.raw and "Withdrawn: " in shown.raw
    assert "Rating in MiniWars" in await said(ann, topic, "player bob rick")
    assert "cannot be attached here. Ask for it by mail" in await said(ann, topic, "league export")
    assert "% on time" in await said(ann, topic, "league players")
    closed = await hetty.ask(topic, "league close")
    assert "Season 1 of Spring Cup is over." in closed.raw and "![Spring Cup, season 1" in closed.raw
    assert "Spring Cup, season 1, awards" in closed.raw and "champion" in closed.raw
    await settled(house)
    assert league_of(house).season == 2
    raws = [post.raw for post in house.forum.posts_in(topic.id) if post.user == BOT]
    for words in ("has withdrawn", "forfeits", "Season 1 of Spring Cup is over"):
        assert sum(words in raw for raw in raws) == 1, f"{words}: told once"


async def test_what_is_refused_and_what_is_talk(house: Clubhouse) -> None:
    hetty, ann, eve = everybody = [Player(house, name) for name in ("hetty_h", "ann_wyn", "eve_eve")]
    topic = await begin(house, everybody[:2])
    for player, line, says in (
        (ann, "league pair", "Only hetty h, who opened Spring Cup, can do that."),
        (ann, "league enter", "has entered Spring Cup already"),
        (hetty, "league close", "has no round yet"),
        (hetty, "league forfeit", 'no match yet: "league pair spring-cup"'),
        (eve, "league withdraw", "Nobody knows you here yet"),
        (eve, "league standngs", 'Did you mean "league standings'),
    ):
        assert says in (answer := await said(player, topic, line)), answer
    await settled(house)
    before = len(house.forum.own_posts())
    for talk in (
        "League play is what this club was founded for.",
        "what a league",
        "league result was odd, was it?",
    ):
        eve.post(topic, talk)
    await settled(house)
    assert len(house.forum.own_posts()) == before
    assert len(league_of(house).active()) == 1


async def test_a_bid_that_comes_too_late_is_answered(house: Clubhouse) -> None:
    hetty, ann, bob, _ = everybody = [Player(house, name) for name in ("hetty_h", "ann_wyn", "bob_rick", "cat_cox")]
    topic = await begin(house, everybody, f"{NEW} sides=bids")
    await said(hetty, topic, "league pair")
    news = await told(house, topic, "Players of match 1 bid")
    assert 'in a private message to me with "league bid spring-cup 1 5"' in " ".join(news.split())
    assert "You have a bye in this round." in news
    found = league_of(house).match(1)
    people = {"ann-wyn": ann, "bob-rick": bob, "cat-cox": everybody[3]}
    ann, bob = (people[player] for player in found.players)
    for player in (ann, bob):
        assert f"@{player.user.name}: You meet" in news
    public = await said(ann, topic, "league bid 1 77")
    assert 'write it in a private message to me, "league bid spring-cup 1 5"' in public and "77" not in public
    for player in (ann, bob):
        await player.ask_alone("league bid spring-cup 1 5")
    for player in (ann, bob):
        assert "have been decided" in await player.ask_alone("league bid spring-cup 1 3")
    assert "have been decided" in await said(hetty, topic, "league bids 1")
    assert "have been decided" in await ann.ask_alone("spring-cup\nleague bid 1 7")
    assert "3 players" in await ann.ask_alone("Spring Cup\nleague show")
    assert league_of(house).match(1).bid == 5


async def test_a_closed_topic_keeps_its_news_until_it_is_open_again(house: Clubhouse) -> None:
    ann = Player(house, "ann_wyn")
    topic = await begin(house, [Player(house, "hetty_h"), ann])
    assert "1 player" in await ann.ask_alone("league show spring-cup")
    topic.closed = True
    assert "has withdrawn" in await ann.ask_alone("league withdraw spring-cup moved house")
    await house.until(lambda: unfinished(house))
    await told_alone(house, "Nothing can be posted in the topic of Spring Cup")
    assert not any("moved house" in post.raw for post in house.forum.posts_in(topic.id))
    topic.closed = False
    await told(house, topic, "moved house")


async def told_alone(house: Clubhouse, words: str) -> int:
    """The topic of the private message of ours with these words."""
    found = await house.until(lambda: next((post for post in house.forum.own_posts() if words in post.raw), None))
    assert found and house.forum.topics[found.topic].allowed
    return found.topic


@pytest.mark.parametrize("program", ["discourse"])  # NodeBB has no such refusal
async def test_a_league_whose_topic_is_refused_goes_on_by_private_message(house: Clubhouse) -> None:
    assert isinstance(house.server, DiscourseServer)
    hetty, ann = Player(house, "hetty_h"), Player(house, "ann_wyn")
    lobby = await lobby_of(house)
    house.server.taken = True
    assert "Its id is spring-cup" in await said(hetty, lobby, NEW)
    letters = await told_alone(house, "The forum did not take the topic of Spring Cup")
    assert house.forum.topics[letters].allowed == {BOT, hetty.user.id}
    house.server.taken = False
    assert "has entered" in await ann.ask_alone("league enter spring-cup")
    assert await told_alone(house, "ann wyn has entered Spring Cup") and not house.forum.topic_titled("Spring Cup")
    await settled(house)


async def test_bids_by_private_message_and_the_game_once_they_are_due(house: Clubhouse) -> None:
    players = [Player(house, name) for name in ("hetty_h", "ann_wyn", "bob_rick")]
    hetty, ann, bob = players
    opened = await said(hetty, await lobby_of(house), f"{NEW} sides=bids")
    assert "Its id is spring-cup" in opened, opened
    topic = await house.topic("Fieldpost league spring-cup: Spring Cup")
    for player in (ann, bob):
        assert "has entered" in await said(player, topic, "league enter")
    assert "bid in secret" in await said(hetty, topic, "league pair")
    assert "Your opponent would read it here" in await said(ann, topic, "league bid 1 41")
    assert "has bid for match 1 of Spring Cup, in secret" in " ".join(
        (await ann.ask_alone("league bid spring-cup 1 43")).split()
    )
    await told(house, topic, "bob rick has not bid yet")
    written = [re.sub(r"\d+:\d+", "", post.raw) for post in house.forum.posts_in(topic.id) if post.user == BOT]
    assert not any("43" in text for text in written), "times of day aside"
    due = league_of(house).match(1).due
    assert await house.engine.use_data(lambda data: open_due_bids(data, "spring-cup", due)) == (1,)
    house.doors.league_changed("spring-cup")
    assert "bob rick did not bid, which counts as 0" in await told(house, topic, "ann wyn bid 43")
    await told(house, await house.topic("Fieldpost millers-1"), "The game is on")
    with house.table() as table:
        assert [*table.game("millers-1").seats.values()] == ["ann-wyn", "bob-rick"]
