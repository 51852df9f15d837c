"""Text of files that others wrote, made fit to be shown: nothing in it can steer a screen, hide, or reverse words."""

_BLANKS = frozenset(
    " \t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)


def printable(text: str) -> str:
    """The text with only printable characters and line ends: a blank of another kind is a blank, and everything else
    is written as its number, such as ``\\x1b``.
    """
    return text if text.isprintable() else "\n".join(map(printable_line, text.split("\n")))


def printable_line(text: str) -> str:
    """The same on one line, so that a sentence which quotes it stays one: a line end becomes ``\\x0a``."""
    return text if text.isprintable() else "".join(sign if sign.isprintable() else _spelled(sign) for sign in text)


def is_printable(text: str) -> bool:
    """Whether the text has only printable characters and blanks of any kind."""
    return text.isprintable() or all(sign.isprintable() or sign in _BLANKS for sign in text)


def _spelled(sign: str) -> str:
    if sign in _BLANKS:
        return " "
    return f"\\x{ord(sign):02x}" if ord(sign) < 256 else f"\\u{ord(sign):04x}"
