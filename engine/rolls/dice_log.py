"""Dice logs in the database: rolls are made, sealed, revealed, listed and exported."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from engine.database.database import damaged
from engine.dice import expression
from engine.dice.commit_secret import DRAWN, CommitSecret
from engine.dice.expression_parser import parse
from engine.dice.expression_problems import RollFault
from engine.dice.sealed import RollLock, SealedDice, lock_digest, orders_digest, promise
from engine.errors import Refused
from engine.log.chain_check import check_chain
from engine.log.deadline import add_seconds
from engine.log.entries import Promised, Revealed
from engine.log.journal import ConflictingWrite, Entry, EntryChain, EntryStore

from .entries import ASKED, OPENING, Asked, LogOpened, RollResult, is_message, read_body
from .made_rolls import MadeRoll, MadeRolls

PREFIX = "rolls-"
"""What the id of every dice log begins with."""
LOG_ID = re.compile(rf"{PREFIX}[A-Za-z0-9-]{{1,70}}")


class RollAsked(NamedTuple):
    """``nonce``: the message that asks for the roll (engine/log/nonces.py); ``sealed``: only the roller may see it."""

    text: str
    player: str
    nonce: str
    sealed: bool = False


MOST_A_DAY, DAY = 500, 86_400
"""Rolls of one person in one log within so many seconds."""


class _End(NamedTuple):
    """What the next roll continues: the last entry, the last roll, and the promise for the next one.

    ``bound``: the link of the entry before the promise, which its secret binds.
    """

    last: Entry
    number: int
    previous: str
    promise: str
    bound: str


class DiceLogs(MadeRolls):
    """The dice logs of the database that a store of entries, such as the journal, is in.

    ``entropy(n)`` gives n unguessable bytes.  Everything that cannot be done raises Refused, and stores nothing.
    """

    def __init__(self, store: EntryStore, entropy: Callable[[int], bytes]) -> None:
        super().__init__(store)
        self._entropy = entropy

    def roll(self, log: str, asked: RollAsked, now: str) -> MadeRoll:
        """Roll, and store the roll at the end of the log; a message that has rolled before gets that roll again.

        Raises BadExpression for a text that cannot be rolled, Refused for the trouble of the database.
        """
        self._open(log, now)
        with self._locked(log):
            if made := self.made_by(asked.nonce):
                return made
            self._refuse_too_many(log, asked.player, now)
            end = self._end(log)
            chain = self._chain(end, now)
            self._add_roll(chain, end, asked)
            self.store.append(chain)
            values = (log, end.number + 1, end.last.seq + 1, asked.nonce, asked.player, int(asked.sealed), end.bound)
            self._db.execute(
                "insert into roll (game, number, seq, nonce, player, sealed, bound) values (?, ?, ?, ?, ?, ?, ?)",
                values,
            )
            (row,) = self.rows("nonce = ?", asked.nonce)
            return self.read_row(row)

    def reveal(self, log: str, number: int, player: str, nonce: str, now: str) -> MadeRoll:
        """Show a sealed roll of this person to everybody; a message that has done so before gets it again."""
        with self._locked(log):
            if made := self.revealed_by(nonce):
                return made
            if number not in self.sealed(log, player):
                raise Refused("not-sealed", f"Roll {number} is not a sealed roll of yours.")
            made = self.read_row(self.rows("game = ? and number = ?", log, number)[0])
            (locked,) = self.store.read(log, self.first_entry(log, number), 1)
            ((bound,),) = self._db.query("select bound from roll where game = ? and number = ?", (log, number))
            lock = read_body(locked)
            if not isinstance(lock, RollLock):
                raise damaged(f"Entry {locked.seq} of {log}", self._db.name)
            pledge = self._pledge(log, lock.promise, str(bound))
            chain = self._chain(self._end(log), now)
            shown = chain.add("revealed", "", _revealed(lock, pledge))
            chain.spend(lock.promise)
            self.store.append(chain)
            self._db.execute(
                "update roll set revealed = ?, revealing = ? where game = ? and number = ?",
                (shown.seq, nonce, log, number),
            )
            return made._replace(revealed=True, seq=shown.seq, link=shown.link)

    def note(self, made: MadeRoll, message: str) -> None:
        """Keep which message told the channel of a sealed roll."""
        with self._locked(made.log):
            self._db.execute(
                "update roll set noted = ? where game = ? and number = ?", (message, made.log, made.number)
            )

    def _refuse_too_many(self, log: str, player: str, now: str) -> None:
        """Refused if this person has rolled MOST_A_DAY times there within a day."""
        found = self._db.query(
            f"select seq from roll where game = ? and player = ? order by number desc limit 1 offset {MOST_A_DAY - 1}",
            (log, player),
        )
        if not found:
            return
        (entry,) = self.store.read(log, int(found[0][0]) - 1, 1)
        if (free := add_seconds(entry.at, DAY)) > now:
            says = f"You have rolled {MOST_A_DAY} times here within a day, and that is the most."
            raise Refused(
                "too-many", f"{says} The next roll is possible at {free[:16].replace('T', ' ')} UTC, or elsewhere."
            )

    def _open(self, log: str, now: str) -> None:
        """Begin the log with the first promise, in a transaction of its own: no roll comes before its promise."""
        if not LOG_ID.fullmatch(log):
            raise ValueError(f"{log!r} cannot be the id of a dice log")
        if self.store.length(log):
            return
        with self._locked(log):
            if not self.store.length(log):
                chain = EntryChain(log, 0, "", now, self._entropy)
                chain.add(OPENING, "", LogOpened(log))
                self._promise(chain)
                self.store.append(chain)

    def _add_roll(self, chain: EntryChain, end: _End, asked: RollAsked) -> None:
        """The entries of one roll, and the promise for the next.  Raises BadExpression."""
        if not is_message(asked.nonce):
            raise ValueError(f"{asked.nonce!r} names no message that a roll could come from")
        text = clean_text(asked.text)
        pledge = self._pledge(chain.game, end.promise, end.bound)
        salt = pledge.salts[ASKED]
        lock = RollLock(
            chain.game,
            end.number + 1,
            asked.player,
            label_of(text),
            asked.sealed,
            orders_digest(salt, [text]),
            asked.nonce,
            end.previous,
            end.promise,
        )
        chain.add(ASKED, "", Asked(text), salt)
        chain.add("locked", "", lock)
        chain.add("rolled", "", RollResult(lock.lock, expression.roll(text, SealedDice(pledge.secret, lock))))
        if not asked.sealed:
            chain.add("revealed", "", _revealed(lock, pledge))
            chain.spend(lock.promise)
        self._promise(chain)

    def _promise(self, chain: EntryChain) -> None:
        """Promise a fresh secret, and with it the salt of the expression to come and all that was written before."""
        drawn = self._entropy(DRAWN)
        promised = promise(CommitSecret(drawn, (ASKED,), chain.link).secret)
        chain.keep(promised, drawn)
        chain.add("promised", "", Promised(promised))

    def _pledge(self, log: str, promised: str, bound: str) -> CommitSecret:
        try:
            pledge = CommitSecret(self.store.secret(log, promised), (ASKED,), bound)
        except ConflictingWrite:
            raise Refused(
                "damaged",
                f"The secret for a roll of {log} is missing from {self._db.name}. Restore a complete backup.",
            ) from None
        if promise(pledge.secret) != promised:
            raise damaged(f"The secret for a roll of {log}", self._db.name)
        return pledge

    @contextmanager
    def _locked(self, log: str) -> Iterator[None]:
        """A transaction in which no other process writes to the log."""
        with self.store.transaction():
            self._db.lock(log)
            yield

    def _chain(self, end: _End, now: str) -> EntryChain:
        return EntryChain(end.last.game, end.last.seq, end.last.link, max(now, end.last.at), self._entropy)

    def _end(self, log: str) -> _End:
        """The end of the log, from its last roll on; its entries are checked."""
        ((number, seq),) = self._db.query(
            "select coalesce(max(number), 0), coalesce(max(seq), 0) from roll where game = ?", (log,)
        )
        entries = self.store.read(log, max(0, int(seq) - 1))
        if seq and entries:
            check_chain(entries[1:], entries[0].seq, entries[0].link)
        else:
            check_chain(entries)
        at = next((at for at in range(len(entries) - 1, 0, -1) if entries[at].kind == "promised"), 0)
        lock, promised = (read_body(entries[one]) if at else None for one in (1, at))
        if not isinstance(promised, Promised) or isinstance(lock, RollLock) is not bool(seq):
            raise damaged(f"The end of {log}", self._db.name)
        previous = lock_digest(lock) if isinstance(lock, RollLock) else ""
        return _End(entries[-1], int(number), previous, promised.promise, entries[at - 1].link)


def clean_text(text: str) -> str:
    """An expression as it is rolled and stored: without signs that cannot be printed."""
    return "".join(sign if sign.isprintable() or sign == "\n" else " " for sign in text).strip()


def label_of(text: str) -> str:
    """What an expression calls its rolls: ``U1 charges``; "" if it does not, or cannot be rolled."""
    try:
        requests = parse(text)
    except RollFault:
        return ""
    return "; ".join(side.label for request in requests for side in request.contestants if side.label)


def _revealed(lock: RollLock, pledge: CommitSecret) -> Revealed:
    return Revealed(lock.lock, pledge.secret.hex(), pledge.seed.hex(), pledge.seals)
