"""The model of one battle: sides, stacks of equal units, their present state, the volleys of a round (BK 3.1, 3.2)."""

from functools import lru_cache
from typing import Literal, NamedTuple

from ...table_rows import Kind, When, Who
from ...tables import AA, TABLES, UNITS

Place = Literal["", "overland", "aboard", "landed"]


class Stack(NamedTuple):
    """Equal units of one side. ``power`` and ``zone``: indices in the scenario's order (BK 4.13).

    ``ship``: the index of the stack of the transport they are aboard; -1 if none. ``cargo``: in a naval battle the
    value of a loaded transport's cargo in IPCs. ``listed``: the index of the transport in the cargo list.
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
    """One side of a battle: its stacks, its complete lists of losses and targets, the land units to keep (BK 4.15)."""

    stacks: tuple[Stack, ...]
    losses: tuple[str, ...]
    targets: tuple[str, ...]
    keep: int = 0


class Fight(NamedTuple):
    """The parts of a battle that never change.

    ``guns``: the types of aircraft that anti-aircraft guns fire at before the first round, in order (BK 8.1).
    ``low_luck``: whether volleys have one die at most (BK 3.8).
    """

    kind: Kind
    attack: Corner
    defend: Corner
    guns: tuple[str, ...] = ()
    low_luck: bool = False

    def corner(self, side: Who) -> Corner:
        return self.attack if side == "attacker" else self.defend


class BattleLine(NamedTuple):
    """The state of one side, by stack: units available, behind the casualty line (BK 3.7), and gone alive.

    An empty ``away`` means that no unit has left.
    """

    up: tuple[int, ...]
    down: tuple[int, ...]
    away: tuple[int, ...] = ()


class StackState(NamedTuple):
    """The state of both sides. ``later``: the first round is over. ``ashore``: the troops have landed."""

    attack: BattleLine
    defend: BattleLine
    later: bool = False
    ashore: bool = False

    def line(self, side: Who) -> BattleLine:
        return self.attack if side == "attacker" else self.defend


class DiceSlot(NamedTuple):
    """A volley of the table ``steps``. ``before``: whether it comes before a landing (BK 7.6, 7.7).

    ``unload``: whether the troops land after it. ``aim``: the type that anti-aircraft guns fire at (BK 8.1).
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
        """BK 2.1, 8.1: a die hits if it shows this number or less."""
        if self.aim:
            return 1
        return UNITS[self.type].attack if self.side == "attacker" else UNITS[self.type].defence


class StackLoss(NamedTuple):
    """A loss: the index of its stack, whether the roller chose it, and the stacks aboard that are lost with it."""

    stack: int
    chosen: bool
    aboard: tuple[tuple[int, int], ...] = ()


# the table of steps
@lru_cache(maxsize=32)
def volleys_of_round(kind: Kind, first: Literal["first", "later"], guns: tuple[str, ...] = ()) -> tuple[DiceSlot, ...]:
    """The volleys of a round in order; in the first round the anti-aircraft guns fire first (BK 3.1, 3.2, 8.1)."""
    steps, landing = TABLES.steps[kind], kind == "amphibious" and first == "first"
    found = [DiceSlot("defender", AA, "at-once", False, False, aim) for aim in guns]
    for step in steps.first if first == "first" else steps.later:
        before = landing and not any(slot.unload for slot in found)
        last = step.types[-1]
        found += [DiceSlot(step.side, kind, step.losses, before, step.unload and kind == last) for kind in step.types]
    return tuple(found)


def next_volleys(fight: Fight, stand: StackState) -> tuple[DiceSlot, ...]:
    return volleys_of_round(fight.kind, "later") if stand.later else volleys_of_round(fight.kind, "first", fight.guns)
