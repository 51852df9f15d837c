"""The alt text of a picture: the game in a few sentences, for readers who cannot see it."""

from collections.abc import Iterator, Sequence

from engine.contract import Event
from engine.toolkit import wording
from engine.toolkit.shared_report import drawn_or_won_by

from ..rules.combat.engagement import forces
from ..rules.turn.victory import income
from ..state import events
from ..state.counts import added
from ..state.position import OVER, Battle, Counts, State, counts, phase, power_name, territories
from ..wording import counted_units, ipcs_in_words

KINDS = {"land": "land battle", "naval": "naval battle", "amphibious": "amphibious assault"}


def words(seen: State, recent: Sequence[Event]) -> str:
    """The phase, each power's lands and forces, the battles, and the latest events, the most important first."""
    sentences = (_moment(seen), *(_power(seen, key) for key in seen.powers), *_battles(seen), *_telling(seen, recent))
    return " ".join(sentences)


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
    return f"{power.name}: {money}, {wording.listed(lands) or 'no land'}; {units_in_words(units)}."


def units_in_words(units: Counts) -> str:
    """``3 infantry and 1 tank``, or ``no units``."""
    return wording.listed([counted_units(number, kind) for kind, number in units.items() if number]) or "no units"


def _battles(seen: State) -> Iterator[str]:
    for battle in seen.game.battles:
        both, name = forces(seen, battle), KINDS[battle.kind]
        forces_in_words = f"{units_in_words(both['attacker'])} against {units_in_words(both['defender'])}"
        title = f"{wording.capitalized(name)} at {battle.area}, {_stage(battle)}"
        yield f"{title}: {power_name(seen, battle.attacker)} attacks with {forces_in_words}."


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
