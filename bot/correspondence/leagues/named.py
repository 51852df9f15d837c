"""Which league the words of a letter mean, and these words one by one."""

import re
from collections.abc import Callable
from difflib import get_close_matches

from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from engine.errors import Refused
from engine.leagues.fold import League
from engine.leagues.player_names import name_key
from engine.leagues.template_words import EXAMPLE
from engine.lookups.requests import matching_names

from ..commands import Command
from ..message import Message
from .forms import ABOUT_A_MATCH, LEAGUE, SHOWN
from .words import match_number

LEAST = 3
"""Letters by which a league is known that is not named whole."""
ALIKE = 0.75
"""How like a name words are that may be meant as it, from 0 to 1."""
NAMED = 8
"""Leagues that a refusal names."""
_TOKEN = re.compile(r'(?:[^\s"]|"[^"]*"?)+')
_IN_SUBJECT = re.compile(r"\[([^\]\s]{1,80})\]")
_QUOTES = str.maketrans("“”„«»", '"""""')


class Quoted(str):
    """A word that was written in quotation marks."""

    __slots__ = ()


def split_words(text: str) -> list[str]:
    """Words, and what stands between quotation marks as one."""
    tokens = _TOKEN.findall(text.translate(_QUOTES))
    return [(Quoted if found.startswith('"') else str)(found.replace('"', "")) for found in tokens]


def read_league(data: EngineData, league: str, title: str) -> League:
    """``title``: what it is called in a refusal.  Refused damaged-league, which no second try mends."""
    try:
        return data.leagues.find(league)
    except Refused as refused:
        if refused.code != "damaged":
            raise
        raise Refused(
            "damaged-league",
            f"The log of {title} is damaged, so nothing in it is shown or changed; all other leagues go on. Whoever "
            f"runs Fieldpost sees what is wrong with `fieldpost league show {league}`.",
        ) from refused


def find_league(
    data: EngineData, words: list[str], follows: Callable[[str], bool] = lambda word: "=" in word
) -> tuple[League, list[str]]:
    """The league that is named first, whole or by a beginning, and the words behind it; without a name the only one
    that is listed.
    ``follows``: whether a first word can be meant to stand behind a name that is left out.

    Refused no-such-league, damaged-league.
    """
    if named := _named_whole(every := _names(data), words):
        return read_league(data, named[0], every[named[0]] or named[0]), words[named[1] :]
    names = _names(data, listed=True)
    found = matching_names(words[0], names) if words and len(words[0]) >= LEAST else []
    if len(found) == 1:
        return read_league(data, found[0], names[found[0]] or found[0]), words[1:]
    if len(names) == 1 and (not words or follows(words[0])):
        ((only, title),) = names.items()
        return read_league(data, only, title or only), words
    raise Refused("no-such-league", _which(names, words))


def with_league(data: EngineData, commands: tuple[Command, ...], league: str) -> tuple[Command, ...]:
    """The commands as they are meant where a league is spoken of ("" = none): those that name no league are of it."""
    return tuple(_of_league(data, command, league) for command in commands) if league else commands


def league_of_line(data: EngineData, line: str) -> str:
    """The league that a line names and nothing else, as a letter's first line may; "" if it is none."""
    words = split_words(line.strip().strip("[]:.,"))
    named = _named_whole(_names(data), words) if 0 < len(words) <= NAMED else None
    return named[0] if named and named[1] == len(words) else ""


def is_of_leagues(message: Message) -> bool:
    """Whether the lines of a letter are about leagues and nothing else."""
    words = [command.word.partition(" ")[0] for command in message.commands]
    return bool(words) and {*words} == {LEAGUE} and not message.orders and not message.clears


def league_of_subject(data: EngineData, subject: str) -> str:
    """The league that a subject names, ``[spring-cup] Round 1``; "" if none."""
    found = _IN_SUBJECT.search(subject)
    return found[1] if found and found[1] in data.leagues.ids() else ""


def _of_league(data: EngineData, command: Command, league: str) -> Command:
    first, _, _ = command.word.partition(" ")
    words = split_words(command.rest)
    view = words[:1] if command.word == LEAGUE and words and words[0].casefold() in SHOWN else []
    if first != LEAGUE or command.word == f"{LEAGUE} new" or view == ["list"]:
        return command
    names, behind = _names(data), words[len(view) :]
    if _named_whole(names, behind) and not _fit_league(data, command.word, league, behind):
        return command
    if command.word == f"{LEAGUE} withdraw" and _may_name_another(names, words, league):
        return command
    rest = command.rest.strip().removeprefix("".join(view)).strip()
    return Command(command.word, " ".join(filter(None, (*view, league, rest))))


def _may_name_another(names: dict[str, str], words: list[str], league: str) -> bool:
    """Whether a reason begins with what may be another league, shortened or written wrong."""
    others = {key: name for key, name in names.items() if key != league}
    known = {name_key(name) for pair in names.items() for name in pair if name}
    begins = [name_key(" ".join(words[:count])) for count in range(1, min(len(words), NAMED) + 1)]
    return bool(words) and bool(
        matching_names(words[0], others) or any(get_close_matches(said, known, 1, ALIKE) for said in begins)
    )


def _fit_league(data: EngineData, word: str, league: str, words: list[str]) -> bool:
    """Whether they are a match or a player of the league that is spoken of, though another one is called so."""
    try:
        meant = data.leagues.find(league)
        if word.partition(" ")[2] in ABOUT_A_MATCH:
            return match_number(words[0])[0] in meant.matches
    except Refused:  # no number, or a league that cannot be read
        return False
    called = {name_key(name) for player in meant.entrants for name in (player, data.people.name(player))}
    return word == f"{LEAGUE} challenge" and name_key(" ".join(words)) in called


def _names(data: EngineData, *, listed: bool = False) -> dict[str, str]:
    """Of all leagues; ``listed``: without those of servers of Discord, which are known by their whole names alone."""
    places = data.league_places.all()
    hidden = {one.league for one in places if listed and one.door == "discord"}
    every = dict.fromkeys(data.leagues.ids(), "") | {one.league: one.name for one in places}
    return {league: name for league, name in every.items() if league not in hidden}


def _named_whole(names: dict[str, str], words: list[str]) -> tuple[str, int] | None:
    """The league whose id or whole name stands first, and the number of its words."""
    for count in range(min(len(words), NAMED), 0, -1):
        said = name_key(" ".join(words[:count]))
        if found := [key for key, name in names.items() if said in (key, name_key(name))]:
            return found[0], count
    return None


def _which(names: dict[str, str], words: list[str]) -> str:
    if not names:
        return f"There is no league yet. `league new Spring Cup {EXAMPLE}` opens one."
    some = wording.join_list([f"`{name}`" for name in [*names][-NAMED:]], "or")
    if not words:
        return f"Name the league: {some}."
    return f"{wording.clip(words[0], 40)!r} is the name of no league. Write {some}."
