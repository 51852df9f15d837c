"""The luck of a game, a season or a player as a report: sentences and a chart."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce

from engine.contract import Record, Side, counted
from engine.contract.counting import plural
from engine.errors import Refused
from maps.scene.luck_chart import FaceBars, LuckBar, LuckChart

from . import words
from .tally import Faces, Luck, RareRoll, SideLuck, added_faces, grouped, rarer

MOST_BARS = 8
"""Pairs of bars of a chart."""
MOST_DICE = 2
"""Kinds of dice of a chart."""
PLAYERS = ("#2a5d9c", "#b4552d", "#3f7d4e", "#7b4a8f", "#a08a1f", "#3c8a8f", "#8f3c55", "#5a5a5a")
"""Colours of players, who have none of their own."""


class LuckReport(Record, frozen=True):
    """``lines``: sentences, one fact each, without the title."""

    title: str
    lines: tuple[str, ...]
    chart: LuckChart

    @property
    def alt(self) -> str:
        """The picture in words."""
        return " ".join((f"{self.title}.", *(line.strip() for line in self.lines)))


def report_of_game(luck: Luck, sides: Mapping[str, Side]) -> LuckReport:
    """The luck of every side of a game.  Refused no-dice."""
    if not luck.rolls:
        raise Refused(
            "no-dice", f"No dice that everybody may see have been rolled in {luck.name} yet. Ask again after a battle."
        )
    found = grouped(luck.sides, lambda one: one.side)
    shown = {side: found[side] for side in (*sides, *(key for key in found if key not in sides)) if side in found}
    people = {key: (sides[key].name, sides[key].colour) if key in sides else (key, PLAYERS[-1]) for key in shown}
    head = f"{counted(luck.dice, 'die')} in {counted(luck.rolls, 'roll')}."
    return _report(
        f"Luck: {luck.name}", head, luck.faces, [(people[key], one) for key, one in shown.items()], luck.rarest
    )


def report_of_season(lucks: Sequence[Luck], names: Mapping[str, str], where: str) -> LuckReport:
    """The luck of every player in all these games; ``names``: player -> name; ``where``: such as ``this server``.

    Refused no-dice.
    """
    played = [luck for luck in lucks if luck.rolls]
    if not played:
        raise Refused(
            "no-dice", f"No dice have been rolled in the games of {where} within a year. Ask again after a battle."
        )
    found = grouped((one for luck in played for one in luck.sides), lambda one: one.player)
    busy = sorted(found, key=lambda player: -found[player].total.tries)
    people = {player: (names.get(player, player), PLAYERS[nth % len(PLAYERS)]) for nth, player in enumerate(busy)}
    head = f"{counted(sum(one.dice for one in played), 'die')} in {counted(len(played), 'game')} within a year."
    faces: Faces = reduce(added_faces, (one.faces for one in played))
    rarest: RareRoll | None = reduce(rarer, (one.rarest for one in played))
    return _report(
        f"Luck: season of {where}",
        head,
        faces,
        [(people[player], found[player]) for player in busy],
        rarest,
        season=True,
    )


def report_of_player(lucks: Sequence[Luck], player: str, name: str) -> LuckReport:
    """The luck of one player in all these games.  Refused no-dice."""
    games = [luck for luck in lucks if any(one.player == player for one in luck.sides)]
    found = grouped((one for luck in games for one in luck.sides if one.player == player), lambda one: one.player)
    if player not in found or not found[player].faces:
        raise Refused(
            "no-dice", f"{name} has not rolled any dice with a target in the games that you can see. Ask again later."
        )
    mine = found[player]
    dice = sum(map(sum, mine.faces.values()))
    head = f"{counted(dice, 'die')} with a target in {counted(len(games), 'game')}."
    report = _report(f"Luck: {name}", head, mine.faces, [((name, PLAYERS[0]), mine)], mine.rarest, season=True)
    kinds = tuple(
        LuckBar(kind, PLAYERS[nth % len(PLAYERS)], "successes", tally.expected, float(tally.successes))
        for nth, (kind, tally) in enumerate(sorted(mine.kinds.items(), key=lambda item: -item[1].tries))
    )
    bars = (*report.chart.bars, *(kinds if len(kinds) > 1 else ()))[:MOST_BARS]
    return LuckReport(
        report.title, report.lines, LuckChart(report.chart.title, report.chart.faces, bars, report.chart.notes)
    )


def summary(report: LuckReport) -> tuple[str, ...]:
    """The few lines of it that close the report of a game: all but the kinds of rolls."""
    return tuple(line for line in report.lines if not line.startswith(" "))


def _report(
    title: str,
    head: str,
    faces: Faces,
    people: Sequence[tuple[tuple[str, str], SideLuck]],
    rarest: RareRoll | None,
    season: bool = False,
) -> LuckReport:
    rare = (words.rare_line(rarest, season),) if rarest else ()
    lines = (
        head,
        *words.face_lines(faces),
        *(line for (name, _), one in people for line in words.side_lines(name, one)),
    )
    bars = [bar for (name, colour), one in people for bar in _bars(name, colour, one)]
    diagrams = tuple(_face_bars(sides, counts) for sides, counts in _commonest(faces))
    return LuckReport(title, (*lines, *rare), LuckChart(title, diagrams, tuple(bars[:MOST_BARS]), (head, *rare)))


def _bars(name: str, colour: str, luck: SideLuck) -> Iterator[LuckBar]:
    total = luck.total
    if total.tries:
        yield LuckBar(name, colour, "successes", total.expected, float(total.successes))
    for what, loss in luck.losses.items():
        yield LuckBar(name, colour, f"{plural(what)} lost", loss.expected, loss.actual)


def _commonest(faces: Faces) -> list[tuple[int, tuple[int, ...]]]:
    """The kinds of dice with most rolls, of few enough faces to be drawn."""
    drawn = [(sides, counts) for sides, counts in faces.items() if sides <= 20]
    return sorted(drawn, key=lambda kind: -sum(kind[1]))[:MOST_DICE]


def _face_bars(sides: int, counts: tuple[int, ...]) -> FaceBars:
    verdict = words.evenness_words(counts)
    return FaceBars(
        f"d{sides}: {counted(sum(counts), 'die')}", counts, verdict.split(" (")[0].split(":")[0].rstrip(".")
    )
