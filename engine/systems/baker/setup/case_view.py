"""The position as cases compare it (section State): units by area and power, battles by area, standing orders."""

from collections.abc import Mapping
from typing import Any

from engine.contract import plain

from ..state.position import Area, Battle, Policies, Power, Ship, State, Wish

FIELDS = (
    "moved",
    "flown",
    "captured",
    "built",
    "sea_fought",
    "supported",
    "placed",
    "raids",
    "idle",
    "left",
    "draw",
    "conceded",
    "start_income",
    "reason",
)
"""The fields of ``game`` that cases use in their stored form."""


def case_view(state: State) -> Mapping[str, Any]:
    """The position as plain values. Every power has an entry in every area, even without units."""
    powers = tuple(state.powers)
    return {
        "units": {},
        "turn": state.turn,
        "phase": state.phase,
        "active": state.active,
        "winner": state.winner,
        "areas": {key: _ground(ground, powers) for key, ground in state.areas.items()},
        "powers": {key: _power(power) for key, power in state.powers.items()},
        "game": _game(state),
    }


def _ground(ground: Area, powers: tuple[str, ...]) -> dict[str, Any]:
    return {
        "owner": ground.owner,
        "units": {power: dict(ground.units.get(power, {})) for power in powers},
        "cargo": {power: [_ship(ship) for ship in ground.cargo.get(power, ())] for power in powers},
        "complex": ground.complex,
    }


def _ship(ship: Ship) -> dict[str, Any]:
    return {**ship.cargo, **({"moved": True} if ship.moved else {}), **({"to": ship.to} if ship.to else {})}


def _power(power: Power) -> dict[str, Any]:
    return {"ipc": power.ipc, "buys": dict(power.buys), "alliance": power.alliance, "capital": power.capital}


def _game(state: State) -> dict[str, Any]:
    game = state.game
    return {
        "battles": {battle.area: _battle(battle) for battle in game.battles},
        **{key: plain(getattr(game, key)) for key in FIELDS},
        "moves": [{"units": dict(move.units), "from": move.start, "to": move.to} for move in game.moves],
        "policies": {side: _policies(given) for side, given in game.policies.items()},
    }


def _battle(battle: Battle) -> dict[str, Any]:
    return {
        "kind": battle.kind,
        "attacker": battle.attacker,
        "round": battle.round,
        "from": dict(battle.start),
        "landed": dict(battle.landed),
        "launched": dict(battle.launched),
        "result": battle.result,
    }


def _policies(given: Policies) -> dict[str, Any]:
    lists = {key: {scope: list(types) for scope, types in getattr(given, key).items()} for key in ("losses", "targets")}
    wishes = {
        key: {scope: [_condition(wish), wish.to] for scope, wish in getattr(given, key).items()}
        for key in ("retreat", "withdraw")
    }
    return {**lists, **wishes, "keep": given.keep}


def _condition(wish: Wish) -> list[Any]:
    """A condition as a list: ``[never]``, ``[after, n]``, ``[attackers, n]``, ``[attackers, defenders]`` and so on."""
    if wish.when in ("never", "no-land"):
        return [wish.when]
    return [wish.when, wish.n if wish.n is not None else "defenders"]
