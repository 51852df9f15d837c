"""Halted games, in the journal's own database: why each waits, and who is still to be told.

A game halts alone: its deadlines stand still, and no other game notices.  That is the program's doing; a referee
freezes a game, which its journal says.  The tables have kept the names that they had when both were called so.
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


class Halted(NamedTuple):
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


class HaltedGames:
    """Belongs to the thread that owns the database."""

    def __init__(self, store: Store) -> None:
        self._db, self._store = store.database, store
        self._db.create_tables(TABLES, {})

    def halt(self, halted: Halted) -> bool:
        """False if the game is halted by this cause already."""
        with self._store.transaction():
            if self._find("game = ? and cause = ?", halted.game, halted.cause):
                return False
            self._db.execute(
                "insert into frozen_game (game, cause, why, reference, since, lasting) values (?, ?, ?, ?, ?, ?)",
                [*halted[:-1], int(halted.lasting)],
            )
        return True

    def resume(self, game: str, cause: str) -> bool:
        """Whether the game was halted by this cause.  What nobody has been told yet is not told any more."""
        with self._store.transaction():
            if not self._find("game = ? and cause = ?", game, cause):
                return False
            self._db.execute("delete from frozen_game where game = ? and cause = ?", [game, cause])
            if not self.of_game(game):
                self._db.execute("delete from frozen_telling where game = ?", [game])
        return True

    def of_game(self, game: str) -> tuple[Halted, ...]:
        """Why this game is halted; nothing if it is not."""
        return self._find("game = ?", game)

    def fault(self, game: str) -> Halted | None:
        """The fault by which this game is halted, if it is."""
        found = self._find("game = ? and cause = ?", game, FAULT)
        return found[0] if found else None

    def all(self) -> tuple[Halted, ...]:
        """The longest halted first."""
        return self._find("game != ?", "")

    def tell(self, game: str, doors: Iterable[str], text: str) -> None:
        """These doors are to tell the game's people that it is halted."""
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

    def _find(self, where: str, *values: str) -> tuple[Halted, ...]:
        fields = ", ".join(Halted._fields)
        found = self._db.query(f"select {fields} from frozen_game where {where} order by since, game, cause", values)
        return tuple(Halted(*row)._replace(lasting=bool(row[-1])) for row in found)
