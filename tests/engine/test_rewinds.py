"""Rewinds by turn and phase: how past positions are named, and what everybody is told of them."""

from random import Random

import pytest

from bot.hosting.rewinds import read_rewind
from engine.log.deadline import add_seconds
from engine.table import Refused, Table
from tests.engine.table_games import phase_of, refused, started
from tests.support.table_games import SCENARIOS, play
from tests.support.toy_system import NOW


def two_turns(table: Table, duel: str) -> tuple[str, dict[str, int]]:
    """A duel in its second turn, and the entry at which each of its phases began."""
    key = started(table, duel)
    began = {"1 red": table.game(key).length}
    for name, side in (("1 blue", "red"), ("1 secret", "blue"), ("", "red"), ("2 red", "blue")):
        table.done(key, side, NOW)
        began[name] = table.game(key).length
    return key, began


@pytest.mark.parametrize(
    ("words", "phase"),
    [
        ("turn 1", "1 red"),
        ("Turn 1,", "1 red"),
        ("turn 2", "2 red"),
        ("turn 1 secret", "1 secret"),
        ("turn 1, secrets", "1 secret"),
        ("secrets", "1 secret"),
        ("turn 1 strikes reds", "1 red"),
        ("turn 1 strike of The Blues", "1 blue"),
        ("strikes", "2 red"),
        ("round 1 blue", "1 blue"),
    ],
)
def test_a_past_phase_is_found_by_its_name(table: Table, duel: str, words: str, phase: str) -> None:
    key, began = two_turns(table, duel)
    assert table.past_entry(key, words) == began[phase]
    news = table.rewind(key, table.past_entry(key, words), NOW, "rea", "Again.")
    assert phase_of(table, key).turn == int(phase[0]) and f"entry {began[phase]})" in news.lines[0]


@pytest.mark.parametrize("words", ["57", "entry 57", "log entry 57", "#57", "Entry57"])
def test_a_number_is_an_entry(table: Table, duel: str, words: str) -> None:
    key = started(table, duel)
    assert table.past_entry(key, words) == 57
    assert "can be rewound to" in refused("no-such-entry", table.rewind, key, 57, NOW, "rea", "Again.")


def test_what_is_unknown_is_answered_with_what_there_is(table: Table, duel: str) -> None:
    key, began = two_turns(table, duel)
    assert "its turns so far: 1, 2" in refused("no-such-entry", table.past_entry, key, "turn 3")
    says = refused("no-such-entry", table.past_entry, key, "turn 1 morale")
    assert f"Turn 1, strikes (The Reds; entry {began['1 red']})" in says and "Turn 2" not in says
    says = refused("no-such-entry", table.past_entry, key, "yesterday")
    assert f"Turn 1, secrets (entry {began['1 secret']})" in says and "Turn 2, strikes" in says
    says = refused("ambiguous-phase", table.past_entry, key, "turn 1 strikes")
    assert f"entry {began['1 red']}" in says and f"entry {began['1 blue']}" in says and "secrets" not in says
    fresh = table.open(duel, "Dusk", NOW).id
    refused("not-started", table.past_entry, fresh, "turn 1")


def test_what_a_rewind_undid_is_not_what_a_name_means(table: Table, duel: str) -> None:
    key, began = two_turns(table, duel)
    table.rewind(key, began["1 blue"], NOW, "rea", "Again.")
    assert table.past_entry(key, "turn 2") == began["2 red"], "nothing else is called so"
    table.done(key, "blue", NOW)
    again = table.game(key).length
    assert table.past_entry(key, "secrets") == again and table.past_entry(key, "turn 1 blue") == began["1 blue"]
    assert [entry for entry, _ in table.past_phases(key)] == [again, began["1 blue"], began["1 red"]]


def test_every_rewind_names_the_turn_and_the_phase(table: Table, duel: str) -> None:
    key, began = two_turns(table, duel)
    table.commit(key, "red", NOW, text="R1 hit B1")
    table.take_back(key, "red", NOW, "ann")
    to = f"Turn 2, strikes (The Reds; entry {began['2 red']})"
    assert to in table.game(key).motions[0].words and to in "\n".join(table.news(key)[-1].lines)
    news = table.vote(key, "blue", table.game(key).motions[0].seq, NOW, "bob", yes=True)
    assert f"The game goes back to {to}." in news.lines
    table.rewind(key, began["1 secret"], NOW, "rea", "It was the wrong map.")
    assert table.log(key)[-2:] == (
        f"Ruling by the referee (rea): the game is rewound to Turn 1, secrets (entry {began['1 secret']})."
        " Reason: It was the wrong map.",
        "Everything after it stays on record but no longer counts.",
    )


@pytest.mark.parametrize("scenario", SCENARIOS.values())
def test_each_phase_that_is_listed_can_be_gone_back_to(scenario: str) -> None:
    """In a random game of each system, with rewinds: by its entry, and the position is the one that it names."""
    *_, (table, key) = play(scenario, 3, 12)
    listed = table.past_phases(key)
    assert len(listed) > 2
    for entry, words in Random(scenario).sample(listed, 3):
        table.rewind(key, table.past_entry(key, str(entry)), add_seconds(NOW, 10**6), "rea", "Again.")
        assert words.startswith(("turn", "round", phase_of(table, key).title)) and f"entry {entry})" in words
        assert phase_of(table, key).title in words


@pytest.mark.parametrize(
    ("line", "phase", "why"),
    [
        ("turn 1 because it was wrong", "1 red", "because it was wrong"),
        ("turn 1, it was wrong", "1 red", " it was wrong"),
        ("turn 1 it was wrong", "1 red", "it was wrong"),
        ("turn 1 secrets, it was wrong, sorry", "1 secret", " it was wrong, sorry"),
        ("turn 1, secrets because of a fault", "1 secret", "because of a fault"),
        ("turn 1, the map was wrong because of Bob", "1 red", " the map was wrong because of Bob"),
        ("secrets: again", "1 secret", " again"),
        ("turn 1", "1 red", ""),
        ("secrets", "1 secret", ""),
    ],
)
def test_a_line_is_a_position_and_a_reason(table: Table, duel: str, line: str, phase: str, why: str) -> None:
    key, began = two_turns(table, duel)
    assert read_rewind(table, key, line) == (began[phase], why)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("turn 1 secrets were told", "ambiguous-phase"),
        ("turn 1 wrong side because of Bob", "no-such-entry"),
        ("turn 7, it was wrong", "no-such-entry"),
        ("yesterday", "no-such-entry"),
    ],
)
def test_a_line_in_doubt_goes_nowhere(table: Table, duel: str, line: str, code: str) -> None:
    key, _ = two_turns(table, duel)
    refused(code, read_rewind, table, key, line)


def test_nonsense_is_refused_in_words(table: Table, duel: str) -> None:
    key, _ = two_turns(table, duel)
    chance, words = (
        Random(3),
        ["turn", "1", "9" * 30, "entry", "#", ",", "because", "secrets", "of", "🐌", "", ":", "-1"],
    )
    for _ in range(400):
        try:
            entry, _why = read_rewind(table, key, " ".join(chance.choices(words, k=chance.randint(1, 6))))
            assert entry >= 0
        except Refused as no:
            assert no.code in ("no-such-entry", "ambiguous-phase") and len(str(no)) > 15
