"""Everything that is shown of a season, compared with a second count from its finished games."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable

from icalendar import Calendar

from bot.bench.loopback.player import Answer
from bot.hosting.league_games import AGREED
from engine.leagues.grid import Cell
from engine.log.deadline import add_seconds
from engine.systems import SYSTEMS
from engine.table import Game
from tests.discord.loopback.games import open_table
from tests.discord.loopback.seasons import PATIENCE, Season
from tests.support.league_count import Line, Played, count_lines, count_ratings, in_order

WORTH = (3, 1, 0)
BEGIN = "2026-01-31T18:00:00Z"
"""Of the season, for ratings: rounds are not so far apart that anybody becomes less certain."""
Row = tuple[Cell, ...]


class Count:
    """A season counted from the table's finished games and what the referee has ruled."""

    def __init__(self, season: Season, *, swiss: bool) -> None:
        self.season, self.games, self.swiss = season, season.games(), swiss
        games = self.games
        self.finished = [number for number, game in games.items() if game.over and game.winner]
        self.pairs = {number: _seated(season, game) for number, game in games.items()}
        self.played = [*season.rulings.values()]
        with open_table(season.bot) as table:
            for number in self.finished:
                if number not in season.rulings:
                    scores = tuple(table.scores(games[number].id).values())
                    self.played.append(_played(season, number, games[number], scores))
        byes = Counter(name for names in season.byes for name in names if swiss)
        there = {player.name: byes[player.name] for player in season.players}
        self.lines = count_lines(self.pairs, self.played, there, WORTH, WORTH[0])
        seeds = {player.name: number for number, player in enumerate(season.players)}
        self.order = in_order(self.lines, ("direct", "schedule", "score"), seeds)
        self.ratings = count_ratings(self.played, BEGIN)

    def ordered(self) -> list[Line]:
        return [self.lines[name] for name in self.order]


def _seated(season: Season, game: Game) -> tuple[str, str]:
    first, second = game.seats.values()
    return season.name_of(first), season.name_of(second)


def _played(season: Season, number: int, game: Game, scores: tuple[int, ...]) -> Played:
    players, (first, second) = _seated(season, game), scores
    winner = "" if game.winner == "draw" else players[[*game.sides].index(game.winner or "")]
    at = next(at for at, matches in enumerate(season.rounds) if number in matches)
    return Played(number, players, winner, "played", (first, second), add_seconds(BEGIN, at), game.scenario)


async def check_shown(season: Season, *, swiss: bool = False) -> Count:
    """Of the present season: tables, crosstable, rounds, ratings, balance, player pages, exports and the calendar."""
    count, reader = Count(season, swiss=swiss), season.host
    table = await reader.slash("league standings", league=season.id)
    check_table(table, count)
    crosstable = await reader.slash("league crosstable", league=season.id)
    for answer in (table, crosstable):
        assert answer.files[0].image().width >= 800 and answer.files[0].alt.startswith(season.name)
    await _check_export(season, count)
    for player in (season.players[0], season.players[-1]):
        _check_page(await reader.slash("player", player=player), count, player.name)
    assert not [post for post in reader.posts() for one in season.players if f" {one.id} " in post.text]
    return count


def check_table(shown: Answer, count: Count) -> None:
    """The text of the standings."""
    lines = [_drawn_row(place, line, count) for place, line in enumerate(count.ordered(), 1)]
    assert _table_rows(shown) == lines, f"{shown.text}\n{lines}"


def _table_rows(answer: Answer) -> list[list[str]]:
    """The lines that begin with a place, without notes such as "3 open matches"."""
    lines = [line.split() for line in answer.text.splitlines()]
    return [words for words in lines if len(words) > 4 and words[0].isdecimal()]


def _drawn_row(place: int, line: Line, count: Count) -> list[str]:
    figures = f"{line.won}-{line.drawn}-{line.lost}"
    byes = [line.byes] if any(one.byes for one in count.lines.values()) else []
    return [str(cell) for cell in (place, line.player, figures, *byes, line.points, *line[-3:])]


async def _check_export(season: Season, count: Count) -> None:
    files = {file.name: file.data for file in (await season.host.slash("league export", league=season.id)).files}
    tables = {name: _csv(data) for name, data in files.items() if name.endswith(".csv")}
    expected = {"standings": _standings(season, count), "crosstable": _crosstable(season, count),
                "rounds": _rounds(season, count)}  # fmt: skip
    for name, rows in expected.items():
        assert tables[f"{season.id}-{name}.csv"][1:] == [[str(cell) for cell in row] for row in rows], name
    balance = [row[:6] for row in tables[f"{season.id}-balance.csv"][1:]]
    assert balance == [[str(cell) for cell in row] for row in _balance(season.system, count)]
    ratings = {row[1]: row[2:5] for row in tables[f"{season.id}-ratings.csv"][1:]}
    assert ratings == {name: [str(one.rating), str(one.bounds), str(one.games)] for name, one in count.ratings.items()}
    written = json.loads(files[f"{season.id}.json"])["tables"]
    for shown, name in zip(written, ("standings", "crosstable", "rounds"), strict=False):
        assert [[*map(str, row.values())] for row in shown["rows"]] == tables[f"{season.id}-{name}.csv"][1:]
    _check_calendar(count, files[f"{season.id}.ics"])


def _csv(data: bytes) -> list[list[str]]:
    return [*csv.reader(io.StringIO(data.decode()))]


def _called(season: Season, name: str) -> str:
    return f"{name} (withdrawn)" if name in season.gone else name


def _standings(season: Season, count: Count) -> Iterable[Row]:
    for place, line in enumerate(count.ordered(), 1):
        games = sum(line.player in game.players for game in count.played)
        byes = [line.byes] if count.swiss else []
        figures = (line.won, line.drawn, line.lost, *byes, line.points, line.direct, line.schedule, line.score)
        yield (place, _called(season, line.player), games, *figures)


def _crosstable(season: Season, count: Count) -> Iterable[Row]:
    for place, player in enumerate(count.order, 1):
        cells = (_cell(count, player, other) for other in count.order)
        yield (place, _called(season, player), *cells, count.lines[player].points)


def _cell(count: Count, player: str, other: str) -> str:
    """``x`` for oneself, a dot for a match that is not over, nothing for one that was never paired."""
    if player == other:
        return "x"
    met = sorted(number for number, pair in count.pairs.items() if {player, other} == {*pair})
    points = {game.match: 3 if game.winner == player else 0 if game.winner else 1 for game in count.played}
    return " ".join(str(points.get(number, ".")) for number in met)


def _rounds(season: Season, count: Count) -> Iterable[Row]:
    games, played = count.games, {game.match: game for game in count.played}
    for at, (numbers, byes) in enumerate(zip(season.rounds, season.byes, strict=True), 1):
        for number in numbers:
            game = games[number]
            yield (
                at,
                number,
                *count.pairs[number],
                game.scenario,
                game.id,
                _outcome(played.get(number), number in season.agreed),
            )
        yield from ((at, "", name, "", "", "", "bye") for name in byes)


def _outcome(game: Played | None, agreed: bool) -> str:
    """The winner's score stands first."""
    if game is None:
        return "open"
    if agreed:
        return f"{game.winner} won by concession" if game.winner else "drawn by agreement"
    won = game.players.index(game.winner) if game.winner else 0
    scores = f" {game.scores[won]}-{game.scores[1 - won]}" if game.scores else ""
    said = f"{game.winner} won{scores}" if game.winner else f"drawn{scores}"
    return said if game.how == "played" else f"{said} ({game.how}: no answer)"


def _balance(system: str, count: Count) -> Iterable[Row]:
    """How often each side has won each scenario; without the share and its bounds."""
    rated = [game for game in count.played if game.how == "played"]
    for scenario in sorted({game.scenario for game in rated}):
        winners = [(game.winner, game.players) for game in rated if game.scenario == scenario]
        first = sum(winner == players[0] for winner, players in winners)
        second = sum(winner == players[1] for winner, players in winners)
        yield system, scenario, len(winners), first, len(winners) - first - second, second


def _check_page(page: Answer, count: Count, name: str) -> None:
    """Record and rating of a player who has played in no other league."""
    won, drawn, lost = Counter[int](), Counter[int](), Counter[int]()
    for game in (one for one in count.played if one.match in count.finished and name in one.players):
        side = game.players.index(name) + 1
        won[side] += game.winner == name
        drawn[side] += not game.winner
        lost[side] += game.winner not in ("", name)
    total = [sum(each.values()) for each in (won, drawn, lost)]
    title = SYSTEMS[count.season.system].TITLE
    if sum(total):
        sides = ", ".join(f"side {side} {won[side]}-{drawn[side]}-{lost[side]}" for side in (1, 2)
                          if won[side] + drawn[side] + lost[side])  # fmt: skip
        games = f"{sum(total)} game{'s' if sum(total) > 1 else ''}"
        assert (
            f"{title}: {games} at this table, {total[0]} won, {total[1]} drawn, {total[2]} lost ({sides})." in page
        ), page.text
    if name in count.ratings:
        rating = count.ratings[name]
        assert f"Rating in {title}: {rating.rating} ± {rating.bounds} ({rating.games} game" in page, page.text
        assert page.files[0].image().width == 800
    else:
        assert "Rating: none yet" in page, page.text


def _check_calendar(count: Count, data: bytes) -> None:
    """An appointment for each round, with the names of those who play."""
    season = count.season
    events = Calendar.from_ical(data).walk("VEVENT")
    assert [str(event["summary"]) for event in events] == [
        f"{season.name}, round {number}: results are due" for number in range(1, len(season.rounds) + 1)
    ]
    for event, numbers in zip(events, season.rounds, strict=True):
        for number in numbers:
            first, second = count.pairs[number]
            text = str(event["description"])
            assert f"{first} against {second}" in text or f"{second} against {first}" in text, text


async def check_summary(season: Season, count: Count) -> None:
    """The announcement at the end: who has won, awards, and the final table, drawn and in words."""
    post = await season.host.wait_for_post("🏅", seconds=PATIENCE)
    assert f"Season 1 of {season.name} is over" in post.text
    check_table(await season.host.slash("league standings", league=season.id, season=1), count)
    (picture,) = post.files
    assert picture.image().width >= 800 and picture.alt.startswith(f"{season.name}, season 1")
    awards = (await season.host.slash("league show", league=season.id, table="awards")).text
    for award, figures in _awards(count).items():
        told = next((line for line in post.text.splitlines() if line.startswith(f"- {award}: ")), "")
        listed = next((line for line in awards.splitlines() if line.startswith(f"{award.lower()}  ")), "")
        assert all(figure in told and figure in listed for figure in figures), f"{figures}: {post.text} {awards}"
    files = {file.name for file in (await season.host.slash("league export", league=season.id)).files}
    assert f"{season.id}-awards.csv" in files


def _awards(count: Count) -> dict[str, list[str]]:
    """Some awards with their figures, counted again."""
    found = {"Champion": [count.order[0], f"{count.lines[count.order[0]].points} point"]}
    runs = {player: _longest_run(player, count) for player in count.order}
    holders = [player for player in count.order if runs[player] == max(runs.values())]
    if (longest := max(runs.values())) >= 3 and len(holders) <= 3:
        found["Longest winning run"] = [*holders, f"{longest} games in a row"]
    with open_table(count.season.bot) as table:
        turns = {number: table.turns(count.games[number].id) for number in count.finished}
    if [*turns.values()].count(max(turns.values())) == 1:
        found["Longest game"] = [f": {max(turns.values())} turns of "]
    decided = [abs(game.scores[0] - game.scores[1]) for game in count.played
               if game.scores and game.winner and count.games[game.match].reason not in AGREED]  # fmt: skip
    margins = [difference for difference in decided if difference >= 0]
    closest = [game for game in count.played if game.scores and game.winner
               and abs(game.scores[0] - game.scores[1]) == min(margins)]  # fmt: skip
    if len(closest) == 1 and len(margins) >= 4:
        found["Closest game"] = [f"match {closest[0].match}: ", *closest[0].players]
    return found


def _longest_run(player: str, count: Count) -> int:
    """In the order of the rounds; a forfeit is no game."""
    longest = run = 0
    for game in sorted(count.played, key=lambda game: game.at):
        if player in game.players and game.how == "played":
            run = run + 1 if game.winner == player else 0
            longest = max(longest, run)
    return longest
