"""What a database keeps of a finished game beside its entries: what goes into its packed file, and what is deleted."""

import json

from bot.hosting.engine_thread import EngineData
from bot.hosting.outbox import DOORS

from .copy_database import PLACES, TABLES, WHOLE

PACKED = {
    **PLACES,
    **{table: WHOLE[table] for table in ("forum_topic", "seat_key")},
    **{table: TABLES[table] for table in ("pseudonym", "press", "note")},
    "opened_game": WHOLE["opened_game"],
}
"""Where the game was played, the keys of its seats, who its players were, and what they wrote to each other."""
DELETED = (
    *("delivery", "mail_delivery", "forum_delivery", "invitation", "status_message", "mail_out"),
    *("reminder_plan", "reminder_person", "reminder_given", "kept_draft", "sandbox", "press_waiting"),
    *("reserved_seat", "reserved_seat_letter"),
)
"""What was sent, and what nobody waits for any more."""


def is_idle(data: EngineData, game: str) -> str:
    """Why the game must stay: something of it has not been given out yet; "" if nothing waits."""
    if data.halted.of_game(game):
        return "it is halted (`fieldpost resume` says why)."
    doors = [door for door in DOORS if game in data.waiting_games(door)]
    mails = data.table.journal.database.query(
        "select 1 from mail_out where game = ? and state = 'waiting' limit 1", (game,)
    )
    if doors or mails or any(row.game == game for row in data.forum.unfinished()):
        return "not all of its posts and mails have gone out yet."
    return ""


def read_rows(data: EngineData, game: str) -> bytes:
    """As they go into the packed file."""
    database = data.table.journal.database
    found = {
        table: [list(row) for row in database.query(f"select {', '.join(fields)} from {table} where game = ?", (game,))]
        for table, fields in PACKED.items()
    }
    return json.dumps(found, sort_keys=True, ensure_ascii=False).encode()


def delete_rows(data: EngineData, game: str) -> None:
    """In the transaction in which the game leaves."""
    for table in (*PACKED, *DELETED):
        data.table.journal.database.execute(f"delete from {table} where game = ?", (game,))


def insert_rows(data: EngineData, packed: bytes) -> None:
    """In the transaction in which the game comes back.  Rows of tables that are not known here are left out."""
    found = json.loads(packed or b"{}")
    for table, fields in PACKED.items():
        places = ", ".join("?" * len(fields))
        data.table.journal.database.execute_many(
            f"insert into {table} ({', '.join(fields)}) values ({places})",
            [row for row in found.get(table, ()) if len(row) == len(fields)],
        )
