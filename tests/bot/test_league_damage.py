"""A league whose log is damaged is refused to whoever asks for it, and holds up nothing else."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.correspondence.commands import read_command
from bot.correspondence.deeds import RETRY, carry_out
from bot.correspondence.leagues.lookups import _look
from bot.correspondence.message import read_message
from bot.forum.league_topics import league_first_post, league_title
from bot.hosting.engine_thread import EngineData
from engine.errors import Refused
from tests.bot.test_league_letters import NOW, OPTIONS, do, look, writer
from tests.support.databases import forge
from tests.support.many_cases import for_each

LINES = (
    "league enter other",
    "league enter Oth",
    "league withdraw other",
    "league pair other",
    "league close other",
    "league forfeit other 1 Bob no answer",
    "league bid other 1 5",
)


@pytest.fixture
def data(tmp_path: Path) -> Iterator[EngineData]:
    """With a league of Ann's, and another of hers that is damaged."""
    data = EngineData(tmp_path / "games.db")
    for name in ("Ann", "Bob"):
        data.people.add("mail", f"{name.lower()}@home.example", name, NOW)
    for name in ("Spring Cup", "Other"):
        do(data, "ann", f"league new {name} {OPTIONS}")
    do(data, "bob", "league enter spring-cup")
    forge(tmp_path / "games.db", "update league_entry set body = '{}' where game = 'other'", "league_entry")
    yield data
    data.close()


@for_each("line", LINES)
def test_a_line_about_it_is_answered_and_not_kept_for_later(data: EngineData, line: str) -> None:
    command = read_command(line)
    assert command
    message = read_message(data.table, None, (), to_us=True)._replace(commands=(command,))
    (section,) = carry_out(data, writer("ann"), None, message).sections
    told = " ".join(section.lines)
    assert "The log of Other is damaged" in told and '"fieldpost league show other"' in told
    assert look(data, "ann", ["rounds", "spring-cup"]).section.title == "Spring Cup"


def test_it_is_not_shown_and_its_topic_holds_up_no_other(data: EngineData) -> None:
    for shown in (
        lambda: _look(data, "ann", ["standings", "other"]),
        lambda: league_title(data, "other"),
        lambda: league_first_post(data, "other"),
    ):
        with pytest.raises(Refused, match="is damaged") as refused:
            shown()
        assert refused.value.code not in RETRY
    assert "Spring Cup" in league_title(data, "spring-cup")
