"""Messages to one person on their way, in the journal's own database: a crash neither loses nor doubles one, and one of
them is kept up to date.
"""

from collections.abc import Mapping
from typing import NamedTuple

from engine.contract import decode, encode
from engine.database.database import Dialect
from engine.log.deadline import add_seconds

from .post import Post
from .store import Store

KEPT = "games"
"""The id of the list of somebody's games, which is kept up to date."""
PAUSE = 60
"""Seconds between two changes of a person's kept message, at least."""
CLOSED_FOR = 86_400
"""Seconds after which somebody whose direct messages are closed is sent one again."""
_TABLES = """
create table if not exists direct_message (
  player text{c} not null, id text{c} not null, body text not null, until text{c} not null default '',
  instead text not null default '', state text{c} not null default 'waiting', tried text{c} not null default '',
  sending text not null default '', channel text not null default '', message text not null default '',
  after text{c} not null default '', primary key (player, id)){strict};
create table if not exists direct_closed (player text{c} primary key, since text{c} not null){strict};
create index if not exists direct_message_waiting on direct_message (after, player, id) where state = 'waiting';
create index if not exists direct_message_id on direct_message (id, player) where id = 'games';
"""
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLES.format(strict=" strict", c=""),
    "postgresql": _TABLES.format(strict="", c=' collate "C"'),
}


class Direct(NamedTuple):
    """A message that is to be sent, or changed.

    ``until``: it is of no use after that, "" for ever.  ``instead``: the game, and the post there if direct messages
    are closed, as JSON.  ``tried``: when it was first sent ("" = never), with the text ``sending``; it may have arrived
    since then.  ``message``: its id in ``channel``, "" until it is known to have arrived.
    """

    player: str
    id: str
    body: str
    until: str
    instead: str
    tried: str
    sending: str
    channel: str
    message: str

    @property
    def in_place(self) -> tuple[str, Post] | None:
        """The game in whose channel the person is told instead, and the post."""
        return decode(self.instead, tuple[str, Post]) if self.instead else None


_FIELDS = ", ".join(Direct._fields)


class DirectMessages:
    """Belongs to the thread that owns the database."""

    def __init__(self, store: Store) -> None:
        self._db, self._store = store.database, store
        self._db.create_tables(TABLES, {})

    def add(self, player: str, id_: str, body: str, until: str, game: str, instead: Post) -> None:
        """To be sent once; the same id twice is still one message."""
        with self._store.transaction():
            self._db.execute(
                "insert into direct_message (player, id, body, until, instead) values (?, ?, ?, ?, ?)"
                " on conflict (player, id) do nothing",
                [player, id_, body, until, encode((game, instead)).decode()],
            )

    def keep(self, player: str, body: str) -> None:
        """The person's list of games is to say this, from now on; it is sent if it never was."""
        with self._store.transaction():
            self._db.execute(
                "insert into direct_message (player, id, body) values (?, ?, ?) on conflict (player, id) do update"
                " set body = excluded.body, state = 'waiting' where direct_message.body != excluded.body"
                " or direct_message.state = 'closed'",
                [player, KEPT, body],
            )

    def forget(self, player: str) -> bool:
        """The list is not kept up to date any more; whether it was."""
        if not self.keeps(player):
            return False
        with self._store.transaction():
            self._db.execute("delete from direct_message where player = ? and id = ?", [player, KEPT])
        return True

    def keeps(self, player: str) -> bool:
        query = "select 1 from direct_message where player = ? and id = ? and state != 'closed'"
        return bool(self._db.query(query, (player, KEPT)))

    def keepers(self) -> tuple[str, ...]:
        """Everybody whose list is kept up to date."""
        query = "select player from direct_message where id = 'games' and state != 'closed' order by player"
        return tuple(str(player) for (player,) in self._db.query(query))

    def find(self, player: str, id_: str) -> Direct | None:
        found = self._db.query(f"select {_FIELDS} from direct_message where player = ? and id = ?", (player, id_))
        return Direct(*found[0]) if found else None

    def next_waiting(self, now: str) -> Direct | None:
        """One that may be sent or changed now."""
        query = f"select {_FIELDS} from direct_message where state = 'waiting' and after <= ?"
        found = self._db.query(f"{query} order by after, player, id limit 1", (now,))
        return Direct(*found[0]) if found else None

    def next_moment(self) -> str:
        """When the next may be sent or changed, "" if none waits."""
        query = "select coalesce(min(after), '') from direct_message where state = 'waiting'"
        moment = str(self._db.query(query)[0][0])
        waits = bool(self._db.query("select 1 from direct_message where state = 'waiting' limit 1"))
        return (moment or "2000-01-01T00:00:00Z") if waits else ""

    def mark_tried(self, direct: Direct, now: str) -> Direct:
        """It is about to be sent for the first time, with what it says now: from now on it may have arrived."""
        if direct.tried:
            return direct
        self._set(direct, tried=now, sending=direct.body)
        return direct._replace(tried=now, sending=direct.body)

    def mark_delivered(self, direct: Direct, channel: str, message: str, said: str, now: str) -> None:
        """It arrived and says this; it waits on if it has to say something else by now."""
        after = add_seconds(now, PAUSE)
        with self._store.transaction():
            self._db.execute(
                "update direct_message set channel = ?, message = ?, after = ?,"
                " state = case when body = ? then 'sent' else 'waiting' end where player = ? and id = ?",
                [channel, message, after, said, direct.player, direct.id],
            )
            self._db.execute("delete from direct_closed where player = ?", [direct.player])

    def mark_gone(self, direct: Direct) -> None:
        """Its reader has deleted it, so it is sent anew."""
        self._set(direct, tried="", sending="", channel="", message="")

    def put_off(self, direct: Direct, now: str) -> None:
        """It is tried again in a minute."""
        self._set(direct, after=add_seconds(now, PAUSE))

    def drop(self, direct: Direct) -> None:
        """It is of no use any more."""
        self._set(direct, state="dropped")

    def mark_closed(self, direct: Direct, now: str) -> bool:
        """Its reader takes no direct messages; whether that is new."""
        with self._store.transaction():
            new = not self._db.query("select 1 from direct_closed where player = ?", (direct.player,))
            self._db.execute(
                "insert into direct_closed values (?, ?) on conflict (player) do update set since = excluded.since",
                [direct.player, now],
            )
            self._set(direct, state="closed")
        return new

    def closed(self, player: str, now: str) -> bool:
        """Whether this person took no direct message lately."""
        found = self._db.query("select since from direct_closed where player = ?", (player,))
        return bool(found) and add_seconds(str(found[0][0]), CLOSED_FOR) > now

    def _set(self, direct: Direct, **values: str) -> None:
        fields = ", ".join(f"{name} = ?" for name in values)
        with self._store.transaction():
            self._db.execute(
                f"update direct_message set {fields} where player = ? and id = ?",
                [*values.values(), direct.player, direct.id],
            )
