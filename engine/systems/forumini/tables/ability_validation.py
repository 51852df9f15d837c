"""What the rulebook's abilities and type words may say (FA 1.5 to 1.7, 19): moments and names that the rules know."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.contract import Fault, Unreadable
from engine.toolkit.plain_reasons import plain_reason
from engine.toolkit.scenario_values import Path, did_you_mean

from .rows import Ability, Effect, Tables, effect_with_number

NUMBER = "n"
"""How an effect writes the number on the card."""


class Moment(NamedTuple):
    """The words of an Effect that the rules read at a moment; they cannot do without those it ``needs``."""

    needs: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()


MOMENTS: Mapping[str, Moment] = {
    "speed": Moment(("speed",), ("least", "serves")),
    "enter": Moment((), ("terrain", "hexsides")),
    "movement-roll": Moment(("roll",)),
    "road-bonus": Moment(),
    "mines": Moment(),
    "stop": Moment(),
    "overwatch": Moment(),
    "attack": Moment(("flag",)),
    "range": Moment(("beyond",)),
    "indirect": Moment(("beyond",)),
    "attack-dice": Moment(("dice", "serves"), ("targets", "how")),
    "charge": Moment(("dice",)),
    "field-of-fire": Moment(("armour",)),
    "cover-against": Moment(("cover",), ("targets", "how", "beyond", "within")),
    "cover-own": Moment(("cover",), ("serves", "how", "beyond", "within")),
    "hull-down": Moment(("cover",)),
    "air-cover-dice": Moment((), ("how",)),
    "antiair": Moment(),
    "spot": Moment((), ("within",)),
    "clear": Moment(),
    "rally": Moment(("within",)),
    "turn-up": Moment(("without",), ("flag",)),
    "carry": Moment((), ("soldiers", "also")),
    "deploy": Moment(("by",)),
}
"""FA 19.1: the moments at which the rules ask for abilities (see ``rules/abilities.py``)."""
ALWAYS_READ = ("phases", "classes")
_BOUNDS = {
    "beyond": (0, 99),
    "within": (0, 99),
    "least": (0, 20),
    "serves": (0, 99),
    "dice": (-20, 20),
    "cover": (-6, 6),
    "speed": (-20, 20),
    "roll": (-6, 6),
    "soldiers": (0, 99),
}


def ability_faults(tables: Tables) -> Iterator[Fault]:
    """FA 19.1: effects that the rules would never apply, or could not read."""
    for name, ability in tables.abilities.items():
        path = ("abilities", name)
        yield from _card_number_faults(ability, path)
        for moment, written in ability.effect.items():
            if moment not in MOMENTS:
                yield Fault((*path, "effect"), f"there is no moment {moment}", did_you_mean(moment, tuple(MOMENTS)))
            else:
                yield from _effect_faults(tables, moment, written, (*path, "effect", moment))


def _card_number_faults(ability: Ability, path: Path) -> Iterator[Fault]:
    """``n`` is used if, and only if, cards give the ability a number."""
    used = any(value == NUMBER for written in ability.effect.values() for value in written.values())
    if used and ability.param == "true":
        yield Fault((*path, "param"), f"the effect uses {NUMBER}, so cards must give a number", "write what it counts")
    elif not used and ability.param != "true":
        yield Fault(
            (*path, "param"), f"cards give a number, but no effect uses {NUMBER}", f"write {NUMBER} or param: true"
        )


def _effect_faults(tables: Tables, moment: str, written: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    try:
        effect = effect_with_number(written, 1)
    except Unreadable as unfit:
        yield Fault(path, f"the effect cannot be read: {plain_reason(unfit)}")
        return
    needs, reads = MOMENTS[moment]
    for word in needs:
        if word not in written:
            yield Fault(path, f"{word} is missing")
    for word in written:
        if word not in (*needs, *reads, *ALWAYS_READ):
            yield Fault((*path, word), f"{word} does nothing at this moment", did_you_mean(word, (*needs, *reads)))
    yield from _value_faults(tables, effect, path)


def _value_faults(tables: Tables, effect: Effect, path: Path) -> Iterator[Fault]:
    """Numbers out of range and names that no table has."""
    for word, (least, most) in _BOUNDS.items():
        number = getattr(effect, word)
        if number is not None and not least <= number <= most:
            yield Fault((*path, word), f"{word} is from {least} to {most}, not {number}")
    for chart in ("terrain", "hexsides"):
        for key, cost in getattr(effect, chart).items():
            if not 0 <= cost <= 99:
                yield Fault((*path, chart, key), f"a cost is from 0 to 99, not {cost}")
            yield from _name_faults((*path, chart), chart, key, tuple(getattr(tables, chart)))
    for word in effect.also:
        yield from _name_faults((*path, "also"), "type words", word, tuple(tables.words))


def word_faults(tables: Tables) -> Iterator[Fault]:
    """FA 1.5 to 1.7: classes and names that exist."""
    for name, word in tables.words.items():
        path = ("words", name)
        if not word.classes:
            yield Fault((*path, "classes"), "a type word needs at least one class of units")
        for terrain in word.unrolled:
            yield from _name_faults((*path, "unrolled"), "terrain", terrain, tuple(tables.terrain))
        vehicles = tuple(key for key, other in tables.words.items() if "vehicle" in other.classes)
        for chaser in word.chased_by:
            yield from _name_faults((*path, "chased_by"), "type words of vehicles", chaser, vehicles)


def _name_faults(path: Path, chart: str, name: str, known: tuple[str, ...]) -> Iterator[Fault]:
    if name not in known:
        yield Fault(path, f"{name} is not in {chart}", did_you_mean(name, known))
