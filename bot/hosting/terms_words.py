"""What was agreed when a game was opened, and who its anonymous players were, in sentences for every way out."""

from collections.abc import Callable
from typing import NamedTuple

from engine.game.press import PRESS_TERMS, PressTerm
from engine.game.vote_desk import FRIENDLY
from engine.log.entries import PRESS, TAKE_BACKS, Opened, decode
from engine.table import Game, Refused, Table

from . import wording

ANONYMOUS = "anonymous"
"""The word with which a game with anonymous seats is opened."""
FRIENDLY_SAYS = "It is friendly: commits without dice and secrets may be taken back without asking."
IN_PRIVATE = (
    "The seats of this game are anonymous, so nobody takes one or orders where everybody reads it: write to me in a"
    " private message."
)
_PRESS = {
    "public": "What sides write to each other is posted for everybody.",
    "recorded": "What sides write to each other is shown to everybody when the game is over.",
    "off": "It is played without press: sides do not write to each other.",
}


class Terms(NamedTuple):
    """``anonymous``: the players' names are withheld until the end; ``press``: how sides may write to each other.
    ``friendly``: commits without dice and secrets may be taken back without asking.
    """

    anonymous: bool = False
    press: PressTerm = "private"
    friendly: bool = False


def terms_words(game: Game) -> tuple[str, ...]:
    """A sentence for each term that is not the usual one."""
    anonymous = ("Seats are anonymous: nobody is told who plays until the game is over.",) if game.anonymous else ()
    return (*anonymous, *filter(None, (_PRESS.get(game.press, ""),)))


def terms_of(table: Table, key: str) -> Terms:
    """What was agreed when the game was opened."""
    opened: Opened = decode(table.journal.first(key))
    friendly = opened.term(TAKE_BACKS) == FRIENDLY
    return Terms(opened.anonymous, press_term(opened.term(PRESS) or Terms().press), friendly)


def names_told(game: Game, called: Callable[[str], str]) -> tuple[str, ...]:
    """Once a game with anonymous seats is over: who its players were; ``called``: player -> name."""
    if game.anonymous:
        return ()
    return tuple(f"{name[:1].upper()}{name[1:]} was {called(player)}." for name, player in game.people.items())


def press_term(word: str) -> PressTerm:
    """The term that is written so.  Refused with those that work."""
    if found := next((term for term in PRESS_TERMS if term == word.strip().lower()), None):
        return found
    known = wording.join_list(list(PRESS_TERMS), "or")
    raise Refused("bad-argument", f"Press can be {known}, not {wording.clip(word, 40)!r}.")
