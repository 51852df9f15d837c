"""The map in words for a screen reader: units by side, with place, state and neighbours."""

from engine.contract import counted, replace
from engine.toolkit.wording import id_and_name
from maps.geometry.hexes import distance

from ..rules.board.terrain import terrain_map
from ..state.phases import INITIATIVE, OVER, PHASES, TITLES
from ..state.position import State, Unit, army, card, enemy, is_ground, on_map, sides_to_order, title, units_in

LETTERS = dict(zip(PHASES[6:13], "ABCDEFK", strict=True))
"""FA 5.1: the letter of each phase of a turn."""
ACTED = {"moving": "on the move", "moved": "has moved", "attacked": "has attacked", "passed": "has passed"}


def phase_letter(name: str) -> str:
    """``F assault``, ``deployment``"""
    return f"{LETTERS[name]} {TITLES[name]}" if name in LETTERS else TITLES[name]


def begun_turn(seen: State) -> bool:
    """Whether the game has begun to wait for orders; the position of a scenario file has not."""
    return bool(sides_to_order(seen)) or seen.turn > 0


def moment_in_words(seen: State) -> str:
    """``turn 4, F assault, orders by German patrol``"""
    when = (
        f"turn {seen.turn}, {phase_letter(seen.phase)}"
        if seen.turn
        else phase_letter(seen.phase)
        if begun_turn(seen)
        else "before the game"
    )
    if seen.phase == OVER:
        return f"{when}, won by {title(seen, seen.winner)}"
    waiting = " and ".join(title(seen, side) for side in sides_to_order(seen))
    return f"{when}, orders by {waiting}" if waiting else when


def text_map(seen: State) -> str:
    """The map in words: objective, each side's units with place and counters, and the enemies near them."""
    lines = [f"{seen.name}: {moment_in_words(seen)}.", *_round(seen)]
    for side in seen.sides:
        units = list(army(seen, side.id))
        lost = f", {counted(seen.game.lost[side.id], 'point')} lost" if seen.game.lost.get(side.id) else ""
        role = (
            ""
            if seen.game.first is None or not seen.turn
            else f" ({'first' if seen.game.first == side.id else 'second'} player)"
        )
        edge = f", edge {seen.game.edges[side.id]}" if side.id in seen.game.edges else ""
        lines += ["", f"{side.name}{role}: {len(units)} in play{lost}{edge}"]
        lines += [f"- {_words(seen, unit)}" for unit in units]
        gone = [key for key in seen.roster if seen.units[key].side == side.id and seen.units[key].gone]
        lines += [f"- gone: {', '.join(gone)}"] if gone else []
    return "\n".join(lines)


def _round(seen: State) -> list[str]:
    """The objective, the units in its zone, and the weather."""
    lines = []
    if (goal := seen.setup.objective) is not None:
        zone = (goal, *terrain_map(seen).around[goal])
        label = seen.board.labels.get(goal)
        held = "; ".join(f"{side.name}: {', '.join(_within(seen, zone, side.id)) or 'nobody'}" for side in seen.sides)
        lines.append(f"Objective {goal}{f' {label}' if label else ''} and the hexes around it: {held}.")
    if seen.setup.environment != "none":
        weather = seen.setup.charts.environments[seen.setup.environment]
        lines.append(
            f"{seen.setup.environment.capitalize()}: no unit sees farther than {counted(weather.visibility, 'hex')}."
        )
    return lines


def _within(seen: State, zone: tuple[str, ...], side: str) -> list[str]:
    return [unit.id for at in zone for unit in units_in(seen, at, side) if is_ground(seen, unit)]


def _words(seen: State, unit: Unit) -> str:
    """One unit in words: ``A5 Bren Machine Gunner in 0505 (Hamlet, town, road), facing N: 1 face-down, next to X5.
    Infantry, Speed 1, Defense 4/7``
    """
    marks = ", ".join(word for word in (*_counters(unit), *_doings(seen, unit), _near(seen, unit)) if word)
    return f"{id_and_name(unit.id, unit.name)} {_place(seen, unit)}{f': {marks}' if marks else ''}. {_able(seen, unit)}"


def _place(seen: State, unit: Unit) -> str:
    if unit.at is None:
        return "not on the map"
    if unit.aboard:
        return f"aboard {unit.aboard} in {unit.at}"
    known = terrain_map(seen)
    here = (
        seen.board.labels.get(unit.at, ""),
        known.word(unit.at),
        "road" if unit.at in known.on_road else "",
        "trail" if unit.at in known.on_trail else "",
        *_works(seen, unit),
    )
    return (
        f"in {unit.at} ({', '.join(word for word in here if word)}){f', facing {unit.facing}' if unit.facing else ''}"
    )


def _works(seen: State, unit: Unit) -> list[str]:
    """The obstacles in its hex, by their names."""
    assert unit.at
    others = (other for other in units_in(seen, unit.at) if other.id != unit.id)
    return [f"{other.name} {other.id}" for other in others if card(seen, other).kind == "obstacle"]


def _counters(unit: Unit) -> list[str]:
    marks = {
        "Pinned": unit.pinned,
        "Demoralized": unit.demoralized,
        "Damaged": unit.damaged,
        f"{unit.hits} face-down": unit.hits > 0,
        "Hit the Dirt": unit.hit_the_dirt,
        "Hull Down": unit.hull_down,
        "in the pillbox": unit.in_pillbox,
        f"watching {unit.overwatch}": unit.overwatch is not None,
        f"to attack {unit.target}": unit.target is not None,
    }
    return [word for word, on in marks.items() if on]


def _doings(seen: State, unit: Unit) -> list[str]:
    """What it has done and what is left to it."""
    if seen.phase == INITIATIVE:
        unit = replace(unit, acted=None, aa=False, df_used=False)
    left = f", {counted(unit.mp, 'point')} left" if unit.acted == "moving" and unit.mp is not None else ""
    riders = [other.id for other in army(seen, unit.side) if other.aboard == unit.id]
    return [
        f"{ACTED[unit.acted]}{left}" if unit.acted in ACTED else "",
        "fired in Antiair" if unit.aa else "",
        "has fired defensively" if unit.df_used else "",
        f"carries {' and '.join(riders)}" if riders else "",
        f"{counted(unit.bombs, 'bomb')} left" if unit.bombs else "",
    ]


def _near(seen: State, unit: Unit) -> str:
    """The enemies on the ground in its hex and next to it; else the nearest one."""
    at = unit.at
    if at is None or not is_ground(seen, unit) or unit.aboard:
        return ""
    foes = [foe for foe in on_map(seen, enemy(seen, unit.side)) if is_ground(seen, foe) and not foe.aboard and foe.at]
    apart = {foe.id: distance(at, foe.at) for foe in foes if foe.at}
    if close := [key for key, far in apart.items() if far <= 1]:
        return f"next to {', '.join(f'{key} (same hex)' if not apart[key] else key for key in close)}"
    nearest = min(apart, key=lambda key: apart[key], default=None)
    return f"nearest enemy {nearest}, {counted(apart[nearest], 'hex')}" if nearest else ""


def _able(seen: State, unit: Unit) -> str:
    """``Infantry, Speed 1, Defense 4/7``, ``Tank, Speed 4, armour front 5/9 side 4/7 rear 3/6 top 4/6``"""
    here = card(seen, unit)
    if here.kind == "obstacle":
        return "Obstacle"
    defense = here.defense
    if defense is None:
        met = ""
    elif isinstance(defense, tuple):
        met = f"{'armour' if here.kind == 'aircraft' else 'Defense'} {defense[0]}/{defense[1]}"
    else:
        met = "armour " + " ".join(f"{face} {pair[0]}/{pair[1]}" for face, pair in defense.items())
    return ", ".join(part for part in (" ".join(here.sub).capitalize(), f"Speed {here.speed}", met) if part)
