"""Seats that are kept for somebody, and how they hear of it: by the door that can bring it, else with an answer."""

from engine.table import Game

from . import wording
from .engine_thread import EngineData
from .press import PUSHED


def keep_seat(data: EngineData, game: Game, side: str, player: str, now: str, why: str = "") -> None:
    """In a transaction: keep a free seat for somebody, "" for anybody again.  ``why``: a sentence for them.  Raises
    Refused.
    """
    data.reservations.reserve(game, side, player)
    if player:
        kept = f"The seat of {wording.side_name(game.sides, side)} in {game.name} is kept for you."
        tell(data, game, player, " ".join(filter(None, (why, kept))), now, side)


def tell(data: EngineData, game: Game, player: str, says: str, now: str, side: str = "") -> None:
    """What somebody is told of a game that they may join, with a line that does."""
    line = f"join {game.id} {side}".strip()
    option = f" side:{side}" if side else ""
    text = (
        f"{says} Take a seat with /game join game:{game.id}{option} in Discord, or with the line"
        f' "{line}" by mail or in a forum.'
    )
    for door in PUSHED:
        if any(contact.state == "confirmed" for contact in data.people.contacts(player, door)):
            data.reservations.tell(game.id, player, door, text)
            return
    data.people.add_notice(player, text, now)
