"""Questions that a letter is asked before something ends, and the codes of their answers."""

import hashlib
import secrets

from bot.hosting.engine_thread import EngineData

from .answers import Section, said
from .message import Seat


def confirmation_code(data: EngineData, seat: Seat, word: str) -> str:
    """The code that goes with a question about this seat, good while the phase lasts."""
    game = data.table.game(seat.game)
    words = "\0".join((data.people.secret("questions").hex(), word, *seat, game.phase_key))
    return hashlib.sha256(words.encode()).hexdigest()[:6]


def answers_question(data: EngineData, seat: Seat, word: str, code: str) -> bool:
    return secrets.compare_digest(code.encode(), confirmation_code(data, seat, word).encode())


def ask(data: EngineData, seat: Seat, word: str, consequence: str, about: str = "") -> Section:
    """``about``: what else the answer confirms beside the word, such as which motion."""
    code = confirmation_code(data, seat, f"{word} {about}".strip())
    return said(
        word.capitalize(),
        consequence,
        f'If you are sure, answer with the line "yes {word} {code}". Nothing is done yet.',
    )
