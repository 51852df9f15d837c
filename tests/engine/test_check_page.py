"""Three verifiers agree: the page that checks a log in a browser, `fieldpost verify`, and a second one in the tests."""

import json
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from engine.log.dice_proof import check_dice
from engine.log.entries import FIRST_FORMAT, FORMAT
from engine.log.proof import ProofFailed
from engine.log.verify import Verdict, _read_chain, _read_head, verify
from engine.log.withheld import check_digests
from tests.support.chromium import Browser
from tests.support.sampling import share
from tests.support.second_verifier import judge
from tests.support.table_games import SCENARIOS, finished_log, play

from .log_forgery import entries, resealed, with_beacon
from .log_tampering import tampered_logs

STORED = Path(__file__).parent / "stored"
FIRST_LOGS = [STORED / f"format-1-{system}.log.json" for system in ("acw", "forumini", "zones")]
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
        game, _ = _read_head(log)
        read = list(_read_chain(game, log))
        hidden = {entry.seq: digested for entry, digested in read if not entry.salt}
        check_digests(hidden)
        shown = [entry for entry, _ in read]
        form = FIRST_FORMAT if FIRST_FORMAT.encode() in log.partition(b"\n")[0] else FORMAT
        list(check_dice(game, shown, hidden, first_format=form == FIRST_FORMAT))
    except ProofFailed as failed:
        return Judged(Verdict.NOT_PROVED, failed.entry, failed.says)
    over = next(entry for entry in reversed(shown) if entry.kind in ("promised", "closed")).kind == "closed"
    return Judged(Verdict.PROVED if over and not hidden and form == FORMAT else Verdict.SO_FAR, 0)


def by_second(log: bytes) -> Judged:
    found = judge(log)
    verdict = (Verdict.SO_FAR if found.still_open else Verdict.PROVED) if found.proved else Verdict.NOT_PROVED
    return Judged(verdict, found.entry, found.why)


@cache
def good_logs() -> tuple[bytes, ...]:
    """Finished and unfinished logs of every system, with secrets in them and without, and of the first format."""
    finished = [finished_log(scenario, 5, share(40, 12)) for scenario in SCENARIOS.values()]
    started = [[table.export(key) for table, key in play(scenario, 6, 12)] for scenario in SCENARIOS.values()]
    return (*finished, *(logs[at] for logs in started for at in (2, 7, -2)), *map(Path.read_bytes, FIRST_LOGS))


def test_good_logs_are_proved_by_all_three(page: Browser) -> None:
    for log, judged in zip(good_logs(), by_page(page, good_logs()), strict=True):
        assert judged.verdict is by_verify(log).verdict is by_second(log).verdict is not Verdict.NOT_PROVED, judged
        assert verify(log).holds


def test_all_three_find_the_same_wrong_in_tampered_logs(page: Browser) -> None:
    """None of them proves what was changed before the last promise that was kept, whatever was made anew."""
    logs, chance = good_logs(), Random("tampered")
    tampered = [
        (log, made)
        for log in logs
        for made in tampered_logs(log, *_read_head(log), chance, share(1000, 60) // len(logs) + 1)
    ]
    judged = by_page(page, [made.log for _, made in tampered])
    for (log, made), by_the_page in zip(tampered, judged, strict=True):
        expected, second, where = by_verify(made.log), by_second(made.log), (made.how, by_the_page)
        assert by_the_page[:2] == expected[:2], (where, expected)
        assert second.verdict is expected.verdict, (where, second)
        if expected.verdict is not Verdict.NOT_PROVED and _read_head(log)[1] == FORMAT:
            assert made.entry >= last_bound(log) or "remade" in made.how or "withheld" in made.how, where


def last_bound(log: bytes) -> int:
    """The last promise that was kept: whatever stands before it cannot be changed without being found."""
    shown = entries(log)
    revealed = [entry["seq"] for entry in shown if entry["kind"] == "revealed"]
    kept = [entry["seq"] for entry in shown if entry["kind"] == "promised" and entry["seq"] < max(revealed, default=0)]
    return max(kept, default=0)


SIGNATURE = "a7" * 48


def test_dice_that_depend_on_a_public_beacon(page: Browser) -> None:
    """They are rolled again with it, but never called proved: whether its signature is genuine is not checked here."""
    log = good_logs()[0]
    game, shown = _read_head(log)[0], with_beacon(entries(log), SIGNATURE)
    rolled = next(entry for entry in shown if '"event": "rolled"' in json.dumps(entry))
    drawn = next(entry for entry in shown if entry["kind"] == "drawn")
    locked = next(entry for entry in shown if entry["kind"] == "locked")

    def judged() -> Judged:
        return by_page(page, [resealed(shown, game)])[0]

    assert judged() == (Verdict.SO_FAR, 0, "")
    told = page.apply("async log => (await checkLog(utf8.encode(log))).limits", resealed(shown, game).decode())
    assert "Only “fieldpost verify” checks" in told[0] and "entries 6," in told[1], told
    seen = next(event for event in rolled["body"] if event["event"] == "rolled")
    was, seen["faces"] = seen["faces"], [7 - face for face in seen["faces"]]
    assert judged()[:2] == (Verdict.NOT_PROVED, shown.index(rolled) + 1)
    seen["faces"] = was
    drawn["body"]["signature"] = "a8" * 48
    assert judged().verdict is Verdict.NOT_PROVED
    drawn["body"]["signature"] = SIGNATURE
    locked["body"]["lock"]["beacon"] = None
    assert judged()[:2] == (Verdict.NOT_PROVED, shown.index(drawn) + 1), "no beacon was named: what is a drawn entry?"
