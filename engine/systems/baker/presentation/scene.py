"""The scene of a game: the map with its owners, units and battles, the recent events, and the incomes of the powers."""

from collections.abc import Iterator, Sequence

from engine.contract import Event, counted
from engine.toolkit.shared_report import drawn_or_won_by
from maps.scene.area_units import AreaName, OwnedLand, Pile
from maps.scene.scene import Scene, SideNote, Title

from ..rules.turn.victory import income
from ..state.position import OVER, State, phase, power_name, sides_to_order, territories
from ..wording import counted_units, ipcs_in_words
from . import alt_text, battle_picture
from .area_layout import AreaLayout
from .area_pieces import standing
from .legend import legend
from .recent_events import happened
from .theatres import lively, theatres


def scene(seen: State, recent: Sequence[Event]) -> Scene:
    """The scene of a position. ``recent``: the events to show, oldest first, up to the position ``seen``."""
    if seen.setup.mode == "battle":
        return battle_picture.scene(seen, recent)
    known, locks, found = standing(seen)
    there: tuple[AreaName | Pile, ...] = (*(one.name for one in found), *(one.pile for one in found if one.pile))
    parts = theatres(seen, known, found, recent)
    shown = lively(seen, recent) if parts else ()
    return Scene(
        known.size,
        known.ground,
        (),
        tuple(happened(seen, recent, known, found)),
        _title(seen),
        legend(seen),
        alt_text.words(seen, recent),
        known.row,
        details=tuple(part for name in shown for part in parts if part.title == name),
        theatres=parts,
        area_pieces=(*_lands(seen, known), *known.links, *locks, *known.edges, *there),
    )


# the map
def _lands(seen: State, known: AreaLayout) -> Iterator[OwnedLand]:
    order = list(seen.powers)
    for room in known.rooms:
        owner = seen.areas[room.region.id].owner
        if owner:
            yield OwnedLand(
                room.region.shape, order.index(owner), seen.powers[owner].colour, room.region.id in seen.game.captured
            )


# the powers
def _title(seen: State) -> Title:
    waiting = () if seen.phase == OVER else sides_to_order(seen)
    return Title(
        seen.name or "Baker",
        moment(seen),
        tuple(
            SideNote(index, power.colour, power.name, tuple(_facts(seen, key)), key in waiting)
            for index, (key, power) in enumerate(seen.powers.items())
        ),
    )


def moment(seen: State) -> str:
    """``Round 2 of 8 · Germany's combat movement``"""
    now, limit = phase(seen), seen.setup.turns
    round_ = f"Round {seen.turn}{f' of {limit}' if limit else ''}"
    if now is None:
        return f"{round_} · the game is {drawn_or_won_by(power_name(seen, seen.winner))}"
    return f"{round_} · {now.title}"


def _facts(seen: State, key: str) -> Iterator[str]:
    """The lines of the table of incomes, one for each power."""
    power = seen.powers[key]
    count = len(tuple(territories(seen, key)))
    yield f"{ipcs_in_words(power.ipc)} in hand"
    yield f"income {income(seen, key)}"
    yield counted(count, "territory")
    if power.alliance != key:
        yield power_name(seen, power.alliance)
    if power.buys:
        yield f"bought {', '.join(counted_units(number, kind) for kind, number in power.buys.items())}"
