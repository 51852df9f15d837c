"""What an IMAP server says of one mail."""

from imap_tools import BaseMailBox


def fetch(box: BaseMailBox, uid: str, what: str) -> bytes:
    """What the server says of one mail; b"" if it is gone.  Raises imaplib.IMAP4.error."""
    kind, found = box.client.uid("FETCH", uid, what)
    if kind != "OK" or not found or found[0] is None:
        return b""
    literals = [part[1] for part in found if isinstance(part, tuple)]
    return bytes(literals[0]) if literals else b"".join(bytes(part) for part in found if isinstance(part, bytes))
