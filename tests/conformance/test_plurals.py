"""One thing is told in the singular, in every text of every system: reports, maps in words, pictures, cards, chances,
refusals, and what verifying a game says."""

import re
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine import checking
from engine.contract import counted
from engine.contract.counting import plural
from engine.dice.expression import roll_sealed
from engine.log.verify import verify
from engine.lookups import cards
from engine.systems import SYSTEMS
from maps.scene.scene import Scene
from tests.conformance.test_suggestions import mistyped, positions
from tests.forum.played import GAMES, played
from tests.support.sampling import share

ONE = re.compile(r"(?<![\w.,:/×+-])1 (?:more |other |loaded |extra )?((?-i:[a-z]+s|dice|IPCs))\b", re.IGNORECASE)
"""A number one and a word that looks like a plural, but not the end of another number, of a roll or of a range."""
SINGULAR = {"is", "has", "was", "needs", "goes", "does", "loss", "success", "cannons", "across", "this", "plus", "as"}
"""Words after a number one that are no false plurals, such as verbs."""


def false_plurals(text: str) -> list[str]:
    return [found[0] for found in ONE.finditer(text) if found[1].lower() not in SINGULAR and not _is_verb(found)]


def _is_verb(found: re.Match[str]) -> bool:
    """Whether the number is the end of a name, such as *turn 1 begins* or *Light Horse 1 fires*."""
    before = found.string[: found.start()].rstrip().rpartition(" ")[2]
    return before[:1].isupper() or before.lower() in ("turn", "round", "line", "zone", "level", "at", "in", "of", "to")


@pytest.mark.parametrize("text", ["1 entries", "has 1 dice", "1 more units left", "(1 IPCs)", "lost: 1 units"])
def test_the_test_finds_false_plurals(text: str) -> None:
    assert false_plurals(text)


@pytest.mark.parametrize("text", ["1 entry", "turn 1 ends", "Light Horse 1 fires", "2-1 hits", "11 units", "1 success"])
def test_the_test_finds_nothing_else(text: str) -> None:
    assert not false_plurals(text)


def test_a_number_and_its_noun() -> None:
    nouns = ("unit", "entry", "die", "hex", "loss", "more line", "success", "way", "branch")
    assert [counted(1, noun) for noun in nouns] == [f"1 {noun}" for noun in nouns]
    several = ["units", "entries", "dice", "hexes", "losses", "more lines", "successes", "ways", "branches"]
    assert [plural(noun) for noun in nouns] == several
    assert [counted(n, "die") for n in (0, 2, 1200)] == ["0 dice", "2 dice", "1,200 dice"]
    assert [counted(said, "hit") for said in ("1", "0.5", "1.5")] == ["1 hit", "0.5 hits", "1.5 hits"]


def scene_texts(scene: Scene) -> Iterator[str]:
    """The alt text, and every text that is drawn."""
    yield scene.alt
    yield from (one or other for one, other in re.findall(r"'([^']*)'|\"([^\"]*)\"", repr(scene)))


def texts_of_game(scenario: str) -> Iterator[str]:
    """Everything that is told of a game that has been played a little."""
    table, key = played(scenario, share(60, 12))
    for news in table.news(key):
        yield from news.lines
    for side in table.game(key).sides:
        yield table.text_map(key, side)
        yield from scene_texts(table.picture(key, side))
    yield from map(cards.card_text, table.cards(key).values())
    yield str(verify(table.export(key)))
    for words in ("1d6", "1d6>=5", "2d6", "3d6>=5"):
        yield roll_sealed(words, bytes(32))


@pytest.mark.parametrize("scenario", GAMES)
def test_no_text_of_a_game_has_a_false_plural(scenario: str) -> None:
    assert sorted({found for text in texts_of_game(scenario) for found in false_plurals(text)}) == []


def texts_of_orders(name: str) -> Iterator[str]:
    """What is said about orders that somebody might mistype, and about positions."""
    system: Any = SYSTEMS[name]
    chance = Random(f"plurals {name}")
    for state, side in islice(positions(system), share(60, 6)):
        seen = system.view(state, side)
        yield from scene_texts(system.scene(seen, ()))
        for message in mistyped(system, state, side, chance):
            for verdict in checking.check(system, state, side, message.text):
                yield from (verdict.warning, verdict.chances, *(problem.message for problem in verdict.problems))


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_no_verdict_and_no_picture_has_a_false_plural(name: str) -> None:
    assert sorted({found for text in texts_of_orders(name) for found in false_plurals(text)}) == []
