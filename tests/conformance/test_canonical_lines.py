"""Lines read the short way are read as the long way reads them: orders of random games, and the same damaged."""

from collections.abc import Iterator
from random import Random

import pytest

from engine.contract import Vocabulary, replace
from engine.language.canonical_lines import read_canonical
from engine.language.grammar import Grammar, grammar
from engine.language.names import NameLookup
from engine.language.read import _Row
from engine.language.write import write
from engine.play import order_kinds
from engine.systems import SYSTEMS
from tests.conformance.every_game import MESSAGES
from tests.support import random_games
from tests.support.sampling import share

DAMAGED = share(12, 3)
"""Damaged versions of each line."""
LEAST_SHORT = {"miniwars": 0.6, "forumini": 0.6, "acw": 0.8, "zones": 0.8, "baker": 0.8}
"""Of the undamaged lines of a game, how many are to be read the short way."""
NOISE = (".", ",", "-", ">", ";", "1", "0", "12", "12.5,8", "NE", "all", "at", "to", "with", "C1.2", '"', "(", "#", " ")


@pytest.mark.parametrize("stem", random_games.scenarios_tried())
def test_the_short_way_reads_as_the_long_way(stem: str) -> None:
    system = SYSTEMS[random_games.written(stem).system]
    chance, tried, short = Random(stem), 0, 0
    for step in random_games.walked(system, stem, share(5, 3), MESSAGES):
        seen = system.view(step.before, step.side)
        vocabulary = system.vocabulary(seen, step.side)
        plan = grammar(order_kinds(system), vocabulary.models.verb_letters)
        ideas = [write(order, vocabulary) for order in list(system.ideas(seen, step.side))[:60]]
        for row in [*step.text.splitlines(), *chance.sample(ideas, min(len(ideas), 6))]:
            tried += 1
            short += is_read_alike(row, plan, vocabulary)
            for damaged in damages(row, chance):
                is_read_alike(damaged, plan, vocabulary)
    print(stem, short, tried)
    assert tried > 20 and short >= LEAST_SHORT.get(system.NAME, 0) * tried, (short, tried)


def is_read_alike(row: str, plan: Grammar, vocabulary: Vocabulary) -> bool:
    """Whether the line is read the short way; fails if it is read otherwise than the long way, or said to be written as
    it is not.
    """
    if not row or (found := read_canonical(1, row, plan, vocabulary)) is None:
        return False
    assert [replace(line, written="") for line in found] == _Row(1, row, plan, NameLookup(vocabulary)).read(), row
    for line in found:
        assert line.order
        assert line.written in ("", write(line.order, vocabulary)), row
    return True


def damages(row: str, chance: Random) -> Iterator[str]:
    for _ in range(DAMAGED):
        words = row.split(" ")
        at = chance.randrange(len(words))
        match chance.randrange(6):
            case 0:
                words[at] = chance.choice(NOISE)
            case 1:
                words.insert(at, chance.choice((*NOISE, *words)))
            case 2:
                words.pop(at)
            case 3:
                words[at] = words[at].upper() if chance.random() < 0.5 else words[at].casefold()
            case 4:
                other = chance.randrange(len(words))
                words[at], words[other] = words[other], words[at]
            case _:
                cut = chance.randrange(len(words[at]) + 1)
                words[at] = words[at][:cut] + chance.choice(NOISE) + words[at][cut:]
        yield " ".join(words)
