"""What is noted when a message has arrived: its id, the thread under it, and where the status message is."""

from bot.hosting.engine_thread import EngineData
from bot.hosting.outbox import Delivery, Outbox

from .address import Place, find_place, write_address


def record_delivery(data: EngineData, place: Place, row: Delivery, message: int, thread: int) -> None:
    """A message has arrived; ``thread``: the one that was opened under it, 0 without one."""
    with data.table.journal.transaction():
        data.outbox.mark_delivered(row, str(message))
        if row.post.status:
            room = find_place(data.outbox, row.game) or place
            data.statuses.set_arrived(row.game, str(room.room), str(message), row.post.content)
        known = find_place(data.outbox, place.game)
        if thread and not (known and known.thread):
            set_thread(data.outbox, place._replace(thread=thread))


def set_thread(outbox: Outbox, place: Place) -> None:
    outbox.set_address(place.game, write_address(place.guild, place.channel, place.thread, place.forum))
