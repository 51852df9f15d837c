"""The position in which a case begins: the scenario's, with the changes of the case (section Cases)."""

from collections.abc import Mapping
from typing import Any

from engine.contract import Scenario, replace
from engine.toolkit.case_changes import require_settable, unfit_values

from ..rules.battle_resolution.written_battle import in_catalogue_order
from ..state.position import (
    BATTLE,
    CAMPAIGN,
    COMBAT,
    OVER,
    ROUND,
    SETUP,
    Area,
    Battle,
    Counts,
    State,
    alliances,
    are_friends,
    is_land,
)
from ..tables import COMBAT as FIGHTING
from ..tables import LAND, NAVAL, TRANSPORT
from . import case_parts
from .start import start

_SETS = ("turn", "phase", "active", "winner", "areas", "powers", "game")
TURNS = 1000


def case_position(scenario: Scenario, changes: Mapping[str, Any]) -> State:
    """The position of a case; no rule is applied. ValueError says what cannot be set."""
    require_settable(changes, _SETS)
    with unfit_values():
        state = case_parts.powers(case_parts.areas(start(scenario), changes.get("areas")), changes.get("powers"))
        state = _moment(state, changes)
        if state.phase == COMBAT and "phase" in changes:
            state = _engaged(state)
        state = case_parts.game(state, changes.get("game"))
    if state.phase == ROUND and not any(battle.result is None for battle in state.game.battles):
        raise ValueError("a round needs a battle that is not decided: write one in setup.battle or game.battles")
    return state


# the moment
def _moment(state: State, changes: Mapping[str, Any]) -> State:
    """The position with the turn, phase, winner and active power of the case."""
    number, name, winner = changes.get("turn", state.turn), _phase(state, changes), changes.get("winner")
    last = state.setup.turns or TURNS
    if type(number) is not int or not 1 <= number <= last:
        raise ValueError(f"turn is a round from 1 to {last}, not {number!r}")
    if (winner is None) is (name == OVER):
        raise ValueError(
            "a game has a winner or a draw if it is over, and only then: set winner and phase over together"
        )
    if winner is not None:
        case_parts.known(winner, (*alliances(state), "draw"), "winner")
    return replace(
        state, turn=number, phase=name, winner=winner, active=_active(state, name, changes.get("active")), done=()
    )


def _phase(state: State, changes: Mapping[str, Any]) -> str:
    name: str = changes.get("phase") or (OVER if changes.get("winner") else state.phase)
    case_parts.known(
        name, (*(BATTLE if state.setup.mode == "battle" else CAMPAIGN), OVER), f"phase of a {state.setup.mode}"
    )
    return name


def _active(state: State, name: str, written: Any) -> str | None:
    """The active power; None in a sealed round and when the game is over."""
    if name in (ROUND, OVER):
        if written is not None:
            raise ValueError(f"no side is active in the phase {name}, so active cannot be {written}")
        return None
    usual = next(iter(state.powers))
    side: str = written or state.active or usual
    case_parts.known(side, (usual,) if name == SETUP else tuple(state.powers), "side that can be active now")
    return side


# combat
def _engaged(state: State) -> State:
    """The position with a battle in each area where the active power meets enemies or lands; its units have moved."""
    power = state.active or ""
    sites = tuple(area for area in state.areas if _meets(state, power, area) or area in _landings(state, power))
    fought = tuple(Battle(area, _kind(state, power, area), power) for area in sites)
    state = replace(state, areas={key: _arrived(key, ground, power, sites) for key, ground in state.areas.items()})
    moved = {area: counts for area in state.areas if (counts := _moved(state, power, area, sites))}
    return replace(state, game=replace(state.game, battles=fought, moved=moved))


def _arrived(area: str, ground: Area, power: str, sites: tuple[str, ...]) -> Area:
    """The area in which the power's loaded transports have moved, if they are in a battle or will land cargo."""
    ships = tuple(
        replace(ship, moved=ship.moved or area in sites or ship.to is not None) for ship in ground.cargo.get(power, ())
    )
    return replace(ground, cargo={**ground.cargo, power: ships}) if ships else ground


def _kind(state: State, power: str, area: str) -> Any:
    return "naval" if not is_land(state, area) else "amphibious" if area in _landings(state, power) else "land"


def _meets(state: State, power: str, area: str) -> bool:
    sides = [
        are_friends(state, other, power)
        for other, units in state.areas[area].units.items()
        if any(map(units.get, FIGHTING))
    ]
    own = state.areas[area].units.get(power, {})
    return any(map(own.get, FIGHTING)) and not all(sides)


def _landings(state: State, power: str) -> tuple[str, ...]:
    """The areas where cargo of the power is marked to land."""
    return tuple(ship.to for ground in state.areas.values() for ship in ground.cargo.get(power, ()) if ship.to)


def _moved(state: State, power: str, area: str, sites: tuple[str, ...]) -> Counts:
    """BK 13.7: the units that have moved: those in a battle, and transports with cargo to land."""
    units = state.areas[area].units.get(power, {})
    if area in sites:
        return in_catalogue_order({kind: units.get(kind, 0) for kind in (*LAND, *NAVAL)})
    return in_catalogue_order(
        {TRANSPORT: sum(bool(ship.to or ship.moved) for ship in state.areas[area].cargo.get(power, ()))}
    )
