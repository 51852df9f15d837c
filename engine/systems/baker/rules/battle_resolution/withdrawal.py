"""Retreats and withdrawals after a round, by order or by standing order, and the end of a battle (BK 8.2 to 8.9)."""

from typing import Literal, NamedTuple

from ...state.position import Result, Wish
from ...table_rows import Who
from ...tables import AIR, LAND, NAVAL, SUBMARINE
from .battle_model import BattleLine, Fight, StackState
from .battle_rules import battle_result, combat_units

Room = Literal["open", "none", "barred"]
"""Whether land units or ships have a place to retreat to.

``barred``: the place the player named is not allowed, so no unit leaves (BK 17.3).
"""
Leaving = Literal["retreat", "withdraw"]


class Withdrawal(NamedTuple):
    """BK 8.9: submarines that may leave by a standing order. ``power``: its index, as in the stacks.

    ``taken``: whether they must stay if the attacker's submarines leave, because these take the only free zone.
    """

    side: Who
    power: int
    wish: Wish
    taken: bool = False


class Wishes(NamedTuple):
    """BK 17.3: the condition on which the attacker retreats, and those for submarines, the attacker's first."""

    retreat: Wish | None = None
    room: Room = "open"
    leave: tuple[Withdrawal, ...] = ()


class Departure(NamedTuple):
    """A departure from a battle. ``gone``: how many units of each stack leave."""

    what: Leaving
    side: Who
    power: int
    gone: tuple[int, ...]


class After(NamedTuple):
    """The state after a round. ``result``: None while the battle goes on.

    ``refused``: whether the attacker should have retreated but could not.
    """

    stand: StackState
    result: Result | None
    left: tuple[Departure, ...] = ()
    refused: bool = False


def round_aftermath(fight: Fight, stand: StackState, wishes: Wishes, round_number: int) -> After:
    """BK 8.2: everything that follows a round, once the losses are removed."""
    if result := battle_result(fight, stand):
        return After(stand, result)
    left, refused = list[Departure](), False
    if condition_met(fight, stand, wishes.retreat, round_number):
        going = retreating(fight, stand, wishes.room)
        refused = going is None
        left += [going] if going else []
        stand = after_departure(stand, going) if going else stand
    for leave in wishes.leave:
        if no_attackers_left(fight, stand) or (leave.taken and any(stand.attack.away)):
            continue
        if condition_met(fight, stand, leave.wish, round_number, leave):
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
    fight: Fight, stand: StackState, wish: Wish | None, round_number: int, leave: Withdrawal | None = None
) -> bool:
    """BK 17.3: whether a condition is met after a round. ``leave``: the power whose submarines are counted."""
    if wish is None or wish.when == "never":
        return False
    attackers, defenders, n = (
        combat_units(fight, stand, "attacker"),
        combat_units(fight, stand, "defender"),
        wish.n or 0,
    )
    match wish.when:
        case "after":
            return round_number >= n
        case "attackers":
            return attackers < (defenders if wish.n is None else n)
        case "defenders":
            return defenders > n
        case "no-land":
            return not combat_units(fight, stand, "attacker", LAND)
        case "submarines":
            return leave is not None and sum(_submarines(fight, stand, leave.side, leave.power)) < n


def retreating(fight: Fight, stand: StackState, room: Room) -> Departure | None:
    """BK 8.5 to 8.8: the units that leave if the attacker retreats; None if none may."""
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
    """BK 8.9: all submarines of a power; None if it has none."""
    gone = _submarines(fight, stand, side, power)
    return Departure("withdraw", side, power, gone) if any(gone) else None


def _submarines(fight: Fight, stand: StackState, side: Who, power: int) -> tuple[int, ...]:
    return tuple(
        up if (stack.type, stack.power) == (SUBMARINE, power) else 0
        for stack, up in zip(fight.corner(side).stacks, stand.line(side).up, strict=True)
    )


def after_departure(stand: StackState, going: Departure) -> StackState:
    """The state once these units have left the battle, alive."""
    line = stand.line(going.side)
    up = tuple(here - number for here, number in zip(line.up, going.gone, strict=True))
    away = tuple(before + number for before, number in zip(line.away or (0,) * len(up), going.gone, strict=True))
    left = BattleLine(up, line.down, away)
    return stand._replace(attack=left) if going.side == "attacker" else stand._replace(defend=left)
