"""The rolls of dice logs, read back: one by one, the last ones, and those that are sealed."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.database.database import damaged
from engine.dice.sealed import RollLock
from engine.errors import Refused
from engine.log.chain_check import check_chain
from engine.log.export import log_file
from engine.log.journal import EntryStore

from .entries import Asked, RollResult, read_body
from .tables import STORE, TABLES

_COLUMNS = "game, number, seq, sealed, revealed, noted"


class MadeRoll(NamedTuple):
    """A roll in a dice log.

    ``number``: of the roll; ``text`` and ``result``: its expression and its lines, "" for whom it is sealed;
    ``seq`` and ``link``: the last entry that the roll, or its reveal, has written.  ``noted``: what ``note`` kept.
    """

    log: str
    number: int
    player: str
    label: str
    sealed: bool
    revealed: bool
    text: str
    result: str
    seq: int
    link: str
    at: str
    noted: str = ""


class MadeRolls:
    """The rolls in the database that a store of entries, such as the journal, is in."""

    def __init__(self, store: EntryStore) -> None:
        self._db = store.database
        self._db.create_tables(TABLES, {})
        self.store = EntryStore(store.database, *STORE)

    def sealed(self, log: str, player: str) -> tuple[int, ...]:
        """The numbers of this person's rolls that are still sealed, the newest first."""
        query = "select number from roll where game = ? and player = ? and sealed = 1 and revealed = 0"
        return tuple(int(row[0]) for row in self._db.query(f"{query} order by number desc", (log, player)))

    def find(self, log: str, number: int) -> MadeRoll | None:
        """The roll with this number, as everybody may see it."""
        rows = self.rows("game = ? and number = ?", log, number)
        return _as_everybody_sees(self.read_row(rows[0])) if rows else None

    def made_by(self, nonce: str) -> MadeRoll | None:
        """The roll that this message has made, as the roller saw it then."""
        rows = self.rows("nonce = ?", nonce)
        if not rows:
            return None
        log, number, seq, sealed, _, noted = rows[0]
        return self.read_row((log, number, seq, sealed, 0, noted))

    def revealed_by(self, nonce: str) -> MadeRoll | None:
        """The roll that this message has revealed."""
        rows = self.rows("revealing = ?", nonce)
        return self.read_row(rows[0]) if rows else None

    def unnoted(self) -> tuple[tuple[str, MadeRoll], ...]:
        """The rolls that are still sealed and that nothing was noted about, each with the message that made it."""
        query = "select nonce from roll where sealed = 1 and revealed = 0 and noted = '' order by game, number"
        nonces = [str(nonce) for (nonce,) in self._db.query(query)]
        return tuple((nonce, _as_everybody_sees(made)) for nonce in nonces if (made := self.made_by(nonce)))

    def count(self, log: str) -> int:
        """How many rolls the log has."""
        ((count,),) = self._db.query("select count(*) from roll where game = ?", (log,))
        return int(count)

    def latest(self, log: str, most: int, skip: int = 0) -> tuple[MadeRoll, ...]:
        """The last rolls but for those skipped, the newest first, as everybody may see them."""
        query = f"select {_COLUMNS} from roll where game = ? order by number desc limit ? offset ?"
        rows = self._db.query(query, (log, most, skip))
        return tuple(_as_everybody_sees(self.read_row(row)) for row in rows)

    def export(self, log: str) -> bytes:
        """The log as everybody may see it: what is sealed is withheld.  Raises Refused no-such-game."""
        entries = self.store.read(log)
        if not entries:
            raise Refused("no-such-game", f"There is no dice log {log[:80]!r}: nobody has rolled there yet.")
        check_chain(entries)
        rows = self._db.query("select seq from roll where game = ? and sealed = 1 and revealed = 0", (log,))
        return log_file(log, entries, {int(seq) + more for (seq,) in rows for more in (0, 2)})

    def rows(self, condition: str, *values: str | int) -> Sequence[tuple[Any, ...]]:
        return self._db.query(f"select {_COLUMNS} from roll where {condition}", values)

    def first_entry(self, log: str, number: int) -> int:
        """The entry of the roll's expression, the first of the roll."""
        return int(self.rows("game = ? and number = ?", log, number)[0][2])

    def read_row(self, row: tuple[Any, ...]) -> MadeRoll:
        """The roll of a row, whole: with what is sealed."""
        log, number, seq, sealed, revealed, noted = row
        written = self.store.read(log, seq - 1, 4 if sealed else 5)
        asked, lock, result = (read_body(entry) for entry in written[:3])
        if not (isinstance(asked, Asked) and isinstance(lock, RollLock) and isinstance(result, RollResult)):
            raise damaged(f"Roll {number} of {log}", self._db.name)
        last = self.store.read(log, revealed - 1, 1)[0] if revealed else written[-1]
        open_to_all = not sealed or bool(revealed)
        return MadeRoll(
            log,
            number,
            lock.player,
            lock.label,
            bool(sealed),
            open_to_all,
            asked.text,
            result.text,
            last.seq,
            last.link,
            written[0].at,
            noted,
        )


def _as_everybody_sees(made: MadeRoll) -> MadeRoll:
    return made if made.revealed else made._replace(text="", result="")
