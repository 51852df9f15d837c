"""What players decide together: motions and votes, and what a vote that is carried does at once."""

from collections.abc import Iterator

from engine.contract import Rolled, counted
from engine.deadlines.words import span_in_words
from engine.errors import Refused
from engine.log.commit import add_promise
from engine.log.decision_words import BY_VOTE, MISSED
from engine.log.decisions import TAKE_BACK, Motion, Proposed, Rewound, Timed, Voted
from engine.log.entries import TAKE_BACKS, DraftWritten
from engine.log.fold import Fold
from engine.log.journal import EntryChain
from engine.log.motions import ENDING, OpenMotion
from engine.log.outcome import closing
from engine.log.schedule import deadline_of, resumed_deadline
from engine.log.transactions import Transaction
from engine.lookups.requests import clean_name, find_side

from .news import News, news
from .not_now import not_started, refuse_if_over, refuse_unless_running, refuse_while_awaiting
from .pseudonyms import signed
from .seats import holders_at_start
from .time_desk import LONGEST_EXTENSION, TimeDesk, later

FRIENDLY = "friendly"
"""Take-backs without asking, where no die fell and nothing secret was shown."""


class VoteDesk(TimeDesk):
    """A motion is made for a side, by its player, and counts as their vote."""

    def propose(self, key: str, side: str, motion: Motion, value: str, now: str, by: str) -> News:
        """``value``: seconds to ``extend`` by, the side to ``concede`` to or to ``replace``; "" for the rest.

        A motion that needs no other vote is carried at once.
        """

        def make(fold: Fold, chain: EntryChain) -> None:
            seat = find_side(fold, side)
            _refuse_unless_held(fold, seat)
            body = Proposed(motion, _checked_value(fold, seat, motion, value), signed(fold, by, seat))
            self._refuse_moot(fold, motion)
            entry = chain.add("proposed", seat, body)
            made = OpenMotion(entry.seq, seat, motion, body.value, chain.at, fold.opened_at, fold.locks)
            made.votes[fold.seats[seat]] = True
            if made.is_carried(fold.seats):
                self._carry_out(fold, chain, made)

        return self._decide(key, now, make)

    def vote(self, key: str, side: str, on: int, now: str, by: str, *, yes: bool) -> News:
        """``on``: the entry of the motion."""

        def cast(fold: Fold, chain: EntryChain) -> None:
            seat, made = find_side(fold, side), fold.motions.open.get(on)
            _refuse_unless_held(fold, seat)
            if made is not None:
                self._refuse_moot(fold, made.motion)
            if made is None:
                raise Refused("no-motion", "There is nothing of the kind to vote on: it is settled, or has lapsed.")
            if fold.seats[seat] not in made.voters(fold.seats):
                raise Refused("no-vote", "This is about your own seat, so you have no vote on it.")
            if made.votes.get(fold.seats[seat]) is yes:
                raise Refused("no-change", f"You are {'for' if yes else 'against'} it already.")
            chain.add("voted", seat, Voted(on, yes, signed(fold, by, seat)))
            if yes and made.with_vote(fold.seats[seat]).is_carried(fold.seats):
                self._carry_out(fold, chain, made)

        return self._decide(key, now, cast)

    def take_back(self, key: str, side: str, now: str, by: str) -> News:
        """Take the last commit of the side back, if that needs nobody's consent; else propose it to the others."""
        fold, seat = self._of_side(key, side)
        mine = last_commit(fold, seat)
        to = str(fold.transactions[fold.transactions.index(mine) - 1].seq)
        if self._needs_no_consent(fold, seat, mine):
            signature = signed(fold, by, seat)
            return self._decide(
                key, now, lambda fold, chain: self._add_take_back(fold, chain, mine, int(to), signature)
            )
        return self.propose(key, seat, "take-back", to, now, by)

    def last_committer(self, key: str) -> str:
        """The side whose commit would be the next to be taken back; "" if there is none."""
        return next((made.side for made in _commits(self._cache.find(key))), "")

    def _needs_no_consent(self, fold: Fold, seat: str, mine: Transaction) -> bool:
        """In a friendly game, or one that one person plays alone: no die fell, nothing secret was shown, and nobody has
        done anything since.
        """
        if set(fold.seats.values()) == {fold.seats[seat]} == set(holders_at_start(fold).values()):
            return True
        if fold.opened.term(TAKE_BACKS) != FRIENDLY or mine is not fold.transactions[-1] or fold.over:
            return False
        dice = any(isinstance(recorded.event, Rolled) for recorded in mine.events)
        before = fold.transactions[-2].state
        seen = all(
            fold.system.view(mine.state, viewer).units.keys() <= fold.system.view(before, viewer).units.keys()
            for viewer in ("", seat)
        )
        return not dice and seen and (mine.phase is None or not mine.phase.sealed)

    def rewind_to(self, key: str, seq: int, now: str, by: str, why: str = "") -> News:
        """Back to the position after the last commit that ends at or before entry ``seq``.

        This adds an entry, deletes none, and clears all drafts.  New dice only under a new promise.
        """
        fold = self._append(key, now, lambda fold, chain: self._add_rewind(fold, chain, seq, by, why))
        return news(fold, fold.transactions[-1])

    def _add_take_back(self, fold: Fold, chain: EntryChain, mine: Transaction, to: int, by: str) -> None:
        """The position before the commit; its orders are its side's draft again."""
        self._add_rewind(fold, chain, to, by, TAKE_BACK)
        if words := mine.words.get(mine.side, ""):
            chain.add("written", mine.side, DraftWritten(words))

    def _add_rewind(self, fold: Fold, chain: EntryChain, seq: int, by: str, why: str) -> None:
        if not fold.started:
            raise not_started(fold)
        refuse_while_awaiting(fold)
        first = next(transaction.seq for transaction in fold.transactions if transaction.started)
        if not first <= seq <= fold.seq:
            raise Refused(
                "no-such-entry", f"{fold.opened.name} can be rewound to entries {first} to {fold.seq}, not to {seq}."
            )
        chain.add("rewound", "", Rewound(clean_name(by), seq, why) if why else Rewound(clean_name(by), seq))
        if not fold.promise:
            add_promise(chain, fold.opened, fold.scenario.sides, self._entropy)

    def _refuse_moot(self, fold: Fold, motion: Motion) -> None:
        """Refused where a motion could do nothing if it were carried."""
        last = fold.transactions[-1]
        if motion == "abandon":
            refuse_if_over(fold)
            return
        refuse_unless_running(fold)
        if motion == "extend" and not deadline_of(fold, last, fold.phase):
            raise Refused("no-deadline", f"This phase of {fold.opened.name} has no deadline.")
        if motion == "pause" and (last.paused or not fold.schedule.has_deadlines):
            raise Refused("paused", f"{fold.opened.name} is paused already, or has no deadlines.")
        if motion == "resume" and (not last.paused or last.frozen):
            raise Refused("not-paused", f"{fold.opened.name} is not paused, or was frozen by its referee.")

    def _carry_out(self, fold: Fold, chain: EntryChain, made: OpenMotion) -> None:
        due = deadline_of(fold, fold.transactions[-1], fold.phase)
        match made.motion:
            case "extend" if due:
                chain.add("timed", "", Timed("extended", later(due, int(made.value), chain.at), "vote"))
            case "pause":
                chain.add("timed", "", Timed("paused", "", "vote"))
            case "resume":
                chain.add("timed", "", Timed("resumed", resumed_deadline(fold, chain.at), "vote"))
            case "replace":
                self._free_seat(fold, chain, made.value, BY_VOTE)
            case "take-back":
                self._add_take_back(fold, chain, last_commit(fold, made.side), int(made.value), "")
            case motion if motion in ENDING:
                refuse_while_awaiting(fold)
                chain.add("closed", "", closing(made))


def last_commit(fold: Fold, seat: str) -> Transaction:
    """The last commit of a side.  Refused if it has made none that still counts."""
    found = next((made for made in _commits(fold) if made.side == seat), None)
    if found is None:
        name = fold.scenario.sides[seat].name
        raise Refused("nothing-to-take-back", f"{name} has committed nothing to be taken back.")
    return found


def _commits(fold: Fold) -> Iterator[Transaction]:
    """The sides' own commits that led to the present position, the last first."""
    at = len(fold.transactions) - 1
    while at >= 0:
        made = fold.transactions[at]
        if made.kind == "rewound":
            at = fold.transactions.index(fold.after(made.to))
            continue
        if made.kind == "report" and made.lock and made.side and not made.late:
            yield made
        at -= 1


def _refuse_unless_held(fold: Fold, seat: str) -> None:
    if not fold.seats[seat]:
        raise Refused("not-your-seat", f"Nobody plays {fold.scenario.sides[seat].name}.")


def _checked_value(fold: Fold, seat: str, motion: Motion, value: str) -> str:
    """Refused."""
    match motion:
        case "extend":
            if not value.isdecimal() or not 0 < int(value) <= LONGEST_EXTENSION:
                shown = span_in_words(int(value)) if value.isdecimal() else value
                raise Refused("bad-deadline", f"A deadline can be put off by at most 30 days at once, not by {shown}.")
            return str(int(value))
        case "concede" | "replace":
            side = find_side(fold, value)
            if (
                motion == "replace"
                and len({*filter(None, fold.seats.values())}) < 3
                and fold.schedule.missed[side] < MISSED
            ):
                raise Refused(
                    "no-vote",
                    "In a game of two nobody can be voted out who has not let "
                    f"{counted(MISSED, 'deadline')} in a row pass. Ask the referee.",
                )
            if motion == "replace" and (not fold.seats[side] or fold.seats[side] == fold.seats[seat]):
                raise Refused("bad-argument", "Name the side of another player; your own seat you can leave.")
            return side
        case "take-back":
            return value
        case _:
            return ""
