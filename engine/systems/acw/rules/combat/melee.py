"""A round of melee: modifiers by name, dice in their order, casualties, and what follows from them (CW 9)."""

from collections.abc import Callable, Mapping
from typing import Literal

from engine.contract import Turn
from maps.geometry.plane import direction, half_extent, point_along, relative_to_box, right_vector
from maps.geometry.polygons import crossings
from maps.geometry.tabletop import Piece

from ...state.combat_events import Destroyed, MeleeResult, MeleeRolled
from ...state.length import Mods
from ...state.position import Melee, State, Unit, arm_of, footprint, is_regiment, leader_of
from ...tables import TABLES
from ..board.terrain import EPSILON, areas_of, building_of, hills_touched, is_formed, terrain_map
from . import retreats

Who = Literal["charger", "target"]
MELEE_DICE = 2
"""CW 9.2: how many dice each unit rolls."""
LEAST_SHARED = 0.05
"""CW 9.7: a base that shares more than so many inches with the enemy is in contact."""


# a round
def fight(turn: Turn[State], melee: Melee) -> None:
    """CW 9.3: one round of it, and at once one of each melee that the winner's advance makes (CW 9.10)."""
    following: Melee | None = melee
    while following is not None:
        following = _fight_round(turn, following)


def _fight_round(turn: Turn[State], melee: Melee) -> Melee | None:
    """CW 9.3: the order of the dice.  The melee that an advance makes."""
    fled = {key: retreats.retreat_bearing(melee, turn.state.units[key]) for key in (melee.charger, melee.target)}
    difference = _roll_dice(turn, melee)
    winner, loser = (melee.charger, melee.target) if difference > 0 else (melee.target, melee.charger)
    result = _apply_casualties(turn, melee, winner if difference else None, abs(difference))
    outcome = TABLES.casualties.get(result)
    if outcome and outcome["loser"].retreat and not turn.state.units[loser].gone:
        retreats.retreat(turn, turn.state.units[loser], fled[loser], outcome["loser"].retreat, winner)
    for key in (melee.charger, melee.target):
        retreats.test_leader(turn, key, fled[key])
    if outcome and outcome["winner"].advance and retreats.may_advance(turn.state, melee, turn.state.units[winner]):
        return retreats.advance(turn, winner, loser)
    return None


def _roll_dice(turn: Turn[State], melee: Melee) -> int:
    """CW 9.2: both units' totals; by how much the charger's is the higher."""
    mods, totals, faces = dict[str, Mods](), dict[str, int](), dict[str, tuple[int, ...]]()
    both: tuple[tuple[Who, str], ...] = (("charger", melee.charger), ("target", melee.target))
    for who, key in both:
        mods[key] = melee_modifiers(turn.state, melee, who)
        rolled = turn.roll(
            f"melee {melee.charger} against {melee.target}: {key}", MELEE_DICE, mods=dict(mods[key]), rule="CW 9.2"
        )
        totals[key], faces[key] = rolled.total, rolled.faces
    charger, target = melee.charger, melee.target
    turn.happens(
        MeleeRolled(
            charger, target, faces[charger], mods[charger], faces[target], mods[target], totals[charger], totals[target]
        )
    )
    return totals[charger] - totals[target]


def casualty_row(die: int, difference: int) -> str:
    """CW 9.4: the row of the table of casualties, by how the winner's die compares with the difference."""
    return "less" if die < difference else "equal" if die == difference else "more"


def _apply_casualties(turn: Turn[State], melee: Melee, winner: str | None, difference: int) -> str:
    """CW 9.4: the winner's die against the difference, and the bases that it costs."""
    if winner is None:
        turn.happens(MeleeResult(melee.charger, melee.target, None, 0, 0, "tie", {}))
        return "tie"
    die = turn.roll(f"melee {melee.charger} against {melee.target}: die of {winner}", rule="CW 9.4").faces[0]
    result = casualty_row(die, difference)
    outcome, loser = TABLES.casualties[result], melee.target if winner == melee.charger else melee.charger
    bases = {loser: outcome["loser"].hits, winner: outcome["winner"].hits}
    hits = {key: min(count, turn.state.units[key].bases) for key, count in bases.items() if count}
    turn.happens(MeleeResult(melee.charger, melee.target, winner, difference, die, result, hits))
    for key in hits:
        if turn.state.units[key].bases == 0:
            turn.happens(Destroyed(key, "melee"))
    return result


# modifiers
def melee_modifiers(state: State, melee: Melee, who: Who) -> Mods:
    """CW 9.5, 9.6: all that a unit adds to its dice, by the names of the table."""
    found = [
        (name, rule.value * times)
        for name, rule in TABLES.melee.items()
        if rule.who in (who, "both")
        and (rule.rounds == "all" or melee.fresh)
        and (times := _TIMES[name](state, melee, who))
    ]
    return (*found, *(_best_cover(state, melee) if who == "target" else ()))


def _flank(state: State, melee: Melee, _: Who) -> int:
    return melee.side in ("left", "right") and _can_be_flanked(state, melee)


def _rear(state: State, melee: Melee, _: Who) -> int:
    return melee.side == "rear" and _can_be_flanked(state, melee)


def _can_be_flanked(state: State, melee: Melee) -> bool:
    """CW 9.6: a unit in a building has neither flank nor rear."""
    return building_of(state, state.units[melee.target]) is None


def _batteries(_: State, melee: Melee, who: Who) -> int:
    return len(melee.guns_charger if who == "charger" else melee.guns_target)


def _bases(state: State, melee: Melee, who: Who) -> int:
    return bases_in_contact(state, melee)[who == "target"]


def _leader(state: State, melee: Melee, who: Who) -> int:
    return leader_of(state, melee.charger if who == "charger" else melee.target) is not None


def _small_arms(state: State, melee: Melee, _: Who) -> int:
    """CW 9.6: formed infantry in line."""
    unit = state.units[melee.target]
    return arm_of(state, unit) == "infantry" and unit.formation == "line" and is_formed(state, unit)


def _line_on_column(state: State, melee: Melee, _: Who) -> int:
    return state.units[melee.charger].formation == "line" and state.units[melee.target].formation == "column"


_TIMES: Mapping[str, Callable[[State, Melee, Who], int]] = {
    "flank": _flank,
    "rear": _rear,
    "battery-fired": _batteries,
    "line-base-in-contact": _bases,
    "leader": _leader,
    "small-arms": _small_arms,
    "line-attacks-column": _line_on_column,
}


# bases in contact
def bases_in_contact(state: State, melee: Melee) -> tuple[int, int]:
    """CW 9.7: the bases in contact, of the charger and of the target."""
    charger, target = state.units[melee.charger], state.units[melee.target]
    one, other = _bases_sharing(state, charger, target) if melee.square else 1, _bases_sharing(state, target, charger)
    if melee.side in ("left", "right") or not melee.square:
        other = 1
    return (one if _counts_bases(state, charger) else 0), (other if _counts_bases(state, target) else 0)


def _counts_bases(state: State, unit: Unit) -> bool:
    """CW 9.5: formed infantry or cavalry in line."""
    return is_regiment(state, unit) and unit.formation == "line" and is_formed(state, unit)


def _bases_sharing(state: State, unit: Unit, foe: Unit) -> int:
    """The bases of a unit in line that share enough of its width with a footprint square to its own; at least one."""
    own, other, front = footprint(state, unit), footprint(state, foe), state.setup.front
    middle, _ = relative_to_box(own, other.at)
    half = half_extent(other, right_vector(own.facing))
    edges = (nth * front - own.across for nth in range(unit.bases))
    return max(
        1, sum(min(edge + front, middle + half) - max(edge, middle - half) > LEAST_SHARED + EPSILON for edge in edges)
    )


# cover
def _best_cover(state: State, melee: Melee) -> Mods:
    """CW 9.6: the best of works and cover, for the unit charged."""
    target = state.units[melee.target]
    names = [_cover_name(piece) for piece in _cover_of(state, target, state.units[melee.charger])]
    name = max(names, key=lambda one: TABLES.best[one], default=None)
    return ((name, TABLES.best[name]),) if name else ()


def _cover_name(piece: Piece) -> str:
    """The row of the table."""
    return "hard-cover" if piece.cover == "hard" else TABLES.terrain[piece.kind].cover


def _cover_of(state: State, target: Unit, charger: Unit) -> list[Piece]:
    """CW 5.12, 9.6: works and cover that the target's centre is in, fences between the centres, crests it touches."""
    areas = [
        piece for piece in areas_of(state, target) if (kind := TABLES.terrain[piece.kind]).cover and not kind.crest
    ]
    fences = [
        piece
        for piece in terrain_map(state).barriers.pieces_near(charger.inches, target.inches, EPSILON)
        if TABLES.terrain[piece.kind].cover and _is_between(state, piece, target, charger)
    ]
    return [*areas, *fences, *hills_touched(state, footprint(state, target))]


def _is_between(state: State, fence: Piece, target: Unit, charger: Unit) -> bool:
    """CW 9.6, 5.11: whether a fence is met between two centres, but not at a gate."""
    way = direction(charger.inches, target.inches)
    points = (point_along(charger.inches, way, met) for met in crossings(charger.inches, target.inches, fence.line))
    return any(not (TABLES.terrain[fence.kind].gate and terrain_map(state).on_road(point)) for point in points)
