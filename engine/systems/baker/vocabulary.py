"""The names in play, and what an ``if`` may ask (section Orders)."""

from engine.contract import Condition, ForceNames, Vocabulary

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
"""BK 17: as written -> as kept."""
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
"""Section Orders: in which order the faults of an order count."""


def vocabulary(seen: State, side: str) -> Vocabulary:
    """Areas by code and by name; an ``if`` only in a campaign."""
    conditions = CONDITIONS if seen.setup.mode == "campaign" else ()
    return Vocabulary(
        units={},
        places={name: area.id for area in seen.map.known.values() for name in (area.id, area.name)},
        conditions=conditions,
        shortest=2,
        idle_code="unknown-verb",
        stray_code="unknown-verb",
        checks=CHECKS,
        prompt=True,
        forces=ForceNames(words=WORDS, scopes=SCOPES, place_conditions=frozenset(conditions)),
    )


def condition_holds(seen: State, condition: Condition) -> bool:
    """How the battle of this turn there was decided; who owns it: the asking side and its friends, or an enemy."""
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
