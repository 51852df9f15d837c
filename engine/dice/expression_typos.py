"""What people type in place of dice notation, with what they most likely mean: ``2w6`` or ``4d6 drop lowest``."""

import re
from collections.abc import Iterator

from .expression_tree import DieType, Span

_FLAGS = re.IGNORECASE | re.ASCII
_HERE = [
    (re.compile(pattern, _FLAGS), meant)
    for pattern, meant in (
        (r"/?roll\s+", ""),
        (r"([a-z][a-z ]*?)\s+(?=\d*d[\d%f])", r"\1: "),
        (r"x(\d+)\s+", r"\1x "),
        (r"x\s*$", "x 2d6"),
        (r"w(?=\d)", "d"),
        (r"(\d+[-+])(?=\s|$)", r" hits \1"),
    )
]
_BEFORE = [
    (re.compile(pattern, _FLAGS), meant)
    for pattern, meant in ((r"\+\s*(?=(?:adv|dis)[a-z]*)", " "), (r"(?<=[\d\s])[-+=]\s*(?=$|[;#])", ""))
]
_WORDS = re.compile(
    r"[^\S\n]+(?:(?P<deed>keep|drop)\s+(?:the\s+)?(?P<which>highest|lowest|best|worst)(?:\s+(?P<many>\d+))?"
    r"|re-?roll(?:ing)?\s+(?P<again>\d+)s?|explod(?:e|es|ing)(?:\s+on)?(?:\s+(?P<more>\d+)s?)?)(?![a-z\d])",
    _FLAGS,
)


def meant_here(text: str, at: int) -> Iterator[str]:
    """Texts that may be meant, where what stands at ``at`` cannot."""
    for pattern, meant in _HERE:
        if found := pattern.match(text, at):
            yield f"{text[:at]}{found.expand(meant)}{text[found.end() :]}"
    sign = len(text[:at].rstrip()) - 1
    for pattern, meant in _BEFORE:
        if sign >= 0 and (found := pattern.match(text, sign)):
            yield f"{text[:sign].rstrip()}{meant}{text[found.end() :]}"


def operator_in_words(text: str, at: int, die: DieType) -> tuple[str, Span] | None:
    """The operator that words after dice say, and where: ``dl1`` for `drop lowest`."""
    found = _WORDS.match(text, at)
    if not found:
        return None
    place = Span(at + len(found[0]) - len(found[0].lstrip()), found.end())
    if found["deed"]:
        which = "h" if found["which"].lower() in ("highest", "best") else "l"
        return f"{found['deed'][0].lower()}{which}{found['many'] or 1}", place
    return (f"ro{found['again']}" if found["again"] else f"e{found['more'] or die.faces}"), place
