"""A log whose hashes were all made anew still has to agree with its dice, its rules and itself."""

import hashlib
from typing import Any

import pytest

from engine.contract import canonical
from engine.dice.sealed import orders_digest
from engine.log.verify import Verdict, verify
from engine.systems import SYSTEMS
from tests.engine.log_forgery import entries, forged, remade, resealed
from tests.support import toy_system
from tests.support.toy_system import NOW


def put(kind: str, side: str = "", **body: object) -> dict[str, Any]:
    """An entry put at the end of a log."""
    return {"kind": kind, "side": side, "at": NOW, "salt": "00" * 16, "body": body}


@pytest.mark.parametrize(
    "more",
    [
        [put("promised", promise="ab" * 32)],
        [put("rewound", by="ref", to=10**9), put("promised", promise="ab" * 32)],
        [put("rewound", by="ref", to=-5), put("promised", promise="ab" * 32)],
        [put("seated", "green", player="eve", left="")],
        [put("written", "green", **{"as": "draft", "text": "R1 hit B1"})],
        [put("written", "red", **{"as": "orders", "lines": [], "draft": 0})],
        [put("written", "red", **{"as": "orders", "lines": [], "draft": 0}), put("ruled", by="ref", text="So be it.")],
        [put("betrayed", "red")],
    ],
)
def test_what_no_table_writes_does_not_hold(log: bytes, more: list[dict[str, Any]]) -> None:
    audit = verify(resealed(entries(log) + more))
    assert not audit.holds and audit.entry == len(entries(log)) + 1, str(audit)


def test_a_forged_die(log: bytes) -> None:
    assert forged(log, "happened", lambda body: body[0].update(faces=[7 - face for face in body[0]["faces"]])) == (
        0,
        "opening: the dice shown are not the dice that were rolled.",
    )


def test_a_die_under_another_name(log: bytes) -> None:
    assert forged(log, "happened", lambda body: body[0].update(nth=2)) == (
        0,
        "opening: the rolls are not numbered one after the other.",
    )
    assert forged(log, "happened", lambda body: body.insert(0, body[0]))[0] == 0


@pytest.mark.parametrize("faces", [[], [1] * 1000])
def test_a_die_too_many_or_none(log: bytes, faces: list[int]) -> None:
    assert forged(log, "happened", lambda body: body[0].update(faces=faces))[0] == 0


@pytest.mark.parametrize("sides", [0, -6, 10**15, 2**300, 7])
def test_dice_of_strange_shape(log: bytes, sides: int) -> None:
    assert forged(log, "happened", lambda body: body[0].update(sides=sides))[0] == 0


def test_a_forged_event(log: bytes) -> None:
    def other(body: Any) -> None:
        body[-1]["turn"] = 9

    away, says = forged(log, "happened", other)
    assert away == 0 and "something else happen" in says


KINDS = ("opened", "locked", "happened", "revealed", "promised", "closed", "ruled", "rewound", "seated", "written")


@pytest.mark.parametrize("kind", KINDS)
def test_more_said_than_there_is_to_say(log: bytes, kind: str) -> None:
    assert forged(log, kind, lambda body: (body[0] if isinstance(body, list) else body).update(more=1))[0] == 0


def test_an_event_left_out(log: bytes) -> None:
    away, says = forged(log, "happened", lambda body: body.pop())
    assert away == 1 and "more happen" in says


def test_a_forged_secret(log: bytes) -> None:
    assert forged(log, "revealed", lambda body: body.update(secret="00" * 32))[0] == 0
    assert forged(log, "revealed", lambda body: body.update(secret="zz"))[0] == 0
    assert forged(log, "revealed", lambda body: body.update(lock=9))[0] == 0
    assert forged(log, "revealed", lambda body: body.update(secret=body["secret"].upper()))[0] == 0


def test_a_promise_made_afterwards(log: bytes) -> None:
    """Secret and promise changed together still do not give the dice that fell."""
    shown = entries(log)
    locked, revealed = (next(entry for entry in shown if entry["kind"] == kind) for kind in ("locked", "revealed"))
    revealed["body"]["seed"] = "11" * 32
    audit = verify(remade(shown))
    assert audit.entry == locked["seq"] + 1 and "dice" in audit.fault


def test_what_was_written_before_a_promise_is_bound_by_it(log: bytes) -> None:
    """A name or a note is in no lock, but the secret was made of the link before its promise."""
    for kind, change in (("opened", {"name": "Dusk"}), ("seated", {"player": "eve"}), ("opened", {"scenario": "duet"})):
        shown = entries(log)
        next(entry for entry in shown if entry["kind"] == kind)["body"].update(change)
        audit = verify(resealed(shown))
        assert shown[audit.entry - 1]["kind"] == "revealed" and "before it was changed" in audit.fault
        audit = verify(remade(shown))
        assert shown[audit.entry - 1]["kind"] == "happened" and "dice" in audit.fault


def test_a_salt_chosen_when_the_orders_were_known(log: bytes) -> None:
    """Orders and secret as they were, another salt, and the dice that it gives: whoever runs the bot could try salts
    without end.
    """
    shown = entries(log)
    written = next(entry for entry in shown if entry["kind"] == "written" and entry["body"]["as"] == "orders")
    locked, revealed = (
        next(e for e in shown[written["seq"] :] if e["kind"] == kind) for kind in ("locked", "revealed")
    )
    written["salt"] = "5a" * 16
    texts = [text for _, text in written["body"]["lines"]]
    locked["body"]["lock"]["orders"]["red"] = orders_digest(written["salt"], texts)
    audit = verify(resealed(shown))
    assert audit.entry == written["seq"] and "salt of red" in audit.fault
    revealed["body"]["salts"]["red"] = hashlib.sha256(b"\x5a" * 16).hexdigest()
    audit = verify(resealed(shown))
    assert audit.entry == revealed["seq"] and "not made of" in audit.fault


@pytest.mark.parametrize(
    "change",
    [
        {"lock": 5},
        {"previous": "00" * 32},
        {"promise": "00" * 32},
        {"orders": {"red": "00" * 32}},
        {"game": "duel-2"},
        {"v": "fieldpost-dice/1"},
        {"phase": "1 opening "},
        {"phase": ""},
        {"beacon": 1},
    ],
)
def test_a_forged_lock(log: bytes, change: dict[str, Any]) -> None:
    away, says = forged(log, "locked", lambda body: body["lock"].update(change), 1)
    assert away == 0 or (away == 1 and "dice" in says), (away, says)


@pytest.mark.parametrize(
    "nonce", ["", "99", "discord:", "discord:x", "discord:" + "9" * 21, "mail:ab", "web:1", "Ahead"]
)
def test_a_nonce_in_another_form(log: bytes, nonce: str) -> None:
    away, says = forged(log, "locked", lambda body: body.update(nonce=nonce), 1)
    assert away == 0 and "neither a message" in says


@pytest.mark.parametrize(
    ("nonce", "says"),
    [
        ("discord:5", "made a commit before"),
        ("deadline:2026-01-31T18:01:00Z", "neither"),
        ("left", "not left"),
        ("keyboard", "not made of"),
        ("discord:99", "not made of"),
    ],
)
def test_a_nonce_that_is_another_commits(log: bytes, nonce: str, says: str) -> None:
    """The dice do not depend on it, but the next promise binds it."""
    away, fault = forged(log, "locked", lambda body: body.update(nonce=nonce), 1)
    assert away >= 0 and says in fault


def test_forged_orders(log: bytes) -> None:
    shown = entries(log)
    written = next(entry for entry in shown if entry["kind"] == "written" and entry["body"]["as"] == "orders")
    written["body"]["lines"] = [[1, "R1 hit B1"]]
    locked = shown[written["seq"]]
    audit = verify(resealed(shown))
    assert audit.entry == locked["seq"] and "orders" in audit.fault
    audit = verify(remade(shown))
    assert audit.entry > locked["seq"], str(audit)


def test_a_deadline_before_its_time(log: bytes) -> None:
    shown = entries(log)
    late = next(entry for entry in shown if entry["kind"] == "done" and entry["body"]["by"] == "deadline")
    for entry in shown:
        entry["at"] = min(entry["at"], NOW)
    audit = verify(resealed(shown))
    assert shown[audit.entry - 1]["kind"] == "locked" and audit.entry < late["seq"] and "deadline" in audit.fault


def test_a_forged_end(log: bytes) -> None:
    away, says = forged(log, "closed", lambda body: body.update(winner="red"))
    assert away == 0 and "did not end so" in says


def test_a_forged_opening(log: bytes) -> None:
    assert forged(log, "opened", lambda body: body.update(game="duel-2"))[0] == 0
    assert not verify(resealed(entries(log), "duel-2")).holds
    assert forged(log, "opened", lambda body: body.update(source="[" * 5000))[1]
    assert forged(log, "opened", lambda body: body.update(source=body["source"].replace('"lives":3', '"lives":1')))[1]


def test_a_body_kept_back_that_must_be_public(log: bytes) -> None:
    for kind in ("opened", "locked", "revealed", "promised", "done", "closed"):
        shown = entries(log)
        entry = next(entry for entry in shown if entry["kind"] == kind)
        entry["digest"] = hashlib.sha256(bytes.fromhex(entry.pop("salt")) + canonical(entry.pop("body"))).hexdigest()
        assert resealed(shown) != log and verify(resealed(shown)).entry == entry["seq"]


def test_nothing_is_kept_back_of_a_game_that_is_over(log: bytes) -> None:
    """Else events that the rules do not bear out could be told behind orders kept back: nobody could run them again."""
    for seq in [entry["seq"] for entry in entries(log) if entry["kind"] in ("written", "happened")]:
        shown = entries(log)
        entry = shown[seq - 1]
        entry["digest"] = hashlib.sha256(bytes.fromhex(entry.pop("salt")) + canonical(entry.pop("body"))).hexdigest()
        audit = verify(resealed(shown))
        assert audit.entry == seq and "over" in audit.fault, str(audit)


def test_a_side_or_a_time_that_cannot_be(log: bytes) -> None:
    for kind in KINDS:
        another = {"locked": "green", "seated": "", "written": ""}.get(kind, "red")
        for change in (
            {"side": another},
            {"at": "2026-01-31T18:00:00"},
            {"at": "noon"},
            {"at": "2026-02-30T18:00:00Z"},
            {"at": "2026-01-31T24:00:00Z"},
            {"at": "0000-01-31T18:00:00Z"},
        ):
            shown = entries(log)
            entry = next(entry for entry in shown if entry["kind"] == kind)
            entry.update(change)
            audit = verify(resealed(shown))
            assert audit.entry == entry["seq"] and any(word in audit.fault for word in ("side", "seat", "UTC")), str(
                audit
            )


def test_time_never_falls(log: bytes) -> None:
    for seq in range(2, len(entries(log)) + 1):
        shown = entries(log)
        shown[seq - 1]["at"] = "2025-12-31T18:00:00Z"
        audit = verify(resealed(shown))
        assert audit.entry == seq and ("Time went back" in audit.fault or "written with" in audit.fault), str(audit)


@pytest.mark.parametrize("body", [{"by": "the clock"}, {"by": 7}, {}, [], "the clock"])
def test_a_note_that_is_none_cannot_let_time_fall(log: bytes, body: object) -> None:
    note = put("ruled") | {"body": body, "at": "2025-12-31T18:00:00Z"}
    withheld = {key: note[key] for key in ("kind", "side", "at")} | {"digest": "ab" * 32}
    for last in (note, withheld):
        audit = verify(resealed([*entries(log), last]))
        assert audit.entry == len(entries(log)) + 1 and audit.fault, str(audit)


def test_a_draft_before_the_promise_that_a_commit_ends_with(log: bytes) -> None:
    shown = entries(log)
    revealed = next(entry for entry in shown if entry["kind"] == "revealed")
    shown.insert(revealed["seq"], put("written", "red", **{"as": "draft", "text": "R1 hit B1"}))
    audit = verify(resealed(shown))
    assert audit.entry == revealed["seq"] + 1 and "promised the next" in audit.fault


@pytest.mark.parametrize("no", ["", "soon", "AB" * 32, "ab" * 31])
def test_a_promise_that_no_secret_keeps(played: list[bytes], no: str) -> None:
    """The last one of a game still played has not been kept yet, but it must be one that can be."""
    shown = entries(played[3])
    assert shown[-1]["kind"] == "promised" or shown[-2]["kind"] == "promised"
    promised = [entry for entry in shown if entry["kind"] == "promised"][-1]
    promised["body"]["promise"] = no
    assert verify(resealed(shown)).entry == promised["seq"]


def test_rules_of_another_version(log: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was not run again is not proved."""
    monkeypatch.setattr(toy_system, "VERSION", "toy/2")
    audit = verify(log)
    assert audit.verdict is Verdict.NOT_PROVED and audit.entry == 1
    assert "needs the rules toy/1, and this program has toy/2" in audit.fault
    monkeypatch.delitem(SYSTEMS, "toy")
    assert verify(log).verdict is Verdict.NOT_PROVED and "does not have toy" in verify(log).fault
    assert forged(log, "happened", lambda body: body[0].update(faces=[7 - face for face in body[0]["faces"]]))[0] == 0
