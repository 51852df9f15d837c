"""The map of a report in letters that every old board can show, or in words where the board has no hexes."""

from textwrap import wrap

from bot.hosting.ascii_map import draw_letters, letter_key
from bot.hosting.ascii_signs import spelled
from maps.scene.scene import Scene

_PLAINER = str.maketrans({"·": ".", "♣": "f", "♠": "w", "∩": "n", "⌂": "#", "\u00a0": " "})


def letter_map(scene: Scene, words: str, columns: int) -> list[str]:
    """Lines of ASCII; those in letters are at most ``columns`` wide."""
    drawn = [line.plain.rstrip() for line in draw_letters(scene, columns)]
    if not drawn or max(map(len, drawn)) > columns:
        return [spelled(line) for line in words.splitlines()]
    key = [row for line in letter_key(scene).splitlines() for row in wrap(line.strip(), columns)]
    return [spelled(line.translate(_PLAINER)) for line in (*drawn, *key)]
