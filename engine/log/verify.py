"""Verifies a public log (``fieldpost-log/1``) without trusting its maker: its bytes, its chain, its dice, and its
events.
"""

import re
from collections.abc import Iterator

import msgspec

from engine.contract import canonical, counted

from .dice_proof import ProofFailed, check_dice
from .export import FORMAT, TAIL, LogEntry, file_head
from .journal import Entry, digest, link
from .rerun import rerun

SALT = re.compile("[0-9a-f]{32}")
MOMENT = re.compile(r"[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]Z")


class Audit(msgspec.Struct, frozen=True):
    """The result.

    ``checked``: sentences about what was verified; ``fault``: what failed ("" if nothing), and ``entry`` the first
    entry that it is about (0: the file as a whole).  ``withheld``: entries whose bodies are not in the log yet.
    ``head``: the last link, which identifies the whole log.
    """

    game: str
    entries: int
    checked: tuple[str, ...]
    fault: str = ""
    entry: int = 0
    withheld: tuple[int, ...] = ()
    head: str = ""

    @property
    def holds(self) -> bool:
        return not self.fault

    def __str__(self) -> str:
        """The result in words, one finding a line."""
        found = "the log is valid." if self.holds else "the log is not valid."
        if not self.game and self.fault:
            return self.fault
        lines = [f"{self.game or 'This file'}: {found}", *(f"- {said}" for said in self.checked)]
        if self.withheld:
            lines.append(f"- still secret, shown by their digests alone: {len(self.withheld)}")
        if self.fault:
            lines.append(f"Entry {self.entry}: {self.fault}" if self.entry else self.fault)
        return "\n".join([*lines, f"Last link: {self.head}"] if self.head else lines)


class _Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    game: str
    entries: tuple[()]


def verify(data: bytes) -> Audit:
    """The audit of a log.  Never raises, whatever the bytes are."""
    checked, game, entries, hidden = list[str](), "", list[Entry](), dict[int, str]()
    try:
        game = _read_game(data)
        for entry, digested in _read_chain(game, data):
            entries.append(entry)
            if not entry.salt:
                hidden[entry.seq] = digested
        checked.append(f"{counted(len(entries), 'entry')}, each byte as written and each linked to the one before")
        checked += check_dice(game, entries, hidden)
        checked += rerun(entries, frozenset(hidden))
    except ProofFailed as broken:
        return Audit(game, len(entries), tuple(checked), broken.says, broken.entry, tuple(hidden))
    return Audit(game, len(entries), tuple(checked), withheld=tuple(hidden), head=entries[-1].link)


def _read_game(data: bytes) -> str:
    """The game that the head of the file names."""
    line = data.partition(b"\n")[0]
    try:
        found = msgspec.json.decode(line + b"]}", type=_Head)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise ProofFailed(
            0, f"This is not a log of Fieldpost: it does not begin with {file_head('...').decode().strip()}."
        ) from None
    if found.format != FORMAT or file_head(found.game) != line + b"\n":
        raise ProofFailed(0, f"The first line is not that of a {FORMAT}.")
    return found.game


def _read_chain(game: str, data: bytes) -> Iterator[tuple[Entry, str]]:
    """Every entry with its digest, checked for its form and its link; a withheld one has "" for salt and body."""
    before, lines = "", data.split(b"\n")[1:]
    count = next((number for number, line in enumerate(lines) if line == TAIL.strip()), len(lines))
    for seq, line in enumerate(lines[:count], 1):
        if seq < count and not line.endswith(b","):
            raise ProofFailed(seq, "Its line does not end as that of an entry does.")
        shown = _read_entry(seq, line[:-1] if seq < count else line)
        body = canonical(shown.body).decode() if not shown.digest else ""
        digested = shown.digest or digest(shown.salt, body)
        if shown.link != link(before, shown.kind, shown.side, shown.at, digested):
            raise ProofFailed(
                seq, "It is not the entry that was linked to the one before it: something in it has been changed."
            )
        before = shown.link
        yield Entry(game, seq, shown.kind, shown.side, shown.at, body, shown.salt, shown.link), digested
    if not count or b"\n".join(lines[count:]) != TAIL[1:]:
        raise ProofFailed(count, "The file does not end as a log does after this entry.")


def _read_entry(seq: int, line: bytes) -> LogEntry:
    try:
        shown = msgspec.json.decode(line, type=LogEntry)
        again = canonical(shown)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise ProofFailed(seq, "It cannot be read as an entry.") from None
    if again != line or shown.seq != seq:
        raise ProofFailed(seq, "It is not in its place, or not in the one way in which an entry is written.")
    if bool(shown.digest) == bool(shown.salt) or (shown.salt and not SALT.fullmatch(shown.salt)):
        raise ProofFailed(seq, "It must show either its body and salt, or its digest alone.")
    if not MOMENT.fullmatch(shown.at):
        raise ProofFailed(seq, f"{shown.at!r} is no moment of UTC such as 2026-01-31T18:00:00Z.")
    return shown
