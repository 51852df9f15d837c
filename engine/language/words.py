"""Words as typed, with the columns they stand in: phones, chat marks and odd alphabets are read as meant."""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from engine.contract import counted

Span = tuple[int, int]
"""Columns of a line, from 0: the first, and the one after the last."""

LINES = 200
CHARACTERS = 8000

NOTHING = "\x00"
"""Stands in a cleaned line for a character that takes no room (zero-width, variation selectors), so that columns
stay."""

_TOKEN = re.compile(
    r"""
    "([^"]*)"                             # 1 a name in quotes
  | '([^']+)'(?![^\s;:,#)])               # 2 the same in single ones, unless it is an apostrophe
  | (-?\d+(?:\.\d+)?)"(?=[\s;:,)#]|$)     # 3 inches
  | ([^\s"#;:,()<>\[\]{}`*|~]+)           # 4 a word; what separates words means nothing by itself
  | ([;#"])                               # 5 end of the order, of the line, or a quote that never closes
""",
    re.VERBOSE,
)
REMARKS = ("#", "//")
"""What begins a line that is a remark."""
_HEXES = re.compile(r"\d{3,4}(?:-+\d{3,4})+")
_BULLET = re.compile(r"\s*(\d{1,3})[.)]\s+(?=\S)")
_FENCE = re.compile(r"\s*`{3,}\s*(?:(\w+)\s*)?")
_COLON = re.compile(r'(?:"[^"]*"|[^":;#])*:')


STAYING = frozenset(("defend", "guard", "halt", "hold", "pass", "remain", "rest", "stay", "still", "stop", "wait"))
"""Words for doing nothing, in games in which that needs no order."""


class Word(NamedTuple):
    """``text`` is what is compared (one case, one alphabet, no full stop); ``start`` and ``end`` are columns from 0."""

    text: str
    start: int
    end: int
    quoted: bool = False


class Part(NamedTuple):
    """The words between two semicolons; ``odd`` is the column of a quote that never closes, -1 if there is none."""

    words: list[Word]
    odd: int = -1


class _NormalForms(dict[int, str]):
    """Character -> the one character it is read as, found out once each."""

    def __missing__(self, code: int) -> str:
        self[code] = read_as = _one_character(chr(code))
        return read_as


def _one_character(char: str) -> str:
    match unicodedata.category(char):
        case "Cs":
            return " "  # as the sign for a broken character, which it would be written out as
        case "Cf" | "Cc" | "Me":
            return NOTHING
        case "So" | "Sk" | "Co" if char > "\x7f":
            return " "
        case "Mn" if "\ufe00" <= char <= "\ufe0f" or char >= "\U000e0100":
            return NOTHING
    plain = unicodedata.normalize("NFKC", char)
    return plain if len(plain) == 1 else char


_FOLD = _NormalForms({9: " "})
for _read_as, _chars in {
    '"': "“”„‟«»″〝〞＂",
    "'": "‘’‚‛′´＇",
    "-": "‐‑‒–—―−﹘﹣－",
    ">": "→⇒➔➙➛➜➝➞➡⟶⟹►▶›",
    " ": "•·‣⁃●…",
    ";": ";；",
    "#": "＃",
}.items():
    _FOLD.update({ord(c): _read_as for c in _chars})


def too_long(text: str) -> str:
    """A sentence if the message is beyond LINES or CHARACTERS, "" if it is not."""
    lines = len(text.splitlines())
    if len(text) <= CHARACTERS and lines <= LINES:
        return ""
    return (
        f"that is {counted(lines, 'line')} with {counted(len(text), 'character')}; "
        f"a message may have {LINES} lines and {CHARACTERS:,} characters"
        ": send the first orders now and the rest in a second message"
    )


def normalized(text: str) -> str:
    """The form in which names are compared."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def clean(line: str) -> str:
    """The line with every character in its column, replaced by what it is read as."""
    return line if line.isascii() and line.isprintable() else line.translate(_FOLD)


def code_fence(cleaned: str) -> str | None:
    """The language tag of a line that only opens or closes a block of code; None for any other line."""
    found = _FENCE.fullmatch(cleaned) if "```" in cleaned else None
    return normalized(found[1] or "") if found else None


def list_number(cleaned: str) -> tuple[str, int]:
    """The number of a numbered list and the column after it; "" and 0 if the line has none."""
    found = _BULLET.match(cleaned) if cleaned.lstrip()[:1].isdigit() else None
    return (found[1], found.end()) if found else ("", 0)


def find_colon(cleaned: str, start: int) -> int:
    """The column of the first colon of the order that goes on at ``start``, -1 if it has none."""
    found = _COLON.match(cleaned, start)
    return found.end() - 1 if found else -1


def split_orders(cleaned: str, start: int) -> list[Part]:
    """The orders of a line as words; empty ones are left out."""
    if cleaned.lstrip().startswith(REMARKS):
        return []
    found: list[Part] = []
    words: list[Word] = []
    for token in _TOKEN.finditer(cleaned, start):
        match token.lastindex:
            case 3 | 4 as sort:
                text = token[sort]
                if text.isascii() and text.isalnum():
                    words.append(Word(text.lower(), token.start(), token.end(sort)))
                else:
                    words += _split_word(text, token.start())
            case 5 if token[5] == ";":
                if words:
                    found.append(Part(words))
                words = []
            case 5 if token[5] == "#":
                break
            case 5:
                return [*found, Part(words, token.start())]
            case quote:
                inside = token[quote or 1].replace(NOTHING, "")
                words.append(Word(normalized(" ".join(inside.split())), token.start(), token.end(), True))
    return [*found, Part(words)] if words else found


def _split_word(text: str, start: int) -> Iterator[Word]:
    """A word without the marks around it; hexes joined by dashes are several."""
    if _HEXES.fullmatch(text):
        yield from (Word(m[0], start + m.start(), start + m.end()) for m in re.finditer(r"\d+", text))
        return
    bare = text.rstrip(".!?-" + NOTHING)
    lead = len(bare) - len(bare.lstrip("-" + NOTHING))
    if bare[lead - 1 : lead] == "-" and bare[lead : lead + 1].isdigit():
        lead -= 1
    if bare[lead:]:
        yield Word(normalized(bare[lead:].replace(NOTHING, "")), start + lead, start + len(bare))


def cite(line: str, start: int, end: int) -> str:
    """The player's own words between two columns, in quotes, shortened if they are very long."""
    said = line[start:end].strip('"“”„')
    return f'"{said if len(said) <= 40 else said[:39] + "…"}"'


EVERYBODY = frozenset({"all", "everybody", "everyone"})
"""Words for all units of a side."""
_COUNTED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
IN_FIGURES = {word: str(number) for number, word in enumerate(_COUNTED, 1)}
"""Numbers in words -> in figures."""
PLAIN = frozenset(
    {"any", "anything", "as", "enemy", "everything", "first", "many", "max", "maximum", "much", "nearest", "possible"}
    | {"rest", "some", "the"}
)
"""Words of plain English that are no misspelt name."""
JOINTS = frozenset({"and", "then"})
"""Words between two orders."""
TOGETHER = JOINTS | {"&", "+", "with", "plus"}
"""Words between several units of one order."""
BREAKS = " \t,.–—-"


def joint(line: str, start: int) -> int:
    """Where the space, comma or ``and then`` before a column begins, for which a semicolon would do."""
    before = line[:start].rstrip(BREAKS)
    for _ in JOINTS:
        last = before.rpartition(" ")[2]
        before = before[: -len(last)].rstrip(BREAKS) if last.casefold() in JOINTS else before
    return len(before)
