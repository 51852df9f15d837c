"""What is said when a PostgreSQL server does not do what was asked: a code and a sentence for each of its errors."""

import psycopg

from engine.errors import Refused

_AWAY = ("no-server", "The PostgreSQL server of {} cannot be reached. Nothing was stored; check that it runs.")
_BUSY = ("busy", "Another program is using {}. Nothing was stored; try again in a few seconds.")
_FULL = ("disk-full", "The disk of the server of {} is full. Nothing was stored; free some space and try again.")
_READ_ONLY = (
    "read-only",
    "This program may only read {}. Nothing was stored; let its user write there, or name the main server.",
)
_DAMAGED = ("damaged", "{} is damaged. Restore it from a backup.")
_LOST = ("connection-lost", "The connection to the server of {} was lost. Nothing was stored; try again.")
_STATES = {
    "08": _LOST,
    "53100": _FULL,
    "53": ("busy", "The server of {} is at its limit ({error}). Nothing was stored; try again in a moment."),
    "57014": _BUSY,
    "57": ("no-server", "The PostgreSQL server of {} is starting or stopping. Nothing was stored; try again soon."),
    "55": _BUSY,
    "40": _BUSY,
    "25006": _READ_ONLY,
    "25": _LOST,
    "42501": _READ_ONLY,
    "58": _FULL,
    "XX00": _DAMAGED,
}
"""By the SQLSTATE or its beginning; the longest that fits counts."""

_SIGNING_IN = (
    (
        ("password authentication failed", "no password supplied", "role", "authentication"),
        (
            "no-server",
            "The PostgreSQL server does not accept the user or the password of {}. Correct them in the address; letters"
            " such as @ / : in a password are written %40 %2F %3A.",
        ),
    ),
    (
        ("database",),
        ("no-server", "There is no database {} on that server. Make it with createdb -E UTF8 -T template0 NAME."),
    ),
    (
        ("too many clients", "connection slots"),
        ("busy", "The server of {} takes no more connections. Try again in a few seconds."),
    ),
    (
        ("starting up", "shutting down", "recovery mode"),
        ("no-server", "The PostgreSQL server of {} is starting or stopping. Try again in a few seconds."),
    ),
)
"""By the words of a failed sign-in, which has no SQLSTATE; its own text may repeat parts of a mistyped password."""


def refusal(caught: Exception, name: str) -> Refused:
    """The refusal for an error of a statement, or for a text that no database can hold."""
    state = getattr(caught, "sqlstate", None) or ""
    fitting = [code for code in _STATES if state.startswith(code)] if state else []
    if fitting:
        code, says = _STATES[max(fitting, key=len)]
    elif isinstance(caught, psycopg.OperationalError):
        code, says = _LOST
    else:
        code, says = "damaged", "{} does not work as it should ({error}). Nothing was stored."
    return Refused(code, says.format(name, error=_first_line(caught)))


def refused_sign_in(caught: Exception, name: str) -> Refused:
    """The refusal for a connection that could not be made."""
    said = str(caught)
    said = "no password supplied" if "no password supplied" in said else said.partition("FATAL:")[2]
    for words, (code, says) in _SIGNING_IN:
        if any(word in said for word in words):
            return Refused(code, says.format(name))
    code, says = _AWAY
    return Refused(code, says.format(name))


def unknown_outcome(name: str) -> Refused:
    """The connection was lost at the end of a transaction, and the server is not there to be asked."""
    return Refused(
        "outcome-unknown",
        f"The connection to the server of {name} was lost while a change was being stored, and the server does not"
        " answer. The change is stored whole or not at all: look at the game before you repeat it.",
    )


def _first_line(caught: Exception) -> str:
    return (str(caught).splitlines() or [type(caught).__name__])[0]
