"""What a side would lose by ending a phase: asked once and with its number, at every way in, and nothing else is.

Silent games of every shipped scenario, a power of Baker's buying; the engine's way in and the keyboard take turns.
"""

import re
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.terminal.hot_seat import HotSeat
from bot.terminal.screen import Screen
from engine import checking
from engine.language import write
from engine.log.verify import verify
from engine.scenarios import reader
from engine.systems import SYSTEMS
from engine.table import AskAgain, Refused, Table
from tests.support import random_games
from tests.support.sampling import share

NOW = "2026-03-01T12:00:00Z"
ENDS = share(120, 48)
"""Ends of phases in each game."""
ASKING = {
    "airborne-bridge": {"deploy-obstacles", "deploy"},
    "steel-and-sky": {"deploy"},
    "middle-sea": {"placement"},
    "three-wadis": {"action"},
    "the-long-line": {"action"},
}
"""Some phases in which a silent side surely loses something."""
QUIET = ("acw", "miniwars")
"""Systems in which nothing is lost for good: their units stand on the board from the start."""


def opened(table: Table, scenario: str) -> str:
    game = table.open(scenario, "", NOW)
    for side in game.sides:
        table.seat(game.id, side, "ann", NOW)
    return game.id


def left(table: Table, key: str, side: str) -> tuple[str, ...]:
    fold = table._cache.find(key)
    found: tuple[str, ...] = fold.system.left_behind(fold.system.view(fold.state, side), side)
    return found


def end_by_engine(table: Table, key: str, side: str) -> str:
    """What was asked before the phase ended; asserts that nothing ran before that and that the second word ends it."""
    moment = table.game(key).phase_key, table.game(key).phase
    try:
        table.done(key, side, NOW)
    except AskAgain as ask:
        assert ask.code == "left-behind" and (table.game(key).phase_key, table.game(key).phase) == moment
        with pytest.raises(Refused):
            table.done(key, side, NOW, sure="another")
        table.done(key, side, NOW, sure=ask.token)
        return str(ask)
    return ""


def end_at_keyboard(seat: HotSeat, capsys: pytest.CaptureFixture[str]) -> str:
    seat.shown = seat.game.phase_key
    moment = seat.shown, seat.game.phase
    capsys.readouterr()
    seat.line("done")
    said = " ".join(capsys.readouterr().out.split())
    if (seat.game.phase_key, seat.game.phase) == moment:
        assert seat.token, said
        seat.line("done")
        return said
    return ""


@pytest.mark.parametrize("scenario", random_games.scenarios_tried())
def test_done_asks_once_where_something_is_lost_and_nowhere_else(
    scenario: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    system, asked = reader.load(scenario).system, Counter[str]()
    with closing(Table(tmp_path / "games.db", Random(3).randbytes)) as table:
        key = opened(table, scenario)
        seat = HotSeat(table, key, tmp_path / "maps", Screen(), "")
        seat.draw = lambda *_: True  # type: ignore[method-assign]
        for number in range(ENDS):
            if (phase := table.game(key).phase) is None:
                break
            side = seat.side
            if system == "baker" and phase.name == "purchase":
                table.commit(key, side, NOW, text="buy 3 infantry")
            expected = left(table, key, side)
            says = end_by_engine(table, key, side) if number % 2 else end_at_keyboard(seat, capsys)
            assert bool(says) == bool(expected), f"{phase.name}: {says} for {expected}"
            assert all(re.search(r"\d|no army", part) and part.split(" (")[0] in says for part in expected)
            after = table.game(key)
            assert after.phase != phase or phase.name == "setup", "the second word ends the phase"
            asked[phase.name] += bool(says)
        assert verify(table.export(key)).holds
    assert asked.keys() >= ASKING.get(scenario, set()) and all(asked[name] for name in ASKING.get(scenario, ()))
    assert system not in QUIET or not +asked


@pytest.mark.parametrize("scenario", [stem for stem in ASKING if stem not in ("three-wadis", "the-long-line")])
def test_nothing_is_asked_after_deploy_rest(scenario: str, tmp_path: Path) -> None:
    with closing(Table(tmp_path / "games.db", Random(3).randbytes)) as table:
        key, tried = opened(table, scenario), 0
        for _ in range(ENDS):
            if (phase := table.game(key).phase) is None:
                break
            side = phase.sides[0]
            if phase.name == "purchase":
                table.commit(key, side, NOW, text="buy 3 infantry")
            if left(table, key, side) and phase.name in ASKING[scenario]:
                reply = table.write(key, side, "deploy rest", NOW)
                assert not reply.problems and not reply.left
                assert end_by_engine(table, key, side) == ""
                tried += 1
            else:
                end_by_engine(table, key, side)
        assert tried


def test_a_draft_is_told_what_it_leaves(tmp_path: Path) -> None:
    """Each unit that a draft lays or places is no longer said to be left."""
    with closing(Table(tmp_path / "games.db", Random(3).randbytes)) as table:
        key = opened(table, "airborne-bridge")
        while (phase := table.game(key).phase) and phase.name != "deploy-obstacles":
            end_by_engine(table, key, phase.sides[0])
        assert phase
        side = phase.sides[0]
        one = next(idea for idea in table.ideas(key, side) if " deploy " in idea)
        (before,), (after,) = table.check(key, side, "").left, table.check(key, side, one).left
        assert before.startswith("2 obstacles not laid") and after.startswith("1 obstacle not laid")
        assert one.split()[0] in before and one.split()[0] not in after.partition(": ")[2]


def test_units_that_have_come_on_are_not_asked_about() -> None:
    """Zone Control, in its last round: each unit that comes on is one less."""
    zones, scenario = SYSTEMS["zones"], reader.load("three-wadis")
    state = zones.case_position(scenario, {"turn": scenario.turns, "phase": "action"})
    side = state.active
    for count in (1, 0):
        said = zones.left_behind(zones.view(state, side), side)
        assert [part.split(" (")[0] for part in said] == [
            f"{count} unit{'s' * (count > 1)} not brought on, and this is the last round"
        ] * bool(count)
        seen = zones.view(state, side)
        entries = (idea for idea in zones.ideas(seen, side) if type(idea).__name__ in ("Strike", "Ambush"))
        if order := next(entries, None):
            state = checking.Judgement(zones, state, side, write(order, zones.vocabulary(seen, side))).certain_position


def test_the_keyboard_says_what_is_left_in_greeting_and_show(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Table(tmp_path / "games.db", Random(3).randbytes)) as table:
        key = opened(table, "steel-and-sky")
        seat = HotSeat(table, key, tmp_path / "maps", Screen(), "")
        seat.draw = lambda *_: True  # type: ignore[method-assign]
        while (phase := table.game(key).phase) and phase.name != "deploy":
            end_by_engine(table, key, seat.side)
        for show in (lambda: seat.greet(seat.side), lambda: seat.line("show")):
            capsys.readouterr()
            show()
            said = " ".join(capsys.readouterr().out.split())
            assert re.search(r"If the phase ends now: \d+ units not set up", said), said
        seat.line("deploy rest")
        capsys.readouterr()
        seat.line("show")
        assert "If the phase ends now" not in capsys.readouterr().out
