"""What is shown of a league: standings, crosstable, rounds, ratings, and the balance of sides.

``called`` gives the name of a player.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.contract import counted
from engine.log.deadline import time_in_words
from engine.log.journal import Entry

from .grid import Cell, Grid
from .matches import LeagueGame, Match
from .player_names import name_key
from .ratings import RatedGame, Ratings
from .side_balance import side_balances
from .standings import Standing, bye_points, standings

if TYPE_CHECKING:
    from .fold import League

Called = Callable[[str], str]
USUAL_BID = "Usual bid: half of the bids for the first side were no higher."
BALANCE_NOTES = (
    "The share of the first side, a draw as half a win, and the bounds within which its chance lies with 95 %.",
    "If 50 % lies outside them, bid for sides, play mirrored matches, or change the scenario.",
    USUAL_BID,
)
_TIES = {"direct": "direct encounter", "schedule": "points of the opponents", "score": "score difference"}


def standings_grid(league: "League", division: str, season: int, called: Called) -> Grid:
    byes = league.template.format == "swiss"
    rows = tuple(_standing(row, called, byes=byes) for row in standings(league, division, season))
    games, ties = ("games", "won", "drawn", "lost"), ("direct", "schedule", "score")
    head = ("place", "player", *games, *(["byes"] if byes else []), "points", *ties)
    decided = ", then ".join(("points", *(_TIES[tie] for tie in league.template.tie_breaks)))
    note = {"knock-out": "By the round in which players went out, then points.", "ladder": "By rungs."}
    notes = [note.get(league.template.format, f"By {decided}.")]
    if season == league.season and league.seasons and not league.rounds:
        notes.append(
            f"Season {season} has not begun. The last one: `league show {league.id} standings season={season - 1}`."
        )
    if waiting := len(league.open_matches(division, season)):
        notes.append(f"{counted(waiting, 'match')} not complete.")
    return Grid(_title(league, division, season, "standings"), head, rows, tuple(notes))


def crosstable_grid(league: "League", division: str, season: int, called: Called) -> Grid:
    """Points of each player against each other, by matches: ``3``, ``3 0`` for two, ``.`` for one that is open.  What
    byes have brought has a column where they count.
    """
    order = standings(league, division, season)
    byes, met = any(row.byes for row in order), dict[frozenset[str], list[Match]]()
    for match in league.season_matches(division, season):
        met.setdefault(frozenset(match.players), []).append(match)
    rows: list[tuple[Cell, ...]] = [
        (
            row.place,
            _name(row, called),
            *(_cell(league, met, row.player, other.player) for other in order),
            *([row.byes * bye_points(league.template)] if byes else []),
            row.points,
        )
        for row in order
    ]
    head = ("place", "player", *(str(row.place) for row in order), *(["byes"] if byes else []), "points")
    return Grid(_title(league, division, season, "crosstable"), head, tuple(rows))


def rounds_grid(league: "League", season: int, called: Called) -> Grid:
    """Every game of a season, and the byes."""
    rows = list[tuple[Cell, ...]]()
    for held in league.season_rounds(season):
        for number in held.matches:
            match = league.matches[number]
            of_match = (match.division,) if league.template.divisions else ()
            games = enumerate(match.games, 1)
            rows += [(held.number, *of_match, *_game(match, at, game, called)) for at, game in games]
        for player in held.byes:
            division = _division(league, player, season)
            rows.append((held.number, *division, "", called(player), "", "", "", "bye"))
    dues = [
        f"Round {held.number} is due {time_in_words(held.due)}." for held in league.season_rounds(season) if held.due
    ]
    divisions = ("division",) if league.template.divisions else ()
    head = ("round", *divisions, "match", "first side", "second side", "scenario", "game", "result")
    return Grid(_title(league, "", season, "rounds"), head, tuple(rows), tuple(dues[-1:]))


def ratings_grid(
    ratings: Ratings, title: str, now: str, called: Called, players: Collection[str] | None = None
) -> Grid:
    """``players``: of whom it has the lines, None for everybody; their places are those among all."""
    keys = None if players is None else {*map(name_key, players)}
    rows = tuple(
        (place, called(one.player), one.rating, one.bounds, one.games, one.last[:10])
        for place, one in enumerate(ratings.table(now), 1)
        if keys is None or name_key(one.player) in keys
    )
    note = "The true strength lies within the bounds, up or down, with 95 %; after four weeks without a game they grow."
    return Grid(title, ("place", "player", "rating", "bounds", "games", "last game"), rows, (note,))


def balance_grid(games: Iterable[RatedGame], title: str) -> Grid:
    rows = tuple(
        (one.system, one.scenario, one.games, one.first, one.drawn, one.second,
         f"{one.share:.0%}", f"{one.low:.0%} to {one.high:.0%}", one.meaning,
         "" if one.usual_bid is None else one.usual_bid)
        for one in side_balances(games)
    )  # fmt: skip
    head = (
        "system",
        "scenario",
        "games",
        "first side",
        "drawn",
        "second side",
        "share",
        "bounds",
        "meaning",
        "usual bid",
    )
    return Grid(title, head, rows, BALANCE_NOTES)


def log_grid(entries: Iterable[Entry], name: str) -> Grid:
    """The log as it is stored; the link of the last entry stands for all of it."""
    rows = tuple((entry.seq, time_in_words(entry.at), entry.kind, entry.link, entry.body) for entry in entries)
    return Grid(f"{name}, log", ("entry", "time", "kind", "link", "body"), rows)


def _title(league: "League", division: str, season: int, what: str) -> str:
    return ", ".join(filter(None, (league.name, division, f"season {season or league.season}", what)))


def _standing(row: Standing, called: Called, *, byes: bool) -> tuple[Cell, ...]:
    """``byes``: whether they count in this format."""
    games, ties = (row.games, row.won, row.drawn, row.lost), (row.direct, row.schedule, row.score)
    return (row.place, _name(row, called), *games, *([row.byes] if byes else []), row.points, *ties)


def _name(row: Standing, called: Called) -> str:
    return f"{called(row.player)} (withdrawn)" if row.withdrawn else called(row.player)


def _cell(league: "League", met: Mapping[frozenset[str], Sequence[Match]], player: str, other: str) -> str:
    """``met``: the matches of every two players."""
    if player == other:
        return "x"
    matches = met.get(frozenset((player, other)), ())
    return " ".join(str(match.points(player, league.template)) if match.results else "." for match in matches)


def _division(league: "League", player: str, season: int) -> tuple[str, ...]:
    """The player's in that season, as one cell: two if two players of them became one; none where there are none."""
    found = (
        division
        for division in league.template.divisions
        if any(row.player == player for row in standings(league, division, season))
    )
    return (" / ".join(found),) if league.template.divisions else ()


def _game(match: Match, at: int, game: LeagueGame, called: Called) -> tuple[Cell, ...]:
    number = str(match.number) if len(match.games) == 1 else f"{match.number}.{at}"
    first, second = (called(player) for player in game.players)
    return number, first, second, match.scenario, game.game, _result(match, game, called)


def _result(match: Match, game: LeagueGame, called: Called) -> str:
    """The winner's score stands first, and no scores where none has decided."""
    result = game.result
    if result is None:
        return "open"
    if result.how == "double-loss":
        return f"double loss: {result.why}"
    if result.agreed:
        return f"{called(result.winner)} won by concession" if result.winner else "drawn by agreement"
    scores = ""
    if result.scores:
        by_player = dict(zip(match.players, result.scores, strict=True))
        best = result.winner or game.players[0]
        scores = f" {by_player[best]}-{by_player[match.opponent(best)]}"
        scores += f" after the bid of {match.bid} by {called(game.players[0])}" if match.bid else ""
    won = f"{called(result.winner)} won{scores}" if result.winner else f"drawn{scores}"
    return won if result.how == "played" else f"{won} ({result.how}: {result.why})"
