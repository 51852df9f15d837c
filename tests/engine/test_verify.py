"""A public log proves itself: every byte, every link, every die, every event; and nothing else passes for one."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.log.verify import Verdict, verify
from engine.table import Table
from tests.engine.log_forgery import entries, resealed
from tests.engine.table_games import present
from tests.support.sampling import examples, share
from tests.support.second_verifier import judge
from tests.support.toy_system import NOW, entropy


def test_a_whole_game_holds(log: bytes) -> None:
    audit = verify(log)
    assert audit.verdict is Verdict.PROVED, str(audit)
    shown = entries(log)
    happened = [event for entry in shown if entry["kind"] == "happened" for event in entry["body"]]
    dice, events = sum(len(event["faces"]) for event in happened if event["event"] == "rolled"), len(happened)
    assert audit.entries == len(shown) and audit.withheld == () and audit.head == shown[-1]["link"]
    assert f"{dice} dice, each" in str(audit) and f"{events} events, each run again" in str(audit) and dice > 5
    assert resealed(shown) == log


def test_the_log_of_a_game_still_played_holds_as_far_as_it_is_public(played: list[bytes]) -> None:
    for log in played:
        audit, hidden = verify(log), {entry["seq"] for entry in entries(log) if "digest" in entry}
        over = entries(log)[-1]["kind"] == "closed"
        assert audit.verdict is (Verdict.PROVED if over else Verdict.SO_FAR), str(audit)
        assert set(audit.withheld) == hidden, str(audit)
    assert any("were not run again" in str(verify(log)) for log in played)
    assert any(verify(log).withheld and "were not run again" not in str(verify(log)) for log in played), (
        "a draft alone hides no event"
    )


@pytest.mark.parametrize("flip", [1, 32])
def test_any_byte_changed_is_found_and_its_entry_named(log: bytes, flip: int) -> None:
    """Every byte of the file, by default every 29th: one bit of it turned, and the entry it is in is named."""
    count = len(entries(log))
    for at in range(0, len(log), share(1, 29)):
        line = log[:at].count(b"\n")
        audit = verify(log[:at] + bytes([log[at] ^ flip]) + log[at + 1 :])
        assert not audit.holds, f"byte {at}, in entry {line}"
        named = {0, 1} if line == 0 else {min(line, count), line + (log[at : at + 1] == b"\n")}
        assert audit.entry in named, (at, line, audit)


def test_bytes_put_in_or_taken_out(log: bytes) -> None:
    for at in range(0, len(log), share(7, 53)):
        assert not verify(log[:at] + log[at + 1 :]).holds and not verify(log[:at] + b" " + log[at:]).holds
    assert (
        not verify(log + b"\n").holds
        and not verify(log[:-1]).holds
        and not verify(b"").holds
        and not verify(b"\n").holds
    )
    assert not verify(log.replace(b"},\n", b"}\n", 1)).holds


def test_upper_case_does_not_pass_for_the_same_salt(log: bytes) -> None:
    for entry in entries(log):
        if (salt := entry["salt"]) != salt.upper():
            audit = verify(log.replace(salt.encode(), salt.upper().encode()))
            assert audit.entry == entry["seq"]


def test_an_entry_taken_out_is_found_though_all_hashes_are_made_anew(log: bytes) -> None:
    """But for what changes neither dice nor position: a ruling, a pause, a deputy, a seat given up.

    The links that were posted tell of those.
    """
    shown = entries(log)
    for n, entry in enumerate(shown[:-1]):
        if verify(resealed(shown[:n] + shown[n + 1 :])).holds:
            assert entry["kind"] in ("ruled", "timed", "deputed") or entry["body"]["left"] == "bob"


DECIDED = {"timed", "proposed", "voted", "deputed"}


def test_a_log_cut_short_ends_with_a_commit(log: bytes) -> None:
    shown = entries(log)
    whole = [n for n in range(1, len(shown)) if verify(resealed(shown[:n])).holds]
    assert {shown[n - 1]["kind"] for n in whole} == {"promised", "ruled", "written", "seated", "rewound"} | DECIDED
    assert all(shown[n]["kind"] not in ("happened", "done", "revealed", "closed", "promised") for n in whole)


def test_a_second_verifier_finds_the_same(played: list[bytes]) -> None:
    for log in played:
        found = judge(log)
        assert found.proved and f"{found.dice} dice" in str(verify(log))
    shown = entries(played[-1])
    first = next(entry for entry in shown if entry["kind"] == "happened")
    first["body"][0]["faces"] = [7 - face for face in first["body"][0]["faces"]]
    assert (judge(resealed(shown)).proved, judge(resealed(shown)).entry) == (False, first["seq"])


def test_a_log_of_drafts_without_end_is_read_in_time(played: list[bytes]) -> None:
    """Each entry costs the same, however many are withheld: forty thousand once took a quarter of a minute."""
    draft, many = {"kind": "written", "side": "red", "at": NOW, "digest": "ab" * 32}, share(40_000, 20_000)
    long = resealed(entries(played[0]) + [draft] * many)
    began = time.process_time()
    assert len(verify(long).withheld) == many
    assert time.process_time() - began < many / 8_000


@settings(max_examples=examples(150), deadline=None)
@given(st.data())
def test_whatever_is_done_to_a_log_it_neither_passes_nor_raises(played: list[bytes], data: st.DataObject) -> None:
    log = data.draw(st.sampled_from(played))
    changed = bytearray(log)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(changed)))
        end = min(len(changed), start + data.draw(st.sampled_from([0, 1, 1, 2, 16, 400])))
        changed[start:end] = data.draw(
            st.binary(max_size=6) | st.sampled_from([b"", b"[" * 3000, b'"', b"\n", b"null", b"-1", b"1e999"])
        )
    assert not verify(bytes(changed)).holds or bytes(changed) in played


@settings(max_examples=examples(150), deadline=None)
@given(st.data())
def test_whatever_a_forger_says_it_does_not_raise(played: list[bytes], data: st.DataObject) -> None:
    """Bodies changed at random and every hash made anew: mostly refused, never an exception."""
    shown = entries(played[-1])
    value = (
        st.none()
        | st.integers()
        | st.text(max_size=5)
        | st.lists(st.integers(), max_size=2)
        | st.floats(allow_nan=False)
    )
    for _ in range(data.draw(st.integers(1, 3))):
        entry = data.draw(st.sampled_from(shown))
        holder = entry["body"]
        while isinstance(holder, list) and holder:
            holder = data.draw(st.sampled_from(holder))
        if isinstance(holder, dict) and holder:
            holder[data.draw(st.sampled_from(sorted(holder)))] = data.draw(value)
        else:
            entry["body"] = data.draw(value)
    try:
        changed = resealed(shown)
    except (OverflowError, UnicodeEncodeError):
        return
    assert verify(changed).holds in (True, False)


@given(st.binary())
def test_any_bytes(data: bytes) -> None:
    assert not verify(data).holds


@pytest.mark.long
def test_a_game_of_miniwars_proves_itself() -> None:
    table = Table(":memory:", entropy("miniwars"))
    game = table.open("millers-bridge", "", NOW)
    table.seat(game.id, "", "ann", NOW)
    game = table.seat(game.id, "", "ann", NOW)
    for turn in range(400):
        side = present(game.phase).sides[0]
        ideas = [
            idea
            for idea in table.ideas(game.id, side)
            if any(verb in idea for verb in ("fire", "attack", "rally", "move"))
        ]
        if ideas and turn % 3:
            table.commit(game.id, side, NOW, text="\n".join(ideas[turn % 5 :: 7] or ideas[:1]))
        else:
            table.done(game.id, side, NOW)
        assert turn % share(10, 40) or verify(table.export(game.id)).holds
        if (game := table.game(game.id)).over:
            break
    assert game.over
    log = table.export(game.id)
    audit = verify(log)
    assert audit.holds and not audit.withheld and judge(log).dice > 30, str(audit)
    seen = set()
    lines = range(1, audit.entries + 1, share(1, 4))
    for line in lines:
        at = sum(len(text) + 1 for text in log.split(b"\n")[:line]) + 8
        assert verify(log[:at] + bytes([log[at] ^ 1]) + log[at + 1 :]).entry == line
        seen.add(line)
    assert len(seen) == len(lines) and audit.entries > 200
