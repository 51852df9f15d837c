"""What holds of where units of the ACW stand and how they move, after every event (CW 2, 4, 5, 7)."""

from collections.abc import Callable
from math import ceil

from engine.systems.acw.state.combat_events import (
    Advanced,
    Charged,
    Contact,
    Countercharged,
    Destroyed,
    MeleeResult,
    Retreated,
)
from engine.systems.acw.state.events import Joined, Moved, Parted
from engine.systems.acw.state.length import Length
from engine.systems.acw.state.position import State, Unit
from tests.conformance.moment import Moment
from tests.systems.acw.support import oracle_footprints as top
from tests.systems.acw.support.oracle_footprints import arm, bodies, engaged, leader, living, lone

DICE = {"infantry": "hhl", "cavalry": "hll", "foot-artillery": "hhl", "horse-artillery": "bhh", "leader": "bhh"}
"""Read straight on, back, sideways: the higher, the lower, both."""
RANGE = {"foot-artillery": 12, "horse-artillery": 9}
Mover = Moved | Charged


def changed(m: Moment) -> list[Unit]:
    """Who stands otherwise than before."""
    if m.before.units is m.after.units:
        return []
    fields = ("at", "facing", "formation", "bases", "leads")
    return [
        unit for unit in living(m.after) if any(getattr(unit, f) != getattr(m.before.units[unit.id], f) for f in fields)
    ]


# where all stand
def nobody_stands_in_another(m: Moment) -> None:
    """By more than 0.05"; lone leaders are ridden over before the next event captures them."""
    for unit in changed(m) if not isinstance(m.event, Parted) else ():
        if unit.leads is None and unit.bases:
            for other in bodies(m.after):
                near = other.id != unit.id and other.bases and abs(top.centre(unit) - top.centre(other)) < 8
                if near and not _ridden(m.after, unit, other):
                    gap = top.apart(top.outline(m.after, unit), top.outline(m.after, other))
                    assert gap >= -0.05, (unit.id, other.id, gap)


def _ridden(state: State, one: Unit, other: Unit) -> bool:
    return one.side != other.side and (lone(state, one) or lone(state, other))


def nobody_hangs_over_the_edge(m: Moment) -> None:
    """CW 4.11 (b); rounding moves a corner by no more than 0.01"."""
    for unit in changed(m):
        width, height = m.after.table.width, m.after.table.height
        if unit.leads is None:
            assert all(
                -0.01 <= c.real <= width + 0.01 and -0.01 <= c.imag <= height + 0.01 for c in top.outline(m.after, unit)
            ), unit.id


def everybody_goes_where_he_may(m: Moment) -> None:
    """CW 5.2 to 5.5; what forbids him already where he starts does not count."""
    for unit in changed(m):
        before = m.before.units[unit.id]
        if unit.leads is None and before.at != unit.at:
            start = top.spot(m.event.start) if isinstance(m.event, (Moved, Retreated)) else top.centre(before)
            assert top.barred(m.after, unit, top.centre(unit)) <= top.barred(m.after, unit, start, 0.01), unit.id


def nobody_comes_back(m: Moment) -> None:
    assert m.before.units.keys() == m.after.units.keys()
    assert not [key for key, unit in m.before.units.items() if unit.gone and not m.after.units[key].gone]


def bases_are_one_to_all(m: Moment) -> None:
    """None left only between the hits and the unit's end."""
    fight = next((event for event in reversed((*m.told, m.event)) if isinstance(event, MeleeResult)), None)
    struck = fight.hits if fight and isinstance(m.event, (MeleeResult, Destroyed)) else ()
    for unit in living(m.after):
        assert unit.bases <= unit.start and (unit.bases >= 1 or unit.id in struck), unit.id


def leaders_are_with_a_unit_of_theirs(m: Moment) -> None:
    """CW 1.9"""
    hosts = list[str]()
    for chief in living(m.after):
        if chief.leads is not None:
            host = m.after.units[chief.leads]
            assert arm(m.after, chief) == "leader" != arm(m.after, host) and chief.side == host.side
            assert host.gone or (chief.at, chief.facing) == (host.at, host.facing)
            hosts.append(host.id)
    assert len(set(hosts)) == len(hosts)


def melees_join_two_enemies(m: Moment) -> None:
    """CW 7.8; until somebody in a melee loses bases the two of a fresh one touch."""
    pairs = [frozenset((melee.charger, melee.target)) for melee in m.after.game.melees]
    assert len(set(pairs)) == len(pairs)
    hurt = {key for event in (*m.told, m.event) if isinstance(event, MeleeResult) for key in event.hits}
    for melee in m.after.game.melees:
        one, other = m.after.units[melee.charger], m.after.units[melee.target]
        assert one.side != other.side and not one.gone and not other.gone
        assert arm(m.after, one) in ("infantry", "cavalry") and arm(m.after, other) != "leader"
        if melee.fresh and not hurt & {one.id, other.id} and m.before is not m.after:
            gap = top.apart(top.outline(m.after, one), top.outline(m.after, other))
            assert gap <= 0.06, (one.id, other.id, gap)


# how far they go
def moves_are_as_the_dice_say(m: Moment) -> None:
    """CW 4.3 to 4.9, 4.11"""
    if isinstance(m.event, (Moved, Charged)) or (isinstance(m.event, Joined) and m.event.length):
        unit, length = m.before.units[m.event.unit], m.event.length
        assert length is not None
        assert length.length <= length.allowance == _allowed(m, unit, length)
        if isinstance(m.event, (Moved, Charged)):
            _goes(unit, m.event)
            assert abs(abs(top.spot(m.event.to) - top.spot(m.event.start)) - length.length) <= 0.02
            assert not length.halved or length.length <= ceil(length.allowance / 2) or length.reason


def _allowed(m: Moment, unit: Unit, length: Length) -> int:
    way = getattr(m.event, "way", None)
    assert len(length.dice) == 2 - unit.faced - unit.formed > 0
    rows = [DICE[unit.type][("straight", "back", "side").index(way)]] if way else list(DICE[unit.type])
    dice = length.dice
    totals = {"h": max(dice), "l": min(dice), "b": sum(dice)}
    readings = [totals[row] for row in rows]
    chief = [other for other in living(m.before) if arm(m.before, other) == "leader" and other.side == unit.side]
    near = [other for other in chief if other.leads == unit.id or abs(top.centre(other) - top.centre(unit)) <= 3.0051]
    assert length.column == 6 * (unit.formation == "column")
    assert length.leader in (
        (0,) if arm(m.before, unit) == "leader" or not near else (1,) if leader(m.before, unit.id) else (0, 1)
    )
    return (
        next(n for n in readings if way or n + length.column + length.leader == length.allowance)
        + length.column
        + length.leader
    )


def _goes(unit: Unit, event: Mover) -> None:
    """The way it says, from where it stands."""
    assert event.start == unit.at
    angle = top.off(unit.facing / 10, event.bearing / 10)
    assert event.way == ("straight" if angle <= 0.56 else "back" if angle >= 179.44 else "side") and (
        angle <= 90.56 or event.way == "back"
    )
    step = top.spot(event.to) - top.spot(event.start)
    assert abs(step) < 1 or top.off(top.bearing_of(step), event.bearing / 10) < 1
    if isinstance(event, Moved) and event.to != event.start:
        turn = 180 if event.way == "back" else 0
        assert top.off(event.facing / 10, unit.facing / 10 + turn) <= (0.56 if turn else 0)


def moves_stop_an_inch_short(m: Moment) -> None:
    """CW 4.11 (c): up to an inch farther on there is no enemy, lone leaders apart for regiments."""
    if isinstance(m.event, Moved) and abs(top.spot(m.event.to) - top.spot(m.event.start)) > 0.03:
        unit, way = m.after.units[m.event.unit], top.heading(m.event.bearing / 10)
        leaders = arm(m.after, unit) in ("infantry", "cavalry")
        for foe in bodies(m.after):
            if foe.side != unit.side and not (leaders and arm(m.after, foe) == "leader") and foe.id not in m.event.left:
                ways = [
                    top.apart(top.outline(m.after, unit, way * far), top.outline(m.after, foe))
                    for far in (0.25, 0.5, 0.75, 0.95)
                ]
                assert min(ways) > -0.05, (unit.id, foe.id)


def charges_reach_or_stop_short(m: Moment) -> None:
    """CW 7.1, 7.3, 7.4, 7.5"""
    if isinstance(m.event, Charged):
        unit, target, far = m.before.units[m.event.unit], m.before.units[m.event.target], m.event.length.length
        assert arm(m.before, unit) in ("infantry", "cavalry") and unit.side != target.side and target.leads is None
        assert m.event.reached or far <= max(0, m.event.contact - 2) + 0.01
        riders = {arm(m.before, unit), arm(m.before, target)} == {"cavalry"}
        assert not m.event.reached or riders or abs(far - m.event.contact) <= 0.02
    if isinstance(m.event, Countercharged):
        charge = next(event for event in reversed(m.told) if isinstance(event, Charged))
        assert charge.reached and charge.target == m.event.unit and 0 < m.event.inches <= 2
        assert {arm(m.before, m.before.units[key]) for key in (charge.unit, charge.target)} == {"cavalry"}
        assert not engaged(m.before, m.event.unit)
        assert abs(abs(top.spot(m.event.to) - top.spot(m.event.start)) - m.event.inches) <= 0.02


def contact_is_on_the_side_struck(m: Moment) -> None:
    """CW 2.7, 7.6, 7.7, 8.2"""
    if isinstance(m.event, Contact):
        struck = m.before.units[m.event.target]
        came = next(event for event in reversed(m.told) if isinstance(event, (Charged, Advanced)))
        met = [event for event in m.told[m.told.index(came) :] if isinstance(event, Countercharged)]
        stood = struck if not met else type(struck)(**{**_facts(struck), "at": met[0].start})
        assert came.unit == m.event.charger and m.event.side == top.side_struck(m.before, stood, top.spot(came.start))
        outward = {"front": 0, "right": 90, "rear": 180, "left": 270}[m.event.side]
        assert not m.event.square or top.off(m.event.facing / 10, struck.facing / 10 + outward + 180) < 0.06
        aims = [(g, struck, top.centre(stood)) for g in m.event.guns_charger]  # where either stood when they were noted
        aims += [(g, m.before.units[came.unit], top.spot(came.start)) for g in m.event.guns_target]
        for key, foe, aim in aims:
            battery = m.before.units[key]
            assert (
                battery.side != foe.side
                and battery.formation == "line"
                and not battery.moved
                and battery.fire == "free"
            )
            assert RANGE[battery.type] + 0.006 >= abs(top.centre(battery) - aim) and not engaged(m.before, key)


def _facts(unit: Unit) -> dict[str, object]:
    return {field: getattr(unit, field) for field in unit.__struct_fields__}


MOVES: tuple[Callable[[Moment], None], ...] = (
    nobody_stands_in_another,
    nobody_hangs_over_the_edge,
    everybody_goes_where_he_may,
    nobody_comes_back,
    bases_are_one_to_all,
    leaders_are_with_a_unit_of_theirs,
    melees_join_two_enemies,
    moves_are_as_the_dice_say,
    moves_stop_an_inch_short,
    charges_reach_or_stop_short,
    contact_is_on_the_side_struck,
)
