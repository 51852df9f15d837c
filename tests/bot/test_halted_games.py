"""What fails in one game halts that game alone: no other game and no clock notices, and it goes on when told to."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from bot.cli import resume as resume_command
from bot.forum import reminding as forum_news
from bot.hosting import deadline_clock, halting, news_queue
from bot.hosting.deadline_clock import DeadlineClock
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.halted_games import FAULT, Halted, HaltedGames
from bot.hosting.news_queue import NewsQueue
from bot.mail.news import queue_news
from engine.log.deadline import add_seconds
from engine.log.verify import verify
from engine.systems import SYSTEMS
from engine.table import Refused, Table
from tests.bot.command_line import fieldpost
from tests.engine.table_games import started
from tests.support import toy_system
from tests.support.databases import new_database
from tests.support.sampling import share
from tests.support.table_games import SCENARIOS
from tests.support.toy_system import NOW, entropy

DAY = 86_400
LATE = add_seconds(NOW, DAY + 1)
SECRET = "the hidden reserve is at 0507"


class Notified(list[str]):
    def notify(self, game: str) -> None:
        self.append(game)


class Host:
    """A database with its deadline clock, at a moment that can be set."""

    def __init__(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.engine, self.told, self._patch = EngineThread(new_database(file)), Notified(), monkeypatch
        self.data: EngineData = self.engine._data
        self.clock: Any = DeadlineClock(self.engine, self.told)

    def use(self, act: Any) -> Any:
        return asyncio.run(self.engine.use_data(act))

    def look(self, moment: str, times: int = 1) -> None:
        for module in (deadline_clock, halting):
            self._patch.setattr(module, "utc_now", lambda: moment)
        for _ in range(times):
            asyncio.run(self.clock._run_due())

    def phase(self, game: str) -> str:
        return str(self.use(lambda data: data.table.game(game).phase_key))


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    made = Host(tmp_path / "fieldpost.db", monkeypatch)
    yield made
    made.engine.close()


def break_rule(monkeypatch: pytest.MonkeyPatch, name: str, system: Any, only: str = "") -> list[int]:
    """A rule of a system that raises, where the position names ``only``; a list with an item for each time."""
    right, raised = getattr(system, name), list[int]()

    def wrong(*values: Any) -> Any:
        state = getattr(values[0], "state", values[0])
        if only in repr(state):
            raised.append(1)
            raise KeyError(SECRET)
        return right(*values)

    monkeypatch.setattr(system, name, wrong)
    return raised


@pytest.mark.parametrize("system", SCENARIOS)
def test_a_rule_that_raises_at_the_deadline_halts_its_game_alone(
    host: Host, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = host.use(lambda data: opened(data.table, SCENARIOS[system]))
    other = host.use(lambda data: opened(data.table, SCENARIOS["miniwars" if system != "miniwars" else "acw"]))
    host.use(lambda data: write_orders(data.table, broken))
    before, also = host.phase(broken), host.phase(other)
    for rule in ("run", "close"):  # where nobody has anything to order, the phase still ends
        break_rule(monkeypatch, rule, SYSTEMS[system])
    host.look(LATE, 3)
    assert host.phase(broken) == before and host.phase(other) != also
    (halted,) = host.use(lambda data: data.halted.all())
    assert (halted.game, halted.cause, halted.since) == (broken, FAULT, LATE) and "KeyError" in halted.why


def opened(table: Table, scenario: str) -> str:
    key = table.open(scenario, "", NOW, DAY).id
    for number, side in enumerate(table.game(key).sides):
        table.seat(key, side, f"player-{number}", NOW)
    return key


def write_orders(table: Table, game: str) -> None:
    phase = table.game(game).phase
    assert phase
    for side in phase.sides:
        table.write(game, side, "\n".join(table.examples(game, side)), NOW)


def test_of_a_thousand_deadlines_one_raises_and_all_others_run(
    host: Host, duel: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    games = host.use(lambda data: [started(data.table, duel, DAY) for _ in range(share(1000, 100))])
    broken = games[len(games) // 2]
    host.use(lambda data: data.table.commit(broken, "red", NOW, text="hire 5 pike"))
    before = host.use(lambda data: {game: data.table.game(game).phase_key for game in games})
    raised = break_rule(monkeypatch, "close", toy_system, "{'pike': 5}")
    with caplog.at_level(logging.INFO, "fieldpost"):
        host.look(LATE, 5)
    after = host.use(lambda data: {game: data.table.game(game).phase_key for game in games})
    assert [game for game in games if after[game] == before[game]] == [broken]
    assert len(raised) == 1, "it is not tried again"
    (error,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    (halted,) = host.use(lambda data: data.halted.all())
    assert halted.reference in error.message and broken in error.message and error.exc_info


def halted_duel(host: Host, duel: str, monkeypatch: pytest.MonkeyPatch, since: str = LATE) -> str:
    """A game of Ann and Bob that halted at its deadline."""
    game: str = host.use(lambda data: started(data.table, duel, DAY))
    with monkeypatch.context() as patched:
        break_rule(patched, "close", toy_system)
        if since == LATE:
            host.look(LATE)
        else:
            halted = Halted(game, FAULT, "its news: KeyError", "c0ffee", since)
            host.use(lambda data: halting.halt(data, halted, halting.fault_notice(data, halted)))
    assert host.use(lambda data: data.halted.fault(game))
    return game


def test_who_sends_orders_to_it_gets_a_sentence_and_other_games_take_theirs(
    host: Host, duel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, other = halted_duel(host, duel, monkeypatch), host.use(lambda data: started(data.table, duel, DAY))
    for act in (
        lambda data: data.table.write(game, "red", "R1 hit B1", LATE),
        lambda data: data.table.give(game, "red", "R1 hit B1\ndone", LATE),
        lambda data: data.table.commit(game, "red", LATE, text="R1 hit B1"),
        lambda data: data.table.done(game, "red", LATE),
    ):
        with pytest.raises(Refused, match=f"{game} is halted since 2026-02-01 18:00 UTC.*was not kept") as no:
            host.use(act)
        assert no.value.code == "halted" and SECRET not in str(no.value)
    assert host.use(lambda data: data.table.check(game, "red", "R1 hit B1").verdicts[0].accepted), "to look is allowed"
    host.use(lambda data: data.table.write(other, "red", "R1 hit B1", LATE))


def test_its_players_are_told_once_by_every_door_and_nobody_of_what_is_secret(
    host: Host, duel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game: str = host.use(lambda data: started(data.table, duel, DAY))
    ann = host.use(lambda data: data.table.game(game).seats["red"])
    host.use(lambda data: data.people.add_address(ann, "mail", "ann@home.example", NOW))
    for door in ("mail", "forum"):
        host.use(lambda data, door=door: data.outboxes[door].set_destination(game, f"{door}:", "tag"))
    host.clock._change = host.clock._rows_seen = host.use(lambda data: data.table.journal.rows.last_change())
    with monkeypatch.context() as patched:
        break_rule(patched, "close", toy_system)
        host.look(LATE, 3)
    assert host.told.count(game) == 1, "the doors are woken once"
    (notice,) = host.use(lambda data: data.people.notices(ann))
    assert f"({game}) is halted" in notice and f"fieldpost resume {game}" in notice and SECRET not in notice
    assert host.use(lambda data: queue_news(data, game)) and not host.use(lambda data: queue_news(data, game))
    (mail,) = host.use(lambda data: data.mails.due("2099-01-01T00:00:00Z"))
    assert mail.address == "ann@home.example" and "is halted" in mail.body
    assert not host.use(lambda data: data.people.notices(ann)), "she has been told"
    assert not host.use(lambda data: forum_news.queue_news_and_reminder(data, game)), "nobody is there"
    bob = host.use(lambda data: data.table.game(game).seats["blue"])
    assert host.use(lambda data: data.people.notices(bob)) == (notice,), "with the next answer that he gets"


@pytest.mark.parametrize(("since", "left"), [(add_seconds(NOW, 3_600), DAY - 3_600), (LATE, 0)])
def test_resumed_it_goes_on_with_the_time_that_was_left(
    host: Host, duel: str, monkeypatch: pytest.MonkeyPatch, since: str, left: int
) -> None:
    game, resumed = halted_duel(host, duel, monkeypatch, since), add_seconds(NOW, 9 * DAY)
    host.look(resumed, 2)
    before = host.phase(game)
    monkeypatch.setattr(resume_command, "utc_now", lambda: resumed)
    folder = Path(host.data.table.journal.path).parent
    code, out, err = fieldpost("resume", game, cwd=folder)
    assert (code, err) == (0, "") and f"{game} goes on" in out and ("put off to" in out) == bool(left)
    host.told.clear()
    if left:
        host.look(add_seconds(resumed, left - 1))
        assert host.phase(game) == before, "the time that was left when it halted is given again"
        host.use(lambda data: data.table.write(game, "red", "R1 hit B1", add_seconds(resumed, left - 1)))
    host.look(add_seconds(resumed, left))
    assert host.phase(game) != before and game in host.told
    log = host.use(lambda data: data.table.export(game))
    assert verify(log).holds and b"was halted from" in log
    assert fieldpost("resume", cwd=folder)[1] == "No game is halted.\n"


def test_what_still_fails_stays_halted_and_says_why(host: Host, duel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, folder = halted_duel(host, duel, monkeypatch), Path(host.data.table.journal.path).parent
    code, out, _ = fieldpost("resume", cwd=folder)
    assert code == 0 and out.startswith(f"{game}, since 2026-02-01 18:00 UTC: something failed, reference ")
    with monkeypatch.context() as patched:
        break_rule(patched, "phase", toy_system)
        code, out, _ = fieldpost("resume", game, cwd=folder)
    assert code == 1 and f"{game} stays halted. It cannot be read" in out and "KeyError" in out
    assert host.use(lambda data: data.halted.fault(game))
    assert fieldpost("resume", "no-such", cwd=folder)[2] == f"'no-such' is no halted game. Halted: {game}.\n"


def test_a_game_that_cannot_be_folded_halts_and_spoils_no_list(
    tmp_path: Path, duel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bug came with an update: the entries are there, and ``apply`` raises."""
    table = Table(tmp_path / "fieldpost.db", entropy("fold"))
    broken, other = started(table, duel, DAY), started(table, duel, DAY)
    table.commit(broken, "red", NOW, text="hire 5 pike\nhire 1 sword")
    table.close()
    break_rule(monkeypatch, "apply", toy_system, "{'pike': 5}")
    host = Host(tmp_path / "fieldpost.db", monkeypatch)
    before = host.phase(other)
    host.look(LATE, 2)
    assert host.phase(other) != before
    assert [one.game for one in host.use(lambda data: data.halted.all())] == [broken]
    assert [game.id for game in host.use(lambda data: data.table.games())] == [other]
    assert [row.game for row in host.use(lambda data: data.table.listed([broken, other]))]
    host.engine.close()


def test_news_that_cannot_be_told_halt_their_game_and_others_news_go_out(
    host: Host, duel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, other = (host.use(lambda data: started(data.table, duel, DAY)) for _ in range(2))
    queued, tried, idle = list[str](), list[str](), asyncio.Event()

    def lay_out(data: EngineData, game: str) -> bool:
        tried.append(game)
        if game == broken:
            raise KeyError(SECRET)
        return True

    def note_queued(game: str) -> None:
        queued.append(game)
        idle.set()

    async def run() -> None:
        queue = NewsQueue(host.engine, "mail", lay_out, note_queued)
        running = asyncio.create_task(queue.run())
        queue.notify(broken)
        queue.notify(other)
        await asyncio.wait_for(idle.wait(), 10)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    monkeypatch.setattr(news_queue, "PAUSE", 0.01)
    asyncio.run(run())
    assert queued == [other] and tried == [broken, other]
    assert [one.game for one in host.use(lambda data: data.halted.all())] == [broken]


def test_of_several_processes_one_halts_it_and_the_others_leave_it_alone(
    host: Host, duel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = halted_duel(host, duel, monkeypatch)
    second = EngineData(host.data.table.journal.path)
    again = Halted(game, FAULT, "its deadline: KeyError", "c0ffee", LATE)
    assert not halting.halt(second, again, "twice") and "twice" not in second.halted.telling(game, "mail")
    with pytest.raises(Refused, match="is halted"):
        second.table.expire(game, LATE)
    second.table.close()


def test_a_game_that_an_earlier_program_noted_is_halted_still(table: Table, duel: str) -> None:
    """Its tables had these names, and still have."""
    game = started(table, duel, DAY)
    halted = HaltedGames(table.journal)
    table.journal.database.execute(
        "insert into frozen_game (game, cause, why, reference, since, lasting) values (?, ?, 'x', 'c0ffee', ?, 1)",
        [game, FAULT, NOW],
    )
    table.journal.database.execute(
        "insert into frozen_telling (game, door, text) values (?, 'mail', 'It is frozen.')", [game]
    )
    assert halted.all() == (Halted(game, FAULT, "x", "c0ffee", NOW),)
    assert halted.telling(game, "mail") == "It is frozen." and halted.resume(game, FAULT) and not halted.all()
