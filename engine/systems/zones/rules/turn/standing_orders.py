"""The rules' objections to a standing order (ZC 5.5)."""

from collections.abc import Iterator

from engine.contract import Refusal, counted
from engine.toolkit.wording import id_and_name

from ...orders import FORMS, POLICIES, Standing
from ...state.position import State, Unit

WHERE_WORDS = {
    "table": "is already on the table",
    "deep-strike": "enters by deep strike",
    "ambush": "enters by ambush",
    "gone": "is out of play",
}
ALL = "all"


def objections(seen: State, side: str, order: Standing) -> Iterator[Refusal]:
    """The objections to a standing order: the unit must be a reserve, and places are for one unit."""
    unit = _subject(seen, order)
    yield from partial_objections(seen, order)
    words = POLICIES[order.policy]
    if order.values[0] in words:
        return
    if unit is None:
        says = f"one place cannot be for all units; name one unit, or write {' or '.join(words)}"
        yield Refusal("values", "syntax", says, "ZC 5.5", _word_alternatives(order), lasting=True)
    else:
        yield from _place_objections(order, unit)


def _subject(seen: State, order: Standing) -> Unit | None:
    """The unit that the standing order names; None for all units."""
    return None if order.subject == ALL else seen.units.get(order.subject)


def partial_objections(seen: State, order: Standing) -> Iterator[Refusal]:
    """The objections that do not depend on the policy."""
    unit = _subject(seen, order)
    if unit is not None and unit.where != "reserve":
        code = "on-table" if unit.where == "table" else "wrong-mode"
        yield Refusal(
            "subject",
            code,
            f"{id_and_name(unit.id, unit.name)} {WHERE_WORDS[unit.where]}; only reserves arrive",
            "ZC 5.5",
        )


def _place_objections(order: Standing, unit: Unit) -> Iterator[Refusal]:
    """ZC 3.8: one place, with or without a form, or one for each model."""
    places, count = [value for value in order.values if value not in FORMS], len(unit.models)
    if len(places) > 1 and len(places) < len(order.values):
        says = f"{order.values[-1]} needs a single place, but you gave {len(places)}"
        yield Refusal(
            "values", "syntax", says, "ZC 3.8", (Standing(order.subject, order.policy, tuple(places)),), lasting=True
        )
    elif len(places) not in (1, count):
        given = len(places)
        says = (
            f"{unit.id} has {counted(count, 'model')}, but you gave {counted(given, 'place')}; "
            f"give one place for all of them, or {count}"
        )
        yield Refusal("values", "wrong-count", says, "ZC 3.8")


def _word_alternatives(order: Standing) -> tuple[Standing, ...]:
    return tuple(Standing(order.subject, order.policy, (word,)) for word in POLICIES[order.policy])
