"""Which person a line names."""

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from engine.table import Refused

NOBODY = ("off", "nobody", "none", "anybody")
"""What is written in place of a person."""


def person_named(data: EngineData, words: str, line: str) -> str:
    """The one person who is called that.  ``line``: what is written before a name.  Raises Refused with lines that
    work.
    """
    found = data.people.named(words.lstrip("@"))
    if len(found) == 1:
        return found[0]
    if not found:
        raise Refused(
            "no-such-person",
            f"Nobody is known here as {wording.clip(words, 40)!r}. They must have written here once; then name them as"
            f' others see them, such as "{line} Bob".',
        )
    lines = [f'"{line} {player}"' for player in found]
    raise Refused("no-such-person", f"Several people are called that. Write {wording.join_list(lines, 'or')}.")
