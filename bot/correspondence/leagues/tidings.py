"""What has not been told of a league where it lives, and what of it concerns one player."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bot.hosting.engine_thread import EngineData
from bot.hosting.league_homes import doors_of
from bot.hosting.league_places import LeaguePlace
from engine.leagues.entries import (
    Became,
    Body,
    Entered,
    Paired,
    Queued,
    Reported,
    SeasonClosed,
    Unpaired,
    Withdrew,
    read_body,
)
from engine.leagues.fold import League
from engine.leagues.matches import Match
from engine.scenarios import reader

from .news import Called, LeagueNews, league_news, scenario_name

BY_ORGANISER = ("league", "paired", "unpaired", "bid", "ruled", "closed")
"""News of what the organiser has done, and has been answered about."""


class Untold(NamedTuple):
    """``league``: as it is now.  ``bodies``: what the entries say, by their numbers.  ``last``: the newest entry.
    ``readers``: those who are told; where the league lives its players and whoever opened it, at another door the
    players whom nothing else reaches.
    """

    door: str
    place: LeaguePlace
    league: League
    news: tuple[LeagueNews, ...]
    bodies: dict[int, Body]
    last: int
    readers: tuple[str, ...]

    @property
    def at_home(self) -> bool:
        return self.place.door == self.door


def untold(data: EngineData, league: str, door: str) -> Untold | None:
    """In a transaction.  None of a league of which everything was told, or nobody is told at this door.  A player who
    enters from another door is told of what comes after that.
    """
    place = data.league_places.find(league)
    if place is None:
        return None
    entries, now_on = data.leagues.log(league), data.leagues.find(league)
    told = place.told if place.door == door else data.league_places.told_at(league, door)
    bodies = {entry.seq: body for entry in entries if (body := read_body(entry))}
    new = [body for seq, body in bodies.items() if told is not None and seq > told]
    last, readers = entries[-1].seq, _readers(data, now_on, place, door, new)
    if told is None or not readers:
        if readers or told is not None:
            data.league_places.set_told_at(league, door, last)
        return None
    if last <= told:
        return None
    news = league_news(entries, told, data.people.name)
    return Untold(door, place, now_on, news, bodies, last, readers)


def set_told(data: EngineData, found: Untold) -> None:
    places = data.league_places
    if found.at_home:
        places.set_told(found.place.league, found.last)
    else:
        places.set_told_at(found.place.league, found.door, found.last)


def _readers(data: EngineData, league: League, place: LeaguePlace, door: str, new: Iterable[Body]) -> tuple[str, ...]:
    """The players, also those whom somebody else has just withdrawn, and at its home the league's owner."""
    sent_away = [league.spelling(body.player) for body in new if isinstance(body, Withdrew) and body.by]
    players = [*dict.fromkeys((*(one.player for one in league.active()), *sent_away))]
    if place.door == door:
        return tuple(dict.fromkeys((*players, league.owner)))
    doors = {player: doors_of(data, player) for player in players}
    return tuple(player for player in players if place.door not in doors[player] and doors[player][:1] == (door,))


def news_for(found: Untold, player: str) -> tuple[LeagueNews, ...]:
    """What is new for one of them: nothing that they have just done themselves; who enters is for the organiser, and
    whoever was withdrawn hears of that alone.
    """
    playing = any(one.player == player for one in found.league.active())
    news = (item for item in found.news if playing or player == found.league.owner or _leaves(found, item, player))
    return tuple(item for item in news if not _knows(found, item, player, playing=playing))


def _leaves(found: Untold, item: LeagueNews, player: str) -> bool:
    """Whether the news say that this player has left."""
    body = found.bodies[item.seq]
    return isinstance(body, Withdrew) and found.league.spelling(body.player) == player


def _knows(found: Untold, item: LeagueNews, player: str, *, playing: bool) -> bool:
    match found.bodies[item.seq]:
        case Entered(player=who, by=by) if by:
            return found.league.spelling(by) == player or player not in (found.league.spelling(who), found.league.owner)
        case Entered(player=who) | Queued(player=who) | Became(new=who):
            return found.league.spelling(who) == player or player != found.league.owner
        case Reported(game=""):
            return player == found.league.owner
        case Withdrew(player=who, by=by):
            return player in (found.league.spelling(by), "" if by else found.league.spelling(who))
    return player == found.league.owner and (item.kind == "league" or (not playing and item.kind in BY_ORGANISER))


def own_pairings(found: Untold, player: str, called: Called) -> tuple[str, ...]:
    """Whom the player meets in the rounds of which the news tell, or that they have a bye; nothing of rounds that have
    been taken back.
    """
    rounds, new = _standing_rounds(found), {item.seq for item in found.news}
    return tuple(
        line for seq, held in rounds.items() if seq in new for line in _pairing(found.league, held, player, called)
    )


def _standing_rounds(found: Untold) -> dict[int, Paired]:
    """By the numbers of their entries."""
    rounds = dict[int, Paired]()
    for seq, body in sorted(found.bodies.items()):
        if isinstance(body, Paired):
            rounds[seq] = body
        elif isinstance(body, Unpaired):
            rounds.popitem()
    return rounds


def _pairing(league: League, held: Paired, player: str, called: Called) -> Iterator[str]:
    if player in map(league.spelling, held.byes):
        wins = ", which counts as a win" if league.template.format == "swiss" else ""
        yield f"You have a bye in this round{wins}."
    for paired in held.matches:
        match = league.match(paired.number)
        if player in match.players:
            yield from _meeting(match, player, called)


def _meeting(match: Match, player: str, called: Called) -> Iterator[str]:
    yield f"You meet {called(match.opponent(player))} in match {match.number}, {scenario_name(match.scenario)}."
    sides = [side.name for side in reader.load_shipped(match.scenario).sides.values()]
    for game in match.games:
        if game.game:
            yield f"Your game is {game.game}: you play {sides[game.players.index(player)]}."


def lines_of(found: Untold, item: LeagueNews) -> tuple[str, ...]:
    """What stands below its sentence, and how its players bid if they do now."""
    where = " in a private message to me" if found.door == "forum" and found.at_home else ""
    how = f'Players of match {item.bidding} bid{where} with "league bid {found.league.id} {item.bidding} 5".'
    return (*item.lines, *([how] if item.bidding else []))


def rounds_with_dates(found: Untold) -> bool:
    """Whether the news tell of a round that ends on a date."""
    return any(isinstance(body, Paired) and body.due for item in found.news if (body := found.bodies[item.seq]))


def seasons_closed(found: Untold, news: Sequence[LeagueNews]) -> tuple[int, ...]:
    """The numbers of the seasons of whose end these news tell."""
    return tuple(body.season for item in news if isinstance(body := found.bodies[item.seq], SeasonClosed))


HEADS = {
    "entered": "a new player",
    "withdrew": "a player has left",
    "result": "a result",
    "ruled": "a ruling",
    "reopened": "a result is taken back",
}
"""What the subject of a mail says of news that are no more than a sentence or two, which are all of the mail."""


def subject_of(found: Untold, news: Sequence[LeagueNews], mine: Sequence[str]) -> str:
    """``mine``: the reader's own pairings."""
    over = [item.head for item in news if item.kind == "closed"]
    if mine:
        return " ".join((*over, mine[0]))
    if len(news) == 1 and (news[0].kind == "entered" or not lines_of(found, news[0])):
        return HEADS.get(news[0].kind, news[0].head)
    return next(iter(over), news[0].head)
