"""What the body of each kind of entry says."""

from collections.abc import Callable, Mapping
from typing import Any

from .file import FIRST_LOG, LOG

Check = Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_whole(value: Any) -> bool:
    return type(value) is int


def _is_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_text, value.values()))


def _or_null(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _exactly(constant: Any) -> Check:
    return lambda value: type(value) is type(constant) and value == constant


def _list(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _pair(first: Check, second: Check) -> Check:
    return lambda value: isinstance(value, list) and len(value) == 2 and first(value[0]) and second(value[1])


def _has(must: Mapping[str, Check], may: Mapping[str, Check] = {}) -> Check:
    """An object with the keys of ``must`` and no other; those of ``may`` can be missing."""
    every = {**may, **must}

    def check(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and must.keys() <= value.keys() <= every.keys()
            and all(every[key](one) for key, one in value.items())
        )

    return check


_LOCK: dict[str, Check] = {
    **dict.fromkeys(("game", "phase", "previous", "promise"), _is_text),
    "lock": _is_whole,
    "orders": _is_texts,
}
_ROUND = _has({"chain": _is_text, "round": _is_whole})
_NEW_LOCK = _has({**_LOCK, "v": _exactly("fieldpost-dice/2"), "beacon": _or_null(_ROUND)})
IS_LOCK = {
    LOG: _has({"v": _exactly(LOG), "nonce": _is_text, "runs": _list(_is_text), "lock": _NEW_LOCK}),
    FIRST_LOG: _has({**_LOCK, "v": _exactly("fieldpost-dice/1"), "nonce": _is_text, "beacon": _exactly(None)}),
}
IS_DRAFT = _has({"as": _exactly("draft"), "text": _is_text}, {"ahead": _exactly(True)})
IS_ORDERS = _has({"as": _exactly("orders"), "lines": _list(_pair(_is_whole, _is_text)), "draft": _is_whole})
_CHANGE = _has({"path": _list(_is_text), "value": _is_text})
_CHOICE = _has({"chain": _is_text, "patience": _is_whole})
_OPENED = dict.fromkeys(("game", "name", "system", "version", "scenario", "source"), _is_text)
IS_BODY: dict[str, Check] = {
    "opened": _has(
        {**_OPENED, "period": _or_null(_is_whole)}, {"log": _exactly(LOG), "beacon": _CHOICE, "terms": _is_texts}
    ),
    "seated": _has({"player": _is_text, "left": _is_text}, {"why": _is_text, "closes": _list(_is_whole)}),
    "deputed": _has({"player": _is_text}),
    "timed": _has({**dict.fromkeys(("act", "due", "role", "by", "why"), _is_text), "sides": _list(_is_text)}),
    "proposed": _has(dict.fromkeys(("motion", "value", "by"), _is_text)),
    "voted": _has({"on": _is_whole, "yes": lambda value: isinstance(value, bool), "by": _is_text}),
    "said": _has({"to": _list(_is_text), "text": _is_text}),
    "promised": _has({"promise": _is_text}),
    "written": lambda body: IS_DRAFT(body) or IS_ORDERS(body),
    "locked": lambda body: any(check(body) for check in IS_LOCK.values()),
    "awaited": _has({"closes": _list(_is_text), "by": _is_text}),
    "drawn": _has({"round": _is_whole, "signature": _is_text}),
    "happened": _list(lambda event: isinstance(event, dict) and _is_text(event.get("event"))),
    "done": _has({"by": _is_text}),
    "revealed": _has({"lock": _is_whole, "secret": _is_text, "seed": _is_text, "salts": _is_texts}),
    "closed": _has({"winner": _or_null(_is_text), "reason": _or_null(_is_text)}),
    "ruled": _has({"by": _is_text, "text": _is_text}, {"changes": _list(_CHANGE)}),
    "rewound": _has({"by": _is_text, "to": _is_whole}, {"why": _is_text}),
}
_IS_ROLL: dict[str, Check] = {
    "why": _is_text,
    "sides": _is_whole,
    "faces": _list(_is_whole),
    "nth": _is_whole,
    "mods": _list(_pair(_is_text, _is_whole)),
    "need": _or_null(_is_whole),
    "result": _is_text,
    "rule": _is_text,
    "successes": _is_whole,
    "most": _is_whole,
}


def is_roll(event: dict[str, Any]) -> bool:
    """What is beside these keys is no concern of the dice."""
    named = {key: event[key] for key in _IS_ROLL if key in event}
    return {"why", "sides", "faces"} <= named.keys() and all(_IS_ROLL[key](value) for key, value in named.items())
