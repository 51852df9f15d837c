"""Orders judged before they run: a verdict on each order of a message, as its writer sees the position."""

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, groupby, islice
from typing import Any, Generic, TypeVar

from engine.certainty import Certainty, Moment, phase_below, position_of_dice
from engine.contract import (
    Commit,
    Done,
    NoDice,
    Order,
    Phase,
    SourceLine,
    System,
    Turn,
    Vocabulary,
    replace,
)
from engine.expectation import runs_without_dice
from engine.game_examples import LegalOrders, examples_now
from engine.language import Objection, ParsedLine, read, write
from engine.language.complaint import together
from engine.language.grammar import TO_PLACES, TO_UNITS, grammar, verbs_to
from engine.language.line import MOMENT, OVER, ranks
from engine.language.names import NameLookup
from engine.language.read import read_with
from engine.language.slips import Correction, corrections, types_in
from engine.objections import by_rules, located, problem, rank_name
from engine.play import (
    Foreseen,
    OrderToRun,
    has_ended_phase,
    is_at_will,
    is_kept,
    is_timely,
    is_true_for,
    lasting_refusals,
    order_kinds,
    rule_refusals,
    timing_refusals,
)
from engine.suggestions import Suggestions
from engine.verdict import Verdict as Verdict

S = TypeVar("S")
MOST_IDEAS = 100
"""Legal orders that are looked at where one of them may do in place of a refused order."""


def check(system: System[S], state: S, side: str, text: str, ahead: bool = False) -> tuple[Verdict, ...]:
    """A whole message judged as its writer sees things, each order in the position that the ones before it will
    surely leave.

    ``ahead``: it is for the side's next phase, so only what nothing can change is judged now.
    """
    return Judgement(system, state, side, text, ahead).corrected


class Judgement(Generic[S]):
    """A message judged once: lines that work in place of refused ones are looked for only when somebody reads them."""

    def __init__(self, system: System[S], state: S, side: str, text: str, ahead: bool = False) -> None:
        self._system, self._side = system, side
        self.foreseen, self._legal = Foreseen(), LegalOrders(system, side)
        self._found = tuple(_verdicts(system, state, side, text, ahead, self.foreseen, self._legal))
        self.verdicts = tuple([verdict for verdict, _, _ in self._found])
        """A verdict on each order, refused ones without lines that work instead."""
        last = self._found[-1][2] if self._found else Moment(system.view(state, side), Certainty())
        self.certain_position: S = last.seen
        """The side's view of the state after all of the message that is certain."""
        self.position_ahead: S = last.known.later.seen if last.known.later else last.seen
        """The same after what is written for the side's next phase, where neither dice nor others come before it."""

    @cached_property
    def corrected(self) -> tuple[Verdict, ...]:
        """A verdict on each order, refused ones with lines that work instead."""
        if all(verdict.accepted for verdict in self.verdicts):
            return self.verdicts
        seen = self._found[0][1].seen
        position = Position(self._system, self._side, self._system.vocabulary(seen, self._side), self._legal)
        suggestions = Suggestions(position)
        lines = groupby(self._found, lambda one: one[0].line.number)
        each = ((line[0][1], [verdict for verdict, _, _ in line]) for line in (list(group) for _, group in lines))
        return tuple(verdict for moment, line in each for verdict in suggestions.for_line(line, moment))


def _verdicts(
    system: System[S], state: S, side: str, text: str, ahead: bool, foreseen: Foreseen, legal: LegalOrders[S]
) -> Iterator[tuple[Verdict, Moment, Moment]]:
    """Each order's verdict, the moment in which its line begins, and the moment after it; ``foreseen`` is filled.

    The names are those at the beginning: without dice or the end of a phase no unit comes or goes; ``run`` reads
    them again.
    """
    turn, known = Turn(system.view(state, side), NoDice(), system.apply), Certainty(not ahead, not ahead)
    vocabulary, number, moment = system.vocabulary(turn.state, side), 0, Moment(turn.state, known)
    examples = examples_now(system, turn.state, side, vocabulary, ahead, legal)
    foreseen.state, foreseen.seen, foreseen.vocabulary = state, turn.state, vocabulary
    for line in read(text, order_kinds(system), vocabulary, examples):
        if line.number != number:
            number, moment = line.number, Moment(turn.state, known.copy())
        happened, turn.pretends = len(turn.transitions), False
        verdict = _verdict(system, turn, side, line, vocabulary, known)
        order = OrderToRun(line.number, verdict.echo)
        if line.order and not line.objections:
            foreseen.lines[order] = verdict.line
        sure = known.certain and len(turn.transitions) > happened
        if sure and not (verdict.idle or line.condition or turn.pretends) and system.phase(turn.state):
            foreseen.transitions[order] = tuple(turn.transitions[happened:])
        yield known.after_refusal(verdict), moment, Moment(turn.state, known)


class Position:
    """What suggestions ask of the game: verdicts on other lines at the moment of a line, and legal orders then."""

    def __init__(self, system: System[S], side: str, vocabulary: Vocabulary, legal: LegalOrders[S]) -> None:
        self._system, self._side, self._vocabulary, self._orders = system, side, vocabulary, legal
        self._names, self._texts = NameLookup(vocabulary), dict[Order, str]()
        self._named, self._types = dict[str, frozenset[str]](), dict[tuple[str, bool], frozenset[str]]()
        self._legal: tuple[Any, tuple[tuple[Order, str], ...]] = (None, ())

    def judge(self, line: str, moment: Moment) -> list[Verdict]:
        """The verdicts on the orders of a line, with all that may do instead."""
        turn = Turn(moment.seen, NoDice(), self._system.apply)
        known = moment.known.copy()
        known.holding = {}
        orders = read_with(self._names, line, order_kinds(self._system))
        return [_verdict(self._system, turn, self._side, order, self._vocabulary, known) for order in orders]

    def ideas(self, moment: Moment) -> tuple[tuple[Order, str], ...]:
        """Legal orders and their texts; none for a phase that is still to come."""
        if not moment.known.phase or self._system.phase(moment.seen) is None:
            return ()
        if self._legal[0] is not moment.seen:
            self._legal = moment.seen, self._with_texts(self._orders.first(moment.seen))
        return self._legal[1]

    def samples(self, moment: Moment) -> tuple[tuple[Order, str], ...]:
        """Orders of every kind and their texts, legal or not, standing orders first; none for a phase to come."""
        if not moment.known.phase or self._system.phase(moment.seen) is None:
            return ()
        texts = (f"standing all {policy} {words[0]}" for policy, words in self._vocabulary.policies.items() if words)
        lines = (line for text in texts for line in read_with(self._names, text, order_kinds(self._system)))
        standing = (line.order for line in lines if line.order)
        return self._with_texts(chain(standing, self._system.sample_orders(moment.seen, self._side)))

    def corrections(self, verdict: Verdict) -> Iterator[Correction]:
        """The line with one word of its order spelled right."""
        return corrections(verdict.line.text, verdict.line.span, order_kinds(self._system), self._names)

    def names_in(self, text: str) -> frozenset[str]:
        """The units and places that a text names in full or by their ids, and the hexes that it numbers."""
        if (named := self._named.get(text)) is None:
            named = self._named[text] = self._names.named_in(text)
        return named

    def own_units(self) -> Sequence[str]:
        """The units of the side's own that are in play."""
        return self._names.own

    def is_unit(self, word: str) -> bool:
        """Whether a word names one unit of the side's own that is in play."""
        return len(named := self.names_in(word)) == 1 and named <= self._vocabulary.mine - self._vocabulary.gone

    def types_in(self, text: str, *, slips: bool) -> frozenset[str]:
        """The types of unit that a text names; with ``slips`` also those misspelt by a slip of the finger."""
        if (text, slips) not in self._types:
            self._types[text, slips] = types_in(text, self._names, slips=slips)
        return self._types[text, slips]

    def verbs(self) -> Container[str]:
        """The words with which orders begin, behind their unit."""
        return grammar(order_kinds(self._system)).verbs

    def verbs_to(self, name: str) -> Sequence[str]:
        """The verbs of orders to a unit of which that other unit or place is all that must be said."""
        nouns = TO_UNITS if name in self._vocabulary.units else TO_PLACES
        return verbs_to(order_kinds(self._system), nouns)

    def _with_texts(self, orders: Iterable[Order]) -> tuple[tuple[Order, str], ...]:
        return tuple([(order, self._text(order)) for order in islice(orders, MOST_IDEAS)])

    def _text(self, order: Order) -> str:
        """As it is written; most legal orders of one moment are those of another as well."""
        if (text := self._texts.get(order)) is None:
            text = self._texts[order] = write(order, self._vocabulary)
        return text


def _verdict(
    system: System[S], turn: Turn[S], side: str, line: ParsedLine, vocabulary: Vocabulary, known: Certainty
) -> Verdict:
    """An ``if`` leaves to its turn all but words, names, and who may speak where orders are kept or judged at once."""
    line = _in_full(system, turn.state, side, line)
    order, waits = line.order, line.condition
    echo = line.written or write(order, vocabulary, waits) if order else ""
    turn.said = SourceLine(line.number, echo, waits)
    phase, certain, idle, later = system.phase(turn.state), known.certain, False, not known.phase
    refused: list[Objection] = []
    foreseen, kept = None, is_kept(phase, line)
    objections = _immediate_objections(system, turn.state, side, line, vocabulary, known, phase)
    if waits and certain and not kept:
        idle = not known.holding.setdefault(line.number, is_true_for(system, turn.state, side, waits))
    before = None if idle else position_of_dice(turn.state, known)
    if order and not objections and not certain:
        lasting, foreseen = known.judge(system, turn.state, side, line, prompt=vocabulary.prompt)
        objections = by_rules(line, lasting, vocabulary) if lasting else []
    elif order and not objections and (idle or (kept and waits)):
        lasting = lasting_refusals(system, turn.state, side, order) if vocabulary.prompt else []
        objections = by_rules(line, lasting, vocabulary) if lasting else []
    elif order and not objections:
        gone = [o for o in line.objections if o.code == "unit-gone"]
        refused = gone or by_rules(line, rule_refusals(system, turn.state, side, order), vocabulary)
        objections = refused if vocabulary.prompt or not waits else []
    earlier = known.earlier_order(order, echo) if order and not (certain or objections or idle or waits) else ""
    ends, cannot_run = False, bool(earlier and order and order.ENDS)
    if order and not objections and not idle and not cannot_run:
        ends = _carry_out(system, turn, side, order, known, phase, refused=bool(refused))
        if certain and not known.certain and known.phase:
            known.doubt(turn.state, order)
    problems = tuple([problem(line, o) for o in sorted(objections, key=lambda o: o.rank)]) if objections else ()
    repeats = bool(earlier and not problems and not (foreseen and foreseen.final))
    warning = "" if problems else foreseen.says if foreseen and not repeats else earlier
    if order and not problems and not waits and not cannot_run:
        known.note_order(order, echo, line.number, ends=ends)
    doubt = not problems and not idle and (not certain or waits is not None)
    doubt = doubt and not (waits is None and isinstance(order, (Done, Commit)))  # these no die can stop
    hopeless, at = foreseen is not None and foreseen.final, None if foreseen else before
    return Verdict(line, problems, doubt, idle, echo, warning, repeats, cannot_run, hopeless, "", ends, later, "", at)


def _carry_out(
    system: System[S],
    turn: Turn[S],
    side: str,
    order: Order,
    known: Certainty,
    phase: Phase | None,
    *,
    refused: bool,
) -> bool:
    """Carries an order out as far as it is certain; returns whether it ends the side's part of the phase."""
    timely = is_timely(turn.state, phase, side, type(order), order)  # an if leaves that to its turn
    if known.certain and timely and not refused and not order.ENDS:
        known.certain = runs_without_dice(system, turn, side, order)
    after = system.phase(turn.state)
    if phase and after is None and turn.said:
        known.over = f"{turn.said.text} in line {turn.said.line} ends the game, so nothing runs after it"
    ends = order.ENDS or has_ended_phase(phase, after, side)
    if ends:
        known.later = phase_below(system, turn.state, side, order, known)
        known.certain = known.phase = False
    elif known.later:
        known.later.follow(system, side, order)
    return ends


def _in_full(system: System[S], seen: S, side: str, line: ParsedLine) -> ParsedLine:
    """The line with what its order leaves to the position."""
    if line.order is None or type(line.order) is Commit:
        return line
    full = system.in_full(seen, side, line.order)
    return line if full is line.order else replace(line, order=full, written="")


def _immediate_objections(
    system: System[S],
    state: S,
    side: str,
    line: ParsedLine,
    vocabulary: Vocabulary,
    known: Certainty,
    phase: Phase | None,
) -> list[Objection]:
    """What is wrong with words, names and the moment, which no die can mend; once the game is over nothing else
    matters."""
    timely = line.kind is not None and is_timely(state, phase, side, line.kind, line.order)
    if timely and not line.objections and not line.part:
        return []
    rank = ranks(vocabulary.checks)
    if known.phase and phase is None:
        before = [o for o in line.objections if o.rank < rank[OVER]]
        return before or [
            located(line, rank[OVER], replace(r, says=known.over or r.says), vocabulary)
            for r in timing_refusals(None, side, Order, vocabulary.models.over_code)
        ]
    doubted = line.condition or (vocabulary.prompt and not known.certain)
    objections = [o for o in line.objections if not (doubted and o.code == "unit-gone")]
    if line.part:
        early = (r for r in system.partial_objections(state, side, line.part) if r.lasting or not doubted)
        objections += (located(line, rank[rank_name(r)], r, vocabulary) for r in early)
    if line.kind and known.phase and (not line.condition or vocabulary.prompt or is_kept(phase, line)):
        untimely = [
            located(line, rank[MOMENT], r, vocabulary)
            for r in timing_refusals(phase, side, line.kind, at_will=is_at_will(state, line.order))
        ]
        objections = together(line, objections, untimely)
    return objections
