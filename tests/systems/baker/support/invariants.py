"""The invariants of a game of Baker (section Invariants of RULES.md, and more), calculated independently."""

from collections.abc import Callable, Mapping, Sequence

from engine.contract import Balked, Event, Rolled, Skipped, replace
from engine.systems import SYSTEMS
from engine.systems.baker.state.battle_events import Raided
from engine.systems.baker.state.events import (
    Bought,
    Captured,
    Conceded,
    DrawOffered,
    Finished,
    GameOver,
    Income,
    KeepSet,
    Kept,
    ListSet,
    PaidBack,
    PhaseBegan,
    Placed,
    TurnBegan,
    WishSet,
)
from engine.systems.baker.state.position import State
from tests.conformance.moment import Moment
from tests.support.sampling import share
from tests.systems.baker.support.invariants_combat import FIGHTS
from tests.systems.baker.support.invariants_movement import UNITS, enemies, foe, ground, ours
from tests.systems.baker.support.oracle_battle import COST, LAND

BATTLES = ("open-field", "convoy-fight", "grey-beach", "blank-table")
GAMES = [
    ("two-shores", 0),
    *((stem, number) for number in range(share(6, 1)) for stem in BATTLES),
    *(("two-shores", number) for number in range(1, share(15, 1))),
    *(("middle-sea", number) for number in range(share(8, 1))),
]
EVERYWHERE = [
    *(("convoy-fight", 104), ("convoy-fight", 105), ("convoy-fight", 101), ("two-shores", 103), ("two-shores", 100)),
    *(("two-shores", 101), ("middle-sea", 104), ("convoy-fight", 102), ("convoy-fight", 100)),
    *((stem, number) for number in range(101, 106) for stem in ("two-shores", "convoy-fight", "middle-sea")),
]
REASONS = {"battle", "capitals", "turn-limit"}
RARE = {"BidMade", "BidsOpened", "Conceded", "DrawOffered", "Homeless", "Skipped"}
PRICE = {**COST, "aa": 5, "complex": 15}
PHASES = ("purchase", "combat-movement", "combat", "noncombat-movement", "placement")
SECRETS = (ListSet, WishSet, KeepSet, Kept)
STILL = (Rolled, Balked, Skipped)
PUBLIC = ""
View = Callable[[State, str], State]
Witness = Callable[[State, Event, str], Event | None]


def begins(event: Event, told: Sequence[Event] = ()) -> bool:
    """What comes after a turn's beginning, which is held against the whole turn before it."""
    return bool(told) and isinstance(told[-1], TurnBegan)


# reckoned anew
def worth(units: Mapping[str, int]) -> int:
    return sum(PRICE[kind] * n for kind, n in units.items())


def earned(state: State, power: str) -> int:
    return sum(state.map.known[area].ipc for area, there in state.areas.items() if there.owner == power)


def free(state: State, power: str) -> bool:
    """BK 10.3"""
    capital = state.powers[power].capital
    return capital is None or ours(state, power, capital)


# of every event
def money_adds_up(m: Moment) -> None:
    """BK 10.2 to 15.6: money changes only by events that report it; a power without its capital has no income."""
    due, event = {power: facts.ipc for power, facts in m.before.powers.items()}, m.event
    match event:
        case Bought():
            assert event.cost == (worth(event.units) or -worth(m.before.powers[event.side].buys)) and free(
                m.before, event.side
            )
            due[event.side] -= event.cost
            assert event.left == due[event.side]
        case PaidBack():
            assert event.ipc == worth(event.units)
            due[event.side] += event.ipc
        case Income():
            assert (
                event.ipc == earned(m.before, event.side)
                and free(m.before, event.side)
                and event.side == m.before.active
            )
            due[event.side] += event.ipc
            assert event.total == due[event.side]
        case Raided():
            assert (
                event.ipc == min(sum(event.bomb_dice), due[event.owner])
                and event.owner == m.before.areas[event.area].owner
            )
            due[event.owner] -= event.ipc
        case Captured():
            robbed = next(
                (
                    p.id
                    for p in m.before.powers.values()
                    if p.capital == event.area and foe(m.before, p.id, event.taker)
                ),
                None,
            )
            assert event.treasury == (due[robbed] if robbed else 0)
            if robbed:
                due[event.taker] += due[robbed]
                due[robbed] = 0
    assert due == {power: facts.ipc for power, facts in m.after.powers.items()} and min(due.values()) >= 0


def raids_are_reckoned_right(m: Moment) -> None:
    """BK 13.1: one die of the guns for each bomber, one bomb for each that is left; none on a captured complex."""
    if isinstance(m.event, Raided):
        there = m.before.areas[m.event.area].complex and not ours(m.before, m.event.side, m.event.area)
        bombers = m.before.game.raids[m.event.area] if there else 0
        guns = enemies(m.before, m.event.side, m.event.area, ("aa",))
        assert len(m.event.gun_dice) == (bombers if guns else 0) and m.event.lost == m.event.gun_dice.count(1)
        assert len(m.event.bomb_dice) == bombers - m.event.lost and all(1 <= die <= 6 for die in m.event.bomb_dice)


def lands_change_hands_by_capture(m: Moment) -> None:
    """BK 14, 15.4: one owner each, complexes stay, and no enemy combat unit is left."""
    taken = m.event.area if isinstance(m.event, Captured) else None
    for area, now in m.after.areas.items():
        before = m.before.areas[area]
        if now is not before:
            built = isinstance(m.event, Placed) and "complex" in m.event.units and m.event.area == area
            assert now.complex == (before.complex or built) and (area == taken or now.owner == before.owner)
            known = now.owner in m.after.powers
            assert known == (ground(m.after, area) and area not in m.after.setup.neutral), area
    if isinstance(m.event, Captured):
        event, state = m.event, m.before
        old = state.areas[event.area].owner
        assert (
            old == event.start
            and old is not None
            and foe(state, event.taker, old)
            and not enemies(state, event.taker, event.area)
        )
        assert event.by == m.after.areas[event.area].owner == _heir(state, event.area, event.taker)
        assert event.area in m.after.game.captured
        there = set(state.areas[event.area].units.get(event.taker, {}))
        assert there & {*LAND} or state.phase == "combat-movement"


def _heir(state: State, area: str, taker: str) -> str:
    """BK 14.1"""
    for power in state.powers.values():
        first = state.setup.owners.get(area) == power.id and power.capital is not None and free(state, power.id)
        if not foe(state, power.id, taker) and (power.capital == area or first):
            return power.id
    return taker


def phases_follow_one_another(m: Moment) -> None:
    """BK 9.5, 10.1, 10.3, 13.2"""
    if not isinstance(m.event, PhaseBegan):
        return
    state, now = m.before, m.event.name
    if m.after.setup.mode == "battle":
        assert (now, m.event.active, m.event.turn) == ("round", None, state.game.battles[0].round + 1)
        assert state.phase == "setup" or set(state.done) == set(state.powers)
        return
    assert (m.event.turn, m.event.active) == (state.turn, state.active)
    to_fight, skipped = (
        any(battle.result is None for battle in state.game.battles),
        PHASES[PHASES.index(state.phase) + 1],
    )
    if state.phase == "combat-movement" and not to_fight:
        skipped = "noncombat-movement"
    assert now == skipped and not state.game.raids
    assert now != "placement" or state.powers[state.active or ""].buys
    assert state.phase != "combat" or not to_fight


def turns_follow_one_another(m: Moment) -> None:
    """BK 10.1, 10.3, 15.6, 16.5, section State."""
    if not isinstance(m.event, TurnBegan):
        return
    side, state, powers = m.event.side, m.before, list(m.before.powers)
    assert m.event.first == ("purchase" if free(state, side) else "combat-movement") and not state.powers[side].buys
    assert (m.after.phase, m.after.active, m.after.turn) == (m.event.first, side, m.event.turn)
    kept = ("policies", "draw", "conceded", "start_income", "kept", "left", "reason")
    assert not [name for name in m.after.game.__struct_fields__ if name not in kept and getattr(m.after.game, name)]
    assert not [ship for there in m.after.areas.values() for ship in there.cargo.get(side, ()) if ship.moved or ship.to]
    if m.told:
        last = state.active or ""
        due = powers[powers.index(last) + 1 :] + powers[: powers.index(last) + 1]
        assert side == next(power for power in due if _plays(state, power))
        assert m.event.turn == state.turn + (powers.index(side) <= powers.index(last))
        assert any(isinstance(event, Income) for event in m.told) == free(state, last) and not state.powers[last].buys


def _plays(state: State, power: str) -> bool:
    return any(there.owner == power or there.units.get(power) for there in state.areas.values())


def the_game_ends_once(m: Moment) -> None:
    """BK 9.5, 16"""
    assert (m.after.winner is None) == (m.after.phase != "over") and (m.before.phase != "over" or m.before == m.after)
    assert m.after.setup.turns is None or m.after.turn <= m.after.setup.turns
    if isinstance(m.event, GameOver):
        assert (m.after.winner, m.after.game.reason, m.after.active) == (m.event.winner, m.event.reason, None)
        assert m.event.winner == _winner(m.before, m.event.reason)


def _winner(state: State, reason: str) -> str:
    sides = list(dict.fromkeys(power.alliance for power in state.powers.values()))
    if reason == "battle":
        red, blue = state.powers
        (only,) = state.game.battles
        return {"won": red, "lost": blue, "retreated": blue}.get(only.result or "", "draw")
    if reason in ("agreed", "conceded"):
        left = [
            a for a in sides if any(p.alliance == a and p.id not in state.game.conceded for p in state.powers.values())
        ]
        return left[0] if reason == "conceded" else "draw"
    worths = {a: sum(earned(state, p.id) for p in state.powers.values() if p.alliance == a) for a in sides}
    held = {a: sum(p.alliance != a and not free(state, p.id) for p in state.powers.values()) for a in sides}
    by_capitals = [a for a in sides if held[a] >= state.setup.capitals and held[a] == max(held.values())]
    by_income = [a for a in sides if worths[a] >= state.setup.wins_income.get(a, 10**6)]
    grown = sorted(((worths[a] - state.game.start_income[a], a) for a in sides), reverse=True)
    if reason == "capitals" or len(by_capitals) == 1:
        return by_capitals[0] if len(by_capitals) == 1 and reason == "capitals" else ""
    if reason == "income" or len(by_income) == 1:
        return by_income[0] if len(by_income) == 1 and reason == "income" else ""
    assert state.turn == state.setup.turns
    return grown[0][1] if grown[0][0] - grown[1][0] >= state.setup.margin else "draw"


def what_changes_nothing_changes_nothing(m: Moment) -> None:
    assert not isinstance(m.event, STILL) or m.before == m.after
    if isinstance(m.event, (*SECRETS, Conceded, DrawOffered)):
        assert replace(m.after, game=m.before.game) == m.before
    if isinstance(m.event, Finished):
        assert m.after.done == (*m.before.done, m.event.side) and replace(m.after, done=m.before.done) == m.before


def secrets_are_witnessed_by_their_side_alone(m: Moment, witness: Witness = SYSTEMS["baker"].witness) -> None:
    """BK 17.1, section State."""
    if isinstance(m.event, SECRETS):
        for viewer in (*m.before.powers, PUBLIC):
            assert (witness(m.before, m.event, viewer) is None) == (viewer != m.event.side)


EVERY_EVENT: tuple[Callable[[Moment], None], ...] = (
    *UNITS,
    *FIGHTS,
    money_adds_up,
    raids_are_reckoned_right,
    lands_change_hands_by_capture,
    phases_follow_one_another,
    turns_follow_one_another,
    the_game_ends_once,
    what_changes_nothing_changes_nothing,
    secrets_are_witnessed_by_their_side_alone,
)


# of every position between two messages; ``told`` is the turn so far
def views_hide_what_is_secret(state: State, told: Sequence[Event], view: View = SYSTEMS["baker"].view) -> None:
    """BK 17.1: the standing orders and what is kept for a sealed round are no other side's; all else is everybody's."""
    for viewer in (*state.powers, PUBLIC):
        seen = view(state, viewer)
        for name in ("policies", "kept"):
            assert dict(getattr(seen.game, name)) == {
                s: own for s, own in getattr(state.game, name).items() if s == viewer
            }
        game = replace(seen.game, policies=state.game.policies, kept=state.game.kept)
        assert replace(seen, game=game) == state


def somebody_is_awaited(state: State, told: Sequence[Event]) -> None:
    """Section Phases."""
    waits = {"round": set(state.powers) - set(state.done), "over": set()}.get(state.phase, {state.active})
    assert state.phase == "over" or (waits and waits <= set(state.powers))
    assert (state.active is None) == (state.phase in ("round", "over")) and not state.units
    assert state.phase != "combat" or state.game.battles
    assert (
        state.phase != "placement"
        or state.powers[state.active or ""].buys
        or any(isinstance(event, Placed) for event in told)
    )
    assert state.phase not in PHASES[2:] or not state.game.raids


EVERY_POSITION: tuple[Callable[[State, Sequence[Event]], None], ...] = (views_hide_what_is_secret, somebody_is_awaited)
