"""The alt text of a picture: the game in a few sentences, for readers who cannot see it."""

from collections.abc import Iterator, Sequence

from engine.contract import Event, counted
from engine.toolkit import wording
from engine.toolkit.shared_report import drawn_or_won_by

from ..rules.combat.engagement import forces
from ..rules.turn.victory import income
from ..state import events
from ..state.counts import added
from ..state.position import OVER, Battle, Counts, State, counts, phase, power_name, territories
from ..wording import counted_units, ipcs_in_words

LISTED = 9
"""More territories of a power are counted instead of named."""
KINDS = {"land": "land battle", "naval": "naval battle", "amphibious": "amphibious assault"}


def words(seen: State, recent: Sequence[Event]) -> str:
    """The phase, the battles, the latest events, and each power's lands and forces: who shows it may cut off the last
    sentences.
    """
    sentences = (_moment(seen), *_battles(seen), *_telling(seen, recent), *(_power(seen, key) for key in seen.powers))
    return " ".join(sentences)


def theatre(seen: State, recent: Sequence[Event], name: str, areas: Sequence[str]) -> str:
    """A part of the map: its battles, the latest events, who holds its lands, and the units of each area."""
    fought = [words for battle, words in zip(seen.game.battles, _battles(seen), strict=True) if battle.area in areas]
    ends = ("area", "start", "to")
    here = [event for event in recent if any(getattr(event, end, None) in areas for end in ends)]
    return " ".join(
        (f"{name}. {_moment(seen)}", *fought, *_telling(seen, here), *_holders(seen, areas), *_stacks(seen, areas))
    )


def _holders(seen: State, areas: Sequence[str]) -> Iterator[str]:
    for key, power in seen.powers.items():
        if held := [area for area in territories(seen, key) if area in areas]:
            yield f"{power.name} holds {wording.listed(held)}."


def _stacks(seen: State, areas: Sequence[str]) -> Iterator[str]:
    for area in areas:
        stacks = [
            f"{power_name(seen, power)} {units_in_words(units)}"
            for power in seen.powers
            if (units := counts(seen, area, power))
        ]
        if stacks:
            yield f"{area}: {'; '.join(stacks)}."


def single(seen: State) -> str:
    """A single battle: its kind, its round, and the units of both sides."""
    return " ".join((_moment(seen), *_battles(seen)))


def _moment(seen: State) -> str:
    now = phase(seen)
    if seen.phase == OVER:
        end = drawn_or_won_by(power_name(seen, seen.winner))
        return f"{seen.name or 'Baker'}, round {seen.turn}: the game is {end}."
    kind = "Map of " if seen.setup.mode == "campaign" else ""
    return f"{kind}{seen.name or 'Baker'}, round {seen.turn}: {now.title if now else ''}."


def _power(seen: State, key: str) -> str:
    power, lands = seen.powers[key], list(territories(seen, key))
    units: Counts = {}
    for area in seen.areas:
        units = added(units, counts(seen, area, key))
    money = f"{ipcs_in_words(power.ipc)}, income {income(seen, key)}"
    held = counted(len(lands), "territory") if len(lands) > LISTED else wording.listed(lands)
    return f"{power.name}: {money}, {held or 'no land'}; {units_in_words(units)}."


def units_in_words(units: Counts) -> str:
    """``3 infantry and 1 tank``, or ``no units``."""
    return wording.listed([counted_units(number, kind) for kind, number in units.items() if number]) or "no units"


def _battles(seen: State) -> Iterator[str]:
    for battle in seen.game.battles:
        both, name = forces(seen, battle), KINDS[battle.kind]
        forces_in_words = f"{units_in_words(both['attacker'])} against {units_in_words(both['defender'])}"
        title = f"{wording.capitalized(name)} at {battle.area}, {_stage(battle)}"
        verb = "has left" if battle.result else "attacks with"
        yield f"{title}: {power_name(seen, battle.attacker)} {verb} {forces_in_words}."


def _stage(battle: Battle) -> str:
    if battle.result:
        return f"{battle.result} after {wording.counted_in_words(battle.round, 'round')}"
    return f"after {wording.counted_in_words(battle.round, 'round')}" if battle.round else "not begun"


def _telling(seen: State, recent: Sequence[Event]) -> Iterator[str]:
    taken = [f"{event.area} by {power_name(seen, event.by)}" for event in recent if isinstance(event, events.Captured)]
    if taken:
        yield f"Just captured: {wording.listed(taken)}."
    moves = [
        f"{units_in_words(event.units)} from {event.start} to {event.to}"
        for event in recent
        if isinstance(event, events.Moved | events.Shipped)
    ]
    if moves:
        yield f"Just moved: {'; '.join(moves[:6])}."
