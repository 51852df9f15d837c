"""What Tab offers: every legal order can be typed by it, and everything it offers is in the game."""

import re
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.contract import System, Vocabulary
from engine.language import read, write
from engine.language.grammar import sentence
from engine.lookups.completion_words import COMPASS, is_point
from engine.lookups.completions import Completion, complete_line
from engine.scenarios import reader
from engine.systems import SYSTEMS
from tests.support import random_games
from tests.support.sampling import share

MESSAGES, EVERY, LINES, STEPS, OFFERS = share(60, 20), share(10, 6), share(12, 5), share(12, 10), share(3, 2)
UNKNOWN = {"unknown-unit", "unknown-verb", "unknown-place", "off-board", "ambiguous-unit", "bad-number", "unknown-type"}
TYPED_BY_HAND = re.compile(r"battle|choose (first |second )?edge")
"""The words after which a player writes what no list can hold."""


class Place:
    """What one side may type at one moment of a random game."""

    def __init__(self, system: System[Any], state: Any, side: str) -> None:
        seen, phase = system.view(state, side), system.phase(state)
        assert phase
        self.system, self.phase = system, phase.name
        self.vocabulary: Vocabulary = system.vocabulary(seen, side)
        self.ideas = [write(order, self.vocabulary) for order in system.ideas(seen, side)]

    def complete(self, text: str, ideas: list[str]) -> tuple[Completion, ...]:
        return complete_line(text, self.system.ORDERS, self.vocabulary, self.phase, ideas)


def places(stem: str) -> Iterator[tuple[Random, Place]]:
    """Some moments of a random game, each for the side whose turn it is."""
    system, chance = SYSTEMS[reader.load(stem).system], Random(stem)
    for number, step in enumerate(islice(random_games.game(system, stem, 1), MESSAGES)):
        phase = system.phase(step.after)
        if phase and phase.sides and number % EVERY == 0:
            yield chance, Place(system, step.after, chance.choice(phase.sides))


def some(chance: Random, lines: list[str]) -> list[str]:
    return chance.sample(lines, min(len(lines), LINES))


def words(line: str) -> Iterator[tuple[str, str]]:
    """Each word of a line, with all that stands before it; a name in quotes is one word."""
    for found in re.finditer(r'"[^"]*"|[^\s",:]\S*', line):
        yield line[: found.start()], found[0].rstrip(",:")


@pytest.mark.parametrize("stem", random_games.scenarios_tried(4))
def test_every_legal_order_can_be_typed_by_completing_word_by_word(stem: str) -> None:
    for chance, place in places(stem):
        for idea in some(chance, place.ideas):
            for before, word in words(idea):
                for typed in (0, (len(word) + 1) // 2):
                    offers = [c.word for c in place.complete(before + word[:typed], place.ideas)]
                    assert word in offers, (idea, before, word[:typed], offers)


@pytest.mark.parametrize("stem", random_games.scenarios_tried(4))
@pytest.mark.long
def test_the_grammar_and_the_board_alone_offer_every_word_that_is_no_number(stem: str) -> None:
    """Without any idea at hand: an order that nobody has thought of can be completed like one of the ideas."""
    for chance, place in places(stem):
        for idea in some(chance, place.ideas):
            if TYPED_BY_HAND.match(idea):
                continue
            for before, word in words(idea):
                begun = re.match(r"[A-Z]+\d*\.(\d+-)?", word)
                offers = [c.word for c in place.complete(before + (begun[0] if begun else ""), [])]
                assert is_point(word) or word in offers, (idea, before, word, offers)


@pytest.mark.parametrize("stem", random_games.scenarios_tried(4))
@pytest.mark.long
def test_everything_that_is_offered_is_in_the_game(stem: str) -> None:
    """At random beginnings: a word is of the grammar, a unit in play, a place of the map, a number; the reader
    knows it."""
    for chance, place in places(stem):
        text = ""
        for _ in range(STEPS):
            offers = place.complete(text, place.ideas)
            for offer in chance.sample(offers, min(len(offers), OFFERS)):
                line = text[: offer.start] + offer.word
                assert known(offer.word, place.vocabulary, place.system) or "battle" in line, line
                assert readable(line, place), line
            if not offers:
                text = chance.choice([f"{text}; ", ""]) if text else ""
                continue
            offer = chance.choice(offers)
            text = text[: offer.start] + offer.word + " "
            if len(text) > 60:
                text = ""


def readable(line: str, place: Place) -> bool:
    """Whether the reader knows every word of a line, or does so once one more word is there."""
    more = [line, *(f"{line} "[: c.start] + c.word for c in place.complete(f"{line} ", place.ideas))]
    lines = read("\n".join(more), place.system.ORDERS, place.vocabulary)
    wrong = {one.number for one in lines for o in one.objections if o.code in UNKNOWN and o.start > 0}
    return len(wrong) < len(more)


def known(word: str, vocabulary: Vocabulary, system: System[Any]) -> bool:
    """Whether a word is in play: a name of this board, a number, or said by the grammar."""
    bare = word.rstrip(":").strip('"')
    unit = bare.rpartition(".")[0] or bare
    if vocabulary.board and bare.isdigit() and len(bare) == 4:
        return bare in vocabulary.board.cells
    if unit in vocabulary.units:
        return unit not in vocabulary.gone or word.endswith(":") or bare in vocabulary.units
    names = {*vocabulary.places, *vocabulary.models.points, *vocabulary.types.names, *COMPASS, "if", "all", "default"}
    names |= set(vocabulary.board.labels.values()) if vocabulary.board else set()
    for carried in (*vocabulary.models.weapons.values(), *vocabulary.forces.words.values()):
        names |= set(carried)
    for answers in (*vocabulary.policies.values(), *vocabulary.models.point_policies.values()):
        names |= set(answers)
    names |= {*vocabulary.policies, *vocabulary.conditions}
    names |= {part for scope in vocabulary.forces.scopes for part in scope.split(" ")}
    return is_point(bare) or bare in names or bare in spoken(system)


def spoken(system: System[Any]) -> set[str]:
    """The words of the order classes: verbs, choices, and those that introduce a slot."""
    said = {">", "<"}
    for one in map(sentence, system.ORDERS):
        said |= {one.verb, *one.kind.SHORT, *one.kind.BEFORE}
        for gap in one.slots:
            said |= {*gap.words, *gap.leads, *gap.after, *gap.also}
            said |= {part for _, form in gap.terms for part in form.split(" ")}
    return said


def test_a_line_goes_on_after_a_semicolon_an_if_and_half_a_name() -> None:
    system = SYSTEMS["miniwars"]
    state = system.start(reader.load("millers-bridge"))
    vocabulary = system.vocabulary(system.view(state, "reeve"), "reeve")

    def offered(text: str, phase: str = "b-movement") -> list[str]:
        return [text[: c.start] + c.word for c in complete_line(text, system.ORDERS, vocabulary, phase, [])]

    assert "MA move 0504; attack" in offered("MA move 0504; a")
    assert "MA move 0504; BO" in offered("MA move 0504; B")
    assert "if RS gone:" in offered("if RS g")
    assert "if RS gone: MA" in offered("if RS gone: ")
    assert 'MA move "Pike Hill"' in offered("MA move pike h") and 'MA move "Pike Hill"' in offered('MA move "Pi')
    assert "MA move 0504 0505" in offered("MA move 0504 050")
    assert offered("MA move 0504 99") == [] and "MA fire" not in offered("MA ")
    assert "standing all rally auto" in offered("standing all rally ")
    assert [c.note for c in complete_line("BO", system.ORDERS, vocabulary, "b-movement", [])] == [
        vocabulary.units["BO"]
    ]
