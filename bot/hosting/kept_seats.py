"""Seats that are kept for somebody, and how they hear of it: by the door that can bring it, else with an answer."""

from collections.abc import Mapping

from engine.table import Game

from . import wording
from .engine_thread import EngineData
from .press import PUSHED
from .rematch import Rematch


def keep_seat(data: EngineData, game: Game, side: str, player: str, now: str, why: str = "") -> None:
    """In a transaction: keep a free seat for somebody, "" for anybody again.  ``why``: a sentence for them.  Raises
    Refused.
    """
    data.reservations.reserve(game, side, player)
    if player:
        kept = f"The seat of {wording.side_name(game.sides, side)} in {game.name} is kept for you."
        tell(data, game, player, " ".join(filter(None, (why, kept))), now, side)


def keep_seats(data: EngineData, rematch: Rematch, now: str) -> Mapping[str, str]:
    """In the same transaction: tell the others, and keep their seats for them.  Returns side -> player of those that
    are kept; none in a game with anonymous seats, as a list of them would say who plays.
    """
    over, made, others = rematch
    kept = {} if made.anonymous else others
    for side, player in kept.items():
        keep_seat(data, made, side, player, now, f"{over.name} is opened again.")
    for player in dict.fromkeys(others.values()) if made.anonymous else ():
        tell(data, made, player, f"{over.name} is opened again as {made.name}.", now)
    return kept


def letters_to_bring(data: EngineData, game: str, door: str) -> tuple[tuple[str, str], ...]:
    """In the transaction that brings them: player and text of each letter that is still of use."""
    letters = data.reservations.take(game, door)
    if not letters:
        return ()
    now_on = data.table.game(game)
    full = now_on.over or all(now_on.seats.values())
    return tuple(letter for letter in letters if not full and not now_on.sides_of(letter[0]))


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
