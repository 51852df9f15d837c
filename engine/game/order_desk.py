"""Orders of players: stored as drafts, checked, run in their phase, and kept for the next one if written ahead."""

from collections.abc import Callable
from functools import partial

from engine.database.database import damaged
from engine.dice.commit_secret import CommitSecret
from engine.dice.sealed import promise
from engine.errors import AskAgain, Refused
from engine.log import awaited_dice
from engine.log.awaited_dice import RoundAwaited, round_awaited
from engine.log.commit import Plan
from engine.log.entries import DraftWritten
from engine.log.fold import Fold
from engine.log.journal import EntryChain
from engine.log.nonces import AHEAD, LEFT, REFEREE
from engine.lookups.requests import check_length, find_side
from engine.toolkit.long_calculations import without_gate

from . import cautions, drafts, orders_ahead, turn_text
from .game_cache import GameCache
from .game_lookups import GameLookups
from .news import News, joined, news
from .not_now import (
    ends_a_part,
    refuse_before_deadline,
    refuse_commit,
    refuse_if_frozen,
    refuse_in_grace_of_others,
    refuse_unknown_rules,
    refuse_unless_running,
    refuse_while_awaiting,
)
from .order_replies import Given, OrdersReply

MOST_AHEAD = 100
"""Phases that one commit may set off by orders written ahead; far more than any turn has."""


class OrderDesk(GameLookups):
    """``now`` is UTC as ``2026-01-31T18:00:00Z``.  ``phase``: the key of the phase that the writer was shown ("" = the
    current one); if the game has moved on, nothing runs.  ``sure``: the token of the AskAgain that is answered.
    """

    def __init__(self, cache: GameCache, entropy: Callable[[int], bytes]) -> None:
        self._cache, self._entropy = cache, entropy

    def write(self, key: str, side: str, text: str, now: str) -> OrdersReply:
        """Store these orders as the side's draft in place of the previous one; "" clears it.  Nothing is run."""
        words = check_length(text)
        self._refuse_orders(key, side)

        def add_draft(fold: Fold, chain: EntryChain) -> None:
            refuse_unless_running(fold)
            writer = find_side(fold, side)
            refuse_in_grace_of_others(fold, writer)
            if words.strip() or writer in fold.drafts:
                ahead = bool(words.strip()) and drafts.is_ahead(fold, writer)
                draft = DraftWritten(words if words.strip() else "", ahead)
                self._cache.write_draft(fold, chain, writer, draft, self._entropy)

        with self._cache.transaction():  # a calculation that must be postponed undoes the draft too
            fold = self._append(key, now, add_draft)
            verdicts = drafts.explained_orders(fold, writer := find_side(fold, side), words)
            left = cautions.left_behind(fold, writer, verdicts)
        kept = fold.drafts.get(writer)
        receipt = (kept.digest[:8], kept.at, drafts.is_ahead(fold, writer)) if kept else ("", "", False)
        return OrdersReply(verdicts, drafts.canonical_text(verdicts), *receipt, left)

    def check(self, key: str, side: str, text: str) -> OrdersReply:
        """As ``write``, but nothing is stored."""
        fold, side = self._of_side(key, side)
        verdicts = drafts.explained_orders(fold, side, check_length(text))
        left = cautions.left_behind(fold, side, verdicts)
        return OrdersReply(verdicts, drafts.canonical_text(verdicts), ahead=drafts.is_ahead(fold, side), left=left)

    def accepts(self, key: str, side: str, text: str) -> bool:
        """Whether every order of a text would be accepted as the draft, and can run behind the others."""
        fold, side = self._of_side(key, side)
        verdicts = drafts.check_orders(fold, side, check_length(text))
        return all(verdict.accepted and not verdict.cannot_run for verdict in verdicts)

    def give(self, key: str, side: str, text: str, now: str, nonce: str = "", phase: str = "") -> Given:
        """Store a message of orders as the draft, and run it as far as its own ``commit`` or ``done`` says.

        Nothing runs if a line before that word is refused, or if the game has moved on since ``phase``.
        """
        fold, mine = self._of_side(key, side)
        if nonce and nonce in fold.nonces:
            return Given(OrdersReply((), ""), news(fold, fold.nonces[nonce]), kept=self.draft(key, mine))
        check_length(text)
        self._refuse_orders(key, mine)
        with self._cache.transaction():
            return self._write_and_run(key, mine, text, now, nonce, phase)

    def _write_and_run(self, key: str, mine: str, text: str, now: str, nonce: str, phase: str) -> Given:
        reply = self.write(key, mine, text, now)
        if reply.ahead:
            return Given(reply, kept=text)
        try:
            cautions.check_phase(self._cache.find(key), phase)
            if not turn_text.runs_by_itself(reply.verdicts):
                return Given(reply, kept=text)
            ran = self._commit(key, mine, now, nonce, lambda fold, side: _plan_by_words(fold, side, phase))
        except Refused as no:
            return Given(reply, asks=str(no), token=no.token if isinstance(no, AskAgain) else "", kept=text)
        return Given(reply, ran, kept=self.draft(key, mine), why=self.why_stopped(key, mine))

    def commit(
        self, key: str, side: str, now: str, nonce: str = "", text: str | None = None, phase: str = "", sure: str = ""
    ) -> News:
        """Run the side's draft (or ``text`` instead, keeping the draft): lock, dice, events, reveal and next promise at
        once.

        Of a draft with refused lines nothing runs until the writer is sure (AskAgain).  A ``nonce`` that was used
        before runs nothing: the news of that commit is returned again.
        """

        def plan(fold: Fold, side: str) -> Plan:
            cautions.check_phase(fold, phase)
            if text is not None:
                orders = drafts.orders_of_text(fold, side, check_length(text))
            elif fold.phase and side in fold.phase.sides and side in fold.drafts:
                part = drafts.part_of_draft(fold, side)
                orders = drafts.orders_of_part(fold, side, part)
                if orders.lines:
                    cautions.ask_about(fold, side, part, sure)
            else:
                orders = drafts.NO_ORDERS
            if not orders.lines:
                raise drafts.nothing_to_run(fold, side, text)
            return Plan({side: orders})

        return self._commit(key, side, now, nonce, plan)

    def done(
        self,
        key: str,
        side: str,
        now: str,
        nonce: str = "",
        others: tuple[str, ...] = (),
        phase: str = "",
        sure: str = "",
    ) -> News:
        """Run the side's draft and end its part of the phase, unless the draft does so itself; then those of
        ``others``.

        Asks first (AskAgain) if lines are refused, or if something would be lost for good.
        """

        def plan(fold: Fold, side: str) -> Plan:
            cautions.check_phase(fold, phase)
            cautions.check_turn(fold, side)
            refuse_before_deadline(fold)
            part = drafts.part_of_draft(fold, side)
            cautions.ask_about(fold, side, part._replace(ends=True), sure)
            mine = {side: drafts.orders_of_part(fold, side, part)} if side in fold.drafts else {}
            return Plan(mine | drafts.orders_of_drafts(fold, others), (side, *others), "player")

        return self._commit(key, side, now, nonce, plan)

    def why_stopped(self, key: str, side: str) -> str:
        """Why the orders that a side wrote ahead have not run although their phase is open; "" if there are none."""
        return orders_ahead.why_stopped(*self._of_side(key, side))

    def run_orders_ahead(self, key: str, now: str) -> News | None:
        """Run orders written ahead whose phase is open; None if there are none.

        Every commit does so by itself; this is for a process that was stopped in between.
        """
        fold = self._cache.find(key)
        return self._with_orders_ahead(fold, len(fold.transactions), now)

    def refuse_if_held(self, key: str) -> None:
        """Raises Refused for a game that takes nothing now, whatever it is."""
        refuse_unknown_rules(self._cache.find(key))

    def _refuse_orders(self, key: str, side: str) -> None:
        """Before a transaction: a refusal inside it would undo what is around it too.  Refused."""
        self.refuse_if_held(key)
        fold = self._cache.find(key)
        refuse_unless_running(fold)
        refuse_in_grace_of_others(fold, find_side(fold, side))

    def _append(self, key: str, now: str, fill: Callable[[Fold, EntryChain], object]) -> Fold:
        return self._cache.append(key, now, self._entropy, fill)

    def _commit(self, key: str, side: str, now: str, nonce: str, plan: Callable[[Fold, str], Plan]) -> News:
        seen = 0

        def fill(fold: Fold, chain: EntryChain) -> None:
            nonlocal seen
            seen = len(fold.transactions)
            if not (nonce and nonce in fold.nonces):
                refuse_unless_running(fold)
                refuse_while_awaiting(fold)
                refuse_if_frozen(fold)
                mover = find_side(fold, side)
                refuse_in_grace_of_others(fold, mover)
                self._run_commit(fold, chain, plan(fold, mover), mover, nonce)

        fold = self._append(key, now, fill)
        if nonce and fold.nonces[nonce] in fold.transactions[:seen]:
            return news(fold, fold.nonces[nonce])
        ran = self._with_orders_ahead(fold, len(fold.transactions) - 1, now)
        assert ran is not None
        return ran

    def _with_orders_ahead(self, fold: Fold, first: int, now: str) -> News | None:
        """Run what was written ahead for the phases that open one after the other; all news from transaction ``first``.
        Nothing is postponed: the commit before it has been stored.
        """
        with without_gate():
            for _ in range(MOST_AHEAD):
                if not (side := orders_ahead.first_to_run(fold)):
                    break
                fold = self._append(fold.id, now, partial(self._run_ahead, side))
        made = [news(fold, transaction) for transaction in fold.transactions[first:]]
        return joined(made) if made else None

    def _run_ahead(self, side: str, fold: Fold, chain: EntryChain) -> None:
        if plan := orders_ahead.plan(fold, side):
            self._run_commit(fold, chain, plan, side, AHEAD)

    def draw(self, key: str, number: int, signature: str, now: str) -> News | None:
        """Run the commit that waits for this round; None if none does (any more).  ``signature``: "" if the beacon has
        been silent for longer than the game was opened to wait.  Raises NotGenuine; Refused too-early.
        """
        ran = list[int]()

        def run_awaited(fold: Fold, chain: EntryChain) -> None:
            ran.clear()
            found = round_awaited(fold)
            if found and found.number == number:
                ran.append(len(fold.transactions))
                awaited_dice.draw(fold, chain, self._pledge(fold), signature).finish(self._entropy)

        fold = self._append(key, now, run_awaited)
        return self._with_orders_ahead(fold, ran[0], now) if ran else None

    def round_awaited(self, key: str) -> RoundAwaited | None:
        """The round of the beacon that a game waits for; None if it waits for none."""
        return round_awaited(self._cache.find(key))

    def _run_commit(self, fold: Fold, chain: EntryChain, plan: Plan, side: str, nonce: str) -> None:
        refuse_commit(fold, plan, nonce)
        if nonce not in (LEFT, REFEREE) and plan.by != "deadline" and ends_a_part(plan):
            refuse_before_deadline(fold)
        if commit := awaited_dice.lock_or_run(fold, chain, self._pledge(fold), plan, side, nonce):
            commit.finish(self._entropy)

    def _pledge(self, fold: Fold) -> CommitSecret:
        pledge = CommitSecret(self.journal.secret(fold.id, fold.promise), fold.scenario.sides, fold.promised_after)
        if promise(pledge.secret) != fold.promise:
            raise damaged(f"The secret for the next dice of {fold.id}", self.journal.path)
        return pledge


def _plan_by_words(fold: Fold, side: str, phase: str) -> Plan:
    """Run the draft as far as it says itself.  Refused; AskAgain."""
    cautions.check_phase(fold, phase)
    cautions.check_turn(fold, side)
    draft = fold.drafts[side]
    part = turn_text.cut(draft.text, drafts.check_orders(fold, side, draft.text))
    if part.ends:
        refuse_before_deadline(fold)
    cautions.ask_about(fold, side, part, "")
    orders = drafts.orders_of_part(fold, side, part)
    if not orders.lines:
        raise drafts.nothing_to_run(fold, side, None)
    return Plan({side: orders})
