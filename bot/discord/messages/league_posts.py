"""What the channel of a league is told, as messages."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.correspondence.leagues.news import LeagueNews, league_news
from bot.hosting.engine_thread import EngineData
from bot.hosting.league_places import LeaguePlace
from engine.leagues.entries import Body, Paired, read_body
from engine.log.deadline import time_in_words

from . import markup
from .address import DISCORD, find_place

SIGNS = {
    "league": "🏆",
    "entered": "➕",
    "withdrew": "➖",
    "queued": "⏳",
    "unqueued": "⌛",
    "paired": "📣",
    "unpaired": "↩️",
    "bid": "⚖️",
    "sealed": "✉️",
    "bids": "⚖️",
    "result": "🎲",
    "ruled": "⚖️",
    "reopened": "↩️",
    "closed": "🏁",
    "became": "🏷️",
    "dropped": "✉️",
}
"""By the kind of an entry."""
HOW_TO_ENTER = "`/league enter` takes part, `/league standings` shows the table."

DATES = "`/league calendar` gives the ends of the rounds as a file."
HOW_TO_BID = (
    "`/league bid match:{} amount:5`, with the number of your match, bids; only you see it, and it can be changed "
    "until the other has bid."
)


def league_text(news: LeagueNews, thread: int = 0) -> str:
    """Bold where it is a heading of lines.  ``thread``: where its game was played, 0 for no link."""
    head = f"{_with_times(news, news.head)}{f' <#{thread}>' if thread else ''}"
    lines = [_with_times(news, line) for line in news.lines]
    how = [f"-# {HOW_TO_ENTER}"] if news.kind == "league" else []
    how += [f"-# {DATES}"] if news.kind == "paired" and ", due " in news.head else []
    how += [f"-# {HOW_TO_BID.format(news.bidding)}"] if news.bidding else []
    return "\n".join((f"{SIGNS[news.kind]} {f'**{head}**' if lines else head}", *lines, *how))


def _with_times(news: LeagueNews, words: str) -> str:
    """With each reader's own time in place of the times that it names."""
    text = markup.escape(words)
    for at in news.times:
        text = text.replace(markup.escape(time_in_words(at)), markup.timestamp(at, "f"))
    return text


class Told(NamedTuple):
    """``seq``: the entry of which it tells.  ``pings``: whom it may notify."""

    seq: int
    text: str
    pings: tuple[str, ...] = ()


class ChannelNews(NamedTuple):
    """``last``: the newest entry of the league's log.  ``closings``: the entries that end a season."""

    place: LeaguePlace
    texts: tuple[Told, ...]
    last: int
    closings: tuple[int, ...]


def untold_news(data: EngineData, league: str) -> ChannelNews | None:
    """What has not been told where the league lives; None of one that lives elsewhere."""
    place = data.league_places.find(league)
    if place is None or place.door != DISCORD:
        return None
    entries = data.leagues.log(league)
    news = league_news(entries, place.told, data.people.name)
    rounds = {entry.seq: read_body(entry) for entry in entries if entry.kind == "paired" and entry.seq > place.told}
    spelling = data.leagues.find(league).spelling
    texts = tuple(_with_calls(data, item, _players(rounds.get(item.seq), spelling)) for item in news)
    return ChannelNews(place, texts, entries[-1].seq, tuple(item.seq for item in news if item.kind == "closed"))


def _players(body: Body | None, spelling: Callable[[str], str]) -> list[str]:
    """Everybody in a round, with a bye or not, as they are called now."""
    if not isinstance(body, Paired):
        return []
    return [*map(spelling, (*(player for made in body.matches for player in made.players), *body.byes))]


def _with_calls(data: EngineData, news: LeagueNews, players: Sequence[str]) -> Told:
    """``players``: of the round of which it tells; those who want to be called are."""
    text = league_text(news, _thread(data, news.game))
    called = tuple(one for one in players if one.isdecimal() and data.settings.find(one).pings != "none")
    return Told(
        news.seq, "\n".join((text, *([f"🔔 {' '.join(map(markup.mention, called))}"] if called else []))), called
    )


def _thread(data: EngineData, game: str) -> int:
    place = find_place(data.outbox, game) if game else None
    return place.thread if place else 0
