"""The commands that a letter may hold beside orders: one a line, the command's word first."""

import re
from collections.abc import Sequence
from textwrap import wrap
from typing import Literal, NamedTuple

from bot.hosting import wording
from bot.hosting.questions import is_question
from engine.contract import Record

Kind = Literal["deed", "lookup", "draft"]
SHOWN = 10
"""Commands that are quoted in an answer, at most."""
_ASIDE = re.compile(r"[,;:]+|[.!]+(?=\s|$)|\s-+\s|\s\(")
"""Where what is perhaps said to other people begins, behind a command."""


class Form(NamedTuple):
    """How a command is written.

    ``kind``: a deed changes something; a look-up does not; ``draft`` is about the orders held.  ``most``: words after
    the first, at most (None = any number).  ``discord``: the Discord commands that do the same.
    """

    usage: str
    summary: str
    kind: Kind
    discord: tuple[str, ...] = ()
    most: int | None = None


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
    "scenarios": Form("scenarios [NAME]", "what can be played", "lookup", most=1),
    "new": Form("new SCENARIO [3d]", "open a game, with so much time for each phase", "deed", ("game new",), 2),
    "battle": Form("battle land: 6 inf vs 5 inf", "open a single battle; you attack", "deed", ("battle",)),
    "join": Form("join GAME [SIDE]", "take a free seat", "deed", ("game join",), 6),
    "leave": Form("leave", "give up your seat (you are asked first)", "deed", ("game leave",), 2),
    "yes": Form("yes WORD CODE", "do what you were asked about", "deed", most=2),
    "status": Form("status", "whose turn it is, until when, and your draft", "lookup", ("game info", "orders show"), 0),
    "map": Form("map [UNIT [TARGET]]", "the map as you see it, with where a unit can go", "lookup", ("map",), 2),
    "units": Form("units", "the map in words", "lookup", ("units",), 0),
    "log": Form("log [TURN]", "what has happened, with every die", "lookup", ("log",), 1),
    "luck": Form("luck [season or NAME]", "how lucky each side was; over your games; a player", "lookup", ("luck",), 2),
    "report": Form(
        "report [FORMAT] [TURN]", "a turn for a forum: bbcode, bgg, markdown, html or text", "lookup", ("report",), 2
    ),
    "ideas": Form("ideas UNIT or PLACE", "orders that would work now", "lookup", most=6),
    "card": Form("card UNIT", "what a unit can do", "lookup", ("card",), 6),
    "army": Form("army LIST", "the price of an army list and what is wrong with it", "lookup", ("army",)),
    "los": Form("los FROM TO", "whether one place sees another", "lookup", ("los",), 2),
    "measure": Form("measure FROM TO", "distance and direction", "lookup", ("measure",), 2),
    "odds": Form("odds [PLACE or BATTLE]", "how a battle is likely to end", "lookup", ("odds",)),
    "sandbox": Form(
        "sandbox [ORDER, done, undo ...]", 'try orders in a private copy; "sandbox help"', "lookup", ("sandbox",)
    ),
    "rules": Form("rules [SYSTEM] [PARAGRAPH]", "look up the rules", "lookup", ("rules",), 6),
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
    "link": Form("link [CODE]", "join your addresses: write it in one place, send the code from the other", "deed"),
    "zone": Form("zone Europe/Berlin", "show deadlines in your time", "deed", most=1),
    "remind": Form("remind off", 'no reminders before deadlines; "remind on" brings them back', "deed", ("remind",), 1),
    "newkey": Form("newkey", "a new secret address for your seat, if somebody else has seen it", "deed", most=0),
}
"""Every command, in the order in which `help` lists them."""
GREETING = ("new", "join")
"""Commands behind which people greet each other: ``join reeve, hello``."""
OF_A_SEAT = frozenset(
    ("add", "leave", "yes", "clear", "newkey", "status", "map", "units", "log", "report", "ideas", "los", "measure")
) | {"verify", "export", "luck", "sandbox"}
"""Commands that are about a seat, and need one if nothing follows them."""
WIDTH = max(len(form.usage) for form in FORMS.values()) + 2
"""Columns of the usage in `help`."""
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
    word, _, rest = line.strip().partition(" ")
    word = SAME.get(word.lower(), word.lower())
    form = FORMS.get(word)
    aside = ""
    if word in GREETING and not is_question(line):
        rest, aside = (*_ASIDE.split(rest, maxsplit=1), "")[:2]
    if form is None or (form.most is not None and len(rest.split()) > form.most) or _is_talk(word, rest.strip()):
        return None
    return Command(word, rest.strip(), aside.strip())


def _is_talk(word: str, rest: str) -> bool:
    """Whether a line that begins like one of these commands is none: ``macro lenses are nice``."""
    return (word == "macro" and rest != "" and ":" not in rest) or (
        word == "rolls" and rest != "" and not rest.isdecimal()
    )


def help_lines() -> tuple[str, ...]:
    """Every command with its meaning, in two columns; lines of 70 columns at most."""
    lines = list[str]()
    for form in FORMS.values():
        lines += wrap(form.summary, 70, initial_indent=form.usage.ljust(WIDTH), subsequent_indent=" " * WIDTH)
    return tuple(lines)


def quoted_commands(commands: Sequence[Command]) -> str:
    """As many as fit into a sentence, as they were written."""
    shown = [f'"{wording.clip(f"{one.word} {one.rest}".strip(), 40)}"' for one in commands[:SHOWN]]
    more = len(commands) - len(shown)
    return wording.join_list([*shown, *([f"{more} more"] if more else [])])
