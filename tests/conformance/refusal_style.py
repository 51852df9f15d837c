"""How every refusal is worded: part of a sentence, so that each way in can put it into one of its own."""

import re
from typing import Any

from engine.language import Problem

_NAMES = re.compile(r"""'([A-Z0-9][^']*)'|"([A-Z0-9][^"]*)\"""")
_CODE = re.compile(r"[a-z]+(-[a-z]+)*")


def names_in(seen: Any) -> tuple[str, ...]:
    """All texts of a position that begin with a capital letter or a figure: names of units, places, sides, types."""
    return tuple(dict.fromkeys(one or other for one, other in _NAMES.findall(repr(seen))))


def style_fault(problem: Problem, names: tuple[str, ...]) -> str:
    """What is wrong with the wording of a refusal; "" if nothing is."""
    says = problem.message
    if not says or says != says.strip():
        return "it is empty, or has spaces around it"
    if says.endswith((".", "!")):
        return "it ends with a full stop"
    if says[0].isupper() and not says.startswith(names):
        return "it begins with a capital letter, and not with a name"
    if re.search(r"[a-z\d)\"°]\.\s+[A-Z][a-z]+ ", says):
        return "it is several sentences"
    if re.search(r"\b(invalid|error)\b", says, re.IGNORECASE):
        return "it does not say what is wrong"
    return "" if _CODE.fullmatch(problem.code) else f"its code is {problem.code!r}"
