"""Ids of games: the first word of their scenario, and a number."""

import re
from collections.abc import Iterable


def free_id(stem: str, games: Iterable[str]) -> str:
    """A free id for a game of that scenario, beside those of these games: ``raid-3``."""
    found = re.match(r"[a-z0-9]{1,12}", stem.casefold())
    word = found[0] if found else "game"
    numbers = [int(number) for game in games for start, _, number in [game.rpartition("-")] if start == word]
    return f"{word}-{max(numbers, default=0) + 1}"
