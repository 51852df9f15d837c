"""The rules of one battle: how many dice fire, which units are lost, when it is over (BK 3 to 8). No dice, no map.

Both the rounds that are played and the odds use these functions. A ``Fight`` never changes; its ``StackState`` does.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from ...table_rows import LOADED, Kind, Who
from ...tables import AIR, ARTILLERY, BATTLESHIP, LAND, NAVAL, TABLES, TRANSPORT, UNITS
from .battle_model import BattleLine, Corner, DiceSlot, Fight, Stack, StackLoss, StackState

GUNS = (ARTILLERY,)
SHIPS_FOR_GUNS = (TRANSPORT, BATTLESHIP)
"""BK 7.7: the ships that defending artillery may hit before a landing, on a one."""
_LAND_UNITS, _NAVAL_UNITS = (*LAND, *AIR), (*AIR, *NAVAL)
"""The types that decide a battle on land, and one at sea (BK 8.3)."""


# dice
def dice_of_volley(fight: Fight, stand: StackState, slot: DiceSlot) -> int:
    """BK 3.3, 3.4: how many dice the volley has; 0 if it is not rolled."""
    if slot.aim:
        return sum(stand.attack.up[i] for i in _targets_in_class(fight, stand, slot, 1))
    corner, (up, down, _) = fight.corner(slot.side), stand.line(slot.side)
    number = 0
    for i, stack in enumerate(corner.stacks):
        if stack.type == slot.type and (up[i] or down[i]) and _fires(fight, stand, slot, i):
            number += up[i] + down[i]
    return number if number and _has_target(fight, stand, slot) else 0


def _fires(fight: Fight, stand: StackState, slot: DiceSlot, i: int) -> bool:
    """BK 4.8, 7.1, 7.3, 7.10: whether the units of this stack take part in the volley."""
    corner = fight.corner(slot.side)
    stack = corner.stacks[i]
    if slot.type == TRANSPORT and slot.side == "attacker" and _listed_type(corner, stand.attack.up, i) == LOADED:
        return False
    if fight.kind != "amphibious":
        return True
    if stack.type in NAVAL:
        return not stand.later
    return stand.later or stack.ship < 0 or (stand.ashore and stack.type != ARTILLERY)


def _has_target(fight: Fight, stand: StackState, slot: DiceSlot) -> bool:
    """BK 3.4: whether any unit that the type might hit is available."""
    return bool(_targets_in_class(fight, stand, slot, 1) or _targets_in_class(fight, stand, slot, 2))


# losses
def _targets_in_class(fight: Fight, stand: StackState, slot: DiceSlot, face: int) -> tuple[int, ...]:
    """BK 4: the stacks that a hit can take: those of the first class with an available unit.

    ``face``: 1 for a die of one, 2 for every other hit.
    """
    stacks, up = fight.corner(slot.foe).stacks, stand.line(slot.foe).up
    for sorts in _target_classes(fight.kind, slot, face):
        if found := [i for i, number in enumerate(up) if number and stacks[i].type in sorts]:
            return tuple(found)
    return ()


@lru_cache(maxsize=256)
def _target_classes(kind: Kind, slot: DiceSlot, face: int) -> tuple[frozenset[str], ...]:
    """The classes of table ``hits`` that such a die can take, in order, without the types it cannot reach."""
    if slot.aim:
        return (frozenset((slot.aim,)),)
    hits, reach = TABLES.hits[slot.type], _types_in_reach(kind, slot, face)
    return tuple(frozenset(sorts) & reach for sorts in ((hits.one or hits.classes) if face == 1 else hits.classes))


def _types_in_reach(kind: Kind, slot: DiceSlot, face: int) -> frozenset[str]:
    """BK 7.6, 7.7, 7.10: the types that can be hit at all."""
    if kind != "amphibious":
        return frozenset((*LAND, *AIR, *NAVAL))
    if slot.side == "attacker" or not slot.before or face != 1:
        return frozenset((*LAND, *AIR))
    return frozenset((*LAND, *AIR, *(SHIPS_FOR_GUNS if slot.type in GUNS else NAVAL)))


def roller_chooses(slot: DiceSlot) -> bool:
    """BK 4.1: whether the roller picks on a one."""
    rule = "never" if slot.aim else TABLES.hits[slot.type].chooses
    return rule == "on-one" or (rule == "on-one-defending" and slot.side == "defender")


def take_losses(
    fight: Fight, stand: StackState, slot: DiceSlot, ones: int, others: int
) -> tuple[StackState, tuple[StackLoss, ...]]:
    """BK 3.5: the losses of a volley, first those of its ones; fewer than hits if some were wasted."""
    falls = list[StackLoss]()
    for face, count in ((1, ones), (2, others)):
        for _ in range(count):
            stand, fall = take_hit(fight, stand, slot, face)
            if fall is None:
                break
            falls.append(fall)
    return stand, tuple(falls)


def take_hit(fight: Fight, stand: StackState, slot: DiceSlot, face: int) -> tuple[StackState, StackLoss | None]:
    """The state after one hit, and the loss; None if the hit is wasted. ``face``: 1, or 2 for any other hit."""
    fall = _unit_hit(fight, stand, slot, face)
    return (_after_loss(stand, slot, fall), fall) if fall else (stand, None)


def _unit_hit(fight: Fight, stand: StackState, slot: DiceSlot, face: int) -> StackLoss | None:
    """BK 4.2: the unit that a hit takes; None if the hit is wasted."""
    corner, line = fight.corner(slot.foe), stand.line(slot.foe)
    able, chosen = _targets_in_class(fight, stand, slot, face), face == 1 and roller_chooses(slot)
    if not able:
        return None
    if not chosen and slot.foe == "attacker" and corner.keep:
        able = _without_kept(corner, line, able)
    picked = able[0] if len(able) == 1 else _first_lost(fight, stand, slot, able, chosen=chosen)
    aboard = (
        tuple((i, line.up[i]) for i, stack in enumerate(corner.stacks) if stack.ship == picked and line.up[i])
        if corner.stacks[picked].type == TRANSPORT and not stand.ashore
        else ()
    )
    return StackLoss(picked, chosen, aboard)


def _first_lost(fight: Fight, stand: StackState, slot: DiceSlot, able: tuple[int, ...], *, chosen: bool) -> int:
    """BK 4.2, 4.13: which of several stacks a hit takes. ``chosen``: by the roller, else by the owner's list."""
    corner, line = fight.corner(slot.foe), stand.line(slot.foe)
    ranking = fight.corner(slot.side).targets if chosen else corner.losses
    named = {i: _listed_type(corner, line.up, i) for i in able}
    kind = next((name for name in ranking if name in named.values()), named[able[0]])
    alike = tuple(i for i in able if named[i] == kind)
    if len(alike) == 1:
        return alike[0]
    return min(
        alike,
        key=lambda i: (
            *_power_order(corner, line.up, alike, i),
            *_loss_order(corner, stand, line.up, i, -1 if chosen else 1),
        ),
    )


def _without_kept(corner: Corner, line: BattleLine, able: tuple[int, ...]) -> tuple[int, ...]:
    """BK 4.15: the stacks without those of land units, if so few are left and an aircraft can be lost instead."""
    left = sum(up for stack, up in zip(corner.stacks, line.up, strict=True) if stack.type in LAND)
    if left > corner.keep or not any(corner.stacks[i].type in AIR for i in able):
        return able
    return tuple(i for i in able if corner.stacks[i].type not in LAND)


def _listed_type(corner: Corner, up: tuple[int, ...], i: int) -> str:
    """BK 4.14: the name of a stack's type in a list: ``loaded`` for a transport with cargo."""
    stack = corner.stacks[i]
    if stack.type == TRANSPORT and (stack.cargo or _cargo_value(corner, up, i)):
        return LOADED
    return stack.type


def _cargo_value(corner: Corner, up: tuple[int, ...], ship: int) -> int:
    """The price of the troops aboard a transport, in IPCs."""
    return sum(UNITS[stack.type].cost * up[i] for i, stack in enumerate(corner.stacks) if stack.ship == ship)


_WHERE = {"aboard": 0, "landed": 1, "": 2, "overland": 2}


def _power_order(corner: Corner, up: tuple[int, ...], alike: tuple[int, ...], i: int) -> tuple[int, int]:
    """BK 4.13 (a): the power with the most units of the chosen type comes first, then the earlier power."""
    power = corner.stacks[i].power
    return -sum(up[other] for other in alike if corner.stacks[other].power == power), power


def _loss_order(corner: Corner, stand: StackState, up: tuple[int, ...], i: int, dearest: int) -> tuple[int, ...]:
    """BK 4.13 (b) to (e): a sort key; the lowest is lost first. ``dearest`` -1: the dearest transport is first."""
    stack = corner.stacks[i]
    where = _WHERE["landed" if stack.ship >= 0 and stand.ashore else "aboard" if stack.ship >= 0 else stack.place]
    value = listed = 0
    if stack.type == TRANSPORT:
        value, listed = dearest * (stack.cargo + _cargo_value(corner, up, i)), -stack.listed
    elif stack.ship >= 0 and not stand.ashore:
        value, listed = _cargo_value(corner, up, stack.ship), -corner.stacks[stack.ship].listed
    return where, value, stack.zone, listed, -stack.flown, i


def _after_loss(stand: StackState, slot: DiceSlot, fall: StackLoss) -> StackState:
    line = stand.line(slot.foe)
    up, down = list(line.up), list(line.down)
    up[fall.stack] -= 1
    if slot.losses == "at-end":
        down[fall.stack] += 1
    for i, _ in fall.aboard:
        up[i] = 0
    after = BattleLine(tuple(up), tuple(down), line.away)
    return stand._replace(attack=after) if slot.foe == "attacker" else stand._replace(defend=after)


# around the rounds
def after_landing(stand: StackState) -> StackState:
    """BK 7.4: the state once the troops are ashore."""
    return stand._replace(ashore=True)


def after_round(stand: StackState) -> StackState:
    """BK 8.2: the state after a round: units behind the casualty line are removed."""
    attack, defend = (BattleLine(line.up, (0,) * len(line.up), line.away) for line in (stand.attack, stand.defend))
    return StackState(attack, defend, True, True)


def combat_units(fight: Fight, stand: StackState, side: Who, types: tuple[str, ...] | None = None) -> int:
    """BK 17.3: the number of combat units a side has left in the battle, without the ships of a landing."""
    counted, left = types or (_NAVAL_UNITS if fight.kind == "naval" else _LAND_UNITS), 0
    for stack, up in zip(fight.corner(side).stacks, stand.line(side).up, strict=True):
        if up and stack.type in counted:
            left += up
    return left


def battle_result(fight: Fight, stand: StackState) -> Literal["won", "lost", "draw"] | None:
    """BK 8.3: the result for the attacker; None while both sides have combat units."""
    attackers, defenders = combat_units(fight, stand, "attacker"), combat_units(fight, stand, "defender")
    if attackers and defenders:
        return None
    return "won" if attackers else "lost" if defenders else "draw"


def remaining_stacks(fight: Fight, stand: StackState, side: Who) -> Iterator[tuple[Stack, int]]:
    """The stacks of a side that have units left, with the number left."""
    return ((stack, up) for stack, up in zip(fight.corner(side).stacks, stand.line(side).up, strict=True) if up)
