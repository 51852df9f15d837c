"""Writing orders on a phone: the form, one line, a file; feedback on each line, and that drafts stay private."""

import asyncio
import re
from collections.abc import Callable

import pytest
from PIL import ImageChops

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import NoSuchThing, Player
from bot.bench.loopback.screen import File
from tests.discord.loopback.games import Match, find_game, is_phase, newest_phase_post, start_game, wait_for_news

pytestmark = pytest.mark.asyncio(loop_scope="session")
Enter = Callable[[str], Player]
RECEIPT = re.compile(r"receipt `([0-9a-f]{8})`")
TIME = re.compile(r"<t:\d+:\w>")


async def start_deployment(enter: Enter) -> tuple[Player, Player, Match]:
    """Raid on Danville with both seats taken: Danville, that is Alice, sets up."""
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob, "raid-on-danville")
    assert "Deployment" in (await newest_phase_post(alice)).text
    return alice, bob, match


async def test_the_form_shows_the_draft_and_every_line_is_checked(bot: Bot, enter: Enter) -> None:
    alice, bob, _ = await start_deployment(enter)
    form = await alice.form("orders write")
    assert form.prefilled == ""
    answer = await form.submit(
        "G1 deploy 0805\nG2 depoly 0604\nT1 deploy 1905\nW1 deploy 0606\n# a note\n\nG2 deploy 0906"
    )
    assert answer.private
    assert len(re.findall(r"(?m)^✅", answer.text)) == 2
    assert len(re.findall(r"(?m)^❌", answer.text)) == 3
    for words in ("`G1 deploy 0805`", "depoly", "unknown-verb", "not-in-zone", "1905", "not-your-unit", "^^^"):
        assert words in answer.text, f"{words}:\n{answer.text}"
    assert "`G2 deploy 0604`" in answer.text, "a corrected line that can be pasted"
    assert RECEIPT.search(answer.text)
    assert TIME.search(answer.text)
    again = await alice.press_form(await newest_phase_post(alice), "Write orders")
    assert "G1 deploy 0805" in again.prefilled, "the form holds the draft"
    fixed = await again.submit("G1 deploy 0805\nG2 deploy 0906")
    assert "❌" not in fixed.text
    assert RECEIPT.findall(fixed.text) != RECEIPT.findall(answer.text)
    assert "0805" not in bob.all_text(), "nobody else reads drafts"


async def test_one_line_is_added_to_the_draft_or_leaves_it_as_it_was(bot: Bot, enter: Enter) -> None:
    alice, _, _ = await start_deployment(enter)
    assert "✅" in (await alice.slash("orders line", text="g1 place 0805")).text
    refused = await alice.slash("orders line", text="G2 deploy 0805")
    assert "occupied" in refused.text
    assert "✅" in (await alice.slash("orders line", text="G2 deploy 0906; T1 deploy 0704")).text
    shown = await alice.slash("orders show")
    assert "G1 deploy 0805" in shown
    assert "G2 deploy 0906" in shown
    assert "T1 deploy 0704" in shown
    assert "G2 deploy 0805" not in shown


async def test_the_draft_is_shown_with_a_picture_for_its_writer_alone(bot: Bot, enter: Enter) -> None:
    alice, bob, _ = await start_deployment(enter)
    empty = await alice.slash("orders show")
    assert "empty" in empty.text
    await alice.slash("orders line", text="G1 deploy 0907")
    shown = await alice.press(await newest_phase_post(alice), "Show draft")
    assert shown.private
    picture, before = shown.files[0].image(), (await alice.slash("map")).files[0].image()
    assert shown.files[0].alt
    assert ImageChops.difference(picture.convert("RGB"), before.convert("RGB")).getbbox(), "the draft is drawn on top"
    other = await bob.slash("orders show")
    assert "0907" not in other.text
    assert "G1" not in other.text
    unchanged = (await bob.slash("map")).files[0].image()
    assert not ImageChops.difference(unchanged.convert("RGB"), before.convert("RGB")).getbbox(), (
        "others see the map as it is"
    )


async def test_clearing_and_emptying_leave_no_draft(bot: Bot, enter: Enter) -> None:
    alice, _, _ = await start_deployment(enter)
    await alice.slash("orders line", text="G1 deploy 0805")
    assert "empty" in (await alice.slash("orders clear")).text
    assert (await alice.form("orders write")).prefilled == ""
    await alice.slash("orders line", text="G1 deploy 0805")
    assert "empty" in (await (await alice.form("orders write")).submit("   ")).text
    assert (await alice.form("orders write")).prefilled == ""
    assert "no orders to run" in (await alice.slash("commit")).text


async def test_orders_from_a_file_in_the_spellings_of_phones_and_editors(bot: Bot, enter: Enter) -> None:
    alice, _, _ = await start_deployment(enter)
    for name, data in {
        "plain.txt": b"G1 deploy 0805\r\nG2 deploy 0906\r\n",
        "windows.txt": "G1 deploy 0805\nG2 deploy 0906".encode("utf-16"),
        "marked.txt": "G1 deploy 0805\nG2 deploy 0906".encode("utf-8-sig"),
        "fenced.md": b"```\nG1 deploy 0805\nG2 deploy 0906\n```",
        "phone.txt": "\u201cTown Guardsmen 1\u201d deploy\u00a00805\nG2 deploy 0906".encode(),
    }.items():
        answer = await alice.slash("orders file", attachment=File(name, data))
        assert answer.text.count("✅") == 2, f"{name}:\n{answer.text}"
        assert "❌" not in answer.text, f"{name}:\n{answer.text}"
        assert "G1 deploy 0805" in answer, f"{name}:\n{answer.text}"
    for name, data in {"map.png": b"\x89PNG\r\n\x1a\n\0\0", "huge.txt": b"G1 deploy 0805\n" * 9000}.items():
        refused = await alice.slash("orders file", attachment=File(name, data))
        assert "✅" not in refused.text, name
        assert len(refused.text) > 20
    assert "G2 deploy 0906" in (await alice.form("orders write")).prefilled, "what was stored before is still there"


async def test_too_long_orders_are_rejected_with_the_limits(bot: Bot, enter: Enter) -> None:
    alice, _, _ = await start_deployment(enter)
    lines = await alice.slash("orders file", attachment=File("many.txt", b"G1 deploy 0805\n" * 201))
    assert "200" in lines.text
    assert "201" in lines.text
    letters = await alice.slash("orders file", attachment=File("long.txt", b"# " + b"x" * 8000))
    assert "8,000" in letters.text or "8000" in letters.text
    form = await alice.form("orders write")
    with pytest.raises(NoSuchThing):
        await form.submit("x" * 4001)
    full = await form.submit("\n".join(f"T{n % 4 + 1} deploy 0101 extra words {n}" for n in range(120)))
    assert full.private
    assert len(full.posts) <= 5
    assert full.files, "a long answer comes with the whole of it as a file"
    assert all(len(post.text) <= 2000 for post in full.posts)


async def test_an_order_behind_a_die_is_provisional_and_checked_in_its_turn(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    await start_game(alice, bob)
    first = await newest_phase_post(alice)
    chooser = alice if f"<@{alice.id}>" in first.text else bob
    await chooser.slash("orders line", text="choose a")
    await chooser.slash("commit")
    missile = await alice.wait_for_post(lambda post: is_phase(post) and "issile" in post.text, after=first)
    told = await (await alice.press_form(missile, "Write orders")).submit(
        "BO fire RS\nBO fire RS\nif RS disrupted: BO hold\nZZ hold"
    )
    assert re.findall(r"(?m)^(\S+) (\d)\.", told.text) == [("✅", "1"), ("⚠️", "2"), ("⚠️", "3"), ("❌", "4")], told.text
    assert "provisional" in told.text
    assert "unknown-unit" in told.text, "words and names no die can change"
    asked = await alice.press(missile, "Commit")
    assert "Line 4 is refused" in asked.text and "Nothing has run" in asked.text
    await alice.press(asked.posts[-1], "Commit all the same")
    report = await bob.wait_for_post(lambda post: "BO fires at RS" in post.text, after=missile)
    assert re.search(r"BO fires at RS: [1-6]", report.text), "every die is shown"
    assert "Not done: BO fire RS: BO has already " in report.text, (
        "what no longer stood when its turn came is told to all"
    )
    assert "ZZ" not in report.text, "what was refused is nobody's business"


async def test_markup_and_mentions_in_orders_are_shown_harmlessly(bot: Bot, enter: Enter) -> None:
    alice, bob, _ = await start_deployment(enter)
    answer = await (await alice.form("orders write")).submit(
        f"``` <@{bob.id}> @everyone\n`G1` **deploy** 0805\n||x||\n```"
    )
    assert answer.private
    assert answer.text.count("```") % 2 == 0, answer.text
    assert all(not post.pings for post in answer.posts)


async def test_a_commit_without_orders_and_an_old_button_do_nothing(bot: Bot, enter: Enter) -> None:
    alice, bob, _ = await start_deployment(enter)
    old = await newest_phase_post(alice)
    assert "no orders to run" in (await alice.press(old, "Commit")).text
    await alice.press(old, "Done")
    fresh = await bob.wait_for_post(is_phase, after=old)
    assert "Deployment" in fresh.text
    await bob.press(fresh, "Done")
    await bob.wait_for_post(lambda post: is_phase(post) and "Turn 1 · Initiative" in post.text, after=fresh)
    posts = len(alice.posts())
    assert "earlier phase" in (await alice.press(old, "Done")).text
    assert "earlier phase" in (await bob.press(fresh, "Commit")).text
    assert len(alice.posts()) == posts


async def test_a_button_pressed_twice_in_a_hurry_ends_one_phase(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob)
    first = await newest_phase_post(alice)
    chooser = alice if f"<@{alice.id}>" in first.text else bob
    await chooser.slash("orders line", text="choose a" if chooser is bob else "choose b")
    await asyncio.gather(chooser.press(first, "Commit"), chooser.press(first, "Commit"))
    missile = await alice.wait_for_post(lambda post: is_phase(post) and "issile fire of B" in post.text, after=first)
    answers = await asyncio.gather(*(alice.press(missile, "Done") for _ in range(4)))
    await wait_for_news(bot, match, alice)
    phase = find_game(bot, match).phase
    assert phase
    assert phase.name == "b-movement", (
        f"the side is awaited again, and has not said it is done: {[answer.text for answer in answers]}"
    )


async def test_a_whole_turn_is_sent_in_one_form(bot: Bot, enter: Enter) -> None:
    """The form runs what stands above its done; what stands below is kept for the player's next phase."""
    alice, bob = enter("Alice"), enter("Bob")
    match = await start_game(alice, bob)
    first = await newest_phase_post(alice)
    chooser = alice if f"<@{alice.id}>" in first.text else bob
    form = await chooser.press_form(first, "Write orders")
    told = await form.submit("choose a\ndone\ndone\nstanding all rally ask")
    assert "your orders for this phase ran" in told.text and "Kept, and not run yet" in told.text, told.text
    length = find_game(bot, match).length
    stale = await chooser.press(first, "Done")
    assert "earlier phase" in stale.text and "nothing was done" in stale.text, stale.text
    assert find_game(bot, match).length == length


async def test_a_form_opened_in_an_earlier_phase_runs_nothing(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    await start_game(alice, bob)
    first = await newest_phase_post(alice)
    chooser = alice if f"<@{alice.id}>" in first.text else bob
    form = await chooser.press_form(first, "Write orders")
    await chooser.slash("orders line", text="choose a")
    await chooser.slash("done")
    later = await chooser.wait_for_post(lambda post: is_phase(post) and post.id != first.id, after=first)
    told = await form.submit("standing all rally ask\ndone")
    assert "earlier phase" in told.text and "now it is" in told.text, told.text
    assert (await newest_phase_post(chooser)).id == later.id


async def test_done_behind_a_refused_line_asks_first(bot: Bot, enter: Enter) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    await start_game(alice, bob)
    first = await newest_phase_post(alice)
    chooser = alice if f"<@{alice.id}>" in first.text else bob
    told = await (await chooser.press_form(first, "Write orders")).submit("standing all ralli\nchoose a\ndone")
    assert "Line 1 is refused" in told.text and "Nothing has run" in told.text, told.text
    asked = await chooser.slash("done")
    assert "Line 1 is refused" in asked.text
    await chooser.press(asked.posts[-1], "Done all the same")
    await chooser.wait_for_post(lambda post: is_phase(post) and post.id != first.id, after=first)


async def test_a_question_is_never_an_order(bot: Bot, enter: Enter) -> None:
    """As by mail, in forums and at the keyboard: in a form, in a file and in one line."""
    alice, _, _ = await start_deployment(enter)
    text = "G1 deploy 0805\nG2 deploy 0906?\ncan T1 deploy 0704?\ndone?\nT1 deploy 0704"
    told = await (await alice.form("orders write")).submit(text)
    assert '"G2 deploy 0906?", "can T1 deploy 0704?" and "done?"' in told.text, told.text
    assert "A question is never an order" in told.text and "❌" not in told.text and "✅ 5." in told.text, told.text
    file = await alice.slash("orders file", attachment=File("orders.txt", text.encode()))
    assert "A question is never an order" in file.text and "❌" not in file.text, file.text
    for question in ("G2 deploy 0906?", "done?"):
        line = await alice.slash("orders line", text=question)
        assert "A question is never an order" in line.text and "Your draft is unchanged" in line.text, line.text
        form = await (await alice.form("orders write")).submit(question)
        assert "A question is never an order" in form.text and "Your draft is unchanged" in form.text, form.text
    held = (await alice.form("orders write")).prefilled
    assert "T1 deploy 0704" in held and "?" not in held and "0906" not in held, held


@pytest.mark.parametrize(
    "text", ["choose b, ok?\nchoose a\ndone", "shall I?\nchoose a; done", "choose a\ncommit\nor not?"]
)
async def test_nothing_runs_beside_a_question(bot: Bot, enter: Enter, text: str) -> None:
    alice, bob = enter("Alice"), enter("Bob")
    await start_game(alice, bob)
    first = await newest_phase_post(alice)
    chooser = alice if f"<@{alice.id}>" in first.text else bob
    told = await (await chooser.press_form(first, "Write orders")).submit(text)
    assert "Nothing runs beside a question" in told.text and "choose a" in told.text, told.text
    assert (await newest_phase_post(alice)).id == first.id
    await chooser.slash("done")
    await chooser.wait_for_post(lambda post: is_phase(post) and post.id != first.id, after=first)
