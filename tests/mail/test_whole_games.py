"""Whole games by mail through real servers: read in order, as players would."""

import json
import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from engine.log.verify import verify
from engine.table import Game, Table
from tests.mail.loopback.mailroom import Correspondent, Mailroom, Serving, find_game, opened, text_of
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio
WISHES = (" attack ", " fire ", "choose a", " rally", " move ")


def is_call(mail: EmailMessage) -> bool:
    return "It is your turn" in text_of(mail)


async def next_call(player: Correspondent, after: int) -> EmailMessage:
    """The newest mail that asks for orders, once one has come that tells of an entry after this one."""
    return await player.wait_for(lambda mail: is_call(mail) and entry_of(mail) > after)


def entry_of(mail: EmailMessage) -> int:
    facts = str(mail["X-Fieldpost"] or "")
    return int(facts.rpartition("seq=")[2] or 0) if "seq=" in facts else 0


def eager(ideas: tuple[str, ...], turn: int) -> list[str]:
    """One order for each unit: what it would rather do."""
    chosen = dict[str, str]()
    for wish in WISHES:
        fitting = [idea for idea in ideas if wish in f" {idea} " and not idea.startswith("standing")]
        for idea in fitting[turn % 3 :] + fitting[: turn % 3]:
            chosen.setdefault(idea.split()[0], idea)
    return list(chosen.values())[:6]


async def play(serving: Serving, players: dict[str, Correspondent], game: str, phases: int) -> Game:
    """So many phases, each by an answer to the mail that called for it."""
    for _ in range(phases):
        before = find_game(serving.database, game)
        if before.phase is None:
            return before
        for side in before.phase.sides:
            call = await players[side].wait_for(is_call)
            with opened(serving.database) as table:
                orders = eager(table.ideas(game, side), before.phase.turn)
            answer = await players[side].answer(call, "\n".join([*orders, "done"]))
            said = text_of(answer)
            assert all(order in said for order in orders), said
            if "REFUSED" in said:  # two orders are in each other's way: correct the mail, as anybody would
                good = [line[13:] for line in said.splitlines() if line.startswith("ok ")]
                said = text_of(await players[side].answer(answer, "\n".join(good)))
            assert "YOUR ORDERS RAN" in said, said
    return find_game(serving.database, game)


async def test_millers_bridge_between_two_who_write_mails(room: Mailroom, serving: Serving, tmp_path: Path) -> None:
    ann, bob = Correspondent(room, "Ann"), Correspondent(room, "Bob")
    opened_mail = await ann.introduce("new millers-bridge 3d\njoin millers-1 reeve")
    assert "millers-1" in text_of(opened_mail) and "You play The Reeve's Men" in text_of(opened_mail)
    await bob.introduce("join millers-1")
    players = {"reeve": ann, "reivers": bob}
    game = await play(serving, players, "millers-1", share(40, 5))
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


async def test_each_player_sees_only_what_their_side_may(room: Mailroom, serving: Serving) -> None:
    """Zone Control with hidden units: no mail names one to the other side before it has shown itself."""
    ann, bob = Correspondent(room, "Ann"), Correspondent(room, "Bob")
    await ann.introduce("new three-wadis 3d\njoin three-1 colonial")
    await bob.introduce("join three-1 raiders")
    players, names = {"colonial": ann, "raiders": bob}, set[str]()
    for _ in range(share(20, 4)):
        game = find_game(serving.database, "three-1")
        if game.phase is None:
            break
        side = game.phase.sides[0]
        call = await players[side].wait_for(is_call)
        with opened(serving.database) as table:
            ideas = [idea for idea in table.ideas("three-1", side) if not idea.startswith("standing")][:1]
            hidden = {other: hidden_units(table, other) for other in players}
        answer = await players[side].answer(call, "\n".join([*ideas, "map", "units", "done"]))
        assert "YOUR ORDERS RAN" in text_of(answer), text_of(answer)
        for other, player in players.items():
            names |= hidden[other]
            assert not hidden[other] & set(re.findall(r"\w+", "\n".join(map(text_of, player.mails)))), other
    assert names, "there was something to hide"


def hidden_units(table: Table, viewer: str) -> set[str]:
    """The units that this side does not know of."""
    game = table.game("three-1")
    known = {unit for side in game.sides for unit in table.units("three-1", side)}
    return known - set(table.units("three-1", viewer))


async def test_a_campaign_of_baker_in_whole_turns(room: Mailroom, serving: Serving) -> None:
    """Three rounds: each side writes its whole turn in one mail, phase by phase."""
    ann, bob = Correspondent(room, "Ann"), Correspondent(room, "Bob")
    await ann.introduce("new two-shores 3d")
    with opened(serving.database) as table:
        sides = list(table.game("two-1").sides)
    await ann.asked(f"join two-1 {sides[0]}")
    await bob.introduce(f"join two-1 {sides[1]}")
    players = dict(zip(sides, (ann, bob), strict=True))
    for _ in range(120):
        game = find_game(serving.database, "two-1")
        if game.phase is None or game.phase.turn > share(3, 1):
            break
        side = game.phase.sides[0]
        call = await players[side].wait_for(is_call)
        answer = await players[side].answer(call, "done\n" * 7)
        assert "ran" in text_of(answer).lower(), text_of(answer)
    assert game.phase is None or game.phase.turn > share(3, 1), "every mail moves the game on"
