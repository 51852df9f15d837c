"""What holds of melees, retreats, captures and shelling in the ACW, after every event (CW 9, 10)."""

from collections.abc import Callable, Sequence

from engine.systems.acw.state.combat_events import (
    Advanced,
    BuildingDestroyed,
    Charged,
    Countercharged,
    Destroyed,
    LeaderLost,
    LeaderTested,
    MeleeResult,
    MeleeRolled,
    Retreated,
    Shelled,
)
from engine.systems.acw.state.events import Captured, Moved
from engine.systems.acw.state.position import Melee, State, Unit
from tests.conformance.moment import Moment
from tests.systems.acw.support import oracle_footprints as top
from tests.systems.acw.support.oracle_footprints import arm, bodies, engaged, leader, lone

RANGE = {"foot-artillery": 12, "horse-artillery": 9}


def melees_are_reckoned_right(m: Moment) -> None:
    """CW 9.2, 9.5 to 9.7, 9.12"""
    if isinstance(m.event, MeleeRolled):
        event, state = m.event, m.before
        melee = next(
            known for known in state.game.melees if (known.charger, known.target) == (event.charger, event.target)
        )
        one, other = state.units[event.charger], state.units[event.target]
        assert dict(event.charger_mods) == _mods(state, melee, one, other, melee.guns_charger) | _assault(
            state, melee, one, other
        )
        small = {"small-arms": 1} if melee.fresh and _ranked(state, other) and arm(state, other) == "infantry" else {}
        cover = top.cover(state, other, one)
        known = _mods(state, melee, other, one, melee.guns_target) | small
        assert dict(event.target_mods) in ([known | {name: n} for name, n in cover.items()] or [known])
        for dice, mods, total in (
            (event.charger_dice, event.charger_mods, event.charger_total),
            (event.target_dice, event.target_mods, event.target_total),
        ):
            assert total == sum(dice) + sum(n for _, n in mods)


def _ranked(state: State, unit: Unit) -> bool:
    return arm(state, unit) in ("infantry", "cavalry") and unit.formation == "line" and top.formed(state, unit)


def _mods(state: State, melee: Melee, unit: Unit, foe: Unit, guns: Sequence[str]) -> dict[str, int]:
    flanked = unit.id == melee.target and melee.side in ("left", "right")
    bases = 0 if not _ranked(state, unit) else 1 if flanked or not melee.square else top.ranks(state, unit, foe)
    found = {
        "battery-fired": len(guns) * melee.fresh,
        "line-base-in-contact": bases,
        "leader": int(leader(state, unit.id) is not None),
    }
    return {name: n for name, n in found.items() if n}


def _assault(state: State, melee: Melee, unit: Unit, foe: Unit) -> dict[str, int]:
    housed = [piece for piece in top.standing_in(state, top.centre(foe)) if piece.kind == "building"]
    turned = {"left": {"flank": 2}, "right": {"flank": 2}, "rear": {"rear": 3}, "front": dict[str, int]()}[melee.side]
    against = {"line-attacks-column": 1} if (unit.formation, foe.formation) == ("line", "column") else {}
    return ({} if housed else turned) | against


def hits_are_as_the_die_says(m: Moment) -> None:
    """CW 9.4: three bases a round at most."""
    if isinstance(m.event, MeleeResult):
        event = m.event
        rolled = next(known for known in reversed(m.told) if isinstance(known, MeleeRolled))
        lead = rolled.charger_total - rolled.target_total
        assert (event.charger, event.target, event.difference) == (rolled.charger, rolled.target, abs(lead))
        assert event.winner == (event.charger if lead > 0 else event.target if lead < 0 else None)
        due, costs = "tie", (0, 0)
        if event.winner:
            due, costs = (
                ("less", (3, 0))
                if event.die < abs(lead)
                else ("equal", (2, 1))
                if event.die == abs(lead)
                else ("more", (1, 0))
            )
        loser = event.target if lead > 0 else event.charger
        bases = {loser: min(costs[0], m.before.units[loser].bases), event.winner or "": costs[1]}
        assert (
            event.result == due
            and event.hits == {key: n for key, n in bases.items() if n}
            and sum(event.hits.values()) <= 3
        )


def bases_are_lost_in_fights_alone(m: Moment) -> None:
    """And every one is counted, as every leader is."""
    for key, unit in m.before.units.items():
        lost = unit.bases - m.after.units[key].bases
        if lost and m.before.phase != "deployment":
            edge = isinstance(m.event, (Destroyed, Retreated)) and m.event.unit == key and m.after.units[key].gone
            assert edge or (isinstance(m.event, MeleeResult) and m.event.hits.get(key) == lost), key
    for side in m.after.sides:
        mine = [unit for unit in m.after.units.values() if unit.side == side.id]
        assert m.after.game.lost[side.id] == sum(unit.start - unit.bases for unit in mine if unit.formation)
        assert m.after.game.leaders_lost[side.id] == sum(unit.gone for unit in mine if not unit.formation)


def who_goes_is_said_to_go(m: Moment) -> None:
    going = {key for key, unit in m.before.units.items() if m.after.units[key].gone and not unit.gone}
    assert going <= {getattr(m.event, "unit", "")}
    ends = (Destroyed, Retreated, LeaderTested, LeaderLost, Captured)
    assert not going or isinstance(m.event, ends)


def retreats_go_to_the_rear(m: Moment) -> None:
    """CW 9.9, 9.11"""
    if isinstance(m.event, Retreated):
        event, unit = m.event, m.before.units[m.event.unit]
        result = next((known.result for known in reversed(m.told) if isinstance(known, MeleeResult)), "")
        assert len(event.dice) == (2 if arm(m.before, unit) == "leader" else {"less": 2, "equal": 1}[result])
        assert (
            event.inches <= sum(event.dice)
            and abs(abs(top.spot(event.to) - top.spot(event.start)) - event.inches) <= 0.02
        )
        if event.result == "held":
            assert m.before == m.after and event.inches == 0
        elif event.result == "went":
            assert (m.after.units[unit.id].at, m.after.units[unit.id].facing) == (
                event.to,
                event.facing,
            ) and not engaged(m.after, unit.id)
            step = top.spot(event.to) - top.spot(event.start)
            assert abs(step) < 1 or top.off(top.bearing_of(step), event.facing / 10) < 1
        else:
            assert m.after.units[unit.id].gone


def advances_are_earned(m: Moment) -> None:
    """CW 9.10: once a player turn, by the winner of a melee who is in no other."""
    if isinstance(m.event, Advanced):
        event, unit = m.event, m.before.units[m.event.unit]
        fight = next(known for known in reversed(m.told) if isinstance(known, MeleeResult))
        assert (
            (fight.winner, fight.result) == (unit.id, "less") and not unit.advanced and not engaged(m.before, unit.id)
        )
        assert not any(isinstance(known, Advanced) and known.unit == unit.id for known in m.told)
        assert arm(m.before, unit) in ("infantry", "cavalry")
        assert unit.advance == "always" or (unit.advance == "attacker" and fight.charger == unit.id)
        assert (
            event.inches <= event.die + 0.005
            and abs(abs(top.spot(event.to) - top.spot(event.start)) - event.inches) <= 0.02
        )


def captors_come_by(m: Moment) -> None:
    """CW 4.18, 7.8"""
    if isinstance(m.event, Captured):
        chief, captor = m.before.units[m.event.unit], m.before.units[m.event.by]
        assert lone(m.before, chief) and chief.side != captor.side and arm(m.before, captor) in ("infantry", "cavalry")
        ways = (Moved, Charged, Countercharged, Advanced)
        came = next(known for known in reversed(m.told) if isinstance(known, ways) and known.unit == captor.id)
        reach = abs(complex(*top.halves(m.before, captor))) + 0.7
        assert top.off_segment(top.centre(chief), top.spot(came.start), top.centre(captor)) <= reach


def shells_fall_where_they_may(m: Moment) -> None:
    """CW 10.1, 10.2"""
    assert all(m.after.game.buildings.get(name, 0) >= count for name, count in m.before.game.buildings.items())
    if isinstance(m.event, Shelled):
        unit = m.before.units[m.event.unit]
        piece = next(known for known in m.before.table.pieces if known.name == m.event.building)
        aim = sum(complex(*corner) for corner in piece.shape) / len(piece.shape) - top.centre(unit)
        assert (
            arm(m.before, unit) == "artillery"
            and unit.formation == "line"
            and not unit.moved
            and not engaged(m.before, unit.id)
        )
        assert abs(aim) <= RANGE[unit.type] + 0.006 and top.off(top.bearing_of(aim), unit.facing / 10) <= 22.56
        count = m.before.game.buildings.get(piece.name, 0) + 1
        assert (m.event.count, m.event.value) == (count, piece.value or 3) and count <= m.event.value
        assert not [
            foe.id
            for foe in bodies(m.before)
            if foe.side == unit.side and top.inside(top.centre(foe), piece.shape, -0.01)
        ]


def nobody_is_left_in_rubble(m: Moment) -> None:
    """CW 10.2"""
    if isinstance(m.event, BuildingDestroyed):
        piece = next(known for known in m.before.table.pieces if known.name == m.event.building)
        assert set(m.event.units) == {unit.id for unit in bodies(m.before) if top.inside(top.centre(unit), piece.shape)}


FIGHTS: tuple[Callable[[Moment], None], ...] = (
    melees_are_reckoned_right,
    hits_are_as_the_die_says,
    bases_are_lost_in_fights_alone,
    who_goes_is_said_to_go,
    retreats_go_to_the_rear,
    advances_are_earned,
    captors_come_by,
    shells_fall_where_they_may,
    nobody_is_left_in_rubble,
)
