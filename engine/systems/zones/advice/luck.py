"""What the rolls of a game could have brought, and what they brought (ZC 5.3, 9, 10, 13.2)."""

from collections.abc import Iterator

from engine.contract import Event, LossByDice, TargetRoll, chance_of_face, success_chances

from ..state.events import Attacked, Morale, Rally
from ..state.position import State
from ..tables import TABLES

KINDS = {"shoot": "shots", "melee": "melee attacks"}
NEED = TABLES.constants.success


def luck(seen: State, event: Event) -> Iterator[TargetRoll | LossByDice]:
    """Attack dice, saves, rallies and morale checks; losses are counted in wounds."""
    match event:
        case Attacked():
            yield from _attack(seen, event)
        case Rally(unit=key, die=die, morale=morale, success=made):
            yield TargetRoll(_side(seen, key), "rallies", f"{key} rallies", (die,), _chance(morale), 1, int(made))
        case Morale(unit=key, die=die, morale=morale, shock=shock, success=made):
            chance = _chance(max(0, morale - shock))
            yield TargetRoll(_side(seen, key), "morale checks", f"morale of {key}", (die,), chance, 1, int(made))


def _attack(seen: State, event: Attacked) -> Iterator[TargetRoll | LossByDice]:
    who, whom = f"{event.unit}.{event.model}", f"{event.target}.{event.target_model}"
    hit, saved = _chance(event.skill + sum(n for _, n in event.mods)), _chance(event.save)
    owner, victim = _side(seen, event.unit), _side(seen, event.target)
    yield TargetRoll(owner, KINDS[event.kind], f"{who} at {whom}", event.dice, hit, len(event.dice), event.hits)
    if event.saves:
        made = len(event.saves) - event.failed
        label = f"{whom} saves against {who}"
        yield TargetRoll(victim, "saves", label, event.saves, saved, len(event.saves), made)
    left = _wounds_left(seen, event)
    if victim and left is not None:
        damage = seen.weapons[event.weapon].damage
        hurts = enumerate(success_chances(len(event.dice), hit * (1 - saved)))
        expected = sum(chance * min(left, failed * damage) for failed, chance in hurts)
        yield LossByDice(victim, expected, float(event.wounds), "wound")


def _wounds_left(seen: State, event: Attacked) -> int | None:
    """What the model attacked has left; None of a unit that the public does not know."""
    unit = seen.units.get(event.target)
    models = unit.models if unit else ()
    return next((model.wounds for model in models if model.number == event.target_model), None)


def _side(seen: State, key: str) -> str:
    return seen.units[key].side if key in seen.units else ""


def _chance(bonus: int) -> float:
    """ZC 8.3"""
    return chance_of_face(NEED - bonus)
