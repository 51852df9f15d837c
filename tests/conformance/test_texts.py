"""No text breaks a system's reader, and what a refusal proposes is accepted."""

from collections.abc import Iterator
from functools import cache, reduce
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import checking, play
from engine.contract import Turn
from engine.language import read, write
from engine.scenarios import reader
from engine.systems import SYSTEMS
from tests.conformance.every_game import Sys, every_game, every_system, positions
from tests.conformance.refusal_style import names_in, style_fault
from tests.support import random_games
from tests.support.sampling import share


@cache
def _talk(name: str) -> list[str]:
    """Words of the game: names, places, verbs, signs, and nonsense."""
    system: Sys = SYSTEMS[name]
    state = system.start(reader.load(random_games.shipped(system)[0]))
    verbs = [word for kind in system.ORDERS for word in (str(kind.__struct_config__.tag), *kind.ALIASES)]
    names = [
        text for key, unit in list(state.units.items())[:8] for text in (key, key[:1], f'"{unit.name}"', unit.name)
    ]
    places = ["0507", "507", "0101>0102", "9999", "0000", "0507/0508", "Danville", "at", "99999999999999999999"]
    others = [
        "if",
        "alive",
        "gone:",
        "disrupted:",
        ":",
        ";",
        "#",
        '"',
        "“",
        "standing",
        "all",
        "rally",
        "advance",
        "ask",
        "always",
        "initiative",
        "a",
        "hold",
        "\n",
        "\r\n",
        "```",
        "-",
        "١٢٣",
        "é",
        "🐺",
        "\u00a0",
        "\u200b",
        "\x00",
        "12.5,8",
    ]
    return [*verbs, *names, *places, *others]


@every_system
@settings(max_examples=share(40, 12), deadline=None)
@given(data=st.data())
def test_no_text_breaks_the_reader(system: Sys, data: st.DataObject) -> None:
    steps = random_games.walked(system, random_games.shipped(system)[0], 3)
    state = data.draw(st.sampled_from(steps)).after
    side = data.draw(st.sampled_from(sorted(random_games.written(random_games.shipped(system)[0]).sides)))
    text = data.draw(
        st.one_of(st.text(max_size=60), st.lists(st.sampled_from(_talk(system.NAME)), max_size=14).map(" ".join))
    )
    vocabulary = system.vocabulary(system.view(state, side), side)
    assert all((line.order is not None) or line.objections for line in read(text, system.ORDERS, vocabulary))
    verdicts, names = checking.check(system, state, side, text), names_in(system.view(state, side))
    for verdict in verdicts:
        _points_at_its_words(verdict, names)
        for suggestion in (s for problem in verdict.problems for s in problem.suggestions):
            assert (
                suggestion.strip() and suggestion != verdict.line.text and read(suggestion, system.ORDERS, vocabulary)
            )
        if verdict.line.order and verdict.accepted:
            (again,) = read(verdict.echo, system.ORDERS, vocabulary)
            assert (again.order, again.condition) == (verdict.line.order, verdict.line.condition)
            assert write(verdict.line.order, vocabulary, verdict.line.condition) == verdict.echo
    turn = Turn(state, random_games.Falling(text), system.apply)
    play.run(system, turn, side, [play.OrderToRun(v.line.number, v.echo) for v in verdicts if v.accepted])
    assert reduce(system.apply, turn.events, state) == turn.state


def _points_at_its_words(verdict: checking.Verdict, names: tuple[str, ...]) -> None:
    for problem in verdict.problems:
        assert not style_fault(problem, names), problem
        assert 1 <= problem.column <= len(verdict.line.text) + 1 and problem.width >= 1
        assert problem.line == verdict.line.number >= 1


@every_game
@pytest.mark.long
def test_what_a_refusal_proposes_is_accepted(system: Sys, scenario: str) -> None:
    """Orders that are wrong on purpose: a proposed line can always be read, and is legal if the order was refused by
    the rules."""
    proposals = 0
    reached = list(positions(system, scenario))
    for state, _ in reached[:: max(1, len(reached) // share(4, 1))]:
        phase = system.phase(state)
        for side in phase.sides if phase else ():
            for text in _wrong(system, state, side):
                for verdict in checking.check(system, state, side, text):
                    for suggestion in (s for problem in verdict.problems for s in problem.suggestions):
                        (proposed, *_) = checking.check(system, state, side, suggestion)
                        by_the_rules = not verdict.line.objections and verdict.problems[0].code not in (
                            "wrong-phase",
                            "not-your-phase",
                        )
                        assert proposed.line.order and (proposed.accepted or not by_the_rules), (
                            text,
                            suggestion,
                            proposed.problems,
                        )
                        proposals += by_the_rules
    assert proposals > min(10, len(reached) // 10), "check() proposes hardly anything instead"


def _wrong(system: Sys, state: Any, side: str) -> Iterator[str]:
    if hasattr(state, "areas"):
        yield from _wrong_of_areas(state)
        return
    mine = [key for key, unit in state.units.items() if unit.side == side][:4]
    others = [key for key, unit in state.units.items() if unit.side != side][:3]
    cells = state.board.cells if hasattr(state, "board") else {"0505": None}
    along = any("path" in kind.__struct_fields__ for kind in system.ORDERS)
    at = "0505" if "0505" in cells else max(cells)
    for key in mine:
        for verb in ("fire", "attack", "rally", "move", "deploy", "swap", "advance", "frie", "atack"):
            yield f"{key} {verb} {others[0]}"
            yield f"{key} {verb} {at}"
        yield f"{key} attack {others[-1]} advance"
        yield f"{key} melee {others[-1]}"
        yield f"{key} move N 40" if along or not hasattr(state, "board") else f"{key} move {at} 40"
        yield f"standing {key} ralley auto"


def _wrong_of_areas(state: Any) -> Iterator[str]:
    yield from (
        "losses land: infantry > aa",
        "losses sea: tank > submarine",
        "targets: tank > tank",
        "losses land: tank > carrier > sub",
    )
    areas = list(state.areas)
    for start, to in zip(areas, areas[1:] + areas[:1], strict=True):
        yield from (
            f"move 1 infantry {start} to {to}",
            f"move 9 tanks {start} to {to}",
            f"bomb 1 bomber {start} to {to}",
            f"fight {to}",
            f"fihgt {to}",
            f"retreat {to} to {start}",
            f"place 1 tank {to}",
        )
