"""Verifies a public log (``fieldpost-log/2``, or ``/1``) without trusting its maker: its bytes, its chain, its dice,
and its events.
"""

import re
from collections.abc import Iterator
from enum import StrEnum

import msgspec

from engine.contract import canonical, counted
from engine.printable import printable_line
from engine.rolls.entries import OPENING
from engine.rolls.proof import check_rolls

from .deadline import is_time
from .decision_counts import decision_counts
from .dice_proof import check_dice
from .entries import FIRST_FORMAT, FORMAT
from .export import TAIL, LogEntry, file_head
from .head import Comparison, compare, head_line
from .journal import Entry, digest, link
from .proof import Findings, ProofFailed
from .rerun import Rerun, missing_rules
from .withheld import check_digests, withheld_reasons

LONGEST = 800
"""Characters of a sentence that quotes a file, at most."""
SALT = re.compile("[0-9a-f]{32}")
MOMENT = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
FIRST_FORMAT_LIMIT = (
    f"{FIRST_FORMAT} leaves some things free that the dice depend on: the id of the player's message, the numbers of "
    "the lines of the orders and of their draft. Whoever ran the bot could have tried them until the dice suited them"
)
"""What a log of the first format cannot prove."""


ENDS = ("promised", "closed")
"""Kinds of entries that end a commit."""


class Verdict(StrEnum):
    """The three verdicts, in the words in which every door says them."""

    PROVED = "proved"
    SO_FAR = "proved as far as can be known now"
    NOT_PROVED = "not proved"


EXIT_CODES = {Verdict.PROVED: 0, Verdict.NOT_PROVED: 1, Verdict.SO_FAR: 3}
"""Of `fieldpost verify`; 2 is that of every command that cannot be carried out."""


class Audit(msgspec.Struct, frozen=True):
    """The result.

    ``checked``: sentences about what was verified; ``limits``: what could not be, and why; ``fault``: why nothing is
    proved ("" if it is), and ``entry`` the first entry that it is about (0: the file as a whole).  ``withheld``:
    entries whose bodies are not in the log yet.  ``head``: the last link, which identifies the whole log.
    """

    game: str
    entries: int
    checked: tuple[str, ...]
    fault: str = ""
    entry: int = 0
    limits: tuple[str, ...] = ()
    withheld: tuple[int, ...] = ()
    head: str = ""

    @property
    def verdict(self) -> Verdict:
        if self.fault:
            return Verdict.NOT_PROVED
        return Verdict.SO_FAR if self.limits else Verdict.PROVED

    @property
    def holds(self) -> bool:
        """Whether the log is proved, at least as far as can be known now."""
        return self.verdict is not Verdict.NOT_PROVED

    def __str__(self) -> str:
        """The result in words, one finding a line; the verdict comes first, where no name can pretend to be one."""
        lines = [f"{self.verdict.capitalize()}: {self.game or 'this file'}"]
        if self.fault:
            lines.append(f"Entry {self.entry}: {self.fault}" if self.entry else self.fault)
        if self.checked:
            lines += ["Checked before that:" if self.fault else "Checked:", *(f"- {said}" for said in self.checked)]
        if self.limits:
            lines += ["Left open:", *(f"- {said}" for said in self.limits)]
        if self.head:
            posted = head_line(self.game, self.entries, self.head)
            lines += [f"Last link: {self.head}", f"As a post has it: {posted}"]
        return "\n".join(lines)


class _Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    game: str
    entries: tuple[()]


def verify(data: bytes, posts: str | None = None) -> Audit:
    """The audit of a log, and of whether it is the one that ``posts`` carry the heads of.  Never raises, whatever the
    bytes and the text are.
    """
    checked, limits, game = list[str](), list[str](), ""
    entries, hidden = list[Entry](), dict[int, str]()
    try:
        game, form = _read_head(data)
        for entry, digested in _read_chain(game, data):
            entries.append(entry)
            if not entry.salt:
                hidden[entry.seq] = digested
        checked.append(f"{counted(len(entries), 'entry')}, each byte as written and each linked to the one before")
        compared = _compare(game, entries, posts) if posts is not None else None
        checked += compared.says if compared else []
        check_digests(hidden)
        proof = (_check_rolls if entries[0].kind == OPENING else _check_game)(game, form, entries, hidden)
        checked += proof.checked
        limits += [*(compared.open if compared else []), *proof.limits]
    except ProofFailed as broken:
        found = Audit(game, len(entries), tuple(checked), broken.says, broken.entry, (), tuple(hidden))
    else:
        found = Audit(game, len(entries), tuple(checked), "", 0, tuple(limits), tuple(hidden), entries[-1].link)
    return _printable(found)


def whole_entries(data: bytes) -> tuple[Entry, ...]:
    """The entries of a log in which nothing is withheld, each byte as written.  Raises ProofFailed."""
    game, _ = _read_head(data)
    entries = tuple(entry for entry, _ in _read_chain(game, data))
    for entry in entries:
        if not entry.salt:
            raise ProofFailed(entry.seq, "It is withheld.")
    return entries


def _printable(audit: Audit) -> Audit:
    """The audit with every sentence on a line of its own: it may quote the file."""
    checked, limits = (tuple(map(_one_line, said)) for said in (audit.checked, audit.limits))
    return msgspec.structs.replace(
        audit, game=_one_line(audit.game), checked=checked, fault=_one_line(audit.fault), limits=limits
    )


def _compare(game: str, entries: list[Entry], posts: str) -> Comparison:
    found = compare(game, [entry.link for entry in entries], posts)
    if found.fault:
        raise ProofFailed(found.entry, found.fault)
    return found


def _check_game(game: str, form: str, entries: list[Entry], hidden: dict[int, str]) -> Findings:
    limits = list[str]()
    checked = _check_dice(game, entries, hidden, limits, first_format=form == FIRST_FORMAT)
    withheld = [f"still secret: {reason}" for reason in withheld_reasons(entries, hidden.keys())]
    rerun = Rerun(entries, hidden.keys())
    first = [FIRST_FORMAT_LIMIT] if form == FIRST_FORMAT else []
    limits += [*_unfinished(entries), *withheld, *rerun.limits, *first]
    ran = [rerun.checked] if rerun.checked else []
    return Findings((*checked, *ran, *decision_counts(entries, hidden.keys())), tuple(limits))


def _check_rolls(game: str, form: str, entries: list[Entry], hidden: dict[int, str]) -> Findings:
    if form != FORMAT:
        raise ProofFailed(0, f"A dice log is a {FORMAT}, and this says {form}.")
    return check_rolls(game, entries, hidden)


def _one_line(sentence: str) -> str:
    """A sentence that may quote the file, fit to be shown on one line."""
    clipped = sentence if len(sentence) <= LONGEST else f"{sentence[:LONGEST]}..."
    return printable_line(clipped)


def _check_dice(
    game: str, entries: list[Entry], hidden: dict[int, str], limits: list[str], *, first_format: bool
) -> list[str]:
    """As ``check_dice``; but if the commits before the one that fails have a fault of their own, that is the first."""
    try:
        return list(check_dice(game, entries, hidden, limits, first_format=first_format))
    except ProofFailed as broken:
        ends = (entry.seq for entry in reversed(entries[: max(0, broken.entry - 1)]) if entry.kind in ENDS)
        whole = entries[: next(ends, 0)]
        if whole and not missing_rules(whole, hidden.keys()):
            Rerun(whole, hidden.keys())
        raise


def _unfinished(entries: list[Entry]) -> Iterator[str]:
    """That the game is still being played: the next secret is not shown, and entries may follow."""
    last = next(entry for entry in reversed(entries) if entry.kind in ENDS)
    if last.kind == "promised":
        yield f"still secret: what entry {last.seq} promises, until the next commit; the game is not over"


def _read_head(data: bytes) -> tuple[str, str]:
    """The game that the head of the file names, and its format."""
    line = data.partition(b"\n")[0]
    try:
        found = msgspec.json.decode(line + b"]}", type=_Head)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise ProofFailed(
            0, f"This is not a log of Fieldpost: it does not begin with {file_head('...', FORMAT).decode().strip()}."
        ) from None
    if found.format not in (FORMAT, FIRST_FORMAT):
        raise ProofFailed(0, f"It is a {found.format!r}, and this program can read {FORMAT} and {FIRST_FORMAT}.")
    if file_head(found.game, found.format) != line + b"\n":
        raise ProofFailed(0, f"The first line is not that of a {found.format}.")
    return found.game, found.format


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
    if not (MOMENT.fullmatch(shown.at) and is_time(shown.at)):
        raise ProofFailed(seq, f"{shown.at!r} is no moment of UTC such as 2026-01-31T18:00:00Z.")
    return shown
