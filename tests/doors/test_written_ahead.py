"""Orders written ahead that stop when their phase opens: their writer is told why, and how to go on, at every door."""

from pathlib import Path

import pytest

from bot.hosting.engine_thread import EngineThread
from engine.log.head import heads_in
from tests.bot.command_line import fieldpost
from tests.forum.loopback.clubhouse import Clubhouse, Player
from tests.mail.loopback.mailroom import text_of
from tests.mail.loopback.office import Office, mail
from tests.support.databases import new_database

pytestmark = pytest.mark.asyncio
AHEAD = "buy 3 infantry\ndone\nmove 9 infantry Ridge to Marsh\ndone\ndone\nplace 3 infantry Harbour\ndone"
WHY = "Line 1 is refused: Ridge has 3 infantry that can still move; you asked for 9."


def flowing(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.long
async def test_by_mail(tmp_path: Path) -> None:
    engine = EngineThread(new_database(tmp_path / "games.db"))
    office = Office(engine)
    await office.introduce("Ann", "new two-shores 3d\njoin two-1 azure")
    mails = await office.introduce("Bob", "join two-1 amber")
    (call,) = [one for one in mails if "Your turn" in one["Subject"]]
    mails = await office.take(mail("Ann", AHEAD, str(call["Reply-To"]), str(call["Subject"])))
    (answer,) = [one for one in mails if "YOUR ORDERS RAN" in text_of(one)]
    assert f"The rest has not run. {WHY}" in flowing(text_of(answer)), text_of(answer)
    (call,) = [one for one in mails if "Your turn" in one["Subject"] and one is not answer]
    told = flowing(text_of(call))
    assert f"what you wrote ahead has not run: {WHY} held move 9 infantry Ridge to Marsh held done" in told, told
    (question,) = await office.take(mail("Ann", "done", str(call["Reply-To"]), str(call["Subject"])))
    asked = text_of(question)
    assert "NOTHING HAS RUN YET" in asked and WHY in flowing(asked), asked
    token = asked.partition('"yes done ')[2].partition('"')[0]
    mails = await office.take(mail("Ann", f"yes done {token}", str(call["Reply-To"]), str(call["Subject"])))
    assert any("places 3 infantry" in text_of(one) for one in mails), [text_of(one) for one in mails]
    engine.close()


async def test_a_turn_that_runs_to_its_end_is_one_mail(tmp_path: Path) -> None:
    engine = EngineThread(new_database(tmp_path / "games.db"))
    office = Office(engine)
    await office.introduce("Ann", "new two-shores 3d\njoin two-1 azure")
    (call,) = [one for one in await office.introduce("Bob", "join two-1 amber") if "Your turn" in one["Subject"]]
    whole = AHEAD.replace("9 infantry", "2 infantry").replace("Ridge to Marsh", "Orchard to Harbour")
    mails = await office.take(mail("Ann", whole, str(call["Reply-To"]), str(call["Subject"])))
    assert len(mails) == 3, [str(one["Subject"]) for one in mails]
    reports = [one for one in mails if not str(one["Subject"]).startswith("Re:")]
    for report in reports:
        told = flowing(text_of(report))
        assert "buys 3 infantry" in told and "places 3 infantry" in told and list(heads_in(told)), told
        assert ("It is your turn" in told) == ("bob@" in str(report["To"])), "only he is awaited still"
    engine.close()


async def test_in_a_forum(tmp_path: Path) -> None:
    house = await Clubhouse("discourse", tmp_path).open()
    ann, bob = Player(house, "ann"), Player(house, "bob")
    assert "two-1" in (await ann.ask(await house.topic("open a game here"), "new two-shores 3d")).raw
    topic = await house.topic("two-1")
    await ann.ask(topic, "join azure")
    await bob.ask(topic, "join amber")
    told = flowing(await ann.ask_alone(f"two-1\n{AHEAD}"))
    assert f"The rest has not run. {WHY}" in told and "held done" in told, told
    said = "What The Azure League wrote ahead has not run and is the draft now"
    posts = await house.until(lambda: [post.raw for post in house.forum.posts_in(topic.id) if said in post.raw])
    assert "move 9 infantry" not in "".join(posts), "nobody else sees what it is"
    assert "move 9 infantry" in await ann.ask_alone("two-1\nstatus")
    await house.close()


async def test_at_the_keyboard(tmp_path: Path) -> None:
    typed = "; ".join(AHEAD.split("\n"))
    _, out, _ = fieldpost("play", "two-shores", cwd=tmp_path, typed=f"{typed}\n")
    assert f"Kept, and not run yet: {WHY}" in flowing(out), out
