"""Mails received and mails on their way, in the journal's own database: a crash loses and doubles none."""

import secrets
from collections.abc import Mapping
from typing import Literal, NamedTuple

from engine.database.database import Dialect
from engine.log.deadline import add_seconds

from .store import Store

_TABLES = """
create table if not exists mail_in (key text primary key, sender text not null, arrived text not null){strict};
create table if not exists mail_out (
  id text primary key, kind text not null, game text not null, player text not null, address text not null,
  body text not null, raw {bytes} not null, tries integer not null default 0, due text not null,
  tag text not null default '',
  state text not null default 'waiting'){strict};
create table if not exists mail_out_place (id text primary key, place {number} not null){strict};
create index if not exists mail_in_sender on mail_in (sender, arrived);
create index if not exists mail_out_tag on mail_out (tag);
create index if not exists mail_out_due on mail_out (due) where state = 'waiting';
create index if not exists mail_out_place_place on mail_out_place (place);
"""
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLES.format(strict=" strict", bytes="blob", number="integer"),
    "postgresql": _TABLES.format(strict="", bytes="bytea", number="bigint"),
}
PAUSES = (60, 120, 300, 600, 1800, 3600, 3 * 3600)
"""Seconds until a mail that the server put off is tried again, the last for all later times."""
GIVE_UP = 40
"""Tries after which a mail is given up: about five days."""
STALE = 60 * 86_400
"""Seconds after which a mail that lies in the mailbox is too old to be read: nobody knows any more whether it was."""
State = Literal["waiting", "sent", "refused", "dropped"]


class QueuedMail(NamedTuple):
    """``id``: the left part of its Message-ID.  ``body``: what it says, as JSON; ``raw``: the mail itself, b"" until it
    has been written.  ``due``: when it is tried next.  ``tag``: it is known by this when it comes back.
    """

    id: str
    kind: str
    game: str
    player: str
    address: str
    body: str
    raw: bytes
    tries: int
    due: str
    tag: str = ""


class MailQueue:
    """Belongs to the thread that owns the database."""

    def __init__(self, store: Store) -> None:
        self._db, self._store = store.database, store
        self._db.create_tables(TABLES, {})

    def receive(self, key: str, sender: str, arrived: str) -> bool:
        """Note a mail that arrived; False if it was noted before."""
        with self._store.transaction():
            if self._db.query("select 1 from mail_in where key = ?", (key,)):
                return False
            self._db.execute("insert into mail_in values (?, ?, ?)", [key, sender, arrived])
        return True

    def leave_unread(self, key: str) -> None:
        """A mail that arrived counts no more as one of its sender's."""
        self._db.execute("update mail_in set sender = '' where key = ?", [key])

    def newest(self, sender: str, number: int) -> str:
        """When the newest mail of this sender came (1), the second newest and so on; "" if there are not so many."""
        query = "select arrived from mail_in where sender = ? order by arrived desc limit 1 offset ?"
        return next((str(at) for (at,) in self._db.query(query, (sender, number - 1))), "")

    def sent_since(self, kind: str, address: str, moment: str) -> int:
        """How many mails of one kind were queued since then for an address ("" = for all)."""
        chosen = ("address = ? and", [address]) if address else ("", [])
        query = f"select count(*) from mail_out where {chosen[0]} kind = ? and due >= ?"
        return int(self._db.query(query, [*chosen[1], kind, moment])[0][0])

    def add(self, mail: QueuedMail) -> None:
        """Queue it, behind all others; one with this id that is there already stays as it is."""
        with self._store.transaction():
            self._db.execute(
                f"insert into mail_out ({', '.join(QueuedMail._fields)})"
                " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing",
                [*mail[:-1], mail.tag or secrets.token_hex(10)],
            )
            self._db.execute(
                "insert into mail_out_place select ?, coalesce(max(place), 0) + 1 from mail_out_place where true"
                " on conflict (id) do nothing",
                [mail.id],
            )

    def due(self, now: str, most: int = 50) -> tuple[QueuedMail, ...]:
        """What is to be sent now, the longest waiting first, and of one second those that were queued first."""
        columns = ", ".join(f"mail_out.{name}" for name in QueuedMail._fields)
        query = f"select {columns} from mail_out left join mail_out_place on mail_out_place.id = mail_out.id"
        ordered = (
            f"{query} where state = 'waiting' and due <= ? order by due, coalesce(place, 0), mail_out.id limit {most}"
        )
        return tuple(_queued(row) for row in self._db.query(ordered, (now,)))

    def next_due(self) -> str:
        """When the next one is to be tried, "" if none waits."""
        found = self._db.query("select due from mail_out where state = 'waiting' order by due limit 1")
        return str(found[0][0]) if found else ""

    def find(self, id_: str) -> QueuedMail | None:
        found = self._db.query(f"select {', '.join(QueuedMail._fields)} from mail_out where id = ?", (id_,))
        return _queued(found[0]) if found else None

    def address_of_tag(self, tag: str) -> str:
        """The address of the mail with this tag, "" if there is none."""
        found = self._db.query("select address from mail_out where tag = ?", (tag,))
        return str(found[0][0]) if found else ""

    def keep_written(self, id_: str, raw: bytes) -> None:
        """These bytes are the mail from now on: whatever happens, no other ones are sent for it."""
        with self._store.transaction():
            self._db.execute("update mail_out set raw = ? where id = ?", [raw, id_])

    def mark_sent(self, id_: str, now: str) -> None:
        self._finish(id_, "sent", now)

    def mark_refused(self, id_: str, now: str) -> None:
        self._finish(id_, "refused", now)

    def mark_dropped(self, id_: str, now: str) -> None:
        """It came too late to be of use."""
        self._finish(id_, "dropped", now)

    def put_off(self, mail: QueuedMail, now: str) -> bool:
        """Try it again later; False if it was tried too often and is given up."""
        if mail.tries + 1 >= GIVE_UP:
            self.mark_refused(mail.id, now)
            return False
        pause = PAUSES[min(mail.tries, len(PAUSES) - 1)]
        with self._store.transaction():
            self._db.execute(
                "update mail_out set tries = ?, due = ? where id = ?",
                [mail.tries + 1, add_seconds(now, pause), mail.id],
            )
        return True

    def prune(self, before: str, most: int) -> int:
        """In a transaction: delete so many of the mails that had come, or had been dealt with, before that moment.
        Returns how many there were.
        """
        old = self._db.query("select key from mail_in where arrived < ? order by arrived limit ?", (before, most))
        done = self._db.query(
            "select id from mail_out where state != 'waiting' and due < ? order by due limit ?", (before, most)
        )
        self._db.execute_many("delete from mail_in where key = ?", old)
        for table in ("mail_out", "mail_out_place"):
            self._db.execute_many(f"delete from {table} where id = ?", done)
        return len(old) + len(done)

    def _finish(self, id_: str, state: State, now: str) -> None:
        """Its bytes are not needed any more; from now on it is only known by its id and its tag."""
        with self._store.transaction():
            self._db.execute("update mail_out set state = ?, raw = ?, due = ? where id = ?", [state, b"", now, id_])


def _queued(row: tuple[object, ...]) -> QueuedMail:
    id_, kind, game, player, address, body, raw, tries, due, tag = row
    assert isinstance(raw, bytes | memoryview) and isinstance(tries, int)
    return QueuedMail(
        str(id_), str(kind), str(game), str(player), str(address), str(body), bytes(raw), tries, str(due), str(tag)
    )
