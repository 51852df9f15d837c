"""What people say to their saved army lists and what they are told: alike at every door."""

import re
from collections.abc import Callable
from typing import NamedTuple

from engine.contract import counted
from engine.game.game_lookups import GameLookups
from engine.scenarios.army_lists import CheckedList, check_army_list, read_army_list
from engine.scenarios.list_forms import is_list_file
from engine.scenarios.list_types import unknown_types
from engine.scenarios.reader import load_shipped
from engine.scenarios.yaml_reader import FaultyFile
from engine.table import Refused

from .saved_armies import MOST, SavedArmies, SavedArmy

FAULTS = 3
"""Faults of a list that are told when it is saved, at most."""
Judge = Callable[[str], CheckedList]
"""What a board says of a list.  Raises Refused no-muster where there is none after all."""


class Spelling(NamedTuple):
    """How a door writes: a line that saves a list of this name, a line to be typed, the name of a list, a list."""

    saves: Callable[[str, str], str]
    line: Callable[[str], str]
    name: Callable[[str], str] = str
    army: Callable[[str], str] = str


class Wish(NamedTuple):
    """Nothing: all lists; a name alone: that list; with ``army`` it is saved; else ``deletes`` it."""

    name: str = ""
    army: str = ""
    deletes: bool = False


class Remark(NamedTuple):
    """A sentence on a list, "" if there is nothing to say, and whether the list can be submitted as far as is known."""

    says: str
    fits: bool


class Owner(NamedTuple):
    """Somebody with saved lists, and the board for which they are mustering just now, if there is one."""

    book: SavedArmies
    player: str
    judge: Judge | None = None


def read_wish(rest: str) -> Wish:
    """What stands behind the command: nothing, ``guard``, ``guard: knights: 2``, or ``guard:``, which deletes it."""
    name, colon, army = (part.strip() for part in rest.partition(":"))
    return Wish(name, army, bool(name and colon and not army))


def answer(owner: Owner, wish: Wish, now: str, door: Spelling) -> tuple[str, ...]:
    """Do what is wished and say so, in lines.  Refused no-such-list, and as saving does."""
    book, player = owner.book, owner.player
    if not wish.name:
        return army_lines(book.list(player), door, owner.judge)
    if wish.deletes:
        gone = book.delete(player, wish.name)
        return (f"Deleted {door.name(gone.name)}. To have it back: {door.line(door.saves(gone.name, gone.army))}",)
    if wish.army:
        made, before = book.save(player, wish.name, wish.army, now)
        was = f" It was {door.army(before.army)}." if before else ""
        found, order = remark(wish.army, owner.judge), door.line(f"muster {made.name}")
        how = f"Submit it with the order {order}." if found.fits else "Save it again to change it."
        said = f"Saved {door.name(made.name)}: {door.army(made.army)}.{was}"
        return (" ".join(filter(None, (said, found.says, how))),)
    kept = book.find(player, wish.name)
    if kept is None:
        raise book.unknown(player, wish.name)
    return (f"{door.name(kept.name)}: {door.army(kept.army)}",)


def army_lines(kept: tuple[SavedArmy, ...], door: Spelling, judge: Judge | None = None) -> tuple[str, ...]:
    """All lists of somebody, below one another, and how to submit one that can be played."""
    if not kept:
        example = door.line(door.saves("harbour-guard", "line-infantry: 2, lancers: 1"))
        return (f"You have saved no army lists yet. This saves one: {example}",)
    fits = next((saved for saved in kept if remark(saved.army, judge).fits), None)
    how = "None of them can be played here" if judge else "None of them can be played as it is"
    if fits:
        how = f"{door.line(f'muster {fits.name}')} submits {door.name(fits.name)} where armies are mustered"
    return (
        *(f"{door.name(saved.name)}: {door.army(saved.army)}" for saved in kept),
        f"{counted(len(kept), 'list')} of {MOST}. {how}.",
    )


def remark(text: str, judge: Judge | None = None) -> Remark:
    """What is said of a list that was saved: its cost on the board that is given, or that the list itself names, or
    what is wrong with it there; without a board which of its types no system has.
    """
    if not judge and not (names_its_game(text) and "scenario" in text):
        says = unknown_types(read_army_list(text))
        return Remark(says, fits=not says)
    try:
        return _price(judge(text) if judge else check_army_list(text, load_shipped))
    except (FaultyFile, Refused) as no:
        return Remark(f"It cannot be priced: {no}{'' if str(no).endswith('.') else '.'}", fits=False)


def _price(checked: CheckedList) -> Remark:
    board = f"the board of {checked.checked_against}"
    if checked.faults:
        more = len(checked.faults) - FAULTS
        told = "; ".join(str(fault).rstrip(".") for fault in checked.faults[:FAULTS])
        return Remark(f"On {board} it cannot be played: {told}{f'; and {more} more' if more > 0 else ''}.", fits=False)
    of = f" of {checked.army.limit}" if checked.army.limit is not None else ""
    return Remark(f"On {board} it costs {checked.army.total}{of} {checked.army.counted}.", fits=True)


def names_its_game(text: str) -> bool:
    """Whether a list says for which system or scenario it is."""
    return is_list_file(text) and re.search(r"\b(system|scenario)[\"']?\s*:", text) is not None


def judge_here(table: GameLookups, game: str, side: str) -> Judge | None:
    """What a game says of lists for a side; None where no armies are being mustered."""
    return (lambda text: table.judge_army(game, side, text)) if table.own_army(game, side) else None
