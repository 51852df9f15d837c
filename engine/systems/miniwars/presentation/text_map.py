"""The map in words, for players who cannot see the picture."""

from engine.contract import counted
from engine.toolkit.wording import id_and_name

from ..rules.terrain import terrain_map
from ..state.position import INITIATIVE, State, Unit, army, cost_left_text, enemy
from ..tables import MORALES
from .alt_text import moment


def text_map(seen: State) -> str:
    """The map in words: the units of each side with place, state and values, and the enemies next to them."""
    roles = {seen.game.a: " (A)", seen.game.b: " (B)"} if seen.game.a else {}
    lines = [f"{seen.name}: {moment(seen)}."]
    for side in seen.sides:
        units = list(army(seen, side.id))
        broken = ", army broken" if side.id in seen.game.broken else ""
        count = f"{len(units)} of {counted(seen.game.start[side.id], 'unit')}, {cost_left_text(seen, side.id)}{broken}"
        lines += ["", f"{side.name}{roles.get(side.id, '')}: {count}"]
        lines += [f"- {_unit_line(seen, unit)}" for unit in units]
        lost = [key for key in seen.roster if seen.units[key].side == side.id and seen.units[key].gone]
        lines += [f"- lost: {', '.join(lost)}"] if lost else []
    return "\n".join(lines)


def _unit_line(seen: State, unit: Unit) -> str:
    """``W1 Wolfriders 1 in 1806 (plain, road): disrupted, next to T1, T2. Move 6, cavalry, CS 3, average morale``"""
    board = terrain_map(seen.board)
    place = [
        seen.board.labels.get(unit.at, ""),
        board.terrain(unit.at),
        f"level {board.level(unit.at)}" if board.level(unit.at) else "",
        "road" if unit.at in board.on_road else "",
    ]
    acted = {"fired": unit.fired, "moved": unit.moved, "attacked": unit.attacked}
    before = seen.phase == INITIATIVE  # MW 4.5: the notes of the last turn go at the end of this phase
    done = {f"{verb} last turn" if before else f"has {verb}": on for verb, on in acted.items()}
    marks = {"disrupted": unit.disrupted, **done}
    adjacent = [
        _neighbour(foe, board.features(unit.at, foe.at))
        for foe in army(seen, enemy(seen, unit.side))
        if foe.at in board.adjacent[unit.at]
    ]
    status = ", ".join(
        [*(mark for mark, on in marks.items() if on), *([f"next to {', '.join(adjacent)}"] if adjacent else [])]
    )
    values = [
        f"Move {unit.move}",
        "cavalry" if unit.cavalry else "",
        f"CS {unit.cs}",
        f"missiles {unit.missile}" if unit.missile else "",
        MORALES[unit.morale],
    ]
    where = f"{id_and_name(unit.id, unit.name)} in {unit.at} ({_joined(place)})"
    return f"{where}: {status}. {_joined(values)}" if status else f"{where}. {_joined(values)}"


def _neighbour(foe: Unit, between: tuple[str, ...]) -> str:
    return f"{foe.id} across the {' and '.join(between)}" if between else foe.id


def _joined(parts: list[str]) -> str:
    return ", ".join(part for part in parts if part)
