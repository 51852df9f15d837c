"""Ids of the program's own mails: the same mail always has the same, so that one sent twice is shown once."""

import re
from typing import NamedTuple

_OWN = re.compile(r"<([a-z0-9-]{1,60})(?:\.(\d{1,9})\.([^@<>\s]{1,80}))?@([^@<>\s]{1,250})>")


class OwnId(NamedTuple):
    """``seq``: the log entry of a report, 0 for the root of a game's thread."""

    game: str
    seq: int


def message_id(local: str, host: str) -> str:
    return f"<{local}@{host}>"


def thread_root(game: str, host: str) -> str:
    """The id that all mails of a game refer to; no mail has it."""
    return message_id(game, host)


def read_message_id(reference: str, host: str) -> OwnId | None:
    """The game in an id of a report or of a thread; None for ids of others."""
    found = _OWN.fullmatch(reference)
    if not found or found[4].lower() != host or found[1] == "ack":
        return None
    return OwnId(found[1], int(found[2] or 0))
