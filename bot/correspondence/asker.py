"""Who asks something in a letter."""

from typing import NamedTuple

from bot.hosting.engine_thread import EngineThread

from .message import Seat


class Asker(NamedTuple):
    """Who asks: a person, and the seat whose view they have (None = the public's).

    ``dice_log``: the log of the place where everybody reads the answer, "" for a letter; ``message``: what the person
    wrote there, as engine/log/nonces.py has it.
    """

    engine: EngineThread
    player: str
    seat: Seat | None
    dice_log: str = ""
    message: str = ""
