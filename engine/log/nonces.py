"""Nonces: where a commit came from, by the id that the service behind a door gave to the message, or by what else set
it off.

The dice do not depend on it.  It keeps a message from being carried out twice, and a player can look for its message.
"""

import re
from enum import Enum, auto

KEYBOARD, AHEAD, LEFT, REFEREE = "keyboard", "ahead", "left", "referee"
"""Typed at the keyboard of the program; written ahead for a phase that has opened; given up with the seat; ended by a
referee.
"""
BY_ITSELF = (AHEAD, LEFT, REFEREE)
"""Those of commits that nobody makes just then: what was done before sets them off."""
_MESSAGE = re.compile(r"discord:[0-9]{1,20}(-all)?|mail:[0-9a-f]{64}|forum:(topic|letter):[0-9]{1,18}/[0-9]{1,18}")
_DEADLINE = "deadline:"


class NonceKind(Enum):
    """``MESSAGE``: of Discord (the id of the interaction), by mail (sha256 of its Message-ID and contents), or in a
    forum (place and id of the post)."""

    MESSAGE = auto()
    DEADLINE = auto()
    KEYBOARD = auto()
    AHEAD = auto()
    LEFT = auto()
    REFEREE = auto()


_WORDS = {KEYBOARD: NonceKind.KEYBOARD, AHEAD: NonceKind.AHEAD, LEFT: NonceKind.LEFT, REFEREE: NonceKind.REFEREE}


def deadline_nonce(due: str) -> str:
    """The nonce of a commit that a deadline set off."""
    return f"{_DEADLINE}{due}"


def checked_nonce(nonce: str) -> str:
    """The nonce itself.  Raises ValueError if it is in no such form."""
    if nonce_kind(nonce) is None:
        raise ValueError(f"{nonce!r} does not name the message that a commit came from")
    return nonce


def nonce_kind(nonce: str) -> NonceKind | None:
    """None for anything that is in no such form."""
    if _MESSAGE.fullmatch(nonce):
        return NonceKind.MESSAGE
    return NonceKind.DEADLINE if nonce.startswith(_DEADLINE) else _WORDS.get(nonce)
