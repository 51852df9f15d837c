"""All dice of an order by the plainest way there is, every face of every die: what stated chances are compared with."""

import contextlib
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from engine import play
from engine.contract import Event, Order, System, Turn
from tests.support.random_games import Falling

State = Any


class Way(NamedTuple):
    """One way in which dice can fall: its share, what happened, and the position after it."""

    share: Fraction
    events: list[Event]
    state: State


class _Path:
    """A contract.Dice that follows faces given before, and asks for more where they end."""

    def __init__(self, faces: tuple[tuple[int, ...], ...]) -> None:
        self.faces, self.at, self.asked = faces, 0, (0, 0)

    def roll(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        if self.at == len(self.faces):
            self.asked = count, sides
            raise _MoreDice
        self.at += 1
        return self.faces[self.at - 1]


class _MoreDice(Exception):
    pass


class _Stopped(Exception):
    pass


def _turn(system: System[State], state: State, dice: Any, until: tuple[type[Event], ...]) -> Turn[State]:
    class Watched(Turn[State]):
        def happens(self, event: Event) -> None:
            super().happens(event)
            if isinstance(event, until):
                raise _Stopped

    return Watched(state, dice, system.apply)


def every_way(system: System[State], state: State, side: str, order: Order, *until: type[Event]) -> Iterator[Way]:
    """Every face of every die of an order, all equally likely; ``until``: no further than such an event."""
    paths: list[tuple[tuple[tuple[int, ...], ...], Fraction]] = [((), Fraction(1))]
    while paths:
        faces, share = paths.pop()
        dice = _Path(faces)
        turn = _turn(system, state, dice, until)
        try:
            with contextlib.suppress(_Stopped):
                play.carry_out(system, turn, side, order)
            yield Way(share, turn.events, turn.state)
        except _MoreDice:
            count, sides = dice.asked
            each = share / sides**count
            paths += [((*faces, one), each) for one in product(range(1, sides + 1), repeat=count)]


def sampled_ways(system: System[State], state: State, side: str, order: Order, number: int) -> list[Way]:
    """So many ways in which the dice of an order fell, from seeds."""
    return sampled(system, state, lambda turn: play.carry_out(system, turn, side, order), number)


def sampled(system: System[State], state: State, act: Callable[[Turn[State]], None], number: int) -> list[Way]:
    """The same of a part of the rules."""
    ways = list[Way]()
    for seed in range(number):
        turn = Turn(state, Falling("chances", seed), system.apply)
        act(turn)
        ways.append(Way(Fraction(1, number), turn.events, turn.state))
    return ways
