"""Reminders in a forum: one reply that mentions all who are awaited, posted once, or not at all if it is late."""

import pytest

from bot.correspondence.times import local_time
from tests.forum.loopback.clubhouse import Clubhouse, Player
from tests.forum.loopback.world import Fault, Post, Topic
from tests.forum.test_exactly_once import WRITING, set_back, settled
from tests.forum.test_whole_games import begin, lobby_of
from tests.support.aged_games import age_game
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio
GAME, HOUR = "millers-1", 3_600


def reminders(house: Clubhouse, topic: Topic, due: str = "") -> list[Post]:
    """The reminders of this deadline, or of all."""
    return [
        post
        for post in house.forum.posts_in(topic.id)
        if post.raw.startswith("**Reminder:**") and (not due or local_time(due) in post.raw)
    ]


async def started(house: Clubhouse) -> tuple[Topic, Player, Player]:
    """The topic, who is awaited, and the other."""
    ann, bob = Player(house, "ann"), Player(house, "bob")
    topic = await begin(house, ann, bob)
    with house.table() as table:
        phase = table.game(GAME).phase
    assert phase
    return (topic, ann, bob) if "reeve" in phase.sides else (topic, bob, ann)


def aged(house: Clubhouse, hours: float) -> str:
    with house.table() as table:
        due = age_game(table, GAME, round(hours * HOUR))
    house.doors.clock.notify()
    return due


async def handed_over(house: Clubhouse, due: str) -> None:
    """Whether there is one or not, nothing is left to be done."""

    def seen() -> bool:
        with house.table() as table:
            query = table.journal.database.query
            planned = query("select due from reminder_plan where game = ?", (GAME,)) == [(due,)]
            ready = query("select 1 from reminder_person where game = ? and kind = 'reminder' and at != ''", (GAME,))
            return planned and not ready and not query("select game from reminder_given")

    await house.until(seen)
    await settled(house)


async def test_whoever_is_awaited_is_mentioned_once(house: Clubhouse) -> None:
    topic, awaited, other = await started(house)
    due = aged(house, 60)
    await house.until(lambda: reminders(house, topic, due))
    (post,) = reminders(house, topic)
    assert f"@{awaited.user.name}" in post.raw and f"@{other.user.name}" not in post.raw
    assert "12 hours after this post" in post.raw and "`done`" in post.raw and "Whatever is written by then" in post.raw
    assert "not reminded" in (await awaited.ask(topic, "remind off\n\nThank you very much.")).raw
    await handed_over(house, aged(house, 61))
    assert len(reminders(house, topic)) == 1, "they have turned it off"
    assert "You are reminded once" in (await awaited.ask_alone("remind on"))
    due = aged(house, 62)
    await house.until(lambda: reminders(house, topic, due))
    await handed_over(house, due)
    assert len(reminders(house, topic)) == 2


@pytest.mark.parametrize("when", share(("before", "after"), ("after",)))
@pytest.mark.parametrize("how", share(("drop", "502"), ("drop",)))
async def test_a_call_that_fails_doubles_and_loses_none(house: Clubhouse, program: str, when: str, how: str) -> None:
    topic, *_ = await started(house)
    await settled(house)
    house.forum.faults.append(Fault(WRITING[program], when, how))
    house.forum.faults.append(Fault(WRITING[program], when, how))
    due = aged(house, 60)
    await house.until(lambda: reminders(house, topic, due) and not house.forum.faults)
    await handed_over(house, due)
    assert len(reminders(house, topic)) == 1


async def test_what_may_have_arrived_is_looked_for_after_a_restart(house: Clubhouse) -> None:
    topic, *_ = await started(house)
    due = aged(house, 60)
    await house.until(lambda: reminders(house, topic, due))
    await handed_over(house, due)
    await house.leave()
    set_back(house, "update forum_out set state = 'sending', part = 0, post = 0, tries = 0 where kind = 'reminder'")
    await house.enter()
    await house.until(house.door.connected)
    await settled(house)
    assert len(reminders(house, topic)) == 1


async def test_one_that_would_come_too_late_is_dropped(house: Clubhouse) -> None:
    """It waits while Fieldpost is away, and the game has another deadline when it is back."""
    topic, *_ = await started(house)
    due = aged(house, 60)
    (post,) = await house.until(lambda: reminders(house, topic, due))
    await handed_over(house, due)
    await house.leave()
    topic.posts.remove(post.id)
    del house.forum.posts[post.id]
    set_back(house, "update forum_out set state = 'waiting', part = 0, post = 0 where kind = 'reminder'")
    aged(house, 2)
    await house.enter()
    await settled(house)
    with house.table() as table:
        states = table.journal.database.query("select state from forum_out where kind = 'reminder'")
    assert states == [("dropped",)] and not reminders(house, topic)


async def test_a_deputy_is_mentioned_beside_the_player(house: Clubhouse) -> None:
    topic, awaited, _ = await started(house)
    cid = Player(house, "cid")
    await cid.ask(await lobby_of(house), "zone Europe/Berlin")
    assert "may order" in (await awaited.ask(topic, "deputy cid\n\nI am travelling.")).raw
    due = aged(house, 60)
    await house.until(lambda: len(reminders(house, topic, due)) == 1)
    (said, *_) = reminders(house, topic)[0].raw.splitlines()
    assert f"@{awaited.user.name} (The" in said and "@cid (The" in said and ", as deputy)" in said, said
