"""Help, examples and refusals speak of the board in play: every name in them exists there."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from engine import checking
from engine.contract import Order, Scenario, System, Vocabulary, defaults
from engine.game_examples import examples_in_game
from engine.language import read, write
from engine.language.grammar import sentence
from engine.lookups import ideas as idea_lookups
from engine.lookups import order_help
from engine.scenarios import reader
from engine.systems import SYSTEMS
from engine.systems.baker import tables as baker_tables
from tests.support import random_games
from tests.support.sampling import share

MESSAGES, EVERY, LINES, PAGES = share(48, 16), share(12, 15), share(12, 8), share(6, 3)
COMPASS = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"}
HEX, POINT = re.compile(r"(?<![\w.,])\d{4}(?![\w.,]\d)"), re.compile(r"(?<![\w.,])(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)")


class Place(NamedTuple):
    """One side at one moment of a random game."""

    system: System[Any]
    scenario: Scenario
    state: Any
    side: str
    seen: Any
    vocabulary: Vocabulary
    sides: tuple[str, ...]
    """What the sides are called: a name of a side may hold that of a place elsewhere."""

    @property
    def fold(self) -> Any:
        return SimpleNamespace(
            system=self.system, scenario=self.scenario, state=self.state, phase=self.system.phase(self.state)
        )

    @property
    def names(self) -> set[str]:
        """Every name that exists in this game, in whatever spelling the program prints."""
        v = self.vocabulary
        found = {*v.units, *v.units.values(), *v.places, *v.places.values(), *v.models.points, *v.types.names}
        found |= set(self.system.cards(self.scenario))
        found |= {*v.types.names.values(), *(word for words in v.forces.words.values() for word in words)}
        return found | (set(v.board.labels.values()) | set(v.board.cells) if v.board else set())


@cache
def moments(stem: str) -> tuple[Place, ...]:
    """Some moments of a random game, each for every side; the first ones, in which phases change fast, all."""
    scenario, found = reader.load(stem), list[Place]()
    called = tuple(side.name for side in scenario.sides.values())
    system = SYSTEMS[scenario.system]
    for number, step in enumerate(islice(random_games.game(system, stem, 1), MESSAGES)):
        if system.phase(step.after) and (number < 2 or number % EVERY == 0):
            for side in scenario.sides:
                seen = system.view(step.after, side)
                found.append(Place(system, scenario, step.after, side, seen, system.vocabulary(seen, side), called))
    return tuple(found)


def places(stem: str) -> Iterator[tuple[Random, Place]]:
    chance = Random(stem)
    yield from ((chance, place) for place in moments(stem))


@cache
def known_elsewhere() -> frozenset[str]:
    """The names of all shipped scenarios, and those in the examples of the rulebooks."""
    found = set[str]()
    for stem in reader.shipped():
        system, scenario = SYSTEMS[reader.load(stem).system], reader.load(stem)
        state = system.start(scenario)
        for side in scenario.sides:
            vocabulary = system.vocabulary(state, side)
            found |= {
                *vocabulary.units,
                *vocabulary.places,
                *vocabulary.models.points,
                *(vocabulary.board.labels.values() if vocabulary.board else ()),
            }
    for system in SYSTEMS.values():
        found |= {word for kind in system.ORDERS for word in re.findall(r"\b[A-Z]\w+|\bsz\d+|\b[A-Z]\d+", kind.EXAMPLE)}
    return frozenset(name for name in found if len(name) > 1 and name not in COMPASS)


@cache
def any_name() -> re.Pattern[str]:
    """One of those names; of several that fit the longest."""
    names = sorted(known_elsewhere(), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, names))})(?![\w-])")


def strangers(text: str, place: Place, typed: str = "") -> list[str]:
    """Names of units, hexes, points and places in the text that are not of this board, nor typed by the player."""
    vocabulary, here = place.vocabulary, place.names
    for side in place.sides:
        text = text.replace(side, "")
    cells = vocabulary.board.cells if vocabulary.board else {}
    found = [number for number in HEX.findall(text) if number not in cells]
    wide, deep = vocabulary.tabletop or (0.0, 0.0)
    away = "must stay between" in text or "off the table" in text
    found += [f"{x},{y}" for x, y in POINT.findall(text) if not away and (float(x) > wide or float(y) > deep)]
    found += [name for name in dict.fromkeys(any_name().findall(text)) if name not in here]
    return [name for name in found if name.casefold() not in typed.casefold()]


@pytest.mark.parametrize("stem", random_games.scenarios_tried(4))
@pytest.mark.long
def test_every_name_in_help_exists_here(stem: str) -> None:
    for chance, place in places(stem):
        fold, side = place.fold, place.side
        pages = [f"{example}  {says}" for example, says in order_help.orders_now(fold, side)]
        verbs = [sentence(kind).verb for kind in place.system.ORDERS]
        verbs = chance.sample(verbs, min(len(verbs), PAGES))
        pages += [order_help.explain_order(fold, side, word) for word in (*verbs, "if", "", "jump")]
        pages += [*idea_lookups.examples(fold, side), " ".join(map(str, order_help.board_names(fold, side)))]
        wrong = {page: odd for page in pages if (odd := strangers(page, place))}
        assert not wrong, (place.fold.phase, side, wrong)


@pytest.mark.parametrize("stem", random_games.scenarios_tried(4))
@pytest.mark.long
def test_every_name_in_a_refusal_exists_here(stem: str) -> None:
    for chance, place in places(stem):
        for line in refused_lines(chance, place):
            for verdict in checking.check(place.system, place.state, place.side, line):
                for problem in verdict.problems:
                    said = "\n".join((problem.message, *problem.suggestions))
                    assert not (odd := strangers(said, place, line)), (place.fold.phase, line, said, odd)


def refused_lines(chance: Random, place: Place) -> Iterator[str]:
    """Orders with words missing, doubled, misspelt and swapped, and every verb alone."""
    lines = [write(order, place.vocabulary) for order in place.system.ideas(place.seen, place.side)]
    lines += [write(order, place.vocabulary) for order in place.system.sample_orders(place.seen, place.side)]
    verbs = [sentence(kind).verb for kind in place.system.ORDERS]
    yield from ("jump", "move", *chance.sample(verbs, min(len(verbs), PAGES)))
    yield from (f"{unit} jump 9" for unit in list(place.vocabulary.mine)[:2])
    for line in chance.sample(lines, min(len(lines), LINES)):
        words = line.split(" ")
        at = chance.randrange(len(words))
        match chance.randrange(4):
            case 0:
                yield " ".join(words[:at] + words[at + 1 :])
            case 1:
                yield " ".join([*words[:at], words[at][::-1], *words[at + 1 :]])
            case 2:
                yield " ".join(words[: at + 1])
            case _:
                yield " ".join([*words[: at + 1], "nowhere", *words[at + 1 :]])


@pytest.mark.parametrize("stem", random_games.scenarios_tried())
def test_the_verbs_after_an_unknown_one_can_be_used_now(stem: str) -> None:
    """All of them can be given in this phase, and every order that is legal now is among them."""
    for _, place in places(stem):
        phase = place.fold.phase
        if place.side not in phase.sides:
            continue
        examples = examples_in_game(place.system, place.seen, place.side, place.vocabulary, phase.name)
        usable = {kind for kind in place.system.ORDERS if examples.usable(kind)}
        legal = {type(order) for order in place.system.ideas(place.seen, place.side)}
        assert legal <= usable, (phase, legal - usable)
        samples = {type(order) for order in place.system.sample_orders(place.seen, place.side)}
        for kind in usable:
            assert kind.ANYTIME or not kind.PHASES or phase.name in kind.PHASES, (phase, kind)
            has_samples = place.system.sample_orders is not defaults.sample_orders
            assert kind in samples or not kind.__struct_fields__ or not has_samples, (phase, kind)


@pytest.mark.parametrize("stem", random_games.scenarios_tried())
def test_samples_are_read_back_with_names_that_exist(stem: str) -> None:
    for _, place in places(stem):
        kinds = list[type[Order]]()
        for order in place.system.sample_orders(place.seen, place.side):
            (line,) = read(write(order, place.vocabulary), place.system.ORDERS, place.vocabulary)
            assert line.order == order and not line.objections, (line.text, line.objections)
            kinds.append(type(order))
        assert kinds or place.system.sample_orders is defaults.sample_orders, place.fold.phase


def test_soldiers_alone_are_offered_nothing_for_vehicles_or_pillboxes() -> None:
    """First Patrol has soldiers only, and no obstacles."""
    verbs = {"hulldown", "face", "load", "unload", "enter", "leave", "clear", "drop", "bomb", "strafe", "place"}
    for _, place in places("first-patrol"):
        (verdict,) = checking.check(place.system, place.state, place.side, "jump")
        offered = set(re.findall(r"[\w-]+", verdict.problems[0].message.partition(";")[2]))
        assert not verbs & offered, offered


@pytest.mark.parametrize("stem", random_games.scenarios_tried())
def test_examples_in_a_call_for_orders_are_worth_giving(stem: str) -> None:
    """They are legal, of the phase, worth something, and none of the phase is worth more than the first."""
    for _, place in places(stem):
        phase, system, public = place.fold.phase, place.system, place.system.view(place.state, "")
        names, shown = system.vocabulary(public, place.side), idea_lookups.examples(place.fold, place.side)
        rated = {
            write(idea, names): system.worth(public, place.side, idea)
            for idea in system.ideas(public, place.side)
            if idea.PHASES
        }
        assert all(rated[text] > 0 for text in shown), (phase, shown)
        assert bool(shown) == any(value > 0 for value in rated.values()), (phase, rated)
        assert not shown or rated[shown[0]] == max(rated.values()), (phase, shown, rated)


@pytest.mark.long
def test_baker_advises_purchases_that_use_the_money_and_attacks_with_good_odds() -> None:
    for stem in ("two-shores", "middle-sea"):
        for _, place in places(stem):
            shown, money = idea_lookups.examples(place.fold, place.side), place.seen.powers[place.side].ipc
            for text in shown if place.fold.phase.name == "purchase" else ():
                (line,) = read(text, place.system.ORDERS, place.vocabulary)
                spent = sum(number * baker_tables.UNITS[kind].cost for number, kind in line.order.what)  # type: ignore
                assert spent > 0 and money - spent <= money * 0.7 and " aa" not in text, (text, money)


def test_without_a_game_the_examples_of_the_rulebook_stay() -> None:
    from engine.language import explain

    for system in SYSTEMS.values():
        for kind in system.ORDERS:
            if kind.EXAMPLE:
                assert f"    example: {kind.EXAMPLE}" in explain.help(system.ORDERS, sentence(kind).verb)


@pytest.mark.parametrize("stem", random_games.scenarios_tried())
def test_help_says_which_orders_cannot_be_given_now(stem: str) -> None:
    """Of the side to move every example is accepted, but for those that help itself gives a reason against, last."""
    for _, place in places(stem):
        fold, side = place.fold, place.side
        if side not in fold.phase.sides:
            continue
        marked = list[bool]()
        for example, says in order_help.orders_now(fold, side):
            (verdict, *_) = checking.check(place.system, place.state, side, example)
            marked.append("Not now: " in says)
            assert marked[-1] == bool(verdict.problems), (fold.phase, side, example, says)
        assert marked == sorted(marked)
