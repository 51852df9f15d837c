"""Words for how far a move goes: the dice, what is added, what halves and what stops it."""

from engine.toolkit.wording import faces, inches

from ..state.events import Length

READINGS = {"higher": "the higher", "lower": "the lower", "both": "both"}
WAYS = {"straight": "straight ahead", "back": "back"}


def allowance_text(length: Length) -> str:
    """CW 4.6 to 4.9: ``2 5, the higher, +6 column +1 leader: 12"``, ``one die 4: 4"``."""
    one = len(length.dice) == 1
    read = "" if one else f", {READINGS[length.reading]}"
    added = [f"+{length.column} column"] * bool(length.column) + [f"+{length.leader} leader"] * bool(length.leader)
    return f"{'one die ' if one else ''}{faces(length.dice)}{read}{', ' if added else ''}{' '.join(added)}: {inches(length.allowance)}"


def limit_text(length: Length) -> str:
    """CW 4.11: ``, halved by Mill Fence to 3", stopped by C2, 3.1" off``; "" if it went all the way."""
    halved = f", halved by {length.halved} to {inches(-(-length.allowance // 2))}" if length.halved else ""
    return halved + (f", stopped by {length.limit}" if length.limit else "")
