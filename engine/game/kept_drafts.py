"""The newest drafts of a phase in which so many were written that the journal takes no more.

Each replaces the one before in a table beside the journal.  It counts as the side's draft like any other, and becomes
an entry, with the digest that its writer was told, together with the next entry of the game: before it can be run, or
its phase can end.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from engine.database.database import Database, Dialect
from engine.log.entries import DraftWritten
from engine.log.fold import Fold
from engine.log.journal import ConflictingWrite, EntryChain, body_digest
from engine.log.transactions import LogLine

MOST = 200
"""Drafts of one phase, of all sides, that become entries as they are written."""
COLUMNS = ("game", "side", "text", "ahead", "salt", "at")
_TABLES = """
create table if not exists kept_draft (
  game text not null, side text not null, text text not null, ahead {int} not null, salt text not null,
  at text not null, primary key (game, side)){strict};
"""
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLES.format(strict=" strict", int="integer"),
    "postgresql": _TABLES.format(strict="", int="bigint"),
}


class KeptDrafts:
    """Belongs to the thread that owns the database.  The table is made when a game first needs it."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def create_table(self) -> None:
        self._db.create_tables(TABLES, {})

    def put(self, fold: Fold, side: str, draft: DraftWritten, salt: str, at: str) -> None:
        """Keep this draft in place of the side's earlier one."""
        self.create_table()
        self._db.execute(
            "insert into kept_draft (game, side, text, ahead, salt, at) values (?, ?, ?, ?, ?, ?)"
            " on conflict (game, side) do update set text = excluded.text, ahead = excluded.ahead,"
            " salt = excluded.salt, at = excluded.at",
            [fold.id, side, draft.text, int(draft.ahead), salt, at],
        )
        self.lay_over(fold)

    def lay_over(self, fold: Fold) -> None:
        """The drafts kept of this game count as the newest of their sides."""
        fold.kept_drafts = {}
        if not is_full(fold):
            return
        for side, draft, salt, at in self._rows(fold.id):
            line = LogLine(fold.seq + 1, draft.text, body_digest(salt, draft), at, draft.ahead)
            fold.kept_drafts[side] = line

    def make_entries(self, fold: Fold, chain: EntryChain) -> int:
        """Put the drafts kept of this game at the beginning of a chain; how many there are."""
        if not fold.kept_drafts:
            return 0
        for side, draft, salt, _ in self._rows(fold.id):
            entry = chain.add("written", side, draft, salt)
            fold.kept_drafts[side] = LogLine(entry.seq, draft.text, entry.digest, entry.at, draft.ahead)
        return len(chain.entries)

    def drop(self, game: str, salts: Sequence[str]) -> None:
        """Those with these salts are entries now.  Raises ConflictingWrite if another process has replaced one."""
        if [salt for _, _, salt, _ in self._rows(game)] != [*salts]:
            raise ConflictingWrite
        self._db.execute("delete from kept_draft where game = ?", [game])

    def _rows(self, game: str) -> list[tuple[str, DraftWritten, str, str]]:
        self.create_table()
        query = "select side, text, ahead, salt, at from kept_draft where game = ? order by side"
        return [
            (str(side), DraftWritten(str(text), bool(ahead)), str(salt), str(at))
            for side, text, ahead, salt, at in self._db.query(query, (game,))
        ]


def is_full(fold: Fold) -> bool:
    """Whether the present phase has all the drafts that become entries as they are written."""
    return len(fold.draft_entries) - bisect_right(fold.draft_entries, fold.opened_at) >= MOST


def seen(fold: Fold) -> tuple[int, tuple[str, ...]]:
    """What changes if another process has written to the game."""
    return fold.seq, tuple(line.digest for line in fold.kept_drafts.values())
