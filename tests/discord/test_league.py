"""A league by Discord: entered, paired, played, ruled on and shown, and what its log says of it in the end."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Answer, Player
from bot.bench.loopback.rooms import Room
from bot.bench.loopback.screen import plain
from engine.leagues.desk import Leagues
from engine.leagues.fold import League
from engine.leagues.matches import Match
from engine.log.deadline import to_unix
from tests.discord.loopback.games import open_table

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]
CUP = {"system": "miniwars", "format": "round-robin", "scenarios": "millers-bridge,twin-hamlets"}
BIDDING = {"sides": "bids", "system": "forumini", "scenarios": "crosskeys"}
"""Scores without a limit, for bids that are found wherever they leak."""


def find(bot: Bot, league: str) -> League:
    """As its log has it."""
    with open_table(bot) as table:
        return Leagues(table.journal, bytes).find(league)


async def new_league(host: Player, name: str, **options: object) -> str:
    """The id of the new league."""
    answer = await host.slash("league new", **({"name": name} | CUP | options))
    assert f"{name} is open to all" in plain(answer.text), answer.text
    return name.lower().replace(" ", "-")


async def room_of(player: Player, game: str) -> Room:
    """The thread of a game that was announced in the player's room."""
    announcement = await player.wait_for_post(lambda post: f"id `{game}`" in post.text)
    assert not announcement.buttons, "its seats are taken"
    rooms = player.server.world.rooms
    return await player.server.world.until(lambda: rooms.get(announcement.id), 10)


def begun(player: Player, thread: Room) -> bool:
    return "The game begins" in player.all_text(thread)


async def concede(match: Match, players: Mapping[str, Player], loser: str) -> str:
    """The id of the game, which ends by it."""
    game, player = match.games[0].game, players[loser]
    question = await player.slash("game concede", game=game)
    await player.press(question.posts[0], "Yes")
    winner = players[match.opponent(loser)]
    await player.wait_for_post(f"Match {match.number} of Spring Cup")
    assert any(f"{winner.name} beat {player.name}" in post.text for post in player.posts())
    return game


async def paired(bot: Bot, host: Player, cup: str) -> list[Match]:
    """The matches of the next round, whose games are announced and begun."""
    answer = await host.slash("league pair")
    league = find(bot, cup)
    head = f"Round {len(league.rounds)} of Spring Cup"
    assert head in answer and host.all_text().count(head) == 1
    matches = [league.matches[number] for number in league.rounds[-1].matches]
    for match in matches:
        thread = await room_of(host, match.games[0].game)
        await host.server.world.until(partial(begun, host, thread), 10)
        with open_table(bot) as table:
            game = table.game(match.games[0].game)
        assert game.started and tuple(game.seats.values()) == match.games[0].players
    return matches


def recount(league: League) -> dict[str, int]:
    """Points, counted anew from the games."""
    points = Counter(dict.fromkeys(league.entrants, 0))
    for match in league.matches.values():
        for game in match.games:
            if game.result and game.result.winner:
                points[game.result.winner] += 3
    return dict(points)


def shown_points(answer: Answer) -> dict[str, int]:
    """By the names of players, from the text of the standings."""
    rows = [line.split() for line in answer.text.splitlines()]
    return {row[1]: int(row[3]) for row in rows if len(row) > 4 and row[0].isdecimal()}


async def test_a_season(bot: Bot, enter: Enter) -> None:
    hetty, ann, bob, cat, dan, eve = everybody = [enter(name) for name in ("Hetty", "Ann", "Bob", "Cat", "Dan", "Eve")]
    players = {one.id: one for one in everybody}
    cup = await new_league(hetty, "Spring Cup")
    for player in (ann, bob, cat, dan):
        assert f"{player.name} has entered Spring Cup" in await player.slash("league enter")
    first, second = await paired(bot, hetty, cup)
    with open_table(bot) as table:
        before = table.game(first.games[0].game).length
    game = await concede(first, players, first.players[1])
    ruled = await hetty.slash(
        "league forfeit", match=str(second.number), loser=players[second.players[0]].name, reason="no answer"
    )
    assert f"{players[second.players[0]].name} forfeits" in ruled and "no answer" in ruled
    assert "Decided by Hetty: no answer." in ruled

    rewound = await hetty.slash("referee rewind", game=game, to=str(before), reason="pressed by mistake")
    assert "Done" in rewound, rewound.text
    await hetty.wait_for_post(f"The result of match {first.number}")
    assert find(bot, cup).match(first.number).games[0].result is None
    await hetty.server.world.until(lambda: sum("beat" in post.text for post in hetty.posts()) == 1, 5)
    await concede_again(bot, cup, first, players)

    assert "1. Eve" not in hetty.all_text()
    assert "5 players" in await eve.slash("league enter")
    left = await dan.slash("league withdraw", reason="moved house")
    assert "Dan has withdrawn from Spring Cup (moved house): 4 players left" in left
    while (answer := await hetty.slash("league pair")) and "Round" in answer:
        league = find(bot, cup)
        for match in league.open_matches():
            assert dan.id not in match.players
            await concede(match, players, match.players[0])
    assert "`/league close league:spring-cup`" in answer, answer.text

    assert "🏁 **Spring Cup 1**" not in hetty.all_text(), "a result is told in one line"
    results = [post.text for post in hetty.posts() if " beat " in post.text]
    assert len(results) == len(set(results)) and "<#" in results[0], "with a link to the thread"
    league, shown = find(bot, cup), await ann.slash("league standings")
    assert shown_points(shown) == {players[one].name: points for one, points in recount(league).items()}
    assert shown.files[0].image().width == 800 and shown.files[0].alt.startswith("Spring Cup, season 1")
    assert (await ann.slash("league crosstable")).files[0].image().width == 800
    question = await hetty.slash("league close")
    assert "Close season 1 of Spring Cup?" in plain(question.text) and find(bot, cup).season == 1
    closed = await hetty.press(question.posts[0], "Yes, close season 1")
    assert "Season 1 of Spring Cup is over" in closed and find(bot, cup).season == 2
    assert "Season 1 of Spring Cup is closed already" in await hetty.press(question.posts[0], "Yes, close season 1")
    page = await ann.slash("player", player=bob)
    assert "## Bob" in page and "MiniWars: " in page and "Rating in MiniWars: " in page
    assert page.files[0].image().width == 800 and page.files[0].alt.startswith("Bob: rating in MiniWars")
    await check_texts(everybody, hetty, closed, shown)


async def concede_again(bot: Bot, cup: str, match: Match, players: Mapping[str, Player]) -> None:
    """The other player loses the game that was rewound."""
    loser = players[match.players[0]]
    question = await loser.slash("game concede", game=match.games[0].game)
    await loser.press(question.posts[0], "Yes")
    await loser.wait_for_post(f"{players[match.players[1]].name} beat {loser.name}")
    result = find(bot, cup).match(match.number).games[0].result
    assert result and result.winner == match.players[1] and result.game == match.games[0].game


async def check_texts(everybody: list[Player], host: Player, *answers: Answer) -> None:
    """Players are called by their names, in all that the league has said; the export has every table."""
    said = [post.text for post in host.posts() if "Spring Cup" in post.text and "##" not in post.text]
    shown = [
        *said,
        *(answer.text for answer in answers),
        *[(await host.slash("league show", **({"table": table} if table else {}))).text
          for table in ("", "rounds", "ratings", "balance", "awards")],
        (await host.slash("league list")).text,
    ]  # fmt: skip
    assert not [text for text in shown for player in everybody if player.id in text.replace(f"<@{player.id}>", "")]
    files = {file.name: file.data for file in (await host.slash("league export")).files}
    assert set(files) == {
        *(
            f"spring-cup-{view}.csv"
            for view in ("standings", "crosstable", "rounds", "players", "ratings", "balance", "awards", "log")
        ),
        "spring-cup.json",
    }
    assert json.loads(files["spring-cup.json"])["tables"]


async def test_only_organisers_and_referees_decide(bot: Bot, enter: Enter) -> None:
    hetty, ann, bob = enter("Hetty"), enter("Ann"), enter("Bob")
    await new_league(hetty, "Rights")
    for player in (ann, bob):
        await player.slash("league enter")
    for refused in (
        await ann.slash("league pair"),
        await ann.slash("league close"),
        await ann.slash("league enter", player=bob),
        await ann.slash("league withdraw", player="Bob"),
    ):
        assert "Only Hetty, who opened Rights" in refused, refused.text
    await hetty.slash("league pair")
    for refused in (
        await ann.slash("league result", match="1", winner="Ann"),
        await ann.slash("league forfeit", match="1", loser="Bob", reason="I say so"),
        await ann.slash("league adjudicate", match="1", winner="draw", reason="I say so"),
        await ann.slash("league double-loss", match="1", reason="I say so"),
        await ann.slash("league reopen", match="1", reason="I say so"),
    ):
        assert "You are no referee of Rights" in refused, refused.text
    role = hetty.server.world.make_role("Umpires")
    hetty.server.answers.hosts.add(hetty.id)
    await hetty.slash("setup referees", role=role)
    hetty.server.answers.roles[ann.id] = [role["id"]]
    assert "you can only decide it for Bob" in await ann.slash("league result", match="1", winner="Ann")
    assert "Bob beat Ann 9-4" in await ann.slash(
        "league result", match="1", winner="Bob", scores="9-4" if first_is(bot, "rights", bob) else "4-9"
    )
    del hetty.server.answers.roles[ann.id]
    await hetty.slash("setup referees")
    hetty.server.answers.hosts.discard(hetty.id)


def first_is(bot: Bot, league: str, player: Player) -> bool:
    return find(bot, league).match(1).players[0] == player.id


async def test_refusals_name_players_and_lines_that_work(bot: Bot, enter: Enter) -> None:
    hetty, ann, bob = enter("Hetty"), enter("Ann"), enter("Bob")
    assert "There is no league `nowhere` in this server. " in await ann.slash("league enter", league="nowhere")
    wrong = await hetty.slash("league new", **({"name": "Wrong"} | CUP | {"scenarios": "no-such-place"}))
    assert "no-such-place" in wrong and "is open" not in wrong
    assert "system=" not in await hetty.slash("league new", **({"name": "Wrong"} | CUP | {"more": '"points'}))
    await new_league(hetty, "Plain", format="swiss")
    assert "a round needs 2 or more" in await hetty.slash("league pair")
    for player in (ann, bob):
        await player.slash("league enter")
    assert "Ann has entered Plain already" in await ann.slash("league enter")
    await hetty.slash("league pair")
    waiting = await hetty.slash("league pair")
    assert "1 match of Plain is not complete" in waiting and "/league forfeit league:plain match:1 loser:" in waiting
    assert ann.id not in waiting and bob.id not in waiting
    assert "`Ann`" in await hetty.slash("league forfeit", match="1", loser="Zoe", reason="no answer")
    assert "no match 7" in await hetty.slash("league forfeit", match="7", loser="Ann", reason="no answer")
    assert "is no match" in await hetty.slash("league double-loss", match="one", reason="no answer")
    await hetty.slash("league double-loss", match="1", reason="neither wrote")
    again = await hetty.slash("league result", match="1", winner="Ann")
    assert "`/league reopen league:plain match:1.1 reason:wrong winner`" in again
    nobody = await hetty.slash("player", player=enter("Zed"))
    assert "No game at this table is over yet" in nobody and "Rating: none yet" in nobody and not nobody.files


async def test_options_are_completed(bot: Bot, enter: Enter) -> None:
    hetty, ann, bob = enter("Hetty"), enter("Ann"), enter("Bob")
    await new_league(hetty, "Offers")
    for player in (ann, bob):
        await player.slash("league enter")
    await hetty.slash("league pair")
    assert await ann.suggest("league standings", "league", "off") == ["offers"]
    assert await hetty.suggest("league forfeit", "match", league="offers") == ["1"]
    assert set(await hetty.suggest("league forfeit", "loser", match="1", league="offers")) == {ann.id, bob.id}
    assert "draw" in await hetty.suggest("league result", "winner", match="1", league="offers")
    pool = await hetty.suggest("league new", "scenarios", "millers-bridge,twin", system="miniwars")
    assert pool == ["millers-bridge,twin-hamlets"]


async def bid_in_secret(bot: Bot, host: Player, ann: Player, bob: Player) -> None:
    """In the league `bidding`: nobody learns a bid before both are in, then the game opens."""
    paired = await host.slash("league pair", league="bidding")
    due = to_unix(find(bot, "bidding").match(1).due)
    assert f"Round 1 of Bidding: 1 match, due <t:{due}:f>" in paired.text, paired.text
    assert f"in secret for its first side until <t:{due}:f>" in paired.text
    assert "`/league bid match:1 amount:5`" in paired and "UTC" not in paired.text
    assert not find(bot, "bidding").match(1).games[0].game, "sides are bid for first"
    assert await bob.suggest("league bid", "match", league="bidding") == ["1"]
    wrong = await host.slash("league bid", match="1", amount=3, league="bidding")
    assert "is between" in wrong and "None waits for yours" in wrong
    for amount in (4_711, 8_642):
        mine = await ann.slash("league bid", match="1", amount=amount, league="bidding")
        assert mine.private and f"Your bid is {amount}" in mine
    assert host.all_text().count("Ann has bid for match 1 of Bidding, in secret; Bob has not bid yet.") == 1
    assert "Bob" in (await host.slash("league show", league="bidding")).text.partition("waits for the bid of")[2]
    assert "You are no referee" in await bob.slash("league bids", match="1", league="bidding")
    assert not [text for text in (host.all_text(), bob.all_text()) if "4711" in text or "8642" in text]
    decided = await bob.slash("league bid", match="1", amount=8_000, league="bidding")
    assert "Ann bid 8,642" in decided and "Bob bid 8,000" in decided
    assert "Ann plays the first side for 8,642 points" in host.all_text() and "4711" not in host.all_text()
    assert "have been decided: the bid was 8642" in await ann.slash("league bid", match="1", amount=1, league="bidding")


async def test_a_ladder_an_open_queue_and_bids(bot: Bot, enter: Enter) -> None:
    hetty, ann, bob = enter("Hetty"), enter("Ann"), enter("Bob")
    for name, form in (("Rungs", "ladder"), ("Tickets", "queue"), ("Bidding", "swiss")):
        await new_league(hetty, name, format=form, deadline="2d", **(BIDDING if form == "swiss" else {}))
        for player in (ann, bob):
            assert "has entered" in await player.slash("league enter", league=name)
    assert "Which league?" in await ann.slash("league standings")
    assert "is at the top already" in await ann.slash("league challenge", opponent="Bob", league="rungs")
    assert "Match 1: " in await bob.slash("league challenge", opponent="Ann", league="rungs")
    assert "Ann waits for an opponent" in await ann.slash("league queue", league="tickets", pace=24)
    again = await ann.slash("league queue", league="tickets", pace=24)
    assert "Ann has been in the queue" in again and "`/league queue league:tickets pace:48`" in again
    assert "48 h a phase: 1 ticket" in await ann.slash("league queue", league="tickets", pace=48)
    assert "Ann looks for no opponent in Tickets any more" in await ann.slash("league unqueue", league="tickets")
    assert "`/league queue league:tickets pace:24`" in await ann.slash("league unqueue", league="tickets")
    assert "Ann waits for an opponent" in await ann.slash("league queue", league="tickets", pace=24)
    assert "Pairing 1 of Tickets: 1 match" in await bob.slash("league queue", league="tickets", pace=24)
    await bid_in_secret(bot, hetty, ann, bob)
    for league in ("rungs", "tickets", "bidding"):
        (game,) = find(bot, league).match(1).games
        await room_of(hetty, game.game)
        with open_table(bot) as table:
            assert tuple(table.game(game.game).seats.values()) == game.players
            assert table.game(game.game).due, "its phases have the league's deadline"
    short = await hetty.slash("league new", **({"name": "Hasty"} | CUP | {"more": "deadline=1s"}))
    assert "is open" not in short and "deadline" in short
