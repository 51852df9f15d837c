"""What a check of the settings has found, in sentences."""

from collections.abc import Iterable
from typing import Literal, NamedTuple


class Finding(NamedTuple):
    """``advice``: what to do about it.  A note is neither good nor wrong."""

    what: str
    kind: Literal["ok", "wrong", "note"]
    text: str
    advice: str = ""

    def __str__(self) -> str:
        mark = {"ok": "ok     ", "wrong": "WRONG  ", "note": "note   "}[self.kind]
        said = f"{mark}{self.what}: {self.text}"
        return f"{said}\n       {self.advice}" if self.advice else said


def good(what: str, text: str) -> Finding:
    return Finding(what, "ok", text)


def wrong(what: str, text: str, advice: str) -> Finding:
    return Finding(what, "wrong", text, advice)


def note(what: str, text: str, advice: str = "") -> Finding:
    return Finding(what, "note", text, advice)


def without_secrets(text: str, secrets: Iterable[str]) -> str:
    """What a server has said, on one line, without the passwords that it may have repeated."""
    plain = " ".join(text.split())[:300]
    for secret in secrets:
        if len(secret) > 2:
            plain = plain.replace(secret, "***")
    return plain
