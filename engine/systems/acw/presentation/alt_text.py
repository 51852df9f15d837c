"""A picture of the ACW game in one or two sentences, for those who cannot see it."""

from collections.abc import Iterator, Sequence

from engine.contract import Event, counted
from engine.toolkit.shared_report import drawn_or_won, drawn_or_won_by, first_few

from ..rules.turn.victory import holder
from ..state import combat_events, events
from ..state.position import DEPLOYMENT, OVER, PHASE_TITLES, State, arm_of, army, melees_of, side_name


def words(seen: State, recent: Sequence[Event]) -> str:
    """Turn, phase, bases left, melees, objectives held; then the most important thing that has just happened."""
    parts = [*_armies(seen), *_melees(seen), *_objectives(seen)]
    news = next(_latest_news(seen, recent), "")
    return f"Table of {seen.name or 'ACW Regiments'}: {_moment(seen)}; {'; '.join(parts)}. {news}".strip()


def _moment(seen: State) -> str:
    if seen.phase == OVER:
        return f"turn {seen.turn}, {drawn_or_won_by(side_name(seen, seen.winner))}"
    left = f"{counted(seen.game.activations, 'activation')} left"
    who = f", {side_name(seen, seen.active)} to order, {left}" if seen.active else ""
    return (
        f"turn {seen.turn}, {PHASE_TITLES[seen.phase]}{who}" if seen.phase != DEPLOYMENT else PHASE_TITLES[seen.phase]
    )


def _armies(seen: State) -> Iterator[str]:
    for side in seen.sides:
        units = [unit for unit in army(seen, side.id) if arm_of(seen, unit) != "leader"]
        lost = seen.game.lost.get(side.id, 0)
        bases = sum(unit.bases for unit in units)
        yield (
            f"{side.name}: {counted(len(units), 'unit')} with {counted(bases, 'base')}"
            + (f", {lost} lost of {seen.setup.breaks[side.id]} that break it" if lost else "")
        )


def _melees(seen: State) -> Iterator[str]:
    if seen.game.melees:
        yield "in melee: " + ", ".join(
            f"{melee.charger} against the {melee.side} of {melee.target}" for melee in seen.game.melees[:6]
        )


def _objectives(seen: State) -> Iterator[str]:
    held = [f"{goal.name} by {side_name(seen, side)}" for goal in seen.setup.objectives if (side := holder(seen, goal))]
    if held:
        yield "held: " + ", ".join(held)


def _latest_news(seen: State, recent: Sequence[Event]) -> Iterator[str]:
    """Sentences about what has just happened, the most important first."""
    for event in recent:
        if isinstance(event, events.GameOver):
            yield drawn_or_won(side_name(seen, event.winner))
    if lost := [event.unit for event in recent if isinstance(event, combat_events.Destroyed)]:
        yield f"Just destroyed: {_unit_list(seen, lost)}."
    if fled := [
        event.unit for event in recent if isinstance(event, combat_events.Retreated) and event.result == "went"
    ]:
        yield f"Just driven back: {_unit_list(seen, fled)}."
    for event in recent:
        if isinstance(event, combat_events.MeleeRolled):
            yield f"{event.charger} and {event.target} have just fought, {event.charger_total} to {event.target_total}."
    if charged := [event.unit for event in recent if isinstance(event, combat_events.Charged)]:
        yield f"Just charged: {_unit_list(seen, charged)}."
    if shelled := [event.building for event in recent if isinstance(event, combat_events.Shelled)]:
        yield f"Just shelled: {', '.join(dict.fromkeys(shelled))}."
    if moved := [event.unit for event in recent if isinstance(event, events.Moved | events.Placed | events.Joined)]:
        yield f"Just moved: {_unit_list(seen, moved)}."


def _unit_list(seen: State, units: Sequence[str]) -> str:
    """Up to four units with their places, and how many more."""
    keys = list(dict.fromkeys(units))
    named = [_unit_text(seen, key) for key in keys]
    return first_few(named)


def _unit_text(seen: State, key: str) -> str:
    unit = seen.units[key]
    where = "" if unit.gone else f" at {unit.inches[0]:g},{unit.inches[1]:g}"
    fighting = " in melee" if not unit.gone and melees_of(seen, key) else ""
    return f"{unit.name} ({key}{where}{fighting})"
