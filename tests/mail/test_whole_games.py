"""Whole games by mail through real servers: read in order, as players would."""

import json
import sqlite3
from contextlib import closing
from email.message import EmailMessage
from itertools import product
from pathlib import Path

import pytest

from bot.hosting.utc_now import utc_now
from engine.log.verify import verify
from engine.table import Game
from tests.mail.loopback.mailroom import (
    Correspondent,
    Mailroom,
    Serving,
    entry_of,
    find_game,
    is_call,
    opened,
    text_of,
)
from tests.support.eager_orders import MINIWARS, eager_orders
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio


async def play(serving: Serving, players: dict[str, Correspondent], game: str, phases: int) -> Game:
    """So many phases, each by an answer to the mail that called for it."""
    for _ in range(phases):
        before = find_game(serving.database, game)
        if before.phase is None:
            return before
        for side in before.phase.sides:
            call = await players[side].wait_for(is_call)
            with opened(serving.database) as table:
                orders = eager_orders(table.ideas(game, side), MINIWARS, before.phase.turn % 3)[:6]
            await players[side].end_part(call, orders)
    return find_game(serving.database, game)


@pytest.mark.long
async def test_millers_bridge_between_two_who_write_mails(room: Mailroom, serving: Serving, tmp_path: Path) -> None:
    ann, bob = Correspondent(room, "Ann"), Correspondent(room, "Bob")
    opened_mail = await ann.introduce("new millers-bridge 3d\njoin millers-1 reeve")
    assert "millers-1" in text_of(opened_mail) and "You play The Reeve's Men" in text_of(opened_mail)
    await bob.introduce("join millers-1")
    players = {"reeve": ann, "reivers": bob}
    game = await play(serving, players, "millers-1", share(16, 5))
    assert game.length > 20
    call = await bob.wait_for(is_call)
    question = await bob.answer(call, "concede")
    code = text_of(question).partition('"yes concede ')[2].partition('"')[0]
    await bob.answer(question, f"yes concede {code}")
    over = await ann.wait_for(lambda mail: "wins" in str(mail["Subject"]))
    assert "Reeve" in str(over["Subject"])
    log = await ann.answer(over, "verify")
    (attached,) = [part for part in log.iter_attachments() if part.get_filename() == "millers-1.json"]
    data = attached.get_payload(decode=True)
    assert isinstance(data, bytes) and verify(data).holds and json.loads(data)
    assert b"home.example" not in data, "addresses stand in no log"
    for mail in (*ann.mails, *bob.mails):
        looks_good(mail)


def looks_good(mail: EmailMessage) -> None:
    """It has its thread and its headers, lines of 72 columns, and a map with words for it."""
    assert mail["Auto-Submitted"] and mail["X-Loop"] == "orders@play.example" and not mail["Precedence"]
    text = text_of(mail)
    assert str(mail["Subject"]) == str(mail["Subject"]).strip()
    assert all(len(line) <= 76 for line in text.splitlines() if not line.startswith(("ok ", "REFUSED"))), text
    html = mail.get_body(("html",))
    pictures = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert bool(html) == bool(pictures)
    if html:
        shown = str(html.get_content())
        for picture in pictures:
            cid = str(picture["Content-ID"]).strip("<>")
            assert f'src="cid:{cid}"' in shown and 'alt="Map of' in shown
            data = picture.get_payload(decode=True)
            assert isinstance(data, bytes) and data.startswith(b"\x89PNG")


@pytest.mark.long
async def test_secret_orders_are_answered_to_their_writer_alone(room: Mailroom, serving: Serving) -> None:
    """Zone Control, placed in secret: the other side hears of it when both are done, and not before."""
    ann, bob = Correspondent(room, "Ann"), Correspondent(room, "Bob")
    await ann.introduce("new the-long-line 3d\njoin the-1 colonial")
    await bob.introduce("join the-1 machines")
    call = await ann.wait_for(is_call)
    before = entry_of(await bob.wait_for(is_call))
    with opened(serving.database) as table:
        secret = table.ideas("the-1", "colonial")[0]
    answer = await ann.answer(call, f"{secret}\ndeploy rest\ndone")
    assert secret in text_of(answer) and "YOUR ORDERS RAN" in text_of(answer)
    heard = await bob.wait_for(lambda mail: entry_of(mail) > before)
    asked = await bob.answer(heard, "log\nunits\nstatus\nmap\nexport")
    place = " ".join(secret.split()[:3])
    for mail in bob.mails:
        assert place not in text_of(mail), text_of(mail)
    await bob.answer(asked, "deploy rest\ndone")
    shown = await bob.asked("units")
    assert "C1.1 at" in text_of(shown) and "deployment" not in text_of(shown).partition("UNITS")[0], text_of(shown)


MARCHES = {
    "azure": ("Ridge to Marsh", "Harbour to Ridge", "Orchard to Harbour"),
    "amber": ("Marsh to Ridge", "Fort to Marsh", "Dale to Fort"),
}
"""Where each power attacks, and where it goes else, first choice first."""


def whole_turn(database: Path, side: str, copy: Path) -> str:
    """Purchase, a march, its battle if it is one, and the placement: the longest march after which the whole text runs
    on a copy of the game."""
    fort = {"azure": "Harbour", "amber": "Fort"}[side]
    for count, march, ends in product((4, 3, 2, 1), MARCHES[side], (3, 2)):
        lines = ["buy 3 infantry", "done", f"move {count} infantry {march}", *["done"] * ends]
        text = "\n".join([*lines, f"place 3 infantry {fort}", "done"])
        with closing(sqlite3.connect(database)) as played, closing(sqlite3.connect(copy)) as tried:
            played.backup(tried)
        with opened(copy) as table:
            given = table.give("two-1", side, text, utc_now())
            if given.news and not given.kept and (phase := table.game("two-1").phase) and side not in phase.sides:
                return f"whole turn\n{text}"
    raise LookupError(f"{side} can march nowhere")


@pytest.mark.long
async def test_a_campaign_of_baker_in_whole_turns(room: Mailroom, serving: Serving, tmp_path: Path) -> None:
    """Three rounds: each side buys, marches, fights and places in one mail a turn."""
    ann, bob = Correspondent(room, "Ann"), Correspondent(room, "Bob")
    await ann.introduce("new two-shores 3d\njoin two-1 azure")
    await bob.introduce("join two-1 amber")
    players = {"azure": ann, "amber": bob}
    for _ in range(2 * share(3, 1) + 1):
        game = find_game(serving.database, "two-1")
        if game.phase is None or game.phase.turn > share(3, 1):
            break
        (side,) = game.phase.sides
        call = await players[side].wait_for(is_call)
        assert game.phase.name == "purchase", "the turn before ran to its end"
        answer = text_of(await players[side].answer(call, whole_turn(serving.database, side, tmp_path / "copy.db")))
        assert "YOUR ORDERS RAN" in answer and "REFUSED" not in answer and "not read" not in answer, answer
    with opened(serving.database) as table:
        log = "\n".join(line for news in table.news("two-1") for line in news.lines)
        assert verify(table.export("two-1")).holds
    assert log.count("places 3 infantry") == 2 * share(3, 1) and "Round 1 at" in log, log
    for mail in (*ann.mails, *bob.mails):
        looks_good(mail)


@pytest.mark.long
async def test_several_dones_end_one_phase_after_the_other(room: Mailroom, serving: Serving) -> None:
    """They follow the draft that is held, as in one text."""
    ann, bob = Correspondent(room, "Ann"), Correspondent(room, "Bob")
    await ann.introduce("new two-shores 3d\njoin two-1 azure")
    await bob.introduce("join two-1 amber")
    call = await ann.wait_for(is_call)
    assert "held" in text_of(await ann.answer(call, "buy 3 infantry"))
    answer = text_of(await ann.answer(call, "done\ndone\ndone"))
    phase = find_game(serving.database, "two-1").phase
    assert "YOUR ORDERS RAN" in answer and phase and (phase.name, phase.sides) == ("placement", ("azure",)), answer
