"""Frozen games, in the journal's own database: why each waits, and who is still to be told.

A game freezes alone: its deadlines stand still, and no other game notices.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.database.database import Dialect

from .store import Store

FAULT = "fault"
"""The cause of a game in which something in the program failed; the other causes are the doors that cannot post."""
_TABLES = """
create table if not exists frozen_game (
  game text{c} not null, cause text{c} not null, why text not null, reference text not null, since text{c} not null,
  lasting {int} not null, primary key (game, cause)){strict};
create table if not exists frozen_telling (
  game text{c} not null, door text{c} not null, text text not null, primary key (game, door)){strict};
"""
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLES.format(strict=" strict", c="", int="integer"),
    "postgresql": _TABLES.format(strict="", c=' collate "C"', int="bigint"),
}
COLUMNS = {
    "frozen_game": ("game", "cause", "why", "reference", "since", "lasting"),
    "frozen_telling": ("game", "door", "text"),
}
"""The columns of each table, for those who copy them."""


class Frozen(NamedTuple):
    """``cause``: ``FAULT``, or the door that cannot post.  ``why``: for whoever runs the program; it may name what
    players must not know.  ``reference``: by which the program's log knows a fault.  ``lasting``: it does not end by
    itself.
    """

    game: str
    cause: str
    why: str
    reference: str
    since: str
    lasting: bool = True


class FrozenGames:
    """Belongs to the thread that owns the database."""

    def __init__(self, store: Store) -> None:
        self._db, self._store = store.database, store
        self._db.create_tables(TABLES, {})

    def freeze(self, frozen: Frozen) -> bool:
        """False if the game is frozen by this cause already."""
        with self._store.transaction():
            if self._find("game = ? and cause = ?", frozen.game, frozen.cause):
                return False
            self._db.execute(
                "insert into frozen_game (game, cause, why, reference, since, lasting) values (?, ?, ?, ?, ?, ?)",
                [*frozen[:-1], int(frozen.lasting)],
            )
        return True

    def thaw(self, game: str, cause: str) -> bool:
        """Whether the game was frozen by this cause.  What nobody has been told yet is not told any more."""
        with self._store.transaction():
            if not self._find("game = ? and cause = ?", game, cause):
                return False
            self._db.execute("delete from frozen_game where game = ? and cause = ?", [game, cause])
            if not self.of_game(game):
                self._db.execute("delete from frozen_telling where game = ?", [game])
        return True

    def of_game(self, game: str) -> tuple[Frozen, ...]:
        """Why this game is frozen; nothing if it is not."""
        return self._find("game = ?", game)

    def fault(self, game: str) -> Frozen | None:
        """The fault by which this game is frozen, if it is."""
        found = self._find("game = ? and cause = ?", game, FAULT)
        return found[0] if found else None

    def all(self) -> tuple[Frozen, ...]:
        """The longest frozen first."""
        return self._find("game != ?", "")

    def tell(self, game: str, doors: Iterable[str], text: str) -> None:
        """These doors are to tell the game's people that it is frozen."""
        with self._store.transaction():
            for door in doors:
                self._db.execute(
                    "insert into frozen_telling (game, door, text) values (?, ?, ?) on conflict (game, door) do update"
                    " set text = excluded.text",
                    [game, door, text],
                )

    def telling(self, game: str, door: str) -> str:
        """What the door still has to tell, "" if it has nothing to."""
        found = self._db.query("select text from frozen_telling where game = ? and door = ?", (game, door))
        return str(found[0][0]) if found else ""

    def told(self, game: str, door: str) -> None:
        """The door has told it."""
        with self._store.transaction():
            self._db.execute("delete from frozen_telling where game = ? and door = ?", [game, door])

    def _find(self, where: str, *values: str) -> tuple[Frozen, ...]:
        fields = ", ".join(Frozen._fields)
        found = self._db.query(f"select {fields} from frozen_game where {where} order by since, game, cause", values)
        return tuple(Frozen(*row)._replace(lasting=bool(row[-1])) for row in found)
