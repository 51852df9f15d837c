"""The public log of a game, ``fieldpost-log/2``: everything needed to verify the game, and nothing that is still
secret.

*The file* is JSON in UTF-8 in exactly this layout: the line ``{"format":"fieldpost-log/2","game":ID,"entries":[``, one
line for each entry (followed by a comma but for the last), the line ``]}``; every line ends with a line feed. Every
JSON value in it is canonical: keys sorted, no spaces, no escapes but those that JSON demands (Python: ``json.dumps(x,
sort_keys=True, separators=(",", ":"), ensure_ascii=False)``).

*An entry* has ``seq`` (from 1, none left out), ``kind``, ``side`` (whose ``seated``, ``deputed``, ``written``,
``done``, ``proposed``, ``voted`` it is, and who committed in ``locked``; "" in all others, and in ``locked`` at a
deadline), ``at`` (UTC, as in 2026-01-31T18:00:00Z), ``link``, and either ``body`` and ``salt`` (32 hex digits) or,
while it must stay secret, only ``digest``. Only ``written`` and ``happened`` are ever secret, and ``opened`` while the
scenario has units that not everybody may know of; nothing is before a ``closed``. The digest of an entry shown is
sha256(the salt's 16 bytes followed by the body as canonical JSON); its link is sha256(the canonical JSON list [link of
the entry before or "", kind, side, at, digest]). All hashes are lower-case hex. ``at`` never falls, but for a ``ruled``
by "the clock".

*Kinds and bodies*, in the order in which one commit writes them: ``opened`` {game, name, system, version, scenario,
source (JSON in a string, where the order of keys matters), period: seconds a phase lasts, or null, log: fieldpost-
log/2, beacon: {chain, patience} only where the dice wait for one, and terms: {word: text} only where there are any};
``seated`` {player, left, why only where somebody else freed it, closes: [entry, ...] only where proposals are closed
with the seat}; ``written`` {as:
draft, text} or, for each side whose orders run, {as: orders, lines: [[line, text], ...], draft: seq of its draft or 0};
``locked`` {lock, nonce, runs, v: fieldpost-log/2}; then ``happened`` [event, ...], as often as needed, and ``done``
{by: player or deadline} for each side that ends its part of the phase; ``revealed`` {lock, secret, seed, salts};
``promised`` {promise} or, at the end of the game, ``closed`` {winner, reason}. Another ``promised`` follows ``opened``,
and a ``rewound`` out of a game that was over. Beside them ``ruled`` {by, text, changes: [{path, value as JSON, "" to
take it away}, ...] only where it changes the position} and ``rewound`` {by, to, why only where it is given}: from there
the position is that after the last commit that ends at or before entry ``to``; dice of what is undone stay used.
``timed`` {act, due, role, by, sides, why} sets the deadline of the phase; ``proposed`` {motion, value, by} and
``voted`` {on, yes, by} of a side are votes, and the end of a game that is agreed is a ``closed`` right behind one;
``deputed`` {player} of a side names who may order for it (engine/log/decisions.py). The dice depend on none of these.

*The dice*: ``lock`` of a ``locked`` entry is that of ``fieldpost-dice/2`` (engine/dice/sealed.py): {v, game, lock,
phase, orders, previous, promise, beacon}. Locks go on being counted and linked over a rewind. ``runs`` names the sides
of the entries of orders just before it, in their order. The lock's ``orders`` has for each of these sides whose lines
have texts other than ``done`` sha256(the 16 bytes of its entry's salt followed by the canonical JSON list of these
texts); its ``phase`` is turn and name of the phase before it, with a blank between; its ``promise`` is that of the last
``promised`` entry, which is sha256 of the secret ``revealed`` after it; its ``previous`` is sha256 of the lock before
it. Each event up to the reveal whose ``event`` is ``rolled`` names its roll: why, nth, sides, faces; the nths of one
why and sides count from 1 (with gaps where a ``happened`` of the lock is secret). The key of the lock and these names
give the faces. ``nonce`` says where the commit came from (engine/log/nonces.py); the dice do not depend on it.

*A beacon* (engine/beacon/chain.py): in a game that has one the ``beacon`` of every lock is {chain, round}: the first
round published at least 6 seconds after the ``at`` of its entry; without one it is null. ``awaited`` {closes, by:
player or deadline, "" for nobody} follows such a lock at once: the sides whose part of the phase the commit will end.
Behind it there may be seats, drafts and notes; then ``drawn`` {round, signature: hex}, and only then ``happened`` and
what follows it. The randomness of the round is sha256 of its signature; it is appended to the digest of the lock where
the key is made of it. An empty signature adds nothing: it may stand ``patience`` seconds after the round's time, unless
that is 0.

*What the secret is made of*: ``salts`` has for each side sha256 of the salt of the ``written`` entry of its orders in
this commit (also of a side without orders), and the secret is HMAC-SHA256(``seed``, the canonical JSON list [link of
the entry before the ``promised`` one, ``salts``]). The digests in the lock depend on these salts, so they must be
promised with the secret: otherwise its keeper could try salts until the dice suit them. The link makes each promise
bind all that was written before it.

``fieldpost-log/1``, of games that the first version opened, differs: ``opened`` has no ``log``; the body of ``locked``
is the lock of ``fieldpost-dice/1``, which has a ``nonce`` of any form and names for each side that runs orders the
digest of their entry; the secret is HMAC-SHA256(``seed``, ``salts``); times may fall.
"""

from collections.abc import Iterable, Set
from typing import Any

import msgspec

from engine.contract import canonical

from .entries import FIRST_FORMAT, FORMAT, Opened
from .journal import Entry


class LogEntry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An entry of a public log; ``body`` is missing, and ``digest`` there, while it is secret."""

    seq: int
    kind: str
    side: str
    at: str
    link: str
    body: Any = None
    salt: str = ""
    digest: str = ""


def export(opened: Opened, entries: Iterable[Entry], withheld: Set[int]) -> bytes:
    """The log of a game, in the format in which it was opened."""
    return log_file(opened.game, entries, withheld, FIRST_FORMAT if opened.first_format else FORMAT)


def log_file(game: str, entries: Iterable[Entry], withheld: Set[int], form: str = FORMAT) -> bytes:
    """The file of a log, without the bodies of the withheld entries."""
    lines = (canonical(_log_entry(entry, withheld)) for entry in entries)
    return file_head(game, form) + b",\n".join(lines) + TAIL


def file_head(game: str, form: str) -> bytes:
    return b'{"format":' + canonical(form) + b',"game":' + canonical(game) + b',"entries":[\n'


TAIL = b"\n]}\n"


def _log_entry(entry: Entry, withheld: Set[int]) -> LogEntry:
    shown = LogEntry(entry.seq, entry.kind, entry.side, entry.at, entry.link)
    if entry.seq in withheld:
        return msgspec.structs.replace(shown, digest=entry.digest)
    return msgspec.structs.replace(shown, body=msgspec.Raw(entry.body), salt=entry.salt)
