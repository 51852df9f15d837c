"""Refusals of leagues, which name players by their ids and lines of the command line, as letters say them."""

import re
import shlex
from collections.abc import Callable, Mapping

from bot.hosting.engine_thread import EngineData
from engine.errors import Refused

from .forms import LEAGUE
from .news import Called

OWN: Mapping[str, int] = {"enter": 1, "withdraw": 1, "queue": 1, "unqueue": 1, "challenge": 1}
"""Words behind the league on the command line that a letter does not need: its writer is known."""
_ID = re.compile(r"\b[0-9]{15,20}\b")
_LINE = re.compile(r"`league ([a-z-]+) ([^` ]+)([^`]*)`")


def translated(refused: Refused, line: Callable[[re.Match[str]], str], called: Called) -> Refused:
    """The same refusal with names of players, and with lines as ``line`` makes them of those it holds."""
    text = _LINE.sub(line, str(refused))
    return Refused(refused.code, _ID.sub(lambda found: called(found[0]), text))


def with_names(refused: Refused, names: Mapping[str, str]) -> Refused:
    """The same refusal with what players are called in place of their ids, but in lines that can be typed."""
    parts = str(refused).split("`")
    known = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, names))})(?![\w-])")
    parts[::2] = [known.sub(lambda found: names[found[0]], part) for part in parts[::2]] if names else parts[::2]
    return Refused(refused.code, "`".join(parts))


def in_letters(data: EngineData, refused: Refused) -> Refused:
    return translated(refused, _line, data.people.name)


def split_line(rest: str) -> list[str]:
    """The words of a line of the command line, also if an apostrophe in it quotes nothing."""
    try:
        return shlex.split(rest)
    except ValueError:  # a quotation mark without its partner
        return rest.split()


def _line(found: re.Match[str]) -> str:
    """With quotation marks about names alone: a letter quotes whole lines, and reads reasons without."""
    deed, league, rest = found.groups()
    kept = split_line(rest)[OWN.get(deed, 0) :]
    words = [f'"{word}"' if " " in word or f'"{word}"' in rest else word for word in kept[:-1]]
    return f"`{' '.join((LEAGUE, deed, league, *words, *kept[-1:]))}`"
