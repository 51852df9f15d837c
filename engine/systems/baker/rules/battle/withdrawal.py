"""Who leaves a battle after a round, by a wish or by an order, and whether it is over then (BK 8.2 to 8.9); no map, no names."""

from typing import Literal, NamedTuple

from ...state.position import Result, Wish
from ...tables import AIR, LAND, NAVAL, SUBMARINE, Who
from .battle_model import BattleLine, Fight, StackState
from .battle_rules import battle_result, combat_units

Room = Literal["open", "none", "barred"]
"""Whether those who are no aircraft have where to go; ``barred``: the place that was named is not allowed, so that nobody goes (17.3)."""

Leaving = Literal["retreat", "withdraw"]


class Withdrawal(NamedTuple):
    """BK 8.9: submarines that would leave, and can.  ``power``: place in the scenario's order, as in their stacks.

    ``taken``: not once the attacker's have left, for these take the only zone there is.
    """

    side: Who
    power: int
    wish: Wish
    taken: bool = False


class Wishes(NamedTuple):
    """BK 17.3: when the attacker breaks off; when submarines leave, the attacker's first."""

    retreat: Wish | None = None
    room: Room = "open"
    leave: tuple[Withdrawal, ...] = ()


class Departure(NamedTuple):
    """``gone``: how many of each stack of the side leave."""

    what: Leaving
    side: Who
    power: int
    gone: tuple[int, ...]


class After(NamedTuple):
    """``result``: None while both sides fight on.  ``refused``: the attacker would have broken off and could not."""

    stand: StackState
    result: Result | None
    left: tuple[Departure, ...] = ()
    refused: bool = False


def round_aftermath(fight: Fight, stand: StackState, wishes: Wishes, nth: int) -> After:
    """BK 8.2: all that follows the nth round, the fallen removed."""
    if result := battle_result(fight, stand):
        return After(stand, result)
    left, refused = list[Departure](), False
    if condition_met(fight, stand, wishes.retreat, nth):
        going = retreating(fight, stand, wishes.room)
        refused = going is None
        left += [going] if going else []
        stand = after_departure(stand, going) if going else stand
    for leave in wishes.leave:
        if no_attackers_left(fight, stand) or (leave.taken and any(stand.attack.away)):
            continue
        if condition_met(fight, stand, leave.wish, nth, leave):
            going = withdrawing(fight, stand, leave.side, leave.power)
            left += [going] if going else []
            stand = after_departure(stand, going) if going else stand
    return After(
        stand,
        "retreated" if left and no_attackers_left(fight, stand) else battle_result(fight, stand),
        tuple(left),
        refused,
    )


def no_attackers_left(fight: Fight, stand: StackState) -> bool:
    """Whether no attacker is left."""
    return not combat_units(fight, stand, "attacker")


def condition_met(
    fight: Fight, stand: StackState, wish: Wish | None, nth: int, leave: Withdrawal | None = None
) -> bool:
    """BK 17.3: whether a condition is met after the nth round.  ``leave``: whose submarines are counted."""
    if wish is None or wish.when == "never":
        return False
    attackers, defenders, n = (
        combat_units(fight, stand, "attacker"),
        combat_units(fight, stand, "defender"),
        wish.n or 0,
    )
    match wish.when:
        case "after":
            return nth >= n
        case "attackers":
            return attackers < (defenders if wish.n is None else n)
        case "defenders":
            return defenders > n
        case "no-land":
            return not combat_units(fight, stand, "attacker", LAND)
        case "submarines":
            return leave is not None and sum(_submarines(fight, stand, leave.side, leave.power)) < n


def retreating(fight: Fight, stand: StackState, room: Room) -> Departure | None:
    """BK 8.5 to 8.8: those who go if the attacker breaks off; None if nobody may."""
    beach, stacks = fight.kind == "amphibious", fight.attack.stacks
    gone = tuple(
        0 if stack.ship >= 0 or stack.place == "landed" or (beach and stack.type in NAVAL) else up
        for stack, up in zip(stacks, stand.attack.up, strict=True)
    )
    on_foot = any(number and stack.type not in AIR for stack, number in zip(stacks, gone, strict=True))
    if not any(gone) or room == "barred" or (on_foot and room == "none"):
        return None
    return Departure("retreat", "attacker", 0, gone)


def withdrawing(fight: Fight, stand: StackState, side: Who, power: int) -> Departure | None:
    """BK 8.9: a power's submarines, all together; None if it has none."""
    gone = _submarines(fight, stand, side, power)
    return Departure("withdraw", side, power, gone) if any(gone) else None


def _submarines(fight: Fight, stand: StackState, side: Who, power: int) -> tuple[int, ...]:
    return tuple(
        up if (stack.type, stack.power) == (SUBMARINE, power) else 0
        for stack, up in zip(fight.corner(side).stacks, stand.line(side).up, strict=True)
    )


def after_departure(stand: StackState, going: Departure) -> StackState:
    """Those who leave are out of the battle, alive."""
    line = stand.line(going.side)
    up = tuple(here - number for here, number in zip(line.up, going.gone, strict=True))
    away = tuple(before + number for before, number in zip(line.away or (0,) * len(up), going.gone, strict=True))
    left = BattleLine(up, line.down, away)
    return stand._replace(attack=left) if going.side == "attacker" else stand._replace(defend=left)
