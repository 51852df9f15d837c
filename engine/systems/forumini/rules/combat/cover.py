"""Cover: where a position offers it, when a Cover Roll is due, what is added to it and what it does (FA 11, 13.5)."""

from collections.abc import Iterator
from typing import Literal

from engine.contract import Turn

from ...state.events import Cover, Mods, Shot
from ...state.position import DESTROYED, State, Unit, card
from ..abilities import ability_effects, applies, commander_effects
from ..board.line_of_sight import entry_hexsides
from ..board.stacking import fortifications_in
from ..board.terrain import terrain_map

How = Literal["direct", "charge", "defensive", "indirect", "bomb", "strafe", "antiair"]
FROM_AFAR = ("indirect", "bomb", "strafe")
"""FA 11.4: attacks that come across no hexside."""
NATURAL = 1
"""FA 11.3: this face always fails."""


def offers_cover(state: State, unit: Unit, shot_from: str | None) -> bool:
    """FA 11.1: whether the unit's position gives cover against an attack from a hex.  None: an attack from above,
    for which hexsides do not count (FA 11.9).
    """
    return bool(list(_hex_cover(state, unit))) or (
        shot_from is not None and _hexside_cover(state, unit, shot_from) is not None
    )


def has_cover_hexside(state: State, at: str) -> bool:
    """FA 6.16, R 21: whether any hexside of a hex gives cover."""
    land = terrain_map(state)
    return any(
        land.hexside(feature).cover is not None for near in land.around[at] for feature in land.features(at, near)
    )


def cover_roll_due(state: State, target: Unit, shot: Shot, how: How, hits: int) -> bool:
    """FA 11.2, 11.8, 12.11: whether a Cover Roll is made; against Defensive Fire, for every hit.  ``hits``: scored
    by the dice.
    """
    if hits == 0 or target.hits >= DESTROYED or card(state, target).kind not in ("soldier", "vehicle"):
        return False
    if how != "defensive" and hits == 1 and target.hits == 0:
        return False
    return offers_cover(state, target, None if how in FROM_AFAR else state.units[shot.firer].at)


def cover_roll(turn: Turn[State], target: Unit, shot: Shot, how: How, hits: int) -> Cover | None:
    """FA 11.3: rolls for cover against a shot and returns the roll; None if none is due.  ``hits``: scored by the
    dice.  Causes no event.
    """
    if not cover_roll_due(turn.state, target, shot, how, hits):
        return None
    return _rolled_cover(turn, target, cover_modifiers(turn.state, target, shot, how), "FA 11.3")


def indirect_cover_roll(turn: Turn[State], target: Unit) -> Cover:
    """FA 13.5: the Cover Roll of a unit under Indirect Fire, in any terrain, before there are any attack dice."""
    mods = (*_hex_cover(turn.state, target), *_dirt_cover(target), *_ability_cover(turn.state, target, "indirect", 0))
    return _rolled_cover(turn, target, mods, "FA 13.5")


def counters_left(target: Unit, hits: int, cover: Cover | None) -> int:
    """FA 10.4, 10.5, 11.5: face-down counters on the target after an attack; behind cover no more than the first."""
    if cover is not None and cover.passed:
        return max(target.hits, min(hits, 1))
    return min(DESTROYED, target.hits + hits)


def cover_modifiers(state: State, target: Unit, shot: Shot, how: How) -> Mods:
    """FA 11.6: all that is added to a Cover Roll, by name; what is 0 is named too where it offers the cover."""
    return tuple(_cover_modifiers(state, target, shot, how))


def _cover_modifiers(state: State, target: Unit, shot: Shot, how: How) -> Iterator[tuple[str, int]]:
    firer = state.units[shot.firer]
    yield from _hex_cover(state, target)
    if how not in FROM_AFAR and firer.at and (side := _hexside_cover(state, target, firer.at)):
        yield side
    if shot.distance == 0:
        yield "same hex", -1
    if shot.successes > shot.defense[0]:
        yield "Crushing", -1
    if shot.successes >= shot.defense[1]:
        yield "Devastating", -1
    yield from _dirt_cover(target)
    if how == "defensive":
        yield "Defensive Fire", -1
    if target.hull_down and shot.facing == "front":
        yield "Hull Down", 1
        yield from ((name, effect.cover) for name, _, effect in ability_effects(state, target, "hull-down"))
    yield from _ability_cover(state, target, how, shot.distance)
    kind = card(state, target).kind
    yield from (
        (f"{name} {firer.id}", effect.cover)
        for name, _, effect in ability_effects(state, firer, "cover-against")
        if applies(effect, how, shot.distance, kind)
    )


def _hex_cover(state: State, unit: Unit) -> Iterator[tuple[str, int]]:
    """FA 11.1: what the hex itself offers: its terrain, and to soldiers the pillbox they are in or an entrenchment."""
    assert unit.at
    kind = card(state, unit).kind
    terrain = terrain_map(state).terrain(unit.at)
    if kind in terrain.cover:
        yield terrain_map(state).word(unit.at), terrain.cover[kind]
    if kind != "soldier":
        return
    for fort, effect in fortifications_in(state, unit.at):
        if effect.cover and (unit.in_pillbox or not effect.capacity):
            yield fort.name.lower(), effect.cover


def _hexside_cover(state: State, unit: Unit, shot_from: str) -> tuple[str, int] | None:
    """FA 11.4: the hexside that gives cover and that the attack crosses; at a vertex two of the three must give
    cover, and the better counts.
    """
    assert unit.at
    land = terrain_map(state)
    crossed = entry_hexsides(state, shot_from, unit.at)
    best = list[tuple[int, str]]()
    for side in crossed:
        a, b = side.split("/")
        best += sorted(
            ((cover, f) for f in land.features(a, b) if (cover := land.hexside(f).cover) is not None), reverse=True
        )[:1]
    if not best or (len(crossed) > 1 and len(best) < 2):
        return None
    cover, feature = max(best)
    return feature, cover


def _dirt_cover(target: Unit) -> Iterator[tuple[str, int]]:
    if target.hit_the_dirt:
        yield "Hit the Dirt", 1


def _ability_cover(state: State, target: Unit, how: How, distance: int) -> Iterator[tuple[str, int]]:
    """FA 19.1: what the target's own abilities and its commanders add."""
    for name, _, effect in (
        *ability_effects(state, target, "cover-own"),
        *commander_effects(state, target, "cover-own"),
    ):
        if applies(effect, how, distance):
            yield name, effect.cover


def _rolled_cover(turn: Turn[State], target: Unit, mods: Mods, rule: str) -> Cover:
    need = card(turn.state, target).cover
    merged = dict[str, int]()
    for name, n in mods:
        merged[name] = merged.get(name, 0) + n
    made = turn.roll(
        f"cover of {target.id}", need=need, mods=merged, fails_on=NATURAL, made="passed", missed="failed", rule=rule
    )
    return Cover(made.faces[0], tuple((name, n) for name, n in merged.items() if n), need, made.made)
