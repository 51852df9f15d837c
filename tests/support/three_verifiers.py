"""What three verifiers say of a log: the page that checks it in a browser, `fieldpost verify`, and a second one of the
tests."""

from base64 import b64encode
from collections.abc import Sequence
from typing import NamedTuple

from engine.log.dice_proof import check_dice
from engine.log.entries import FIRST_FORMAT
from engine.log.proof import ProofFailed
from engine.log.verify import Verdict, _read_chain, _read_head
from engine.log.withheld import check_digests

from .chromium import Browser
from .second_verifier import judge

JUDGE = """async logs => {
  const found = [];
  for (const log of logs) {
    const { verdict, entry, fault } = await checkLog(Uint8Array.from(atob(log), sign => sign.charCodeAt(0)));
    found.push([verdict, entry, fault]);
  }
  return found;
}"""
AT_ONCE = 50


class Judged(NamedTuple):
    """What somebody says of a log: the verdict, the first entry that is wrong (0: none, or the file), and why."""

    verdict: Verdict
    entry: int
    why: str = ""


def by_page(browser: Browser, logs: Sequence[bytes]) -> list[Judged]:
    found = list[Judged]()
    for start in range(0, len(logs), AT_ONCE):
        some = [b64encode(log).decode() for log in logs[start : start + AT_ONCE]]
        found += [Judged(Verdict(verdict), entry, why) for verdict, entry, why in browser.apply(JUDGE, some)]
    return found


def by_verify(log: bytes) -> Judged:
    """What `fieldpost verify` finds before it asks the rules."""
    try:
        game, form = _read_head(log)
        read = list(_read_chain(game, log))
        hidden = {entry.seq: digested for entry, digested in read if not entry.salt}
        check_digests(hidden)
        shown = [entry for entry, _ in read]
        limits = [FIRST_FORMAT] if form == FIRST_FORMAT else []
        list(check_dice(game, shown, hidden, limits, first_format=bool(limits)))
    except ProofFailed as failed:
        return Judged(Verdict.NOT_PROVED, failed.entry, failed.says)
    over = next(entry for entry in reversed(shown) if entry.kind in ("promised", "closed")).kind == "closed"
    return Judged(Verdict.PROVED if over and not hidden and not limits else Verdict.SO_FAR, 0)


def by_second(log: bytes) -> Judged:
    found = judge(log)
    verdict = (Verdict.SO_FAR if found.still_open else Verdict.PROVED) if found.proved else Verdict.NOT_PROVED
    return Judged(verdict, found.entry, found.why)
