"""The position to expect behind dice: what provisional orders are warned by."""

from typing import Any, TypeVar

import msgspec

from engine.contract import NoDice, Order, Refusal, System, Turn, Unforeseeable, replace
from engine.play import carry_out, close, is_timely, rule_refusals
from engine.seeded_dice import SeededDice

S = TypeVar("S")


SPENT = "already-acted"
"""The code of what a unit does once in a turn or a phase, and has done."""
THROWS = 12
"""How often the dice of a unit's earlier orders are thrown to see whether any lets it do something more."""


class Throw(msgspec.Struct, frozen=True):
    """The position after one throw of the dice of a unit's orders, of which so many have been carried out in it."""

    position: Any
    carried_out: int = 0


class Trials(msgspec.Struct, frozen=True):
    """What the orders of a unit may come to of which the first needs dice.  ``begun``: the position before it."""

    begun: Any
    orders: tuple[Order, ...]
    throws: tuple[Throw, ...]

    def up_to_date(self, system: System[Any], side: str, nth: int) -> "Trials":
        """The same with all orders carried out in one of the throws."""
        throw = self.throws[nth]
        if throw.carried_out == len(self.orders):
            return self
        turn = Turn(throw.position, SeededDice(f"trial {nth} {throw.carried_out}"), system.apply)
        for order in self.orders[throw.carried_out :]:
            timely = is_timely(turn.state, system.phase(turn.state), side, type(order), order)
            if timely and next(rule_refusals(system, turn.state, side, order), None) is None:
                carry_out(system, turn, side, order)
        after = Throw(turn.state, len(self.orders))
        return Trials(self.begun, self.orders, (*self.throws[:nth], after, *self.throws[nth + 1 :]))


class Expectation(msgspec.Struct, eq=False):
    """The position that a message leaves if its dice change nothing, and whom they may change all the same.

    Orders without dice of their own are carried out in it, so that ``W1 move 0508; attack T3`` is judged from 0508 even
    behind another unit's attack.
    """

    seen: Any
    """The position as it is expected to be."""
    doubted: frozenset[str] = frozenset()
    """What depends on dice: units, and areas of battles."""
    certain: Any = None
    """The position before the first die of the phase, where it is known."""
    trials: dict[str, Trials] = {}
    """By unit, what its orders of this message that need dice may come to."""

    def copy(self) -> "Expectation":
        return Expectation(self.seen, self.doubted, self.certain, dict(self.trials))

    def doubt(self, order: Order, *, conditional: bool = False) -> None:
        """The order depends on dice: what its unit, or the battle in its area, will be like is not known."""
        if (subject := _subject(order)) not in self.doubted:
            self.doubted |= {subject}
            if getattr(order, "unit", "") and not conditional:
                self.trials[subject] = Trials(self.seen, (order,), (Throw(self.seen),) * THROWS)

    def judge(
        self, system: System[S], side: str, order: Order, *, conditional: bool, prompt: bool
    ) -> tuple[list[Refusal], Refusal | None]:
        """What nothing can change about the order, where it is to be told at once (``prompt``), and a warning: why the
        order would be refused in this position; None if it would not, or nobody can say.

        Of a ``conditional`` order only what nothing can change is warned of, such as that its unit had used up its turn
        before the first die; of a unit that depends on dice also what no throw of them has allowed.  An order that is
        not refused is carried out.
        """
        subject = _subject(order)
        vague = conditional or not subject or subject in self.doubted
        lasting: list[Refusal] = []
        warning = None
        for refusal in rule_refusals(system, self.seen, side, order):
            if prompt and refusal.lasting:
                lasting.append(refusal)
                continue
            spent = vague and refusal.code == SPENT and self._was_spent(system, side, order)
            if spent or not vague or refusal.final:
                found = replace(refusal, hopeless=True) if spent else refusal
                warning = found if warning is None or found.final > warning.final else warning
                if not prompt:
                    break
        if subject in self.trials and not (conditional or lasting or warning):
            warning = self._refused_in_trials(system, side, order)
        if lasting or warning:
            return lasting, warning
        if subject in self.trials and not conditional:
            known = self.trials[subject]
            self.trials[subject] = Trials(known.begun, (*known.orders, order), known.throws)
        if not (vague or order.NEEDS_DICE):
            turn = Turn(self.seen, NoDice(), system.apply)
            if runs_without_dice(system, turn, side, order):
                self.seen = turn.state
                return [], None
        self.doubt(order, conditional=conditional)
        return [], None

    def _refused_in_trials(self, system: System[Any], side: str, order: Order) -> Refusal | None:
        """Why the order is refused whatever the dice of its unit's earlier orders show, as far as a few throws tell;
        None if one of them allows it.
        """
        unit, phase, found = _subject(order), system.phase(self.seen), list[Refusal]()
        for nth in range(THROWS):
            self.trials[unit] = self.trials[unit].up_to_date(system, side, nth)
            position = self.trials[unit].throws[nth].position
            refusal = next(rule_refusals(system, position, side, order), None)
            if refusal is None or system.phase(position) != phase:
                return None
            found.append(refusal)
        first, *others = found
        # what others have done is not in the trials
        alone = self.trials[unit].begun is self.seen and self.doubted == {unit}
        if any(other.code != first.code for other in others) or not (alone or first.code == SPENT):
            return None
        if any(other.says != first.says for other in others):  # numbers that depend on the dice are not told
            now = next(rule_refusals(system, self.seen, side, order), None)
            return now if now and now.code == first.code else None
        return replace(first, lasting=False, hopeless=False)

    def _was_spent(self, system: System[Any], side: str, order: Order) -> bool:
        """Whether the order had been given for good before the first die: none gives it back in this phase."""
        known = () if self.certain is None else rule_refusals(system, self.certain, side, order)
        return any(refusal.code == SPENT for refusal in known)

    def follow(self, system: System[S], side: str, order: Order) -> None:
        """Carry out an order that the rules allow in this position, if it needs no dice."""
        turn = Turn(self.seen, NoDice(), system.apply)
        timely = is_timely(self.seen, system.phase(self.seen), side, type(order), order)
        allowed = timely and next(rule_refusals(system, self.seen, side, order), None) is None
        if allowed and runs_without_dice(system, turn, side, order):
            self.seen = turn.state


def runs_without_dice(system: System[S], turn: Turn[S], side: str, order: Order) -> bool:
    """Whether the order, which the rules allow, could be carried out to its end without a die."""
    if order.ROLLS:
        return False
    try:
        carry_out(system, turn, side, order)
    except Unforeseeable:
        return False
    return True


def next_phase(system: System[S], seen: S, side: str) -> Expectation | None:
    """What to expect in the side's next phase if it ends its part of this one now.

    None if dice or another side come before it, or if it is not a phase that opens by itself.
    """
    turn, before = Turn(seen, NoDice(), system.apply), system.phase(seen)
    try:
        close(system, turn, side)
    except Unforeseeable:
        return None
    after = system.phase(turn.state)
    return Expectation(turn.state) if after and after != before and side in after.sides else None


def _subject(order: Order) -> str:
    """The unit, or the area of a battle, that an order is about."""
    return str(getattr(order, "unit", "") or getattr(order, "area", "") or "")
