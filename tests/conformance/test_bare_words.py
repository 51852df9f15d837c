"""A command word alone, without what belongs to it: one complaint, with the form of the order and an example; and the
same below or behind any unit, in play or not."""

from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from engine import checking
from engine.contract import offers
from engine.language import read
from engine.language.grammar import grammar
from engine.play import order_kinds
from engine.systems import SYSTEMS
from tests.conformance.test_suggestions import positions
from tests.support.sampling import share


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_a_command_word_alone_is_one_complaint(name: str) -> None:
    system, shown = SYSTEMS[name], 0
    for state, side in islice(positions(system), share(10, 2)):
        vocabulary = system.vocabulary(system.view(state, side), side)
        for word in grammar(order_kinds(system)).verbs:
            (verdict,) = checking.check(system, state, side, word)
            assert len(verdict.problems) <= 1, (word, verdict.problems)
            if verdict.line.order is None and verdict.kind:
                _, given, example = verdict.problems[0].message.partition(", as in ")
                if not given:  # an order of which this game has no example now
                    assert any(said in verdict.problems[0].message for said in ("rite ", " needs ")), word
                    continue
                (parsed, *more) = read(example.partition("; ")[0], order_kinds(system), vocabulary)
                fits = parsed.order or (parsed.kind and not offers(system, "sample_orders"))  # the rulebook's example
                assert fits and not more, (word, verdict.problems[0].message)
                shown += 1
    assert shown >= share(8, 4)


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_command_words_alone_of_units_out_of_play_are_refused(name: str) -> None:
    system, chance = SYSTEMS[name], Random(name)
    kinds, read_lines = order_kinds(system), 0
    verbs = sorted(grammar(kinds).verbs)
    for state, side in islice(positions(system), share(20, 1)):
        vocabulary = system.vocabulary(system.view(state, side), side)
        ids = list(vocabulary.units)
        gone = frozenset(chance.sample(ids, len(ids) // 2))
        for unit in chance.sample(ids, min(len(ids), 6)):
            for verb in verbs:
                text = chance.choice((f"{unit} {verb}", f"{unit} {chance.choice(verbs)}; {verb}"))
                for line in read(text, kinds, replace(vocabulary, gone=gone)):
                    assert line.order or any(one.code != "unit-gone" for one in line.objections), text
                    read_lines += 1
    assert read_lines > share(40, 10) or not ids  # of some systems no unit has a name
