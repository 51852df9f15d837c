"""The load run: a small one loses and doubles nothing; what is planted is found; waits and limits are counted right."""

import asyncio
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.bench.load.audit import Findings, GameRecord, check_orders, check_posts
from bot.bench.load.figures import rows, wait
from bot.bench.load.measurements import Lateness, busiest, percentile
from bot.bench.load.plan import SCENARIOS, Plan, read_plan
from bot.bench.load.run import Run
from bot.bench.loopback.guild import World
from bot.bench.loopback.interactions import COMMAND, Answers, Interaction
from bot.bench.loopback.rate_limits import Bucket, Limits
from bot.bench.loopback.rooms import Room
from bot.bench.private_postgresql import Server
from bot.discord.messages.posts import nonce
from bot.hosting.database import CommandFailed
from engine.scenarios import reader

GAME = GameRecord("mill", "tag", ["aaaaaaaa"], ["71", "72", ""], [2, 5])


@pytest.mark.long
def test_a_small_load_run_with_a_kill_loses_and_doubles_nothing(tmp_path: Path) -> None:
    result = asyncio.run(Run(Plan(4, 2, 2.5, 1, (0.05, 0.2)), tmp_path).go())
    found = result.findings
    assert not found.order_faults + found.post_faults + found.log_faults + result.violations
    assert found.drafts + found.runs >= 2 and found.posts >= 8 and found.games == 2
    assert len(result.down) == 1 and len(result.asked) >= 10 and result.posted
    assert {figure.name: figure.met for figure in rows(result)}.items() >= {"D1": True, "D2": True, "D3": True}.items()


@pytest.mark.long
def test_a_load_run_of_two_processes_with_a_kill_loses_and_doubles_nothing(
    postgresql_server: Server, tmp_path: Path
) -> None:
    """The one that is killed stays away until the other has taken over its shard."""
    result = asyncio.run(Run(Plan(4, 2, 60, 1, (0.5, 2), processes=2), tmp_path).go())
    found = result.findings
    assert not found.order_faults + found.post_faults + found.log_faults + result.violations
    assert found.drafts + found.runs >= 2 and found.posts >= 8 and found.games == 2
    ((_, taken_over),) = result.down
    after = [one for one in result.asked if one.since > taken_over and one.answered is not None]
    assert {one.room.guild for one in after} == {one.room.guild for one in result.asked} and len(after) >= 4


def said(text: str) -> Interaction:
    world = World()
    asked = Answers(world).ask(COMMAND, world.person("Ann"), world.open_room("a"), {})
    asked.messages.append({"content": text})
    return asked


@pytest.mark.parametrize(
    ("game", "text", "faults"),
    [
        (GAME, "-# Draft saved · receipt `aaaaaaaa` · now", 0),
        (GAME, "-# Draft saved · receipt `bbbbbbbb` · now", 1),
        (GAME, "**Ann**: done with the shooting. The result is posted below.", 1),
        (GAME, "**Ann**: committed. The result is posted below.", 1),
        (GAME, "That button was for an earlier phase, so nothing was done.", 0),
        (
            GameRecord("mill", "tag", [], ["keyboard", "discord:71", "keyboard", "discord:71"], []),
            "Nothing",
            1,
        ),
    ],
)
def test_a_lost_or_doubled_order_is_found(game: GameRecord, text: str, faults: int) -> None:
    found = Findings()
    check_orders(game, [said(text)], found)
    assert len(found.order_faults) == faults


def test_an_order_in_the_journal_is_not_reported_lost() -> None:
    found, asked = Findings(), said("**Ann**: done with the shooting.")
    check_orders(GameRecord("mill", "tag", [], [f"discord:{asked.id}"], []), [asked], found)
    assert found.runs == 1 and not found.order_faults


@pytest.mark.parametrize(
    ("posted", "faults"),
    [
        ([(2, 1), (5, 1), (5, 2)], 0),
        ([(2, 1), (2, 1), (5, 1)], 1),
        ([(5, 1), (2, 1)], 1),
        ([(2, 1)], 1),
        ([(2, 1), (5, 2)], 1),
        ([(2, 1), (5, 1), (9, 1)], 1),
    ],
    ids=("whole", "doubled", "out of order", "lost", "lost in part", "of no entry"),
)
def test_a_lost_or_doubled_post_is_found(posted: Sequence[tuple[int, int]], faults: int) -> None:
    world = World()
    room = world.open_room("a")
    for entry, part in posted:
        world.post(room, world.me, {"content": f"log entry {entry}", "nonce": nonce("tag", entry, part)})
    found = Findings()
    check_posts(GAME, [room], world.me["id"], found)
    assert len(found.post_faults) == faults, found.post_faults


def test_the_battles_are_of_all_systems_and_for_two() -> None:
    scenarios = [reader.load(name) for name in SCENARIOS]
    assert len({scenario.system for scenario in scenarios[:5]}) == 5
    assert {len(scenario.sides) for scenario in scenarios} == {2}


def test_everybody_has_a_game_and_every_seat_somebody() -> None:
    plan = Plan()
    assert sorted(seat for game in range(plan.games) for seat in plan.seats(game)) == list(range(plan.players))
    crowd = Plan(players=50, games=10)
    assert {len(crowd.games_of(person)) for person in range(50)} == {1}
    few = Plan(players=3, games=6)
    assert sorted(game for person in range(3) for game in few.games_of(person)) == sorted([*range(6)] * 2)


@pytest.mark.parametrize(("players", "games", "minutes"), [(1, 1, 1), (2, -1, 1), (2, 1, 0), (2, 1, 1e9)])
def test_a_load_run_that_cannot_be_is_refused(players: int, games: int, minutes: float) -> None:
    with pytest.raises(CommandFailed, match="needs at least 2 players"):
        read_plan(Namespace(players=players, games=games, minutes=minutes, processes=1))
    assert read_plan(Namespace(players=20, games=0, minutes=0.5, processes=1)) == Plan(20, 100, 30)
    for processes in (0, 17):
        with pytest.raises(CommandFailed, match="1 to 16 processes"):
            read_plan(Namespace(players=20, games=0, minutes=0.5, processes=processes))


def test_percentiles_and_busy_seconds() -> None:
    assert [percentile([*range(1, 101)], percent) for percent in (50, 99, 100)] == [50, 99, 100]
    assert percentile([], 99) == 0 and percentile([7], 50) == 7
    assert busiest([0.0, 0.1, 0.9, 1.0, 5.0], 1) == 3
    assert busiest([], 1) == 0


def waited(seconds: float, since: float) -> Interaction:
    return Interaction(COMMAND, {}, Room("1", "a", "2"), 3.0, since=since, answered=5, waited=seconds)


def test_answers_are_not_judged_by_a_late_generator() -> None:
    lateness = Lateness()
    lateness.spells = [(10.0, 10.5)]
    some = [waited(0.01, float(n)) for n in range(100, 200)] + [waited(0.4, 10.1)]
    assert wait("", "", some, 0.15, lateness).met
    assert "generator late at 1 more" in wait("", "", some, 0.15, lateness).measured
    assert wait("", "", [*some, *[waited(0.2, 50.0)] * 3], 0.15, lateness).met is False
    assert wait("", "", [*some, *[waited(0.2, 10.2)] * 30], 0.15, lateness).met is None


def test_what_was_never_answered_counts_as_long_as_discord_waits() -> None:
    silent = waited(0.0, 5.0)
    silent.answered = None
    assert wait("", "", [waited(0.01, 5.0), silent], 0.15, Lateness()).met is False


def test_the_loopback_keeps_discords_limit_for_all_requests() -> None:
    limits = Limits(overall=Bucket(3, 60.0))
    waits = [limits.ask_overall() for _ in range(5)]
    assert waits[:3] == [0, 0, 0] and all(0 < seconds <= 60 for seconds in waits[3:])
    assert limits.exceeded == 2
    assert not any(Limits().ask_overall() for _ in range(100))
