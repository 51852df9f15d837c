"""The commands of leagues in a letter: ``league`` and a word, which says what is shown or done."""

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from bot.hosting.questions import is_question

from ..command_form import Form

LEAGUE = "league"
PICTURED = ("standings", "crosstable")
SHOWN = (*PICTURED, "rounds", "players", "ratings", "balance", "awards", "log", "calendar", "export", "show", "list")
"""Words behind ``league`` that only show something."""
FORMS: Mapping[str, Form] = {
    LEAGUE: Form(
        "league [WORD] [LEAGUE]",
        "the leagues, or one of them; WORD: standings, crosstable, rounds, players, ratings, balance, awards, log,"
        " calendar, export",
        "lookup",
        ("league list", "league show", "league standings", "league crosstable", "league export", "league calendar"),
    ),
    "league new": Form(
        "league new NAME system=miniwars format=swiss scenarios=twin-hamlets",
        'open a league that lives here; its options can go on the next lines: rounds=5, deadline="3d"',
        "deed",
        ("league new",),
    ),
    "league enter": Form(
        "league enter [LEAGUE] [pace=24] [zone=Europe/Berlin]",
        "take part; pace: hours in which you usually answer",
        "deed",
        ("league enter",),
        10,
    ),
    "league withdraw": Form(
        "league withdraw [LEAGUE] [REASON]", "leave; open matches go to the referee", "deed", ("league withdraw",)
    ),
    "league challenge": Form(
        "league challenge [LEAGUE] NAME", "in a ladder: somebody above you", "deed", ("league challenge",), 10
    ),
    "league queue": Form(
        "league queue [LEAGUE] [pace=24]", "in an open queue: play as soon as somebody fits", "deed",
        ("league queue",), 8,
    ),
    "league pair": Form(
        "league pair [LEAGUE]", "of a league that you opened: the next round and its games", "deed", ("league pair",), 6
    ),
    "league unpair": Form(
        "league unpair [LEAGUE]", "take that round back, as long as nobody has moved in its games", "deed",
        ("league unpair",), 6,
    ),
    "league close": Form(
        "league close [LEAGUE] [early]", "the season ends; early: before all its rounds", "deed", ("league close",), 6
    ),
    "league bid": Form(
        "league bid [LEAGUE] MATCH 5", "your bid for the first side, in secret", "deed", ("league bid",), 10
    ),
    "league bids": Form(
        "league bids [LEAGUE] MATCH", "wait no longer for the bids of others", "deed", ("league bids",), 8
    ),
    "league unqueue": Form("league unqueue [LEAGUE]", "take your ticket back", "deed", ("league unqueue",), 6),
    "league result": Form(
        "league result [LEAGUE] MATCH WINNER [12-4]", "a result from elsewhere", "deed", ("league result",), 14
    ),
    "league forfeit": Form(
        "league forfeit [LEAGUE] MATCH LOSER REASON", "somebody loses without playing", "deed", ("league forfeit",)
    ),
    "league adjudicate": Form(
        "league adjudicate [LEAGUE] MATCH WINNER REASON", "decided as if it were over", "deed", ("league adjudicate",)
    ),
    "league double-loss": Form(
        "league double-loss [LEAGUE] MATCH REASON", "both players lose", "deed", ("league double-loss",)
    ),
    "league reopen": Form(
        "league reopen [LEAGUE] MATCH REASON", "a result is taken back", "deed", ("league reopen",)
    ),
}  # fmt: skip
DEEDS = tuple(word.partition(" ")[2] for word in FORMS if word != LEAGUE)
"""Words behind ``league`` that change something."""
ABOUT_A_MATCH = ("bid", "bids", "result", "forfeit", "adjudicate", "double-loss", "reopen")
MOST_OF_LOOKUP, MOST_UNKNOWN = 8, 3
"""Words behind ``league`` of a look-up, and of one whose first word is none of ours: more are talk."""
_OPTION = re.compile(r"[a-z]+=\S")


def read_league(rest: str) -> tuple[str, str] | None:
    """The command's word and the rest of its line, from what stands behind ``league``; None if that is talk."""
    first, _, more = rest.partition(" ")
    said = first.strip(".,:;!?").casefold()
    if said in DEEDS:
        words = more.split()
        return None if is_question(rest) or _is_talk(said, words) else (f"{LEAGUE} {said}", more.strip())
    count = len(rest.split())
    if said in SHOWN:
        return (LEAGUE, rest.strip(" .!?")) if count <= MOST_OF_LOOKUP else None
    return (LEAGUE, rest.strip(" .!?")) if count <= MOST_UNKNOWN or likely_word(said) else None


def likely_word(said: str) -> str:
    """The word that was probably meant, "" if none was."""
    return next(iter(get_close_matches(said.casefold(), (*DEEDS, *SHOWN), 1, 0.75)), "")


def _is_talk(deed: str, words: Sequence[str]) -> bool:
    """Whether these words behind a deed's are about something else: ``league result was a surprise to all of us``."""
    match deed:
        case "new":
            return len(words) > 2 and not any(_OPTION.match(word.casefold()) for word in words)
        case deed if deed in ABOUT_A_MATCH:
            return len(words) > 2 and not any(word[:1].isdecimal() for word in words[:8])
    return False


IN_WORDS: Mapping[str, str] = {"join": "enter", "leave": "withdraw", "quit": "withdraw", "table": "standings"}
"""What people say in a sentence for some of these words."""
MOST_IN_WORDS = 12
"""Words of a sentence that asks for something: longer ones tell a story."""


def meant_in_words(sentence: str) -> str:
    """The line that does what a sentence such as ``I would like to enter the league please`` asks; "" if none does."""
    words = [word.strip(".,:;!").casefold() for word in sentence.split()]
    if LEAGUE not in words[1:] or len(words) > MOST_IN_WORDS:
        return ""
    asked = [IN_WORDS.get(word, word) for word in words]
    found = next((word for word in asked if word in ("enter", "withdraw", "standings", "rounds", "calendar")), "")
    return f"{LEAGUE} {found}" if found else ""
