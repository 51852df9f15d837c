"""Combat: shots and attacks, and their results: disruption, losses, broken armies, advances (MW 6, 10 to 12)."""

from engine.contract import Turn

from ..state.events import (
    Advanced,
    ArmyBroken,
    CannotAdvance,
    Disrupted,
    Eliminated,
    Fired,
    Fought,
    GameOver,
    MayAdvance,
)
from ..state.position import State, Unit, army, distance_between, enemy
from ..tables import MORALES, TABLES
from .shooting import missile_modifiers
from .terrain import TerrainMap, terrain_map


def shoot(turn: Turn[State], key: str, target: str) -> None:
    """MW 6.4, 6.7, 6.8: one die against the missile chart; a hit disrupts or removes the target."""
    firer, aim = turn.state.units[key], turn.state.units[target]
    distance, mods = distance_between(firer, aim), missile_modifiers(turn.state, firer, aim)
    need = TABLES.missile[firer.missile or ""][distance - 1]
    roll = turn.roll(
        f"{key} fires at {target}",
        need=need,
        mods=mods,
        fails_on=TABLES.missile_modifiers.fails_on,
        made="destroyed" if aim.disrupted else "disrupted",
        missed="missed",
        rule="MW 6.4",
    )
    turn.happens(Fired(key, target, distance, need, _nonzero(mods), roll.faces[0], roll.made))
    if roll.made:
        _apply_hit(turn, key, target, "missile")
        _end_game_if_eliminated(turn)


def fight(turn: Turn[State], key: str, target: str, then: str | None) -> None:
    """MW 10.4 to 10.8: two dice against the melee chart; then defender, its army, doubles, end of the game, advance."""
    attacker, defender = turn.state.units[key], turn.state.units[target]
    need = TABLES.melee[attacker.cs - 1][defender.cs - 1]
    mods = melee_modifiers(turn.state, attacker, defender)
    roll = turn.roll(
        f"{key} attacks {target}",
        2,
        need=need,
        mods=mods,
        made="destroyed" if defender.disrupted else "disrupted",
        missed="no effect",
        rule="MW 10.4",
    )
    turn.happens(Fought(key, target, need, _nonzero(mods), roll.faces, roll.total, roll.made))
    if roll.made:
        _apply_hit(turn, key, target, "melee")
    if roll.faces[0] == roll.faces[1] and not turn.state.units[key].disrupted:
        turn.happens(Disrupted(key, "doubles"))
    _end_game_if_eliminated(turn)
    if turn.state.units[target].gone and not turn.state.winner:
        _resolve_advance(turn, key, defender.at, then)


def melee_modifiers(state: State, attacker: Unit, defender: Unit) -> dict[str, int]:
    """MW 10.5: what is added to the dice, by name.  Roads make no difference."""
    table, board = TABLES.melee_modifiers, terrain_map(state.board)
    here, there = board.terrain(attacker.at), board.terrain(defender.at)
    above = board.level(attacker.at) - board.level(defender.at)
    return {
        MORALES[defender.morale]: table.morale[defender.morale],
        "disrupted": table.disrupted * attacker.disrupted,
        f"from {here}": table.attacker_terrain.get(here, 0),
        there: table.defender_terrain.get(there, 0),
        "bridge": table.bridge * board.has_bridge(attacker.at, defender.at),
        "higher": table.higher * (above > 0),
        "target higher": table.lower * (above < 0),
    }


def melee_roll_needed(state: State, attacker: Unit, defender: Unit) -> int:
    """MW 10.4: the lowest total of the two dice that succeeds, modifiers included."""
    return TABLES.melee[attacker.cs - 1][defender.cs - 1] - sum(melee_modifiers(state, attacker, defender).values())


def may_advance_into(board: TerrainMap, unit: Unit, to: str) -> bool:
    """MW 11.1: whether the terrain is open to the unit, or the step is a road step."""
    return board.open_to(to, unit.arm) or (unit.at, to) in board.roads


def advance(turn: Turn[State], key: str) -> None:
    """MW 11.1: the unit enters the vacated hex, whatever its movement points and zones of control."""
    option = turn.state.game.advance
    if option:
        turn.happens(Advanced(key, turn.state.units[key].at, option.hex))


def _apply_hit(turn: Turn[State], key: str, target: str, by: str) -> None:
    """MW 6.8, 10.6, 12.1: the target is disrupted; if it already was, it is removed, which may break its army."""
    unit = turn.state.units[target]
    if not unit.disrupted:
        turn.happens(Disrupted(target, by))
        return
    turn.happens(Eliminated(target, unit.at, key))
    _break_army(turn, unit.side)


def _break_army(turn: Turn[State], side: str) -> None:
    """MW 12.1, 12.2: the army breaks, once a game, when half its starting units or fewer are left (but not none)."""
    left, start = list(army(turn.state, side)), turn.state.game.start[side]
    if side in turn.state.game.broken or not left or 2 * len(left) > start:
        return
    turn.happens(ArmyBroken(side, len(left), start))
    for unit in left:
        if not unit.disrupted:
            turn.happens(Disrupted(unit.id, "break"))


def _end_game_if_eliminated(turn: Turn[State]) -> None:
    """MW 14.1: a side without units loses at once."""
    for side in turn.state.sides:
        if not any(army(turn.state, side.id)):
            turn.happens(GameOver(enemy(turn.state, side.id), "eliminated"))


def _resolve_advance(turn: Turn[State], key: str, to: str, then: str | None) -> None:
    """MW 11.2, 11.3: advance or hold by the order, else by the standing order, else the player may still choose."""
    unit = turn.state.units[key]
    advances = turn.state.game.standing[unit.side].advance
    wanted = then or {"always": "advance"}.get(advances.get(key, advances["all"]), "ask")
    if wanted == "hold":
        return
    board = terrain_map(turn.state.board)
    if not may_advance_into(board, unit, to):
        turn.happens(CannotAdvance(key, to, board.terrain(to)))
    elif wanted == "advance":
        turn.happens(Advanced(key, unit.at, to))
    else:
        turn.happens(MayAdvance(key, to))


def _nonzero(mods: dict[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((name, n) for name, n in mods.items() if n)
