"""Which game or scenario a line names, however little of it is written."""

from bot.hosting import wording
from engine.deadlines.calendar import Calendar
from engine.scenarios import reader
from engine.table import Game, Refused, Table

from .calendars import is_calendar, read_named
from .message import Seat
from .sides import named_side, side_in_aside, side_to_join

SHOWN = 3
"""Games that are suggested, at most."""


def game_and_side(table: Table, seat: Seat | None, words: str, aside: str = "") -> tuple[Game, str]:
    """``words``: a game and perhaps a side of it; the game of ``seat`` need not be named.  The side is "" if none is
    named there, nor in what was said ``aside``.  Raises Refused with a line that works.
    """
    word, _, side = words.partition(" ")
    here = table.game(seat.game) if seat else None
    if here and (not words or named_side(here, words)):
        return here, side_to_join(here, words) if words else side_in_aside(here, aside)
    if not words:
        raise Refused(
            "missing-argument", 'Name a game, such as "join millers-1 reeve". "games" lists those with seats.'
        )
    try:
        game = table.game(word)
    except Refused:
        _name_games(table, words)
        raise
    return game, side_to_join(game, side) if side else side_in_aside(game, aside)


def scenario_and_calendar(words: str, aside: str = "") -> tuple[str, Calendar | None]:
    """What a line ``new`` opens: the stem of a shipped scenario, and when its phases end (None = no deadlines), which
    may be named ``aside`` too.  Raises Refused with a line that works.
    """
    try:
        stem, behind = reader.find_shipped(words).stem, ""  # `new millers bridge` has no calendar
    except reader.UnknownScenario:
        name, _, behind = words.partition(" ")
        stem = scenario(name, "new", f" {behind}" if is_calendar(behind) else "")
    try:
        return stem, read_named(reader.load(stem), behind, aside)
    except Refused as wrong:
        raise Refused(wrong.code, f'{wrong} For example, "new {stem} 3d" works, and so does "new {stem}".') from wrong


def scenario(name: str, command: str, behind: str = "") -> str:
    """The stem of a shipped scenario.  ``command``, ``behind``: what is written before and after its name in a line
    that works.  Raises Refused.
    """
    try:
        return reader.find_shipped(name).stem
    except reader.UnknownScenario as unknown:
        lines = [f'"{command} {stem}{behind}"' for stem in unknown.likely]
        says = f"Write {wording.join_list(lines, 'or')}." if lines else 'The line "scenarios" lists all of them.'
        raise Refused("no-such-scenario", f"There is no scenario {wording.clip(name, 40)!r}. {says}") from unknown


def _name_games(table: Table, words: str) -> None:
    """Raises Refused if there are games with such a side to join."""
    open_ = [game for game in table.games() if not game.started and not game.over]
    lines = [f'"join {game.id} {side}"' for game in open_ if (side := named_side(game, words))]
    if lines:
        raise Refused("no-game-named", f"Name the game, too. Write {wording.join_list(lines[:SHOWN], 'or')}.")


def turn_number(said: str, command: str) -> int | None:
    """The turn that is written behind a command; None if nothing is.  Refused bad-number."""
    if said and not said.isdecimal():
        wrong = wording.clip(said, 20)
        raise Refused("bad-number", f'{wrong!r} is not the number of a turn. Write it like "{command} 3".')
    return int(said[:9]) if said else None
