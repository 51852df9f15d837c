"""Benchmarks of positions, scenarios and dice."""

import hashlib
import hmac
import json
from collections.abc import Iterator

import yaml

from engine.contract import decode, encode, replace
from engine.dice.sealed import Lock, SealedDice
from engine.scenarios import reader
from engine.systems.miniwars.state.position import State
from maps.geometry.hexes import Board

from .positions import midgame, scenario
from .timing import Figure, at_most, many, rounds


def figures() -> Iterator[Figure]:
    yield from positions()
    yield from files()
    yield from dice()


def positions() -> Iterator[Figure]:
    """Encode, decode and copy a position, without its board, which never changes during a game."""
    state, _ = midgame(0)
    state = replace(state, board=Board(0, 0, {}))
    text = encode(state)
    unit = state.units["W01"]

    def encode_and_decode() -> None:
        decode(encode(state), State)

    def copy_changed() -> None:
        replace(state, units={**state.units, "W01": replace(unit, at="0101")})

    timed = rounds(
        {
            "floor": many(lambda: json.loads(text), 20),
            "both": many(encode_and_decode, 20),
            "copy": many(copy_changed, 20),
        },
        "floor",
    )
    of = f"json.loads of its {len(text) / 1000:.1f} kB"
    yield at_most("R6", "state without its board: encode and decode (20 times)", timed["both"], 0.5, of)
    yield at_most("R6", "state: copy with one unit changed (20 times)", timed["copy"], 0.02, of)


def files() -> Iterator[Figure]:
    text = scenario()
    timed = rounds({"floor": lambda: yaml.load(text, yaml.CSafeLoader), "load": lambda: reader.read(text)}, "floor")
    yield at_most(
        "R7", "scenario: text to Scenario, checked", timed["load"], 1.2, f"bare CSafeLoader ({timed['floor'].ms})"
    )


def dice() -> Iterator[Figure]:
    secret = bytes(32)
    sealed = SealedDice(secret, Lock("game", 1, "1 b-movement", {}, "", hashlib.sha256(secret).hexdigest()))
    timed = rounds(
        {
            "floor": many(lambda: hmac.digest(secret, b"W1 attacks M1|d6|1|0", "sha256"), 1000),
            "die": many(lambda: sealed.roll("W1 attacks M1", 1, 2, 6), 1000),
        },
        "floor",
    )
    yield at_most("R9", "dice: verifiable 2d6 (1000 times)", timed["die"], 1.5, "hmac.digest")
