"""Writing: an order in the one spelling the game itself would use."""
import re
from collections.abc import Iterable

from ..contract import Condition, Nouns, Order, Path, Shift, Standing
from . import models
from .courses import STAYS
from .grammar import Gap, sentence
from .plane import WORDS, like_bearing, point, written

_BARE = re.compile(r"[^\W_](?:[\w/'-]*\w)?")
_IF = re.compile(r'if (?:"[^"]*"|[^\s"]+) [^\s:]+(?: (?:"[^"]*"|[^\s":]+))?: ')


def write(order: Order, nouns: Nouns, condition: Condition | None = None) -> str:
    """Ids, full hex numbers, verbs without aliases; ``nouns`` is the vocabulary the names belong to."""
    waits = f"if {_condition(condition)}: " if condition else ""
    match order:
        case Standing(subject, policy, values):
            said = (value if point(value) else _name(value) for value in values)
            return waits + " ".join(["standing", _name(subject), policy, *said])
    plan = sentence(type(order))
    words = [_called(order, plan.subject)] if plan.subject else []
    return waits + " ".join([*words, plan.verb, *_arguments(order, plan.slots, nouns)])


def echo(parts: Iterable[str]) -> str:
    """One line of a message from the written orders of that line: an ``if`` stands once, before all that it covers."""
    line, waits = list[str](), ""
    for part in parts:
        found = _IF.match(part)
        line.append(part[len(waits):] if waits and part.startswith(waits) else part)
        waits = found[0] if found else waits
    return "; ".join(line)


def _condition(condition: Condition) -> str:
    place = [_name(condition.place)] if condition.place else []
    return " ".join([_name(condition.subject), condition.state, *place])


def _arguments(order: Order, slots: tuple[Gap, ...], nouns: Nouns) -> Iterable[str]:
    """What is left out is the default; a slot that could then be taken for another is named."""
    skipped = listing = False
    for gap in slots:
        value = getattr(order, gap.field)
        if value is None or (not gap.needed and value == gap.default):
            skipped = skipped or not gap.counts
            continue
        if gap.lead or (skipped and not gap.choices) or (listing and value not in nouns.units):
            yield gap.lead or gap.field
        listing = gap.many and not gap.lead
        named = gap.noun in ("unit", "target", "friend") and not gap.many
        yield from [_called(order, gap)] if named else (_word(v, gap) for v in (value if gap.many else (value,)))


def _called(order: Order, gap: Gap) -> str:
    """The unit in a slot, with those of its models that are meant."""
    run = getattr(order, "models" if gap.field == "unit" else f"{gap.field}_models", None)
    return _name(getattr(order, gap.field)) + models.written(run)


def _word(value: object, gap: Gap) -> str:
    match gap.noun, value:
        case ("point" | "way" | "heading"), (int(x), int(y)):
            return f"{written(x, 100)},{written(y, 100)}"
        case ("bearing" | "way" | "heading"), int(tenths):
            return WORDS.get(tenths) or written(tenths, 10)
        case "inches", int(length):
            return written(length, 100)
        case "heading", str(unit) if like_bearing(unit):
            return f'"{unit}"'
        case "course", Shift(bearing, length):
            return f"{WORDS.get(bearing) or written(bearing, 10)} {written(length, 100)}"
        case "course", tuple(paths):
            return " ".join(map(_path, paths))
        case "spots", tuple(spots):
            return " ".join(_path((spot,)) for spot in spots)
        case _ if gap.choices:
            return str(value)
    return _name(str(value))


def _path(path: Path) -> str:
    return ">".join(f"{written(x, 100)},{written(y, 100)}" for x, y in path) or STAYS


def _name(name: str) -> str:
    return name if _BARE.fullmatch(name) else f'"{name}"'
