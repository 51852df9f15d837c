"""The alt text: a picture of the table in a few sentences."""

from collections.abc import Iterator, Sequence

from engine.contract import Event, counted
from engine.toolkit import wording
from engine.toolkit.shared_report import drawn_or_won

from ..rules.board.zone_control import control, score
from ..state import events
from ..state.position import OVER, State, side_name, side_units
from .text_map import moment_text, score_text


def words(seen: State, recent: Sequence[Event]) -> str:
    """The moment, the zones by team, what each side has on the table, then what has just happened, the most important
    first.
    """
    sides = "; ".join(_army(seen, side.id) for side in seen.sides)
    events_text = " ".join(_telling(seen, recent))
    zones = score_text(seen, control(seen), score(seen))
    table = f"Map of {seen.name or 'Zone Control'}: {moment_text(seen)}. Zones: {zones}."
    return f"{table} {wording.capitalized(sides)}. {events_text}".strip()


def _army(seen: State, side: str) -> str:
    units = list(side_units(seen, side))
    shaken = [unit.id for unit in units if unit.shaken]
    states = f", {wording.listed(shaken)} shaken" if shaken else ""
    models = wording.counted_in_words(sum(len(unit.models) for unit in units), "model")
    return f"{side_name(seen, side)}: {models} in {counted(len(units), 'unit')}{states}"


def _telling(seen: State, recent: Sequence[Event]) -> Iterator[str]:
    if seen.phase == OVER and any(isinstance(event, events.GameOver) for event in recent):
        yield drawn_or_won(side_name(seen, seen.winner))
    if lost := [event.unit for event in recent if isinstance(event, events.Destroyed)]:
        yield f"Just destroyed: {_listed(lost)}."
    if fell := [event.unit for event in recent if isinstance(event, events.FellBack | events.Fled)]:
        yield f"Just fell back or fled: {_listed(fell)}."
    if came := [event.unit for event in recent if isinstance(event, events.Placed)]:
        yield f"Just arrived: {_listed(came)}."
    pairs = dict.fromkeys(
        (event.unit, event.target, event.kind) for event in recent if isinstance(event, events.Attacked)
    )
    for unit, target, manner in list(pairs)[:4]:
        yield _fought(recent, unit, target, manner)
    if moved := [event.unit for event in recent if isinstance(event, events.Moved)]:
        yield f"Just moved: {_listed(moved)}."


def _fought(recent: Sequence[Event], unit: str, target: str, manner: str) -> str:
    """``C1 shot at R2: 2 hits, 1 not saved.``"""
    found = [
        event
        for event in recent
        if isinstance(event, events.Attacked) and (event.unit, event.target, event.kind) == (unit, target, manner)
    ]
    hits, failed = sum(event.hits for event in found), sum(event.failed for event in found)
    verb = "shot at" if manner == "shoot" else "fought"
    return f"{unit} {verb} {target}: {wording.counted_in_words(hits, 'hit')}, {wording.number_word(failed)} not saved."


def _listed(units: Sequence[str]) -> str:
    """Up to six units, and how many more."""
    keys = list(dict.fromkeys(units))
    return wording.listed([*keys[:6], *([f"{len(keys) - 6} more"] if len(keys) > 6 else [])])
