"""Where each game is played and what is still to be posted there, in the journal's own database: a crash loses and doubles nothing."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from sqlite_utils import Database

from engine.contract import Phase, decode, encode
from engine.table import Game, News

from .post import Post

_TABLES = """
create table if not exists place (
  game text primary key, guild integer not null, channel integer not null, home integer not null, tag text not null,
  seen integer not null default 0, awaited text not null default '', trouble text not null default '') strict;
create table if not exists post (
  game text not null, seq integer not null, part integer not null, body text not null,
  tried text not null default '', message integer not null default 0, primary key (game, seq, part)) strict, without rowid;
create index if not exists post_waiting on post (game, seq, part) where message = 0;
"""


class Store(Protocol):
    """What the outbox needs of the journal: its database, and its way of making several writes one."""

    @property
    def database(self) -> Database: ...
    def transaction(self) -> AbstractContextManager[object]: ...


class Layout(Protocol):
    """How a way out lays news out as posts."""

    def posts(
        self, game: Game, news: News, before: str, examples: Sequence[str] | None = (), deciding: Sequence[str] = ()
    ) -> tuple[Post, ...]: ...
    def awaited(self, phase: Phase | None) -> str: ...


class Destination(NamedTuple):
    """Where a game is played.  ``home`` is its thread, or ``channel`` while it has none; ``seen`` the last journal entry turned into posts.

    ``tag`` makes the nonces of this game unlike those of any other database's.  ``trouble``: why nothing can be posted there ("" = it can).
    """

    game: str
    guild: int
    channel: int
    home: int
    tag: str
    seen: int
    awaited: str
    trouble: str


class Row(NamedTuple):
    """A post on its way.  ``tried``: when sending it was first begun ("" = never), so that it may have arrived although nobody said so."""

    game: str
    seq: int
    part: int
    post: Post
    tried: str


class Outbox:
    """Belongs to the thread that owns the database."""

    def __init__(self, store: Store) -> None:
        self._db, self._store = store.database, store
        with store.transaction():
            for statement in _TABLES.split(";\n"):
                if statement.strip():
                    self._db.execute(statement)

    def place(self, game: str, guild: int, channel: int, tag: str) -> None:
        """The game is played here from now on; what could not be posted elsewhere is posted here."""
        with self._store.transaction():
            self._db.execute(
                "insert into place (game, guild, channel, home, tag) values (?, ?, ?, ?, ?) on conflict (game) do update "
                "set guild = excluded.guild, channel = excluded.channel, home = excluded.home, trouble = ''",
                [game, guild, channel, channel, tag],
            )

    def places(self) -> tuple[Destination, ...]:
        """All of them, in the order in which they were opened."""
        return tuple(
            Destination(*row)
            for row in self._db.execute(f"select {', '.join(Destination._fields)} from place order by rowid").fetchall()
        )

    def where(self, game: str) -> Destination | None:
        row = self._db.execute(f"select {', '.join(Destination._fields)} from place where game = ?", [game]).fetchone()
        return Destination(*row) if row else None

    def settle(self, game: str, home: int) -> None:
        """Its thread is open."""
        with self._store.transaction():
            self._db.execute("update place set home = ? where game = ?", [home, game])

    def block(self, game: str, trouble: str) -> None:
        """Nothing can be posted there; ``place`` lifts it."""
        with self._store.transaction():
            self._db.execute("update place set trouble = ? where game = ?", [trouble, game])

    def gather(
        self,
        layout: Layout,
        game: Game,
        news: Sequence[News],
        examples: Sequence[str] = (),
        deciding: Sequence[str] = (),
    ) -> None:
        """Lay the news out as posts and move the cursor past it, in one transaction.

        ``examples`` are orders for the newest phase, ``deciding`` the sides without whose word an open battle does not go on.
        """
        place = self.where(game.id)
        fresh = [bulletin for bulletin in news if place and bulletin.seq > place.seen]
        if not place or not fresh:
            return
        awaited = place.awaited
        with self._store.transaction():
            for bulletin in fresh:
                now = (examples, deciding) if bulletin is fresh[-1] else (None,)
                for part, post in enumerate(layout.posts(game, bulletin, awaited, *now), start=1):
                    self._db.execute(
                        "insert into post (game, seq, part, body) values (?, ?, ?, ?)",
                        [game.id, bulletin.seq, part, encode(post).decode()],
                    )
                awaited = layout.awaited(bulletin.phase)
            self._db.execute("update place set seen = ?, awaited = ? where game = ?", [fresh[-1].seq, awaited, game.id])

    def next(self, game: str) -> Row | None:
        """The oldest post of the game that is not known to have arrived."""
        row = self._db.execute(
            "select game, seq, part, body, tried from post where game = ? and message = 0 order by seq, part limit 1",
            [game],
        ).fetchone()
        return Row(row[0], row[1], row[2], decode(row[3], Post), row[4]) if row else None

    def begin(self, row: Row, now: str) -> None:
        """From now on the post may have arrived."""
        with self._store.transaction():
            self._db.execute(
                "update post set tried = ? where game = ? and seq = ? and part = ? and tried = ''",
                [now, row.game, row.seq, row.part],
            )

    def arrived(self, row: Row, message: int) -> None:
        with self._store.transaction():
            self._db.execute(
                "update post set message = ? where game = ? and seq = ? and part = ?",
                [message, row.game, row.seq, row.part],
            )

    def last(self, game: str) -> int:
        """Id of the newest post known to have arrived, 0 before the first."""
        return int(self._db.execute("select coalesce(max(message), 0) from post where game = ?", [game]).fetchone()[0])

    def announced(self, game: str) -> int:
        """Id of the announcement, 0 while it has not arrived."""
        row = self._db.execute("select message from post where game = ? order by seq, part limit 1", [game]).fetchone()
        return int(row[0]) if row else 0
