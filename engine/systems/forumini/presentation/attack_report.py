"""An attack in words: every die, what was met, the Cover Roll with each modifier by name, and what came of it."""

from ..rules.abilities import ability_effects
from ..rules.current_values import SUCCESS
from ..state.events import (
    AntiairAttacked,
    Attacked,
    Cover,
    CoverRolled,
    DefensiveFired,
    IndirectAttacked,
    MineAttacked,
    Mods,
    MovementRolled,
    ObstacleCleared,
    Scattered,
    Shot,
)
from ..state.position import DESTROYED, State
from ..tables.rows import Pair

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
HITS = ("a miss", "one hit", "two hits", "three hits")
VERBS = {"direct": "fires at", "charge": "charges", "indirect": "shells", "bomb": "bombs", "strafe": "strafes"}
RULES = {"direct": "9.5", "charge": "19.2", "indirect": "13.6", "bomb": "14.12", "strafe": "14.12"}


def attack_line(state: State, event: Attacked, counters: int) -> str:
    """``X5 fires at A5 in 0505, range 1: 5 4 6 4 4 1 2 3, five successes against 4/7: two hits; cover 4 (town +1)
    needs 4: passed.``

    ``counters``: face-down on the target after it.
    """
    rules = [RULES[event.how], *([] if event.cover is None else ["11.5" if event.cover.passed else "11.3"])]
    said = f"{_shot(event.shot, VERBS[event.how])}: {HITS[event.hits]}{_covered(event.cover)}"
    return f"{said}.{_face_down(state, event.shot.target, counters)} (FA {', '.join(rules)})"


def defensive_fire_line(state: State, event: DefensiveFired, counters: int) -> str:
    """``In 0404: R1 fires at B1, range 1: ...``: a shot at a moving unit, with the hex it was in."""
    manner = "from Overwatch at" if event.how == "overwatch" else "at"
    rule = "12.3" if event.how == "overwatch" else "12.2"
    if event.success:
        goes_on = next(iter(ability_effects(state, state.units[event.shot.target], "stop")), None)
        result = f"a hit, {event.shot.target} {f'keeps moving ({goes_on[0]})' if goes_on else 'stops'}"
    else:
        result = "negated" if event.cover is not None and event.cover.passed else "a miss"
    shot = _shot(event.shot, f"fires {manner}", met_at="")
    counted = _face_down(state, event.shot.target, counters) if event.success else ""
    return f"In {event.shot.at}: {shot}{_covered(event.cover)}: {result}.{counted} (FA {rule}, 12.10)"


def antiair_line(state: State, event: AntiairAttacked, counters: int) -> str:
    """An attack on an aircraft (FA 14.7), and the bombs it costs the attacker (FA 14.6)."""
    target = state.units[event.shot.target]
    result = {"miss": "no effect", "damaged": "Damaged, face-down", "destroyed": "Destroyed, face-down"}[event.result]
    if event.result != "miss" and counters == target.hits:
        result += ", as before"
    elif event.result == "damaged" and counters >= DESTROYED:
        result = "its second Damaged: Destroyed, face-down"
    lost = f" {event.shot.firer} loses its bombs. (FA 14.6)" if event.bombs_lost else ""
    return f"{_shot(event.shot, 'fires at')}: {result}. (FA 14.7){lost}"


def mine_line(state: State, event: MineAttacked, counters: int) -> str:
    mine = state.units.get(event.mine)
    where = f"In {mine.at}: m" if mine and mine.at else "M"
    met = f"{_counted(event.successes)} against {_pair(event.defense)}: {HITS[event.hits]}"
    left = _face_down(state, event.unit, counters)
    return f"{where}ines under {event.unit}: {_faces(event.faces)}, {met}.{left} (FA 16.2)"


def indirect_fire_line(state: State, event: IndirectAttacked) -> str:
    seen = "sees it itself" if event.spotter == event.unit else f"{event.spotter} spots"
    return f"{event.unit} fires indirectly at {event.at}; {seen}. (FA 13.1)"


def cover_line(event: CoverRolled) -> str:
    return f"{event.unit} takes cover: {_roll(event.cover)}{', unharmed' if event.cover.passed else ''}. (FA 13.5)"


def clearing_line(event: ObstacleCleared) -> str:
    result = "cleared" if event.cleared else "still there"
    return f"{event.unit} works on {event.obstacle}: {event.die}, needs {SUCCESS}: {result}. (FA 16.7)"


def movement_roll_line(event: MovementRolled) -> str:
    """``B1 into 0201, stream: 4, needs 4: passed.``"""
    result = "passed" if event.passed else "failed"
    roll = f"{event.die}{_added(event.mods)}"
    return f"{event.unit} into {event.to}, {event.feature}: {roll}, needs {event.need}: {result}. (FA 6.5)"


def scatter_line(event: Scattered) -> str:
    """Where a paratrooper comes down, by both dice."""
    way, far = event.dice
    end = f"lands in {event.to}" if event.to else "is lost"
    drift = f"{event.distance} to the {event.direction}"
    return f"{event.unit} jumps over {event.target}: {way} {far}, {drift}: {end}. (FA 15.8)"


def _shot(shot: Shot, verb: str, met_at: str = " in {}") -> str:
    """A shot in words: firer, target, range, dice with modifiers, successes, and the Defense met."""
    armour = f"{shot.facing} armour {_pair(shot.defense)}" if shot.facing else _pair(shot.defense)
    each = f" (each{_added(shot.mods)})" if shot.mods else ""
    dice = f"{_faces(shot.faces)}{each}, {_counted(shot.successes)} against {armour}"
    return f"{shot.firer} {verb} {shot.target}{met_at.format(shot.at)}, range {shot.distance}: {dice}"


def _covered(cover: Cover | None) -> str:
    return "" if cover is None else f"; cover {_roll(cover)}"


def _roll(cover: Cover) -> str:
    """``4 (town +1, Crushing -1) needs 4: passed``; FA 11.3: a natural 1 fails whatever is added."""
    mods = f" ({', '.join(f'{name} {n:+}' for name, n in cover.mods)})" if cover.mods else ""
    natural = ", a natural 1" if cover.die == 1 and not cover.passed else ""
    return f"{cover.die}{mods} needs {cover.need}{natural}: {'passed' if cover.passed else 'failed'}"


def _face_down(state: State, key: str, now: int) -> str:
    before = state.units[key].hits
    if now == before:
        return f" Face-down on {key}: still {now}." if now else ""
    return f" Face-down on {key}: {now}."


def _faces(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces)) or "no dice"


def _counted(successes: int) -> str:
    """``five successes``: how many dice were successes."""
    count = WORDS[successes] if successes < len(WORDS) else str(successes)
    return f"{count} {'success' if successes == 1 else 'successes'}"


def _added(mods: Mods) -> str:
    return "".join(f" {n:+} {name}" for name, n in mods)


def _pair(values: Pair) -> str:
    return f"{values[0]}/{values[1]}"
