"""Dice expressions mean what they mean in the library d20, where the same faces fall."""

from collections.abc import Iterator
from random import Random

import pytest

from engine.dice.expression import rolled
from engine.dice.expression_problems import RollFault
from tests.support.sampling import share

from .d20_peer import BITS, ForcedDice, Peer
from .expression_writer import ExpressionWriter

LIMITS = ("more than 1,000 dice", "too large", "brackets or signs", "characters long", "divided by zero")


@pytest.fixture(scope="module")
def d20() -> Iterator[Peer]:
    peer = Peer()
    yield peer
    peer.close()


def numbers_of(chance: Random) -> list[int]:
    return [chance.randrange(1 << BITS) for _ in range(1500)]


def ours(text: str, numbers: list[int]) -> tuple[int | float | None, int | None, str]:
    """The exact and the whole total, and the comment; no total and why, if it is refused."""
    try:
        ((request, ((done,),)),) = rolled(text, ForcedDice(numbers))
    except RollFault as fault:
        return None, None, str(fault)
    return done.value.total, done.total, request.comment


def test_random_expressions_come_to_the_same(d20: Peer) -> None:
    chance, compared, refused = Random("the same total"), 0, 0
    for _ in range(share(8_000, 2_000)):
        writer = ExpressionWriter(chance)
        text, numbers = writer.expression() + writer.comment(), numbers_of(chance)
        theirs, (total, whole, said) = d20.roll(text, numbers, comments=True), ours(text, numbers)
        assert "syntax" not in theirs, text
        if total is None or "fault" in theirs:
            assert any(limit in said for limit in LIMITS), (text, theirs, said)
            assert "fault" in theirs or "divided" not in said, (text, theirs, said)
            refused += 1
        else:
            assert (total, whole, said) == (theirs["total"], theirs["whole"], theirs["comment"]), (text, numbers[:9])
            compared += 1
    assert compared > 2 * refused


def test_advantage_is_the_same(d20: Peer) -> None:
    chance = Random("advantage")
    for _ in range(share(2000, 300)):
        operator = ExpressionWriter(chance).operator(["ro", "mi", "ma", "k", "p", "e"])
        behind = chance.choice(["", " + 2", " + 2d4", " * 3 - 1"])
        for word, advantage in (("adv", 1), ("dis", -1)):
            numbers = numbers_of(chance)
            theirs = d20.roll(f"1d20{operator}{behind}", numbers, advantage=advantage)
            if "fault" in theirs:
                assert ours(f"1d20{operator} {word}{behind}", numbers)[0] is None
                continue
            at_the_end = [] if "d4" in behind else [f"1d20{operator}{behind} {word}"]
            for text in (f"1d20{operator} {word}{behind}", *at_the_end):
                assert ours(text, numbers)[0] == theirs["total"], text
