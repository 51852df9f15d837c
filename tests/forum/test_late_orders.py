"""Deadlines count by the time of a post, whenever it is read."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.correspondence.message import Message, Seat
from bot.forum import late_orders
from bot.forum.connectors.connector import LETTER, Account, Place, SeenPost, Unclear
from bot.forum.late_orders import LatePost, as_draft
from bot.forum.reading.post_text import post_lines
from bot.hosting.engine_thread import EngineData
from bot.hosting.halted_games import Halted
from engine.log.deadline import add_seconds
from tests.forum.loopback.clubhouse import Clubhouse, Player
from tests.forum.loopback.time_machine import TimeMachine
from tests.forum.test_whole_games import begin

NOW = "2026-01-31T18:00:00Z"


@contextmanager
def away(house: Clubhouse) -> Iterator[None]:
    """While it lasts, nobody can read what is new."""
    connector = house.door._connector
    known = connector.recent_posts

    async def fails(places: frozenset[str], mark: int) -> tuple[tuple[SeenPost, ...], int]:
        raise Unclear("The forum is away.")

    connector.recent_posts = fails  # type: ignore[method-assign]
    try:
        yield
    finally:
        connector.recent_posts = known  # type: ignore[method-assign]
        house.wake()


def awaited(house: Clubhouse, ann: Player, bob: Player) -> Player:
    """Whose turn it is."""
    with house.table() as table:
        game = table.game("millers-1")
    assert game.phase
    return {"reeve": ann, "reivers": bob}[game.phase.sides[0]]


def log(house: Clubhouse) -> str:
    with house.table() as table:
        return "\n".join(table.log("millers-1"))


@pytest.mark.asyncio
@pytest.mark.parametrize("alone", [True, False])
async def test_orders_posted_after_a_deadline_that_waits_are_not_run(
    machine: TimeMachine, house: Clubhouse, alone: bool
) -> None:
    house.forum.ahead = -3_600
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    writer = awaited(house, ann, bob)
    with away(house):
        await machine.pass_by(house, 3 * 86_400 + 5)
        words = "choose b\ndone"
        mine = writer.write_letter(f"millers-1\n{words}") if alone else writer.post(topic, words)
        assert "made no choice" not in log(house), "it waits until everything has been read"
    await house.until(lambda: any("nothing of it" in post.raw for post in house.forum.posts_in(mine.topic)))
    assert "made no choice" in log(house)
    assert not await house.engine.use_data(late_orders.waiting)


@pytest.mark.asyncio
async def test_orders_posted_in_time_are_run_by_whatever_clock(machine: TimeMachine, house: Clubhouse) -> None:
    house.forum.ahead = 3_600
    ann, bob = Player(house, "ann"), Player(house, "bob")
    await begin(house, ann, bob)
    writer = awaited(house, ann, bob)
    with away(house):
        mine = writer.write_letter("millers-1\nchoose b\ndone")
        await machine.pass_by(house, 3 * 86_400 + 5)
    await house.until(lambda: any("Your orders ran" in post.raw for post in writer._answers_after(mine)))
    assert "made no choice" not in log(house)


@pytest.fixture
def data(tmp_path: Path) -> Iterator[EngineData]:
    """A game whose deadline has passed and whose turn goes on."""
    made = EngineData(tmp_path / "games.db")
    made.table.open("millers-bridge", "", NOW, 60)
    for side in ("reeve", "reivers"):
        made.table.seat("millers-1", side, side, NOW)
    made.table.expire("millers-1", add_seconds(NOW, 60))
    yield made
    made.close()


def test_late_orders_are_the_draft_for_what_comes_next(data: EngineData) -> None:
    phase = data.table.game("millers-1").phase
    assert phase
    seat = Seat("millers-1", phase.sides[0])
    order = next(idea for idea in data.table.ideas(*seat) if idea.split()[1:2] == ["move"] or " fire " in idea)
    message = Message((order, "done"), False, (), ())
    times = (add_seconds(NOW, 65), add_seconds(NOW, 60))
    left, answer = as_draft(data, seat, message, times, add_seconds(NOW, 70))
    assert left.empty and data.table.draft(*seat).strip() == order
    assert "nothing of it ran" in answer[0].lines[0] and "your draft" in answer[0].lines[1]
    for words, says in (((order, "done"), "have a draft"), (("done",), "nothing of it ran")):
        _, answer = as_draft(data, seat, Message(words, False, (), ()), times, NOW)
        assert says in " ".join(answer[0].lines) and data.table.draft(*seat).strip() == order
    data.table.write(*seat, "", NOW)
    _, answer = as_draft(data, seat, Message(("choose b",), False, (), ()), times, NOW)
    assert "would run now" in answer[0].lines[1] and not data.table.draft(*seat).strip()


def test_posts_that_are_kept_are_found_again(data: EngineData) -> None:
    due = data.table.game("millers-1").due
    assert due
    post = SeenPost(7, Place(LETTER, 3), 2, Account(8, "ann", "Ann"), NOW, "choose a \ud800", "")
    earlier = post._replace(id=6, at=add_seconds(NOW, -1))
    for one in (post, earlier):
        late_orders.keep_for_later(data, LatePost(one, "a title", "millers-1", due))
    assert late_orders.waiting(data) and late_orders.ready(data) == ()
    data.table.expire("millers-1", due)
    found = late_orders.ready(data)
    assert [late.post.id for late in found] == [6, 7] and found[1].post == post._replace(raw="choose a ?")
    assert late_orders.forget(data, post) and not late_orders.forget(data, post)
    data.forum.set_note("late:topic:1/2", "{")
    data.forum.set_note("late:topic:1/3", "[]")
    assert len(late_orders.ready(data)) == 1 and len(data.forum.notes("late:")) == 1


def test_what_is_late(data: EngineData) -> None:
    seat, due = Seat("millers-1", "reeve"), data.table.game("millers-1").due
    assert due
    after = add_seconds(due, 10)
    assert late_orders.missed_deadline(data, seat, after, after) == due
    for at, now in ((due, after), (add_seconds(due, 1), after), (after, add_seconds(due, -1)), ("", after)):
        assert late_orders.missed_deadline(data, seat, at, now) == ""
    data.halted.halt(Halted("millers-1", "forum", "its topic is closed", "", due, lasting=False))
    assert late_orders.missed_deadline(data, seat, after, after) == "", "the deadline stands still"
    assert late_orders.our_time("2026-01-31T18:00:00Z", 60.4) == "2026-01-31T17:59:00Z"
    assert late_orders.our_time("Z", 60.4) == ""


def test_a_long_post_that_is_kept_ends_with_a_whole_line_and_is_still_too_long(data: EngineData) -> None:
    due = data.table.game("millers-1").due
    assert due
    raw = "\n".join(f"RE move 0402 # {number:0200}" for number in range(1_000))
    post = SeenPost(7, Place(LETTER, 3), 2, Account(8, "ann", "Ann"), NOW, raw, "")
    late_orders.keep_for_later(data, LatePost(post, "a title", "millers-1", due))
    data.table.expire("millers-1", due)
    (kept,) = late_orders.ready(data)
    assert set(kept.post.raw.splitlines()) <= set(raw.splitlines()) and len(kept.post.raw) < len(raw)
    assert "it was cut after line" in post_lines(kept.post.raw, bool).cut[0]
