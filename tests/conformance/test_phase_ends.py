"""Ends of phases: random drafts with ``done`` anywhere, in every system, by every way in of the engine and keyboard.

One press ends at most the phase that the player was shown, and nothing ends a phase that its writer had not seen.
"""

import re
from collections import Counter
from contextlib import closing
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.terminal.hot_seat import HotSeat
from bot.terminal.screen import Screen
from engine import checking, play
from engine.contract import Done
from engine.game.order_desk import OrderDesk
from engine.log.verify import verify
from engine.systems import SYSTEMS
from engine.table import AskAgain, Game, Refused, Table
from tests.support.random_games import shipped
from tests.support.sampling import share

NOW = "2026-03-01T12:00:00Z"
SCENARIOS = {
    "miniwars": ("millers-bridge", "raid-on-danville"),
    "forumini": ("first-patrol", "steel-and-sky"),
    "acw": ("first-charge", "kesslers-mill"),
    "zones": ("low-wells", "three-wadis"),
    "baker": ("two-shores", "middle-sea"),
}
PRESSES = share(40, 10)
GAMES = share(12, 1)
"""Of each scenario."""
GIVES_UP = ("concede", "draw")


@pytest.fixture
def closes(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each side's part of a phase was ended by a word or a press."""
    counted, real = Counter[str](), play.close

    def close(system: Any, turn: Any, side: str) -> None:
        phase = system.phase(turn.state)
        counted[side] += bool(phase and side in phase.sides)
        real(system, turn, side)

    monkeypatch.setattr(play, "close", close)
    return counted


def new_table(path: Path, chance: Random) -> Table:
    return Table(path, chance.randbytes)


def new_game(table: Table, scenario: str) -> str:
    game = table.open(scenario, "", NOW)
    for side in game.sides:
        table.seat(game.id, side, "ann", NOW)
    return game.id


def random_text(table: OrderDesk, key: str, side: str, chance: Random) -> str:
    """Some legal orders with done and commit anywhere among them, on lines of their own or not."""
    ideas = [idea for idea in table.ideas(key, side) if idea.split()[-1] not in (*GIVES_UP, "done")]
    words = [chance.choice(ideas) for _ in range(chance.randint(0, 3)) if ideas]
    for word in chance.choices(("done", "commit", "end", "ZZ fly"), (6, 3, 1, 1), k=chance.randint(0, 2)):
        words.insert(chance.randint(0, len(words)), word)
    glue = [chance.choice(("\n", "\n", "; ")) for _ in words]
    return "".join(f"{word}{end}" for word, end in zip(words, glue, strict=True)).strip("; \n")


def dones(table: OrderDesk, key: str, side: str, text: str, ahead: bool = False) -> int:
    """How many parts of phases the text itself says to end."""
    fold = table._cache.find(key)
    verdicts = checking.check(fold.system, fold.state, side, text, ahead)
    return sum(verdict.accepted and isinstance(verdict.line.order, Done) for verdict in verdicts)


def press(table: Table, key: str, side: str, word: str, shown: str) -> None:
    """A press of the button under the post of the phase ``shown``, and of the second one if it asks."""
    run = table.done if word == "done" else table.commit
    try:
        run(key, side, NOW, phase=shown)
    except AskAgain as ask:
        run(key, side, NOW, phase=shown, sure=ask.token)


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_one_press_ends_at_most_the_phase_that_was_shown(system: str, tmp_path: Path, closes: Counter[str]) -> None:
    for seed, scenario in product(range(GAMES), SCENARIOS.get(system) or shipped(SYSTEMS[system])):
        chance = Random(f"{scenario} {seed}")
        with closing(new_table(tmp_path / f"{scenario}-{seed}.db", chance)) as table:
            key = new_game(table, scenario)
            for _ in range(PRESSES):
                game = table.game(key)
                if game.phase:
                    try_one_press(table, game, chance, closes)
            assert verify(table.export(key)).holds


def try_one_press(table: Table, game: Game, chance: Random, closes: Counter[str]) -> None:
    assert game.phase
    side, key, shown = chance.choice(game.phase.sides), game.id, game.phase_key
    text, word = random_text(table, key, side, chance), chance.choice(("done", "done", "commit"))
    said = dones(table, key, side, text)
    waiting = {other: dones(table, key, other, table.draft(key, other), True) for other in game.sides if other != side}
    table.write(key, side, text, NOW)
    closes.clear()
    try:
        press(table, key, side, word, shown)
    except Refused as no:
        assert no.code == "nothing-written" and word == "commit", str(no)
        assert not closes
        press(table, key, side, "done", shown)
        return
    most = said if word == "commit" else max(1, said)
    assert closes[side] <= most, f"{text!r} and {word} ended {closes[side]} phases of {side}"
    for other, count in waiting.items():
        assert closes[other] <= count, f"{text!r} of {side} ended a phase of {other}"
    after = table.game(key)
    moved = after.phase is None or after.phase_key != shown or side not in after.phase.sides
    assert moved or word == "commit", f"{text!r} and done did not end {shown}"
    if moved and after.phase:
        repeat_is_refused(table, key, side, shown)


def repeat_is_refused(table: Table, key: str, side: str, shown: str) -> None:
    """The same button pressed once more does nothing, nor does its form."""
    length = table.game(key).length
    with pytest.raises(Refused) as caught:
        table.done(key, side, NOW, phase=shown)
    assert caught.value.code in ("earlier-phase", "not-your-phase"), str(caught.value)
    assert table.game(key).length == length
    given = table.give(key, side, f"{table.draft(key, side)}\ndone".strip(), NOW, phase=shown)
    assert given.news is None, "a form for an earlier phase runs nothing"


@pytest.mark.parametrize("system", sorted(SYSTEMS))
@pytest.mark.long
def test_a_line_at_the_keyboard_ends_no_more_phases_than_it_says(
    system: str, tmp_path: Path, closes: Counter[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for seed, scenario in product(range(GAMES), SCENARIOS.get(system) or shipped(SYSTEMS[system])):
        chance = Random(f"keyboard {scenario} {seed}")
        with closing(new_table(tmp_path / f"{scenario}-{seed}.db", chance)) as table:
            seat = HotSeat(table, new_game(table, scenario), tmp_path / "maps", Screen(), "")
            seat.draw = lambda *_: True  # type: ignore[method-assign]
            for _ in range(PRESSES):
                if side := seat.side:
                    try_one_line(seat, side, chance, closes)
    assert "Traceback" not in capsys.readouterr().out


def try_one_line(seat: HotSeat, side: str, chance: Random, closes: Counter[str]) -> None:
    """Some orders with done among them, typed as one line, as several lines, or done alone."""
    table, key = seat.table, seat.key
    text = "done" if chance.random() < 0.3 else random_text(table, key, side, chance).replace("\n", "; ")
    waiting = {other: dones(table, key, other, table.draft(key, other), True) for other in seat.game.sides}
    shown = seat.shown = seat.game.phase_key
    closes.clear()
    seat.line(text)
    for ended, count in closes.items():
        said = len(re.findall(r"\b(?:done|end)\b", text)) if ended == side else 0
        assert count <= said + waiting[ended], f"{text!r} ended {count} phases of {ended}"
    after = seat.game
    moved = after.phase_key != shown or not after.phase or side not in after.phase.sides
    assert text != "done" or moved or seat.token, (
        f"a lone done ends the phase {shown} of {side}, or asks first, not {after.phase_key} {after.phase}"
    )
