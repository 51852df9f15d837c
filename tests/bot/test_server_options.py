"""What the managers of a server chose, and what the host allows at the other doors, in both databases."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.correspondence.commands import Command
from bot.correspondence.deeds import carry_out
from bot.correspondence.message import Message
from bot.correspondence.order_deeds import Writer
from bot.hosting import wording
from bot.hosting.date_words import LANGUAGES, date_words
from bot.hosting.engine_thread import EngineData
from bot.hosting.opening_limits import Limits, read_limits, too_short
from bot.hosting.openings import WAITING, too_many
from bot.hosting.server_options import MANAGERS, ServerOptions
from bot.hosting.settings import BadSetting
from engine.database.address import Address
from engine.deadlines.calendar import Calendar
from engine.log.deadline import add_seconds
from engine.log.game_rows import ListedGame
from engine.table import Refused
from tests.support.databases import new_database, run_past_program
from tests.support.toy_system import NOW

HERE, THERE = "discord:1", "discord:10"
FULL = ServerOptions(MANAGERS, 3, 7, ("11", "12"), "", 86_400, 60, "de", "77")


@pytest.fixture
def data(address: Address) -> Iterator[EngineData]:
    opened = EngineData(new_database(address))
    yield opened
    opened.close()


def test_options_are_kept_for_each_server(data: EngineData, address: Address) -> None:
    before, after = data.servers.change(HERE, FULL._asdict())
    assert before == ServerOptions() and after == FULL == data.servers.options(HERE)
    assert data.servers.options(THERE) == ServerOptions()
    assert data.servers.change(HERE, {"channels": (), "deadline": 0})[1] == FULL._replace(channels=(), deadline=0)
    run_past_program(address, "update server_option set value = 'many' where name = 'per_person'")
    with pytest.raises(Refused, match="cannot be read"):
        data.servers.options(HERE)


def test_games_count_for_who_opened_them_until_they_are_over(data: EngineData) -> None:
    first, second = (data.table.open("millers-bridge", "", NOW).id for _ in range(2))
    data.openings.record(first, "ann", HERE, NOW)
    data.openings.record(first, "bob", THERE, NOW)
    data.openings.record(second, "bob", HERE, NOW)

    def running(player: str, server: str, now: str = NOW) -> list[str]:
        return [game.game for game in data.openings.running_of(data.table, player, server, now)]

    def everybody(now: str = NOW) -> list[str]:
        return [game.game for game in data.openings.running_in(data.table, HERE, now)]

    assert running("ann", HERE) == [first] and running("ann", THERE) == running("bob", THERE) == []
    assert everybody() == [first, second]
    for side in data.table.game(first).sides:
        data.table.seat(first, side, side, NOW)
    later = add_seconds(NOW, WAITING)
    assert everybody(later) == running("ann", HERE, later) == [first], "the other has not started for a week"
    data.table.commit(first, "reeve", NOW, text="concede")
    assert running("ann", HERE) == [] and everybody() == [second]


def test_a_person_has_a_number_of_running_games_by_mail_and_forum(data: EngineData) -> None:
    data.limits = Limits(per_person=2)
    ann, bob = (
        Writer(name, door, "key", NOW, "", lambda data, game: data.outboxes["mail"].set_destination(game, "mail:", "x"))
        for name, door in (("ann", "mail"), ("bob", "forum"))
    )
    assert "is open" in said(data, ann, Command("new", "millers-bridge"))
    assert "is open" in said(data, ann, Command("battle", "land: 6 inf 2 art vs 5 inf 1 tank"))
    for command in (Command("new", "millers-bridge"), Command("battle", "land: 6 inf vs 5 inf")):
        told = said(data, ann, command)
        assert "2 games that you opened are running, and 2 at once is the most" in told and "millers-1" in told, told
    assert "is open" in said(data, bob, Command("new", "millers-bridge"))
    assert len(data.table.games()) == 3


def test_a_deadline_by_mail_is_not_shorter_than_the_host_allows(data: EngineData) -> None:
    ann = Writer("ann", "mail", "key", NOW, "", lambda data, game: None)
    told = said(data, ann, Command("new", "millers-bridge 4m59s"))
    assert (
        "4 minutes 59 seconds is too short" in told and "5 minutes" in told and '"new millers-bridge 5m" works' in told
    )
    assert "is open" in said(data, ann, Command("new", "millers-bridge 5m"))


def said(data: EngineData, writer: Writer, command: Command) -> str:
    answer = carry_out(data, writer, None, Message((), False, (command,), ()))
    return " ".join(" ".join(line.split()) for section in answer.sections for line in section.lines)


def test_limits_are_read_from_the_settings() -> None:
    assert read_limits({}) == Limits(20, 300)
    assert read_limits({"FIELDPOST_GAMES_PER_PERSON": "3", "FIELDPOST_SHORTEST_DEADLINE": "1h"}) == Limits(3, 3600)
    for name, wrong in (
        ("FIELDPOST_GAMES_PER_PERSON", "0"),
        ("FIELDPOST_GAMES_PER_PERSON", "many"),
        ("FIELDPOST_GAMES_PER_PERSON", "9" * 5000),
        ("FIELDPOST_SHORTEST_DEADLINE", "5"),
    ):
        with pytest.raises(BadSetting, match=name):
            read_limits({name: wrong})


@given(st.integers(0, 100), st.integers(1, 100))
def test_one_too_many_is_refused_with_both_numbers(running: int, most: int) -> None:
    mine = [ListedGame(f"g-{n}", f"Game {n}", over=False, started=True) for n in range(running)]
    says = too_many(mine, most)
    assert bool(says) == (running >= most)
    assert not says or (str(running) in says and str(most) in says and len(says) < 1000)


@given(st.integers(wording.SHORTEST, wording.LONGEST))
def test_a_compact_length_can_be_typed(seconds: int) -> None:
    assert wording.period(wording.compact(seconds)) == seconds
    assert bool(too_short(Calendar(length=seconds), 300)) == (seconds < 300) and not too_short(None, 300)


def test_dates_in_words() -> None:
    assert date_words("2026-06-24T18:05:00Z", "en") == "Wednesday 24 June 2026, 18:05 UTC"
    assert date_words("2026-03-01T18:05:00Z", "de") == "Sonntag, 1. März 2026, 18:05 Uhr UTC"
    assert date_words("2026-06-24T18:05:00Z", "xx") == date_words("2026-06-24T18:05:00Z", "en")
    for language in LANGUAGES.values():
        assert len(language.days.split()) == 7 and len(language.months.split()) == 12
