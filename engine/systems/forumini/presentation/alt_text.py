"""The picture in one or two sentences, for people who cannot see it."""

from collections.abc import Iterator, Sequence

from engine.contract import Event, counted
from engine.toolkit.shared_report import drawn_or_won, first_few

from ..rules.turn.victory import in_zone
from ..state.events import (
    AntiairAttacked,
    Attacked,
    DefensiveFired,
    Deployed,
    Destroyed,
    GameOver,
    Moved,
    TurnedUp,
    ZoneChecked,
)
from ..state.position import State, army, card, title
from .text_map import moment_in_words


def alt_text(seen: State, recent: Sequence[Event]) -> str:
    """The picture in a sentence: turn, phase, whose turn it is, what is left, who holds the objective zone, and
    the main event since the last picture.
    """
    told = next(_telling(seen, recent), "")
    moment = moment_in_words(seen)
    return f"Map of {seen.name or 'Forumini Armies'}: {moment}; {_armies(seen)}{_zone(seen)}. {told}".strip()


def _armies(seen: State) -> str:
    parts = []
    for side in seen.sides:
        units = [unit for unit in army(seen, side.id) if card(seen, unit).kind != "obstacle"]
        shaken = sum(not unit.good_order or unit.damaged for unit in units)
        points = sum(card(seen, unit).cost for unit in units)
        count = f"{side.name}: {counted(len(units), 'unit')} worth {counted(points, 'point')}"
        parts.append(f"{count}, {shaken} with counters" if shaken else count)
    return "; ".join(parts)


def _zone(seen: State) -> str:
    """FA 18.1: who is in the zone around the objective, in words."""
    if seen.setup.objective is None or not seen.turn:
        return ""
    there = [side.name for side in seen.sides if in_zone(seen, side.id)]
    return f"; in the zone around {seen.setup.objective}: {' and '.join(there) or 'nobody'}"


def _telling(seen: State, recent: Sequence[Event]) -> Iterator[str]:
    """Sentences, the most telling first."""
    yield from (drawn_or_won(title(seen, event.winner)) for event in recent if isinstance(event, GameOver))
    if lost := [event.unit for event in recent if isinstance(event, Destroyed)]:
        yield f"Just destroyed: {_listed(seen, lost)}."
    if up := [event.unit for event in recent if isinstance(event, TurnedUp)]:
        yield f"Counters turned up: {_listed(seen, up)}."
    shots = [event for event in recent if isinstance(event, Attacked | DefensiveFired | AntiairAttacked)]
    if hit := [shot.shot.target for shot in shots if _told(shot)]:
        yield f"Just hit: {_listed(seen, hit)}."
    if shots:
        yield f"{counted(len(shots), 'shot')} without effect."
    yield from (
        f"{title(seen, event.control)} controls the zone."
        for event in recent
        if isinstance(event, ZoneChecked) and event.control
    )
    if moved := [event.unit for event in recent if isinstance(event, Moved | Deployed)]:
        yield f"Just moved: {_listed(seen, moved)}."


def _told(event: Attacked | DefensiveFired | AntiairAttacked) -> bool:
    match event:
        case Attacked():
            return event.hits > 0
        case DefensiveFired():
            return event.success
        case _:
            return event.result != "miss"


def _listed(seen: State, units: Sequence[str]) -> str:
    """Up to four units with their hexes, and how many more."""
    keys = list(dict.fromkeys(units))
    named = [
        f"{seen.units[key].name} ({key}{f' in {seen.units[key].at}' if seen.units[key].here else ''})" for key in keys
    ]
    return first_few(named)


__all__ = ["alt_text", "moment_in_words"]
