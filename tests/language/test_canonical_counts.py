"""Orders with counted units that are read the short way, among places that are called like other words of the game."""

from random import Random

import pytest

from engine.contract import ForceNames, Vocabulary
from engine.language.canonical_lines import read_canonical
from engine.language.grammar import Grammar, grammar
from engine.language.names import NameLookup
from engine.language.read import _Row
from engine.systems import baker
from engine.systems.baker.vocabulary import CHECKS, SCOPES
from engine.systems.baker.wording import WORDS
from tests.support.sampling import share

PLAIN = ("Moscow", "sz1", "sz2", "Poland", "A1")
ODD = (
    *(
        "Tank",
        "Tanks",
        "Sea",
        "Land",
        "North",
        "Round",
        "All",
        "To",
        "From",
        "After",
        "Never",
        "March",
        "Fighter",
        "Aa",
    ),
    *("Defenders", "When", "Start", "Area", "Via", "Default", "Nothing", "I", "Kiev", "Kiev 1", "North Sea"),
)
VOCABULARY = Vocabulary(
    units={},
    places={name: name for name in (*PLAIN, *ODD, "Land 1", "Loaded Transports")},
    shortest=2,
    idle_code="unknown-verb",
    stray_code="unknown-verb",
    checks=CHECKS,
    prompt=True,
    forces=ForceNames(words=WORDS, scopes=SCOPES),
)
FORMS = """buy UNITS
move UNITS PLACE to PLACE via PLACE PLACE
load UNITS PLACE onto PLACE
ship UNITS PLACE to PLACE
bomb UNITS PLACE to PLACE
place UNITS PLACE
place UNITS PLACE from PLACE
fight PLACE 2 rounds
fight PLACE
retreat PLACE to PLACE
retreat PLACE TERMS to PLACE
retreat SCOPE TERMS
withdraw SCOPE TERMS
withdraw PLACE
losses SCOPE : TYPES
targets: TYPES
losses PLACE : TYPES
keep land 2""".splitlines()
WORDS_MEANT = {
    "UNITS": (
        "1 infantry",
        "2 tanks",
        "1 tank, 3 fighters",
        "all fighters",
        "all",
        "nothing",
        "2 loaded",
        "1 i, 0 tanks",
    ),
    "TERMS": ("never", "after round 2", "when attackers < 3", "when attackers < defenders", "when no land"),
    "SCOPE": ("land", "sea attack", "land defence", "all"),
    "TYPES": ("infantry > tank", "aa > loaded > fighter", "default", "i > tanks", "tank"),
}
NOISE = ("all", "to", "1", "2", ">", ",", "from", "never", "when", "tank", "land", ":", "default", "; keep land 1", '"')


def read_alike(row: str, plan: Grammar) -> bool:
    """Whether the line is read the short way; fails if it is read otherwise than the long way."""
    found = read_canonical(1, row, plan, VOCABULARY)
    assert found is None or found == _Row(1, row, plan, NameLookup(VOCABULARY)).read(), row
    return found is not None


def test_a_place_called_like_another_word_is_read_as_the_long_way_reads_it() -> None:
    chance, plan, short = Random(1), grammar(baker.ORDERS), 0
    for number in range(share(20_000, 3_000)):
        words = {**WORDS_MEANT, "PLACE": (*PLAIN, *ODD) if number % 2 else PLAIN}
        row = " ".join(chance.choice(words.get(word, (word,))) for word in chance.choice(FORMS).split(" "))
        row = row.replace(" :", ":")
        short += read_alike(row, plan)
        damaged = row.split(" ")
        del damaged[chance.randrange(2, 9) :]
        damaged.insert(chance.randrange(len(damaged) + 1), chance.choice((*NOISE, *ODD, *damaged)))
        read_alike(" ".join(damaged), plan)
    assert short > share(8_000, 1_200), short


@pytest.mark.parametrize(
    "row",
    [
        "move 3 infantry, 1 tank Moscow to sz1",
        "ship 2 infantry Moscow to Poland via sz1 sz2",
        "losses sz1: infantry > tank",
        "retreat sea after round 2 to sz1",
        "fight sz1 1 round",
        "buy nothing",
    ],
)
def test_what_can_be_meant_in_one_way_only_is_read_the_short_way(row: str) -> None:
    assert read_alike(row, grammar(baker.ORDERS))
