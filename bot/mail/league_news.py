"""News of leagues as mails, what concerns the reader first: to all who have entered one that lives by mail, and to
those in another whom only mails reach.
"""

import hashlib

from bot.correspondence.answers import Answer, said
from bot.correspondence.commands import Command
from bot.correspondence.leagues.closing import season_lookups
from bot.correspondence.leagues.forms import LEAGUE
from bot.correspondence.leagues.tidings import (
    Untold,
    lines_of,
    news_for,
    own_pairings,
    rounds_with_dates,
    seasons_closed,
    set_told,
    subject_of,
    untold,
)
from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.league_homes import open_decided_games
from bot.hosting.utc_now import utc_now

from .identity import DOOR
from .queueing import AnswerBody, queue_answer

LONGEST_HEAD = 100
"""Characters of a subject that say what is new."""


def queue_league_news(data: EngineData, league: str) -> bool:
    """In a transaction: queue what is new for everybody who is here by mail; whether that makes any mails."""
    with data.table.journal.transaction():
        open_decided_games(data, league, DOOR)
        if (found := untold(data, league, DOOR)) is None:
            return False
        queued = [_queue_for(data, found, player) for player in found.readers]
        set_told(data, found)
    return any(queued)


def _queue_for(data: EngineData, found: Untold, player: str) -> bool:
    contacts = [contact for contact in data.people.contacts(player, DOOR) if contact.state == "confirmed"]
    news = news_for(found, player)
    if not contacts or not news:
        return False
    league, now = found.league, utc_now()
    mine = own_pairings(found, player, data.people.name)
    sections = [
        *([said("Your pairing", *mine)] if mine else []),
        *(said("", item.head, *lines_of(found, item)) for item in news),
    ]
    lookups = [Command(LEAGUE, f"calendar {league.id}")] if rounds_with_dates(found) else []
    lookups += [command for season in seasons_closed(found, news) for command in season_lookups(league.id, season)]
    head = wording.clip(subject_of(found, news, mine), LONGEST_HEAD)
    body = AnswerBody(Answer("", "", tuple(sections), tuple(lookups)), f"[{league.id}] {head}", "", now)
    words = f"league {found.place.tag} {news[-1].seq} {contacts[0].address}"
    queue_answer(data, hashlib.sha256(words.encode()).hexdigest(), player, contacts[0].address, body, now)
    return True
