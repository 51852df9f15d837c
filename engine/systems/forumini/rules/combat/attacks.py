"""Attacks: the dice of any attack, the Defense they meet, and attacks on ground units (FA 9 to 11, 19.2)."""

from engine.contract import Turn
from maps.geometry.hexes import distance

from ...state.events import Attacked, Charged, Mods, OverwatchEnded, Shot
from ...state.position import State, Unit, card
from ...tables.rows import Armour
from .. import current_values
from ..board.arcs import armour_met
from . import cover
from .cover import FROM_AFAR, How
from .targets import ON_GROUND, possible_targets


def charge(turn: Turn[State], key: str, words: str) -> None:
    """FA 19.2: the charge has reached its hex; its attack is direct fire at range 0 with its extra dice."""
    (target,) = possible_targets(turn.state, turn.state.units[key].side, words, ON_GROUND)
    turn.happens(Charged(key, target.id))
    attack(turn, key, target.id, "charge")


def attack(turn: Turn[State], firer: str, target: str, how: How) -> None:
    """FA 9, 10, 11: an attack: dice, the Cover Roll if one is due, face-down counters; firing ends the firer's
    Overwatch (FA 12.15).
    """
    attacker, attacked = turn.state.units[firer], turn.state.units[target]
    assert attacked.at
    mods = current_values.die_modifiers(turn.state, attacker)
    shot = fire_shot(turn, attacker, attacked, attacked.at, f"{firer} attacks {target}", mods, how)
    scored = current_values.hits(shot.successes, shot.defense)
    covered = cover.cover_roll(turn, attacked, shot, how, scored)
    turn.happens(Attacked(shot, how, scored, covered, cover.counters_left(attacked, scored, covered)))
    stop_watching(turn, firer)


def fire_shot(
    turn: Turn[State], firer: Unit, target: Unit, at: str, why: str, mods: Mods, how: How = "defensive"
) -> Shot:
    """FA 9.4, 9.5: the dice of one shot at a unit in a hex, and the Defense they meet.  ``mods``: what is added to
    each die.
    """
    assert firer.at
    state, away = turn.state, distance(firer.at, at)
    column, count = current_values.attack_dice(state, firer, target, away)
    if how == "bomb":
        column, count = 0, _bombs(state, firer)
    elif count:
        count += current_values.extra_dice(state, firer, target, how)
    pool = turn.pool(why, count, need=current_values.SUCCESS, mods=dict(mods), rule="FA 9.5")
    facing = armour_of_shot(state, firer, target, at, how)
    defense = current_values.defense(state, target, facing or "")
    return Shot(firer.id, target.id, at, away, column, pool.faces, mods, pool.successes, facing or "", defense)


def armour_of_shot(state: State, firer: Unit, target: Unit, at: str, how: How) -> Armour | None:
    """FA 8.9, 8.10: the armour that a shot at a vehicle meets; None for soldiers and aircraft."""
    if target.facing is None or card(state, target).kind != "vehicle":
        return None
    if how in FROM_AFAR or card(state, firer).kind == "aircraft":
        return "top"
    assert firer.at
    return armour_met(target.facing, at, firer.at)


def _bombs(state: State, firer: Unit) -> int:
    bombs = card(state, firer).bombs
    return bombs.dice if bombs else 0


def stop_watching(turn: Turn[State], key: str) -> None:
    """FA 12.15: a unit that fires at anything is no longer in Overwatch."""
    if turn.state.units[key].overwatch is not None:
        turn.happens(OverwatchEnded(key, "fired"))
