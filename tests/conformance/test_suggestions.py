"""Every suggestion works: lines that players mistype, and what happens when a suggestion is typed back."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from string import ascii_lowercase
from typing import Any

import pytest

from engine import checking, play
from engine.contract import Balked, Commit, Done, Order, Turn
from engine.language import write
from engine.systems import SYSTEMS
from tests.support.random_games import Falling, game, shipped
from tests.support.sampling import share

LINES = share(10_000, 250)
"""Mutated lines of each system."""
PER_POSITION = 12
ODD_WORDS = ("all", "to", "at", "with", "and", "twice", "now", "nowhere", "9999", "99", "-1", "Don", "Zed", "done", "x")


def mutated(line: str, others: list[str], chance: Random) -> str:
    """The line as somebody might mistype it."""
    words = line.split()
    for _ in range(chance.choice((1, 1, 2))):
        at = chance.randrange(len(words))
        match chance.randrange(8):
            case 0:
                words[at] = typo(words[at], chance)
            case 1 if len(words) > 1:
                del words[at]
            case 2:
                to = chance.randrange(len(words))
                words[at], words[to] = words[to], words[at]
            case 3:
                words[at] = chance.choice(chance.choice(others).split())
            case 4:
                words.insert(at, chance.choice(ODD_WORDS))
            case 5:
                words = [*words, *chance.choice(others).split()[-1:]]
            case 6:
                words = [*words[: at + 1], ";", *chance.choice(others).split()[1:]]
            case _:
                words[at] = chance.choice(ODD_WORDS)
    return " ".join(words)


def typo(word: str, chance: Random) -> str:
    at = chance.randrange(len(word))
    letter = chance.choice(ascii_lowercase)
    return chance.choice(
        (word[:at] + word[at + 1 :] or letter, word[:at] + letter + word[at:], word[:at] + letter + word[at + 1 :])
    )


def positions(system: Any) -> Iterator[tuple[Any, str]]:
    """Positions of random games of all shipped scenarios in turn, with a side to move."""
    for seed in range(10_000):
        for scenario in shipped(system):
            for number, step in enumerate(islice(game(system, scenario, seed), share(60, 12))):
                phase = system.phase(step.before)
                if phase and phase.sides and number % 3 == seed % 3:
                    yield step.before, Random(f"{seed} {number}").choice(phase.sides)


def tried_back(system: Any, state: Any, side: str, suggestion: str, written: set[type[Order]]) -> str:
    """What goes wrong when the suggestion is typed instead; "" if it works."""
    verdicts = checking.check(system, state, side, suggestion)
    if refused := [problem.message for verdict in verdicts for problem in verdict.problems]:
        return refused[0]
    if not verdicts:
        return "it is no order"
    kinds = {verdict.line.kind for verdict in verdicts if verdict.line.kind} - written
    if any(kind.ENDS or kind.DISCARDS for kind in kinds):
        return "it ends a phase or throws something away"
    turn = Turn(state, Falling("suggestion"), system.apply)
    play.run(system, turn, side, [play.OrderToRun(1, verdicts[0].echo)])
    certain = not verdicts[0].doubt
    return next((event.says for event in turn.events if certain and isinstance(event, Balked)), "")


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_every_suggestion_works_when_it_is_typed_back(name: str) -> None:
    system, chance = SYSTEMS[name], Random(f"suggestions {name}")
    lines, refused, offered, broken = 0, 0, 0, list[str]()
    for state, side in positions(system):
        seen = system.view(state, side)
        vocabulary = system.vocabulary(seen, side)
        ideas = [write(idea, vocabulary) for idea in system.ideas(seen, side)]
        for text in [mutated(chance.choice(ideas), ideas, chance) for _ in range(PER_POSITION) if ideas]:
            verdicts = checking.check(system, state, side, text)
            found = {line for verdict in verdicts for problem in verdict.problems for line in problem.suggestions}
            written = {v.line.kind for v in verdicts if v.line.kind and not issubclass(v.line.kind, (Done, Commit))}
            lines, refused, offered = lines + 1, refused + any(v.problems for v in verdicts), offered + len(found)
            tried = ((line, tried_back(system, state, side, line, written)) for line in sorted(found))
            broken += [f"{text!r} -> {line!r}: {why}" for line, why in tried if why]
        if lines >= LINES:
            break
    print(f"{name}: {lines} lines, {refused} refused, {offered} suggestions, {len(broken)} of them do not work")
    assert not broken, "\n".join(broken[:20])
    assert offered > lines / 20, "most mistakes are answered with a line that works"
