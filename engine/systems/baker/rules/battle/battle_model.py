"""What a battle by itself is made of: sides, stacks of like units, how they stand, the volleys of a round (BK 3.1, 3.2)."""

from functools import lru_cache
from typing import Literal, NamedTuple

from ...tables import AA, TABLES, UNITS, Kind, When, Who

Place = Literal["", "overland", "aboard", "landed"]


class Stack(NamedTuple):
    """Units that nothing tells apart.  ``power`` and ``zone``: places in the scenario's order (BK 4.13).  ``ship``: the stack of the

    transport they are aboard, -1 none.  ``cargo``: what the fixed cargo of a loaded transport is worth (naval battles); ``listed``: its
    place among the loaded ones.
    """

    type: str
    power: int = 0
    place: Place = ""
    zone: int = 0
    flown: int = 0
    ship: int = -1
    cargo: int = 0
    listed: int = 0


class Corner(NamedTuple):
    """One side: its stacks, whole lists of losses and targets (``complete``), and how many land units it keeps (BK 4.15)."""

    stacks: tuple[Stack, ...]
    losses: tuple[str, ...]
    targets: tuple[str, ...]
    keep: int = 0


class Fight(NamedTuple):
    """``guns``: the types that anti-aircraft guns fire at before the first round, in this order (BK 8.1); () without guns."""

    kind: Kind
    attack: Corner
    defend: Corner
    guns: tuple[str, ...] = ()

    def corner(self, side: Who) -> Corner:
        return self.attack if side == "attacker" else self.defend


class BattleLine(NamedTuple):
    """By stack: how many are available, how many are behind the casualty line (BK 3.7), how many have left the battle alive (() none)."""

    up: tuple[int, ...]
    down: tuple[int, ...]
    away: tuple[int, ...] = ()


class StackState(NamedTuple):
    """``later``: after the first round.  ``ashore``: the troops have landed (BK 7.4)."""

    attack: BattleLine
    defend: BattleLine
    later: bool = False
    ashore: bool = False

    def line(self, side: Who) -> BattleLine:
        return self.attack if side == "attacker" else self.defend


class DiceSlot(NamedTuple):
    """A volley of the table ``steps``.  ``before``: before a landing (BK 7.6, 7.7).  ``unload``: the troops land after it.

    ``aim``: the type that anti-aircraft guns fire at (BK 8.1).
    """

    side: Who
    type: str
    losses: When
    before: bool
    unload: bool
    aim: str = ""

    @property
    def foe(self) -> Who:
        return "defender" if self.side == "attacker" else "attacker"

    @property
    def need(self) -> int:
        """BK 2.1, 8.1: it hits on this or less."""
        if self.aim:
            return 1
        return UNITS[self.type].attack if self.side == "attacker" else UNITS[self.type].defence


class Fall(NamedTuple):
    """A loss: which stack of the side that is hit; whether the roller picked it; the stacks, with counts, that go down with it."""

    stack: int
    chosen: bool
    aboard: tuple[tuple[int, int], ...] = ()


# the table of steps
@lru_cache(maxsize=32)
def volleys_of_round(kind: Kind, first: Literal["first", "later"], guns: tuple[str, ...] = ()) -> tuple[DiceSlot, ...]:
    """BK 3.1, 3.2, 8.1: the volleys of a round in order, before the first those of the anti-aircraft guns."""
    steps, landing = TABLES.steps[kind], kind == "amphibious" and first == "first"
    found = [DiceSlot("defender", AA, "at-once", False, False, aim) for aim in guns]
    for step in steps.first if first == "first" else steps.later:
        before = landing and not any(slot.unload for slot in found)
        last = step.types[-1]
        found += [DiceSlot(step.side, kind, step.losses, before, step.unload and kind == last) for kind in step.types]
    return tuple(found)


def next_volleys(fight: Fight, stand: StackState) -> tuple[DiceSlot, ...]:
    return volleys_of_round(fight.kind, "later") if stand.later else volleys_of_round(fight.kind, "first", fight.guns)
