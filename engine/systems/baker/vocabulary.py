"""The names in play, and the conditions an ``if`` may use (section Orders of RULES.md)."""

from engine.contract import Condition, ForceNames, Vocabulary, kept_for_latest
from maps.geometry.area_map import AreaMap

from .state.position import State, are_friends, battle_at
from .wording import WORDS

CONDITIONS = ("won", "lost", "ours", "theirs")
SCOPES = {
    "land attack": "land attack",
    "land defence": "land defence",
    "land defense": "land defence",
    "sea attack": "sea attack",
    "sea defence": "sea defence",
    "sea defense": "sea defence",
    "land": "land",
    "sea": "sea",
}
"""BK 17: the scope as a player writes it -> the scope as stored."""
CHECKS = (
    "form",
    "verb idle nobody",
    "force",
    "missing",
    "place number who",
    "argument target",
    "over",
    "phase",
    "theirs gone",
)
"""The order in which an order is checked (section Orders of RULES.md)."""


def vocabulary(seen: State, side: str) -> Vocabulary:
    """The names in play: areas by code and by name; conditions only in a campaign.  For the same map, mode and phase
    it is the same object.
    """
    known, key = _known_on(seen.map), (seen.setup.mode, seen.phase)
    if key not in known:
        known[key] = _vocabulary(seen)
    return known[key]


@kept_for_latest
def _known_on(board: AreaMap) -> dict[tuple[str, str], Vocabulary]:
    """The vocabularies of a map, by mode and phase."""
    return {}


def _vocabulary(seen: State) -> Vocabulary:
    conditions = CONDITIONS if seen.setup.mode == "campaign" else ()
    return Vocabulary(
        units={},
        places={name: area.id for area in seen.map.known.values() for name in (area.id, area.name)},
        conditions=conditions,
        shortest=2,
        idle_code="unknown-verb",
        stray_code="unknown-verb",
        phase=seen.phase,
        checks=CHECKS,
        prompt=True,
        forces=ForceNames(words=WORDS, scopes=SCOPES, place_conditions=frozenset(conditions)),
    )


def condition_holds(seen: State, condition: Condition) -> bool:
    """Whether a condition is true: about the result of this turn's battle in an area, or about the area's owner."""
    battle, ground = battle_at(seen, condition.subject), seen.areas.get(condition.subject)
    owner = ground.owner if ground else None
    match condition.state:
        case "won":
            return battle is not None and battle.result == "won"
        case "lost":
            return battle is not None and battle.result not in (None, "won")
        case "ours":
            return owner is not None and are_friends(seen, owner, condition.side)
        case "theirs":
            return owner is not None and not are_friends(seen, owner, condition.side)
        case _:
            return False
