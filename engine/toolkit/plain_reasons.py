"""Why a value of a file does not fit the record that it is read as, in words for people who write such files."""

import re

from engine.contract import Unreadable

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}
"""Names of types in the messages -> how they are called."""


def plain_reason(unfit: Unreadable) -> str:
    """``range must be a list, not a text``, a part of a sentence."""
    says, _, path = str(unfit).partition(" - at ")
    where = re.sub(r"^(?:key in )?\$?\.?", "", path.strip("`").replace("`", "")).replace("[...]", "")
    if found := re.fullmatch(r"Expected `([^`]*)`(.*?)(?:, got `?(.*?)`?)?", says):
        kinds, bounds, got = found.groups()
        limit = f" {bounds.strip()}" if bounds.strip() else ""
        return f"{where or 'it'} must be {_kinds(kinds)}{limit}{f', not {_kinds(got)}' if got else ''}"
    if found := re.fullmatch(r"Object missing required field `(.*)`", says):
        return f"{found[1]} is missing{f' in {where}' if where else ''}"
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", says):
        return f"{found[1]} is not known here"
    if found := re.fullmatch(r"Invalid enum value (.*)", says):
        return f"{where or 'it'} has no value called {found[1].strip(chr(39))}"
    return says[:1].lower() + says[1:]


def _kinds(written: str) -> str:
    kinds = [_KINDS.get(kind.strip(), kind.strip()) for kind in written.split("|")]
    return " or ".join(dict.fromkeys(kinds))
