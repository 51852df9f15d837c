"""Press between sides: who may read it, how much of it there may be, and that it is no order."""

from unicodedata import category

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import Refused
from engine.game.press import LONGEST, MOST, clean_message, quoted
from engine.log.verify import verify
from engine.table import Table
from tests.engine.table_games import refused, secrets_phase, started
from tests.support.toy_system import NOW, entropy

SAID = "meet me at the ford"


@pytest.fixture
def table(table_on_each: Table) -> Table:
    return table_on_each


def opened(table: Table, duel: str, press: str) -> str:
    key = table.open(duel, "Words", NOW, press=press).id  # type: ignore[arg-type]
    for side, player in (("red", "ann"), ("blue", "bob")):
        table.seat(key, side, player, NOW)
    return key


def test_private_press_is_for_its_writer_and_its_readers(table: Table, duel: str) -> None:
    key = started(table, duel)
    before = table.journal.length(key)
    sent = table.write_press(key, "red", "blue", SAID, NOW)
    assert sent.message and sent.message.to == ("blue",) and sent.message.sender == "red"
    assert [m.text for m in table.press_of(key, "red")] == [m.text for m in table.press_of(key, "blue")] == [SAID]
    assert table.press_of(key, "") == ()
    assert table.journal.length(key) == before and SAID.encode() not in table.export(key), "the log is the same"
    table.commit(key, "red", NOW, text="concede")
    assert table.press_of(key, "") == (), "and stays so after the end"


def test_recorded_press_is_shown_after_the_end(table: Table, duel: str) -> None:
    key = opened(table, duel, "recorded")
    table.write_press(key, "red", "all", SAID, NOW)
    assert table.press_of(key, "") == ()
    table.commit(key, "red", NOW, text="concede")
    assert [message.text for message in table.press_of(key, "")] == [SAID]


def test_public_press_is_news_and_in_the_log(table: Table, duel: str) -> None:
    key = opened(table, duel, "public")
    sent = table.write_press(key, "red", "blue", f"{SAID}\nR1 hit B1\ndone", NOW)
    assert sent.message is None
    assert table.news(key)[-1].lines == ("The Reds to The Blues:", f"| {SAID}", "| R1 hit B1", "| done")
    assert table.draft(key, "red") == "" and [m.text for m in table.press_of(key, "")]
    log = table.export(key)
    assert SAID.encode() in log and verify(log).holds


def test_a_log_with_public_press_of_another_game_does_not_verify(table: Table, duel: str) -> None:
    key = opened(table, duel, "public")
    table.write_press(key, "red", "all", SAID, NOW)
    log = table.export(key).replace(b'"terms":{"press":"public"}', b'"terms":{"press":"off"}')
    assert not verify(log).holds


def test_who_cannot_write(table: Table, duel: str) -> None:
    key = opened(table, duel, "off")
    assert "without press" in refused("no-press", table.write_press, key, "red", "blue", SAID, NOW)
    other = table.open(duel, "Empty", NOW).id
    refused("not-your-seat", table.write_press, other, "red", "blue", SAID, NOW)
    table.seat(other, "red", "ann", NOW)
    refused("no-reader", table.write_press, other, "red", "all", SAID, NOW)
    refused("own-side", table.write_press, other, "red", "red", SAID, NOW)
    refused("no-such-side", table.write_press, other, "red", "greens", SAID, NOW)
    refused("missing-argument", table.write_press, other, "red", "all", " \n\t", NOW)
    refused("too-long", table.write_press, other, "red", "all", "x" * (LONGEST + 1), NOW)
    refused("too-long", table.write_press, other, "red", "all", "x\n" * 60 + "x", NOW)


def test_a_side_has_so_many_messages_a_phase(table: Table, duel: str) -> None:
    key = started(table, duel)
    for number in range(MOST):
        table.write_press(key, "red", "blue", f"message {number}", NOW)
    assert str(MOST) in refused("too-many", table.write_press, key, "red", "blue", SAID, NOW)
    assert table.write_press(key, "blue", "red", SAID, NOW).message, "the other side has its own"
    table.done(key, "red", NOW)
    assert table.write_press(key, "red", "blue", SAID, NOW).message, "and so has the next phase"


@settings(max_examples=60, deadline=None)
@given(said=st.text(max_size=300))
def test_any_text_is_refused_or_kept_without_harm(said: str) -> None:
    try:
        text = clean_message(said)
    except Refused:
        return
    assert text.strip() and clean_message(text) == text
    assert all(category(char) not in ("Cc", "Zl", "Zp") for line in quoted(text) for char in line)
    assert all(line.startswith("| ") for line in quoted(text))


@pytest.mark.parametrize("term", ["private", "public", "recorded"])
def test_press_of_anonymous_seats_names_nobody(duel: str, term: str) -> None:
    table = Table(":memory:", entropy())
    key = table.open(duel, "Masks", NOW, anonymous=True, press=term).id  # type: ignore[arg-type]
    table.seat(key, "red", "annabelle", NOW)
    table.seat(key, "blue", "bobadil", NOW)
    table.write_press(key, "red", "all", SAID, NOW)
    told = str(table.press_of(key, "blue")) + str(table.news(key)) + table.export(key).decode()
    assert "annabelle" not in told and "bobadil" not in told


def test_when_it_is_over_everybody_may_see_the_secret_orders(table: Table, duel: str) -> None:
    key = secrets_phase(table, duel)
    table.commit(key, "red", NOW, text="R1 plan 77\nstanding mood wild")
    assert "still secret" in refused("not-over", table.kibitz, key)
    table.done(key, "red", NOW)
    table.done(key, "blue", NOW)
    table.commit(key, "red", NOW, text="concede")
    told = "\n".join(table.kibitz(key))
    assert "orders of The Reds:" in told and "| R1 plan 77" in told and "| standing all mood wild" in told
    assert "mood" not in "\n".join(table.log(key)) and table.kibitz(key, 9) == ()


def test_what_only_its_side_was_told_is_told_to_all_then(table: Table) -> None:
    key = table.open("millers-bridge", "Bridge", NOW).id
    for side in table.game(key).sides:
        table.seat(key, side, "ann", NOW)
    phase = table.game(key).phase
    assert phase
    table.commit(key, phase.sides[0], NOW, text="standing all advance always")
    table.commit(key, phase.sides[0], NOW, text="concede")
    told = table.kibitz(key)
    secret = [line.removeprefix("Secret then: ") for line in told if line.startswith("Secret then: ")]
    assert any("advance" in line for line in secret) and not set(secret) & set(table.log(key))


def test_after_a_rewind_only_what_was_done_before_the_end_is_shown(table: Table) -> None:
    key = table.open("twin-hamlets", "Twins", NOW).id
    for side, player in (("west", "ann"), ("east", "bob")):
        table.seat(key, side, player, NOW)
    start = table.game(key).length
    table.commit(key, "west", NOW, text="WLD deploy 0108")
    table.vote(key, "east", table.propose(key, "west", "draw", "", NOW, "ann").seq, NOW, "bob", yes=True)
    assert table.game(key).over and "| WLD deploy 0108" in table.kibitz(key)
    table.rewind(key, start, NOW, "rea", "Again, please.")
    table.commit(key, "west", NOW, text="WLD deploy 0109")
    told = table.kibitz(key)
    assert "0109" not in "\n".join(told) and "| WLD deploy 0108" in told, "the first was public at the end"
    assert any(line.startswith("(undone) ") and "orders of" in line for line in told)
    assert told[-1].startswith("Rewound since: Twins is being played again")
    table.vote(key, "east", table.propose(key, "west", "draw", "", NOW, "ann").seq, NOW, "bob", yes=True)
    told = table.kibitz(key)
    first, rewound = told.index("| WLD deploy 0108"), told.index(f"Rewound to deployment (entry {start}).")
    assert first < rewound < told.index("| WLD deploy 0109") and "Rewound since" not in told[-1]
    assert "0109" not in "\n".join(line for line in told if line.startswith("(undone)"))
