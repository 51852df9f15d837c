"""Attacks, shock and checks as lines of the report: each die, each modifier by name, and the result."""

from collections.abc import Sequence

from engine.contract import Event
from engine.toolkit.wording import counted_in_words, dice_faces, inches, number_word

from ..rules.combat.modifier_words import MODIFIERS, RULES, SKILLS
from ..state.events import Attacked, Morale, Rally, Shock
from ..state.position import State
from ..tables import TABLES

VERBS = {"shoot": "shoots", "melee": "fights"}
SOURCES = {
    "hurt": "a model wounded",
    "melee": "hit in melee",
    "surprise": "surprised",
    "comrades": "comrades destroyed nearby",
    "half": "half its models or fewer left",
}
FLOOR_NOTE = " (no less than 0)"


def combat_line(state: State, event: Event) -> str:
    """The line of an attack, of shock or of a check; "" for any other event.  ``state``: the position before the
    event.
    """
    match event:
        case Attacked():
            return _attack_line(state, event)
        case Shock(unit=key, source=source, amount=amount, total=total):
            return f"{key} takes {amount} shock ({SOURCES.get(source, source)}), {total} in all. (ZC 12.1)"
        case Rally(unit=key, die=die, morale=morale, success=success):
            came = "rallies" if success else "stays shaken and must flee in its action turn"
            return f"{key} tries to rally: {die} +{morale} morale = {die + morale}, {came}. (ZC 5.3)"
        case Morale():
            return _morale_line(event)
        case _:
            return ""


def _attack_line(state: State, event: Attacked) -> str:
    """``C1.1 shoots R2.1 (17.03", rifle): 5 +3 ballistic -1 long range = 7, hit; save 2 +1 toughness = 3, failed:
    ...``
    """
    who, whom = f"{event.unit}.{event.model}", f"{event.target}.{event.target_model}"
    bonus = event.skill + sum(n for _, n in event.mods)
    modifiers = "".join(f" {number:+} {MODIFIERS.get(name, name)}" for name, number in event.mods)
    added = f" +{event.skill} {SKILLS[event.kind]}{modifiers}"
    came = _hits_text(event) if len(event.dice) > 1 else "hit" if event.hits else "miss"
    shots = f"{dice_faces(event.dice)}{added} = {_totals_text(event.dice, bonus)}, {came}"
    saves = f"; {_saves_text(state, event)}" if event.saves else ""
    attack = f"{who} {VERBS[event.kind]} {whom} ({inches(event.distance / 100)}, {event.weapon})"
    return f"{attack}: {shots}{saves}. (ZC {RULES[event.kind]})"


def _totals_text(dice: Sequence[int], added: int) -> str:
    return dice_faces([die + added for die in dice])


def _hits_text(event: Attacked) -> str:
    return counted_in_words(event.hits, "hit") if event.hits else "all miss"


def _saves_text(state: State, event: Attacked) -> str:
    """``saves 2 4 +2 toughness +1 armour = 4 6, one failed: one wound left``"""
    many = len(event.saves) > 1
    dice = f"{'saves' if many else 'save'} {dice_faces(event.saves)}{_save_bonuses(state, event)}"
    rolled = f"{dice} = {_totals_text(event.saves, event.save)}"
    return f"{rolled}, {_save_result(event)}{_wounds_left(state, event) if event.failed else ''}"


def _save_result(event: Attacked) -> str:
    if len(event.saves) == 1:
        return "failed" if event.failed else "saved"
    match event.failed:
        case 0:
            return "all saved"
        case failed if failed == len(event.saves):
            return "all failed"
        case failed:
            return f"{number_word(failed)} failed"


def _save_bonuses(state: State, event: Attacked) -> str:
    """ZC 9.3: what is left of toughness and armour against the weapon; only their sum if the target's type is not
    known.
    """
    target, weapon = state.units.get(event.target), state.weapons.get(event.weapon)
    if target is None or weapon is None or target.type not in state.types:
        return f" +{event.save}"
    kind = state.types[target.type]
    return f" +{max(0, kind.toughness - weapon.strength)} toughness +{max(0, kind.armour - weapon.ap)} armour"


def _wounds_left(state: State, event: Attacked) -> str:
    """ZC 9.4, 9.5: the wounds left."""
    unit = state.units.get(event.target)
    had = next((model.wounds for model in unit.models if model.number == event.target_model), None) if unit else None
    if had is None:
        return f": {counted_in_words(event.wounds, 'wound')} lost"
    left = had - event.wounds
    return f": {counted_in_words(left, 'wound')} left" if left else ": no wounds left, doomed"


def _morale_line(event: Morale) -> str:
    """``C2 tests morale: 4 +5 morale -3 shock = 6, fails. (ZC 13.2)``"""
    floor = FLOOR_NOTE if event.shock > event.morale else ""
    result = "holds" if event.success else f"fails (needs {TABLES.constants.success})"
    roll = f"{event.die} +{event.morale} morale -{event.shock} shock{floor} = {event.total}"
    return f"{event.unit} tests morale: {roll}, {result}. (ZC 13.2)"
