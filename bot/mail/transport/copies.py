"""Mails moved to another folder once, also where the server cannot move and breaks off between copying and deleting."""

import re
from collections.abc import Iterable

from imap_tools import BaseMailBox
from imap_tools.errors import MailboxFolderSelectError

INBOX = "INBOX"
MOST_HEADERS = 65_536
"""Bytes by which two mails of the same size are compared."""


class Copies:
    """What has been copied and not been deleted yet, by the numbers of the mails in the inbox."""

    def __init__(self) -> None:
        self._copied, self._doubtful = set[str](), set[str]()
        self._looks_again = True

    def doubt_what_is_there(self) -> None:
        """Of what is in the inbox now nobody knows whether it was copied before, by a connection that broke."""
        self._looks_again = True

    def see(self, uids: Iterable[str]) -> None:
        """What is in the inbox."""
        there = set(uids)
        self._doubtful = there if self._looks_again else self._doubtful & there
        self._copied &= there
        self._looks_again = False

    def move(self, box: BaseMailBox, uid: str, folder: str) -> None:
        """Raises errors of imap_tools; then it can be called again."""
        if "MOVE" in box.client.capabilities:
            box.move(uid, folder)
            return
        if uid not in self._copied and not (uid in self._doubtful and _is_in(box, uid, folder)):
            box.copy(uid, folder)
        self._copied.add(uid)
        box.delete(uid)


def _is_in(box: BaseMailBox, uid: str, folder: str) -> bool:
    """Whether a mail of the inbox is in the other folder too: one of the same size with the same headers."""
    size, headers = _size(box, uid), _headers(box, uid)
    try:
        box.folder.set(folder)
        found = box.uids(f"LARGER {size - 1} SMALLER {size + 1}") if size > 1 else []
        return any(_size(box, other) == size and _headers(box, other) == headers for other in found)
    except MailboxFolderSelectError:
        return False
    finally:
        box.folder.set(INBOX)


def _size(box: BaseMailBox, uid: str) -> int:
    found = re.search(rb"RFC822\.SIZE (\d+)", fetch(box, uid, "(RFC822.SIZE)"))
    return int(found[1]) if found else 0


def _headers(box: BaseMailBox, uid: str) -> bytes:
    return fetch(box, uid, f"(BODY.PEEK[HEADER]<0.{MOST_HEADERS}>)")


def fetch(box: BaseMailBox, uid: str, what: str) -> bytes:
    """What the server says of one mail; b"" if it is gone.  Raises imaplib.IMAP4.error."""
    kind, found = box.client.uid("FETCH", uid, what)
    if kind != "OK" or not found or found[0] is None:
        return b""
    literals = [part[1] for part in found if isinstance(part, tuple)]
    return bytes(literals[0]) if literals else b"".join(bytes(part) for part in found if isinstance(part, bytes))
