"""Signs for places that cannot show them: every character has a spelling in ASCII."""

import codecs
import sys
import unicodedata

HANDLER = "ascii-signs"
"""The name under which encoders find the spelling: ``stream.reconfigure(errors=HANDLER)``."""
_SPELLED = {
    "✓": "+", "✗": "x", "✅": "ok", "❌": "no", "⚠": "!", "·": ".", "•": "*", "…": "...", "\ufe0f": "",
    "–": "-", "—": "-", "−": "-", "‑": "-", "‐": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "′": "'",
    "″": '"', "×": "x", "÷": "/", "±": "+/-", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "→": "->", "←": "<-",
    "↑": "^", "↓": "v", "⇒": "=>", "°": " deg", "§": "par. ", "½": "1/2", "¼": "1/4", "¾": "3/4", "√": "sqrt",
    "∞": "inf", "♠": "&", "♣": "%", "∩": "n", "⌂": "A", "░": ":", "▒": "%", "█": "#", "▌": "|", "●": "*", "○": "o",
    "■": "#", "□": "#", "▲": "^", "▼": "v", "▶": ">", "◀": "<", "★": "*", "☆": "*", "♦": "*", "ß": "ss", "æ": "ae",
    "Æ": "AE", "ø": "o", "Ø": "O", "œ": "oe", "Œ": "OE", "ł": "l", "Ł": "L", "đ": "d", "ð": "d", "þ": "th",
    "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u200b": "", "\u2060": "",
}  # fmt: skip
"""What is written for a character of which no plainer form exists."""


def spelled(text: str) -> str:
    """The text in ASCII: a sign as its likest letters, an accent left out, anything else as its number."""
    return "".join(char if char.isascii() else _spelled(char) for char in text)


def _spelled(char: str) -> str:
    if (known := _SPELLED.get(char)) is not None:
        return known
    if "\u2500" <= char <= "\u257f":
        return _line(unicodedata.name(char, ""))
    plain = "".join(part for part in unicodedata.normalize("NFKD", char) if not unicodedata.combining(part))
    if plain.isascii() and plain:
        return plain
    return "".join(_SPELLED.get(part, part if part.isascii() else f"\\u{ord(part):04x}") for part in plain or char)


def _line(name: str) -> str:
    """A stroke of a box."""
    across, down = "HORIZONTAL" in name or "LEFT" in name or "RIGHT" in name, "VERTICAL" in name or "DOWN" in name
    return "+" if across and down else "|" if down else "-"


def writable(text: str) -> str:
    """The text as standard output can show it."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, HANDLER).decode(encoding)


def _replace(fault: UnicodeError) -> tuple[str, int]:
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    return spelled(fault.object[fault.start : fault.end]), fault.end


codecs.register_error(HANDLER, _replace)
