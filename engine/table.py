"""The table: everything that can be done with a game.

One Table belongs to one thread; ``now`` is UTC as ``2026-01-31T18:00:00Z``.
"""

from collections.abc import Callable
from pathlib import Path

import msgspec

from engine.contract import Rounds, Scenario
from engine.dice.commit_secret import CommitSecret
from engine.game import drafts
from engine.game.game_cache import GameCache
from engine.game.game_info import Game, game_info
from engine.game.game_lookups import GameLookups
from engine.game.news import News, news
from engine.language import Problem
from engine.log.commit import Commit, Plan, add_promise
from engine.log.deadline import deadline_of, has_passed
from engine.log.entries import DraftWritten, Opened, Rewound, Ruled, Seated
from engine.log.fold import Fold
from engine.log.journal import EntryChain, Journal
from engine.lookups.requests import check_length, clean_name, find_side, load_scenario, scenario_json
from engine.scenarios import open_battles
from engine.systems import SYSTEMS

from .errors import Refused
from .play import Verdict

__all__ = ["Game", "News", "OrdersReply", "Refused", "Table"]


class OrdersReply(msgspec.Struct, frozen=True):
    """The answer to orders, for their writer alone: a verdict for each, the accepted ones in standard form, and a
    receipt.

    ``receipt`` is the first 8 hex digits of the stored entry's digest, ``at`` its time; both empty if nothing was
    stored.
    """

    verdicts: tuple[Verdict, ...]
    echo: str
    receipt: str = ""
    at: str = ""

    @property
    def problems(self) -> tuple[Problem, ...]:
        return tuple(problem for verdict in self.verdicts for problem in verdict.problems)


class Table(GameLookups):
    """All games of one database.  ``entropy(n)`` gives n unguessable bytes: the engine has no randomness of its own.

    Everything that cannot be done raises Refused with a sentence, and then nothing has been stored.
    """

    def __init__(self, path: str | Path, entropy: Callable[[int], bytes]) -> None:
        self.journal, self._entropy = Journal(path), entropy
        self._cache = GameCache(self.journal)

    def close(self) -> None:
        self.journal.close()

    # seats
    def open(self, scenario: str, name: str, now: str, period: int | None = None) -> Game:
        """A new game of a shipped scenario (its file's stem) or of the scenario file at that path.

        ``period``: seconds that each phase lasts at most.
        """
        return self._open(*load_scenario(scenario), name, now, period)

    def open_battle(self, words: str, name: str, now: str, period: int | None = None, rounds: Rounds = "one") -> Game:
        """A new game of one open battle from words such as ``land: 6 inf vs 5 inf``; without a name it gets a
        number.
        """
        return self._open(open_battles.STEM, open_battles.open_battle(words, rounds), name, now, period)

    def _open(self, stem: str, setup: Scenario, name: str, now: str, period: int | None) -> Game:
        if period is not None and period < 1:
            raise Refused(
                "bad-deadline", f"A phase cannot last {period} seconds. Give a time such as 24h, or no deadline."
            )
        with self.journal.transaction():
            chain = EntryChain(self._cache.free_id(stem), 0, "", now, self._entropy)
            number = f" {chain.game.rpartition('-')[2]}" if stem == open_battles.STEM else ""
            title, version = clean_name(name) or f"{setup.name}{number}", SYSTEMS[setup.system].VERSION
            opened = Opened(chain.game, title, setup.system, version, stem, scenario_json(setup), period)
            chain.add("opened", "", opened)
            add_promise(chain, setup.sides, self._entropy)
            self.journal.append(chain)
        return self.game(chain.game)

    def seat(self, key: str, side: str, player: str, now: str, nonce: str = "") -> Game:
        """Take a seat ("" = the first free one).

        The last seat taken starts the game and runs its opening, dice included.
        """

        def take_seat(fold: Fold, chain: EntryChain) -> None:
            _refuse_if_over(fold)
            first_free = next((free for free, holder in fold.seats.items() if not holder), "")
            seat = find_side(fold, side) if side else first_free
            if not seat or fold.seats[seat] not in ("", clean_name(player)):
                raise _seat_taken(fold, seat)
            if fold.seats[seat]:
                return
            chain.add("seated", seat, Seated(clean_name(player) or "somebody"))
            if not fold.started and all(holder for other, holder in fold.seats.items() if other != seat):
                self._run_commit(fold, chain, Plan(), seat, nonce)

        return game_info(self._append(key, now, take_seat))

    def leave(self, key: str, side: str, player: str, now: str) -> Game:
        """Give up a seat, even in a running game; somebody else may take it."""

        def leave_seat(fold: Fold, chain: EntryChain) -> None:
            _refuse_if_over(fold)
            seat = find_side(fold, side)
            if not clean_name(player) or fold.seats[seat] != clean_name(player):
                name = fold.scenario.sides[seat].name
                raise Refused("not-your-seat", f"You do not hold the seat of {name}, so you cannot give it up.")
            chain.add("seated", seat, Seated("", fold.seats[seat]))

        return game_info(self._append(key, now, leave_seat))

    # orders
    def write(self, key: str, side: str, text: str, now: str) -> OrdersReply:
        """Store these orders as the side's draft in place of the previous one; "" clears it.  Nothing is run."""
        words = check_length(text)

        def add_draft(fold: Fold, chain: EntryChain) -> None:
            _refuse_unless_running(fold)
            if words.strip() or find_side(fold, side) in fold.drafts:
                chain.add("written", find_side(fold, side), DraftWritten(words if words.strip() else ""))

        fold = self._append(key, now, add_draft)
        verdicts = drafts.check_orders(fold, find_side(fold, side), words)
        stored = fold.drafts.get(find_side(fold, side))
        return OrdersReply(
            verdicts, drafts.canonical_text(verdicts), *((stored.digest[:8], stored.at) if stored else ())
        )

    def check(self, key: str, side: str, text: str) -> OrdersReply:
        """As ``write``, but nothing is stored."""
        fold, side = self._of_side(key, side)
        verdicts = drafts.check_orders(fold, side, check_length(text))
        return OrdersReply(verdicts, drafts.canonical_text(verdicts))

    def commit(self, key: str, side: str, now: str, nonce: str = "", text: str | None = None) -> News:
        """Run the side's draft (or ``text`` instead, keeping the draft): lock, dice, events, reveal and next promise at
        once.

        Refused orders are left out.  A ``nonce`` that was used before runs nothing: the news of that commit is returned
        again.
        """

        def plan(fold: Fold, side: str) -> Plan:
            if text is None:
                orders = drafts.runnable_drafts(fold, (side,))
            else:
                orders = {side: drafts.runnable_orders(fold, side, check_length(text))}
            if not any(of_side.lines for of_side in orders.values()):
                raise drafts.nothing_to_run(fold, side, text)
            return Plan(orders)

        return self._commit(key, side, now, nonce, plan)

    def done(self, key: str, side: str, now: str, nonce: str = "", others: tuple[str, ...] = ()) -> News:
        """Run the side's draft and end its part of the phase; then those of ``others``."""

        def plan(fold: Fold, side: str) -> Plan:
            if fold.phase and side not in fold.phase.sides:
                raise Refused("not-your-phase", drafts.not_your_turn(fold, fold.phase))
            return Plan(drafts.runnable_drafts(fold, (side, *others)), (side, *others), "player")

        return self._commit(key, side, now, nonce, plan)

    def expire(self, key: str, now: str) -> News | None:
        """If the deadline has passed: run the drafts of every side to move and fill the rest with the rules'
        defaults.
        """
        expired = list[Fold]()

        def run_drafts(fold: Fold, chain: EntryChain) -> None:
            due = deadline_of(fold, fold.transactions[-1], fold.phase)
            expired.clear()
            if fold.phase and due and has_passed(due, now):
                expired.append(fold)
                sides = fold.phase.sides
                self._run_commit(fold, chain, Plan(drafts.runnable_drafts(fold, sides), sides, "deadline"), "", "")

        fold = self._append(key, now, run_drafts)
        return news(fold, fold.transactions[-1]) if expired else None

    # referees
    def rule(self, key: str, text: str, now: str, by: str) -> News:
        """A referee's note for the record; changes nothing."""
        note = check_length(text).strip()
        if not note:
            raise Refused("nothing-written", "A ruling needs a text.")
        fold = self._append(key, now, lambda _, chain: chain.add("ruled", "", Ruled(clean_name(by), note)))
        return news(fold, fold.transactions[-1])

    def rewind(self, key: str, seq: int, now: str, by: str) -> News:
        """Back to the position after the last commit that ends at or before entry ``seq``.

        This adds an entry, deletes none, and clears all drafts.
        """

        def add_rewind(fold: Fold, chain: EntryChain) -> None:
            if not fold.started:
                raise _not_started(fold)
            first = next(transaction.seq for transaction in fold.transactions if transaction.started)
            if not first <= seq <= fold.seq:
                raise Refused(
                    "no-such-entry",
                    f"{fold.opened.name} can be rewound to entries {first} to {fold.seq}, not to {seq}.",
                )
            chain.add("rewound", "", Rewound(clean_name(by), seq))
            if not fold.promise:
                add_promise(chain, fold.scenario.sides, self._entropy)

        fold = self._append(key, now, add_rewind)
        return news(fold, fold.transactions[-1])

    def _append(self, key: str, now: str, fill: Callable[[Fold, EntryChain], object]) -> Fold:
        return self._cache.append(key, now, self._entropy, fill)

    def _commit(self, key: str, side: str, now: str, nonce: str, plan: Callable[[Fold, str], Plan]) -> News:
        def fill(fold: Fold, chain: EntryChain) -> None:
            if not (nonce and nonce in fold.nonces):
                _refuse_unless_running(fold)
                mover = find_side(fold, side)
                self._run_commit(fold, chain, plan(fold, mover), mover, nonce)

        fold = self._append(key, now, fill)
        return news(fold, fold.nonces[nonce] if nonce else fold.transactions[-1])

    def _run_commit(self, fold: Fold, chain: EntryChain, plan: Plan, side: str, nonce: str) -> None:
        drawn = self.journal.secret(fold.id, fold.promise)
        commit = Commit(fold, chain, CommitSecret(drawn, fold.scenario.sides), plan.orders, side, nonce)
        commit.begin()
        for closing in plan.closing:
            commit.close(closing, plan.by)
        commit.finish(self._entropy)


def _refuse_unless_running(fold: Fold) -> None:
    if not fold.started:
        raise _not_started(fold)
    _refuse_if_over(fold)


def _refuse_if_over(fold: Fold) -> None:
    if fold.over:
        raise Refused("game-over", f"{fold.opened.name} is over. You can still look at its map and its log.")


def _not_started(fold: Fold) -> Refused:
    return Refused("not-started", f"{fold.opened.name} has not started yet.{_free_seats(fold)}")


def _seat_taken(fold: Fold, side: str) -> Refused:
    taken = (
        f"{fold.scenario.sides[side].name} is already taken" if side else f"All seats of {fold.opened.name} are taken"
    )
    return Refused("seat-taken", f"{taken}.{_free_seats(fold)}")


def _free_seats(fold: Fold) -> str:
    names = " and ".join(fold.scenario.sides[side].name for side, holder in fold.seats.items() if not holder)
    return f" Free: {names}." if names else ""
