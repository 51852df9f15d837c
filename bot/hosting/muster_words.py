"""Orders of a muster as people write them: with saved lists by name, and lists as files."""

import re
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from itertools import pairwise

from engine.game.game_lookups import GameLookups
from engine.language.words import Part, clean, list_number, split_orders
from engine.scenarios.army_lists import read_army_list
from engine.scenarios.list_forms import is_list_file
from engine.scenarios.yaml_reader import FaultyFile
from engine.table import Refused
from engine.toolkit.muster.army_text import UnitSize, UnreadableArmy, army_text, read_army, type_key
from engine.toolkit.muster.position import MUSTER

from .saved_armies import SavedArmies, is_army_name

VERBS = ("muster", "army")


def muster_orders(table: GameLookups, game: str, text: str, armies: SavedArmies, player: str) -> str:
    """The text with every list as the order takes it, a saved one in place of its name, and with the verb before a list
    that stands alone; unchanged where no armies are being mustered.

    Refused bad-list for a file that is none, no-such-list for a word that is neither a type of the game nor a list of
    a player who has saved some.
    """
    phase = table.game(game).phase
    if phase is None or phase.name != MUSTER:
        return text
    if is_list_file(text):
        try:
            return f"muster {army_text(read_army_list(text))}"
        except FaultyFile as faulty:
            raise Refused("bad-list", f"This is no army list: {faulty}.") from None
    types, kept = table.cards(game).keys(), {saved.name: saved.army for saved in armies.list(player)}
    if bare := _bare_list(text, types):
        return f"muster {bare}"
    return "\n".join(_line(line, types, kept) for line in text.split("\n"))


def _bare_list(text: str, types: Collection[str]) -> str:
    """A text that is nothing but a list of known types with their numbers, without the verb; "" for any other."""
    try:
        army = read_army(text) if re.search(r"[:=]\s*\d|^\s*\d", text) else {}
    except UnreadableArmy:
        return ""
    return army_text(army) if all(UnitSize.read(key).type in types for key in army) else ""


def _line(line: str, types: Collection[str], kept: Mapping[str, str]) -> str:
    """The line, with a saved list in place of its name in each of its orders, whatever marks stand around them, and
    with a comma for a semicolon between units of a list.
    """
    cleaned = clean(line)
    _, start = list_number(cleaned)
    parts = [part for part in split_orders(cleaned, start) if part.words]
    for before, part in pairwise(parts):
        if _begins_list(before, (*VERBS, *types)) and _begins_list(part, types):
            end, begin = before.words[-1].end, part.words[0].start
            line = f"{line[:end]}{line[end:begin].replace(';', ',')}{line[begin:]}"
    for part in reversed(parts):
        verb, *names = part.words
        if verb.text in VERBS and names and (army := _saved(line[names[0].start : names[-1].end], types, kept)):
            line = f"{line[: verb.start]}muster {army}{line[names[-1].end :]}"
    return line


def _begins_list(part: Part, words: Collection[str]) -> bool:
    """Whether an order begins with one of these words and more behind it, or with a number and one of them."""
    first, *more = [word.text for word in part.words]
    return bool(more) and (first in words or (first.isdecimal() and more[0] in words))


def _saved(said: str, types: Collection[str], kept: Mapping[str, str]) -> str:
    """The list saved under a name, which may stand in quotes; "" for what is none."""
    said = clean(said).strip("\"'")
    name = " ".join(said.split()).casefold()
    if not is_army_name(said) or not kept or UnitSize.read(type_key(name)).type in types:
        return ""
    *first, last = name.split()
    if last.isdecimal() and type_key(" ".join(first)) in types:  # units and their number: the list itself, miswritten
        return ""
    if name not in kept:
        raise _neither(name, types, list(kept))
    return kept[name]


def _neither(name: str, types: Collection[str], lists: list[str]) -> Refused:
    near = get_close_matches(name, [*lists, *types], 2)
    meant = f" Did you mean {' or '.join(near)}?" if near else ""
    says = f"You have no army list called {name!r}, and this game has no type of that name."
    return Refused("no-such-list", f"{says}{meant} Your lists: {', '.join(lists)}.")
