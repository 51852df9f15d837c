"""Which game, side or scenario a line names, however little of it is written."""

from bot.hosting import wording
from engine.lookups.requests import matching_names
from engine.scenarios import reader
from engine.table import Game, Refused, Table

from .message import Seat

SHOWN = 3
"""Games that are suggested, at most."""


def game_and_side(table: Table, seat: Seat | None, words: str) -> tuple[Game, str]:
    """``words``: a game and perhaps a side of it; the game of ``seat`` need not be named.  The side is "" if none is
    named.  Raises Refused with a line that works.
    """
    word, _, side = words.partition(" ")
    here = table.game(seat.game) if seat else None
    if here and (not words or len(_matching(here, words)) == 1):
        return here, _side(here, words) if words else ""
    if not words:
        raise Refused(
            "missing-argument", 'Name a game, such as "join millers-1 reeve". "games" lists those with seats.'
        )
    try:
        game = table.game(word)
    except Refused:
        _name_games(table, words)
        raise
    return game, _side(game, side) if side else ""


def scenario(word: str, *others: str) -> str:
    """The stem of a shipped scenario.  ``others``: the words behind it in a line ``new``.  Raises Refused."""
    try:
        return reader.find_shipped(word).stem
    except reader.UnknownScenario as unknown:
        if unknown.likely:
            lines = [f'"{" ".join(["new", stem, *others])}"' for stem in unknown.likely]
            says = f"Write {wording.join_list(lines, 'or')}."
        else:
            says = 'The line "scenarios" lists all of them.'
        raise Refused("no-such-scenario", f"There is no scenario {wording.clip(word, 40)!r}. {says}") from unknown


def _name_games(table: Table, side: str) -> None:
    """Raises Refused if there are games with such a side to join."""
    open_ = [game for game in table.games() if not game.started and not game.over]
    lines = [f'"join {game.id} {_matching(game, side)[0]}"' for game in open_ if len(_matching(game, side)) == 1]
    if lines:
        raise Refused("no-game-named", f"Name the game, too. Write {wording.join_list(lines[:SHOWN], 'or')}.")


def _side(game: Game, words: str) -> str:
    found = _matching(game, words)
    if len(found) == 1:
        return found[0]
    known = wording.join_list([f"{key} ({side.name})" for key, side in game.sides.items()])
    likely = wording.nearest(words.lower(), list(game.sides)) or [
        part for word in words.split() for part in _matching(game, word.strip(",.;:!"))
    ]
    free = [key for key, holder in game.seats.items() if not holder]
    line = next((key for key in [*likely, *free, *game.sides] if key in game.sides), "")
    wrong = wording.clip(words, 40)
    raise Refused(
        "no-such-side",
        f'{game.name} has no side {wrong!r}. Its sides are {known}. Write "join {game.id} {line}" or the like.',
    )


def _matching(game: Game, words: str) -> tuple[str, ...]:
    return tuple(matching_names(words, {key: side.name for key, side in game.sides.items()}))
