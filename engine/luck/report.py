"""The luck of a game, a season or a player as a report: sentences and a chart."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce

from engine.contract import Record, Side, counted
from engine.contract.counting import plural
from engine.errors import Refused
from maps.scene.luck_chart import FaceBars, LuckBar, LuckChart

from . import words
from .tally import Faces, Luck, RareRoll, SideLuck, added_faces, grouped, rarer

MOST_BARS = 8
"""Pairs of bars of a chart."""
MOST_DICE, MOST_FACES = 2, 20
"""Kinds of dice of a chart, and faces of a die that is drawn."""
MOST_PLAYERS = 20
"""Players of a season, those with most dice."""
COLOURS = ("#2a5d9c", "#b4552d", "#3f7d4e", "#7b4a8f", "#a08a1f", "#3c8a8f", "#8f3c55", "#5a5a5a")
"""Of players, who have none of their own."""


class LuckReport(Record, frozen=True):
    """``lines``: sentences, one fact each, without the title; those that begin with blanks add detail.  ``closing``:
    the few that close the report of a game.
    """

    title: str
    lines: tuple[str, ...]
    closing: tuple[str, ...]
    chart: LuckChart

    @property
    def alt(self) -> str:
        """The picture in words."""
        return " ".join((f"{self.title}.", *(line.strip() for line in self.lines)))


class _Person(Record, frozen=True):
    """A side or a player as the report shows them."""

    name: str
    colour: str
    luck: SideLuck


def report_of_game(luck: Luck, sides: Mapping[str, Side]) -> LuckReport:
    """The luck of every side of a game.  Refused no-dice."""
    if not luck.rolls:
        raise Refused(
            "no-dice", f"No dice that everybody may see have been rolled in {luck.name} yet. Ask again after a battle."
        )
    found = grouped(luck.sides, lambda one: one.side)
    people = [_Person(side.name, side.colour, found[key]) for key, side in sides.items() if key in found]
    head = f"{counted(luck.dice, 'die')} in {counted(luck.rolls, 'roll')}."
    bars = [bar for one in people for bar in (*_success_bar(one), *_loss_bars(one))]
    return _report(f"Luck: {luck.name}", head, luck.faces, _side_lines(people), words.rare_line(luck.rarest), bars)


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
    people = [
        _Person(names.get(player, player), COLOURS[nth % len(COLOURS)], found[player])
        for nth, player in enumerate(busy[:MOST_PLAYERS])
    ]
    head = f"{counted(sum(one.dice for one in played), 'die')} in {counted(len(played), 'game')} within a year."
    faces: Faces = reduce(added_faces, (one.faces for one in played))
    rarest: RareRoll | None = reduce(rarer, (one.rarest for one in played))
    rest = len(busy) - len(people)
    more = [f"{counted(rest, 'more player')} rolled fewer dice."] if rest else []
    bars = [bar for one in people for bar in _success_bar(one)]
    lines = (*_side_lines(people), *more)
    return _report(f"Luck: season of {where}", head, faces, lines, words.rare_line_of_season(rarest), bars)


def report_of_player(lucks: Sequence[Luck], player: str, name: str) -> LuckReport:
    """The luck of one player in all these games.  Refused no-dice."""
    found = [one for luck in lucks for one in luck.sides if one.player == player]
    games = sum(any(one.player == player for one in luck.sides) for luck in lucks)
    mine = grouped(found, lambda one: one.player).get(player, SideLuck())
    if not mine.faces:
        raise Refused(
            "no-dice", f"{name} has not rolled any dice with a target in the games that you can see. Ask again later."
        )
    head = f"{counted(sum(map(sum, mine.faces.values())), 'die')} with a target in {counted(games, 'game')}."
    person = _Person(name, COLOURS[0], mine)
    kinds = [
        LuckBar(kind, person.colour, "successes", tally.expected, float(tally.successes))
        for kind, tally in sorted(mine.kinds.items(), key=lambda item: -item[1].tries)
    ]
    bars = (*_success_bar(person), *_loss_bars(person), *(kinds if len(kinds) > 1 else ()))
    rare = words.rare_line_of_season(mine.rarest)
    return _report(f"Luck: {name}", head, mine.faces, _side_lines([person]), rare, bars)


def _report(
    title: str, head: str, faces: Faces, lines: Iterable[str], rare: str, bars: Sequence[LuckBar]
) -> LuckReport:
    """``rare``: the sentence on the rarest roll, "" if there is none."""
    diagrams = tuple(_face_bars(sides, counts) for sides, counts in _commonest(faces))
    told = tuple(filter(None, (*lines, rare)))
    closing = (head, *words.evenness_lines(faces), *(line for line in told if not line.startswith(" ")))
    chart = LuckChart(title, diagrams, tuple(bars[:MOST_BARS]), tuple(filter(None, (head, rare))))
    return LuckReport(title, (head, *words.face_lines(faces), *told), closing, chart)


def _side_lines(people: Iterable[_Person]) -> Iterator[str]:
    return (line for one in people for line in words.side_lines(one.name, one.luck))


def _success_bar(one: _Person) -> Iterator[LuckBar]:
    total = one.luck.total
    if total.tries:
        yield LuckBar(one.name, one.colour, "successes", total.expected, float(total.successes))


def _loss_bars(one: _Person) -> Iterator[LuckBar]:
    for what, loss in one.luck.losses.items():
        yield LuckBar(one.name, one.colour, f"{plural(what)} lost", loss.expected, loss.actual)


def _commonest(faces: Faces) -> list[tuple[int, tuple[int, ...]]]:
    """The kinds of dice with most rolls, of few enough faces to be drawn."""
    drawn = [(sides, counts) for sides, counts in faces.items() if sides <= MOST_FACES]
    return sorted(drawn, key=lambda kind: -sum(kind[1]))[:MOST_DICE]


def _face_bars(sides: int, counts: tuple[int, ...]) -> FaceBars:
    return FaceBars(f"d{sides}: {counted(sum(counts), 'die')}", counts, words.evenness_in_short(counts))
