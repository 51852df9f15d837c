"""Orders that belong to other phases and scenarios of the same system: they are answered, wherever they are written."""

from itertools import islice
from random import Random

import pytest

from engine import checking
from engine.language import write
from engine.systems import SYSTEMS
from tests.conformance.test_suggestions import positions
from tests.support.sampling import share

HEADS = ("", "done\n", "if {unit} gone: ", "{other}\n", "{other}\ndone\n", "standing all fire never\n")
"""What stands above an order, or before it: ``other`` is a legal one."""


@pytest.mark.parametrize("name", sorted(SYSTEMS))
@pytest.mark.long
def test_no_order_of_another_game_raises(name: str) -> None:
    system, chance, tried = SYSTEMS[name], Random(f"others {name}"), 0
    foreign = dict[str, list[str]]()
    for state, side in islice(positions(system), 0, share(40, 60), share(1, 5)):
        vocabulary = system.vocabulary(system.view(state, side), side)
        own = [write(idea, vocabulary) for idea in system.ideas(system.view(state, side), side)]
        units = sorted(vocabulary.mine)
        for line in own:
            foreign.setdefault(" ".join(word for word in line.split() if word.isalpha() and word.islower()), []).append(
                line
            )
        for lines in foreign.values():
            line = chance.choice(lines[-40:])
            first, _, rest = line.partition(" ")
            if units and first not in vocabulary.units and first[:1].isupper():
                line = f"{chance.choice(units)} {rest}"
            head = chance.choice(HEADS).format(unit=chance.choice(units or ["X"]), other=chance.choice(own or ["done"]))
            verdicts = checking.check(system, state, side, f"{head}{line}")
            assert verdicts
            tried += 1
    assert tried > 50
