"""Macros: names that a person has given to expressions, so that ``attack`` rolls ``2d6+1``."""

import re
from difflib import get_close_matches
from typing import NamedTuple

from engine.database.database import Database
from engine.dice.expression import roll
from engine.dice.expression_parser import parse
from engine.dice.expression_problems import RollFault
from engine.dice.sealed import Lock, SealedDice
from engine.errors import Refused

from .dice_log import clean_text
from .tables import TABLES

MOST = 25
"""Macros of one person: as many as Discord offers while a name is typed."""
LONGEST_NAME = 32
_NAME = re.compile(r"[^\W\d_](?:[\w' -]*[\w'])?")
_EXAMPLE = "/macro save name:attack expression:2d6+1"


class Macro(NamedTuple):
    name: str
    expression: str


class Macros:
    """Names are compared without regard to capital letters and to how many blanks are between words."""

    def __init__(self, database: Database) -> None:
        self._db = database
        database.create_tables(TABLES, {})

    def list(self, player: str) -> tuple[Macro, ...]:
        """The person's macros, by name."""
        query = "select name, expression from macro where player = ? order by word"
        return tuple(Macro(*row) for row in self._db.query(query, (player,)))

    def find(self, player: str, name: str) -> Macro | None:
        query = "select name, expression from macro where player = ? and word = ?"
        found = self._db.query(query, (player, _word(name)))
        return Macro(*found[0]) if found else None

    def save(self, player: str, name: str, expression: str) -> Macro | None:
        """Keep the expression under this name; the one that it had before, None if it is new.

        Raises Refused for a name that cannot be used or one too many, BadExpression for what cannot be rolled.
        """
        macro = Macro(_checked_name(name), clean_text(expression))
        check_expression(macro.expression)
        with self._db.transaction():
            self._db.lock(f"macros of {player}")
            before, kept = self.find(player, name), self.list(player)
            if before is None and len(kept) >= MOST:
                says = f"You have {len(kept)} macros, and {MOST} is the most."
                raise Refused("too-many", f"{says} Delete one first: `/macro delete name:{kept[0].name}`")
            self._db.execute(
                "insert into macro (player, word, name, expression) values (?, ?, ?, ?) on conflict (player, word)"
                " do update set name = excluded.name, expression = excluded.expression",
                (player, _word(name), *macro),
            )
        return before

    def delete(self, player: str, name: str) -> Macro:
        """The macro that is deleted.  Raises Refused."""
        with self._db.transaction():
            macro = self.find(player, name)
            if macro is None:
                raise self.unknown(player, name, "/macro delete name:")
            self._db.execute("delete from macro where player = ? and word = ?", (player, _word(name)))
        return macro

    def unknown(self, player: str, name: str, command: str) -> Refused:
        """That the person has no macro of this name, and what they have; ``command`` stands before one that works."""
        names = [macro.name for macro in self.list(player)]
        says = f"You have no macro {_quoted(name)}."
        if not names:
            return Refused("no-such-macro", f"{says} You have none yet; this saves one: `{_EXAMPLE}`")
        close = get_close_matches(_word(name), map(_word, names), 1, 0.5)
        best = next((known for known in names if _word(known) in close), names[0])
        return Refused("no-such-macro", f"{says} Yours are {', '.join(map(_quoted, names))}. Try: `{command}{best}`")


def expand(macro: Macro) -> str:
    """What a macro rolls: its expression, labelled with its name where it is one roll without a label."""
    labelled = f"{macro.name}: {macro.expression}"
    try:
        before, after = parse(macro.expression), parse(labelled)
    except RollFault:
        return macro.expression
    if len(before) != 1 or len(before[0].contestants) != 1 or before[0].contestants[0].label or len(after) != 1:
        return macro.expression
    same = after[0].repeats == before[0].repeats and after[0].comment == before[0].comment
    return labelled if same and after[0].contestants[0].label == macro.name else macro.expression


def may_be_name(text: str) -> bool:
    """Whether a text that cannot be rolled looks like the name of a macro."""
    return bool(_NAME.fullmatch(" ".join(text.split()))) and len(text) <= LONGEST_NAME


def _checked_name(name: str) -> str:
    """The name with single blanks.  Raises Refused."""
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME:
        says = f"The name has {len(name)} characters; {LONGEST_NAME} is the most."
        raise Refused("bad-name", f"{says} Try a shorter one: `{_EXAMPLE}`")
    if can_be_rolled(name):
        says = f"{_quoted(name)} can be rolled as it is, so it cannot be the name of something else."
        raise Refused("bad-name", f"{says} Try a word: `{_EXAMPLE}`")
    if not _NAME.fullmatch(name):
        says = f"{_quoted(name)} cannot be a name: a name begins with a letter and has letters, digits, blanks, - and '"
        raise Refused("bad-name", f"{says} only. Try: `{_EXAMPLE}`")
    return name


def can_be_rolled(text: str) -> bool:
    """Whether a text is a valid expression."""
    try:
        parse(clean_text(text))
    except RollFault:
        return False
    return True


def check_expression(text: str) -> None:
    """Raises BadExpression; what only some dice make impossible is no fault."""
    if can_be_rolled(text):
        return
    roll(text, SealedDice(bytes(32), Lock("roll", 1, "roll", {}, "", "")))


def _word(name: str) -> str:
    return " ".join(clean_text(name).split()).casefold()


def _quoted(name: str) -> str:
    shown = " ".join(clean_text(name).replace("`", "'").split())
    return f"`{shown if len(shown) <= LONGEST_NAME else f'{shown[: LONGEST_NAME - 1]}…'}`"
