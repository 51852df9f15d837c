"""Three verifiers agree: the page that checks a log in a browser, `fieldpost verify`, and a second one in the tests."""

import ast
import copy
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.log.entries import FORMAT
from engine.log.verify import Verdict, _read_head, verify
from engine.table import Table
from tests.support import second_verifier
from tests.support.chromium import Browser
from tests.support.many_cases import for_each
from tests.support.sampling import share
from tests.support.table_games import PERIOD, SCENARIOS, finished_log, play
from tests.support.three_verifiers import by_page, by_second, by_verify
from tests.support.toy_system import NOW, entropy

from .log_forgery import entries, resealed, rolled_anew
from .log_tampering import tampered_logs

STORED = Path(__file__).parent / "stored"
FIRST_LOGS = [STORED / f"format-1-{system}.log.json" for system in ("acw", "forumini", "zones")]


def both_at_once() -> bytes:
    """A finished game in which a deadline has run orders of both sides in one commit."""
    table = Table(":memory:", entropy("both"))
    key = table.open(SCENARIOS["acw"], "", NOW, PERIOD).id
    for number, side in enumerate(table.game(key).sides):
        table.seat(key, side, f"player {number}", NOW)
    for side in table.game(key).sides:
        table.write(key, side, table.ideas(key, side)[0], NOW)
    due = table.game(key).due
    assert due
    table.expire(key, due)
    table.commit(key, next(iter(table.game(key).sides)), due, text="concede")
    return table.export(key)


@cache
def good_logs() -> tuple[bytes, ...]:
    """Finished and unfinished logs of every system, with secrets in them and without, and of the first format."""
    finished = [finished_log(scenario, 5, share(40, 8)) for scenario in SCENARIOS.values()]
    started = [[table.export(key) for table, key in play(scenario, 6, 8)] for scenario in SCENARIOS.values()]
    return (
        *finished,
        both_at_once(),
        *(logs[at] for logs in started for at in (2, 7, -2)),
        *map(Path.read_bytes, FIRST_LOGS),
    )


@pytest.mark.long
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
        for made in tampered_logs(log, *_read_head(log), chance, share(400, 60) // len(logs) + 1)
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


def test_the_second_verifier_shares_no_code_with_the_first() -> None:
    files = list(Path(second_verifier.__file__).parent.glob("*.py"))
    imported = {
        name
        for file in files
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else [])
        + ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [])
    }
    assert imported <= {"hashlib", "hmac", "json", "re", "datetime", "typing", "collections.abc"} and len(files) > 3


def replaced(old: bytes, new: bytes, count: int = 1) -> Callable[[bytes], bytes]:
    return lambda log: log.replace(old, new, count)


@for_each(
    "change, words",
    [
        (replaced(b"},\n", b"}\n"), "does not end as that of an entry"),
        (replaced(b"},\n", b"},,\n"), "entry"),
        (replaced(b"\n", b"\r\n"), ""),
        (replaced(b"},\n", b"},\r\n"), "entry"),
        (replaced(b"\n]}\n", b"\n]}"), "does not end as a log"),
        (replaced(b"\n]}\n", b"\n]}\n\n"), "does not end as a log"),
        (replaced(b"\n]}\n", b"\n]}\n{}"), "does not end as a log"),
        (replaced(b"\n]}\n", b"\n"), ""),
        (replaced(b"\n]}\n", b",\n]}\n"), "entry"),
        (replaced(b"/2", b"/3"), "fieldpost-log/3"),
        (replaced(b"/2", b"/1"), "opens"),
        (replaced(b'"game"', b'"gamE"'), "not a log"),
        (replaced(b'"format"', b' "format"'), ""),
        (replaced(b'"game":"', b'"game":"\\u0041'), ""),
        (replaced(b'"game":"', b'"game":"x'), "opens"),
        (replaced(b'"entries":[', b'"entries":[ '), ""),
        (replaced(b"{", b"\xef\xbb\xbf{"), "not a log"),
        (replaced(b'"seq":1,', b'"seq":1.0,'), ""),
        (replaced(b'"seq":1,', b'"seq":1e0,'), ""),
        (replaced(b'"seq":1,', b'"seq":01,'), ""),
        (replaced(b'"seq":1,', b'"seq": 1,'), ""),
        (replaced(b'"seq":1,', b'"seq":1,"set":1,'), ""),
        (replaced(b'"side":"', b'"side":"\xff'), ""),
        (replaced(b'"side":"', b'"side":"\xed\xa0\x80'), ""),
        (replaced(b'"side":"', b'"side":"\\ud800'), ""),
        (replaced(b'"side":"', b'"side":"\\u0041'), ""),
        (replaced(b'"kind":"opened"', b'"kind":"opened","kind":"opened"'), ""),
        (lambda log: log.partition(b"\n")[0] + b"\n]}\n", ""),
        (lambda log: log.partition(b"\n")[0] + b"\n", ""),
        (lambda log: log.partition(b"\n")[0], ""),
        (lambda log: b"", "not a log"),
    ],
)
def test_a_file_that_is_not_laid_out_as_a_log(page: Browser, change: Callable[[bytes], bytes], words: str) -> None:
    log = good_logs()[0]
    assert change(log) != log
    judge_forgery(page, change(log), words)


Shown = list[dict[str, Any]]


def first(shown: Shown, kind: str, which: int = 0) -> dict[str, Any]:
    return [entry for entry in shown if entry["kind"] == kind][which]


def of_another_format(shown: Shown) -> None:
    del first(shown, "opened")["body"]["log"]


def runs_nobody(shown: Shown) -> None:
    first(shown, "locked", 1)["body"]["runs"].append("nobody")


def runs_too_many(shown: Shown) -> None:
    first(shown, "locked")["body"]["runs"] = ["nobody"] * 1000


def with_first_lock(shown: Shown) -> None:
    locked = first(shown, "locked")
    locked["body"] = locked["body"]["lock"] | {"v": "fieldpost-dice/1", "nonce": ""}


def in_another_order(shown: Shown) -> None:
    next(e for e in shown if e["kind"] == "locked" and len(e["body"]["runs"]) > 1)["body"]["runs"].reverse()


def same_message(shown: Shown) -> None:
    for which in (1, 2):
        first(shown, "locked", which)["body"]["nonce"] = "discord:7"


def orders_without_a_lock(shown: Shown) -> None:
    locked = first(shown, "locked", 2)
    stray = {"as": "orders", "lines": [], "draft": 0}
    side = first(shown, "seated")["side"]
    at = shown.index(locked) - len(locked["body"]["runs"])
    shown.insert(at, {"kind": "written", "side": side, "at": locked["at"], "salt": "00" * 16, "body": stray})


def draft_with_a_lock(shown: Shown) -> None:
    locked = next(e for e in shown if e["kind"] == "locked" and not e["body"]["lock"]["orders"] and e["body"]["runs"])
    shown[shown.index(locked) - 1]["body"] = {"as": "draft", "text": "done"}


def other_number(shown: Shown) -> None:
    roll(shown)["nth"] = 2


def same_number(shown: Shown) -> None:
    happened = next(entry for entry in shown if roll(shown) in (entry["body"] if entry["kind"] == "happened" else ()))
    happened["body"].append(copy.deepcopy(roll(shown)))


def no_faces(shown: Shown) -> None:
    roll(shown)["faces"] = []


def no_sides(shown: Shown) -> None:
    roll(shown)["sides"] = -6


def sides_without_end(shown: Shown) -> None:
    roll(shown)["sides"] = 2**300


def beacon_without_a_round(shown: Shown) -> None:
    first(shown, "locked")["body"]["lock"]["beacon"] = 7


def events_without_a_name(shown: Shown) -> None:
    first(shown, "happened")["body"].append({"why": "x"})


def roll(shown: Shown) -> dict[str, Any]:
    """The first roll."""
    events = [event for entry in shown if entry["kind"] == "happened" for event in entry["body"]]
    found: dict[str, Any] = next(event for event in events if event["event"] == "rolled")
    return found


@for_each(
    "change, make, words",
    [
        (of_another_format, resealed, "opens"),
        (runs_nobody, rolled_anew, "entries of orders before it"),
        (runs_too_many, rolled_anew, "entries of orders before it"),
        (with_first_lock, resealed, "entries of orders before it"),
        (in_another_order, rolled_anew, "another order"),
        (same_message, rolled_anew, "made a commit before"),
        (orders_without_a_lock, rolled_anew, "No lock runs"),
        (draft_with_a_lock, rolled_anew, "it is a draft"),
        (other_number, rolled_anew, "not numbered"),
        (same_number, rolled_anew, "not numbered"),
        (no_faces, resealed, "dice"),
        (no_sides, resealed, "dice"),
        (sides_without_end, resealed, "dice"),
        (beacon_without_a_round, resealed, "does not say"),
        (events_without_a_name, resealed, ""),
    ],
)
def test_what_a_forger_would_do(
    page: Browser, change: Callable[[Shown], None], make: Callable[..., Any], words: str
) -> None:
    """Each with all hashes, secrets and dice made anew as far as that helps."""
    for log in good_logs()[:6]:
        shown, (game, _) = entries(log), _read_head(log)
        try:
            change(shown)
        except StopIteration:
            continue  # there is nothing of the kind in this game
        forged = resealed(rolled_anew(shown) if make is rolled_anew else shown, game)
        judge_forgery(page, forged, words)
        break
    else:
        raise AssertionError("no game to forge in this way")


def judge_forgery(page: Browser, forged: bytes, words: str) -> None:
    """That all three find it, for this reason."""
    (judged,), expected, second = by_page(page, [forged]), by_verify(forged), by_second(forged)
    assert judged[:2] == expected[:2] and judged.verdict is second.verdict is Verdict.NOT_PROVED, (judged, expected)
    assert words in expected.why and (words in judged.why or not judged.entry), (judged, expected)
