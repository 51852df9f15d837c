"""Words that say the opposite of others: a suggestion may not turn round what was written."""

import re
from itertools import permutations

from engine.language.words import normalized
from engine.verdict import Verdict

STANDING_BACK = frozenset(
    re.findall(r"\w+", "away back backwards fall flee halt hold remain retreat run sell stay still stop wait withdraw")
)
"""Words for going away, staying or giving up: a line without any might say the opposite of one with them."""
FEW = 3
"""The most words of an order of which that is looked at: in more of them such a word may be there by chance."""
PAIRS = (
    ("left", "right"),
    ("forward", "back"),
    ("north", "south"),
    ("east", "west"),
    ("line", "column"),
    ("always", "never"),
    ("hold", "free"),
    ("load", "unload"),
    ("attackers", "defenders"),
)
OPPOSITES = frozenset(pair for words in PAIRS for pair in permutations(words))
"""Each word of orders with its opposite."""


def says_opposite(refused: Verdict, line: str) -> bool:
    """Whether a line turns round what a refused order says, or sends on somebody who was to go away or to stay."""
    typed, offered = _words(refused.line.text), _words(line)
    if any(one in typed - offered and other in offered - typed for one, other in OPPOSITES):
        return True
    said = _words(refused.line.text[slice(*refused.line.span)])
    stays = refused.kind is None and len(said) <= FEW and not said.isdisjoint(STANDING_BACK)
    return stays and offered.isdisjoint(STANDING_BACK)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", normalized(text)))
