"""Refusals of leagues, which name players by their ids and lines of the command line, as Discord says them."""

import re
from collections.abc import Mapping

from bot.correspondence.leagues.refusals import split_line, translated
from bot.hosting.engine_thread import EngineData
from engine.errors import Refused

from ..messages import markup

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "pair": (),
    "unpair": (),
    "close": (),
    "enter": (),
    "challenge": ("", "opponent"),
    "bid": ("match", "", "amount"),
    "queue": ("", "pace"),
    "unqueue": ("",),
    "result": ("match", "winner", "scores"),
    "forfeit": ("match", "loser", "reason"),
    "adjudicate": ("match", "winner", "reason"),
    "double-loss": ("match", "reason"),
    "reopen": ("match", "reason"),
}
"""The options of a command in the order in which the command line has its words; "" is one that Discord knows."""


def in_discord(data: EngineData, refused: Refused) -> Refused:
    """The same refusal with names of players, and with lines that work here."""
    return translated(refused, _command, lambda player: markup.escape(data.people.name(player)))


def _command(line: re.Match[str]) -> str:
    deed, league, rest = line.groups()
    words, names = split_line(rest), OPTIONS.get(deed, ())
    if len(words) > len(names) > 0:
        words = [*words[: len(names) - 1], " ".join(words[len(names) - 1 :])]
    options = [f"{name}:{word.removeprefix(f'{name}=')}" for name, word in zip(names, words, strict=False) if name]
    return f"`{' '.join((f'/league {deed} league:{league}', *options))}`"
