"""Whether an answer that everybody reads would tell what only its writer may know."""

import hashlib

from bot.correspondence.commands import RUNNING
from bot.correspondence.message import Message, Seat
from bot.hosting.engine_thread import EngineData

SEALED = (
    "Orders of this phase are secret until everyone is done, so nothing here was carried out. Write them to me in a"
    " private message."
)
"""What is said of secret orders in a topic."""


def may_tell_secrets(data: EngineData, seat: Seat, message: Message) -> bool:
    """Whether the answer to a public message could tell of secret orders, of what only this side sees, or of a draft
    that was written where nobody else reads it.
    """
    runs = any(order in RUNNING for order in message.orders) or any(found.word == "yes" for found in message.commands)
    if not message.orders and not runs:
        return False
    phase = data.table.game(seat.game).phase
    if (phase is not None and phase.sealed) or has_secrets(data, seat):
        return True
    replaced = any(order not in RUNNING for order in message.orders) and not message.adds
    return not replaced and _has_private_draft(data, seat)


def has_secrets(data: EngineData, seat: Seat) -> bool:
    """Whether the side sees what others do not, so that answers to its orders may give it away."""
    return data.table.text_map(seat.game, seat.side) != data.table.text_map(seat.game, "")


def note_public_draft(data: EngineData, seat: Seat) -> None:
    """Everybody has read the draft as it is now."""
    data.forum.set_note(_note(seat), _digest(data.table.draft(seat.game, seat.side)))


def _has_private_draft(data: EngineData, seat: Seat) -> bool:
    draft = data.table.draft(seat.game, seat.side)
    return bool(draft.strip()) and data.forum.note(_note(seat)) != _digest(draft)


def _note(seat: Seat) -> str:
    return f"draft {seat.game} {seat.side}"


def _digest(draft: str) -> str:
    return hashlib.sha256(draft.encode()).hexdigest()
