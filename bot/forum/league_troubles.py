"""A league whose topic the forum does not take, or has closed: its organiser is told, and letters bring the news."""

from bot.hosting.engine_thread import EngineData
from bot.hosting.forum_lanes import lane_of_game, lane_to, league_of_topic, topic_of_league
from bot.hosting.forum_queue import OutgoingPost
from bot.hosting.utc_now import utc_now
from engine.leagues.fold import League

from .bodies import queue_notice
from .identity import DOOR


def has_no_topic(data: EngineData, league: str) -> bool:
    """Whether the forum has refused to make it."""
    return data.forum.is_without_topic(topic_of_league(league))


def accounts_of(data: EngineData, league: League) -> tuple[str, ...]:
    """The accounts here of its players, and of whoever opened it."""
    people = dict.fromkeys((*(one.player for one in league.active()), league.owner))
    return tuple(contact.address for player in people for contact in data.people.contacts(player, DOOR)[:1])


def tell_without_topic(data: EngineData, refused: OutgoingPost) -> None:
    """In a transaction, once its topic is given up: the news that waited for it go to everybody by letter."""
    found, now = data.leagues.find(league_of_topic(refused.game)), utc_now()
    topic = data.forum.topic(refused.game)
    for row in data.forum.unfinished():
        if row.place == lane_of_game(refused.game):
            data.forum.mark(row.n, "refused")
            for account in accounts_of(data, found):
                data.forum.add(row.game, row.kind, lane_to(account), row.body, now)
    if topic:
        text = (
            f"The forum did not take the topic of {found.name}, so its news reach each player by private message. Write"
            f" about it in one too: `league pair {found.id}`, `league show {found.id}`."
        )
        queue_notice(data, refused.game, topic.owner, text, now)


def tell_news_wait(data: EngineData, key: str, trouble: str) -> None:
    """Whoever opened it is told that nothing can be posted in its topic."""
    topic, found = data.forum.topic(key), data.leagues.find(league_of_topic(key))
    if topic:
        text = (
            f"Nothing can be posted in the topic of {found.name}: {trouble}. Its news wait until the topic is open"
            f" again; `league rounds {found.id}` and `league standings {found.id}` show how it stands."
        )
        queue_notice(data, key, topic.owner, text, utc_now())
