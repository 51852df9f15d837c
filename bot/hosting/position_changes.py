"""A referee's change of one value of the position, as people write it at every door."""

from collections.abc import Sequence

from engine.contract import Unreadable, parse
from engine.log.decisions import Change
from engine.log.rulings import BadChange, as_value, value_at
from engine.table import News, Refused, Table

from .wording import join_list

LONGEST_VALUE = 200
"""Characters of a value that is set."""
SHOWN = 20
"""Fields that a refusal names, at most."""
_WORDS = {"yes": "true", "no": "false", "true": "true", "false": "false", "none": "null", "null": "null"}
_REMOVE = ("nothing", "remove")


def set_value(
    table: Table, game: str, path: Sequence[str], said: str, now: str, by: str, why: str, viewers: Sequence[str] = ()
) -> News:
    """Set what stands at the path to what is ``said``; ``viewers`` as in ``RefereeDesk.change``.  Raises Refused
    with the fields that are there.

    A word that is also a number or a truth, such as hex 1003, is taken as a text where the position takes it only so.
    """
    if len(said) > LONGEST_VALUE:
        raise Refused("bad-change", f"A value may have {LONGEST_VALUE} characters; this one has {len(said)}.")
    first, *others = readings(said)
    try:
        return table.change(game, (Change(tuple(path), first),), now, by, why, viewers)
    except Refused as refused:
        if refused.code != "bad-change":
            raise
        for value in others:
            try:
                return table.change(game, (Change(tuple(path), value),), now, by, why, viewers)
            except Refused as other:
                if other.code != "bad-change":
                    raise
        raise Refused("bad-change", f"{refused}{_help(table, game, path)}") from refused


def readings(said: str) -> tuple[str, ...]:
    """What the words can mean, as a change holds it, the likeliest first."""
    words = said.strip()
    if words.casefold() in _REMOVE:
        return ("",)
    text = as_value(words)
    if is_json(words):
        return tuple(dict.fromkeys((words, text)))
    if plain := _WORDS.get(words.casefold()):
        return plain, text
    quoted = len(words) > 1 and words[0] == words[-1] == "'"
    return (as_value(words[1:-1]) if quoted else text,)


def is_json(value: str) -> bool:
    try:
        parse(value[: LONGEST_VALUE + 1])
    except (Unreadable, RecursionError):
        return False
    return True


def _help(table: Table, game: str, path: Sequence[str]) -> str:
    """A change that works, or the fields that are there, as far as everybody sees them."""
    seen = table.odds(game).seen
    try:
        now = as_value(value_at(seen, tuple(path)))
    except BadChange:
        return _fields(seen, path)
    if len(now) > LONGEST_VALUE:
        return _fields(seen, path)
    return f" It is {now} now. A change that is accepted: {' '.join(path)} {now}"


def _fields(seen: object, path: Sequence[str]) -> str:
    """What stands at the place above, or at the last one above it that there is; "" if that is nothing."""
    for count in range(len(path) - 1, -1, -1):
        try:
            at = value_at(seen, tuple(path[:count]))
        except BadChange:
            continue
        if isinstance(at, dict) and at:
            names = [str(name) for name in at]
            more = [f"{len(names) - SHOWN} more"] if len(names) > SHOWN else []
            where = " ".join(path[:count]) or "The position"
            return f" {where} has {join_list([*names[:SHOWN], *more])}."
    return ""
