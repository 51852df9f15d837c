"""What is always true of a game of Forumini (FA 26), computed from the charts without the program's arithmetic."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from engine.contract import Balked, Event, Rolled, Skipped
from engine.systems import SYSTEMS
from engine.systems.forumini.state.attack_events import Shot
from engine.systems.forumini.state.events import (
    AircraftLeft,
    AntiairAttacked,
    ArmiesRevealed,
    Attacked,
    DefensiveFired,
    Destroyed,
    HeroPlaced,
    IndirectAttacked,
    MineAttacked,
    Moved,
    ObstacleCleared,
    PhaseBegan,
    TurnBegan,
    ZoneChecked,
)
from engine.systems.forumini.state.position import State, Unit
from maps.geometry.hexes import Board
from tests.conformance.moment import Moment
from tests.support import random_games
from tests.support.sampling import share
from tests.systems.forumini.support import oracle_sight
from tests.systems.miniwars.support.oracle_sight import distance, neighbours

SCENARIOS = random_games.shipped(SYSTEMS["forumini"])
GAMES = [(stem, number) for number in range(share(5, 1)) for stem in (*SCENARIOS, "zoo")]
EVERYWHERE = [
    *(("open-meeting", 1), ("open-meeting", 5), ("zoo", 3), ("zoo", 25), ("first-patrol", 1), ("first-patrol", 7)),
    *(("airborne-bridge", 4), ("zoo", 32), ("zoo", 33), ("zoo", 19), ("airborne-bridge", 5), ("zoo", 2), *GAMES[:12]),
    *(("zoo", number) for number in range(4, 100)),
]
"""Those first with which, when this was written, everything had come up."""
REASONS = {"control", "defended"}
RARE = {
    "Retraced",  # a hit while passing through a hex that is full; cases of FA 7.2 have it
}
FLYING = ("c-aircraft", "d-antiair", "e-ground-attack", "f-assault", "k-casualty")
CLOSED = {"soldier": ("pond",), "vehicle": ("pond", "marsh")}
COSTS = {
    "soldier": dict.fromkeys(("clear", "field", "woods", "forest", "town", "hill", "marsh"), 1),
    "vehicle": {"clear": 1, "field": 1, "woods": 2, "forest": 2, "town": 1, "hill": 2},
}
DENSE, HEDGED = ("woods", "forest", "town", "hill"), ("bocage", "bluff")
STRUCK = (Attacked, AntiairAttacked, IndirectAttacked, ObstacleCleared)
ROOTED = (Rolled, Balked, Skipped)
WHEEL = ("N", "NE", "SE", "S", "SW", "NW")


def begins(event: Event, told: Sequence[Event] = ()) -> bool:
    """Whether a turn begins with it."""
    return isinstance(event, TurnBegan)


def playing(state: State) -> Iterator[Unit]:
    return (unit for unit in state.units.values() if unit.at is not None and not unit.gone)


def kind(state: State, unit: Unit) -> str:
    return state.cards[unit.type].kind


def ground(state: State) -> Iterator[Unit]:
    return (unit for unit in playing(state) if kind(state, unit) in ("soldier", "vehicle"))


def on_way(state: State, unit: Unit, at: str) -> bool:
    trails = state.setup.trails if kind(state, unit) == "soldier" else ()
    return any(at in chain for chain in (*state.board.roads, *trails))


# of every event
def hits_are_three_at_most_and_none_after_casualty(m: Moment) -> None:
    """FA 26.2"""
    assert all(0 <= unit.hits <= 3 for unit in m.after.units.values())
    if isinstance(m.event, (TurnBegan, ZoneChecked)):
        assert not [unit.id for unit in playing(m.before) if unit.hits]


def hits_come_from_fire_and_go_in_casualty(m: Moment) -> None:
    for key, unit in m.before.units.items():
        after = m.after.units[key].hits
        assert after <= unit.hits or isinstance(m.event, (Attacked, AntiairAttacked, DefensiveFired, MineAttacked)), key
        assert after >= unit.hits or m.before.phase in ("k-casualty", "d-antiair"), key


def aircraft_fly_from_c_to_f(m: Moment) -> None:
    """FA 26.3"""
    up = [unit.id for unit in playing(m.after) if kind(m.after, unit) == "aircraft"]
    assert not up or m.after.phase in FLYING, up
    if isinstance(m.event, (TurnBegan, ZoneChecked)):
        assert not up


def obstacles_never_move(m: Moment) -> None:
    """FA 26.3"""
    for key, unit in m.before.units.items():
        if kind(m.before, unit) == "obstacle" and unit.at and m.before.phase != "deploy-obstacles":
            assert m.after.units[key].gone or m.after.units[key].at == unit.at


def marks_fit_the_class(m: Moment) -> None:
    """FA 26.5"""
    for unit in ground(m.after):
        if kind(m.after, unit) == "soldier":
            assert not unit.damaged and not unit.hull_down and unit.facing is None, unit.id
        else:
            assert not unit.demoralized and not unit.hit_the_dirt and unit.facing in WHEEL, unit.id


def one_attack_a_turn(m: Moment) -> None:
    """FA 26.7; aircraft may attack in D and in E."""
    match m.event:
        case Attacked(shot=shot, how="indirect"):
            assert any(isinstance(event, IndirectAttacked) and event.unit == shot.firer for event in m.told)
        case Attacked(how="bomb" | "strafe", shot=shot):
            assert not [e for e in m.told if isinstance(e, Attacked) and e.shot.firer == shot.firer]
        case _ if isinstance(m.event, STRUCK):
            assert _striker(m.event) not in [_striker(e) for e in m.told if isinstance(e, STRUCK)]


def _striker(event: Event) -> str:
    return event.shot.firer if isinstance(event, (Attacked, AntiairAttacked)) else getattr(event, "unit", "")


def one_defensive_fire_a_phase(m: Moment) -> None:
    """FA 26.7, 12.5"""
    if isinstance(m.event, DefensiveFired):
        since = max((number for number, event in enumerate(m.told) if isinstance(event, PhaseBegan)), default=0)
        assert m.event.shot.firer not in [e.shot.firer for e in m.told[since:] if isinstance(e, DefensiveFired)]


def defensive_fire_at_most_pins(m: Moment) -> None:
    """FA 26.8, 12.10"""
    if isinstance(m.event, DefensiveFired):
        before = m.before.units[m.event.shot.target].hits
        assert m.event.now == m.after.units[m.event.shot.target].hits == (max(before, 1) if m.event.success else before)


def defensive_fire_is_for_those_who_may(m: Moment) -> None:
    """FA 12.2, 12.3, 12.6, 12.7"""
    if isinstance(m.event, DefensiveFired):
        unit, target = m.before.units[m.event.shot.firer], m.before.units[m.event.shot.target]
        cards = m.before.cards[unit.type], m.before.cards[target.type]
        assert unit.side != target.side == m.before.active and not (
            unit.pinned or unit.demoralized or unit.df_used or unit.aboard
        )
        assert m.before.phase in ("b-movement", "f-assault")
        light = set(cards[0].sub) & {"armoured-car", "tankette", "car", "truck"} and "motorcyclist" in cards[1].sub
        assert (cards[0].kind, cards[1].kind) != ("vehicle", "soldier") or light
        step = next(event for event in reversed(m.told) if isinstance(event, Moved))
        assert step.unit == target.id and step.to == target.at
        if m.event.how == "regular":
            assert max(distance(unit.at, step.start), distance(unit.at, step.to)) <= 1
        else:
            assert unit.overwatch and target.at in oracle_sight.arc(land(m.before), unit.at, unit.overwatch)


def lost_is_what_was_destroyed(m: Moment) -> None:
    """FA 26.9"""
    for side, points in m.after.game.lost.items():
        gained = points - m.before.game.lost.get(side, 0)
        lost = m.before.units[m.event.unit] if isinstance(m.event, Destroyed) else None
        assert gained == (m.before.cards[lost.type].cost if lost and lost.side == side else 0)


def bombs_never_rise(m: Moment) -> None:
    """FA 26.11"""
    assert all(m.after.units[key].bombs <= unit.bombs for key, unit in m.before.units.items())
    if isinstance(m.event, AntiairAttacked):
        unit = m.after.units[m.event.shot.firer]
        assert (
            kind(m.after, unit) != "aircraft"
            or "defensive-armament" in m.after.cards[unit.type].abilities
            or unit.bombs == 0
        )


def refusals_change_nothing_and_roll_nothing(m: Moment) -> None:
    """FA 26.12"""
    assert not isinstance(m.event, ROOTED) or m.before == m.after
    if isinstance(m.event, (Balked, Skipped)) and m.told:
        assert not isinstance(m.told[-1], Rolled)


def points_never_fall_below_none(m: Moment) -> None:
    """FA 26.13"""
    assert all((unit.mp or 0) >= 0 for unit in m.after.units.values())


def the_turns_are_numbered(m: Moment) -> None:
    """FA 26.14"""
    assert m.before.turn <= m.after.turn <= min(m.before.turn + 1, m.after.setup.last)


def nobody_comes_back(m: Moment) -> None:
    assert isinstance(m.event, ArmiesRevealed) or m.before.units.keys() == m.after.units.keys()
    assert not [key for key, unit in m.before.units.items() if unit.gone and not m.after.units[key].gone]


def who_goes_is_said_to_go(m: Moment) -> None:
    going = {key for key, unit in m.before.units.items() if m.after.units[key].gone and not unit.gone}
    assert going <= {getattr(m.event, "unit", ""), getattr(m.event, "obstacle", "")}


def who_moves_is_said_to_move(m: Moment) -> None:
    moved = {key for key, unit in m.before.units.items() if unit.at and m.after.units[key].at not in (None, unit.at)}
    riders = {key for key in moved if m.before.units[key].aboard in moved}
    assert m.before.phase.startswith("deploy") or moved - riders <= {getattr(m.event, "unit", "")}
    left = {
        key
        for key, unit in m.before.units.items()
        if unit.at and m.after.units[key].at is None and not m.after.units[key].gone
    }
    assert left <= set(m.event.units if isinstance(m.event, AircraftLeft) else [getattr(m.event, "unit", "")])


def either_a_winner_or_a_phase(m: Moment) -> None:
    assert (m.after.winner is None) == (m.after.phase != "over") and m.after.winner != "draw"


def nothing_changes_after_the_end(m: Moment) -> None:
    assert m.before.phase != "over" or m.before == m.after


def moves_are_paid_for(m: Moment) -> None:
    """FA 6.4, 6.8, 6.9, 2.5, 16.3, for units that no ability or commander helps."""
    if isinstance(m.event, Moved):
        unit, (start, to) = m.before.units[m.event.unit], (m.event.start, m.event.to)
        card = m.before.cards[unit.type]
        points = unit.mp
        assert (
            unit.at == start
            and to in neighbours(start)
            and to in m.before.board.cells
            and unit.acted in (None, "moving")
        )
        wired = card.kind == "soldier" and any(
            other.type == "barbed-wire" and other.at == to for other in playing(m.before)
        )
        assert m.event.left == 0 if wired else points is None or m.event.left == points - m.event.cost >= 0
        along = _joined(m.before, unit, start, to)
        terrain = m.before.board.cells[to].terrain
        classed = "vehicle" if card.kind == "vehicle" or "motorcyclist" in card.sub else "soldier"
        if "amphibious" not in card.abilities:
            usual = 1 if along else COSTS[classed].get(terrain)
            least = m.before.phase == "b-movement" and card.kind == "vehicle" and usual == 2
            due = 0 if m.event.road else usual
            assert usual is not None and (m.event.cost == due or (least and m.event.cost == 1 and points is None))


def _joined(state: State, unit: Unit, start: str, to: str) -> bool:
    trails = state.setup.trails if kind(state, unit) == "soldier" else ()
    return any({start, to} == set(pair) for chain in (*state.board.roads, *trails) for pair in pairwise(chain))


def land(state: State) -> oracle_sight.Land:
    """Reckoned once a game: the board is the same object from its beginning to its end."""
    board, known = _LAND[-1] if _LAND else (None, None)
    if known is None or board is not state.board:
        _LAND[:] = [(state.board, known := _surveyed(state))]
    return known


_LAND: list[tuple[Board, oracle_sight.Land]] = []


def _surveyed(state: State) -> oracle_sight.Land:
    board = state.board
    dense = frozenset(at for at, cell in board.cells.items() if cell.terrain in DENSE)
    hedged = frozenset(side for side, words in board.edges.items() if set(words) & set(HEDGED))
    return oracle_sight.Land(frozenset(board.cells), dense, hedged)


def shots_are_reckoned_right(m: Moment) -> None:
    """FA 8, 9, 10.1 to 10.5"""
    if isinstance(m.event, (Attacked, DefensiveFired, AntiairAttacked)):
        shot: Shot = m.event.shot
        unit, target = m.before.units[shot.firer], m.before.units[shot.target]
        away = distance(unit.at, target.at)
        cards = m.before.cards[unit.type], m.before.cards[target.type]
        manner = (
            m.event.how
            if isinstance(m.event, Attacked)
            else "regular"
            if isinstance(m.event, DefensiveFired)
            else "antiair"
        )
        assert shot.distance == away and (unit.side != target.side or manner == "indirect")
        assert shot.successes == sum(face + sum(n for _, n in shot.mods) >= 4 for face in shot.faces)
        worse = -1 if cards[0].kind == "vehicle" and (unit.pinned or unit.damaged) else 0
        if manner in ("direct", "charge", "regular"):
            assert sum(n for _, n in shot.mods) == worse
            assert oracle_sight.clear(land(m.before), unit.at, target.at), f"{unit.id} cannot see {target.id}"
            column = next(i for i, bound in enumerate(cards[0].range) if away <= bound)
            row = cards[0].soldiers if cards[1].kind == "soldier" else cards[0].vehicles
            assert row[column] <= len(shot.faces) <= row[column] + 4 and row[column] > 0
        if isinstance(m.event, Attacked):
            low, high = shot.defense
            hits = 3 if shot.successes >= high else 2 if shot.successes > low else int(shot.successes == low)
            full = min(3, target.hits + hits)
            passed = m.event.cover is not None and m.event.cover.passed
            assert (m.event.hits, m.event.now) == (hits, max(target.hits, min(1, full)) if passed else full)


def armour_is_the_one_that_faces(m: Moment) -> None:
    """FA 8.9, 8.10, 10.8 to 10.12: the Defense met, of vehicles and soldiers."""
    if isinstance(m.event, DefensiveFired) or (isinstance(m.event, Attacked) and m.event.how in ("direct", "charge")):
        shot = m.event.shot
        unit, target = m.before.units[shot.firer], m.before.units[shot.target]
        printed = m.before.cards[target.type].defense
        if kind(m.before, target) == "vehicle":
            facing = _armour(unit.at, target.at, target.facing)
            worse = (1, 1) if target.damaged else (1, 0) if target.pinned else (0, 0)
            assert shot.facing == facing, (shot.facing, facing)
            printed = printed[facing]
        else:
            worse = (1, 1) if target.demoralized else (0, 0)
        assert tuple(shot.defense) == tuple(max(1, value - less) for value, less in zip(printed, worse, strict=True))


def _armour(firer: str, at: str, facing: str) -> str:
    """By the angle between two true directions: cos 60 is 1/2, cos 120 is -1/2, compared squared."""
    if firer == at:
        return "rear"
    ahead = [neighbours(at)[WHEEL.index(facing)], firer]
    (fx, fy), (dx, dy) = (_true(other, at) for other in ahead)
    dot, size = fx * dx + 3 * fy * dy, (fx * fx + 3 * fy * fy) * (dx * dx + 3 * dy * dy)
    if 4 * dot * dot >= size:
        return "front" if dot > 0 else "rear" if 4 * dot * dot > size else "side"
    return "side"


def _true(one: str, other: str) -> tuple[int, int]:
    """The vector between two hexes, in units that make neighbours equally far once y is multiplied by the root of 3."""
    (ax, ay), (bx, by) = (oracle_sight._centre(at) for at in (one, other))
    return ax - bx, ay - by


EVERY_EVENT: tuple[Callable[[Moment], None], ...] = (
    hits_are_three_at_most_and_none_after_casualty,
    hits_come_from_fire_and_go_in_casualty,
    aircraft_fly_from_c_to_f,
    obstacles_never_move,
    marks_fit_the_class,
    one_attack_a_turn,
    one_defensive_fire_a_phase,
    defensive_fire_at_most_pins,
    defensive_fire_is_for_those_who_may,
    lost_is_what_was_destroyed,
    bombs_never_rise,
    refusals_change_nothing_and_roll_nothing,
    points_never_fall_below_none,
    the_turns_are_numbered,
    nobody_comes_back,
    who_goes_is_said_to_go,
    who_moves_is_said_to_move,
    either_a_winner_or_a_phase,
    nothing_changes_after_the_end,
    moves_are_paid_for,
    shots_are_reckoned_right,
    armour_is_the_one_that_faces,
)


# of every position between two messages
def stacks_keep_the_limit(state: State, told: Sequence[Event]) -> None:
    """FA 26.1"""
    standing = [unit for unit in ground(state) if unit.aboard is None]
    assert max(Counter((unit.side, unit.at) for unit in standing).values(), default=0) <= 3
    assert (
        max(Counter((unit.side, unit.at) for unit in standing if kind(state, unit) == "vehicle").values(), default=0)
        <= 1
    )
    assert max(Counter(unit.at for unit in playing(state) if kind(state, unit) == "aircraft").values(), default=0) <= 1


def watchers_can_watch(state: State, told: Sequence[Event]) -> None:
    """FA 26.4, 12.16"""
    watching = [unit for unit in state.units.values() if unit.overwatch]
    assert all(
        unit.at and not unit.gone and not unit.aboard and not unit.pinned and not unit.demoralized for unit in watching
    )
    assert max(Counter(unit.side for unit in watching).values(), default=0) <= max(1, state.setup.points // 50)


def nobody_in_the_dirt_is_shaken(state: State, told: Sequence[Event]) -> None:
    """FA 26.6"""
    assert not [unit.id for unit in playing(state) if unit.hit_the_dirt and (unit.pinned or unit.demoralized)]


def passengers_are_with_their_transport(state: State, told: Sequence[Event]) -> None:
    """FA 26.10, 7.5"""
    riding = [unit for unit in playing(state) if unit.aboard]
    for unit in riding:
        carrier = state.units[unit.aboard or ""]
        assert (
            not carrier.gone and carrier.at == unit.at and carrier.side == unit.side and kind(state, unit) == "soldier"
        )
    for key, carried in Counter(unit.aboard for unit in riding).items():
        assert carried <= state.cards[state.units[key or ""].type].abilities["transport"]


def everybody_stands_where_he_may(state: State, told: Sequence[Event]) -> None:
    """FA 26.13; a unit that gets out of a lost transport or replaces a dead soldier is where those were."""
    barred = {unit.at for unit in playing(state) if unit.type == "tank-obstacle"}
    for unit in ground(state):
        card, at = state.cards[unit.type], unit.at or ""
        classed = "vehicle" if card.kind == "vehicle" or "motorcyclist" in card.sub else "soldier"
        assert at in state.board.cells
        closed = state.board.cells[at].terrain in CLOSED[classed] and "amphibious" not in card.abilities
        assert (
            not closed or on_way(state, unit, at) or unit.aboard or unit.pinned or isinstance(told[-1], HeroPlaced)
        ), (unit.id, at)
        assert card.kind != "vehicle" or at not in barred


EVERY_POSITION: tuple[Callable[[State, Sequence[Event]], None], ...] = (
    stacks_keep_the_limit,
    watchers_can_watch,
    nobody_in_the_dirt_is_shaken,
    passengers_are_with_their_transport,
    everybody_stands_where_he_may,
)
