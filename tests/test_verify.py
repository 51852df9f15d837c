"""A public log proves itself: every byte, every link, every die, every event; and nothing else passes for one."""
import hashlib
import hmac
import json
import time

import pytest
import toy
from hypothesis import given, settings
from hypothesis import strategies as st
from toy import NOW, entropy

from engine.contract import canonical
from engine.systems import SYSTEMS
from engine.table import Table
from engine.verify import verify


@pytest.fixture(autouse=True, scope="module")
def _duel():
    SYSTEMS["toy"] = toy
    yield
    del SYSTEMS["toy"]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Logs of one short game: after each of its commits, the last one of the whole game."""
    file = tmp_path_factory.mktemp("logs") / "duel.yaml"
    file.write_text(toy.SCENARIO)
    table = Table(":memory:", entropy("verify"))
    key = table.open(str(file), "Dawn", NOW, 60).id
    logs = [table.export(key)]

    def then(ask, *args, **named):
        ask(key, *args, **named)
        logs.append(table.export(key))
    then(table.seat, "red", "ann", NOW)
    then(table.seat, "blue", "bob", NOW, nonce="5")
    then(table.write, "red", "R1 hit B1\nR1 hit R1", NOW)
    then(table.done, "red", NOW, nonce="6")
    then(table.commit, "blue", NOW, text="B1 hit R1")
    then(table.expire, "2026-01-31T19:00:00Z")
    then(table.commit, "red", NOW, text="R1 plan 7\nstanding mood wild")
    then(table.expire, "2026-01-31T20:00:00Z")
    then(table.rule, "Go on.", NOW, "ref")
    then(table.rewind, 20, NOW, "ref")
    then(table.commit, "blue", NOW, text="if R1 hurt: B1 hit R1")
    then(table.leave, "blue", "bob", NOW)
    then(table.commit, "red", NOW, text="concede")
    return logs


@pytest.fixture(scope="module")
def log(played):
    return played[-1]


def entries(log):
    return json.loads(log)["entries"]


def resealed(shown, game="duel-1"):
    """A log as a forger would write it: every link made anew for what the entries now say."""
    before, lines = "", []
    for seq, entry in enumerate(shown, 1):
        entry = dict(entry, seq=seq)
        digest = entry.get("digest") or hashlib.sha256(bytes.fromhex(entry["salt"]) + canonical(entry["body"])).hexdigest()
        entry["link"] = before = hashlib.sha256(canonical([before, entry["kind"], entry["side"], entry["at"], digest])).hexdigest()
        lines.append(canonical(entry))
    return b'{"format":"fieldpost-log/1","game":' + canonical(game) + b',"entries":[\n' + b",\n".join(lines) + b"\n]}\n"


def test_a_whole_game_holds(log):
    audit = verify(log)
    assert audit.holds, str(audit)
    shown = entries(log)
    happened = [event for entry in shown if entry["kind"] == "happened" for event in entry["body"]]
    dice, events = sum(len(event["faces"]) for event in happened if event["event"] == "rolled"), len(happened)
    assert audit.entries == len(shown) and audit.withheld == () and audit.head == shown[-1]["link"]
    assert f"{dice} dice, each" in str(audit) and f"{events} events, each run again" in str(audit) and dice > 5
    assert resealed(shown) == log


def test_the_log_of_a_game_still_played_holds_as_far_as_it_is_public(played):
    for log in played:
        audit, hidden = verify(log), {entry["seq"] for entry in entries(log) if "digest" in entry}
        assert audit.holds and set(audit.withheld) == hidden, str(audit)
    assert any(verify(log).withheld and "run again up to entry" in str(verify(log)) for log in played)
    assert any(verify(log).withheld and "each run again" in str(verify(log)) for log in played), "a draft alone hides no event"


@pytest.mark.parametrize("flip", [1, 32])
def test_any_byte_changed_is_found_and_its_entry_named(log, flip):
    """Every byte of the file: one bit of it turned, and the fault is said of the entry it stands in."""
    line, count = 0, len(entries(log))
    for at in range(len(log)):
        audit = verify(log[:at] + bytes([log[at] ^ flip]) + log[at + 1:])
        assert not audit.holds, f"byte {at}, in entry {line}"
        named = {0, 1} if line == 0 else {min(line, count), line + (log[at:at + 1] == b"\n")}
        assert audit.entry in named, (at, line, audit)
        line += log[at:at + 1] == b"\n"


def test_bytes_put_in_or_taken_out(log):
    for at in range(0, len(log), 7):
        assert not verify(log[:at] + log[at + 1:]).holds and not verify(log[:at] + b" " + log[at:]).holds
    assert not verify(log + b"\n").holds and not verify(log[:-1]).holds and not verify(b"").holds and not verify(b"\n").holds
    assert not verify(log.replace(b"},\n", b"}\n", 1)).holds


def test_upper_case_does_not_pass_for_the_same_salt(log):
    for entry in entries(log):
        if (salt := entry["salt"]) != salt.upper():
            audit = verify(log.replace(salt.encode(), salt.upper().encode()))
            assert audit.entry == entry["seq"]


def test_an_entry_taken_out_is_found_though_all_hashes_are_made_anew(log):
    """But for what changes neither dice nor position: a ruling, a seat given up.  The links that were posted tell of those."""
    shown = entries(log)
    for n, entry in enumerate(shown[:-1]):
        if verify(resealed(shown[:n] + shown[n + 1:])).holds:
            assert entry["kind"] == "ruled" or entry["body"]["left"] == "bob"


def test_a_log_cut_short_ends_with_a_commit(log):
    shown = entries(log)
    whole = [n for n in range(1, len(shown)) if verify(resealed(shown[:n])).holds]
    assert {shown[n - 1]["kind"] for n in whole} == {"promised", "ruled", "written", "seated", "rewound"}
    assert all(shown[n]["kind"] not in ("happened", "done", "revealed", "closed", "promised") for n in whole)


def forged(log, kind, change, which=0):
    """The log with one body changed by somebody who can reckon every hash that needs no secret."""
    shown = entries(log)
    chosen = [entry for entry in shown if entry["kind"] == kind][which]
    change(chosen["body"])
    audit = verify(resealed(shown))
    assert not audit.holds
    return audit.entry - chosen["seq"], audit.fault


def test_a_forged_die(log):
    assert forged(log, "happened", lambda body: body[0].update(faces=[7 - face for face in body[0]["faces"]])) == (
        0, "opening: the dice do not show what they fell.")


def test_a_die_under_another_name(log):
    assert forged(log, "happened", lambda body: body[0].update(nth=2)) == (0, "opening: the rolls are not counted one after the other.")
    assert forged(log, "happened", lambda body: body.insert(0, body[0]))[0] == 0


@pytest.mark.parametrize("faces", [[], [1] * 1000])
def test_a_die_too_many_or_none(log, faces):
    assert forged(log, "happened", lambda body: body[0].update(faces=faces))[0] == 0


@pytest.mark.parametrize("sides", [0, -6, 10 ** 15, 2 ** 300, 7])
def test_dice_of_strange_shape(log, sides):
    assert forged(log, "happened", lambda body: body[0].update(sides=sides))[0] == 0


def test_a_forged_event(log):
    def other(body):
        body[-1]["turn"] = 9
    away, says = forged(log, "happened", other)
    assert away == 0 and "something else happen" in says


KINDS = ("opened", "locked", "happened", "revealed", "promised", "closed", "ruled", "rewound", "seated", "written")


@pytest.mark.parametrize("kind", KINDS)
def test_more_said_than_there_is_to_say(log, kind):
    assert forged(log, kind, lambda body: (body[0] if isinstance(body, list) else body).update(more=1))[0] == 0


def test_an_event_left_out(log):
    away, says = forged(log, "happened", lambda body: body.pop())
    assert away == 1 and "more happen" in says


def test_a_forged_secret(log):
    assert forged(log, "revealed", lambda body: body.update(secret="00" * 32))[0] == 0
    assert forged(log, "revealed", lambda body: body.update(secret="zz"))[0] == 0
    assert forged(log, "revealed", lambda body: body.update(lock=9))[0] == 0
    assert forged(log, "revealed", lambda body: body.update(secret=body["secret"].upper()))[0] == 0


def test_a_promise_made_afterwards(log):
    """Secret and promise changed together still do not give the dice that fell."""
    shown = entries(log)
    promised, locked, revealed = (next(entry for entry in shown if entry["kind"] == kind) for kind in ("promised", "locked", "revealed"))
    secret = hmac.new(b"\x11" * 32, canonical(revealed["body"]["salts"]), "sha256")
    revealed["body"] |= {"seed": "11" * 32, "secret": secret.hexdigest()}
    promised["body"]["promise"] = locked["body"]["promise"] = hashlib.sha256(secret.digest()).hexdigest()
    audit = verify(resealed(shown))
    assert audit.entry == locked["seq"] + 1 and "dice" in audit.fault


def test_a_salt_chosen_when_the_orders_were_known(log):
    """Orders and secret as they were, another salt, and the dice that it gives: whoever runs the bot could try salts without end."""
    shown = entries(log)
    written = next(entry for entry in shown if entry["kind"] == "written" and entry["body"]["as"] == "orders")
    locked, revealed = (next(e for e in shown[written["seq"]:] if e["kind"] == kind) for kind in ("locked", "revealed"))
    written["salt"] = "5a" * 16
    locked["body"]["orders"]["red"] = hashlib.sha256(bytes.fromhex(written["salt"]) + canonical(written["body"])).hexdigest()
    audit = verify(resealed(shown))
    assert audit.entry == written["seq"] and "salt of red" in audit.fault
    revealed["body"]["salts"]["red"] = hashlib.sha256(b"\x5a" * 16).hexdigest()
    audit = verify(resealed(shown))
    assert audit.entry == revealed["seq"] and "not made of" in audit.fault


@pytest.mark.parametrize("change", [
    {"lock": 5}, {"previous": "00" * 32}, {"promise": "00" * 32}, {"orders": {"red": "00" * 32}}, {"game": "duel-2"},
    {"v": "fieldpost-dice/2"},
])
def test_a_forged_lock(log, change):
    assert forged(log, "locked", lambda body: body.update(change), 1)[0] == 0


def test_another_nonce_gives_other_dice(log):
    away, says = forged(log, "locked", lambda body: body.update(nonce="99"), 1)
    assert away == 1 and "dice" in says


def test_forged_orders(log):
    shown = entries(log)
    written = next(entry for entry in shown if entry["kind"] == "written" and entry["body"]["as"] == "orders")
    written["body"]["lines"] = [[1, "R1 hit B1"]]
    locked = shown[written["seq"]]
    digest = hashlib.sha256(bytes.fromhex(written["salt"]) + canonical(written["body"])).hexdigest()
    audit = verify(resealed(shown))
    assert audit.entry == locked["seq"] and "orders" in audit.fault
    locked["body"]["orders"]["red"] = digest
    assert not verify(resealed(shown)).holds


def test_a_deadline_before_its_time(log):
    shown = entries(log)
    late = next(entry for entry in shown if entry["kind"] == "done" and entry["body"]["by"] == "deadline")
    for entry in shown:
        entry["at"] = NOW if entry["at"] == late["at"] else entry["at"]
    audit = verify(resealed(shown))
    assert audit.entry == late["seq"] and "not up" in audit.fault


def test_a_forged_end(log):
    away, says = forged(log, "closed", lambda body: body.update(winner="red"))
    assert away == 0 and "did not end so" in says


def test_a_forged_opening(log):
    assert forged(log, "opened", lambda body: body.update(game="duel-2"))[0] == 0
    assert not verify(resealed(entries(log), "duel-2")).holds
    assert forged(log, "opened", lambda body: body.update(source="[" * 5000))[1]
    assert forged(log, "opened", lambda body: body.update(source=body["source"].replace('"lives":3', '"lives":1')))[1]


def test_a_body_kept_back_that_must_be_public(log):
    for kind in ("opened", "locked", "revealed", "promised", "done", "closed"):
        shown = entries(log)
        entry = next(entry for entry in shown if entry["kind"] == kind)
        entry["digest"] = hashlib.sha256(bytes.fromhex(entry.pop("salt")) + canonical(entry.pop("body"))).hexdigest()
        assert resealed(shown) != log and verify(resealed(shown)).entry == entry["seq"]


def test_rules_of_another_version(log, monkeypatch):
    monkeypatch.setattr(toy, "VERSION", "toy/2")
    audit = verify(log)
    assert audit.holds and "not run again: they need toy/1" in str(audit)
    monkeypatch.delitem(SYSTEMS, "toy")
    assert verify(log).holds and "no such rules" in str(verify(log))
    assert forged(log, "happened", lambda body: body[0].update(faces=[7 - face for face in body[0]["faces"]]))[0] == 0


def by_hand(log):
    """A verifier of the dice after engine/export.py's description alone, with nothing of the engine: dice checked, or an AssertionError."""
    def sha(data):
        return hashlib.sha256(data).hexdigest()

    def canonical(value):
        return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    before, promise, lock, previous, rolls, checked = "", "", None, "", [], 0
    for seq, entry in enumerate(json.loads(log)["entries"], 1):
        digest = entry.get("digest") or sha(bytes.fromhex(entry["salt"]) + canonical(entry["body"]))
        before = sha(canonical([before, entry["kind"], entry["side"], entry["at"], digest]))
        assert entry["seq"] == seq and entry["link"] == before
        body = entry.get("body")
        if entry["kind"] == "promised":
            promise = body["promise"]
        elif entry["kind"] == "locked":
            assert body["promise"] == promise and body["previous"] == previous
            lock, rolls, previous = canonical(body), [], sha(canonical(body))
            ran = json.loads(log)["entries"][seq - 1 - len(body["orders"]):seq - 1]
            salts = {written["side"]: written["salt"] for written in ran if "salt" in written}
        elif entry["kind"] == "happened" and body:
            rolls += [event for event in body if event["event"] == "rolled"]
        elif entry["kind"] == "revealed":
            secret = bytes.fromhex(body["secret"])
            assert sha(secret) == promise
            assert secret == hmac.new(bytes.fromhex(body["seed"]), canonical(body["salts"]), "sha256").digest()
            assert all(sha(bytes.fromhex(salt)) == body["salts"][side] for side, salt in salts.items())
            key = hmac.new(secret, hashlib.sha256(lock).digest(), "sha256").digest()
            for roll in rolls:
                faces, block = [], 0
                while len(faces) < len(roll["faces"]):
                    name = f"{roll['why']}|d{roll['sides']}|{roll['nth']}|{block}"
                    stream = hmac.new(key, name.encode(), "sha256").digest()
                    faces += [byte % roll["sides"] + 1 for byte in stream if byte < 256 - 256 % roll["sides"]]
                    block += 1
                assert faces[:len(roll["faces"])] == roll["faces"]
                checked += len(roll["faces"])
    return checked


def test_a_stranger_finds_the_same(played):
    for log in played:
        assert f"{by_hand(log)} dice" in str(verify(log))
    shown = entries(played[-1])
    first = next(entry for entry in shown if entry["kind"] == "happened")
    first["body"][0]["faces"] = [7 - face for face in first["body"][0]["faces"]]
    with pytest.raises(AssertionError):
        by_hand(resealed(shown))


def test_a_log_of_drafts_without_end_is_read_in_time(played):
    """Each entry costs the same, however many are withheld: forty thousand once took a quarter of a minute."""
    draft = {"kind": "written", "side": "red", "at": NOW, "digest": "ab" * 32}
    long = resealed(entries(played[0]) + [draft] * 40_000)
    began = time.process_time()
    assert len(verify(long).withheld) == 40_000
    assert time.process_time() - began < 5


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_whatever_is_done_to_a_log_it_neither_passes_nor_raises(played, data):
    log = data.draw(st.sampled_from(played))
    changed = bytearray(log)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(changed)))
        end = min(len(changed), start + data.draw(st.sampled_from([0, 1, 1, 2, 16, 400])))
        changed[start:end] = data.draw(st.binary(max_size=6) | st.sampled_from([b"", b"[" * 3000, b'"', b"\n", b"null", b"-1", b"1e999"]))
    assert not verify(bytes(changed)).holds or bytes(changed) in played


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_whatever_a_forger_says_it_does_not_raise(played, data):
    """Bodies changed at random and every hash made anew: mostly refused, never an exception."""
    shown = entries(played[-1])
    value = st.none() | st.integers() | st.text(max_size=5) | st.lists(st.integers(), max_size=2) | st.floats(allow_nan=False)
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
def test_any_bytes(data):
    assert not verify(data).holds


def test_a_game_of_miniwars_proves_itself():
    table = Table(":memory:", entropy("miniwars"))
    game = table.open("millers-bridge", "", NOW)
    table.seat(game.id, "", "ann", NOW)
    game = table.seat(game.id, "", "ann", NOW)
    for turn in range(400):
        side = game.phase.sides[0]
        ideas = [idea for idea in table.ideas(game.id, side) if any(verb in idea for verb in ("fire", "attack", "rally", "move"))]
        if ideas and turn % 3:
            table.commit(game.id, side, NOW, text="\n".join(ideas[turn % 5::7] or ideas[:1]))
        else:
            table.done(game.id, side, NOW)
        assert turn % 10 or verify(table.export(game.id)).holds
        if (game := table.game(game.id)).over:
            break
    assert game.over
    log = table.export(game.id)
    audit = verify(log)
    assert audit.holds and not audit.withheld and by_hand(log) > 30, str(audit)
    seen = set()
    for line in range(1, audit.entries + 1):
        at = sum(len(text) + 1 for text in log.split(b"\n")[:line]) + 8
        assert verify(log[:at] + bytes([log[at] ^ 1]) + log[at + 1:]).entry == line
        seen.add(line)
    assert len(seen) == audit.entries > 200
