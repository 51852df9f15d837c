"""The topic of a league: its first post says what was agreed and how to enter, and what happens is told in replies."""

import re
from collections.abc import Iterator

from bot.correspondence.answers import Answer
from bot.correspondence.commands import Command
from bot.correspondence.leagues.closing import season_lookups
from bot.correspondence.leagues.lookups import overview
from bot.correspondence.leagues.named import read_league
from bot.correspondence.leagues.news import LeagueNews
from bot.correspondence.leagues.tidings import (
    Untold,
    lines_of,
    news_for,
    own_pairings,
    seasons_closed,
    set_told,
    untold,
)
from bot.correspondence.markdown import escape, fence
from bot.correspondence.wrap import wrapped
from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.forum_lanes import lane_of_game, lane_to, topic_of_league
from bot.hosting.league_homes import open_decided_games
from bot.hosting.utc_now import utc_now

from .bodies import AnswerBody, queue_answer
from .identity import DOOR
from .league_troubles import has_no_topic

LONGEST_TITLE = 200


def open_league_topic(data: EngineData, league: str, owner: str) -> None:
    """``owner``: the account that opens it."""
    key = topic_of_league(league)
    data.forum.add_topic(key, owner)
    data.forum.add(key, "topic", lane_of_game(key), "", utc_now())


def league_title(data: EngineData, league: str) -> str:
    """Found again by this title, so it never changes."""
    return wording.clip(f"Fieldpost league {league}: {read_league(data, league, league).name}", LONGEST_TITLE)


def league_first_post(data: EngineData, league: str) -> str:
    """As it was when the topic was made: what follows is told below."""
    found = read_league(data, league, league)
    return "\n\n".join(
        (
            f"## {escape(found.name)}",
            fence([line for told in overview(data, found) for line in wrapped(told, later="  ")]),
            "A reply that begins with one of these lines takes part, leaves, or shows how the league stands:",
            fence(["league enter pace=24", "league withdraw", "league standings", "league rounds"]),
            "Whoever opened it pairs the rounds with `league pair`; `help` lists everything else. Each game of a round"
            " has a topic of its own in this category, where its players are seated already.",
        )
    )


def queue_league_news(data: EngineData, league: str) -> bool:
    """In a transaction: queue what is new as one reply in its topic, or where it has none as letters to those whom only
    the forum reaches, or who play at home; whether there is any.
    """
    with data.table.journal.transaction():
        open_decided_games(data, league, DOOR)
        if (found := untold(data, league, DOOR)) is None:
            return False
        in_topic = found.at_home and not has_no_topic(data, league)
        posts = _reply(data, found) if in_topic else _letters(data, found)
        ended = Answer("", "", (), tuple(_ended(found)))
        for lane, text in posts:
            data.forum.add(topic_of_league(league), "notice", lane, text, utc_now())
            if ended.lookups:
                queue_answer(data, lane, 0, AnswerBody(ended, "", private=False), utc_now())
        set_told(data, found)
    return bool(posts)


def _ended(found: Untold) -> Iterator[Command]:
    """What is shown of the seasons of whose end the news tell."""
    for season in seasons_closed(found, found.news):
        yield from season_lookups(found.league.id, season)


def _reply(data: EngineData, found: Untold) -> list[tuple[str, str]]:
    text = "\n\n".join(_paragraphs(data, found))
    return [(lane_of_game(topic_of_league(found.league.id)), text)] if text else []


def _letters(data: EngineData, found: Untold) -> list[tuple[str, str]]:
    """One for each reader, with their own pairing first."""
    letters = list[tuple[str, str]]()
    for player in found.readers:
        mine = [escape(line) for line in own_pairings(found, player, data.people.name)]
        texts = [*mine, *(_told(found, item) for item in news_for(found, player))]
        for contact in data.people.contacts(player, DOOR)[:1] if texts else ():
            letters.append((lane_to(contact.address), "\n\n".join(texts)))
    return letters


def _paragraphs(data: EngineData, found: Untold) -> Iterator[str]:
    """The first post has told that the league is open."""
    for item in found.news:
        if item.kind != "league":
            yield _told(found, item)
    for player in found.league.entrants:
        if lines := own_pairings(found, player, data.people.name):
            yield f"{_mention(data, player)}: {escape(' '.join(lines))}"


def _told(found: Untold, item: LeagueNews) -> str:
    head, lines = escape(item.head), lines_of(found, item)
    return "\n".join((f"**{head}**" if lines else head, *(f"- {escape(line)}" for line in lines)))


def _mention(data: EngineData, player: str) -> str:
    """What reaches somebody who has an account here, else their name."""
    accounts = [data.forum.account(contact.address) for contact in data.people.contacts(player, DOOR)]
    handles = [account.handle for account in accounts if account and re.fullmatch(r"[\w.-]+", account.handle)]
    return f"@{handles[0]}" if handles else escape(data.people.name(player))
