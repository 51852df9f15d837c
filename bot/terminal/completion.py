"""Help while typing: synonyms of commands, examples that fit the game, hints after a rejected line."""

import re
from collections.abc import Collection, Sequence
from difflib import get_close_matches

from maps.scene.scene import Scene

from . import ascii_map

SYNONYMS = {"?": "help", "exit": "quit", "q": "quit", "bye": "quit"}
"""What people type for some of the commands."""


def condition_help(units: Sequence[str], orders: Sequence[str]) -> str:
    """Help on conditional orders, with an example from this game if it has one."""
    like = f"\n    example: if {units[-1]} gone: {orders[0]}" if units and orders else ""
    return (
        "if UNIT alive|gone|...: ORDER...\n    Run the rest of the line only if this is true when its "
        f"turn comes.{like}"
    )


def fit_examples(text: str, scene: Scene, side: int) -> str:
    """The help text with this game's units and places for W1, M1, 0507 and 1103, if both sides have a visible unit."""
    ours = next((piece for piece in scene.pieces if piece.side == side), None)
    theirs = next((piece for piece in scene.pieces if piece.side != side), None)
    if not (ours and theirs):
        return text
    where = ascii_map.places(scene)
    own_spot, enemy_spot = where.get(ours.at, "0507"), where.get(theirs.at, "1103")
    swaps = {
        "W1": ours.id,
        "M1": theirs.id,
        "0507": own_spot,
        "1103": enemy_spot,
        **({"hex": "point", "hexes": "points"} if "," in own_spot else {}),
    }
    return re.sub(r"\w+", lambda word: swaps.get(word[0], word[0]), text)


def split_quoted(text: str) -> list[str]:
    """The words of a line; a name in quotes is one word."""
    return [name or word for name, word in re.findall(r'"([^"]*)"|([^\s"]+)', text)]


def hint(typed: str, commands: Collection[str], codes: Collection[str], draft: Sequence[str]) -> str:
    """A hint after a line that was rejected with these codes; "" if the reasons are enough."""
    word = typed.strip().lower()
    if " " not in word and (near := get_close_matches(word, [*commands, *SYNONYMS], 1, 0.7)):
        return f"did you mean `{near[0]}`?"
    if draft and "already-acted" in codes:
        return "`show` lists your orders, `undo` removes the last one"
    return ""
