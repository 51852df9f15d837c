"""A cache of games: found by id or name, brought up to date from the journal, and added to."""

import re
from collections.abc import Callable, Sequence

import msgspec

from engine.errors import Refused
from engine.log.deadline import is_time
from engine.log.entries import Opened
from engine.log.fold import Fold
from engine.log.journal import ConflictingWrite, Entry, EntryChain, Journal, link
from engine.lookups.requests import clean_name, matching_names

from .game_info import Game, game_info

TRIES = 8
"""How often a commit is tried again because another process was faster."""
LISTED = 5
"""How many games a refusal lists; the latest ones."""


class GameCache:
    """Keeps the latest fold of each game in use, so that the cost of a commit does not grow with the length of its
    game.

    Listing all games drops those that are over: hundreds of them would fill the memory, and they are rarely needed
    again.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._folds, self._titles, self._over = dict[str, Fold](), dict[str, str](), dict[str, Game]()

    def all(self) -> tuple[Game, ...]:
        """All games, the oldest first.  A game that cannot be read is left out; ``find`` gives the reason."""
        return tuple(known for key in self._journal.games() if (known := self._info(key)))

    def _info(self, key: str) -> Game | None:
        known = self._over.get(key)
        if known is None or known.length != self._journal.length(key):
            fold = self._readable(key)
            if fold is None or not fold.over:
                return game_info(fold) if fold else None
            known = self._over[key] = game_info(fold)
        self._folds.pop(key, None)
        return known

    def find(self, word: str) -> Fold:
        """By id, name, or the beginning of either; among several, the only one not over.

        Refused no-such-game, ambiguous-game.
        """
        if word in self._folds:
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
        again.
        """
        fold = self.find(word)
        for _ in range(TRIES):
            chain = EntryChain(fold.id, fold.seq, fold.link, now, entropy)
            try:
                fill(fold, chain)
                if chain.entries:
                    self._journal.append(chain)
                    fold.extend(chain.entries)
                return fold
            except ConflictingWrite:
                if (fold := self._up_to_date(fold.id)).seq == chain.seq:
                    raise Refused(
                        "damaged",
                        f"The secret for the next dice of {fold.id} is missing from {self._journal.path}."
                        " Restore the database from a complete backup.",
                    ) from None
        raise Refused("busy", f"Others keep writing to {fold.opened.name}. Nothing was stored; try again in a moment.")

    def free_id(self, stem: str) -> str:
        """A free id for a game of that scenario: ``raid-3``."""
        found = re.match(r"[a-z0-9]{1,12}", stem.casefold())
        word = found[0] if found else "game"
        taken = [
            int(number)
            for game in self._journal.games()
            for start, _, number in [game.rpartition("-")]
            if start == word
        ]
        return f"{word}-{max(taken, default=0) + 1}"

    def _names(self) -> dict[str, str]:
        keys = self._journal.games()
        for key in keys:
            if key not in self._titles:
                self._titles[key] = _title(self._journal.first(key))
        return {key: self._titles[key] for key in keys}

    def _readable(self, game: str) -> Fold | None:
        try:
            return self._up_to_date(game)
        except Refused:
            return None

    def _up_to_date(self, game: str) -> Fold:
        """The fold up to the journal's last entry.  Refused damaged, newer."""
        fold = self._folds.pop(game, None)
        entries = self._journal.read(game, fold.seq - 1 if fold else 0)
        if fold and entries and entries[0].link == fold.link:
            entries = entries[1:]
        elif fold:  # an outer transaction was rolled back, or the file was replaced
            fold, entries = None, self._journal.read(game)
        if not fold and not entries:
            self._titles.pop(game, None)
            raise _not_one_game(game, (), self._names())
        fold = self._folds[game] = _extend(fold, entries)
        self._titles[game] = fold.opened.name
        return fold


def _extend(fold: Fold | None, entries: Sequence[Entry]) -> Fold:
    seq, before = (fold.seq, fold.link) if fold else (0, "")
    for entry in entries:
        seq += 1
        linked = link(before, entry.kind, entry.side, entry.at, entry.digest)
        if entry.seq != seq or entry.link != linked or not is_time(entry.at):
            raise Refused(
                "damaged",
                f"Entry {seq} of {entry.game} has been changed since it was written."
                " Restore the database from a backup.",
            )
        before = entry.link
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
            f"{game} was played with rules that this program does not have ({type(caught).__name__}: {caught})."
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
