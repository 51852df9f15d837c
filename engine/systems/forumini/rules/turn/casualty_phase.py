"""Casualty: counters come off, are rallied, turn up; the fallen are removed and heroes take their places (FA 17)."""

from collections.abc import Sequence

from engine.contract import Turn

from ...state.events import CounterLost, Destroyed, HeroPlaced, OverwatchEnded, Recovered, TurnedUp
from ...state.position import DESTROYED, State, Unit, card, distance_between, is_ground, on_map, standing_answer
from ..abilities import ability_effects
from ..board.stacking import has_room
from ..movement.transports import lose_transport
from .air_phase import leave_map
from .deployment import arrival_manner

FACE_DOWN = {1: ("pinned",), 2: ("pinned", "demoralized", "damaged")}
"""FA 17.3: what so many face-down counters turn up as; of Demoralized and Damaged what fits the class."""
OTHER_CLASS = {"soldier": "damaged", "vehicle": "demoralized"}
"""FA 26.5: the counter that a class never has."""


def resolve_casualties(turn: Turn[State]) -> None:
    """FA 17.1 to 17.5, step by step."""
    pinned = tuple(unit.id for unit in ground_units(turn.state) if unit.pinned)
    for key in pinned:
        turn.happens(Recovered(key, "pinned", together=pinned if key == pinned[0] else ()))
    recoveries = [(unit, rallying_commander(turn.state, unit)) for unit in ground_units(turn.state) if unit.demoralized]
    for unit, by in recoveries:
        turn.happens(Recovered(unit.id, "demoralized", by))
    hit = [unit for unit in ground_units(turn.state) if unit.hits]
    for unit in hit:
        _turn_up(turn, unit)
    _remove_destroyed(turn, [unit for unit in hit if unit.hits >= DESTROYED])
    leave_map(turn)


def ground_units(state: State) -> tuple[Unit, ...]:
    return tuple(unit for unit in on_map(state) if is_ground(state, unit))


def rallying_commander(state: State, unit: Unit) -> str | None:
    """FA 17.2: the nearest Soldier-Commander of its side in reach that has no counter at all and is not aboard."""
    reached = [
        other
        for other in on_map(state, unit.side)
        if _can_rally(state, other) and distance_between(unit, other) <= _rally_range(state, other)
    ]
    return min(reached, key=lambda other: distance_between(unit, other)).id if reached else None


def _can_rally(state: State, unit: Unit) -> bool:
    known = card(state, unit)
    return (
        known.kind == "soldier"
        and "commander" in known.sub
        and unit.good_order
        and not unit.hits
        and unit.aboard is None
    )


def _rally_range(state: State, commander: Unit) -> int:
    """FA 19.1: 1, or what an ability of its says, never less."""
    return max((effect.within or 0 for _, _, effect in ability_effects(state, commander, "rally")), default=1) or 1


def _turn_up(turn: Turn[State], unit: Unit) -> None:
    """FA 17.3, 15.4, 17.6: face-down counters turn up, except those that the unit's abilities prevent, and join the
    face-up ones.
    """
    kind = card(turn.state, unit).kind
    new = [counter for counter in FACE_DOWN.get(unit.hits, ()) if counter != OTHER_CLASS.get(kind)]
    spared, why, spent = list[str](), list[str](), False
    for name, _, effect in ability_effects(turn.state, unit, "turn-up"):
        kept = [counter for counter in new if counter in effect.without and not getattr(unit, counter)]
        if kept and not (effect.flag and getattr(unit, effect.flag)):
            spared, spent = [*spared, *kept], spent or bool(effect.flag)
            why.append(name)
    up = {
        counter: getattr(unit, counter) or (counter in new and counter not in spared)
        for counter in ("pinned", "demoralized", "damaged")
    }
    turn.happens(TurnedUp(unit.id, unit.hits, **up, destroyed=unit.hits >= DESTROYED, spent=spent, why=" ".join(why)))
    lose_counters(turn, turn.state.units[unit.id])


def lose_counters(turn: Turn[State], unit: Unit) -> None:
    """FA 17.6, 6.15, 12.15: a unit that is now Pinned or Demoralized leaves Overwatch; a soldier also loses Hit the
    Dirt.
    """
    if unit.good_order:
        return
    if unit.overwatch is not None:
        turn.happens(OverwatchEnded(unit.id, "suppressed"))
    if unit.hit_the_dirt:
        turn.happens(CounterLost(unit.id, "hit_the_dirt", "demoralized" if unit.demoralized else "pinned"))


def _remove_destroyed(turn: Turn[State], fallen: Sequence[Unit]) -> None:
    """FA 17.4: the destroyed go, heroes take places, passengers of lost transports get out."""
    for unit in fallen:
        turn.happens(Destroyed(unit.id, unit.at, card(turn.state, unit).cost, "hits"))
    _place_heroes(turn, fallen)
    for unit in fallen:
        riders = [other.id for other in on_map(turn.state, unit.side) if other.aboard == unit.id]
        lose_transport(turn, unit.id)
        for key in riders:
            _ignore_pinned(turn, turn.state.units[key])


def _ignore_pinned(turn: Turn[State], unit: Unit) -> None:
    """FA 15.4: a hero ignores the Pinned that getting out of a lost transport gives."""
    if unit.pinned and any("pinned" in effect.without for _, _, effect in ability_effects(turn.state, unit, "turn-up")):
        turn.happens(Recovered(unit.id, "pinned", together=(unit.id,)))


def _place_heroes(turn: Turn[State], fallen: Sequence[Unit]) -> None:
    """FA 15.3: heroes, in the order of the scenario, each in the place of one soldier."""
    places = [unit for unit in fallen if card(turn.state, unit).kind == "soldier"]
    for key in turn.state.roster:
        hero = turn.state.units[key]
        if hero.gone or hero.at is not None or arrival_manner(turn.state, hero) != "replace":
            continue
        words, how = standing_answer(turn.state, hero.side, hero.id, "replace")
        chosen = _replaced_soldier(turn.state, hero, places, words[0] if words else "any")
        if chosen is not None and chosen.at is not None:
            places.remove(chosen)
            turn.happens(HeroPlaced(hero.id, chosen.at, chosen.id, how))


def _replaced_soldier(state: State, hero: Unit, fallen: Sequence[Unit], word: str) -> Unit | None:
    """FA 22.1, ``replace``: the soldier that a hero replaces: the one named, or the costliest eligible one (ties in
    the order of the scenario), or none.
    """
    eligible = [unit for unit in fallen if _eligible(state, hero, unit)]
    if word == "never":
        return None
    if word.isdigit():
        eligible = [unit for unit in eligible if card(state, unit).cost >= int(word)]
    elif word != "any":
        eligible = [unit for unit in eligible if unit.id == word]
    return max(eligible, key=lambda unit: card(state, unit).cost, default=None)


def _eligible(state: State, hero: Unit, unit: Unit) -> bool:
    """FA 15.3: of its side and nation, of no type that its card excepts, in a hex with room for it."""
    own, other = card(state, hero), card(state, unit)
    fitting = (
        hero.side == unit.side and own.nation == other.nation and not any(word in own.excepted for word in other.sub)
    )
    return fitting and unit.at is not None and has_room(state, hero, unit.at)
