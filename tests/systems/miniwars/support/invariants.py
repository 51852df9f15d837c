"""What is always true of a game of MiniWars, calculated independently from the charts."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from engine.contract import Balked, Event, Rolled, Skipped
from engine.systems import SYSTEMS
from engine.systems.miniwars.state.events import (
    Advanced,
    Disrupted,
    Eliminated,
    Fired,
    Fought,
    GameOver,
    Initiative,
    Moved,
    PhaseBegan,
    Rallied,
    TurnEnded,
)
from engine.systems.miniwars.state.position import State, Unit
from tests.conformance.moment import Moment
from tests.support import random_games
from tests.support.sampling import share
from tests.systems.miniwars.support.oracle_sight import across, distance, neighbours, open_line

TERRAIN = {
    "plain": (1, 1),
    "forest": (2, None),
    "rough": (2, 2),
    "marsh": (2, None),
    "lake": (None, None),
    "village": (2, None),
}
HEXSIDE = {"river": (2, 1), "bridge": (0, 0), "hedgerow": (None, 2)}
MISSILE = {"A": (2, 3, 4, 5, 6), "B": (3, 4, 5, 6), "C": (4, 5, 6), "D": (5, 6), "E": (6,)}
SHAKEN = {"+": -1, "!": -1, "-": 1, "=": 0}
STEADIED = {"+": 1, "!": 1, "-": -1, "=": 0}
ROOTED = (Rolled, Balked, Skipped)


SCENARIOS = random_games.shipped(SYSTEMS["miniwars"])
QUICK = [stem for stem in SCENARIOS if stem != "raid-on-danville"]
"""Those with a limit of turns: the others' games are six times as long."""
GAMES = [(stem, number) for number in range(share(6, 2)) for stem in SCENARIOS if stem in QUICK or number < share(3, 1)]
REASONS = {"eliminated", "turn-limit"}
EVERYWHERE = [("millers-bridge", 1), ("twin-hamlets", 1), ("raid-on-danville", 2)]
EVERYWHERE += [(SCENARIOS[number % len(SCENARIOS)], number) for number in range(16)]
EVERYWHERE += [(QUICK[number % len(QUICK)], number) for number in range(16, 30)]
RARE = {
    "DrawOffered",  # the games are played to their end
    "CannotAdvance",  # once in thirty games
    "Held",  # a unit told to do nothing: ideas offer it only in Morale, where it is no event
}


def begins(event: Event, told: Sequence[Event] = ()) -> bool:
    """Whether a turn begins with it."""
    return isinstance(event, PhaseBegan) and event.name == "initiative"


def living(state: State, side: str = "") -> Iterator[Unit]:
    return (unit for unit in state.units.values() if not unit.gone and side in ("", unit.side))


def on_road(state: State, at: str) -> bool:
    return any(at in chain for chain in state.board.roads)


def open_to(state: State, unit: Unit, at: str) -> bool:
    return TERRAIN[state.board.cells[at].terrain][unit.cavalry] is not None


def zone(state: State, at: str) -> set[str]:
    """MW 9.1"""
    return {near for near in neighbours(at) if not state.board.edges.get(across(at, near))}


def higher(state: State, one: Unit, other: Unit) -> int:
    levels = state.board.cells[one.at].level, state.board.cells[other.at].level
    return (levels[0] > levels[1]) - (levels[0] < levels[1])


# of every event
def two_units_never_share_a_hex(m: Moment) -> None:
    assert max(Counter(unit.at for unit in living(m.after)).values(), default=0) <= 1


def everybody_stands_on_open_ground(m: Moment) -> None:
    for unit in living(m.after):
        assert unit.at in m.after.board.cells, "off the map"
        assert open_to(m.after, unit, unit.at) or on_road(m.after, unit.at), f"{unit.id} in {unit.at}"


def nobody_comes_back(m: Moment) -> None:
    assert m.before.units.keys() == m.after.units.keys()
    assert not [key for key, unit in m.before.units.items() if unit.gone and not m.after.units[key].gone]


def the_removed_take_no_part(m: Moment) -> None:
    names = [getattr(m.event, field, "") for field in ("unit", "target")] if not isinstance(m.event, ROOTED) else []
    assert not [name for name in names if name in m.before.units and m.before.units[name].gone]


def the_removed_were_disrupted_and_hit_by_an_enemy(m: Moment) -> None:
    match m.event:
        case Eliminated(unit=key, by=by):
            assert m.before.units[key].disrupted
            assert m.before.units[by].side != m.before.units[key].side
        case _:
            assert [u.id for u in living(m.before)] == [u.id for u in living(m.after)], "removed without an event"


def nerve_is_lost_once_and_mended_only_by_a_rally(m: Moment) -> None:
    mended = [key for key, unit in m.before.units.items() if unit.disrupted and not m.after.units[key].disrupted]
    match m.event:
        case Rallied(target=target, success=True):
            assert mended == [target] and m.before.phase == "morale"
        case Disrupted(unit=key):
            assert not m.before.units[key].disrupted and not mended
        case _:
            assert not mended


def broken_only_grows(m: Moment) -> None:
    before, after = m.before.game.broken, m.after.game.broken
    assert after[: len(before)] == before and len(set(after)) == len(after)


def either_a_winner_or_a_phase(m: Moment) -> None:
    assert (m.after.winner is None) != (m.after.phase == "over")


def nothing_changes_after_the_end(m: Moment) -> None:
    assert m.before.phase != "over" or m.before == m.after


def a_and_b_are_the_two_sides(m: Moment) -> None:
    if m.after.phase not in ("deployment", "initiative", "over"):
        assert {m.after.game.a, m.after.game.b} == {side.id for side in m.after.sides}


def refusals_change_nothing(m: Moment) -> None:
    if isinstance(m.event, ROOTED):
        assert m.before == m.after


def everything_once_a_turn(m: Moment) -> None:
    if isinstance(m.event, (Fired, Moved, Fought, Rallied)):
        unit = m.event.unit
        assert not [e for e in m.told if type(e) is type(m.event) and getattr(e, "unit", "") == unit]


def only_an_advance_follows_an_attack(m: Moment) -> None:
    fights = [event for event in m.told if isinstance(event, Fought)]
    match m.event:
        case Moved(unit=key):
            assert key not in [fight.unit for fight in fights]
        case Advanced(unit=key, to=to):
            assert fights and fights[-1].unit == key
            assert any(
                isinstance(event, Eliminated) and event.at == to and event.unit == fights[-1].target for event in m.told
            )
            assert not any(isinstance(event, Advanced) and event.unit == key for event in m.told)
        case _:
            assert m.before.phase == "deployment" or [u.at for u in m.before.units.values()] == [
                u.at for u in m.after.units.values()
            ]


def moves_are_paid_for(m: Moment) -> None:
    """MW 8.2 to 8.7, in halves of a movement point."""
    if isinstance(m.event, Moved):
        unit, steps = m.before.units[m.event.unit], list(pairwise(m.event.path))
        cost = [_cost(m.before, unit, *step) for step in steps]
        assert m.event.path[0] == unit.at and None not in cost and sum(n or 0 for n in cost) == m.event.cost
        assert m.event.cost <= 2 * unit.move or len(steps) == 1


def _cost(state: State, unit: Unit, here: str, to: str) -> int | None:
    assert to in neighbours(here)
    uphill = 2 * (state.board.cells[to].level > state.board.cells[here].level)
    if any((here, to) in pairwise(chain) or (to, here) in pairwise(chain) for chain in state.board.roads):
        return 1 + uphill
    features = state.board.edges.get(across(here, to), ())
    kinds = [
        TERRAIN[state.board.cells[to].terrain],
        *(HEXSIDE[f] for f in features if f != "river" or "bridge" not in features),
    ]
    points = [kind[unit.cavalry] for kind in kinds]
    return None if None in points else 2 * sum(n or 0 for n in points) + uphill


def moves_stop_at_enemies(m: Moment) -> None:
    """MW 8.8, 8.9, 9.2"""
    if isinstance(m.event, Moved):
        unit, (_, *way) = m.before.units[m.event.unit], m.event.path
        foes = {foe.at for foe in living(m.before) if foe.side != unit.side}
        held = {at for foe in foes for at in zone(m.before, foe)}
        assert not foes & set(way) and not held & set(way[:-1])
        assert way[-1] not in {friend.at for friend in living(m.before) if friend.id != unit.id}


def shots_are_reckoned_right(m: Moment) -> None:
    """MW 6.2 to 6.8, 7"""
    if isinstance(m.event, Fired):
        unit, target = m.before.units[m.event.unit], m.before.units[m.event.target]
        mods = SHAKEN[target.morale] - unit.disrupted + higher(m.before, unit, target)
        assert unit.missile and target.side != unit.side
        need = MISSILE[unit.missile][distance(unit.at, target.at) - 1]
        assert open_line(m.before, unit.at, target.at), f"{unit.id} cannot see {target.id}"
        assert (m.event.need, sum(n for _, n in m.event.mods)) == (need, mods)
        assert m.event.hit == (m.event.die > 1 and m.event.die + mods >= need)
        assert m.told and isinstance(m.told[-1], Rolled) and m.told[-1].faces == (m.event.die,)


def attacks_are_reckoned_right(m: Moment) -> None:
    """MW 10.2 to 10.5"""
    if isinstance(m.event, Fought):
        unit, target = m.before.units[m.event.unit], m.before.units[m.event.target]
        here, there = m.before.board.cells[unit.at].terrain, m.before.board.cells[target.at].terrain
        features = m.before.board.edges.get(across(unit.at, target.at), ())
        assert target.side != unit.side and target.at in neighbours(unit.at) and "hedgerow" not in features
        assert "river" not in features or "bridge" in features
        mods = SHAKEN[target.morale] - unit.disrupted - (here in ("rough", "marsh")) - (there in ("forest", "village"))
        mods += -("bridge" in features) + higher(m.before, unit, target)
        assert (m.event.need, sum(n for _, n in m.event.mods)) == (8 + target.cs - unit.cs, mods)
        assert m.event.total == sum(m.event.faces) + mods and m.event.success == (m.event.total >= m.event.need)
        assert m.told and isinstance(m.told[-1], Rolled) and m.told[-1].faces == m.event.faces


def rallies_are_reckoned_right(m: Moment) -> None:
    """MW 13"""
    if isinstance(m.event, Rallied):
        leader, unit = m.before.units[m.event.unit], m.before.units[m.event.target]
        alone = leader.id == unit.id
        assert leader.morale == "!" and leader.side == unit.side and unit.disrupted and (alone or not leader.disrupted)
        enough = alone or m.event.die + STEADIED[unit.morale] > distance(leader.at, unit.at)
        assert m.event.success == (m.event.die > 1 and enough)
        assert alone or 6 + STEADIED[unit.morale] > distance(leader.at, unit.at), "an attempt that cannot succeed"


def dice_are_counted(m: Moment) -> None:
    """Two a turn, more only while nobody has lost a roll; one a shot, two an attack, one an attempt."""
    told = (*m.told, m.event)
    if isinstance(m.event, Initiative) and any(isinstance(event, Initiative) for event in m.told):
        assert m.before.game.loser is None
    if isinstance(m.event, (TurnEnded, GameOver)):
        kinds = Counter(type(event) for event in told)
        due = 2 * kinds[Initiative] + kinds[Fired] + 2 * kinds[Fought] + kinds[Rallied]
        assert sum(len(event.faces) for event in told if isinstance(event, Rolled)) == due


EVERY_EVENT: tuple[Callable[[Moment], None], ...] = (
    two_units_never_share_a_hex,
    everybody_stands_on_open_ground,
    nobody_comes_back,
    the_removed_take_no_part,
    the_removed_were_disrupted_and_hit_by_an_enemy,
    nerve_is_lost_once_and_mended_only_by_a_rally,
    broken_only_grows,
    either_a_winner_or_a_phase,
    nothing_changes_after_the_end,
    a_and_b_are_the_two_sides,
    refusals_change_nothing,
    everything_once_a_turn,
    only_an_advance_follows_an_attack,
    moves_are_paid_for,
    moves_stop_at_enemies,
    shots_are_reckoned_right,
    attacks_are_reckoned_right,
    rallies_are_reckoned_right,
    dice_are_counted,
)


# of every position between two messages; ``told`` is the whole turn so far
def an_army_without_units_has_lost(state: State, told: Sequence[Event]) -> None:
    for side in state.sides:
        if not any(living(state, side.id)):
            assert state.phase == "over" and state.winner not in (None, "draw", side.id)


def half_an_army_has_broken(state: State, told: Sequence[Event]) -> None:
    """MW 12.1; an army of which nothing is left has nothing to break."""
    for side in state.sides:
        left, start = len(list(living(state, side.id))), state.game.start[side.id]
        if left:
            assert (side.id in state.game.broken) == (left < start and 2 * left <= start)


def doubles_have_shaken_the_attacker(state: State, told: Sequence[Event]) -> None:
    """MW 10.7"""
    for number, event in enumerate(told):
        if isinstance(event, Fought) and len(set(event.faces)) == 1:
            rallied = any(
                isinstance(later, Rallied) and later.target == event.unit and later.success for later in told[number:]
            )
            unit = state.units[event.unit]
            assert unit.disrupted or unit.gone or rallied


def shares_decide_at_a_limit(state: State, told: Sequence[Event]) -> None:
    """MW 14.5"""
    if state.game.reason in ("turn-limit", "stalemate"):
        first, second = (side.id for side in state.sides)
        share = {s: Fraction(sum(u.cost for u in living(state, s)), state.game.start_cost[s]) for s in (first, second)}
        lead = share[first] - share[second]
        assert state.winner == (first if lead > 0 else second if lead < 0 else "draw")


EVERY_POSITION: tuple[Callable[[State, Sequence[Event]], None], ...] = (
    an_army_without_units_has_lost,
    half_an_army_has_broken,
    doubles_have_shaken_the_attacker,
    shares_decide_at_a_limit,
)
