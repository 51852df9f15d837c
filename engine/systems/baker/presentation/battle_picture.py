"""The picture of a single battle: both sides with the casualty line between them, ships, the last round's losses."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.contract import Event, counted, replace
from engine.toolkit import wording
from engine.toolkit.shared_report import drawn_or_won_by
from maps.drawing.labels.area_placement import break_row
from maps.drawing.units.badges import pile_size
from maps.geometry.plane import Point
from maps.scene.area_units import AreaPiece, AreaRegion, Badge, BadgeRow, Caption, CasualtyLine, Pile
from maps.scene.scene import GroundPart, Scene, SideNote, Title

from ..state.battle_events import Lost, RoundBegan
from ..state.counts import ipc_value, subtracted
from ..state.position import OVER, Battle, Counts, State, counts, is_land, phase, power_name, sides_to_order
from ..tables import AA, AIR, BATTLESHIP, CATALOGUE, LAND, NAVAL, UNITS
from ..wording import ipcs_in_words
from . import alt_text
from .legend import legend
from .unit_badges import badges

KINDS = {"land": "Land battle", "naval": "Naval battle", "amphibious": "Amphibious assault"}
SHORE: tuple[Point, ...] = ((9.3, 0), (9.0, 1.6), (9.5, 3.4), (9.1, 5.4), (9.6, 7.2), (9.2, 8.8), (9.5, 10))
WIDE, HIGH, LARGE = 27.0, 10.0, 1.4
"""The size of the board, and the largest height of a row."""
BEACH, LEFT = 9.9, 0.6
"""The left edges of the attackers: ashore after an assault, and in other battles."""
LINES: Mapping[str, float] = {"amphibious": 17.6}
MIDDLE, BEYOND = 13.5, 1.0
"""The casualty line, and the distance from it to the defenders."""
TOP, APART, LETTER = 0.5, 0.3, 0.46
"""The distance from the upper edge, between groups, and the size of captions, in heights of a row."""


class BattleStack(NamedTuple):
    """Units under a caption. ``at``: the left edge of their column."""

    at: float
    caption: str
    row: BadgeRow


def scene(seen: State, recent: Sequence[Event]) -> Scene:
    """The scene of a single battle. ``recent``: the events to show, oldest first, up to the position ``seen``."""
    battle = next(iter(seen.game.battles), None)
    kind = battle.kind if battle else "land"
    tokens = _lines(seen, battle, recent) if battle else (_waiting(seen),)
    ground = tuple(_ground(kind))
    return Scene(
        (WIDE, HIGH),
        ground,
        (),
        (),
        _title(seen, battle),
        legend(seen),
        alt_text.single(seen),
        LARGE,
        area_pieces=tokens,
    )


def _ground(kind: str) -> Iterator[GroundPart]:
    whole: tuple[Point, ...] = ((0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH))
    if kind != "land":
        yield AreaRegion("sea", whole, "sea")
    if kind == "land":
        yield AreaRegion("field", whole, "land")
    elif kind == "amphibious":
        yield AreaRegion("beach", (*SHORE, (WIDE, HIGH), (WIDE, 0)), "land")


def _waiting(seen: State) -> AreaPiece:
    return Caption((WIDE / 2, HIGH / 2), "No battle is written yet.", 1.0, bold=True)


# both sides
def _lines(seen: State, battle: Battle, recent: Sequence[Event]) -> tuple[AreaPiece, ...]:
    """The units of both sides, as large as there is room for."""
    groups = (*_attackers(seen, battle), *_defenders(seen, battle), *_lost(seen, battle, recent))
    for step in range(12):
        tokens, bottom = _stacked(battle, groups, LARGE * 0.9**step)
        if bottom <= HIGH:
            break
    line = LINES.get(battle.kind, MIDDLE)
    return (CasualtyLine(((line, 0.4), (line, HIGH - 0.4))), *tokens)


def _stacked(battle: Battle, groups: Sequence[BattleStack], size: float) -> tuple[tuple[AreaPiece, ...], float]:
    """The groups, one below the other in their columns, and the lower edge of the lowest one."""
    ends, found = dict[float, float](), list[AreaPiece]()
    for group in groups:
        y = ends.get(group.at, TOP)
        rows = tuple(break_row(group.row, (_room(battle, group.at) - 0.6) / size))
        if group.caption:
            letter = round(LETTER * size, 3)
            found.append(Caption((group.at + 0.1, round(y + letter * 0.6, 3)), group.caption, letter, bold=True))
            y += letter * 1.35
        found.append(Pile((group.at, round(y, 3)), size, rows))
        ends[group.at] = y + pile_size(rows, "")[1] * size + APART
    return tuple(found), max(ends.values(), default=0.0)


def _room(battle: Battle, at: float) -> float:
    """The width of a column."""
    edges = (*([BEACH] if battle.kind == "amphibious" else []), LINES.get(battle.kind, MIDDLE), WIDE)
    return next(edge for edge in edges if edge > at) - at


def _attackers(seen: State, battle: Battle) -> Iterator[BattleStack]:
    at, power = _stand(battle, battle.attacker), battle.attacker
    here = counts(seen, battle.area, power)
    if battle.kind != "amphibious":
        yield from _group(seen, power, at, "", badges(seen, battle.area, power))
        yield from _left(seen, power, at)
        return
    for zone in seen.map.known[battle.area].next:
        if not is_land(seen, zone):
            caption = "Ships off the beach" if battle.round else "Ships; troops aboard"
            yield from _group(seen, power, LEFT, caption, badges(seen, zone, power))
    ashore = {kind: min(n, here.get(kind, 0)) for kind, n in battle.landed.items()}
    yield from _group(seen, power, at, "Landed", _plain(_of(ashore, LAND)))
    yield from _group(seen, power, at, "Overland", _plain(_of(subtracted(here, ashore), LAND)))
    yield from _group(seen, power, at, "In the air", _plain(_of(here, AIR)))
    yield from _left(seen, power, at)


def _defenders(seen: State, battle: Battle) -> Iterator[BattleStack]:
    for power in seen.powers:
        if power != battle.attacker:
            yield from _group(seen, power, _stand(battle, power), "", _all(seen, battle.area, power))
            yield from _left(seen, power, _stand(battle, power))


def _stand(battle: Battle, power: str) -> float:
    """The left edge of the attackers' column."""
    if power != battle.attacker:
        return LINES.get(battle.kind, MIDDLE) + BEYOND
    return BEACH if battle.kind == "amphibious" else LEFT


def _all(seen: State, area: str, power: str) -> Iterator[Badge]:
    """The units of the defenders, anti-aircraft guns included."""
    yield from badges(seen, area, power)
    guns = counts(seen, area, power).get(AA, 0)
    if guns:
        yield Badge(AA, guns)


def _left(seen: State, power: str, at: float) -> Iterator[BattleStack]:
    """BK 8.10: the units that have left the table."""
    gone = (replace(badge, manner="hollow", note="") for badge in _plain(_of(seen.game.left.get(power, {}), CATALOGUE)))
    yield from _group(seen, power, at, "Left the battle", gone)


def _lost(seen: State, battle: Battle, recent: Sequence[Event]) -> Iterator[BattleStack]:
    """The losses of the last round, crossed out."""
    first = max((index for index, event in enumerate(recent) if isinstance(event, RoundBegan)), default=len(recent))
    fallen: dict[str, dict[str, int]] = {}
    for event in recent[first:]:
        if isinstance(event, Lost):
            own = fallen.setdefault(event.power, {})
            own[event.type] = own.get(event.type, 0) + 1
            for kind, number in event.cargo.items():
                own[kind] = own.get(kind, 0) + number
    for power, units in fallen.items():
        badges_ = (Badge(kind, units[kind], manner="lost") for kind in CATALOGUE if kind in units)
        yield from _group(seen, power, _stand(battle, power), f"Lost in round {battle.round}", badges_)


def _group(seen: State, power: str, at: float, caption: str, found: Iterator[Badge]) -> Iterator[BattleStack]:
    battle, index = seen.game.battles[0], list(seen.powers).index(power)
    row = BadgeRow(
        index,
        seen.powers[power].colour,
        tuple(_noted(battle, power, badge) for badge in found),
        attacks=power == battle.attacker,
    )
    if row.badges:
        yield BattleStack(at, caption, row)


def _noted(battle: Battle, power: str, badge: Badge) -> Badge:
    """A badge with the number the unit hits on (BK 4.8, 7.1, 7.10)."""
    if badge.manner or badge.kind == AA:
        return badge
    attacks, afloat = power == battle.attacker, battle.kind == "amphibious" and badge.kind in NAVAL
    if attacks and (badge.cargo or (afloat and (battle.round or badge.kind != BATTLESHIP))):
        return replace(badge, note="no dice")
    number = UNITS[badge.kind].attack if attacks else UNITS[badge.kind].defence
    return replace(badge, note=f"hits on {number}" if number == 1 else f"hits on 1-{number}")


def _plain(units: Counts) -> Iterator[Badge]:
    return (Badge(kind, number) for kind, number in units.items() if number > 0)


def _of(units: Mapping[str, int], kinds: Sequence[str]) -> Counts:
    return {kind: units[kind] for kind in kinds if units.get(kind, 0) > 0}


# state of the battle
def _title(seen: State, battle: Battle | None) -> Title:
    waiting = () if seen.phase == OVER else sides_to_order(seen)
    return Title(
        seen.name or "Baker",
        _moment(seen, battle),
        tuple(
            SideNote(index, power.colour, power.name, tuple(_facts(seen, battle, key)), key in waiting)
            for index, (key, power) in enumerate(seen.powers.items())
        ),
    )


def _moment(seen: State, battle: Battle | None) -> str:
    """``Amphibious assault · round 2 is next``"""
    if battle is None:
        now = phase(seen)
        return wording.capitalized(now.title) if now else ""
    if seen.phase == OVER:
        end = drawn_or_won_by(power_name(seen, seen.winner))
        return f"{KINDS[battle.kind]} · {end} after {wording.counted_in_words(battle.round, 'round')}"
    return f"{KINDS[battle.kind]} · {'begins' if not battle.round else f'round {battle.round + 1} is next'}"


def _facts(seen: State, battle: Battle | None, key: str) -> Iterator[str]:
    if battle is None:
        return
    yield "attacks" if key == battle.attacker else "defends"
    units = {kind: sum(counts(seen, area, key).get(kind, 0) for area in seen.areas) for kind in CATALOGUE}
    number = sum(units.values())
    size = f"{counted(number, 'unit')}{' left' if battle.round else ''}"
    yield f"{size}, {ipcs_in_words(ipc_value(units))}"
    lost = battle.lost.get(key, {})
    if lost:
        yield f"lost {ipcs_in_words(ipc_value(lost))}"
    given = seen.game.policies.get(key)
    lists = [policy for policy in ("losses", "targets") if given and getattr(given, policy)]
    yield f"own list of {wording.listed(lists)}" if lists else "default lists, as far as is known"
