"""Invariants of a game of Zone Control (RULES.md, What always holds), calculated independently of the program."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

from engine.contract import Balked, Event, Rolled, Skipped, encode
from engine.systems import SYSTEMS
from engine.systems.zones.rules.board.zone_control import control, score
from engine.systems.zones.state.events import (
    ArrivalRefused,
    Control,
    Fled,
    GameOver,
    Initiative,
    Morale,
    Placed,
    RoundBegan,
    StandingSet,
    TurnBegan,
)
from engine.systems.zones.state.position import State, Unit
from tests.conformance.moment import Moment
from tests.support import random_games
from tests.support.sampling import share
from tests.systems.zones.support import oracle_position as own
from tests.systems.zones.support.invariants_combat import FIGHTS, before_the_turn, ends
from tests.systems.zones.support.invariants_movement import MOVES

SCENARIOS = (*random_games.shipped(SYSTEMS["zones"]), "secret-wadis")
GAMES = [(stem, number) for number in range(share(4, 1)) for stem in SCENARIOS]
EVERYWHERE = [(stem, number) for number in range(100, 112) for stem in ("three-wadis", "secret-wadis", "low-wells")]
REASONS = {"round-limit"}
RARE = {"Conceded", "Resupplied"}
PHASES = ("command", "action", "resolution")
Witness = Callable[[State, Event, str], Event | None]
View = Callable[[State, str], State]
STILL = (Rolled, Balked, Skipped, ArrivalRefused, Initiative, Morale)
PUBLIC = ""


def begins(event: Event, told: Sequence[Event] = ()) -> bool:
    """Here a whole round, for shock counts for as long: what comes after the last one's reckoning."""
    return bool(told) and isinstance(told[-1], Control)


# of every event
def turns_follow_one_another(m: Moment) -> None:
    """ZC 4.1"""
    if isinstance(m.event, (TurnBegan, Control)):
        turns = [(event.phase, event.side) for event in (*m.told, m.event) if isinstance(event, TurnBegan)]
        due = list(product(PHASES, m.before.game.order))
        assert turns == (due if isinstance(m.event, Control) else due[: len(turns)])
        assert isinstance(m.event, Control) or (m.after.phase, m.after.active) == turns[-1]


def rounds_begin_with_whom_they_should(m: Moment) -> None:
    """ZC 4.3"""
    if isinstance(m.event, RoundBegan):
        sides, number, first = [side.id for side in m.before.sides], m.event.round, m.before.setup.first
        assert number == m.before.turn + 1 == m.after.turn <= m.after.setup.rounds and sorted(m.event.order) == sorted(
            sides
        )
        assert number == 1 or len(_in_play(m.before)) > 1
        place = (number - 1) % len(sides) if first == "alternate" else 0
        rolls = [event for event in m.told if isinstance(event, Initiative)]
        assert bool(rolls) == (first == "roll" and number > 1)
        for event in rolls:
            best = [side for side in sides if event.rolls[side] == max(event.rolls.values())]
            assert list(event.rolls) == sides and event.winner == (best[0] if len(best) == 1 else None)
        if rolls:
            assert rolls[-1].winner and not any(event.winner for event in rolls[:-1])
            place = sides.index(rolls[-1].winner)
        assert list(m.event.order) == sides[place:] + sides[:place]


def a_turn_begins_afresh(m: Moment) -> None:
    """ZC 5.2, 11.1: of the side's own units, and of theirs alone."""
    if isinstance(m.event, TurnBegan):
        for key, unit in m.after.units.items():
            if unit.side != m.event.side:
                assert unit == m.before.units[key]
            elif m.event.phase == "command":
                assert (unit.shock, unit.marks, unit.sprung) == (0, (), False) and not any(
                    model.hurt for model in unit.models
                )
                assert (unit.shaken, unit.hunkered) == (m.before.units[key].shaken, m.before.units[key].hunkered)
            elif m.event.phase == "action":
                assert (
                    not unit.hunkered and not unit.fled and not any(model.moved or model.acted for model in unit.models)
                )


def the_shaken_flee_in_their_turn(m: Moment) -> None:
    """ZC 6.11: each once, by order or at the end."""
    if ends(m, "action"):
        state, turn = before_the_turn(m)
        due = [unit.id for unit in own.on_table(state) if unit.side == state.active and unit.shaken]
        fled = [event.unit for event in turn if isinstance(event, Fled)]
        assert sorted(fled) == sorted(due)
        last = next((n for n in range(len(turn), 0, -1) if not isinstance(turn[n - 1], Fled)), 0)
        tail = [event.unit for event in turn[last:] if isinstance(event, Fled)]
        assert len(tail) < 2 or last == 0 or [key for key in due if key in tail][-1] == tail[-1]


def what_changes_nothing_changes_nothing(m: Moment) -> None:
    assert not isinstance(m.event, STILL) or m.before == m.after


def the_game_ends_once(m: Moment) -> None:
    """ZC 14.4, 14.5"""
    assert (m.after.winner is None) == (m.after.phase != "over") and (m.before.phase != "over" or m.before == m.after)
    assert m.after.turn <= m.after.setup.rounds
    if isinstance(m.event, GameOver):
        assert (m.after.winner, m.after.game.reason, m.after.active) == (m.event.winner, m.event.reason, None)
        assert m.event.winner == _winner(m.before, m.event.reason) and dict(m.event.score) == own.score(
            m.before, own.control(m.before)
        )


def _in_play(state: State) -> set[str]:
    return {own.team(state, unit.side) for unit in state.units.values() if unit.where != "gone"}


def _winner(state: State, reason: str) -> str:
    left, points = _in_play(state), own.score(state, own.control(state))
    if reason == "concession":
        left = {side.team for side in state.sides if side.id not in state.game.conceded}
    if reason != "round-limit":
        return next(iter(left)) if len(left) == 1 else "draw"
    assert len(left) > 1 and state.turn == state.setup.rounds
    first = [team for team, zones in points.items() if zones == max(points.values())]
    return first[0] if len(first) == 1 else "draw"


def zones_are_told_as_they_are(m: Moment) -> None:
    """ZC 14.1 to 14.3, at the end of every round."""
    if isinstance(m.event, Control):
        assert m.event.round == m.before.turn and dict(m.event.zones) == own.control(m.before)
        assert dict(m.event.score) == own.score(m.before, own.control(m.before))


def units_are_gone_when_nobody_is_left(m: Moment) -> None:
    """A unit is out of play exactly when it has no models; a game remembers all of its units."""
    assert m.before.units.keys() == m.after.units.keys() == set(m.after.roster)
    for key, unit in m.after.units.items():
        old = m.before.units[key]
        if old is not unit:
            assert old.where != "gone" or unit.where == "gone"
            numbers = [model.number for model in unit.models]
            assert numbers == sorted(set(numbers)) and len(numbers) <= unit.start
            assert type(m.event).__name__ in ("Casualties", "Destroyed") or (unit.where == "gone") == (not unit.models)


def secrets_are_witnessed_by_their_team_alone(m: Moment, witness: Witness = SYSTEMS["zones"].witness) -> None:
    """ZC 4.5, 6.9: no witness names a unit that its side does not know of, a standing order, or a place of a
    deployment.
    """
    system = SYSTEMS["zones"]
    for viewer in (*(side.id for side in m.before.sides), PUBLIC):
        known = witness(m.before, m.event, viewer)
        if known is None:
            continue
        told = encode(known).decode() + system.tell(system.view(m.before, viewer), known)
        for unit in hidden(m.before, viewer):
            assert m.after.units[unit.id].where == "table" or not mentions(told, unit), (viewer, unit.id, told)
        kind = type(known).__name__
        if kind in ("StandingSet", "ArrivalRefused") or (kind == "Placed" and m.before.phase == "deployment"):
            side = m.event.side if hasattr(m.event, "side") else m.before.units[m.event.unit].side  # type: ignore[attr-defined]
            assert viewer and own.team(m.before, viewer) == own.team(m.before, side)


def hidden(state: State, viewer: str) -> Iterator[Unit]:
    """Whom a side may not know of (ZC 6.9)."""
    teams = {side.id: side.team for side in state.sides}
    for unit in state.units.values():
        if (
            state.setup.hidden == "secret"
            and teams[unit.side] != teams.get(viewer)
            and unit.where not in ("table", "gone")
        ):
            yield unit


def mentions(text: str, unit: Unit) -> bool:
    return bool(re.search(rf"(?<!\w)({re.escape(unit.id)}|{re.escape(unit.name)})(?!\w)", text))


EVERY_EVENT: tuple[Callable[[Moment], None], ...] = (
    *MOVES,
    *FIGHTS,
    turns_follow_one_another,
    rounds_begin_with_whom_they_should,
    a_turn_begins_afresh,
    the_shaken_flee_in_their_turn,
    what_changes_nothing_changes_nothing,
    the_game_ends_once,
    zones_are_told_as_they_are,
    units_are_gone_when_nobody_is_left,
    secrets_are_witnessed_by_their_team_alone,
)


# of every position between two messages; ``told`` is the round so far
def control_is_up_to_date(
    state: State, told: Sequence[Event], held_now: Callable[[State], Mapping[str, str | None]] = control
) -> None:
    """ZC 14; no zone counts twice."""
    held = own.control(state)
    assert dict(held_now(state)) == held and dict(score(state)) == own.score(state, held)
    assert sum(score(state).values()) <= sum(
        {goal.zone: goal.value for goal in state.setup.objectives}.get(zone, 1) for zone in held
    )


def somebody_has_something_to_decide(state: State, told: Sequence[Event]) -> None:
    """ZC 4.4"""
    mine = [unit for unit in state.units.values() if unit.side == state.active]
    match state.phase:
        case "command":
            late = [u for u in mine if u.where == "reserve" and u.arrives <= state.turn and u.policy != "hold"]
            assert late or any(isinstance(event, (Placed, StandingSet)) for event in told)
        case "action":
            lurking = [
                u for u in mine if u.where in ("deep-strike", "ambush") and state.turn >= state.setup.offboard_from
            ]
            assert lurking or [u for u in mine if u.where == "table"]
        case phase:
            assert phase in ("deployment", "over") and state.active is None


def views_hide_what_is_secret(state: State, told: Sequence[Event], view: View = SYSTEMS["zones"].view) -> None:
    """ZC 4.5, 6.9: no view contains a unit, a standing order or a place of a deployment that its side may not know."""
    for viewer in (*(side.id for side in state.sides), PUBLIC):
        seen = view(state, viewer)
        secret, asked = list(hidden(state, viewer)), [u for u in seen.units.values() if u.side != viewer]
        words = encode((seen.units, seen.ready, seen.roster, seen.game)).decode() if secret else ""
        assert not [unit.id for unit in secret if mentions(words, unit)]
        assert all(
            unit.policy == "ask"
            for unit in asked
            if not viewer or own.team(state, unit.side) != own.team(state, viewer)
        )
        if state.phase == "deployment":
            theirs = [u for u in asked if not viewer or own.team(state, u.side) != own.team(state, viewer)]
            assert all(unit.models == state.ready[unit.id].models for unit in theirs)


EVERY_POSITION: tuple[Callable[[State, Sequence[Event]], None], ...] = (
    control_is_up_to_date,
    somebody_has_something_to_decide,
    views_hide_what_is_secret,
)
