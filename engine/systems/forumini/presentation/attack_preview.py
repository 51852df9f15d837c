"""What an attack would be, in a few words: dice, what is added to each, the Defense they meet (FA 9, 10)."""

from ..rules import statistics
from ..rules.combat.attack_dice import met
from ..state.position import State, Unit, card, ranged


def against(seen: State, firer: Unit, target: Unit, how: str) -> str:
    """``8 dice vs 4/7``, ``6 dice -1 vs side 3/5``; ``no dice`` beyond its reach."""
    count = dice(seen, firer, target, how)
    if not count:
        return "no dice"
    bonus = sum(n for _, n in statistics.die_mods(seen, firer))
    facing = met(seen, firer, target, target.at or "", "bomb" if how == "bomb" else "direct")
    defense = statistics.defense(seen, target, facing or "")
    return f"{count} dice{f' {bonus:+}' if bonus else ''} vs {f'{facing} ' if facing else ''}{defense[0]}/{defense[1]}"


def dice(seen: State, firer: Unit, target: Unit, how: str) -> int:
    """FA 9.4, 14.12"""
    if how == "bomb":
        bombs = card(seen, firer).bombs
        return bombs.dice if bombs and firer.bombs and ranged(firer, target) <= seen.setup.bomb_range else 0
    count = statistics.dice(seen, firer, target, ranged(firer, target))[1]
    return count + statistics.more_dice(seen, firer, target, how) if count else 0
