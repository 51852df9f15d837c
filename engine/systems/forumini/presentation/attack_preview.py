"""What an attack would be, in a few words: dice, what is added to each, the Defense they meet (FA 9, 10)."""

from engine.contract import counted

from ..rules import current_values
from ..rules.combat.attacks import armour_of_shot
from ..state.position import State, Unit, card, distance_between


def attack_preview(seen: State, firer: Unit, target: Unit, how: str) -> str:
    """``8 dice vs 4/7``, ``6 dice -1 vs side 3/5``; ``no dice`` beyond its reach."""
    count = dice_preview(seen, firer, target, how)
    if not count:
        return "no dice"
    bonus = sum(n for _, n in current_values.die_modifiers(seen, firer))
    facing = armour_of_shot(seen, firer, target, target.at or "", "bomb" if how == "bomb" else "direct")
    defense = current_values.defense(seen, target, facing or "")
    dice, side = counted(count, "die") + (f" {bonus:+}" if bonus else ""), f"{facing} " if facing else ""
    return f"{dice} vs {side}{defense[0]}/{defense[1]}"


def dice_preview(seen: State, firer: Unit, target: Unit, how: str) -> int:
    """FA 9.4, 14.12: how many dice an attack would roll."""
    if how == "bomb":
        bombs = card(seen, firer).bombs
        return bombs.dice if bombs and firer.bombs and distance_between(firer, target) <= seen.setup.bomb_range else 0
    count = current_values.attack_dice(seen, firer, target, distance_between(firer, target))[1]
    return count + current_values.extra_dice(seen, firer, target, how) if count else 0
