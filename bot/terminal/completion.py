"""Help while typing: synonyms of commands, examples that fit the game, hints after a rejected line."""

import re
from collections.abc import Collection, Sequence

from bot.hosting.wording import nearest
from engine.language.slips import is_slip
from engine.lookups.order_help import BoardNames

SYNONYMS = {"?": "help", "exit": "quit", "q": "quit", "bye": "quit", "cards": "card"}
"""What people type for some of the commands."""
ALONE = ("done", "commit")
"""Commands that end or run something and take no words: what stands beside them is never part of one."""
VOTES = ("extend", "propose", "vote")
"""Words of other doors, with which several players decide something together."""


def fit_examples(text: str, names: BoardNames, lettered: bool) -> str:
    """The help text with this game's names for W1, M1, 0507, 1103 and its words for places.

    ``lettered``: whether the board can be shown in letters.
    """
    text = " ".join(text.split())
    if not names.unit:
        text = text.replace("W1`, or by the name of its type", "W1`")
        verb = "buy" if names.places == "places" else "muster"
        text = text.replace("ideas UNIT` only those of one unit", f"ideas {verb}` only those that begin so")
        text = text.replace("`map W1` shows where a unit can go,", "").replace(
            "`map W1 M1` whether it sees another, ", ""
        )
    if not (names.unit and names.enemy):
        text = text.replace("`los W1 M1`, ", "").replace("W1 M1", "0507 1103").replace("card W1", f"card {names.type}")
    if not lettered:
        text = text.replace("show the map in letters, and save it", "save the map")
    text = text.replace("units, places or hexes", names.places)
    swaps = {"W1": names.unit, "M1": names.enemy, "0507": names.start, "1103": names.end}
    return re.sub(r"\w+", lambda word: swaps.get(word[0], word[0]), text)


def split_quoted(text: str) -> list[str]:
    """The words of a line; a name in quotes is one word."""
    return [name or word for name, word in re.findall(r'"([^"]*)"|([^\s"]+)', text)]


def without_synonyms(text: str) -> str:
    """The line, with the usual name of a command in place of another one: ``exit now`` is ``quit now``."""
    word, _, rest = text.strip().partition(" ")
    if rest and word.lower() in ("exit", "bye"):
        return f"quit {rest}"
    return SYNONYMS.get(text.strip().lower(), text)


def hint(typed: str, commands: Collection[str], codes: Collection[str], draft: Sequence[str]) -> str:
    """A hint after a line that was rejected with these codes; "" if the reasons are enough.

    ``commands``: what its first word may have been meant to be; none if it names a unit.
    """
    word, _, rest = typed.strip().partition(" ")
    near = nearest(word.lower(), [*commands, *SYNONYMS]) if commands else []
    if rest:  # most such lines are orders
        plain = word.lower().rstrip(",.;:!")
        near = [one for one in near if plain == one or is_slip(plain, one)]
    if near and near[0] in ALONE:
        return f"did you mean `{near[0]}`?"
    if rest.lower() in ALONE:
        return ""
    if near:
        return f"did you mean `{' '.join(filter(None, (near[0], rest.strip())))}`?"
    if draft and "already-acted" in codes:
        return "`show` lists your orders, `undo` removes the last one"
    return ""
