"""The log of a league as everybody reads it: a sentence for each entry, and lines below it."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from engine.contract import counted
from engine.leagues.entries import (
    Became,
    Bid,
    BidsDropped,
    BidSealed,
    BidsOpened,
    Body,
    Entered,
    LeagueOpened,
    Paired,
    Queued,
    Reopened,
    Reported,
    Ruled,
    SeasonClosed,
    Unpaired,
    Unqueued,
    Withdrew,
    read_body,
)
from engine.leagues.fold import League
from engine.leagues.matches import GameResult, Match
from engine.log.deadline import time_in_words
from engine.log.entries import HOST
from engine.log.journal import Entry
from engine.scenarios import reader
from engine.systems import SYSTEMS

from .closing import closing_lines
from .words import round_name

Called = Callable[[str], str]
"""How a player is called."""


class LeagueNews(NamedTuple):
    """``seq`` and ``kind``: of the entry.  ``game``: whose result it is, "" if it is none of a game at this table.
    ``times``: those that the words name, as ``time_in_words`` does.  ``bidding``: a match whose players bid now, 0 if
    none does.
    """

    seq: int
    kind: str
    head: str
    lines: tuple[str, ...] = ()
    game: str = ""
    times: tuple[str, ...] = ()
    bidding: int = 0


def league_news(entries: Sequence[Entry], after: int, called: Called) -> tuple[LeagueNews, ...]:
    """What the entries after this one say; ``entries``: the whole log, checked."""
    league: League | None = None
    found, again = list[LeagueNews](), False
    for entry in entries:
        body = read_body(entry)
        if isinstance(body, LeagueOpened):
            league = League(body, entry.at)
        elif body and league:
            if isinstance(body, SeasonClosed) and entry.seq > after:  # told of the season as it was
                head = f"Season {league.season} of {league.name} is over."
                found.append(LeagueNews(entry.seq, entry.kind, head, closing_lines(league, called)))
            again = _is_another_bid(league, body)
            league.apply(body, entry.at)
        if body and league and entry.seq > after and not isinstance(body, SeasonClosed) and not again:
            head, *lines = _told(league, body, called)
            game = body.game if isinstance(body, Reported) else ""
            more = game, *_times_and_bidding(league, body)
            found += [LeagueNews(entry.seq, entry.kind, head, tuple(lines), *more)] if head else []
    return tuple(found)


def _is_another_bid(league: League, body: Body) -> bool:
    """Whether a player bids in place of an earlier bid, which nobody else is told; before it is applied."""
    return isinstance(body, BidSealed) and body.player not in league.match(body.match).bids_missing


def _times_and_bidding(league: League, body: Body) -> tuple[tuple[str, ...], int]:
    if not isinstance(body, Paired):
        return (), 0
    bidding = body.matches[0].number if league.template.sides == "bids" else 0
    return (body.due,) if body.due else (), bidding


def scenario_name(stem: str) -> str:
    return reader.load_shipped(stem).name


def terms_lines(league: League) -> tuple[str, ...]:
    """What was agreed when the league was opened."""
    template = league.template
    names = [scenario_name(stem) for stem in template.scenarios]
    lines = [f"Scenarios: {', '.join(names)}."]
    sides = {
        "single": "One game a match; sides are balanced over the season.",
        "mirrored": "Two games a match, each player on both sides.",
        "bids": "The first side of a match goes to the higher bid.",
    }
    lines.append(sides[template.sides])
    if template.divisions:
        lines.append(f"Divisions: {', '.join(template.divisions)}.")
    needs = [f"a rating of {template.rating}"] * bool(template.rating)
    needs += [f"{template.reliability} % of phases met on time"] * bool(template.reliability)
    if needs:
        lines.append(f"To enter you need {' and '.join(needs)}.")
    return tuple(lines)


def points_line(league: League, match: Match, called: Called) -> str:
    """The points that a match has brought so far, as what they add to the table."""
    points = [f"{called(player)} +{match.points(player, league.template)}" for player in match.players]
    waiting = sum(game.result is None for game in match.games)
    more = f"; {counted(waiting, 'game')} open" if waiting else ""
    return f"Points: {', '.join(points)}{more}."


def match_line(match: Match, called: Called) -> str:
    first, second = match.games[0].players
    division = f" ({match.division})" if match.division else ""
    return f"Match {match.number}{division}: {called(first)} against {called(second)}, {scenario_name(match.scenario)}"


def _told(league: League, body: Body, called: Called) -> Sequence[str]:
    """The sentence, and the lines below it; an empty sentence: nothing is told."""
    match body:
        case LeagueOpened():
            return _opened_lines(league)
        case Entered(player=player):
            return _entered(league, player, body.by, called)
        case Withdrew(player=player, why=why):
            return _withdrew(league, player, why, called)
        case Queued(player=player, pace=pace):
            waiting = counted(len(league.tickets), "ticket")
            return (f"{called(player)} waits for an opponent in {league.name}, {pace} h a phase: {waiting}.",)
        case Unqueued(player=player):
            waiting = counted(len(league.tickets), "ticket")
            return (f"{called(player)} looks for no opponent in {league.name} any more: {waiting} left.",)
        case Paired():
            return tuple(_round_lines(league, body, called))
        case Unpaired(round=number):
            return (f"{round_name(league, number)} is taken back: its matches are not played, and their games stop.",)
        case BidSealed(match=number):
            missing = league.match(number).bids_missing
            has = f"{called(body.player)} has bid for match {number} of {league.name}, in secret"
            return (f"{has}; {called(missing[0])} has not bid yet." if missing else "",)
        case BidsDropped():
            return (_dropped_line(league, body, called),)
        case Became():
            return (_renamed_line(league, body, called),)
        case Bid(match=number) | BidsOpened(match=number):
            return (bids_line(league, body, called),)
        case Reported():
            return (_result_line(league, body, called),)
        case Ruled():
            return (_ruling_line(league, body, called),)
        case Reopened(match=number, why=why):
            what = _game_name(league.match(number), body.number, called)
            return (f"The result of {what}, of {league.name}, is taken back: {_sentence(why)}",)
        case _:
            return ("",)


def _opened_lines(league: League) -> tuple[str, ...]:
    written = league.template.format
    form = {"swiss": "Swiss", "queue": "open queue", "knock-out": "knock-out"}.get(written, written.replace("-", " "))
    return f"{league.name} is open to all: {SYSTEMS[league.template.system].TITLE}, {form}.", *terms_lines(league)


def _entered(league: League, player: str, by: str, called: Called) -> tuple[str, ...]:
    division = league.entrants[player].division
    where = f", division {division}" if division else ""
    head = f"{called(player)} has entered {league.name}{where}: {counted(len(league.active()), 'player')}."
    unasked = f"Entered by {called(by)}; until {called(player)} enters too, no match of theirs is rated."
    return head, *([unasked] if by else [])


def _dropped_line(league: League, body: BidsDropped, called: Called) -> str:
    what = _game_name(league.match(body.match), 0, called)
    return f"The secret bid for {what}, of {league.name}, is dropped unopened: the match is decided."


def _renamed_line(league: League, body: Became, called: Called) -> str:
    """Empty for somebody whom readers know by the same name as before."""
    one, other = called(body.old), called(body.new)
    return f"{one} is called {other} in {league.name} from now on." if one != other else ""


def bids_line(league: League, body: Bid | BidsOpened, called: Called) -> str:
    """Both bids, and who plays the first side by them."""
    match = league.match(body.match)
    salts = body.salts if isinstance(body, BidsOpened) else ("sealed", "sealed")
    said = [
        f"{called(player)} bid {bid:,}" if salt else f"{called(player)} did not bid, which counts as 0"
        for player, bid, salt in zip(match.players, body.bids, salts, strict=True)
    ]
    equal = "Of equal bids, that of the player named first counts: " if body.bids[0] == body.bids[1] else ""
    first = called(match.games[0].players[0])
    return (
        f"Match {match.number} of {league.name}: {'; '.join(said)}. {equal}{first} plays the first side for"
        f" {counted(match.bid or 0, 'point')} of score."
    )


def _withdrew(league: League, player: str, why: str, called: Called) -> tuple[str, ...]:
    left = [match_line(match, called) for match in league.open_matches() if player in match.players]
    reason = f" ({why})" if why else ""
    head = f"{called(player)} has withdrawn from {league.name}{reason}: {counted(len(league.active()), 'player')} left."
    return head, *([f"The referee decides: {'; '.join(left)}."] if left else [])


def _round_lines(league: League, body: Paired, called: Called) -> Iterator[str]:
    due = f", due {time_in_words(body.due)}" if body.due else ""
    yield f"{round_name(league, body.round)}: {counted(len(body.matches), 'match')}{due}."
    for paired in body.matches:
        yield match_line(league.match(paired.number), called)
    if league.template.sides == "bids":
        until = f" until {time_in_words(body.due)}" if body.due else ""
        yield (
            f"Both players of a match bid in secret for its first side{until}: the higher bid plays it, and is taken "
            "from that player's score. A missing bid is 0; of equal bids, that of the player named first counts."
        )
    if body.byes:
        yield f"Bye: {', '.join(map(called, body.byes))}"


def _result_line(league: League, body: Reported, called: Called) -> str:
    match = league.match(body.match)
    game = match.games[body.number - 1]
    assert game.result is not None
    where = f"Match {_number(match, body.number)} of {league.name}, {scenario_name(match.scenario)}"
    return f"{where}: {_outcome(match, game.result, called, agreed=body.agreed)}. {points_line(league, match, called)}"


def _outcome(match: Match, result: GameResult, called: Called, *, agreed: bool) -> str:
    """Who beat whom, the winner's score first; after a bid the winner's may be the lower one."""
    first, second = match.players
    scores = dict(zip(match.players, result.scores, strict=True)) if result.scores else {}
    bidder = match.games[0].players[0]
    after_bid = f", after the bid of {match.bid} by {called(bidder)}" if match.bid and not agreed else ""
    if result.winner:
        loser = match.opponent(result.winner)
        shown = bool(scores) and (bool(after_bid) or scores[result.winner] > scores[loser])  # not after a concession
        figures = f" {scores[result.winner]}-{scores[loser]}" if shown else ""
        return f"{called(result.winner)} beat {called(loser)}{figures}{after_bid if shown else ''}"
    figures = f" {scores[first]}-{scores[second]}{after_bid}" if scores else ""
    return f"{called(first)} and {called(second)} drew{figures}"


def _ruling_line(league: League, body: Ruled, called: Called) -> str:
    match = league.match(body.match)
    loser = called(match.opponent(body.winner)) if body.winner else ""
    match body.verdict:
        case "forfeit":
            what = f"{loser} forfeits, {called(body.winner)} wins"
        case "double-loss":
            what = "both players lose"
        case "adjudication":
            what = f"adjudicated, {called(body.winner)} wins" if body.winner else "adjudicated, a draw"
    by = "the host" if body.by == HOST else called(body.by)
    name = _game_name(match, body.number, called)
    points = points_line(league, match, called)
    return f"{name[:1].upper()}{name[1:]}, of {league.name}: {what}. Decided by {by}: {_sentence(body.why)} {points}"


def _sentence(reason: str) -> str:
    """A reason as somebody wrote it, with its full stop."""
    return reason if reason.endswith((".", "!", "?")) else f"{reason}."


def _game_name(match: Match, number: int, called: Called) -> str:
    """``number`` 0: all games of the match."""
    return f"match {_number(match, number)}, {' against '.join(map(called, match.players))}"


def _number(match: Match, number: int) -> str:
    return f"{match.number}.{number}" if number and len(match.games) > 1 else str(match.number)
