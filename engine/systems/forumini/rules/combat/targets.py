"""The target of an order: the unit its words mean, and why it may not be attacked (FA 9.1, 9.2, 21.5)."""

from collections.abc import Iterator

from engine.contract import Refusal

from ...state.position import State, Unit, card, enemy, title, units_in
from ...tables.rows import Class

ON_GROUND: tuple[Class, ...] = ("soldier", "vehicle")
IN_THE_AIR: tuple[Class, ...] = ("aircraft",)


def possible_targets(state: State, side: str, words: str | None, kinds: tuple[Class, ...]) -> tuple[Unit, ...]:
    """The units that a target may mean: the one with that id, or the enemies of these kinds in that hex."""
    if words is None:
        return ()
    if words in state.units:
        return (state.units[words],)
    there = units_in(state, words, enemy(state, side))
    return tuple(unit for unit in there if card(state, unit).kind in kinds and unit.aboard is None)


def naming_objections(state: State, side: str, words: str | None, kinds: tuple[Class, ...]) -> Iterator[Refusal]:
    """FA 21.5, step 2 of a target: none named, no known unit there, several, or gone."""
    match possible_targets(state, side, words, kinds):
        case () if words is None:
            yield Refusal("target", "missing-argument", "an attack needs a target: name the enemy unit to attack")
        case () if words in state.board.cells:
            yield Refusal(
                "target", "no-target", f"there is no enemy in {words} that can be attacked now; name a unit", "FA 9.2"
            )
        case ():
            yield Refusal("target", "unknown-unit", f"there is no unit {words}; name an enemy on the map")
        case (unit,) if unit.gone:
            yield Refusal("target", "unit-gone", f"{unit.id} is no longer in play; choose another target")
        case (_,):
            pass
        case several:
            listed = " or ".join(unit.id for unit in several)
            yield Refusal("target", "ambiguous-unit", f"several enemies are in {words}; name one: {listed}", "FA 9.2")


def invalid_target(state: State, side: str, target: Unit, kinds: tuple[Class, ...]) -> Iterator[Refusal]:
    """FA 21.5: ``invalid-target``: own side, wrong class for the phase, an obstacle, riding, or not on the map."""
    if says := _why_not(state, side, target, kinds):
        yield Refusal("target", "invalid-target", f"{target.id} is not a legal target: {says}", "FA 9.1")


def _why_not(state: State, side: str, target: Unit, kinds: tuple[Class, ...]) -> str:
    kind = card(state, target).kind
    if target.side == side:
        return f"it is your own; attack a unit of {title(state, enemy(state, side))}"
    if kind == "obstacle":
        return "obstacles cannot be attacked; engineers clear them"
    if kind not in kinds:
        return (
            "only aircraft are attacked in this phase"
            if kinds == IN_THE_AIR
            else "aircraft are attacked in the antiair phase only"
        )
    if target.aboard is not None:
        return f"it is riding in {target.aboard}; attack {target.aboard} instead"
    return "" if target.here else "it is not on the map"
