"""A dice log has every roll once, on both databases; whatever is changed in an exported one is found."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract import canonical
from engine.database.address import Address
from engine.dice.expression_problems import BadExpression
from engine.errors import Refused
from engine.log.head import compare, head_line
from engine.log.journal import Journal, digest
from engine.log.verify import Verdict, verify
from engine.rolls.dice_log import DiceLogs, RollAsked
from tests.engine.log_forgery import entries, resealed
from tests.engine.table_games import killed
from tests.support.databases import Rejected, forge, run_past_program
from tests.support.sampling import share
from tests.support.toy_system import NOW, entropy

LOG = "rolls-42"
LATER = "2026-01-31T19:00:00Z"


@pytest.fixture
def journal(address: Address) -> Iterator[Journal]:
    journal = Journal(address)
    yield journal
    journal.close()


@pytest.fixture
def logs(journal: Journal) -> DiceLogs:
    return DiceLogs(journal, entropy("rolls"))


def asked(text: str, message: int, player: str = "7", *, sealed: bool = False) -> RollAsked:
    return RollAsked(text, player, f"discord:{message}", sealed)


def played(logs: DiceLogs) -> None:
    """Public rolls, a sealed one that is revealed and one that is not."""
    logs.roll(LOG, asked("9d20", 1), NOW)
    logs.roll(LOG, asked("spy: 9d20", 2, "8", sealed=True), NOW)
    logs.roll(LOG, asked("U1: 9d20 vs U2: 9d20; 3x 4d6kh3", 3), LATER)
    logs.reveal(LOG, 2, "8", "discord:4", LATER)
    logs.roll(LOG, asked("ambush: 9d20+3", 5, sealed=True), LATER)
    logs.roll(LOG, asked("9d20", 6, "8"), LATER)


@pytest.fixture(scope="module")
def exported() -> bytes:
    journal = Journal(":memory:")
    logs = DiceLogs(journal, entropy("exported"))
    played(logs)
    return logs.export(LOG)


def test_rolls_are_proved_and_sealed_ones_are_left_open(logs: DiceLogs) -> None:
    played(logs)
    found = verify(logs.export(LOG))
    assert found.verdict is Verdict.SO_FAR and found.withheld == (18, 20)
    assert found.limits == (
        "still secret: 1 sealed roll (4): sealed until the person who rolled reveals it; the lock and the promise are"
        " here, so it can be proved then",
    )
    logs.reveal(LOG, 4, "7", "discord:9", LATER)
    assert verify(logs.export(LOG)).verdict is Verdict.PROVED


def test_every_roll_is_promised_before_it_is_asked_for(exported: bytes) -> None:
    kinds = [entry["kind"] for entry in entries(exported)]
    assert all("promised" in kinds[:at] for at, kind in enumerate(kinds) if kind == "asked")
    assert kinds.count("promised") == kinds.count("asked") + 1 and kinds[-1] == "promised"


def test_a_message_rolls_once(logs: DiceLogs) -> None:
    first = logs.roll(LOG, asked("9d1000", 1), NOW)
    logs.roll(LOG, asked("9d1000", 2), NOW)
    assert logs.roll(LOG, asked("2d6", 1), LATER) == first
    sealed = logs.roll(LOG, asked("9d1000", 3, sealed=True), NOW)
    shown = logs.reveal(LOG, 3, "7", "discord:4", NOW)
    assert logs.reveal(LOG, 3, "7", "discord:4", LATER) == shown and shown.result == sealed.result
    assert logs.roll(LOG, asked("9d1000", 3, sealed=True), NOW) == sealed
    assert logs.count(LOG) == 3


def test_the_head_of_each_roll_is_that_of_the_exported_log(logs: DiceLogs) -> None:
    made = [logs.roll(LOG, asked("2d6", number, sealed=number == 2), NOW) for number in range(1, 5)]
    made.append(logs.reveal(LOG, 2, "7", "discord:9", NOW))
    links = [entry["link"] for entry in entries(logs.export(LOG))]
    found = compare(LOG, links, "\n".join(head_line(LOG, one.seq, one.link) for one in made))
    assert len(found.same) == 5 and not found.fault


def test_what_cannot_be_rolled_is_not_stored(logs: DiceLogs) -> None:
    logs.roll(LOG, asked("2d6", 1), NOW)
    before = logs.export(LOG)
    for text in ("2d6x2", "2d6/(d6-d6*1-0)*0/0", ""):
        with pytest.raises(BadExpression):
            logs.roll(LOG, asked(text, 2), NOW)
    assert logs.export(LOG) == before
    logs.roll(LOG, asked("\ud800\0 2d6 # \u202e", 2), NOW)
    assert verify(logs.export(LOG)).verdict is Verdict.PROVED


def test_a_log_without_its_end_is_damaged(logs: DiceLogs, address: Address) -> None:
    played(logs)
    forge(address, "update roll set seq = 999 where number = 5", "roll_entry")
    with pytest.raises(Refused, match="Restore"):
        logs.roll(LOG, asked("2d6", 99), LATER)


def test_a_recorded_log_is_still_proved() -> None:
    """Results are compared word for word: whoever changes how rolls are worded must give their lock a new version."""
    found = verify((Path(__file__).parents[1] / "golden" / "rolls-42.json").read_bytes())
    assert found.verdict is Verdict.SO_FAR and found.entries == 36


def test_only_the_roller_reveals(logs: DiceLogs) -> None:
    logs.roll(LOG, asked("2d6", 1, "7", sealed=True), NOW)
    for number, player in ((1, "8"), (2, "7")):
        with pytest.raises(Refused):
            logs.reveal(LOG, number, player, "discord:2", NOW)
    assert logs.sealed(LOG, "7") == (1,) and logs.sealed(LOG, "8") == ()
    (listed,) = logs.latest(LOG, 9)
    assert (listed.text, listed.result) == ("", "")


def test_a_clock_that_goes_back_does_not(logs: DiceLogs) -> None:
    logs.roll(LOG, asked("2d6", 1), LATER)
    logs.roll(LOG, asked("2d6", 2), NOW)
    assert verify(logs.export(LOG)).verdict is Verdict.PROVED


def test_two_programs_write_to_one_log(logs: DiceLogs, address: Address) -> None:
    journal = Journal(address)
    other = DiceLogs(journal, entropy("other"))
    for number in range(6):
        (logs, other)[number % 2].roll(LOG, asked("2d6", number + 1), NOW)
    assert logs.export(LOG) == other.export(LOG) and verify(logs.export(LOG)).verdict is Verdict.PROVED
    journal.close()


def test_games_and_dice_logs_do_not_see_each_other(journal: Journal, logs: DiceLogs) -> None:
    change = journal.rows.last_change()
    played(logs)
    assert journal.games() == () and not journal.rows.names() and journal.rows.stale() == ()
    assert journal.rows.last_change() == change and logs.store.games() == (LOG,)


@pytest.mark.parametrize("statement", ["update roll_entry set body = '{}' where seq = 3", "delete from roll_entry"])
def test_entries_are_never_changed(logs: DiceLogs, address: Address, statement: str) -> None:
    played(logs)
    before = logs.export(LOG)
    with pytest.raises(Rejected):
        run_past_program(address, statement)
    assert logs.export(LOG) == before


def test_what_was_changed_behind_the_log_is_found(logs: DiceLogs, address: Address) -> None:
    played(logs)
    text = 'update roll_entry set body = \'{"text":"d6"}\' where seq = 24'
    forge(address, text, "roll_entry")
    for act in (lambda: logs.export(LOG), lambda: logs.roll(LOG, asked("2d6", 99), LATER)):
        with pytest.raises(Refused, match="Entry 24 of rolls-42 has been changed"):
            act()


@pytest.mark.parametrize("address", ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)], indirect=True)
@pytest.mark.long
def test_killed_in_the_middle_of_rolls(address: Address) -> None:
    """Killed at many moments: afterwards every roll is there whole or not at all, and the next one follows it."""

    def rolling() -> Iterator[None]:
        logs = DiceLogs(Journal(address), entropy(str(next_number())))
        while True:
            logs.roll(LOG, asked("9d20", number := next_number(), str(number // 100)), NOW)  # 500 a person and day
            yield

    numbers = iter(range(1, 10**9))

    def next_number() -> int:
        return next(numbers)

    for attempt in range(0, 40, share(1, 8)):
        for _ in range(1000):
            next_number()  # the killed program counted on by itself
        killed(rolling, 0.001 + 0.0007 * attempt)
        journal = Journal(address)
        logs = DiceLogs(journal, entropy(f"after {attempt}"))
        logs.roll(LOG, asked("2d6", 10**10 + attempt, f"after {attempt}"), NOW)
        assert verify(logs.export(LOG)).verdict is Verdict.PROVED
        assert logs.count(LOG) == sum(entry["kind"] == "asked" for entry in entries(logs.export(LOG)))
        journal.close()


@given(st.data())
def test_any_byte_changed_in_a_log_is_found(exported: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(exported) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != exported[at]))
    assert not verify(exported[:at] + bytes([byte]) + exported[at + 1 :]).holds


@given(st.integers(0, 10**9), st.integers(1, 10**9))
def test_a_log_that_lacks_a_piece_is_found(exported: bytes, start: int, length: int) -> None:
    start %= len(exported)
    assert not verify(exported[:start] + exported[start + length :]).holds


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all plain values."""
    match value:
        case dict():
            for key, inner in value.items():
                yield from leaves(inner, (*path, key))
        case _:
            yield path


def changed(value: Any) -> Any:
    """Another value of the same kind, as a forger would choose it."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str() if value and all(digit in "0123456789abcdef" for digit in value) and len(value) >= 32:
            return ("1" if value[0] != "1" else "2") + value[1:]
        case str() if value.startswith("2026-"):
            return value.replace("2026-01-31T1", "2026-01-31T0")
        case str():
            return f"{value}1"
        case _:
            return 1


def test_every_field_changed_and_hashed_anew_is_found(exported: bytes) -> None:
    """What nothing binds yet is the last promise, whose secret is not known; the posted heads bind it."""
    shown = entries(exported)
    posted = head_line(LOG, len(shown), shown[-1]["link"])
    count = 0
    for number, entry in enumerate(shown):
        for path in leaves(entry):
            if path[-1] in ("seq", "link"):
                continue
            forged = json.loads(json.dumps(shown))
            place: Any = forged[number]
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = changed(place[path[-1]])
            log, count = resealed(forged, LOG), count + 1
            found = verify(log)
            bound = number < len(shown) - 6
            assert not (found.holds and bound), f"entry {number + 1}: {path}"
            links = [one["link"] for one in entries(log)]
            assert not found.holds or compare(LOG, links, posted).fault, f"entry {number + 1}: {path}"
    assert count > 150


def dropped(shown: list[dict[str, Any]], first: int, last: int) -> bytes:
    return resealed([entry for entry in shown if not first <= entry["seq"] <= last], LOG)


FORGERIES: dict[str, Callable[[list[dict[str, Any]]], bytes]] = {
    "a roll left out": lambda shown: dropped(shown, 3, 7),
    "the first roll again": lambda shown: resealed([*shown[:7], *shown[2:]], LOG),
    "a promise left out": lambda shown: dropped(shown, 7, 7),
    "the secret of a public roll left out": lambda shown: dropped(shown, 6, 6),
    "a reveal left out": lambda shown: dropped(shown, 17, 17),
    "under another name": lambda shown: resealed(shown, "rolls-43"),
    "of the first format": lambda shown: resealed(shown, LOG, "fieldpost-log/1"),
    "ended in the middle of a roll": lambda shown: resealed(shown[:-1], LOG),
    "no promise": lambda shown: resealed(shown[:1], LOG),
    "a note among rolls": lambda shown: resealed([*shown, shown[0] | {"kind": "ruled"}], LOG),
    "an opening in the middle": lambda shown: resealed([*shown, shown[0]], LOG),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_log_that_nobody_wrote_is_not_proved(exported: bytes, forgery: str) -> None:
    found = verify(FORGERIES[forgery](entries(exported)))
    assert found.verdict is Verdict.NOT_PROVED and found.fault


def test_what_is_not_secret_is_not_withheld(exported: bytes) -> None:
    for seq, says in ((3, "It was revealed by entry 6."), (8, "It was revealed by entry 17."), (9, "never secret")):
        shown = entries(exported)
        entry = shown[seq - 1]
        entry["digest"] = digest(entry.pop("salt"), canonical(entry.pop("body")).decode())
        found = verify(resealed(shown, LOG))
        assert found.entry == seq and says in found.fault


@settings(max_examples=share(100, 20))
@given(
    st.recursive(
        st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_any_body_of_any_entry_gets_a_verdict(exported: bytes, body: Any) -> None:
    for number in range(12):
        shown = entries(exported)
        if canonical(shown[number].get("body")) != canonical(body):
            shown[number]["body"] = body
            assert not verify(resealed(shown, LOG)).holds
