"""Which side of a game is named, however little of it is written."""

from bot.hosting import wording
from engine.lookups.requests import matching_names
from engine.table import Game, Refused

_MARKS = " ,.;:!()[]-"
"""What may be written around the name of a side."""


def side_to_join(game: Game, words: str) -> str:
    """The side with that key or name, or the only one with such a beginning of either.  Raises Refused with a line
    that works.
    """
    try:
        return side_of(game, words)
    except Refused as unknown:
        raise Refused("no-such-side", f'{unknown} Write "join {game.id} {_likely(game, words)}" or the like.') from None


def side_in_aside(game: Game, aside: str) -> str:
    """The side with which it begins, "" if it names none.  Raises Refused if it is not clear which one is meant."""
    said = " ".join("".join(c if c.isalnum() or c in "-'" else " " for c in aside.casefold()).split())
    names = {word.casefold(): key for key, side in game.sides.items() for word in (key, side.name)}
    named = {key for name, key in names.items() if f" {name} " in f" {said} "}
    first = next((key for name, key in names.items() if f"{said} ".startswith(f"{name} ")), "")
    if first and named == {first}:
        return first
    word = said.partition(" ")[0]
    if named or wording.nearest(word, list(game.sides)) or (len(word) > 2 and named_side(game, word)):
        lines = [f'"join {game.id} {key}"' for key in game.sides]
        raise Refused("no-such-side", f"It is not clear which side you mean. Write {wording.join_list(lines, 'or')}.")
    return ""


def side_of(game: Game, words: str) -> str:
    """The side with that key or name, or the only one with such a beginning of either.  Raises Refused."""
    if found := named_side(game, words):
        return found
    known = wording.join_list([f"{key} ({side.name})" for key, side in game.sides.items()])
    raise Refused("no-such-side", f"{game.name} has no side {wording.clip(words, 40)!r}. Its sides are {known}.")


def named_side(game: Game, words: str) -> str:
    """The same, but "" if there is none."""
    found = matching_names(words.strip(_MARKS), {key: side.name for key, side in game.sides.items()})
    return found[0] if len(found) == 1 else ""


def _likely(game: Game, words: str) -> str:
    """The side that was probably meant, else a free one."""
    each = [named_side(game, word) for word in words.split()]
    free = [key for key, holder in game.seats.items() if not holder]
    near = wording.nearest(words.strip(_MARKS).lower(), list(game.sides))
    return next(filter(None, [*near, *each, *free, *game.sides]))
