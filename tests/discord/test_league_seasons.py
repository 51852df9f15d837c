"""Divisions of a league over two seasons in Discord, games that a referee decides, and leagues that are damaged."""

import os
from collections.abc import Callable

import pytest

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.screen import plain
from engine.leagues.desk import Leagues
from engine.log.deadline import to_unix
from tests.discord.loopback.games import open_game, open_table
from tests.discord.test_league import CUP, find, new_league, room_of
from tests.support.databases import run_past_program

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]
SERVER_GAMES = 1000
"""The usual limit of running games."""
DIVISIONS = {"more": "divisions=gold,silver moves=1 cycles=1", "days": 3}


def divisions(bot: Bot, league: str, players: list[Player]) -> dict[str, str]:
    found = find(bot, league)
    return {player.name: found.entrants[player.id].division for player in players}


async def play_season(bot: Bot, host: Player, league: str, order: list[Player]) -> None:
    """Whoever comes first in this order wins."""
    going = True
    while going:
        for match in find(bot, league).open_matches():
            winner = next(player for player in order if player.id in match.players)
            await host.slash("league result", match=str(match.number), winner=winner.name)
        going = "Round" in await host.slash("league pair")


async def close_season(host: Player, season: int) -> str:
    """What everybody is told."""
    question = await host.slash("league close")
    assert question.private and "Up from silver to gold" in question.text, question.text
    return (await host.press(question.posts[0], f"Yes, close season {season}")).text


@pytest.mark.long
async def test_promotion_and_relegation_over_two_seasons(bot: Bot, enter: Enter) -> None:
    hetty, *players = [enter(name) for name in ("Hetty", "Ann", "Bob", "Cat", "Dan", "Flo")]
    ann, bob, cat, dan, flo = players
    league = await new_league(hetty, "Metals", **DIVISIONS)
    assert await ann.suggest("league enter", "division", league=league) == ["gold", "silver"]
    for player in (ann, bob):
        assert "division gold" in await player.slash("league enter", division="gold")
    for player in (cat, dan, flo):
        assert "division silver" in await player.slash("league enter")
    assert "has no division" in await enter("Eve").slash("league enter", division="bronze")
    assert "has no round yet" in await hetty.slash("league close")
    paired = await hetty.slash("league pair")
    assert "(gold): " in paired and "(silver): " in paired
    refused = await hetty.slash("league close")
    assert "2 matches of Metals are not complete" in refused and not refused.posts[0].buttons
    await play_season(bot, hetty, league, [ann, cat, dan, flo])
    told = await close_season(hetty, 1)
    assert "gold: 1. Ann (3), 2. Bob (0)" in plain(told) and "Up from silver to gold: Cat." in told
    assert "Down from gold to silver: Bob." in told
    there = {"Ann": "gold", "Bob": "silver", "Cat": "gold", "Dan": "silver", "Flo": "silver"}
    assert divisions(bot, league, players) == there

    before = (await ann.slash("league standings", season=1)).text
    await play_season(bot, hetty, league, [cat, dan, ann, bob, flo])
    await dan.slash("league withdraw", reason="moved house")
    assert (await ann.slash("league standings", season=1)).text == before
    rounds = (await hetty.slash("league show", table="rounds")).text
    assert "division" in rounds and "gold" in rounds and "silver" in rounds
    question = await hetty.slash("league close")
    assert "Cat" in question and "Up from silver to gold: Bob." in question, "who has withdrawn stays where they are"
    await hetty.press(question.posts[0], "Yes, close season 2")
    assert divisions(bot, league, players) == there | {"Ann": "silver", "Bob": "gold"}
    second = (await ann.slash("league standings", season=2)).text
    assert "gold, season 2" in second and "silver, season 2" in second


async def test_a_game_that_a_referee_decides_stops_and_says_why(bot: Bot, enter: Enter) -> None:
    hetty, ann, bob = (enter(name) for name in ("Hetty", "Ann", "Bob"))
    league = await new_league(hetty, "Verdicts", deadline="2d")
    for player in (ann, bob):
        await player.slash("league enter")
    await hetty.slash("league pair")
    (game,) = find(bot, league).match(1).games
    thread = await room_of(hetty, game.game)
    await hetty.slash("league adjudicate", match="1", winner="Ann", reason="far ahead")
    await hetty.server.world.until(lambda: "has decided match 1" in hetty.all_text(thread), 10)
    text = hetty.all_text(thread)
    assert "The game is frozen" in text and "far ahead" in text
    with open_table(bot) as table:
        assert table.game(game.game).frozen
    assert "frozen" in await ann.slash("done", game=game.game)
    await hetty.slash("league reopen", match="1", reason="too early")
    await hetty.server.world.until(lambda: "too early" in hetty.all_text(thread), 10)
    with open_table(bot) as table:
        assert not table.game(game.game).frozen


async def test_games_open_when_bids_are_known_by_whatever_way(bot: Bot, enter: Enter) -> None:
    hetty, ann, bob = (enter(name) for name in ("Hetty", "Ann", "Bob"))
    league = await new_league(hetty, "Late Bids", sides="bids")
    for player in (ann, bob):
        await player.slash("league enter")
    await hetty.slash("league pair")
    due = to_unix(find(bot, league).match(1).due)
    assert f"Round 1 is due <t:{due}:f>" in (await ann.slash("league show")).text
    await bob.slash("league bid", match="1", amount=3)
    with open_table(bot) as table:
        Leagues(table.journal, os.urandom).open_bids(league, 1, find(bot, league).match(1).due)
    other = await open_game(hetty)
    hetty.server.answers.hosts.add(hetty.id)
    await hetty.slash("setup opening", per_server=1)
    await enter("Cat").slash("league enter")
    assert "did not bid, which counts as 0. Bob plays the first side for 3 points" in hetty.all_text()
    assert "whose sides are known cannot open yet: 1 game at once is the most" in hetty.all_text(), other.id
    await hetty.slash("setup opening", per_server=SERVER_GAMES)
    hetty.server.answers.hosts.discard(hetty.id)
    await enter("Dan").slash("league enter")
    await hetty.server.world.until(lambda: find(bot, league).match(1).games[0].game, 10)
    (game,) = find(bot, league).match(1).games
    await room_of(hetty, game.game)
    with open_table(bot) as table:
        assert tuple(table.game(game.game).seats.values()) == (bob.id, ann.id)


async def test_a_referee_need_not_wait_for_bids(bot: Bot, enter: Enter) -> None:
    hetty, ann, bob = (enter(name) for name in ("Hetty", "Ann", "Bob"))
    league = await new_league(hetty, "Called In", sides="bids", days=0)
    for player in (hetty, ann, bob):
        await player.slash("league enter")
    told = await hetty.slash("league pair")
    assert "bid in secret for its first side: the higher bid" in told, "there is no date"
    waiting = find(bot, league).awaiting_bids()
    (match,) = (one for one in waiting if hetty.id not in one.players)
    await ann.slash("league bid", match=str(match.number), amount=4)
    decided = await hetty.slash("league bids", match=str(match.number))
    assert "Ann bid 4" in decided and "Bob did not bid, which counts as 0" in decided
    assert find(bot, league).match(match.number).games[0].players == (ann.id, bob.id)
    await room_of(hetty, find(bot, league).match(match.number).games[0].game)
    await hetty.slash("league pair")
    (mine, *_) = (one for one in find(bot, league).awaiting_bids() if hetty.id in one.players)
    assert f"You play match {mine.number}" in await hetty.slash("league bids", match=str(mine.number))


async def test_what_is_shown_of_sides_and_players(bot: Bot, enter: Enter) -> None:
    hetty, ann, bob = (enter(name) for name in ("Hetty", "Ann", "Bob"))
    league = await new_league(hetty, "Figures", deadline="2d")
    for player, pace in ((ann, 24), (bob, 48)):
        await player.slash("league enter", pace=pace)
    assert "no game is over yet" in await ann.slash("league show", table="balance")
    await hetty.slash("league pair")
    await meet_a_deadline(bot, league, ann, bob)
    await hetty.slash("league result", match="1", winner="Ann")
    balance = plain((await ann.slash("league show", table="balance")).text)
    assert ", 1 game: " in balance and "no side is known to be better" in balance and "```" not in balance
    assert "bid for sides, play mirrored matches, or change the scenario" in balance
    players = (await ann.slash("league show", table="players")).text
    shown = sorted(line.split() for line in players.splitlines()[3:5])
    assert shown[0][:2] == ["Ann", "24"] and shown[1][:2] == ["Bob", "48"], players
    assert sorted(row[2:] for row in shown) == [["0"], ["100", "1"]], players
    assert "the referee held the game, are not counted" in players
    reliable = ann if shown[0][2:] == ["100", "1"] else bob
    assert "Reliability: 100 % of 1 phase with a deadline met on time" in await hetty.slash("player", player=reliable)
    await new_league(hetty, "Strict", more="reliability=90")
    assert "has entered Strict" in await reliable.slash("league enter", league="strict")
    refused = await (bob if reliable is ann else ann).slash("league enter", league="strict")
    assert "asks for a reliability of 90 % or more; none is known" in refused


async def meet_a_deadline(bot: Bot, league: str, *players: Player) -> None:
    """Whoever is to move in its first game ends their phase."""
    (game,) = find(bot, league).match(1).games
    await room_of(players[0], game.game)
    with open_table(bot) as table:
        found = table.game(game.game)
    assert found.phase
    mover = next(player for player in players if player.id == found.seats[found.phase.sides[0]])
    answer = await mover.slash("done", game=game.game)
    if answer.posts[0].buttons:
        await mover.press(answer.posts[0], "Done all the same")


async def test_a_damaged_league_is_named_and_the_others_go_on(bot: Bot, enter: Enter) -> None:
    hetty, ann, bob = (enter(name) for name in ("Hetty", "Ann", "Bob"))
    await new_league(hetty, "Sound")
    await new_league(hetty, "Broken")
    for player in (ann, bob):
        await player.slash("league enter", league="sound")
        await player.slash("league enter", league="broken")
    await hetty.slash("league pair", league="sound")
    await hetty.slash("league pair", league="broken")
    sound, broken = (find(bot, league).match(1).games[0].game for league in ("sound", "broken"))
    damage(bot, "broken", "match", "m4tch")
    try:
        listed = plain((await hetty.slash("league list")).text)
        assert "Sound (sound) in" in listed and "2 players" in listed
        assert "Broken (broken) in" in listed and "of broken has been changed" in listed
        page = await ann.slash("player")
        assert "Without games of leagues that are damaged: broken." in page
        for refused in (
            await ann.slash("league standings", league="broken"),
            await ann.slash("league enter", league="broken"),
            await hetty.slash("league close", league="broken"),
        ):
            assert "The log of Broken is damaged" in refused and "`fieldpost league show broken`" in refused
        assert await hetty.suggest("league forfeit", "match", league="broken") == []
        for game in (broken, sound):
            question = await bob.slash("game concede", game=game)
            await bob.press(question.posts[0], "Yes")
        await hetty.wait_for_post("Match 1 of Sound")
        assert find(bot, "sound").match(1).complete and "Match 1 of Broken" not in hetty.all_text()
        assert "3" in await ann.slash("league standings", league="sound")
        ratings = (await ann.slash("league show", league="sound", table="ratings")).text
        assert "Damaged and left out: broken" in ratings
        made = await hetty.slash("league new", **({"name": "Newer"} | CUP))
        assert "Newer is open to all" in plain(made.text)
    finally:
        damage(bot, "broken", "m4tch", "match")


def damage(bot: Bot, league: str, old: str, new: str) -> None:
    """Change the body of its last entry, past the guards of the database."""
    with open_table(bot) as table:
        path = table.journal.path
        ((last,),) = table.journal.database.query("select max(seq) from league_entry where game = ?", (league,))
        guards = table.journal.database.query("select sql from sqlite_master where name = 'league_entry_no_update'")
    change = f"update league_entry set body = replace(body, '{old}', '{new}') where game = '{league}' and seq = {last}"
    run_past_program(path, "drop trigger league_entry_no_update", change, str(guards[0][0]))
