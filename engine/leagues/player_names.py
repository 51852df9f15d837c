"""What players of a league may be called, and which names are the same person's."""

from engine.errors import Refused
from engine.language.words import normalized

LONGEST_PLAYER = 80
DRAW = "draw"
"""The winner of a draw, as people write it."""


def name_key(name: str) -> str:
    """Equal for names that differ only in case, spaces or the form of their letters: they are one person's."""
    return " ".join(normalized(name).split())


def tidy_name(name: str) -> str:
    """Without spaces at its ends, and with single ones inside."""
    return " ".join(name.split())


def require_name(player: str) -> None:
    """Refused bad-name; nobody is called as a result is."""
    tidy = tidy_name(player) == player and player.isprintable()
    if not tidy or not 0 < len(player) <= LONGEST_PLAYER or name_key(player) == DRAW:
        raise Refused(
            "bad-name", f"{player[:20]!r} is no name: one has 1 to {LONGEST_PLAYER} letters, and is not draw."
        )
