"""People and their addresses: one person may write from Discord and by mail.

A person is the text by which seats and logs know a player: the number of a Discord account, or a name for people who
came by another door.  Addresses stand in tables of their own and never in a game's log.
"""

import hashlib
import hmac
import re
import secrets
import unicodedata
from base64 import b32encode
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from engine.log.deadline import add_seconds
from engine.table import Refused, Table

from .people_tables import TABLES
from .store import Store

CODE_LIFE = 2 * 86_400
"""Seconds for which a code of ``/link`` can be used."""
RETIRED_LIFE = 14 * 86_400
"""Seconds for which a seat's earlier key is still answered, with the sentence that there is a new one."""
MOST_NOTICES, MOST_KEYS = 20, 20
"""Notices that wait for a person, and keys of a seat, the earlier ones included: the newest are kept."""
State = Literal["confirmed", "unconfirmed", "resting"]


class Contact(NamedTuple):
    """One address of a person.

    ``state``: unconfirmed until an answer came from it, resting when mails to it come back.  ``held``: what was written
    before it was confirmed.  ``failures``: mails in a row that came back.
    """

    door: str
    address: str
    player: str
    state: State
    since: str
    held: str
    failures: int


class SeatKey(NamedTuple):
    """What a seat's key opens; ``retired``: until when an earlier key is answered ("" = it is the present one)."""

    game: str
    side: str
    player: str
    retired: str


class People:
    """Belongs to the thread that owns the database."""

    def __init__(self, store: Store) -> None:
        self._db, self._store = store.database, store
        self._db.create_tables(TABLES, {})

    def player(self, door: str, address: str) -> str:
        """The person with this confirmed address, "" if nobody is known by it."""
        contact = self.contact(door, address)
        return contact.player if contact and contact.state != "unconfirmed" else ""

    def contact(self, door: str, address: str) -> Contact | None:
        found = self._contacts("door = ? and address = ?", door, address)
        return found[0] if found else None

    def contacts(self, player: str, door: str) -> tuple[Contact, ...]:
        """The person's addresses at one door, the oldest first."""
        return self._contacts("player = ? and door = ?", player, door)

    def add(self, door: str, address: str, name: str, now: str, state: State = "confirmed", held: str = "") -> str:
        """A new person, known by a name of their own that no other has: letters, digits and hyphens."""
        with self._store.transaction():
            player = self._free_name(name)
            self._db.execute("insert into person (player, name) values (?, ?)", [player, clean_name(name) or player])
            self._db.execute(
                "insert into contact (door, address, player, state, since, held) values (?, ?, ?, ?, ?, ?)"
                " on conflict (door, address) do update set player = excluded.player, state = excluded.state,"
                " since = excluded.since, held = excluded.held",
                [door, address, player, state, now, held],
            )
        return player

    def add_address(self, player: str, door: str, address: str, now: str, state: State = "confirmed") -> None:
        with self._store.transaction():
            self._db.execute(
                "insert into contact (door, address, player, state, since) values (?, ?, ?, ?, ?)"
                " on conflict (door, address) do update set player = excluded.player, state = excluded.state",
                [door, address, player, state, now],
            )

    def set_state(self, door: str, address: str, state: State, failures: int = 0, held: str = "") -> None:
        with self._store.transaction():
            self._db.execute(
                "update contact set state = ?, failures = ?, held = ? where door = ? and address = ?",
                [state, failures, held, door, address],
            )

    def forget(self, door: str, address: str) -> None:
        with self._store.transaction():
            self._db.execute("delete from contact where door = ? and address = ?", [door, address])

    def remember_name(self, player: str, name: str) -> None:
        """What other people are told this person is called."""
        if clean := clean_name(name):
            with self._store.transaction():
                self._db.execute(
                    "insert into person (player, name) values (?, ?) on conflict (player) do update"
                    " set name = excluded.name",
                    [player, clean],
                )

    def name(self, player: str) -> str:
        """What other people are told; for a Discord account that was never seen, a word for it."""
        found = self._db.query("select name from person where player = ?", (player,))
        return str(found[0][0]) if found else ("a player" if player.isdecimal() else player)

    def names(self) -> Mapping[str, str]:
        """What everybody of whom a name is known is called."""
        return {str(player): str(name) for player, name in self._db.query("select player, name from person")}

    def named(self, name: str) -> tuple[str, ...]:
        """The people with this name of their own, else those who are called that."""
        wanted, known = name.strip().casefold(), self.names()
        return (wanted,) if wanted in known else tuple(one for one in known if known[one].casefold() == wanted)

    def zone(self, player: str) -> str:
        """The person's time zone, such as Europe/Berlin."""
        found = self._db.query("select zone from person where player = ?", (player,))
        return str(found[0][0]) if found else "UTC"

    def set_zone(self, player: str, zone: str) -> None:
        with self._store.transaction():
            self._db.execute(
                "insert into person (player, name, zone) values (?, ?, ?) on conflict (player) do update"
                " set zone = excluded.zone",
                [player, self.name(player), zone],
            )

    def add_notice(self, player: str, text: str, now: str) -> None:
        """Something that the person is told with the next answer that they get, at whatever door."""
        with self._store.transaction():
            self._db.execute("delete from notice where player = ? and text = ?", [player, text])
            self._db.execute("insert into notice (player, text, since) values (?, ?, ?)", [player, text, now])
            for old in self.notices(player)[:-MOST_NOTICES]:
                self._db.execute("delete from notice where player = ? and text = ?", [player, old])

    def notices(self, player: str) -> tuple[str, ...]:
        """What the person is to be told, the oldest first."""
        found = self._db.query("select text from notice where player = ? order by since, text", (player,))
        return tuple(str(text) for (text,) in found)

    def forget_notices(self, player: str, told: Sequence[str]) -> None:
        with self._store.transaction():
            for text in told:
                self._db.execute("delete from notice where player = ? and text = ?", [player, text])

    def new_code(self, player: str, now: str) -> str:
        """A code by which this person can add an address, once."""
        code = _base32(secrets.token_bytes(10))[:12]
        with self._store.transaction():
            self._db.execute("delete from link_code where player = ?", [player])
            self._db.execute("insert into link_code values (?, ?, ?)", [_digest(code), player, now])
        return code

    def use_code(self, code: str, now: str) -> str:
        """The person who was given the code; it cannot be used again.  Raises Refused."""
        player = self.player_of_code(code, now)
        with self._store.transaction():
            self._db.execute("delete from link_code where digest = ?", [_digest(code.strip().lower())])
        return player

    def player_of_code(self, code: str, now: str) -> str:
        """The person who was given the code, which can still be used.  Raises Refused."""
        digest = _digest(code.strip().lower())
        found = self._db.query("select player, made from link_code where digest = ?", (digest,))
        if not found or add_seconds(str(found[0][1]), CODE_LIFE) < now:
            raise Refused(
                "no-such-code",
                "This code is not known: it has been used, it is older than two days, or a letter is wrong."
                ' Ask for a new one with /link in Discord, or with the line "link" in a mail or in a private message of'
                " a forum.",
            )
        return str(found[0][0])

    def join(self, table: Table, door: str, address: str, player: str, now: str) -> tuple[str, ...]:
        """The address belongs to this person from now on; seats that its earlier person holds in unfinished games
        change hands.  Returns those games.  Raises Refused where a seat may not be taken.
        """
        earlier = self.contact(door, address)
        with self._store.transaction():
            games = _hand_over(table, earlier.player, player, now) if earlier and earlier.player != player else ()
            self.add_address(player, door, address, now)
            if earlier and earlier.player != player:
                for table_ in ("contact", "notice"):
                    self._db.execute(f"update {table_} set player = ? where player = ?", [player, earlier.player])
        return games

    def seat_key(self, game: str, side: str, player: str) -> str:
        """The key that the person's mails about this seat carry: 16 letters and digits that survive lower-casing.

        Made from a secret of this database, so that only its digest need be stored.
        """
        found = self._db.query(
            "select player, number from seat_key where game = ? and side = ? and retired = ''", (game, side)
        )
        if found and found[0][0] == player:
            return self._make_key(game, side, player, int(found[0][1]))
        return self.new_seat_key(game, side, player, "2000-01-01T00:00:00Z")

    def new_seat_key(self, game: str, side: str, player: str, now: str) -> str:
        """A new key for the seat; the one before is answered for a while and opens nothing."""
        with self._store.transaction():
            (last,) = self._db.query(
                "select coalesce(max(number), 0) from seat_key where game = ? and side = ?", (game, side)
            )
            key = self._make_key(game, side, player, number := int(last[0]) + 1)
            self._db.execute(
                "update seat_key set retired = ? where game = ? and side = ? and retired = ''",
                [add_seconds(now, RETIRED_LIFE), game, side],
            )
            self._db.execute(
                "insert into seat_key (digest, game, side, player, number) values (?, ?, ?, ?, ?)",
                [_digest(key), game, side, player, number],
            )
            outdated = number - MOST_KEYS
            self._db.execute("delete from seat_key where game = ? and side = ? and number <= ?", [game, side, outdated])
        return key

    def open_seat(self, key: str) -> SeatKey | None:
        """What this key opens, if anything."""
        found = self._db.query(
            "select game, side, player, retired from seat_key where digest = ?", (_digest(key.lower()),)
        )
        return SeatKey(*map(str, found[0])) if found else None

    def secret(self, name: str) -> bytes:
        """A secret of this database, made when it is first asked for."""
        with self._store.transaction():
            self._db.execute(
                "insert into door_secret values (?, ?) on conflict (name) do nothing", [name, secrets.token_hex(32)]
            )
            (found,) = self._db.query("select secret from door_secret where name = ?", (name,))
        return bytes.fromhex(str(found[0]))

    def tag(self, name: str) -> str:
        """A word made from a secret of this database, by which others tell it from those of other databases."""
        return hashlib.sha256(self.secret(name)).hexdigest()[:12]

    def _make_key(self, game: str, side: str, player: str, number: int) -> str:
        words = "\0".join((game, side, player, str(number)))
        return _base32(hmac.digest(self.secret("seats"), words.encode(), "sha256"))[:16]

    def _free_name(self, name: str) -> str:
        stem = re.sub(r"[^a-z0-9]+", "-", clean_name(name).lower()).strip("-")[:24].strip("-")
        stem = stem if stem and not stem.isdecimal() else "player"
        known = {str(row[0]) for row in self._db.query("select player from person")}
        return next(word for n in range(1, len(known) + 2) if (word := stem if n == 1 else f"{stem}-{n}") not in known)

    def _contacts(self, where: str, *values: str) -> tuple[Contact, ...]:
        query = f"select {', '.join(Contact._fields)} from contact where {where} order by since, address"
        return tuple(Contact(*row) for row in self._db.query(query, values))


def clean_name(name: str) -> str:
    """A name on one line, without marks that a text would show as something else; at most 40 characters."""
    plain = "".join(c if c.isalnum() or c in " -'." else " " for c in unicodedata.normalize("NFKC", name))
    return " ".join(plain.split())[:40].strip()


def _hand_over(table: Table, old: str, new: str, now: str) -> tuple[str, ...]:
    """The unfinished games in which the seats of one person are another's now."""
    moved = list[str]()
    for game in table.games():
        for side in game.sides_of(old) if not game.over else ():
            draft = table.draft(game.id, side)
            table.leave(game.id, side, old, now)
            table.seat(game.id, side, new, now)
            if draft and game.started:
                table.write(game.id, side, draft, now)
            moved.append(game.id)
    return tuple(dict.fromkeys(moved))


def _base32(data: bytes) -> str:
    return b32encode(data).decode().lower().rstrip("=")


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
