"""Words that say the opposite of others: a suggestion may not turn round what was written."""

import re
from itertools import permutations

from engine.language.slips import is_slip
from engine.language.words import STAYING, normalized
from engine.verdict import Verdict

GOING = frozenset(re.findall(r"\w+", "away back backwards fall flee retreat run sell withdraw"))
"""Words for going away or giving up.  A line with none of them might say the opposite of one that has some; so it is
with the words for staying.
"""
AWAY = frozenset(re.findall(r"\w+", "away back backward backwards flee pull retreat withdraw"))
"""Those of them that mean it in an order of any length: ``retreat behind the wood`` sends nobody to the enemy."""
TO_GO = AWAY | {"disengage", "fall", "retire"}
"""Words of which one, be it misspelt, makes an order that no attack may stand in for."""
LONG = 6
"""The fewest letters of a word that may be one of them misspelt: shorter ones are like too many others."""
ATTACKS = frozenset(("assault", "attack", "charge", "fight", "fire", "melee", "shoot"))
TURNING = frozenset(re.findall(r"\w+", "apart avoid but except first instead last protect rather save spare without"))
"""Words without which an order may say the opposite: ``losses: inf last``."""
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
    """Whether a line turns round what a refused order says, sends on somebody who was to go away or to stay, lets stay
    who was to attack, or makes a standing order of that.
    """
    order, offered = _order_words(refused), _words(line)
    typed = _with_slips_mended(_words(refused.line.text), offered)
    added = offered - typed
    if not TURNING.isdisjoint(order - offered):
        return True
    if any(one in typed and one not in offered and other in added for one, other in OPPOSITES):
        return True
    if not ATTACKS.isdisjoint(added) and any(map(_is_to_go, order)):
        return True
    stays = not STAYING.isdisjoint(added) and ATTACKS.isdisjoint(offered)
    if (stays or "standing" in added) and not ATTACKS.isdisjoint(order):
        return True
    meant = [words for words in (GOING, STAYING) if _asks_for(words, order, refused)]
    untimely = any(problem.code == "wrong-phase" for problem in refused.problems)
    if (refused.line.order is None or untimely) and not AWAY.isdisjoint(order):
        meant.append(GOING)
    return any(offered.isdisjoint(words) for words in meant) or bool(meant and "standing" in added)


def asks_for_nothing(refused: Verdict) -> bool:
    """Whether what is refused is to stay as it is, where that needs no order."""
    return _asks_for(STAYING, _order_words(refused), refused)


def _asks_for(words: frozenset[str], order: set[str], refused: Verdict) -> bool:
    """Whether the few words of what is no order hold one of these."""
    return refused.kind is None and len(order) <= FEW and not order.isdisjoint(words)


def _is_to_go(word: str) -> bool:
    return word in TO_GO or (len(word) >= LONG and any(is_slip(word, known) for known in TO_GO))


def _with_slips_mended(typed: set[str], offered: set[str]) -> set[str]:
    """The typed words, and the long ones offered that one of them may have been meant to be: ``standing`` for
    ``stanidng``, but not ``fire`` for ``wire``.
    """
    long = {word for word in offered - typed if len(word) >= LONG}
    return typed | {word for word in long if any(is_slip(said, word) for said in typed - offered)}


def _order_words(refused: Verdict) -> set[str]:
    return _words(refused.line.text[slice(*refused.line.span)])


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", normalized(text)))
