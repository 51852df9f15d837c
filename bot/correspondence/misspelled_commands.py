"""Lines that are nearly commands: the line that was probably meant, and that works."""

from collections.abc import Sequence

from bot.hosting.questions import is_question
from bot.hosting.wording import nearest
from engine.scenarios import reader
from engine.table import Table

from .calendars import is_calendar
from .commands import FORMS, GREETING, RUNNING, SAME, Command, read_command
from .leagues.forms import meant_in_words
from .sides import named_side

MOST_WORDS = 6
"""Words of a line that may be meant for a command: more are talk."""
_MARKS = ",.:;!"
AMONG_TALK = ("new", "join", "help")
"""Commands that are looked for in talk, too: those with which newcomers begin."""


def meant_line(table: Table, text: str, game: str = "", *, in_talk: bool = False) -> str:
    """The line with its command spelled right, "" if none was meant.

    ``game``: in which it is written, if any.  ``in_talk``: it may be for somebody else, so only for AMONG_TALK.
    """
    if not in_talk and not is_question(text) and (league := meant_in_words(text)):
        return league
    first, *others = text.split()[: MOST_WORDS + 2] or [""]
    if len(others) > MOST_WORDS or is_question(text):
        return ""
    said = first.strip(_MARKS).casefold()
    if said in ("new", "scenarios") and (stem := _spaced_scenario([word.strip(_MARKS) for word in others])):
        return f"{said} {stem}"
    running = RUNNING if game and not others else ()
    marked = said in GREETING and said != first.casefold()  # `join, reivers`
    for word in [said] if marked else _likely(said, running, alone=not others):
        line = " ".join([word, *([] if _takes_none(word) else others)])
        command = read_command(line)
        if in_talk and (command is None or command.word not in AMONG_TALK):
            continue
        if word in RUNNING or (command and _works(table, command, game)):
            return line
    return ""


def _likely(said: str, running: tuple[str, ...], *, alone: bool) -> list[str]:
    """Command words that look like it; a word that stands alone is none that needs others behind it."""
    if said in FORMS or said in SAME:
        return [said] if _takes_none(said) else []
    known = [word for word in (*FORMS, *SAME) if not alone or not _needs_more(word)]
    return [] if said in RUNNING else nearest(said, [*known, *running])


def _spaced_scenario(words: Sequence[str]) -> str:
    """A scenario whose name was written in several words, and the deadline or the word behind it; "" if none is."""
    for count in range(len(words), 1, -1):
        for stem in reader.shipped():
            if stem.split("-") == [word.casefold() for word in words[:count]]:
                behind = words[count:] if is_calendar(" ".join(words[count:])) else words[count : count + 1]
                return " ".join([stem, *behind])
    return ""


def _takes_none(word: str) -> bool:
    form = FORMS.get(SAME.get(word, word))
    return form is not None and form.most == 0


def _needs_more(word: str) -> bool:
    """Whether the command means nothing without further words."""
    usage = FORMS[SAME.get(word, word)].usage.partition(" ")[2]
    return bool(usage) and not usage.startswith("[") and word not in ("ideas", "remind")


def _works(table: Table, command: Command, game: str) -> bool:
    """Whether a line that opens a game names a scenario, and one that joins a game a game or a side."""
    words = command.rest.split()
    match command.word:
        case "new":
            try:
                return bool(words) and bool(reader.find_shipped(words[0]))
            except reader.UnknownScenario:
                return False
        case "join":
            games = table.games()
            here = [one for one in games if one.id == game]
            named = any(one.id == word.lower() for one in games for word in words[:1])
            return named or any(named_side(one, command.rest) for one in here)
    return True
