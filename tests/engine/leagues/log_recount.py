"""A league counted a second time from the text of its log: an oracle that shares nothing with the fold."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tests.support.league_count import Figures, Line, Played, Worth, count_lines, count_ratings, in_order

Log = Iterable[tuple[str, str, str]]
"""Kind, time and body of each entry."""
DEFAULTS: Mapping[str, Any] = {
    "sides": "single",
    "points": [3, 1, 0],
    "tie_breaks": ["direct", "schedule", "score"],
    "divisions": [],
    "moves": 0,
}
STILL_IN = 10**6
Tables = dict[str, list[Line]]
"""By division, the lines in the order of their places."""


def renamed(log: Log) -> list[tuple[str, str, str]]:
    """As if whoever became another had been called so from the beginning."""
    found = list[tuple[str, str, str]]()
    for kind, at, text in log:
        if kind == "became":  # of which only the time is left
            body = json.loads(text)
            old, new = json.dumps(body["old"]), json.dumps(body["new"])
            found = [(*entry, before.replace(old, new)) for *entry, before in found]  # type: ignore[misc]
        found.append((kind, at, text))
    return found


@dataclass
class Meeting:
    """A match.  ``games``: by their numbers, the first side's player before the other; ``results``: of them."""

    season: int
    round: int
    division: str
    players: tuple[str, str]
    scenario: str
    games: dict[int, tuple[str, str]]
    results: dict[int, Played] = field(default_factory=dict)
    bid: int = 0
    challenger: str = ""


class Recount:
    """``closed``: the tables of each season as they were when it was closed."""

    def __init__(self, log: Log) -> None:
        self.season, self.closed = 1, dict[int, Tables]()
        self.seeds, self.division, self.rating = dict[str, int](), dict[str, str](), dict[str, int]()
        self.gone, self.out, self.ladder_changes = set[str](), set[str](), list[str | int]()
        self.matches, self.byes = dict[int, Meeting](), list[tuple[int, str, int]]()
        self.now = ""
        for kind, at, text in renamed(log):
            self.now = at
            getattr(self, f"_{kind}")(json.loads(text))

    # what is shown
    def tables(self) -> Tables:
        """Of the present season."""
        return {division: self._table(division) for division in self.template["divisions"] or [""]}

    def ratings(self) -> dict[str, Figures]:
        return count_ratings([one for match in self.matches.values() for one in match.results.values()], self.now)

    def ladder(self) -> list[str]:
        order = list[str]()
        for change in self.ladder_changes:
            if isinstance(change, int):
                self._climb(order, self.matches[change])
            elif change[0] == "+":
                order.append(change[1:])
            else:
                order.remove(change[1:])
        return order

    # the log
    def _league(self, body: Mapping[str, Any]) -> None:
        self.template = {**DEFAULTS, **body["template"]}
        one, draw, loss = self.template["points"]
        self.worth: Worth = (one, draw, loss)

    def _entered(self, body: Mapping[str, Any]) -> None:
        player = body["player"]
        last = (self.template["divisions"] or [""])[-1]
        self.division[player] = body.get("division") or self.division.get(player, last)
        self.seeds.setdefault(player, len(self.seeds) + 1)
        self.rating[player] = 1500 if body.get("rating") is None else body["rating"]
        self.gone.discard(player)
        self.out.discard(player)
        self.ladder_changes.append(f"+{player}")

    def _withdrew(self, body: Mapping[str, Any]) -> None:
        self.gone.add(body["player"])
        if body.get("out"):
            self.out.add(body["player"])
        self.ladder_changes.append(f"-{body['player']}")

    def _queued(self, body: Mapping[str, Any]) -> None:
        """Tickets change no table."""

    _unqueued = _became = _queued

    def _paired(self, body: Mapping[str, Any]) -> None:
        for made in body["matches"]:
            first, second = made["players"]
            games = {1: (first, second)}
            if self.template["sides"] == "mirrored":
                games[2] = (second, first)
            match = Meeting(
                self.season, body["round"], made.get("division", ""), (first, second), made["scenario"], games
            )
            if self.template["format"] == "ladder":
                order = self.ladder()
                match.challenger = first if order.index(first) > order.index(second) else second
            self.matches[made["number"]] = match
        self.byes += [(self.season, player, body["round"]) for player in body.get("byes", [])]

    def _unpaired(self, _: Mapping[str, Any]) -> None:
        last = max(match.round for match in self.matches.values() if match.season == self.season)
        gone = [number for number, match in self.matches.items() if (match.season, match.round) == (self.season, last)]
        for number in gone:
            del self.matches[number]
        self.byes = [one for one in self.byes if (one[0], one[2]) != (self.season, last)]

    def _bid(self, body: Mapping[str, Any]) -> None:
        match, (one, other) = self.matches[body["match"]], body["bids"]
        match.bid = max(one, other)
        match.games = {1: match.players if one >= other else (match.players[1], match.players[0])}

    _bids = _bid

    def _sealed(self, body: Mapping[str, Any]) -> None:
        """What was bid is told later."""

    def _dropped(self, body: Mapping[str, Any]) -> None:
        """What was bid is never told."""

    def _game(self, body: Mapping[str, Any]) -> None:
        """That a game was opened changes no table."""

    def _result(self, body: Mapping[str, Any]) -> None:
        match, number = self.matches[body["match"]], body.get("number", 1)
        winner, scores = body["winner"], None
        if body.get("scores") is not None:
            by_player = dict(zip(match.players, body["scores"], strict=True))
            first, second = match.games[number]
            scores = (by_player[first] - (match.bid if body.get("bid_counts", True) else 0), by_player[second])
            if match.bid and not body.get("agreed"):
                winner = first if scores[0] > scores[1] else second if scores[1] > scores[0] else ""
        self._settle(body["match"], {number: self._played(body["match"], number, winner, "played", scores)})

    def _ruled(self, body: Mapping[str, Any]) -> None:
        match, winner = self.matches[body["match"]], body.get("winner", "")
        numbers = [body["number"]] if body.get("number") else [one for one in match.games if one not in match.results]
        self._settle(
            body["match"], {one: self._played(body["match"], one, winner, body["verdict"], None) for one in numbers}
        )

    def _reopened(self, body: Mapping[str, Any]) -> None:
        match = self.matches[body["match"]]
        if len(match.results) == len(match.games):
            self.ladder_changes.remove(body["match"])
        del match.results[body["number"]]

    def _closed(self, body: Mapping[str, Any]) -> None:
        self.closed[body["season"]] = tables = self.tables()
        names = self.template["divisions"] or [""]
        stay = {name: [line.player for line in tables[name] if line.player not in self.gone] for name in names}
        for upper, lower in pairwise(names):
            moves = min(self.template["moves"], len(stay[upper]) // 2, len(stay[lower]) // 2)
            for up, down in zip(stay[lower][:moves], stay[upper][::-1][:moves], strict=True):
                self.division[up], self.division[down] = upper, lower
        self.season += 1

    # counting
    def _played(self, number: int, game: int, winner: str, how: str, scores: tuple[int, int] | None) -> Played:
        match = self.matches[number]
        return Played(number, match.games[game], winner, how, scores, self.now, match.scenario)

    def _settle(self, number: int, results: Mapping[int, Played]) -> None:
        match = self.matches[number]
        was_over = len(match.results) == len(match.games)
        match.results.update(results)
        if len(match.results) == len(match.games) and not was_over:
            self.ladder_changes.append(number)

    def _table(self, division: str) -> list[Line]:
        here = {number: match for number, match in self.matches.items()
                if match.season == self.season and match.division == division}  # fmt: skip
        paired = {player for match in self.matches.values() if match.season == self.season for player in match.players}
        paired |= {player for season, player, _ in self.byes if season == self.season}
        members = [player for player, its in self.division.items()
                   if its == division and (player not in self.gone or player in paired)]  # fmt: skip
        swiss = self.template["format"] == "swiss"
        had = [player for season, player, _ in self.byes if season == self.season]
        byes = {player: had.count(player) if swiss else 0 for player in members}
        games = [one for match in here.values() for one in match.results.values()]
        bye_worth = self.worth[0] * (2 if self.template["sides"] == "mirrored" else 1)
        lines = count_lines(
            {number: match.players for number, match in here.items()}, games, byes, self.worth, bye_worth
        )
        order = in_order(lines, self.template["tie_breaks"], self.seeds, self._first(members, here))
        return [lines[player] for player in order]

    def _first(self, members: Iterable[str], matches: Mapping[int, Meeting]) -> dict[str, int]:
        """What counts before points."""
        match self.template["format"]:
            case "ladder":
                order = self.ladder()
                return {player: order.index(player) if player in order else len(order) for player in members}
            case "knock-out":
                return {player: -self._out_in(player, matches) for player in members}
            case _:
                return {}

    def _out_in(self, player: str, matches: Mapping[int, Meeting]) -> int:
        """The round in which somebody went out of a knock-out."""
        mine = [match for match in matches.values() if player in match.players]
        for match in mine:
            if len(match.results) == len(match.games) and self._goes_on(match) != player:
                return match.round
        bye_rounds = [at for season, named, at in self.byes if (season, named) == (self.season, player)]
        if player not in self.out:
            return STILL_IN if mine or bye_rounds else 0
        finished = [match.round for match in mine if len(match.results) == len(match.games)] + bye_rounds
        return max(finished, default=0) + 1 if mine or finished else 0

    def _goes_on(self, match: Meeting) -> str:
        if all(one.how == "double-loss" for one in match.results.values()):
            return ""
        return self._won(match) or min(match.players, key=lambda one: (-self.rating[one], self.seeds[one]))

    def _won(self, match: Meeting) -> str:
        """By points, then by scores; "" if both are equal."""
        lines = count_lines(
            {0: match.players}, [*match.results.values()], dict.fromkeys(match.players, 0), self.worth, 0
        )
        one, other = (lines[player] for player in match.players)
        mine, theirs = (one.points, one.score), (other.points, other.score)
        return "" if mine == theirs else one.player if mine > theirs else other.player

    def _climb(self, order: list[str], match: Meeting) -> None:
        challenged = match.players[0] if match.challenger == match.players[1] else match.players[1]
        if self._won(match) == match.challenger and challenged in order and match.challenger in order:
            rung = order.index(challenged)
            if order.index(match.challenger) > rung:
                order.remove(match.challenger)
                order.insert(rung, match.challenger)
