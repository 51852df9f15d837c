"""The alt text: a picture of MiniWars in one or two sentences, for people who cannot see it."""

from collections.abc import Iterator, Sequence

from engine.contract import Event, counted
from engine.toolkit.shared_report import drawn_or_won_by, first_few

from ..state.events import Advanced, ArmyBroken, Disrupted, Eliminated, Fired, Fought, Moved, Rallied
from ..state.position import OVER, PHASE_TITLES, State, army, side_name, sides_to_act


def words(seen: State, recent: Sequence[Event]) -> str:
    """Turn, phase, whose turn it is and the units left; then the most important thing that has just happened."""
    news = next(_latest_news(seen, recent), "")
    return f"Map of {seen.name or 'MiniWars'}: {moment(seen)}; {_armies(seen)}. {news}".strip()


def moment(seen: State) -> str:
    """``turn 4, movement and combat of B, orders by Baron de Rompot's Horde``"""
    when = f"turn {seen.turn}, {PHASE_TITLES[seen.phase]}" if seen.turn else PHASE_TITLES[seen.phase]
    if seen.phase == OVER:
        return f"{when}, {drawn_or_won_by(side_name(seen, seen.winner))}"
    waiting = " and ".join(side_name(seen, side) for side in sides_to_act(seen))
    return f"{when}, orders by {waiting}" if waiting else when


def _armies(seen: State) -> str:
    parts = []
    for side in seen.sides:
        left = tuple(army(seen, side.id))
        disrupted = sum(unit.disrupted for unit in left)
        count = f"{side.name}: {len(left)} of {counted(seen.game.start.get(side.id, len(left)), 'unit')}"
        parts.append(f"{count}, {disrupted} disrupted" if disrupted else count)
    return "; ".join(parts)


def _latest_news(seen: State, recent: Sequence[Event]) -> Iterator[str]:
    """Sentences about what has just happened, the most important first."""
    broken = [event.side for event in recent if isinstance(event, ArmyBroken)]
    if broken:
        yield f"The army of {side_name(seen, broken[-1])} has just broken."
    removed = [event.unit for event in recent if isinstance(event, Eliminated)]
    if removed:
        yield f"Just removed: {_unit_list(seen, removed)}."
    disrupted = [event.unit for event in recent if isinstance(event, Disrupted)]
    if disrupted:
        yield f"Just disrupted: {_unit_list(seen, disrupted)}."
    rallied = [event.target for event in recent if isinstance(event, Rallied) and event.success]
    if rallied:
        yield f"Just rallied: {_unit_list(seen, rallied)}."
    counts = (
        (sum(isinstance(event, kind) for event in recent), word) for kind, word in ((Fired, "shot"), (Fought, "attack"))
    )
    failed = " and ".join(counted(count, word) for count, word in counts if count)
    if failed:
        yield f"{failed} without effect."
    moved = [event.unit for event in recent if isinstance(event, Moved | Advanced)]
    if moved:
        yield f"Just moved: {_unit_list(seen, moved)}."


def _unit_list(seen: State, units: Sequence[str]) -> str:
    """Up to four units with their hexes, and how many more."""
    keys = list(dict.fromkeys(units))
    named = [
        f"{seen.units[key].name} ({key}{'' if seen.units[key].gone else f' in {seen.units[key].at}'})" for key in keys
    ]
    return first_few(named)
