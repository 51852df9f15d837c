"""Puts the page together from its files, with a log in it or without."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from engine.contract import canonical
from engine.rolls.entries import OPENING

LARGEST = 64_000_000
"""Bytes of a page that a browser still opens without trouble."""
FOLDER = Path(__file__).parent
SCRIPTS = (
    "canonical_json.js",
    "hashes.js",
    "log_file.js",
    "bodies.js",
    "dice_proof.js",
    "checker.js",
    "heads.js",
    "rolls_view.js",
    "view.js",
)
"""In the order in which they need each other."""


class CheckPage(NamedTuple):
    """The HTML of a page in UTF-8, and why it does not hold the log ("" if it does)."""

    html: bytes
    left_out: str = ""


def is_of_a_game(log: bytes) -> bool:
    """Whether the page can check it: it knows no dice logs, whose rolls are expressions of any kind."""
    first = log.split(b"\n", 2)[1:2]
    return bool(first) and f'"kind":"{OPENING}",'.encode() not in first[0]


def check_page(log: bytes, name: str, room: int) -> CheckPage:
    """The page with a log in it, called ``name``, if it has at most ``room`` bytes; else the page without the log."""
    try:
        text = log.decode()
    except UnicodeDecodeError:
        return CheckPage(_page("null"), "the log is not text in UTF-8")
    # no < in it, so that nothing in the log can end the element that holds it
    whole = _page(canonical({"log": text, "name": name}).decode().replace("<", "\\u003c"))
    if len(whole) > room:
        return CheckPage(_page("null"), f"with the log it would have {len(whole):,} bytes, and {room:,} are the limit")
    return CheckPage(whole)


def _page(log: str) -> bytes:
    before, after = _parts()
    return (before + log + after).encode()


@cache
def _parts() -> tuple[str, str]:
    """What stands before and behind the log.  The page allows no script and no style but these, by their hashes."""
    script = "\n" + '"use strict";\n' + "\n".join(_read(name) for name in SCRIPTS)
    style = "\n" + _read("style.css")
    page = _read("page.html")
    for place, text in {"script": script, "style": style}.items():
        page = page.replace(f"{{{{{place} hash}}}}", _source_hash(text)).replace(f"{{{{{place}}}}}", text)
    before, _, after = page.partition("{{log}}")
    return before, after


def _read(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


def _source_hash(text: str) -> str:
    """As a Content-Security-Policy names an inline script or style."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
