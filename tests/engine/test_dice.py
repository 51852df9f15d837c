"""Sealed dice fall evenly, depend on nothing but their lock and name, and never change."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract import canonical
from engine.dice.sealed import Lock, SealedDice, lock_digest, promise

SECRET = bytes(range(32))
LOCK = Lock("raid-1", 3, "2 b-movement", {"rompot": "ab" * 32}, "cd" * 32, promise(SECRET), "1042")


def described_faces(key: bytes, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
    """The faces by the letter of the description, without any of the short cuts."""
    width = 1
    while 256**width < sides:
        width += 1
    faces, block = list[int](), 0
    while len(faces) < count:
        stream = hmac.new(key, f"{why}|d{sides}|{nth}|{block}".encode(), hashlib.sha256).digest()
        while len(stream) >= width:
            number, stream = int.from_bytes(stream[:width], "big"), stream[width:]
            if number < 256**width // sides * sides:
                faces.append(number % sides + 1)
        block += 1
    return tuple(faces[:count])


def test_the_lock_is_canonical_json() -> None:
    assert canonical(LOCK) == (
        b'{"beacon":null,"game":"raid-1","lock":3,"nonce":"1042","orders":{"rompot":"'
        + b"ab" * 32
        + b'"},"phase":"2 b-movement","previous":"'
        + b"cd" * 32
        + b'","promise":"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd","v":"fieldpost-dice/1"}'
    )
    assert lock_digest(LOCK) == hashlib.sha256(canonical(LOCK)).hexdigest()


def test_known_throws_never_change() -> None:
    dice = SealedDice(SECRET, LOCK)
    assert dice.roll("W1 attacks M1", 1, 2, 6) == (6, 2)
    assert dice.roll("W1 attacks M1", 2, 2, 6) == (4, 1)
    assert dice.roll("initiative", 1, 5, 6) == (5, 5, 4, 1, 3)
    assert dice.roll("initiative", 1, 3, 20) == (15, 6, 13)
    assert dice.roll("d100", 1, 2, 1000) == (298, 827)


SIDES = (1, 2, 6, 20, 100, 200, 255, 256, 257, 1000, 65536, 65537, 2**40)


@given(st.text(), st.integers(1, 9), st.integers(1, 70), st.sampled_from(SIDES))
def test_faces_are_those_of_the_description(why: str, nth: int, count: int, sides: int) -> None:
    try:
        why.encode()
    except UnicodeEncodeError:
        why = "half a character"
    key = hmac.digest(SECRET, hashlib.sha256(canonical(LOCK)).digest(), "sha256")
    assert SealedDice(SECRET, LOCK).roll(why, nth, count, sides) == described_faces(key, why, nth, count, sides)


def test_bytes_too_high_are_passed_over() -> None:
    """With 200 sides, 56 of 256 bytes are; were they not, low faces would fall twice as often."""
    key = hmac.digest(SECRET, hashlib.sha256(canonical(LOCK)).digest(), "sha256")
    stream = b"".join(hmac.digest(key, f"many|d200|1|{block}".encode(), "sha256") for block in range(20))
    assert any(b >= 200 for b in stream)
    kept = [b + 1 for b in stream if b < 200]
    assert list(SealedDice(SECRET, LOCK).roll("many", 1, 400, 200)) == kept[:400]


@pytest.mark.parametrize(("sides", "limit"), [(6, 20.5), (20, 43.8), (200, 267.0), (300, 382.0)])
def test_every_face_is_equally_likely(sides: int, limit: int) -> None:
    """Chi-square over 60,000 faces; ``limit`` is its 0.1 % point.

    A biased way (any byte modulo 200) is far above it.
    """
    dice = SealedDice(SECRET, LOCK)
    fallen = Counter(face for n in range(6000) for face in dice.roll("fair", n, 10, sides))
    assert _chi(fallen, sides) < limit
    biased = Counter(face % 256 % 200 + 1 for face in range(60000))
    assert _chi(biased, 200) > 267


def _chi(fallen: Mapping[int, int], sides: int) -> float:
    expected = sum(fallen.values()) / sides
    return sum((fallen[face] - expected) ** 2 / expected for face in range(1, sides + 1))


def test_the_order_of_rolls_does_not_matter() -> None:
    names = [("a hits b", 1), ("a hits b", 2), ("c fires", 1)]
    thrown = []
    for order in permutations(names):
        dice = SealedDice(SECRET, LOCK)
        fell = {name: dice.roll(*name, 2, 6) for name in order}
        thrown.append([fell[name] for name in names])
    assert all(one == other for one, other in pairwise(thrown))


def test_names_are_told_apart() -> None:
    dice = SealedDice(SECRET, LOCK)
    assert dice.roll("a|d6|1", 1, 8, 6) != dice.roll("a", 1, 8, 6)
    assert dice.roll("a", 1, 8, 6) != dice.roll("a", 2, 8, 6)
    assert dice.roll("a", 11, 8, 6) != dice.roll("a", 1, 8, 6)


def test_every_part_of_the_lock_changes_the_dice() -> None:
    locks = [
        LOCK,
        Lock("raid-2", 3, "2 b-movement", LOCK.orders, LOCK.previous, LOCK.promise, "1042"),
        Lock("raid-1", 3, "2 b-movement", LOCK.orders, LOCK.previous, LOCK.promise, "1043"),
        Lock("raid-1", 3, "2 b-movement", {"rompot": "ac" * 32}, LOCK.previous, LOCK.promise, "1042"),
    ]
    assert len({SealedDice(SECRET, lock).roll("x", 1, 20, 6) for lock in locks}) == len(locks)
    assert SealedDice(SECRET, LOCK).roll("x", 1, 20, 6) != SealedDice(bytes(32), LOCK).roll("x", 1, 20, 6)
    assert SealedDice(SECRET, LOCK).roll("x", 1, 20, 6) != SealedDice(SECRET, LOCK, b"beacon").roll("x", 1, 20, 6)


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (1, 0), (1, -6), (-1, 6), (0, 1000), (1, 256**32 + 1)])
def test_dice_that_cannot_be(count: int, sides: int) -> None:
    with pytest.raises(ValueError):
        SealedDice(SECRET, LOCK).roll("x", 1, count, sides)
