"""A season of a league on each kind of database, and the same league after a copy to the other kind."""

from pathlib import Path

import pytest

from bot.correspondence.leagues.awards import awards_lines, awards_view
from bot.correspondence.leagues.deeds import do
from bot.correspondence.leagues.views import VIEWS, league_view
from bot.correspondence.leagues.words import Said
from bot.hosting.engine_thread import EngineData
from bot.hosting.league_bids import open_due_bids
from bot.hosting.league_results import settle
from engine.leagues.grid import grid_text
from engine.log.entries import HOST
from tests.bot.command_line import fieldpost
from tests.support.databases import KINDS, Made, new_database
from tests.support.toy_system import NOW

OPENED = (
    "new Cup system=miniwars format=round-robin scenarios=millers-bridge sides=bids days=1",
    *(f"enter cup {player} pace=24" for player in ("ann", "bob", "cat", "dan")),
    "pair cup",
)


def say(data: EngineData, line: str) -> None:
    deed, league, *words = line.split()
    do(deed, Said(data, league, words, HOST, NOW))


def concede(data: EngineData, number: int) -> None:
    """The second side gives up, and the result is taken by itself."""
    game = data.leagues.find("cup").match(number).games[0].game
    data.table.commit(game, list(data.table.game(game).sides)[1], NOW, text="concede")
    assert data.league_places.unsettled() == (game,) and settle(data, game, NOW) == "cup"


def shown(data: EngineData) -> str:
    """Everything that is shown of it."""
    grids = [grid for view in VIEWS for grid in league_view(data, "cup", (view,), NOW)]
    return "\n\n".join(map(grid_text, grids))


@pytest.mark.parametrize(("source", "target"), [KINDS, KINDS[::-1]])
def test_a_season_on_one_kind_goes_on_on_the_other(made: Made, source: str, target: str, tmp_path: Path) -> None:
    old, new = new_database(made(source)), made(target)
    data = EngineData(old)
    for line in OPENED:
        say(data, line)
    one, other = data.leagues.find("cup").open_matches()
    say(data, f"bid cup {one.number} {one.players[0]} 7")
    say(data, f"bid cup {one.number} {one.players[1]} 9")
    assert data.leagues.find("cup").match(one.number).games[0].players[0] == one.players[1]
    concede(data, one.number)
    say(data, f"bid cup {other.number} {other.players[1]} 3")
    data.leagues.rename(other.players[1], "eve", NOW)
    data.close()

    code, out, err = fieldpost("copy-db", str(old), str(new), cwd=tmp_path)
    assert code == 0, (out, err)
    data = EngineData(new)
    assert data.leagues.awaiting_bids(other.due) == ("cup",) and data.leagues.awaiting_bids(NOW) == ()
    assert open_due_bids(data, "cup", other.due) == (other.number,), "the secret bid came with it"
    match = data.leagues.find("cup").match(other.number)
    assert (match.bid, match.games[0].players) == (3, ("eve", other.players[0]))
    concede(data, other.number)
    for _ in range(2):
        say(data, "pair cup")
        for match in data.leagues.find("cup").open_matches():
            say(data, f"bids cup {match.number} 0 0")
            concede(data, match.number)
    say(data, "close cup")
    league = data.leagues.find("cup")
    assert awards_lines(awards_view(data, league, 1, str))[0].startswith("Champion: ")
    text = shown(data)
    data.close()

    back = made(source)
    code, out, err = fieldpost("copy-db", str(new), str(back), cwd=tmp_path)
    assert code == 0, (out, err)
    data = EngineData(back)
    assert shown(data) == text
    data.close()
