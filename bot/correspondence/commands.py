"""The commands that a letter may hold beside orders: one a line, the command's word first."""

import re
from collections.abc import Sequence
from textwrap import wrap

from bot.hosting import wording
from bot.hosting.absences import BACK
from bot.hosting.own_settings import NAMES
from bot.hosting.questions import is_question
from bot.hosting.referee import USAGES, is_ruling
from engine.contract import Record
from engine.scenarios import reader

from .command_form import Form
from .leagues import forms as leagues
from .new_terms import without_terms

SHOWN = 10
"""Commands that are quoted in an answer, at most."""
_ASIDE = re.compile(r"[,;]+|(?<!\d):+|:+(?!\d)|[.!]+(?=\s|$)|\s-+\s|\s\(")
"""Where what is perhaps said to other people begins, behind a command."""

_NOTE, _OF_NOTE = re.compile(r"^note\s*:\s*", re.IGNORECASE), re.compile(r":|delete \d+$", re.IGNORECASE)
"""How a note begins, and what stands behind the word then."""


class Command(Record, frozen=True):
    """A command as it was written: its word in small letters, and the rest of its line.

    ``aside``: what is written behind a comma, a dash or in brackets after a command of GREETING.
    """

    word: str
    rest: str = ""
    aside: str = ""


FORMS = {
    "help": Form("help [ORDER]", "this list, or how an order is written", "lookup", most=2),
    "games": Form("games", "your games, and those that wait for players", "lookup", ("game list",), 0),
    "my games": Form("my games", "what waits for you where, until when", "lookup", ("my games",), 0),
    "my settings": Form(
        "my settings [NAME VALUE]",
        "reminders, quiet hours, time zone, dates, pings; alone it shows yours",
        "deed",
        ("my settings",),
        6,
    ),
    "my lists": Form("my lists [NAME[: LIST]]", 'army lists; "my lists NAME:" deletes one', "deed", ("my lists",)),
    "my calendar": Form("my calendar", "your deadlines as a file for a calendar", "lookup", ("my calendar",), 0),
    "scenarios": Form("scenarios [NAME or SYSTEM]", "what can be played", "lookup", ("game scenarios",), 1),
    "boards": Form("boards", 'for armies of your own: "new board NAME 150 points"', "lookup", ("game boards",), 0),
    "new": Form(
        "new SCENARIO [DEADLINE] [TERMS]",
        'open a game; a deadline is for each phase: "3d", "Mon Wed Fri 20:00 Europe/Berlin, first double";'
        " TERMS: friendly, anonymous, press public, press recorded, press off",
        "deed",
        ("game new",),
        40,
    ),
    "battle": Form(
        "battle [24h] [straight] land: 6 inf vs 5 inf",
        "open a single battle; you attack; with a deadline for each round, or fought without a pause",
        "deed",
        ("battle",),
    ),
    "join": Form("join GAME [SIDE]", "take a free seat", "deed", ("game join",), 6),
    "leave": Form("leave", "give up your seat (you are asked first)", "deed", ("game leave",), 2),
    "reserve": Form(
        "reserve SIDE NAME",
        'keep a seat of a game that you opened for somebody; "reserve SIDE anybody" ends that',
        "deed",
        ("game reserve",),
        8,
    ),
    "rematch": Form(
        "rematch [GAME]",
        "the same game again with the sides changed; the other seats are kept",
        "deed",
        ("game rematch",),
        1,
    ),
    "yes": Form("yes WORD CODE", "do what you were asked about", "deed", most=2),
    "extend": Form(
        "extend 24h [because REASON]", "put the deadline off; each side may a few times", "deed", ("game extend",)
    ),
    "propose": Form(
        "propose MOTION",
        "ask all players to vote: draw, extend 2d, pause, resume, concede to SIDE, replace SIDE, abandon",
        "deed",
        ("vote propose",),
    ),
    "agree": Form("agree [N]", "be for what is proposed (entry N)", "deed", ("vote yes",), 1),
    "disagree": Form("disagree [N]", "be against it", "deed", ("vote no",), 1),
    "motions": Form("motions", "what is proposed, and who has not voted", "lookup", ("vote show",), 0),
    "takeback": Form("takeback", "ask to take your last commit back", "deed", ("takeback",), 0),
    "deputy": Form("deputy NAME or off", "who orders for you until you do again", "deed", ("deputy",), 4),
    "away": Form(
        "away DAY [from DAY] or back",
        "deadlines wait for you in all your games: away 10d, away 2026-12-24 from 2026-12-20",
        "deed",
        ("away",),
        3,
    ),
    "referee": Form(
        "referee WORD ...",
        f"rule on a game that you opened: {', '.join(USAGES)}",
        "deed",
        tuple(f"referee {word}" for word in USAGES if word != "thaw"),
    ),
    "status": Form("status", "whose turn it is, until when, and your draft", "lookup", ("game info", "orders show"), 0),
    "map": Form(
        "map [UNIT [TARGET]]", "the map as you see it, with where a unit can go; a theatre", "lookup", ("map",), 4
    ),
    "units": Form("units", "the map in words", "lookup", ("units",), 0),
    "log": Form("log [TURN]", "what has happened, with every die", "lookup", ("log",), 1),
    "kibitz": Form(
        "kibitz [TURN]", "after the end: everybody's orders, secret ones too", "lookup", ("game kibitz",), 1
    ),
    "luck": Form("luck [season or NAME]", "how lucky each side was; over your games; a player", "lookup", ("luck",), 2),
    "report": Form(
        "report [FORMAT] [TURN]", "a turn for a forum: bbcode, bgg, markdown, html or text", "lookup", ("report",), 2
    ),
    "replay": Form(
        "replay [TURN]", "the moves of a turn, or of a game that is over, as an animated map", "lookup", ("replay",), 1
    ),
    "ideas": Form("ideas UNIT or PLACE", "orders that would work now", "lookup", most=6),
    "card": Form("card UNIT", "what a unit can do; alone in a muster: all types with prices", "lookup", ("card",), 6),
    "army": Form(
        "army [LIST]",
        "the price of an army list and its faults; in a muster, yours, and all types with prices",
        "lookup",
        ("army",),
    ),
    "los": Form("los FROM TO", "whether one place sees another", "lookup", ("los",), 2),
    "measure": Form("measure FROM TO", "distance and direction", "lookup", ("measure",), 2),
    "odds": Form("odds [PLACE or BATTLE]", "how a battle is likely to end", "lookup", ("odds",)),
    "sandbox": Form(
        "sandbox [ORDER, done, undo ...]", 'try orders in a private copy; "sandbox help"', "lookup", ("sandbox",)
    ),
    "rules": Form(
        "rules [SYSTEM] [PARAGRAPH]", 'look up the rules; "rules SYSTEM card": on one page', "lookup", ("rules",), 6
    ),
    "roll": Form("roll 2d6+1", "roll dice that anyone can verify", "lookup", ("roll",)),
    "rolls": Form("rolls [PAGE]", "the last rolls in this topic", "lookup", ("rolls",), 1),
    "macro": Form(
        "macro [NAME: DICE]",
        'name dice that you roll often; "macro" lists yours, and "macro NAME:" deletes one',
        "deed",
        ("macro save", "macro list", "macro delete"),
    ),
    "verify": Form("verify", "roll all the game's dice again; its log is attached", "lookup", ("verify",), 0),
    "export": Form("export", "the game's public log as a file", "lookup", ("game export",), 0),
    "add": Form("add", "the orders below are added to your draft instead of replacing it", "draft", ("orders line",)),
    "clear": Form("clear", "forget your draft", "draft", ("orders clear",), 0),
    "press": Form("press SIDE: text", 'write to a side, or to "all"; alone: what was written', "deed", ("press",)),
    "note": Form("note: text", 'a note for yourself; "note delete 2"', "deed", ("note write", "note delete")),
    "notes": Form("notes", "your notes on the game", "deed", ("note show",), 0),
    **leagues.FORMS,
    "player": Form("player [NAME]", "record, rating, luck, reply time, reliability", "lookup", ("player",), 3),
    "link": Form("link [CODE]", "join your addresses: write it in one place, send the code from the other", "deed"),
    "zone": Form("zone Europe/Berlin", "show deadlines in your time", "deed", most=1),
    "remind": Form("remind off", 'no reminders before deadlines; "remind on" brings them back', "deed", ("remind",), 1),
    "newkey": Form("newkey", "a new secret address for your seat, if somebody else has seen it", "deed", most=0),
}
"""Every command, in the order in which `help` lists them."""
NAMED = 2
"""Words behind `new` that need not begin with the name of a scenario to be refused, not talk."""
PERSONAL = ("press", "note", "notes")
"""Commands whose text is for people: nothing of such a line is an order."""
GREETING = ("new", "join")
"""Commands behind which people greet each other: ``join reeve, hello``."""
OF_A_SEAT = (
    frozenset(("extend", "propose", "agree", "disagree", "motions", "takeback", "deputy", "referee", "rematch"))
    | frozenset(
        ("add", "leave", "yes", "clear", "newkey", "status", "map", "units", "log", "report", "ideas", "los", "measure")
    )
    | {"verify", "export", "luck", "sandbox", "kibitz", "replay", *PERSONAL}
)
"""Commands that are about a seat, and need one if nothing follows them."""
WIDTH = 26
"""Columns of the usage in `help`; a longer one has a line of its own."""
PROPOSALS = {
    "draw": "draw",
    "extend": "extend 2d",
    "pause": "pause",
    "resume": "resume",
    "concede": "concede to SIDE",
    "replace": "replace SIDE",
    "abandon": "abandon",
}
"""What can be proposed: the word, and how its line goes on."""
DECISIONS = ("extend", "propose", "agree", "disagree", "takeback", "deputy", "referee", "reserve", "rematch")
"""Commands that are never carried out with a question mark."""
OUTSIDE_PROSE = ("agree", "disagree", "takeback", "rematch")
"""Commands of one word that a sentence may hold too: they count only on a line outside of prose."""
RUNNING = ("commit", "done")
"""Lines that run the orders above them, or what is held already."""
SAME = {"info": "status", "show": "status", "draft": "status", "history": "log", "welcome": "help", "commands": "help"}
"""Other words for commands."""
AS_ORDERS = {
    "orders write": "the orders, one a line; the newest mail or post replaces the draft",
    "orders file": "a file orders.txt attached to a mail",
    "commit": "`commit` on a line of its own",
    "done": "`done` on a line of its own",
    "game concede": "`concede` on a line of its own (you are asked first)",
}
"""Discord commands whose form elsewhere is a line among the orders."""


def read_command(line: str) -> Command | None:
    """The command on this line; None if it is none."""
    word, _, rest = _NOTE.sub("note : ", line.strip(), count=1).partition(" ")
    if word.lower() == "my":
        second, _, rest = rest.strip().partition(" ")
        word = f"my {second.strip('.!')}" if not rest else f"my {second}"
    if word.lower() == leagues.LEAGUE:
        if (found := leagues.read_league(rest.strip())) is None:
            return None
        word, rest = found
    word = SAME.get(word.lower(), word.lower())
    form = FORMS.get(word)
    aside = ""
    if word in GREETING and not is_question(line):
        rest, aside = (*_ASIDE.split(rest, maxsplit=1), "")[:2]
    if word in DECISIONS and is_question(line):
        return None
    if form is None or (form.most is not None and len(rest.split()) > form.most) or _is_talk(word, rest.strip()):
        return None
    return Command(word, rest.strip(), aside.strip())


def is_personal(line: str) -> bool:
    """Whether the line is press or a note, so that nothing of it is an order."""
    command = read_command(line)
    return command is not None and command.word in PERSONAL


def _is_talk(word: str, rest: str) -> bool:
    """Whether a line that begins like one of these commands is none: ``macro lenses are nice``."""
    match word:
        case "macro" | "press":
            return rest != "" and ":" not in rest
        case "my lists":
            return ":" not in rest and len(rest.split()) > 1
        case "rolls":
            return rest != "" and not rest.isdecimal()
        case "note":
            return rest != "" and not _OF_NOTE.match(rest)
        case "my settings":
            return rest != "" and not wording.nearest(rest.split()[0].casefold(), NAMES)
        case "extend":
            return rest != "" and not rest[0].isdecimal()
        case "away":
            return rest != "" and not (rest[0].isdecimal() or rest.strip(".!").casefold() in BACK)
        case "agree" | "disagree":
            return rest.rstrip(".!") != "" and not rest.rstrip(".!").isdecimal()
        case "propose":
            first = rest.partition(" ")[0].casefold().strip(" .,:!")
            return bool(first) and first not in PROPOSALS and not wording.nearest(first, list(PROPOSALS))
        case "rematch":
            return rest != "" and "-" not in rest
        case "referee":
            return not is_ruling(rest)
        case "new":
            words = without_terms(rest.removeprefix("board ").split())
            return len(words) > NAMED and (is_question(rest) or not _names_scenario(words))
    return False


def _names_scenario(words: Sequence[str]) -> bool:
    """Whether the first word alone is the name of a scenario, or nearly one."""
    first = words[0].casefold()
    try:
        stem = reader.find_shipped(first).stem
    except reader.UnknownScenario as unknown:
        return "-" in first and bool(unknown.likely)
    return stem == first or stem.removeprefix(first).split("-")[1:2] != [words[1].casefold()]


def help_lines() -> tuple[str, ...]:
    """Every command with its meaning, in two columns; lines of 70 columns at most."""
    lines, indent = list[str](), " " * WIDTH
    for form in FORMS.values():
        if len(form.usage) + 2 > WIDTH:
            lines += [*wrap(form.usage, 70), *wrap(form.summary, 70, initial_indent=indent, subsequent_indent=indent)]
        else:
            lines += wrap(form.summary, 70, initial_indent=form.usage.ljust(WIDTH), subsequent_indent=indent)
    return tuple(lines)


def quoted_commands(commands: Sequence[Command]) -> str:
    """As many as fit into a sentence, as they were written."""
    shown = [f'"{wording.clip(f"{one.word} {one.rest}".strip(), 40)}"' for one in commands[:SHOWN]]
    more = len(commands) - len(shown)
    return wording.join_list([*shown, *([f"{more} more"] if more else [])])
