"""Text for forums: reports in fences, marks, and texts cut to what a forum takes."""

from bot.correspondence.markdown import TICKS, fence
from bot.correspondence.wrap import wrapped
from engine.contract import counted


def told(lines: tuple[str, ...] | list[str], *, fixed: bool = False, later: str = "    ") -> str:
    """Lines of a report or an answer in a fence, wrapped unless they are ``fixed``; ``later``: before what is left of a
    line.
    """
    whole = [line for text in lines for line in ([text] if fixed or not text else wrapped(text, later=later))]
    return fence([line for text in whole for line in text.split("\n")])


def mark(game: str, n: int, part: int, *, shown: bool) -> str:
    """What one of our own posts is known by.  ``shown``: where chats would show a hidden mark."""
    return f"({game}/{n}{f'.{part}' if part else ''})" if shown else f"[//]: # (fieldpost:{game}:{n})"


def marked(text: str, mark_: str, *, shown: bool) -> str:
    """The text with its mark, which Markdown shows to nobody below an empty line."""
    return f"{text}\n{mark_}" if shown else f"{text}\n\n{mark_}"


def split(text: str, limit: int) -> tuple[str, ...]:
    """Pieces of at most ``limit`` characters, cut at line ends; a fence that is cut is closed, and opened again."""
    pieces, piece, opened = list[str](), list[str](), ""
    for whole in text.split("\n"):
        for line in _cut(whole, limit - 40):
            closing = f"\n{opened}" if opened else ""
            if piece and len("\n".join([*piece, line])) + len(closing) > limit - 10:
                pieces.append("\n".join(piece) + closing)
                piece = [f"{opened}text"] if opened else []
            piece.append(line)
            if (ticks := TICKS.match(line)) and (not opened or line.strip() == opened):
                opened = "" if opened else ticks[0]
    pieces.append("\n".join(piece))
    return tuple(found for found in pieces if found.strip())


def _cut(line: str, most: int) -> list[str]:
    return [line[start : start + most] for start in range(0, len(line), most)] or [""]


def fit(lines: tuple[str, ...], limit: int) -> tuple[str, ...]:
    """The lines, or their beginning and end if they are longer than a post may be."""
    if sum(len(line) + 8 for line in lines) <= limit:
        return lines
    half, first, last = limit // 2 - 100, list[str](), list[str]()
    for chosen, source in ((first, lines), (last, lines[::-1])):
        room = half
        for line in source:
            room -= len(line) + 8
            if room < 0:
                break
            chosen.append(line)
    left = len(lines) - len(first) - len(last)
    return (*first, f"... {counted(left, 'more line')}: write log for all of them ...", *last[::-1])
