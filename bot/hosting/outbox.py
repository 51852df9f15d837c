"""Posts on their way: which game is posted where, and what has not arrived yet.

They are kept in the journal's own database, so a crash neither loses nor doubles a post.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from engine.contract import Phase, Unreadable, decode, encode, replace
from engine.log.game_rows import Selection
from engine.table import Game, News, Refused

from .outbox_tables import MOVED, table_prefix, tables
from .post import Post
from .store import Store

DOORS = ("discord", "mail", "forum")
"""The ways out for which posts are kept."""
LOOKED_THROUGH = 60
"""Posts of a game in which the newest of a kind is looked for."""
RESTORE = "Restore it from a backup."


class Layout(Protocol):
    """Turns news into posts, and remembers for which phase players were called."""

    def posts(
        self, game: Game, news: News, before: str, examples: Sequence[str] | None = (), deciding: Sequence[str] = ()
    ) -> tuple[Post, ...]: ...
    def called(self, phase: Phase | None) -> str: ...
    def passed(self, phase: Phase | None, before: str) -> str: ...


class Destination(NamedTuple):
    """Where the posts of a game go.

    ``address``: a text that only its publisher reads and writes.  ``tag`` keeps the nonces of this game distinct from
    those of other databases.  ``seen``: the last log entry that was turned into posts.  ``called``: what
    ``Layout.called`` returned for the newest phase.  ``trouble``: why nothing can be posted there ("" = it can).
    """

    game: str
    address: str
    tag: str
    seen: int
    called: str
    trouble: str


class Delivery(NamedTuple):
    """A post not yet known to have arrived.

    ``tried``: when it was first sent ("" = never); from then on it may have arrived.
    """

    game: str
    seq: int
    part: int
    post: Post
    tried: str


class Outbox:
    """What one door delivers: each keeps its own tables and its own pace.  Belongs to the thread that owns the
    database.
    """

    def __init__(self, store: Store, door: str = "discord") -> None:
        """Creates the tables, or brings those of version 1 to their new shape."""
        self._db, self._store, prefix = store.database, store, table_prefix(door)
        self._destination, self._delivery = f"{prefix}destination", f"{prefix}delivery"
        self._db.create_tables(tables(door), MOVED)

    def set_destination(self, game: str, address: str, tag: str) -> None:
        """Posts of the game go to this address from now on, also those that could not be delivered elsewhere."""
        with self._store.transaction():
            self._db.execute(
                f"insert into {self._destination} (game, address, tag) values (?, ?, ?) on conflict (game) do update "
                "set address = excluded.address, trouble = ''",
                [game, address, tag],
            )

    def destinations(self) -> tuple[Destination, ...]:
        """All of them, oldest game first."""
        fields = ", ".join(Destination._fields)
        return tuple(
            _destination(row) for row in self._db.query(f"select {fields} from {self._destination} order by rowid")
        )

    def at_addresses(self, beginning: str) -> tuple[Destination, ...]:
        """The destinations whose address begins so, oldest game first."""
        fields = ", ".join(Destination._fields)
        query = f"select {fields} from {self._destination} where address >= ? and address < ? order by rowid"
        return tuple(_destination(row) for row in self._db.query(query, _range(beginning)))

    def games_at(self, beginning: str) -> tuple[str, ...]:
        """As ``at_addresses``, but only the games."""
        query = f"select game from {self._destination} where address >= ? and address < ? order by rowid"
        return tuple(str(game) for (game,) in self._db.query(query, _range(beginning)))

    def select_games_at(self, beginning: str) -> Selection:
        """The same games, for what lists more of each than its id."""
        found = f"select game, rowid as place from {self._destination} where address >= ? and address < ?"
        return Selection(found, _range(beginning))

    def waiting_games(self) -> tuple[str, ...]:
        """The games with posts that have not arrived, or with news of which no posts were made; no game is read."""
        found = self._db.query(
            f"select game from {self._delivery} where message = '' union select d.game from {self._destination} d"
            " left join head h on h.game = d.game left join game_row r on r.game = d.game"
            " where d.trouble = '' and d.seen <"
            " coalesce(case when r.seq = h.seq and r.link = h.link then r.news else h.seq end, 1) order by game"
        )
        return tuple(str(game) for (game,) in found)

    def destination(self, game: str) -> Destination | None:
        """Where the game is played; None if only terminals play it."""
        fields = ", ".join(Destination._fields)
        found = self._db.query(f"select {fields} from {self._destination} where game = ?", (game,))
        return _destination(found[0]) if found else None

    def set_address(self, game: str, address: str) -> None:
        """The same destination, found elsewhere from now on: a thread was opened, or is gone."""
        with self._store.transaction():
            self._db.execute(f"update {self._destination} set address = ? where game = ?", [address, game])

    def block(self, game: str, trouble: str) -> None:
        """Nothing can be posted there, until ``set_destination`` names another place; "": something can again."""
        with self._store.transaction():
            self._db.execute(f"update {self._destination} set trouble = ? where game = ?", [trouble, game])

    def add_news(
        self,
        layout: Layout,
        game: Game,
        news: Sequence[News],
        examples: Sequence[str] = (),
        deciding: Sequence[str] = (),
    ) -> None:
        """Turn the news into posts and remember that it was, in one transaction.

        ``examples``: orders for the newest phase.  ``deciding``: the sides of an open battle that must answer before it
        continues.
        """
        destination = self.destination(game.id)
        fresh = [item for item in news if destination and item.seq > destination.seen]
        if not destination or not fresh:
            return
        called = destination.called
        with self._store.transaction():
            for item in fresh:
                now = (examples, deciding) if item is fresh[-1] else (None,)
                for part, post in enumerate(layout.posts(game, item, called, *now), start=1):
                    if part == 1 and item.completes and not post.pings:  # an edit would call nobody
                        post = replace(post, edits=item.completes)
                    self._db.execute(
                        f"insert into {self._delivery} (game, seq, part, body) values (?, ?, ?, ?)",
                        [game.id, item.seq, part, encode(post).decode()],
                    )
                if item.kind != "locked":
                    called = layout.called(item.phase) if item is fresh[-1] else layout.passed(item.phase, called)
            self.mark_seen(game.id, fresh[-1].seq, called)

    def add_post(self, game: str, post: Post) -> None:
        """A post that tells no news: it goes behind all those that were made of news so far."""
        with self._store.transaction():
            self._db.execute(
                f"insert into {self._delivery} (game, seq, part, body) select p.game, p.seen, 1 + coalesce((select"
                f" max(part) from {self._delivery} d where d.game = p.game and d.seq = p.seen), 0), ?"
                f" from {self._destination} p where p.game = ?",
                [encode(post).decode(), game],
            )

    def drop(self, delivery: Delivery) -> None:
        """It is not sent any more, although it is not known to have arrived."""
        with self._store.transaction():
            self._db.execute(
                f"delete from {self._delivery} where game = ? and seq = ? and part = ? and message = ''",
                [delivery.game, delivery.seq, delivery.part],
            )

    def mark_seen(self, game: str, seq: int, called: str) -> None:
        """The news up to this entry has been turned into what the door sends."""
        with self._store.transaction():
            self._db.execute(f"update {self._destination} set seen = ?, called = ? where game = ?", [seq, called, game])

    def next_delivery(self, game: str) -> Delivery | None:
        """The oldest post of the game that is not known to have arrived."""
        found = self._db.query(
            f"select game, seq, part, body, tried from {self._delivery} where game = ? and message = '' order by "
            "seq, part limit 1",
            (game,),
        )
        return _delivery(found[0]) if found else None

    def mark_tried(self, delivery: Delivery, now: str) -> None:
        """It is about to be sent for the first time: from now on it may have arrived."""
        with self._store.transaction():
            self._db.execute(
                f"update {self._delivery} set tried = ? where game = ? and seq = ? and part = ? and tried = ''",
                [now, delivery.game, delivery.seq, delivery.part],
            )

    def mark_delivered(self, delivery: Delivery, message: str) -> None:
        """It arrived, as the message of this id."""
        with self._store.transaction():
            self._db.execute(
                f"update {self._delivery} set message = ? where game = ? and seq = ? and part = ?",
                [message, delivery.game, delivery.seq, delivery.part],
            )

    def last_message(self, game: str) -> str:
        """Id of the newest post known to have arrived, "" before the first."""
        found = self._db.query(
            f"select message from {self._delivery} where game = ? and message != ''"
            " order by seq desc, part desc limit 1",
            (game,),
        )
        return str(found[0][0]) if found else ""

    def call_message(self, game: str) -> str:
        """Id of the newest call for orders known to have arrived, "" if there is none."""
        found = self.newest(game, lambda post: bool(post.buttons) and not (post.until or post.announces), arrived=True)
        return found[1] if found else ""

    def newest(self, game: str, fits: Callable[[Post], bool], *, arrived: bool = False) -> tuple[Post, str] | None:
        """Of the last posts of the game the newest that fits, and its message's id, "" before it arrived."""
        found = self._db.query(
            f"select game, seq, part, body, tried, message from {self._delivery} where game = ?"
            f" order by seq desc, part desc limit {LOOKED_THROUGH}",
            (game,),
        )
        posts = ((_delivery(row[:-1]).post, str(row[-1])) for row in found if row[-1] or not arrived)
        return next((one for one in posts if fits(one[0])), None)

    def message(self, game: str, seq: int) -> str:
        """Id of the first post of the news that ends with this entry, "" if it has not arrived."""
        found = self._db.query(
            f"select message from {self._delivery} where game = ? and seq = ? and part = 1", (game, seq)
        )
        return str(found[0][0]) if found else ""

    def announcement(self, game: str) -> str:
        """Id of the announcement, "" while it has not arrived."""
        found = self._db.query(
            f"select message from {self._delivery} where game = ? order by seq, part limit 1", (game,)
        )
        return str(found[0][0]) if found else ""

    def invite(self, game: str, player: str) -> None:
        """Keep the game's free seat for this player until they answer."""
        with self._store.transaction():
            self._db.execute(
                "insert into invitation values (?, ?) on conflict (game) do update set player = excluded.player",
                [game, player],
            )

    def invited(self, game: str) -> str:
        """The player for whom the free seat is kept, "" if it is for anybody."""
        found = self._db.query("select player from invitation where game = ?", (game,))
        return str(found[0][0]) if found else ""

    def end_invitation(self, game: str) -> None:
        with self._store.transaction():
            self._db.execute("delete from invitation where game = ?", [game])


def _range(beginning: str) -> tuple[str, str]:
    """The first text that begins so, and the first after all of them."""
    return beginning, beginning[:-1] + chr(ord(beginning[-1]) + 1)


def _destination(row: Any) -> Destination:
    found = Destination(*row)
    if any(type(value) is not type_ for value, type_ in zip(row, (str, str, str, int, str, str), strict=True)):
        raise Refused("damaged", f"Where {found.game} is posted cannot be read from the database. {RESTORE}")
    return found


def _delivery(row: Any) -> Delivery:
    game, seq, part, body, tried = row
    try:
        return Delivery(game, seq, part, decode(body, Post), tried)
    except (Unreadable, ValueError, TypeError) as fault:
        raise Refused("damaged", f"A post of {game} cannot be read from the database. {RESTORE}") from fault
