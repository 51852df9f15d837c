"""A cache of games: found by id or name, brought up to date from the journal, and added to."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from typing import TypeVar

import msgspec

from engine.errors import Refused
from engine.log.chain_check import check_chain
from engine.log.entries import DraftWritten, Opened
from engine.log.fold import Fold
from engine.log.game_rows import GameRow, ListedGame, Selection
from engine.log.journal import ConflictingWrite, Entry, EntryChain, Journal
from engine.lookups.requests import clean_name, matching_names

from .follow_ups import follow_ups
from .game_info import Game, game_info, game_row, read_info
from .kept_drafts import KeptDrafts, is_full, seen
from .not_now import refuse_unknown_rules
from .pseudonyms import Pseudonyms

T = TypeVar("T")
LISTED = 5
"""How many games a refusal lists; the latest ones."""


MEMORY = 48
"""Megabytes that the games kept in memory may take, if nothing else is said."""
PER_GAME, PER_ENTRY = 60_000, 8_000
"""Bytes that a game in memory takes, by its entries; measured, and rounded up."""


class GameCache:
    """Keeps the latest fold of each game in use, so that the cost of a commit does not grow with the length of its
    game.

    Those used least recently are dropped when all together would take more than ``memory`` megabytes.  Lists and
    deadlines come from the journal's rows, and no game is read for them.
    """

    def __init__(self, journal: Journal, memory: int = MEMORY) -> None:
        self._journal, self._room = journal, memory * 1_000_000
        self._folds, self._used, self._size = dict[str, Fold](), set[str](), 0
        self._sizes, self._unreadable = dict[str, int](), set[str]()
        self.pseudonyms, self._kept = Pseudonyms(journal.database), KeptDrafts(journal.database)

    def transaction(self) -> AbstractContextManager[None]:
        """Everything inside is stored, or nothing is."""
        return self._journal.transaction()

    def all(self) -> tuple[Game, ...]:
        """All games, the oldest first, each read from its entries; those that are over are not kept.

        A game that cannot be read is left out; ``find`` gives the reason.
        """
        found = list[Game]()
        for key in self._journal.games():
            if info := self._made(key, game_info):
                found.append(info)
                if info.over:
                    self._drop(key)
        return tuple(found)

    def listed(self, games: Sequence[str]) -> tuple[ListedGame, ...]:
        """What lists show of these games, in their order.  Rows that are missing or out of date are made again; games
        that cannot be read are left out.
        """
        return self.list_selected(self._journal.rows.select(games))

    def list_selected(self, games: Selection) -> tuple[ListedGame, ...]:
        """As ``listed``, for games that the database finds."""
        found = self._journal.rows.list(games)
        return tuple(known for game in found if (known := game if game.name else self._listed(game.game)))

    def _listed(self, game: str) -> ListedGame | None:
        """From its entries; None if they cannot be read."""
        row = self.refresh(game)
        return ListedGame(row.game, row.name, row.over, row.started) if row else None

    def infos(self, games: Sequence[str]) -> tuple[Game, ...]:
        """As ``listed``, but whole games."""
        found, known = list[Game](), self._journal.rows.find(games)
        for row in [row for game in games if (row := known.get(game) or self.refresh(game))]:
            info = read_info(row)
            if info is None and (again := self.refresh(row.game)):
                info = read_info(again)
            found += [info] if info else []
        return tuple(found)

    def refresh(self, game: str) -> GameRow | None:
        """Make the game's row from its entries; None if they cannot be read."""
        kept, row = game in self._folds, self._made(game, game_row)
        if row is None:
            return None
        with suppress(Refused):  # a full disk: the row is made again the next time
            self._journal.rows.put(row)
        if not kept:
            self._drop(game)
        return row

    def read_once(self, game: str, read: Callable[[Fold], T]) -> T:
        """What ``read`` makes of a game, which is forgotten again if it was not in memory.  Refused damaged, newer."""
        kept = game in self._folds
        found = read(self._up_to_date(game))
        if not kept:
            self._drop(game)
        return found

    def due(self, now: str) -> tuple[str, ...]:
        """The games whose deadline has passed, without those that cannot be read."""
        return tuple(game for game in self._journal.rows.due(now) if game not in self._unreadable)

    def drop_idle(self) -> None:
        """Drop the games that nobody has asked for since the last call."""
        for game in self._folds.keys() - self._used:
            self._drop(game)
        self._used.clear()

    def find(self, word: str) -> Fold:
        """By id, name, or the beginning of either; among several, the only one not over.

        Refused no-such-game, ambiguous-game.
        """
        if word in self._folds or (word.isprintable() and self._journal.length(word)):
            return self._up_to_date(word)
        names = self._names()
        found = matching_names(word, names)
        if len(found) > 1:
            played = [game for game in found if (fold := self._readable(game)) and not fold.over]
            found = played if len(played) == 1 else found
        if len(found) == 1:
            return self._up_to_date(found[0])
        raise _not_one_game(clean_name(word), found, names)

    def append(
        self, word: str, now: str, entropy: Callable[[int], bytes], fill: Callable[[Fold, EntryChain], object]
    ) -> Fold:
        """Add the entries that ``fill`` puts into the chain; if another process was faster, read its entries and fill
        again, while no other process may write to the game.
        """
        self._journal.database.lock(word)  # in a transaction around this one, nobody is faster from now on
        fold = self.find(word)
        if fold.id != word:
            self._journal.database.lock(fold.id)
            fold = self._up_to_date(fold.id)
        before = seen(fold)
        with suppress(ConflictingWrite):
            return self._fill(fold, now, entropy, fill)
        with self._journal.transaction():
            self._journal.database.lock(fold.id)
            fold = self._up_to_date(fold.id)
            if seen(fold) != before:
                with suppress(ConflictingWrite):
                    return self._fill(fold, now, entropy, fill)
        raise Refused(
            "damaged",
            f"The secret for the next dice of {fold.id} is missing from {self._journal.path}."
            " Restore the database from a complete backup.",
        )

    def _fill(
        self, fold: Fold, now: str, entropy: Callable[[int], bytes], fill: Callable[[Fold, EntryChain], object]
    ) -> Fold:
        """Raises ConflictingWrite if another process was faster."""
        refuse_unknown_rules(fold)
        chain = EntryChain(fold.id, fold.seq, fold.link, fold.not_before(now), entropy, now)
        kept = self._kept.make_entries(fold, chain)
        fill(fold, chain)
        if len(chain.entries) > kept:
            with self._journal.transaction():
                self._journal.database.lock(fold.id)
                self._add(fold, chain)
                if kept:
                    self._kept.drop(fold.id, [entry.salt for entry in chain.entries[:kept]])
                for more in follow_ups(fold, chain):
                    self._add(fold, more)
                self._journal.rows.put(game_row(fold))
            self._keep(fold)
        return fold

    def _add(self, fold: Fold, chain: EntryChain) -> None:
        self._journal.append(chain)
        fold.extend(chain.entries)

    def write_draft(
        self, fold: Fold, chain: EntryChain, side: str, draft: DraftWritten, entropy: Callable[[int], bytes]
    ) -> None:
        """In a transaction: add a draft to the chain, or keep it beside the journal if the phase has very many."""
        if is_full(fold):
            self._kept.put(fold, side, draft, entropy(16).hex(), chain.at)
            self._journal.rows.put(game_row(fold))
        else:
            chain.add("written", side, draft)

    def _names(self) -> dict[str, str]:
        names = dict[str, str]()
        for key, name in self._journal.rows.names().items():
            known = key in self._folds or (name is not None and key not in self._unreadable)
            names[key] = (
                self._folds[key].opened.name if key in self._folds else str(name) if known else self._title(key)
            )
        return names

    def _title(self, game: str) -> str:
        return _title(self._journal.first(game))

    def _readable(self, game: str) -> Fold | None:
        try:
            return self._up_to_date(game)
        except Refused:
            return None

    def _made(self, game: str, make: Callable[[Fold], T]) -> T | None:
        """What is made of a game that can be read; None if that fails, so that one game's fault spoils no list."""
        try:
            return make(self._up_to_date(game))
        except Exception:
            return None

    def _up_to_date(self, game: str) -> Fold:
        """The fold up to the journal's last entry.  Refused damaged, newer."""
        fold = self._folds.get(game)
        self._drop(game)
        entries = self._journal.read(game, fold.seq - 1 if fold else 0)
        if fold and entries and entries[0].link == fold.link:
            entries = entries[1:]
        elif fold:  # an outer transaction was rolled back, or the file was replaced
            fold, entries = None, self._journal.read(game)
        if not fold and not entries:
            raise _not_one_game(game, (), self._names())
        try:
            fold = _extend(fold, entries)
        except Refused:
            self._unreadable.add(game)
            raise
        self._unreadable.discard(game)
        if fold.opened.anonymous:
            fold.people = self.pseudonyms.people(game)
        self._kept.lay_over(fold)
        return self._keep(fold)

    def _keep(self, fold: Fold) -> Fold:
        """Keep the fold as the one used last, and drop others if there is no room for all."""
        self._drop(fold.id)
        self._folds[fold.id], self._sizes[fold.id] = fold, PER_GAME + PER_ENTRY * fold.seq
        self._size += self._sizes[fold.id]
        self._used.add(fold.id)
        while self._size > self._room and len(self._folds) > 1:
            self._drop(next(iter(self._folds)))
        return fold

    def _drop(self, game: str) -> None:
        if self._folds.pop(game, None):
            self._size -= self._sizes.pop(game)


def _extend(fold: Fold | None, entries: Sequence[Entry]) -> Fold:
    seq, before = (fold.seq, fold.link) if fold else (0, "")
    check_chain(entries, seq, before)
    seq += len(entries)
    game = fold.id if fold else entries[0].game
    try:
        fresh = entries[0 if fold else 1 :]
        fold = fold or Fold(entries[0])
        fold.extend(fresh)
    except Refused:
        raise
    except Exception as caught:
        raise Refused(
            "newer",
            f"{game} was played with rules that this program does not have ({type(caught).__name__})."
            " Play it with a version that has them.",
        ) from caught
    if not fold.whole:
        raise Refused(
            "damaged", f"{game} ends in the middle of a commit, after entry {seq}. Restore the database from a backup."
        )
    return fold


def _title(first: Entry) -> str:
    """The name of a game; "" if its first entry is damaged, so that other games can still be found."""
    try:
        opened: Opened = msgspec.json.decode(first.body, type=Opened)
    except (msgspec.MsgspecError, ValueError):
        return ""
    return opened.name


def _not_one_game(word: str, found: Sequence[str], names: dict[str, str]) -> Refused:
    listed = ", ".join(f"{game} ({names[game]})" for game in (found or list(names))[-LISTED:])
    if found:
        more = f" or one of {len(found) - LISTED} more" if len(found) > LISTED else ""
        return Refused("ambiguous-game", f"{word!r} could be {listed}{more}. Give the id of the one you mean.")
    return Refused(
        "no-such-game",
        f"There is no game {word!r}. " + (f"Games: {listed}." if names else "No game has been opened yet."),
    )
