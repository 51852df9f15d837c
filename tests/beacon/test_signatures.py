"""Signatures of the beacon: real rounds are genuine, everything else is not, and two libraries agree."""

from random import Random

import pytest

from engine.beacon import signature
from engine.beacon.chain import MARGIN, QUICKNET, NotGenuine, message
from tests.support.sampling import share

from .relay import RANDOMNESS, RECORDED, own_chain, sign

pytest.importorskip("py_arkworks_bls12381", reason="py-arkworks-bls12381 (extra beacon) is not installed")


@pytest.mark.parametrize("number", RECORDED)
def test_real_rounds_are_genuine_and_give_their_randomness(number: int) -> None:
    assert QUICKNET.randomness(number, RECORDED[number]).hex() == RANDOMNESS[number]


@pytest.mark.parametrize("number", RECORDED)
def test_a_signature_of_another_round_is_not_genuine(number: int) -> None:
    for other in {*RECORDED} - {number}:
        with pytest.raises(NotGenuine, match=f"not the signature of round {number}"):
            QUICKNET.randomness(number, RECORDED[other])


def test_no_changed_byte_is_genuine() -> None:
    chance, signed = Random(1), bytes.fromhex(RECORDED[42])
    for at in range(len(signed)):
        changed = bytearray(signed)
        changed[at] ^= 1 << chance.randrange(8)
        with pytest.raises(NotGenuine):
            QUICKNET.randomness(42, changed.hex())


@pytest.mark.parametrize("text", ["", "00", "zz" * 48, RECORDED[42].upper(), RECORDED[42] + "00", "c0" + "00" * 47])
def test_what_is_no_signature_is_refused(text: str) -> None:
    with pytest.raises(NotGenuine):
        QUICKNET.randomness(42, text)


def test_rounds_of_another_chain_are_not_genuine() -> None:
    assert own_chain().randomness(42, sign(42))
    with pytest.raises(NotGenuine):
        QUICKNET.randomness(42, sign(42))
    with pytest.raises(NotGenuine):
        own_chain().randomness(42, RECORDED[42])


@pytest.mark.long
def test_both_libraries_agree() -> None:
    pytest.importorskip("py_ecc", reason="py_ecc (extra beacon) is not installed")
    key, good = bytes.fromhex(QUICKNET.key), bytes.fromhex(RECORDED[42])
    turned = bytes([good[0] ^ 0x20, *good[1:]])
    nothing = bytes([0xC0]) + bytes(47)
    found = [
        (signature.by_arkworks(message(number), signed, key), signature.by_py_ecc(message(number), signed, key))
        for number, signed in share([(42, good), (43, good), (42, turned), (42, nothing)], [(42, good), (42, turned)])
    ]
    assert found == [(True, True)] + (len(found) - 1) * [(False, False)]


def test_the_next_round_is_the_first_that_is_out_late_enough() -> None:
    chance = Random(2)
    for _ in range(2000):
        now = QUICKNET.genesis + chance.uniform(-100, 10**8)
        number = QUICKNET.next_round(now)
        assert number >= 1 and QUICKNET.published_at(number) >= now + MARGIN
        assert number == 1 or QUICKNET.published_at(number - 1) < now + MARGIN


def test_rounds_are_published_at_their_times() -> None:
    """The time of a round as its chain states it: floor((t - genesis) / period) + 1 is the round of time t."""
    for number in (1, 2, 42, 10**8):
        at = QUICKNET.published_at(number)
        assert (at - QUICKNET.genesis) // QUICKNET.period + 1 == number
