"""Who asks something in a letter."""

from typing import NamedTuple

from bot.hosting.engine_thread import EngineThread

from .message import Seat


class Asker(NamedTuple):
    """Who asks: a person, and the seat whose view they have (None = the public's)."""

    engine: EngineThread
    player: str
    seat: Seat | None
