"""What the rolls of a game could have brought, and what they brought (FA 6.5, 9 to 12, 14.7, 16)."""

from collections.abc import Iterator

from engine.contract import Event, LossByDice, TargetRoll, chance_of_face, chance_of_total, replace, success_chances

from ..rules import current_values
from ..rules.combat import cover
from ..rules.combat.cover import NATURAL, How
from ..state.attack_events import Cover, Mods, Shot
from ..state.events import (
    AntiairAttacked,
    Attacked,
    CoverRolled,
    DefensiveFired,
    MineAttacked,
    MovementRolled,
    ObstacleCleared,
)
from ..state.position import DESTROYED, State, Unit, card

KINDS = {"charge": "charges", "indirect": "indirect fire", "bomb": "bombs", "strafe": "strafing"}
GROUND: dict[str, How] = {
    "direct": "direct",
    "charge": "charge",
    "indirect": "indirect",
    "bomb": "bomb",
    "strafe": "strafe",
}


def luck(seen: State, event: Event) -> Iterator[TargetRoll | LossByDice]:
    """A unit is lost to dice by the counters that destroy it, face-down or not; what it costs counts."""
    match event:
        case Attacked(shot=shot, how=how, cover=covered, now=now):
            yield from _shot(seen, shot, KINDS.get(how, "direct fire"), covered)
            yield from _loss(seen, shot, GROUND[how], now)
        case DefensiveFired(shot=shot, cover=covered):
            yield from _shot(seen, shot, "defensive fire", covered)
        case AntiairAttacked(shot=shot):
            yield from _shot(seen, shot, "anti-aircraft fire", None)
        case CoverRolled(unit=key, cover=covered):
            yield _cover(seen, key, covered)
        case MineAttacked(unit=key, mine=mine, faces=faces, successes=made):
            chance = chance_of_face(current_values.SUCCESS)
            yield TargetRoll(_side(seen, mine), "mines", f"{mine} attacks {key}", faces, chance, len(faces), made)
        case MovementRolled(unit=key, to=to, die=die, mods=mods, need=need, passed=made):
            label = f"movement roll of {key} into {to}"
            chance = chance_of_total(need - _sum(mods))
            yield TargetRoll(_side(seen, key), "movement rolls", label, (die,), chance, 1, int(made))
        case ObstacleCleared(unit=key, obstacle=what, die=die, cleared=made):
            chance = chance_of_face(current_values.SUCCESS)
            yield TargetRoll(_side(seen, key), "clearing", f"{key} clears {what}", (die,), chance, 1, int(made))


def _shot(seen: State, shot: Shot, kind: str, covered: Cover | None) -> Iterator[TargetRoll]:
    label = f"{shot.firer} attacks {shot.target}"
    yield TargetRoll(_side(seen, shot.firer), kind, label, shot.faces, _hit(shot), len(shot.faces), shot.successes)
    if covered:
        yield _cover(seen, shot.target, covered)


def _cover(seen: State, key: str, covered: Cover) -> TargetRoll:
    chance = _cover_chance(covered.need, covered.mods)
    return TargetRoll(
        _side(seen, key), "cover rolls", f"cover of {key}", (covered.die,), chance, 1, int(covered.passed)
    )


def _loss(seen: State, shot: Shot, how: How, now: int) -> Iterator[LossByDice]:
    """FA 10, 11: exact, by all numbers of successes and the Cover Roll against each."""
    target, firer = seen.units.get(shot.target), seen.units.get(shot.firer)
    if target is None or firer is None or target.hits >= DESTROYED:
        return
    spread = success_chances(len(shot.faces), _hit(shot))
    chance = sum(share * _destroyed(seen, target, shot, how, made) for made, share in enumerate(spread))
    price = card(seen, target).cost
    yield LossByDice(target.side, chance * price, float(price * (now >= DESTROYED)))


def _destroyed(seen: State, target: Unit, shot: Shot, how: How, successes: int) -> float:
    """The chance that so many successes destroy the target."""
    hits, shot = current_values.hits(successes, shot.defense), replace(shot, successes=successes)
    if cover.counters_left(target, hits, None) < DESTROYED:
        return 0.0
    if not cover.cover_roll_due(seen, target, shot, how, hits):
        return 1.0
    return 1.0 - _cover_chance(card(seen, target).cover, cover.cover_modifiers(seen, target, shot, how))


def _cover_chance(need: int, mods: Mods) -> float:
    return chance_of_total(need - _sum(mods), fails_on=NATURAL)


def _hit(shot: Shot) -> float:
    return chance_of_face(current_values.SUCCESS - _sum(shot.mods))


def _side(seen: State, key: str) -> str:
    return seen.units[key].side if key in seen.units else ""


def _sum(mods: Mods) -> int:
    return sum(n for _, n in mods)
