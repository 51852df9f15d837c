"""A command word with one slip of the finger in a legal order: the first suggestion is the order that was meant."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from random import Random
from string import ascii_lowercase
from typing import Any, NamedTuple

import pytest

from engine import checking
from engine.contract import Commit, Done, Order, System, offers
from engine.language import write
from engine.language.grammar import grammar
from engine.language.words import STAYING
from engine.opposite_words import ATTACKS, GOING, OPPOSITES
from engine.play import order_kinds
from engine.systems import SYSTEMS
from engine.verdict import Verdict
from tests.conformance.test_suggestions import positions
from tests.support.sampling import share

AS_NEAR = 0.02
"""The largest share of slips after which another word is as near as the one that was meant (``E`` for SE or NE), or
nothing is left of it to go by (``t`` for to).
"""


class Slip(NamedTuple):
    """``line``: a legal ``order`` with a word misspelt."""

    line: str
    order: Order


def slips_of(word: str, chance: Random) -> Iterator[str]:
    """Two letters swapped, one missing, one doubled, one wrong."""
    at, letter = chance.randrange(len(word)), chance.choice(ascii_lowercase)
    pair = chance.randrange(len(word) - 1)
    yield word[:pair] + word[pair + 1] + word[pair] + word[pair + 2 :]
    yield word[:at] + word[at + 1 :]
    yield word[:at] + word[at] + word[at:]
    yield word[:at] + letter + word[at + 1 :]


def command_words(system: Any, vocabulary: Any) -> set[str]:
    plan = grammar(order_kinds(system))
    words = set(plan.verbs)
    for sentence in plan.sentences:
        words |= {word for slot in sentence.slots for word in (*slot.leads, *slot.choices)}
    answers = (word for said in vocabulary.policies.values() for word in said)
    return {word.casefold() for word in (*words, *vocabulary.policies, *answers) if len(word) > 1}


def legal_orders(system: Any, state: Any, side: str, chance: Random) -> Iterator[tuple[str, Order]]:
    """One legal order of each kind."""
    seen = system.view(state, side)
    vocabulary, found = system.vocabulary(seen, side), dict[type[Order], list[tuple[str, Order]]]()
    samples = system.sample_orders(seen, side) if offers(system, "sample_orders") else ()
    for line in dict.fromkeys(write(order, vocabulary) for order in chain(system.ideas(seen, side), samples)):
        (verdict, *more) = checking.check(system, state, side, line)
        if verdict.accepted and not more and verdict.line.order:
            found.setdefault(type(verdict.line.order), []).append((line, verdict.line.order))
    yield from (chance.choice(every) for every in found.values())


def slips(system: Any, state: Any, side: str, chance: Random) -> Iterator[Slip]:
    known = command_words(system, system.vocabulary(system.view(state, side), side))
    for line, order in legal_orders(system, state, side, chance):
        words = line.split(" ")
        for at, word in enumerate(words):
            if word.casefold() in known and not (at == 0 and word.isupper()):
                for said in slips_of(word, chance):
                    yield Slip(" ".join([*words[:at], said, *words[at + 1 :]]), order)


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_the_first_suggestion_is_the_order_that_was_meant(name: str) -> None:
    system, chance, tried, missed = SYSTEMS[name], Random(f"slips {name}"), 0, list[str]()
    for state, side in islice(positions(system), share(30, 6)):
        for slip in slips(system, state, side, chance):
            verdicts = checking.check(system, state, side, slip.line)
            problems = [problem for verdict in verdicts for problem in verdict.problems]
            if not problems:
                continue  # another word
            offered = [line for problem in problems for line in problem.suggestions]
            if slip.order.DISCARDS or isinstance(slip.order, (Done, Commit)):
                assert not any(line in ("done", "commit") for line in offered)
                meant = problems[0].message.partition("did you mean ")[2]
                good = str(slip.order.__struct_config__.tag) in meant
            else:
                first = checking.check(system, state, side, offered[0]) if offered else ()
                good = [verdict.line.order for verdict in first] == [slip.order]
            tried += 1
            missed += [] if good else [f"{slip.line!r} -> {offered[:2]}: {problems[0].message}"]
    assert tried > share(100, 50)
    assert len(missed) <= AS_NEAR * tried, f"{len(missed)} of {tried}:\n" + "\n".join(missed[:20])


def orders_in_games(system: System[Any], chance: Random) -> Iterator[tuple[Any, str, str, Order]]:
    """State, side, line and order of legal orders at some moments of random games."""
    for state, side in islice(positions(system), share(30, 6)):
        for line, order in legal_orders(system, state, side, chance):
            yield state, side, line, order


def offered_for(verdicts: Iterable[Verdict]) -> list[str]:
    """The lines that are offered in place of refused orders."""
    return [told for verdict in verdicts for problem in verdict.problems for told in problem.suggestions]


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_a_done_on_the_same_line_changes_nothing_of_the_order_before_it(name: str) -> None:
    """``choose b. done`` is never answered with ``choose a``."""
    system, offered = SYSTEMS[name], 0
    for state, side, line, order in orders_in_games(system, Random(f"done behind {name}")):
        if order.DISCARDS or isinstance(order, (Done, Commit)):
            continue
        for behind in (" done", ". done", ", done", "! Done.", " (done)"):
            for told in offered_for(checking.check(system, state, side, line + behind)):
                (first, *more) = checking.check(system, state, side, told)
                assert first.line.order == order and not more, (line + behind, told)
                offered += 1
    assert offered > 20


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_nothing_is_offered_in_place_of_an_order_that_is_denied(name: str) -> None:
    """``C1 don't shoot R1`` is never answered with ``C1 shoot R1``, nor is ``not done`` with anything."""
    system, chance, tried = SYSTEMS[name], Random(f"denied {name}"), 0
    denials = ("not", "don't", "do not", "Don’t", "won't", "cant", "(not)", "don't,", "not:")
    for state, side, line, _ in orders_in_games(system, chance):
        words = line.split(" ")
        at = chance.randrange(min(2, len(words)))
        denied = " ".join([*words[:at], chance.choice(denials), *words[at:]])
        for verdict in checking.check(system, state, side, denied):
            offered = offered_for([verdict])
            asked = [problem.message for problem in verdict.problems if "did you mean" in problem.message]
            text = isinstance(verdict.line.order, Order) and verdict.accepted
            assert text or (verdict.problems and not offered and not asked), (denied, offered, asked)
            tried += 1
    assert tried > share(20, 10)


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_nothing_is_offered_for_a_line_in_which_another_order_is_denied(name: str) -> None:
    """``B1 hunkr; B2 don't hunker`` is never answered with ``B1 hunker; B2 hunker``."""
    system, tried = SYSTEMS[name], 0
    for state, side, line, _ in orders_in_games(system, Random(f"denied beside {name}")):
        first, *words = line.split(" ")
        if not words or '"' in line:
            continue
        verb, *rest = words
        denied = f"{' '.join([first, verb + verb[-1], *rest])}; {' '.join([first, 'not', *words])}"
        assert not offered_for(checking.check(system, state, side, denied)), denied
        tried += 1
    assert tried > share(20, 10)


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_orders_of_two_units_without_a_semicolon_are_taken_apart(name: str) -> None:
    """``RE move 0403, SP move 0406`` never sends one of them where the other was to go, and leaves out neither."""
    system, chance, tried, apart = SYSTEMS[name], Random(f"two of {name}"), 0, 0
    for state, side in islice(positions(system), share(60, 8)):
        legal = [(line, order) for line, order in legal_orders(system, state, side, chance) if ordered(order)]
        for one, other in ((one, other) for one in legal[:6] for other in legal[-6:]):
            both = checking.check(system, state, side, f"{one[0]}; {other[0]}")
            if ordered(one[1]) == ordered(other[1]) or [v.echo for v in both if not v.warning] != [one[0], other[0]]:
                continue
            line = chance.choice((", ", " and ", " then ", ", then ", " ", " & ")).join((one[0], other[0]))
            verdicts = checking.check(system, state, side, line)
            if all(verdict.accepted for verdict in verdicts):
                assert [verdict.echo for verdict in verdicts] == [one[0], other[0]], line
            for told in offered_for(verdicts):
                assert {ordered(one[1]), ordered(other[1])} <= set(re.findall(r"\w+", told)), (line, told)
                assert set(f"{one[0]} {other[0]}".split()) - {"form"} <= set(re.findall(r"[^\s;]+", told)), (line, told)
                apart += told == f"{one[0]}; {other[0]}"
            tried += 1
            either = f"{one[0]} {chance.choice(('or', 'instead of', 'rather than', 'else', 'before'))} {other[0]}"
            for told in offered_for(checking.check(system, state, side, either)):
                echoes = {verdict.echo for verdict in checking.check(system, state, side, told)}
                assert not {one[0], other[0]} <= echoes, (either, told)
    assert apart >= 0.9 * tried and (tried or name == "baker"), (apart, tried)


def ordered(order: Order) -> str:
    """The unit that an order of this phase is for, if it is for one."""
    return "" if order.ANYTIME or order.ENDS else str(getattr(order, "unit", ""))


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_doing_nothing_needs_no_order(name: str) -> None:
    """``C1 wait`` is told so where there is no such order, and is not made a standing order of all units."""
    system, told = SYSTEMS[name], 0
    for state, side in islice(positions(system), share(20, 4)):
        for unit in sorted(system.vocabulary(system.view(state, side), side).mine)[:3]:
            for word in STAYING:
                (verdict,) = checking.check(system, state, side, f"{unit} {word}")
                if verdict.problems and verdict.problems[0].code == "unknown-verb":
                    said = verdict.problems[0]
                    assert "leave the line out" in said.message or "did you mean" in said.message, said
                    assert not any("standing" in line for line in said.suggestions), said
                    told += 1
    assert told or name in ("baker", "miniwars"), "which have no units of their own names, or a word for it"


def answers(name: str, *phrases: str) -> Iterator[tuple[str, str, checking.Verdict, list[set[str]]]]:
    """Each phrase said of units in random positions: unit, line, verdict, and the words of each line offered."""
    system, chance = SYSTEMS[name], Random(f"{phrases[0]} {name}")
    for state, side in islice(positions(system), share(60, 12)):
        units = sorted(system.vocabulary(system.view(state, side), side).mine) or [""]
        for phrase in phrases:
            unit = chance.choice(units)
            line = f"{unit} {phrase}".strip()
            for verdict in checking.check(system, state, side, line):
                yield (
                    unit,
                    line,
                    verdict,
                    [set(re.findall(r"[\w-]+", told.casefold())) for told in offered_for([verdict])],
                )


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_who_would_stay_or_go_away_is_not_sent_elsewhere(name: str) -> None:
    """``RE run away`` is never answered with ``RE move 0704``, beside the enemy."""
    tried = 0
    phrases = ("run away", "fall back", "retreat", "hold", "stay here", "stop", "sell 2")
    for _, line, verdict, said in answers(name, *phrases):
        assert verdict.kind or all((GOING | STAYING) & told for told in said), (line, said)
        tried += verdict.kind is None
    assert tried > 10


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_who_would_go_away_in_many_words_is_not_sent_to_the_enemy(name: str) -> None:
    """Neither ``U1 retreat behind the wood`` nor ``pull back 3 inf Ridge to Harbour`` is answered with a move there."""
    tried = 0
    phrases = ("go back to the road", "pull back 3 from there to here", "move away from them", "back off a bit")
    for _, line, verdict, said in answers(name, *phrases):
        assert verdict.line.order or all(GOING & told for told in said), (line, said)
        tried += not verdict.accepted
    assert tried > 10


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_who_would_go_away_is_not_answered_with_an_attack(name: str) -> None:
    """Whatever the word for it is, and misspelt: ``T2 flee``, ``FM1 retire``, ``retreatt``."""
    tried = 0
    phrases = ("flee", "retire", "retreatt", "withdrw", "fall back to the woods", "retreat from the enemy", "disengage")
    for _, line, verdict, said in answers(name, *phrases):
        assert all(ATTACKS.isdisjoint(told) for told in said), (line, said)
        tried += not verdict.accepted
    assert tried > 10


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_an_order_of_a_unit_is_not_answered_with_one_of_another(name: str) -> None:
    """``MA move 0604``, of a unit that has moved, is not answered with ``RE move 0604``."""
    tried = 0
    for unit, line, _, said in answers(name, "move", "move there and back", "turn about", "attack everybody"):
        assert not unit or all(unit.casefold() in told for told in said), (line, said)
        tried += len(said)
    assert tried > 5 or name == "baker"


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_no_order_is_answered_with_one_that_says_the_opposite(name: str) -> None:
    """``U1 left`` is never answered with ``U1 right``, nor ``standing U1 never`` with ``standing U1 always``."""
    system, chance, tried = SYSTEMS[name], Random(f"turned round {name}"), 0
    for state, side, order, _ in orders_in_games(system, chance):
        for word, other in sorted(OPPOSITES):
            turned = re.sub(rf"\b{word}\b", other, order)
            line = chance.choice((turned, turned[:-1], f"{turned} x"))
            written = set(re.findall(r"\w+", line.casefold()))
            for told in offered_for(checking.check(system, state, side, line)) if turned != order else ():
                said = set(re.findall(r"\w+", told.casefold()))
                assert word not in said - written or other not in written - said, (line, told)
            tried += turned != order
    state, side = next(positions(system))
    words = command_words(system, system.vocabulary(system.view(state, side), side))
    assert tried > share(5, 1) or words.isdisjoint(chain(*OPPOSITES))


@pytest.mark.parametrize("system", [*SYSTEMS.values()], ids=lambda system: system.NAME)
def test_no_line_that_is_proposed_keeps_the_full_stop_of_prose(system: Any) -> None:
    seen = 0
    for state, side in islice(positions(system), share(30, 3)):
        for line in ("Be careful.", "standing everything never!", "We move there, and attack."):
            verdicts = checking.check(system, state, side, line)
            proposed = offered_for(verdicts)
            assert all(told[-1] not in " .,!?;" for told in proposed), proposed
            seen += len(proposed)
    assert seen
