"""Every suggestion works: lines that players mistype, and what happens when a suggestion is typed back."""

import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import chain, islice
from pathlib import Path
from random import Random
from string import ascii_lowercase
from typing import Any, NamedTuple

import pytest

from bot.terminal.hot_seat import HotSeat
from bot.terminal.screen import Screen
from engine import checking, play
from engine.contract import Balked, Commit, Done, Order, Turn, Vocabulary
from engine.language import write
from engine.language.condition_words import times_in
from engine.language.grammar import grammar
from engine.language.slips import is_slip
from engine.opposite_words import PAIRS
from engine.suggestions import MOST_JUDGED
from engine.systems import SYSTEMS
from engine.table import Table
from tests.support.random_games import Falling, game, shipped
from tests.support.sampling import share
from tests.support.toy_system import NOW

PARTS, LINES = share(4, 1), share(600, 24)
"""Mutated lines of each system."""
PER_POSITION = 12
ODD_WORDS = ("all", "to", "at", "with", "and", "twice", "now", "nowhere", "9999", "99", "-1", "Don", "Zed", "done", "x")


def mutated(line: str, others: list[str], names: list[str], chance: Random) -> str:
    """The line as somebody might mistype it; ``names``: of units and places, mine and others'."""
    words = line.split()
    for _ in range(chance.choice((1, 1, 2))):
        at = chance.randrange(len(words))
        match chance.randrange(10):
            case 0:
                words[at] = typo(words[at], chance)
            case 1 if len(words) > 1:
                del words[at]
            case 2:
                to = chance.randrange(len(words))
                words[at], words[to] = words[to], words[at]
            case 3:
                words[at] = chance.choice(chance.choice(others).split())
            case 4:
                words.insert(at, chance.choice(ODD_WORDS))
            case 5:
                words = [*words, *chance.choice(others).split()[-1:]]
            case 6:
                words = [*words[: at + 1], ";", *chance.choice(others).split()[1:]]
            case 7:
                words[at] = chance.choice(names)
            case 8:
                words = [*words, ";", *chance.choice((*others, "done", "commit")).split()]
            case _:
                words[at] = chance.choice(ODD_WORDS)
    return " ".join(words)


def typo(word: str, chance: Random) -> str:
    at = chance.randrange(len(word))
    letter = chance.choice(ascii_lowercase)
    return chance.choice(
        (word[:at] + word[at + 1 :] or letter, word[:at] + letter + word[at:], word[:at] + letter + word[at + 1 :])
    )


def positions(system: Any, first: int = 0) -> Iterator[tuple[Any, str]]:
    """Positions of random games of all shipped scenarios in turn, with a side to move."""
    for seed in range(first, first + 10_000):
        for scenario in shipped(system):
            for number, step in enumerate(islice(game(system, scenario, seed), share(60, 12))):
                phase = system.phase(step.before)
                if phase and phase.sides and number % 3 == seed % 3:
                    yield step.before, Random(f"{seed} {number}").choice(phase.sides)


class Mistyped(NamedTuple):
    """A message and the number of its line with mistakes."""

    text: str
    number: int

    @property
    def line(self) -> str:
        return self.text.split("\n")[self.number - 1]

    def with_line(self, line: str) -> str:
        lines = self.text.split("\n")
        return "\n".join([*lines[: self.number - 1], line, *lines[self.number :]])


def mistyped(system: Any, state: Any, side: str, chance: Random) -> Iterator[Mistyped]:
    """Messages with a mistyped line, some of them below other orders."""
    seen = system.view(state, side)
    vocabulary = system.vocabulary(seen, side)
    ideas = [write(idea, vocabulary) for idea in system.ideas(seen, side)]
    names = [*vocabulary.units, *vocabulary.places, *islice(vocabulary.board.cells if vocabulary.board else (), 40)]
    for _ in range(PER_POSITION if ideas else 0):
        above = chance.sample(ideas, min(len(ideas), chance.choice((0, 0, 1, 3))))
        line = mutated(chance.choice(ideas), ideas, names or ideas, chance)
        yield Mistyped("\n".join([*above, line]), len(above) + 1)


WITHOUT = 0.025
"""The largest share of refusals without a line that works; of 600 lines up to 9 were without.

Not counted are lines that say when, or a word that has an opposite: what drops it or turns it round is no suggestion;
lines below one that ends the phase, because nobody knows yet what will be legal then, and lines of
which no unit and no verb can be used any more: what has nothing to do with a line is no suggestion.
"""


class Tally:
    """What was typed and what came of it."""

    def __init__(self) -> None:
        self.lines = self.refused = self.offered = self.without = self.answerable = 0
        self.unanswered = list[str]()
        self.broken = list[str]()

    def __str__(self) -> str:
        return (
            f"{self.lines} lines, {self.refused} refused, {self.offered} suggestions, "
            f"{len(self.broken)} of them do not work; {self.without} of {self.answerable} refusals without one"
        )

    def judge(self, system: Any, state: Any, side: str, message: Mistyped) -> None:
        """Check the message, and every suggestion in place of its line."""
        every = checking.check(system, state, side, message.text)
        verdicts = [v for v in every if v.line.number == message.number]
        if not any(verdict.ends for verdict in every) and anything_related(system, state, side, every, message):
            self.count_refusals(message, verdicts)
        found = {line for verdict in verdicts for problem in verdict.problems for line in problem.suggestions}
        self.lines, self.offered = self.lines + 1, self.offered + len(found)
        self.refused += any(verdict.problems for verdict in verdicts)
        for line in sorted(found):
            if why := fault(system, state, side, message, line, verdicts):
                self.broken.append(f"{message.text!r} -> {line!r}: {why}")

    def count_refusals(self, message: Mistyped, verdicts: Sequence[checking.Verdict]) -> None:
        """How many refused orders come with a line that works."""
        for verdict in (verdict for verdict in verdicts if verdict.problems):
            self.answerable += 1
            asks = any("did you mean done" in problem.message for problem in verdict.problems)
            asks |= bool(times_in(message.line)) or not set(message.line.casefold().split()).isdisjoint(chain(*PAIRS))
            if not asks and not any(problem.suggestions for problem in verdict.problems):
                self.without += 1
                self.unanswered.append(f"{message.text!r}: {verdict.problems[0].message}")


def anything_related(
    system: Any, state: Any, side: str, verdicts: Sequence[checking.Verdict], message: Mistyped
) -> bool:
    """Whether another order than those accepted is legal that has the unit of the mistyped line, or of a line without a
    unit its verb and no other types of unit, and that does not end the phase."""
    turn = Turn(system.view(state, side), Falling("accepted"), system.apply)
    play.run(system, turn, side, [play.OrderToRun(v.line.number, v.echo) for v in verdicts if v.accepted])
    typed = frozenset(message.line.casefold().split())
    refused = [v for v in verdicts if v.line.number == message.number and v.problems]
    units, kinds = {getattr(v.line.order or v.line.part, "unit", "") for v in refused}, {v.kind for v in refused}
    legal = (idea for idea in system.ideas(turn.state, side) if not (idea.ENDS or idea.discards))
    vocabulary = system.vocabulary(system.view(turn.state, side), side)
    types = counted_types(vocabulary, message.line)

    def same_types(idea: Order) -> bool:
        return not (types and types.isdisjoint(counted_types(vocabulary, write(idea, vocabulary))))

    if "" not in units:
        return {getattr(idea, "unit", "") for idea in legal} >= units
    return any(getattr(i, "unit", "").casefold() in typed or (type(i) in kinds and same_types(i)) for i in legal)


def counted_types(vocabulary: Vocabulary, line: str) -> set[str]:
    """The types of unit that a line names where units are counted."""
    words = {word: kind for kind, known in vocabulary.forces.words.items() for word in known}
    return {words[word] for word in re.findall(r"\w+", line.casefold()) if word in words}


def fault(
    system: Any, state: Any, side: str, message: Mistyped, suggestion: str, written: Sequence[checking.Verdict]
) -> str:
    """What goes wrong when the suggestion is typed in place of its line; "" if it works."""
    whole = checking.check(system, state, side, message.with_line(suggestion))
    verdicts = [verdict for verdict in whole if verdict.line.number == message.number]
    if refused := [problem.message for verdict in verdicts for problem in verdict.problems]:
        return refused[0]
    before = {verdict.echo for verdict in written if verdict.accepted}
    if all(verdict.echo in before for verdict in verdicts):
        return "it says no more than the line did"
    if warned := [verdict.warning for verdict in verdicts if verdict.warning and verdict.echo not in before]:
        return warned[0]
    kinds = {verdict.line.kind for verdict in verdicts if verdict.line.kind}
    if any(verdict.line.order and verdict.line.order.discards for verdict in verdicts):
        return "it throws something away"
    if any(kind.DISCARDS or issubclass(kind, (Done, Commit)) for kind in kinds):
        return "it says done, or throws something away"
    meant = {v.line.kind for v in written if v.line.kind} | {kind for kind in kinds if misspelled(kind, message)}
    if any(verdict.ends for verdict in verdicts) and not kinds & meant:
        return "it ends a phase that its writer did not end"
    turn = Turn(state, Falling("suggestion"), system.apply)
    play.run(system, turn, side, [play.OrderToRun(v.line.number, v.echo) for v in whole if v.accepted])
    certain = not any(verdict.doubt for verdict in verdicts)
    balked = (event for event in turn.events if isinstance(event, Balked) and event.line == message.number)
    return next((event.says for event in balked if certain), "")


def misspelled(kind: type[Order], message: Mistyped) -> bool:
    """Whether the mistyped line has a word of the order with a slip of the finger in it: ``chose a``."""
    typed = message.line.casefold().split()
    return any(is_slip(word, verb) for word in typed for verb in grammar((kind,)).verbs)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_every_suggestion_works_when_it_is_typed_back(name: str, part: int) -> None:
    system, chance, tally = SYSTEMS[name], Random(f"suggestions {name}"), Tally()
    for state, side in positions(system, 10_000 * part):
        for message in mistyped(system, state, side, chance):
            tally.judge(system, state, side, message)
        if tally.lines >= LINES:
            break
    print(f"{name}: {tally}")
    assert not tally.broken, "\n".join(tally.broken[:20])
    assert tally.answerable > tally.lines / 4 and tally.offered > tally.lines / 4
    assert tally.without <= WITHOUT * tally.answerable, "\n".join((str(tally), *tally.unanswered[:20]))


@pytest.mark.parametrize("name", sorted(SYSTEMS))
@pytest.mark.long
def test_a_message_of_a_hundred_bad_lines_is_judged_quickly(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What suggestions may cost is limited for a message and for each line of it."""
    system, chance = SYSTEMS[name], Random(f"bad lines {name}")
    judged, most, judge = list[str](), 0, checking.Position.judge

    def counted(self: Any, line: str, moment: Any) -> list[checking.Verdict]:
        judged.append(line)
        return judge(self, line, moment)

    monkeypatch.setattr(checking.Position, "judge", counted)
    for state, side in islice(positions(system), share(20, 2)):
        lines = [message.text for _ in range(9) for message in mistyped(system, state, side, chance)]
        judged.clear()
        checking.check(system, state, side, "\n".join(lines))
        most = max(most, len(judged))
    assert 10 < most <= MOST_JUDGED


@pytest.mark.parametrize("name", sorted(SYSTEMS))
@pytest.mark.long
def test_what_the_keyboard_suggests_can_be_typed_next(name: str, tmp_path: Path) -> None:
    """The keyboard takes what is valid of a line, so what it suggests is the rest of it."""
    chance, offered = Random(f"keyboard {name}"), 0
    for scenario in shipped(SYSTEMS[name])[: share(8, 1)]:
        with closing(Table(tmp_path / f"{scenario}.db", chance.randbytes)) as table:
            game = table.open(scenario, "", NOW)
            for side in game.sides:
                table.seat(game.id, side, "ann", NOW)
            seat = HotSeat(table, game.id, tmp_path / "maps", Screen(), "")
            seat.draw = lambda *_: True  # type: ignore[method-assign]
            offered += sum(typed_next(seat, chance) for _ in range(share(20, 8)))
    assert offered > 5


def typed_next(seat: HotSeat, chance: Random) -> int:
    """Some mistyped chains at the keyboard, each suggestion typed after them; then the phase is ended."""
    offered, side = 0, seat.side
    if not side:
        return 0
    ideas, shown = list(seat.table.ideas(seat.key, side)), list[checking.Verdict]()
    seat.screen.verdicts = lambda verdicts: shown.extend(verdicts)  # type: ignore[method-assign]
    for _ in range(6 if ideas else 0):
        text = f"{chance.choice(ideas)}; {mutated(chance.choice(ideas), ideas, ideas, chance)}"
        shown.clear()
        seat.table.write(seat.key, side, "", NOW)
        if seat.order(text) or seat.side != side:
            return offered
        draft, own = seat.table.draft(seat.key, side), {v.echo for v in shown}
        for line in {line for verdict in shown for problem in verdict.problems for line in problem.suggestions}:
            seat.table.write(seat.key, side, draft, NOW)
            shown.clear()
            assert seat.order(line), f"{text!r}, then {line!r}: {shown}"
            assert not any(v.warning and v.echo not in own for v in shown), f"{text!r}, then {line!r}: {shown}"
            offered += 1
    seat.table.write(seat.key, side, "", NOW)
    seat.line("done")
    seat.line("y")
    return offered


@pytest.mark.parametrize("name", sorted(SYSTEMS))
@pytest.mark.long
def test_a_unit_alone_is_one_complaint(name: str) -> None:
    """Whether it is one's own, another side's or out of play."""
    system = SYSTEMS[name]
    for state, side in islice(positions(system), share(30, 3)):
        for unit in system.vocabulary(system.view(state, side), side).units:
            (verdict,) = checking.check(system, state, side, unit)
            assert len(verdict.problems) == 1, verdict.problems


@pytest.mark.parametrize("name", sorted(SYSTEMS))
@pytest.mark.long
def test_verbs_are_listed_in_every_phase(name: str) -> None:
    system = SYSTEMS[name]
    for state, side in islice(positions(system), share(30, 3)):
        units = system.vocabulary(system.view(state, side), side).units
        for text in ("xqzw", "xqzw now", *(f"{unit} xqzw" for unit in units)):
            says = [
                problem.message for verdict in checking.check(system, state, side, text) for problem in verdict.problems
            ]
            assert says and not any("the orders are none" in said for said in says)
