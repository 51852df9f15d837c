"""Standings of a season: points, and what decides between equal points."""

from collections import Counter
from typing import TYPE_CHECKING

from engine.contract import Record

from .entries import Template, TieBreak
from .knock_out import eliminated_in
from .matches import Match

if TYPE_CHECKING:
    from .fold import League


class Standing(Record, frozen=True):
    """A line of a table; ``games``: those that are over, ``won``, ``drawn`` or ``lost``.  ``direct``: points against
    those with as many points.  ``schedule``: the points of all opponents (Buchholz).  ``score``: own scores less the
    opponents'.
    """

    place: int
    player: str
    games: int
    won: int
    drawn: int
    lost: int
    byes: int
    points: int
    direct: int
    schedule: int
    score: int
    withdrawn: bool = False


def standings(league: "League", division: str = "", season: int = 0) -> tuple[Standing, ...]:
    """Of a division, in the present season or as it was when an earlier one was closed; whoever entered or played in it
    has a line.
    """
    if season not in (0, league.season):
        return league.seasons[season - 1].tables.get(division, ())
    counted = _Count(league, division)
    groups = Counter(counted.points.values())
    rows = [counted.row(player, tied=groups[counted.points[player]] > 1) for player in counted.players]
    order = sorted(rows, key=lambda row: _rank(league, row, counted))
    return tuple(_placed(row, place) for place, row in enumerate(order, 1))


class _Count:
    """The matches of the present season, added up."""

    def __init__(self, league: "League", division: str) -> None:
        self.league, self.division = league, division
        self.matches = tuple(league.season_matches(division))
        byes = [player for held in league.rounds for player in held.byes]
        self.players = league.members(division)
        self.byes = Counter(byes) if league.template.format == "swiss" else Counter[str]()
        worth = bye_points(league.template)
        self.by_player: dict[str, list[Match]] = {player: [] for player in self.players}
        for match in self.matches:
            for player in match.players:
                self.by_player[player].append(match)
        self.points = {
            player: sum(match.points(player, league.template) for match in self.by_player[player])
            + worth * self.byes[player]
            for player in self.players
        }

    def row(self, player: str, *, tied: bool) -> Standing:
        league, matches = self.league, self.by_player[player]
        results = [result for match in matches for result in match.results]
        won = sum(result.winner == player for result in results)
        drawn = sum(not result.winner and result.how != "double-loss" for result in results)
        points = self.points[player]
        equals = [match for match in matches if self.points[match.opponent(player)] == points] if tied else []
        return Standing(
            *(0, player, len(results), won, drawn, len(results) - won - drawn),
            self.byes[player],
            points,
            sum(match.points(player, league.template) for match in equals),
            sum(self.points[match.opponent(player)] for match in matches) + points * self.byes[player],
            sum(match.difference(player) for match in matches),
            league.entrants[player].withdrawn is not None,
        )


def _rank(league: "League", row: Standing, counted: _Count) -> tuple[int, ...]:
    """Sorts the best first; who entered first is the last resort."""
    entrant, template = league.entrants[row.player], league.template
    ties = tuple(-tie_value(row, tie) for tie in template.tie_breaks)
    first: tuple[int, ...] = ()
    if template.format == "knock-out":
        first = (-eliminated_in(league, row.player, counted.division),)
    elif template.format == "ladder":
        order = league.ladder()
        first = (order.index(row.player) if row.player in order else len(order),)
    return (*first, -row.points, *ties, entrant.seed)


def bye_points(template: Template) -> int:
    """A bye counts as a match that was won."""
    return template.points[0] * template.games


def tie_value(row: Standing, tie: TieBreak) -> int:
    return {"direct": row.direct, "schedule": row.schedule, "score": row.score}[tie]


def _placed(row: Standing, place: int) -> Standing:
    return Standing(place, *(getattr(row, name) for name in Standing.__struct_fields__[1:]))
