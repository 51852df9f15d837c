"""What a referee writes in lines (``referee extend 2d REASON``), at every door where commands are typed."""

from collections.abc import Callable
from typing import NamedTuple

from engine.contract import counted
from engine.table import Game, Refused, Table

from .position_changes import is_json, set_value
from .rewinds import read_rewind
from .spans_and_sides import first_side, first_span, read_reason
from .wording import clip, join_list, nearest

USAGES = {
    "freeze": "freeze REASON",
    "thaw": "thaw REASON",
    "pause": "pause REASON",
    "resume": "resume REASON",
    "extend": "extend 2d REASON",
    "done": "done SIDE REASON",
    "rewind": "rewind turn 2 movement because REASON",
    "unseat": "unseat SIDE REASON",
    "note": "note TEXT",
    "set": "set PATH... VALUE because REASON",
    "preview": "preview",
}
"""The word after ``referee``, and how its line goes on."""


class Ruling(NamedTuple):
    """Who rules in which game, and when.  ``words``: what is behind the word of the ruling.  ``sides``: the person's
    own, whose secrets alone they may see.
    """

    table: Table
    game: Game
    words: str
    now: str
    by: str
    sides: tuple[str, ...]


def is_ruling(words: str) -> bool:
    """Whether words behind ``referee`` are meant for a ruling, perhaps misspelled."""
    first = words.split()[0].casefold() if words.strip() else ""
    return not first or first in USAGES or bool(nearest(first, list(USAGES)))


def rule(table: Table, key: str, words: str, now: str, by: str, sides: tuple[str, ...]) -> tuple[str, ...]:
    """Carry out what is written behind ``referee``; returns what everybody is told of it.  Raises Refused."""
    word, _, rest = words.strip().partition(" ")
    ruling = _RULINGS.get(word.casefold())
    if ruling is None:
        likely = nearest(word.casefold(), list(USAGES)) if word else []
        lines = [f'"referee {USAGES[one]}"' for one in likely or USAGES]
        wrong = f"A referee cannot {clip(word, 40)!r}" if word else "The ruling is missing"
        raise Refused("missing-argument", f"{wrong}. Write {join_list(lines, 'or')}.")
    return ruling(Ruling(table, table.game(key), rest.strip(), now, by, sides))


def _reason(words: str, usage: str) -> str:
    """Raises Refused without one."""
    reason = read_reason(words)
    if not reason.strip(" .,;:!"):
        raise Refused("nothing-written", f'A ruling needs a reason, which everybody is told: "referee {usage}".')
    return reason


def _freeze(it: Ruling) -> tuple[str, ...]:
    why = _reason(it.words, USAGES["freeze"])
    return it.table.pause(it.game.id, it.now, "referee", it.by, why, freeze=True).lines


def _pause(it: Ruling) -> tuple[str, ...]:
    return it.table.pause(it.game.id, it.now, "referee", it.by, _reason(it.words, USAGES["pause"])).lines


def _resume(it: Ruling) -> tuple[str, ...]:
    return it.table.resume(it.game.id, it.now, "referee", it.by, _reason(it.words, USAGES["resume"])).lines


def _extend(it: Ruling) -> tuple[str, ...]:
    seconds, words = first_span(it.words, "referee extend 2d because the server was away")
    why = _reason(words, USAGES["extend"])
    return it.table.put_off(it.game.id, seconds, it.now, "referee", it.by, why).lines


def _done(it: Ruling) -> tuple[str, ...]:
    side, words = first_side(it.game, it.words, "referee done")
    it.table.force_done(it.game.id, side, it.now, it.by, _reason(words, USAGES["done"]))
    return tuple(line for news in it.table.news(it.game.id, it.game.length) for line in news.lines)


def _unseat(it: Ruling) -> tuple[str, ...]:
    side, words = first_side(it.game, it.words, "referee unseat")
    return it.table.unseat(it.game.id, side, it.now, it.by, _reason(words, USAGES["unseat"])).lines


def _note(it: Ruling) -> tuple[str, ...]:
    return it.table.rule(it.game.id, _reason(it.words, USAGES["note"]), it.now, it.by).lines


def _rewind(it: Ruling) -> tuple[str, ...]:
    if not it.words:
        example = next((entry for entry, _ in it.table.past_phases(it.game.id)), it.game.length)
        raise Refused(
            "missing-argument",
            'Say to which turn, phase or entry, such as "referee rewind turn 2 because ..." or "referee rewind '
            f'{example} because ...". The heads under reports give the numbers of entries.',
        )
    entry, words = read_rewind(it.table, it.game.id, it.words)
    return it.table.rewind(it.game.id, entry, it.now, it.by, _reason(words, USAGES["rewind"])).lines


def _set(it: Ruling) -> tuple[str, ...]:
    said, _, why = it.words.partition(" because ")
    words, example = said.split(), 'Write it like "referee set units W1 disrupted yes because a die was misread".'
    if len(words) < 2 or not why.strip():
        raise Refused("missing-argument", f"A change needs a path, a value, and a reason behind because. {example}")
    path, value = _path_and_value(words)
    reason = _reason(why, USAGES["set"])
    return set_value(it.table, it.game.id, path, value, it.now, it.by, reason, it.sides).lines


def _path_and_value(words: list[str]) -> tuple[tuple[str, ...], str]:
    """A value in JSON, however many words it has; another one is the last word."""
    for count in range(1, len(words)):
        value = " ".join(words[count:])
        if value.startswith(("[", "{", '"')) and is_json(value):
            return tuple(words[:count]), value
    *path, value = words
    return tuple(path), value


def _preview(it: Ruling) -> tuple[str, ...]:
    """Of sides that others play, a referee who plays is told nothing."""
    lines = list[str]()
    names = {side.name: key for key, side in it.game.sides.items()}
    for found in it.table.preview(it.game.id):
        if it.sides and names.get(found.side.name) not in it.sides:
            lines.append(f"{found.side.name}: their draft is secret from you, because you play in this game.")
            continue
        refused = f"; {counted(found.refused, 'line')} would not run" if found.refused else ""
        lines.append(f"{found.side.name}: {counted(len(found.runs), 'order')} would run now{refused}.")
        lines += [f"  held  {line}" for line in found.runs]
    return tuple(lines) or ("No side is to move, so nothing would run now.",)


_RULINGS: dict[str, Callable[[Ruling], tuple[str, ...]]] = {
    "freeze": _freeze,
    "thaw": _resume,
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "done": _done,
    "rewind": _rewind,
    "unseat": _unseat,
    "note": _note,
    "set": _set,
    "preview": _preview,
}
