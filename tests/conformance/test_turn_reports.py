"""The report of one turn, in every system: it begins with the header of its turn, and no line of a game is left out."""

import re

import pytest

from bot.correspondence.reports.turn_report import turn_report
from engine.table import Refused
from tests.forum.played import GAMES, played
from tests.support.sampling import share

HEADER = re.compile(r"(?:Turn|Round) (\d+)(?!\d| at)")
"""How the report of a turn begins; rounds of a battle are not turns."""


@pytest.mark.parametrize("scenario", GAMES)
@pytest.mark.long
def test_each_report_is_of_one_turn(scenario: str) -> None:
    table, key = played(scenario, share(60, 25))
    whole = [
        line.strip() for news in table.news(key) for told in (*news.lines, *news.luck) for line in told.splitlines()
    ]
    reports = list[tuple[int, tuple[str, ...]]]()
    for turn in range(60):
        try:
            reports.append((turn, turn_report(table, key, turn).lines))
        except Refused:
            continue
    assert len(reports) > 1
    assert not any("the seat is" in line for _, lines in reports for line in lines)
    for turn, lines in reports[1:]:
        found = HEADER.match(lines[0])
        assert found and int(found[1]) == turn, f"{turn}: {lines[:3]}"
        assert not any(int(other[1]) > turn for line in lines if (other := HEADER.match(line)))
    told = [line for _, lines in reports for line in lines]
    start = whole.index(told[0])
    assert told == whole[start : start + len(told)]
    rest = whole[start + len(told) :]
    assert not rest or HEADER.match(rest[0]), "only a turn in which nothing has been done yet has no report"


@pytest.mark.parametrize("scenario", GAMES)
def test_the_log_of_a_turn_is_part_of_the_whole(scenario: str) -> None:
    table, key = played(scenario, 25)
    whole = table.log(key)
    last = max(turn for turn in range(60) if table.log(key, turn))
    turns = [line for turn in range(last + 1) for line in table.log(key, turn)]
    assert turns == [line for line in whole if not line.endswith(("the seat is taken.", "done with this phase."))]
