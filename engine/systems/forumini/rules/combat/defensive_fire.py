"""Defensive Fire at a moving unit: eligible firers, their choice, their order, the result (FA 12, 22)."""

from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple

from engine.contract import Turn

from ...state.events import DefensiveFired
from ...state.position import State, Unit, card, distance_between, enemy, in_order, standing_answer
from ...tables.rulebook import ability_words
from ..abilities import ability_effects
from ..board.arcs import armour_met, in_field
from ..board.line_of_sight import overwatch_arc, sees
from ..board.terrain import terrain_map
from ..current_values import attack_dice, defense, die_modifiers, hits
from . import cover
from .attacks import fire_shot, stop_watching

DEFAULT = ("possible",)
Manner = Literal["regular", "overwatch"]
FireResult = Literal["", "fired-on", "stopped"]
"""The result of Defensive Fire for a moving unit: no fire, it may continue, or it is stopped."""


class Firer(NamedTuple):
    """A unit that may fire: how, its dice as on the card, the range."""

    unit: Unit
    how: Manner
    dice: int
    distance: int


def defensive_fire(turn: Turn[State], key: str, start: str) -> FireResult:
    """FA 12.4, 12.12: all Defensive Fire at a unit that has just moved out of ``start``, one firer after another
    until one stops it.
    """
    met: FireResult = ""
    for firer in firers_by_standing_order(turn.state, turn.state.units[key], start):
        met = "fired-on"
        if _fire(turn, firer, key) and not any(ability_effects(turn.state, turn.state.units[key], "stop")):
            return "stopped"
    return met


def firers_by_standing_order(state: State, mover: Unit, start: str) -> list[Firer]:
    """FA 22.1: those of the able whose standing orders say fire, in the order in which their side wants them."""
    fire = [firer for firer in possible_firers(state, mover, start) if _wants_to_fire(state, firer, mover)]
    return sorted(fire, key=lambda firer: _rank(state, firer)) if len(fire) > 1 else fire


def possible_firers(state: State, mover: Unit, start: str) -> Iterator[Firer]:
    """FA 12.2, 12.3, 22.3: the enemies that may fire at a unit that has moved from ``start`` to where it is."""
    assert mover.at
    beside, foes = terrain_map(state).beside_step(start, mover.at), in_order(state, enemy(state, mover.side))
    for unit in [foe for foe in foes if foe.at in beside or foe.overwatch is not None]:
        if not unit.gone and (how := _firing_manner(state, unit, start, mover.at, beside)):
            away = distance_between(unit, mover)
            count = attack_dice(state, unit, mover, away)[1]
            if count > 0 and _may_fire_at(state, unit, mover) and _sees(state, unit, mover.at):
                yield Firer(unit, how, count, away)


def firing_manner(state: State, unit: Unit, start: str, to: str) -> Manner | None:
    """FA 12.2, 12.3, 12.5, 12.7, 6.14, 6.16: the manner of fire that a step from hex to hex allows an enemy, if its
    state allows any; None if it may not fire.
    """
    return _firing_manner(state, unit, start, to, terrain_map(state).beside_step(start, to))


def _firing_manner(state: State, unit: Unit, start: str, to: str, beside: Collection[str]) -> Manner | None:
    """The same; ``beside``: the hexes beside the step."""
    if unit.df_used or unit.aboard is not None or not unit.good_order or unit.at is None:
        return None
    if unit.overwatch is not None and to in overwatch_arc(state, unit.at, unit.overwatch):
        return "overwatch"
    if unit.hull_down or (unit.hit_the_dirt and unit.at not in (start, to)):
        return None
    return "regular" if unit.at in beside else None


def _may_fire_at(state: State, unit: Unit, mover: Unit) -> bool:
    """FA 12.6, 19.1: classes that fire so at each other, and no ability against it."""
    firer, target = card(state, unit), card(state, mover)
    if firer.kind not in ("soldier", "vehicle"):
        return False
    chased = any(word in firer.sub for known in ability_words(target).values() for word in known.chased_by)
    if firer.kind == "vehicle" and target.kind != "vehicle" and not chased:
        return False
    return not any(getattr(unit, effect.flag) for _, _, effect in ability_effects(state, unit, "attack"))


def _sees(state: State, unit: Unit, at: str) -> bool:
    assert unit.at
    return in_field(state, unit, at) and sees(state, unit.at, at)


def _wants_to_fire(state: State, firer: Firer, mover: Unit) -> bool:
    """FA 22.1, 22.2: whether the standing order of a unit that may fire makes it fire; a side that may not know
    the order must expect fire (FA 23.1).
    """
    unit = firer.unit
    if unit.side not in state.game.standing:
        return True
    words = (
        standing_answer(state, unit.side, unit.id, "fire" if unit.overwatch is None else "overwatch-fire")[0] or DEFAULT
    )
    if len(words) > 1 and words[1] != f"{card(state, mover).kind}s":
        return False
    need = defense(state, mover, _facing(unit, mover))[0]
    match words[0]:
        case "never":
            return False
        case "always":
            return True
        case "good":
            return firer.dice >= 2 * need - 1
        case _:
            return firer.dice >= need


def _facing(unit: Unit, mover: Unit) -> Literal["front", "side", "rear", "top", ""]:
    """FA 12.8: the armour that the shot would meet; "" of a soldier."""
    return armour_met(mover.facing, mover.at, unit.at) if mover.facing and mover.at and unit.at else ""


def _rank(state: State, firer: Firer) -> tuple[int, ...]:
    """FA 22.1: ``fire-order``: a smaller rank fires first."""
    words = standing_answer(state, firer.unit.side, "all", "fire-order")[0]
    last = state.roster.index(firer.unit.id)
    match words:
        case ("weakest",):
            return firer.dice, firer.distance, last
        case ("nearest",):
            return firer.distance, -firer.dice, last
        case _:
            listed = words.index(firer.unit.id) if firer.unit.id in words else len(words)
            return listed, -firer.dice, firer.distance, last


def _fire(turn: Turn[State], firer: Firer, key: str) -> bool:
    """FA 12.10, 12.11: fires one shot and returns whether it was a success.  At most the first counter counts, and
    a passed Cover Roll cancels it.
    """
    unit, target = firer.unit, turn.state.units[key]
    assert target.at
    shot = fire_shot(turn, unit, target, target.at, f"{unit.id} fires at {key}", die_modifiers(turn.state, unit))
    scored = hits(shot.successes, shot.defense)
    covered = cover.cover_roll(turn, target, shot, "defensive", scored)
    success = scored > 0 and not (covered is not None and covered.passed)
    turn.happens(DefensiveFired(shot, firer.how, covered, success, max(target.hits, 1) if success else target.hits))
    stop_watching(turn, unit.id)
    return success
