"""Orders that are kept although no dice can make them legal: the draft waits for its writer, as for refused lines."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from engine.errors import AskAgain
from engine.table import OrdersReply, Table
from tests.support.sampling import share
from tests.support.table_games import play
from tests.support.toy_system import NOW


def hopeless_drafts(table: Table, key: str, chance: Random) -> Iterator[tuple[str, OrdersReply]]:
    """Side and answer: a draft of two orders to one unit, both kept, the second of which it can never carry out."""
    phase = table.game(key).phase
    for side in phase.sides[:1] if phase else ():
        own = table.own_units(key, side)
        ideas = [line for line in table.ideas(key, side) if line.split()[0] in own]
        chance.shuffle(ideas)
        pairs = ((one, two) for one in ideas[:12] for two in ideas if two != one and two.split()[0] == one.split()[0])
        for one, two in islice(pairs, 60):
            reply = table.check(key, side, f"{one}\n{two}")
            if all(verdict.accepted for verdict in reply.verdicts) and reply.verdicts[-1].hopeless:
                table.write(key, side, f"{one}\n{two}", NOW)
                yield side, reply


def test_a_draft_waits_for_the_writer_of_a_hopeless_line() -> None:
    """``X3 move 0808`` and ``X3 overwatch 0801``: said again, the first runs, and the second is refused in the open."""
    chance, waited = Random(1), 0
    for table, key in play("meeting-engagement", 1, share(40, 30)):
        for side, reply in islice(hopeless_drafts(table, key, chance), 1):
            before, warning = len(table.news(key)), reply.verdicts[-1].warning
            with pytest.raises(AskAgain) as asked:
                table.commit(key, side, NOW)
            said = str(asked.value)
            assert said.startswith(f"Line 2 will be refused, whatever the dice show: {warning}"), said
            assert said.endswith("Nothing has run. Correct it, or go on without it."), said
            assert len(table.news(key)) == before and table.draft(key, side)
            table.commit(key, side, NOW, sure=asked.value.token)
            assert len(table.news(key)) > before and not table.draft(key, side)
            waited += 1
    assert waited >= 2
