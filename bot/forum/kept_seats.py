"""Seats that are kept for somebody with an account of the forum: a private message says so, and how to take one."""

from bot.correspondence.markdown import escape
from bot.hosting.engine_thread import EngineData
from bot.hosting.kept_seats import letters_to_bring
from bot.hosting.utc_now import utc_now

from .bodies import queue_notice
from .identity import DOOR


def queue_kept_seats(data: EngineData, game: str) -> bool:
    """In a transaction: queue what waits; whether anything did."""
    letters = letters_to_bring(data, game, DOOR)
    for player, text in letters:
        for contact in data.people.contacts(player, DOOR)[:1]:
            queue_notice(data, game, contact.address, escape(text), utc_now())
    return bool(letters)
