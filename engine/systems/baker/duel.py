"""One open battle between two people, as the document of a scenario (BK 9.1)."""
from collections.abc import Mapping
from typing import Any

from ...contract import Rounds
from .state import FIELD, SEA
from .writing import Written, parse

BOARD: Mapping[str, Any] = {"areas": {
    FIELD: {"kind": "land", "next": [SEA], "at": [5, 3],
            "shape": [[0, 0], [10, 0], [10, 5.6], [7.4, 6.2], [4.6, 5.7], [2.1, 6.3], [0, 5.8]]},
    SEA: {"kind": "sea", "next": [FIELD], "at": [5, 8.2],
          "shape": [[0, 5.8], [2.1, 6.3], [4.6, 5.7], [7.4, 6.2], [10, 5.6], [10, 10], [0, 10]]}}}
SIDES: Mapping[str, Any] = {"red": {"name": "Attacker", "colour": "#D55E00"}, "blue": {"name": "Defender", "colour": "#0072B2"}}
_TITLES = {"land": "Land Battle", "naval": "Naval Battle", "amphibious": "Amphibious Assault"}


def duel(words: str, rounds: Rounds = "one") -> Mapping[str, Any]:
    """``land: 6 inf vs 5 inf``.  ValueError says what is wrong with the words and what would do."""
    written = parse(words)
    if not isinstance(written, Written):
        raise ValueError(written[0].says)
    return {
        "system": "baker", "name": _TITLES[written.kind], "about": f"{written.text[:1].upper()}{written.text[1:]}.", "board": BOARD,
        "sides": SIDES, "units": [], "setup": {"mode": "battle", "battle": written.text, "rounds": rounds}}
