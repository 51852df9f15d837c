"""Lines by mail about the time of a game, votes, deputies and the referee."""

import random
import re

import pytest

from bot.correspondence.commands import DECISIONS
from bot.hosting.referee import USAGES
from engine.log.deadline import add_seconds
from engine.table import Game
from tests.mail.loopback.mailroom import text_of
from tests.mail.loopback.office import Office, mail
from tests.mail.loopback.office import answer as reply
from tests.mail.test_receiving import office
from tests.mail.test_strays import answer

pytestmark = pytest.mark.asyncio
__all__ = ["office"]
KEY = "millers-1"


async def begin(office: Office, calendar: str = "3d") -> None:
    """A game of Ann, who opened it, and Bob."""
    await office.introduce("Ann", f"new millers-bridge {calendar}\njoin {KEY} reeve")
    await office.introduce("Bob", f"join {KEY}")


async def game(office: Office) -> Game:
    return await office.engine.use_table(lambda table: table.game(KEY))


async def test_a_player_puts_the_deadline_off(office: Office) -> None:
    await begin(office)
    before = (await game(office)).due
    said = await answer(office, "Ann", "extend 24h because the ferry is late")
    assert "puts the deadline off (2 extensions left). The ferry is late." in said, said
    assert before and (await game(office)).due == add_seconds(before, 86_400)
    assert 'Write it like "extend 24h' in await answer(office, "Ann", "extend 24 because")
    assert "at most 3 days" in await answer(office, "Ann", "extend 2 weeks")


async def test_a_draw_is_proposed_and_agreed_after_a_question(office: Office) -> None:
    await begin(office)
    said = await answer(office, "Ann", "propose draw")
    number = (await game(office)).motions[0].seq
    assert f'"agree {number}" or "disagree {number}"' in said, said
    told = await answer(office, "Bob", "status")
    assert f"proposes a draw (entry {number}): 1 of 2 needed votes; waiting for the vote of Bob" in told, told
    assert f'You: "agree {number}"' in await answer(office, "Bob", "motions")
    asked = await answer(office, "Bob", "agree")
    assert "yes agree" in asked and not (await game(office)).over
    assert "no longer" not in asked and "old" not in asked
    line = re.search(r"yes agree \w{6}", asked)
    assert line and "It is agreed" in await answer(office, "Bob", line[0])
    assert (await game(office)).reason == "draw-agreed"


async def test_the_same_is_not_proposed_twice(office: Office) -> None:
    await begin(office)
    await answer(office, "Ann", "propose extend 24h")
    length = (await game(office)).length
    said = await answer(office, "Ann", "propose extend 24h")
    assert "has proposed to put the deadline off by 1 day already" in said and "1 player has not voted" in said, said
    assert (await game(office)).length == length
    await answer(office, "Ann", "propose extend 2d")
    assert "2 days" in (await game(office)).motions[0].words


async def test_a_frozen_game_names_the_line_that_ends_it(office: Office) -> None:
    await begin(office)
    await answer(office, "Ann", "referee freeze because of a question")
    for line in ("extend 24h", "propose resume", "choose a\ndone"):
        mover = "Bob" if "choose" in line and "reivers" in (await game(office)).phase.sides else "Ann"  # type: ignore[union-attr]
        said = " ".join((await answer(office, mover, line)).split())
        assert "frozen by its referee" in said and '"referee thaw REASON"' in said, said
    assert "frozen by its referee" in await answer(office, "Ann", "my games")
    assert "goes on" in await answer(office, "Ann", "referee thaw it is answered")


@pytest.mark.long
async def test_whoever_plays_alone_is_asked_before_a_proposal_ends_the_game(office: Office) -> None:
    await office.introduce("Ann", f"new millers-bridge 3d\njoin {KEY} reeve\njoin {KEY} reivers")
    for line in ("propose draw", "propose concede to reeve"):
        assert "nobody to agree with" in " ".join((await answer(office, "Ann", line)).split())
    asked = await answer(office, "Ann", "propose abandon")
    assert "yes propose" in asked and not (await game(office)).over
    assert "not of this phase" in await answer(office, "Ann", "yes propose 000000")
    code = re.search(r"yes propose \w{6}", asked)
    assert code and "It is agreed" in await answer(office, "Ann", code[0])
    assert (await game(office)).reason == "abandoned"


async def test_the_mails_of_the_game_ask_for_votes(office: Office) -> None:
    await begin(office)
    told = {str(one["To"]): text_of(one) for one in await office.take(mail("Ann", "propose draw"))}
    number = (await game(office)).motions[0].seq
    assert f'"agree {number}" or "disagree {number}"' in " ".join(told["bob@home.example"].split()), told


async def test_a_deputy_gets_the_mails_of_the_side(office: Office) -> None:
    await begin(office)
    side = (await game(office)).phase.sides[0]  # type: ignore[union-attr]
    mover = "Ann" if side == "reeve" else "Bob"
    await office.introduce("Cid", "games")
    sent = await office.take(mail(mover, "deputy Cid"))
    (call,) = [one for one in sent if str(one["To"]) == "cid@home.example"]
    assert "It is your turn" in text_of(call) and "+" not in str(call["Reply-To"] or call["From"])
    (done, *_) = await office.take(reply("Cid", call, "choose a\ndone"))
    assert "YOUR ORDERS RAN" in text_of(done)


async def test_a_wrong_code_agrees_to_nothing(office: Office) -> None:
    await begin(office)
    await answer(office, "Ann", "propose abandon")
    assert "This code is of nothing" in await answer(office, "Bob", "yes agree 123456")
    assert not (await game(office)).over and (await game(office)).motions
    assert "It is rejected" in await answer(office, "Bob", "disagree")


async def test_a_pause_and_its_end_by_vote(office: Office) -> None:
    await begin(office)
    await answer(office, "Ann", "propose pause")
    assert "paused by vote" in await answer(office, "Bob", "agree")
    assert (await game(office)).paused and "The game is paused" in await answer(office, "Bob", "status")
    await answer(office, "Bob", "propose resume")
    assert "goes on by vote" in await answer(office, "Ann", "agree")
    assert not (await game(office)).paused


async def test_several_motions_are_told_apart_by_their_entries(office: Office) -> None:
    await begin(office)
    await answer(office, "Ann", "propose pause\npropose extend 2d")
    first, second = (motion.seq for motion in (await game(office)).motions)
    said = await answer(office, "Bob", "agree")
    assert f'"agree {first}" (to pause the game) or "agree {second}"' in said, said
    before = (await game(office)).due
    assert "put off by vote" in await answer(office, "Bob", f"agree {second}")
    assert (await game(office)).due != before


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("line", "works"),
    [
        ("propose drwa", '"propose draw"'),
        ("propose", '"propose concede to SIDE"'),
        ("propose extend", '"propose extend 2d"'),
        ("propose concede to knights", '"propose concede to reivers"'),
        ("agree", '"propose draw"'),
        ("deputy", '"deputy Bob"'),
        ("deputy Zoe", '"deputy Bob"'),
        ("referee", '"referee freeze REASON"'),
        ("referee frezee a question", '"referee freeze REASON"'),
        ("referee freeze", '"referee freeze REASON"'),
        ("referee done", '"referee done reeve"'),
        ("referee rewind", '"referee rewind turn 2 because ..."'),
        ("referee set units W1", '"referee set units W1 disrupted yes'),
        ("takebak", "instead: takeback"),
        ("motoins", "instead: motions"),
        ("extned 24h", "instead: extend 24h"),
        ("proposse draw", "instead: propose draw"),
    ],
)
async def test_what_is_refused_is_answered_with_a_line_that_works(office: Office, line: str, works: str) -> None:
    await begin(office)
    assert works in (said := await answer(office, "Ann", line)), said


async def test_a_take_back_asks_the_others(office: Office) -> None:
    await begin(office)
    assert "has committed nothing" in await answer(office, "Ann", "takeback")
    side = (await game(office)).phase.sides[0]  # type: ignore[union-attr]
    mover, other = ("Ann", "Bob") if side == "reeve" else ("Bob", "Ann")
    await answer(office, mover, "choose a\ndone")
    phase = (await game(office)).phase_key
    assert "proposes to take the last commit back" in await answer(office, mover, "takeback")
    assert "Taken back." in await answer(office, other, "agree")
    after = await game(office)
    assert after.take_backs == 1 and after.phase_key != phase


async def test_a_deputy_orders_until_the_player_does(office: Office) -> None:
    await begin(office)
    side = (await game(office)).phase.sides[0]  # type: ignore[union-attr]
    mover = "Ann" if side == "reeve" else "Bob"
    await office.introduce("Cid", "games")
    assert "Cid may order" in await answer(office, mover, "deputy Cid")
    told = await answer(office, "Cid", "standing all advance ask", subject=f"[{KEY}]")
    assert "You are the deputy" in told and "1 of 1" in told, told
    refusal = "a deputy only gives orders"
    for line in ("propose draw", "takeback", "deputy off", "referee note hello", "newkey"):
        assert refusal in await answer(office, "Cid", line, subject=f"[{KEY}]"), line
    asked = re.search(r"yes concede \w+", await answer(office, "Cid", "concede", subject=f"[{KEY}]"))
    assert asked and refusal in await answer(office, "Cid", asked[0], subject=f"[{KEY}]")
    assert (await game(office)).deputies == {side: "cid"}
    said = await answer(office, mover, "standing all advance always")
    assert "Cid no longer does" in said and not (await game(office)).deputies
    assert "you are no longer their deputy" in await answer(office, "Cid", "games")
    assert "held" not in await answer(office, "Cid", "status", subject=f"[{KEY}]")


async def test_who_opened_the_game_is_its_referee(office: Office) -> None:
    await begin(office)
    said = await answer(office, "Bob", "referee freeze a question")
    assert "is the player who opened it: Ann" in said and not (await game(office)).frozen
    assert "(Ann): the game is frozen" in await answer(office, "Ann", "referee freeze because of a question")
    assert (await game(office)).frozen
    assert "(Ann): the game goes on" in await answer(office, "Ann", "referee thaw it is answered")
    due = (await game(office)).due
    await answer(office, "Ann", "referee extend 2d the server was away")
    assert (await game(office)).due != due
    assert "The ford is closed." in await answer(office, "Ann", "referee note The ford is closed.")
    secret = "their draft is secret from you"
    assert secret in await answer(office, "Ann", "referee preview") or "reeve" in (await game(office)).phase.sides  # type: ignore[union-attr]


async def test_a_referee_changes_ends_and_rewinds(office: Office) -> None:
    await begin(office)
    start = (await game(office)).length
    side = (await game(office)).phase.sides[0]  # type: ignore[union-attr]
    name = (await game(office)).sides[side].name
    assert f"{name}: the referee ends their part of the phase." in await answer(
        office, "Ann", f"referee done {side} because he is ill"
    )
    assert "Wrong side" in await answer(office, "Ann", f"referee rewind {start} Wrong side")
    assert (await game(office)).phase.sides[0] == side  # type: ignore[union-attr]
    assert "Again" in await answer(office, "Ann", "referee rewind turn 1, Again")
    for value in ("0804", "1003"):
        change = f"referee set units RE at {value} because a die was misread"
        assert f'becomes "{value}"' in await answer(office, "Ann", change)
    change = "referee set units RE disrupted yes because a die was misread"
    assert "units RE disrupted: false becomes true" in await answer(office, "Ann", change)
    assert "your side sees nothing at 'units ZZ hex'" in await answer(
        office, "Ann", "referee set units ZZ hex 0402 because it is so"
    )
    assert "Bob has left" in await answer(office, "Ann", "referee unseat reivers because Bob has left")
    assert (await game(office)).seats["reivers"] == ""


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "line", ["takeback?", "agree?", "propose draw?", "referee freeze it?", "extend 24h?", "deputy Bob?", "agree 9?"]
)
async def test_a_question_decides_nothing(office: Office, line: str) -> None:
    await begin(office)
    await answer(office, "Bob", "propose pause")
    before = await game(office)
    assert "a question is never an order" in await answer(office, "Ann", line)
    assert await game(office) == before


@pytest.mark.long
async def test_nonsense_behind_each_command_ends_nothing(office: Office) -> None:
    await begin(office)
    chance, words = random.Random(16), ["2d", "reeve", "because", "turn", "9", "🐌", "null", "[[", "to", "-1", "x" * 99]
    heads = [*DECISIONS, *(f"referee {word}" for word in USAGES if word not in ("done", "unseat", "rewind"))]
    heads += ["propose concede", "propose replace", "motions", "yes agree", "yes propose"]
    before = await game(office)
    for head in heads:
        tails = [" ".join(chance.choices(words, k=chance.randint(1, 4))) for _ in range(4)]
        assert "==" in await answer(office, "Ann", "\n".join(f"{head} {tail}" for tail in tails)), head
        await office.engine.use_data(lambda data: data.table.journal.database.execute("delete from mail_in", []))
    after = await game(office)
    assert after.phase_key == before.phase_key and not after.over and after.seats == before.seats
