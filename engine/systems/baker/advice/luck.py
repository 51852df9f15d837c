"""What the rolls of a game could have brought, and what they brought (BK 3.2, 8.1, 13.1)."""

from collections.abc import Iterator

from engine.contract import Event, LossByDice, TargetRoll, total_chances

from ..state.battle_events import AntiAircraft, BattleEnded, Raided, Volley
from ..state.position import Battle, State, are_friends
from ..tables import AA, BOMBER, UNITS

COUNTED = "IPC"
FACES = 6
GUN_NEED = 1
"""BK 8.1"""
GUNS = "anti-aircraft fire"


def luck(seen: State, event: Event) -> Iterator[TargetRoll | LossByDice]:
    """Every die of a battle needs a low face.  What battles and raids cost is counted in IPCs: for battles against the
    forecast with which they began, except where the attacker broke off.
    """
    match event:
        case Volley():
            yield from _volley(event)
        case AntiAircraft(area=area, dice=rolled, lost=lost):
            for kind, dice in rolled.items():
                yield _guns(_gunner(seen, area), f"{area}: {GUNS} at {kind}s", dice, lost.get(kind, 0))
        case Raided():
            yield from _raid(seen, event)
        case BattleEnded(result=result) if result != "retreated":
            yield from _battle(seen, event)


def _volley(event: Volley) -> Iterator[TargetRoll]:
    """BK 3.2: every die is for a hit. BK 3.8: with low luck only what is left over is, and the rest is no luck."""
    need, hits = event.need, event.hits
    if event.firing:
        sure, need = divmod(event.firing * event.need, FACES)
        hits -= sure
        if not need:
            return
    what = "attack dice" if event.side == "attacker" else "defence dice"
    label = f"{event.area}: {event.side}'s {event.type}"
    yield TargetRoll(event.power, what, label, event.dice, need / FACES, len(event.dice), hits)


def _guns(power: str, label: str, dice: tuple[int, ...], shot: int) -> TargetRoll:
    return TargetRoll(power, GUNS, label, dice, GUN_NEED / FACES, len(dice), shot)


def _raid(seen: State, event: Raided) -> Iterator[TargetRoll | LossByDice]:
    """BK 13.1: the bombers that the guns leave each take a die's IPCs, at most what the owner has."""
    left, price = len(event.bomb_dice), UNITS[BOMBER].cost
    if event.gun_dice:
        guns = _guns(event.owner, f"{event.area}: {GUNS} at raiders", event.gun_dice, event.lost)
        yield guns
        yield LossByDice(event.side, len(event.gun_dice) * guns.chance * price, float(event.lost * price), COUNTED)
    if left and event.owner in seen.powers:
        most = seen.powers[event.owner].ipc
        expected = sum(chance * min(total, most) for total, chance in total_chances(left).items())
        yield LossByDice(event.owner, expected, float(event.ipc), COUNTED)


def _battle(seen: State, event: BattleEnded) -> Iterator[LossByDice]:
    """Of several defenders the first answers for what all of them lose."""
    battle = next((one for one in seen.game.battles if one.area == event.area), None)
    if battle is None or not battle.round or not event.expected:
        return
    cost = float(event.lost.get(battle.attacker, 0))
    yield LossByDice(battle.attacker, event.expected["attacker"], cost, COUNTED)
    if defender := _defender(seen, battle, event):
        others = sum(cost for power, cost in event.lost.items() if power != battle.attacker)
        yield LossByDice(defender, event.expected["defender"], float(others), COUNTED)


def _defender(seen: State, battle: Battle, event: BattleEnded) -> str:
    powers = (*battle.defenders, *(power for power in event.lost if power != battle.attacker))
    return next(iter(powers), "")


def _gunner(seen: State, area: str) -> str:
    """BK 8.1: the power whose guns fire in an area."""
    attacker = next((one.attacker for one in seen.game.battles if one.area == area), seen.active or "")
    units = seen.areas[area].units if area in seen.areas else {}
    guns = (power for power, owned in units.items() if owned.get(AA) and not are_friends(seen, power, attacker))
    return next(guns, "")
