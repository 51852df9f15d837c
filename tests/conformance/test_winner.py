"""Whoever wins, a side, a team or an alliance, is named wherever a result is shown; a draw is called one."""

import json
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.discord.commands import games
from bot.discord.messages import posts
from bot.terminal.screen import Screen
from engine.scenarios import reader
from engine.table import Game, Table
from tests.systems.zones.support.secret_scenario import written

NOW = "2026-01-31T18:00:00Z"
TEAMS = "two-against-one"
"""Three Wadis for three sides: a team of two, and a team of one that has a name of its own."""


def scenario(name: str, folder: Path) -> str:
    """A shipped scenario, or the file of the one with teams."""
    if name != TEAMS:
        return name
    source = written(
        teams={"free-companies": ["colonial", "wadis"], "red": ["raiders"]},
        edges={"colonial": "south", "raiders": "north", "wadis": "west"},
    )
    first = next(unit for unit in source["units"] if unit["side"] == "colonial")
    source["sides"] = {**source["sides"], "wadis": {"name": "The Wadi Guards", "colour": "#555555"}}
    source["units"] = [*source["units"], {**first, "id": "W1", "side": "wadis", "name": "Wadi Guard", "at": "4,18"}]
    source["name"] = "Two against one"
    file = folder / f"{TEAMS}.yaml"
    file.write_text(json.dumps(source), "utf-8")
    return str(file)


class Ended(NamedTuple):
    """A game that is over, and every sentence in which its result is shown: where -> text."""

    game: Game
    shown: Mapping[str, str]


def ended(folder: Path, name: str, group: tuple[str, ...]) -> Ended:
    """The game after all sides but those of the group have conceded; after all have agreed on a draw for no group."""
    table = Table(folder / "games.sqlite", secrets.token_bytes)
    key = table.open(scenario(name, folder), "The game", NOW).id
    for number, side in enumerate(table.game(key).sides):
        table.seat(key, side, f"player{number}", NOW)
    for _ in range(400):
        phase = table.game(key).phase
        if phase is None:
            break
        side = next((side for side in phase.sides if side not in group), phase.sides[0])
        word = "draw" if not group else "" if side in group else "concede"
        if word and all(verdict.accepted for verdict in table.check(key, side, word).verdicts):
            table.write(key, side, word, NOW)
        table.done(key, side, NOW)
    game = table.game(key)
    assert game.over, (name, group)
    return Ended(game, dict(_shown(table, game)))


def _shown(table: Table, game: Game) -> Iterator[tuple[str, str]]:
    screen, news = Screen(), table.news(game.id)[-1]
    with screen.console.capture() as printed:
        screen.over(game, "")
    yield "terminal", printed.get().strip().splitlines()[0]
    yield "post", posts.posts(game, news, "", ())[0].content
    yield "list", games.status_words(game)
    yield "report", next(line for line in news.lines if "win" in line.lower() or "drawn" in line)
    picture = table.picture(game.id)
    yield "alt text", picture.alt
    yield "title", f"{picture.title}"
    yield "text map", table.text_map(game.id)


def cases() -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Scenario, the sides that win together, and what they are called."""
    for name in ("millers-bridge", "first-patrol", "first-charge", "two-shores", "low-wells", "open-field"):
        for side, known in reader.load(name).sides.items():
            yield name, (side,), known.name
    yield "middle-sea", ("britain", "america"), "Allies"
    yield "middle-sea", ("germany", "italy"), "Axis"
    yield TEAMS, ("colonial", "wadis"), "Free Companies"
    yield TEAMS, ("raiders",), reader.load("three-wadis").sides["raiders"].name


@pytest.mark.parametrize(("name", "group", "called"), tuple(cases()))
def test_the_winner_is_named_wherever_the_result_is_shown(
    tmp_path: Path, name: str, group: tuple[str, ...], called: str
) -> None:
    game, shown = ended(tmp_path, name, group)
    assert game.won_by == called
    for where, text in shown.items():
        assert called in text, (where, text)
        assert "A draw" not in text and "drawn" not in text, (where, text)


@pytest.mark.parametrize("name", ["millers-bridge", "first-charge", "two-shores", "middle-sea", "low-wells"])
def test_a_draw_is_called_a_draw(tmp_path: Path, name: str) -> None:
    game, shown = ended(tmp_path, name, ())
    assert game.winner == "draw" and game.won_by == ""
    for where, text in shown.items():
        assert "draw" in text.lower() and "won by" not in text, (where, text)
