"""What happened in one turn of a game, as everybody may know it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from bot.hosting import wording
from engine.contract import phase_words
from engine.table import Game, News, Refused, Table
from maps.scene.scene import Scene

from ..times import local_time


class Next(NamedTuple):
    """What follows a report, in four pieces, one after the other; ``phase`` may stand out."""

    label: str
    who: str
    phase: str = ""
    until: str = ""


class TurnReport(NamedTuple):
    """``title``: game and turn; ``lines``: one fact each.  ``follows``: None if that has happened already.  ``scene``
    and ``words``: the map at the end, to draw and in words.  ``picture``: the name of its file.  ``mark``: by which the
    report is known.
    """

    title: str
    lines: tuple[str, ...]
    follows: Next | None
    scene: Scene
    words: str
    picture: str
    mark: str


def turn_report(table: Table, key: str, turn: int | None = None) -> TurnReport:
    """Of the turn with this number, or the newest in which something has happened.  Raises Refused."""
    game = table.game(key)
    by_turn = _by_turn(table.news(game.id))
    if not by_turn:
        free = wording.join_list([game.sides[side].name for side, holder in game.seats.items() if not holder])
        raise Refused("not-started", f"{game.name} has not started, so there is nothing to report. Free: {free}.")
    number = max(by_turn) if turn is None else turn
    if number not in by_turn:
        lowest, highest = min(by_turn), max(by_turn)
        known = f"are turns {lowest} to {highest}" if lowest < highest else f"is turn {lowest}"
        raise Refused("no-such-turn", f"There is no turn {number} of {game.name} to report; so far there {known}.")
    items = by_turn[number]
    last, newest = items[-1], items[-1].seq == max(told[-1].seq for told in by_turn.values())
    lines = (*_lines_of_turn(game, by_turn, number), *(line for item in items for line in item.luck))
    return TurnReport(
        _title(game, number, items),
        tuple(line.strip() for line in lines) or ("Nothing has happened yet.",),
        _follows(game, last) if newest else None,
        table.picture(game.id, at=last.seq),
        table.text_map(game.id, at=last.seq),
        wording.map_name(game.id, last.seq),
        f"{game.id}/{last.seq}",
    )


def turn_entries(table: Table, key: str, turn: int | None = None) -> tuple[int, ...]:
    """The log entries after which the map of a turn is shown, the first as the turn begins; of the newest without a
    number.
    """
    news = table.news(key)
    by_turn = _by_turn(news)
    items = by_turn[max(by_turn) if turn is None else turn]
    before = [item.seq for item in news if item.seq < items[0].seq]
    return (*before[-1:], *(item.seq for item in items))


def _by_turn(news: Sequence[News]) -> dict[int, list[News]]:
    """The news by the turn in which they happened: that of the phase before them; the start belongs to its own."""
    found = dict[int, list[News]]()
    for number, item in enumerate(news):
        before = news[number - 1].phase if number else None
        phase = before or item.phase
        if phase:
            found.setdefault(phase.turn, []).append(item)
        elif item.kind == "over" and item.lines:  # a battle that was over before anybody was asked
            found.setdefault(1, []).append(item)
    return found


def _title(game: Game, turn: int, items: Sequence[News]) -> str:
    """``Fieldpost`` first: no command and no order begins so, whatever the game is called."""
    counter = next((item.phase.counter for item in items if item.phase), "turn").lower()
    return f"Fieldpost {game.id}: {wording.clip(game.name, 40)}, {counter} {turn}"


def _lines_of_turn(game: Game, by_turn: Mapping[int, Sequence[News]], number: int) -> Iterator[str]:
    """The lines of one turn.  That with which it begins is in the news of the turn before; what comes before the first
    turn belongs to that, and what ends a game to its last.
    """
    first, last = min(by_turn), max(by_turn) if game.over else None
    for item in chain.from_iterable(by_turn[turn] for turn in sorted(by_turn)):
        lines = list(zip(item.turns, item.lines, strict=True))
        for its, told in lines[item.kind in ("seated", "left") :]:  # who plays is no news of the battle
            turn = max(its, first)
            if number == (turn if last is None else min(turn, last)):
                yield from told.splitlines()


def _follows(game: Game, last: News) -> Next | None:
    if last.kind == "over" or game.over:
        outcome = f"victory for {game.won_by}" if game.won_by else "a draw"
        return Next("Result:", f"{outcome}. The game is over, and anyone can check its dice with its log.")
    if last.phase is None:
        return None
    sides = wording.join_list([game.sides[side].name for side in last.phase.sides])
    until = f", until {local_time(last.due)}." if last.due else "."
    return Next("Now:", f"orders by {sides} for ", phase_words(last.phase), until)
