"""Mails of many programs: every order is found, and nothing else is taken for one."""

import random
import time
from functools import partial

import pytest

from bot.correspondence.message import Message, read_message, reads_as_order
from bot.mail.reading.author_text import author_text
from bot.mail.reading.automatic import OwnAddresses, why_unanswered
from bot.mail.reading.bounces import bounced
from bot.mail.reading.received_mail import read_mail
from tests.mail.corpus import SHAPES
from tests.support.many_cases import for_each
from tests.support.sampling import share
from tests.support.seated_games import SCENARIOS, orders_of, seated

OWN = OwnAddresses("orders@play.example", "play.example")


def read(scenario: str, raw: bytes) -> Message:
    table, seat = seated(scenario)
    text = author_text(raw, partial(reads_as_order, table, seat, to_us=True))
    return read_message(table, seat, text.lines, to_us=True)


def test_there_are_sixty_shapes() -> None:
    assert len(SHAPES) >= 60


@for_each("name", SHAPES)
def test_the_orders_are_found_and_nothing_else(name: str) -> None:
    for scenario in share(SCENARIOS, ("millers-bridge",)):
        orders = orders_of(scenario)
        found = read(scenario, SHAPES[name](orders))
        assert found.orders == orders and not found.commands, (scenario, found)


LONG_PATH = "L1 move 0902>0802>0702>0601>0502>0403>0304>0205>0106>0107>0108"


@pytest.mark.parametrize("broken", [f"{LONG_PATH}\n>0208>0308", f"{LONG_PATH}>\n0208>0308", f"{LONG_PATH};\nattack BO"])
def test_a_path_that_was_broken_is_one_line(broken: str) -> None:
    text = author_text(b"From: a@b.example\r\n\r\n" + broken.encode(), lambda line: line.startswith("L1"))
    assert len(text.lines) == 1 and text.lines[0].text.replace(" ", "") == broken.replace("\n", "").replace(" ", "")


@pytest.mark.parametrize("prose", ["I am done with work at last.\ndone\nbut tired", "What a draw\ndone\nthat was"])
def test_a_bare_word_in_prose_ends_nothing(prose: str) -> None:
    assert read("millers-bridge", f"From: a@b.example\r\n\r\n{prose}".encode()).orders == ()


def test_a_misspelled_order_is_one() -> None:
    mail = b"From: a@b.example\r\n\r\nRE mvoe 0402\r\ndone\r\nAnn\r\n"
    assert read("millers-bridge", mail).orders == ("RE mvoe 0402", "done")


IN_WORDS = ("Spearmen attacks CA", "the Reeve moves to 0402", "RE moves north", "Mill Hands moves to 0404 and holds")


@pytest.mark.parametrize("order", IN_WORDS)
@pytest.mark.parametrize("around", ["{}\ndone", "{}\n\ndone", "Hello,\n{}\n\ndone\n\nAnn"])
def test_an_order_in_words_is_answered_and_done_waits(order: str, around: str) -> None:
    mail = f"From: a@b.example\r\n\r\n{around.format(order)}".encode()
    assert order in read("millers-bridge", mail).orders


@pytest.mark.parametrize("talk", ["The Reeve is my favourite.", "I hope the Bowmen fire well.", "Spearmen are slow"])
def test_talk_of_units_is_no_order(talk: str) -> None:
    assert read("millers-bridge", f"From: a@b.example\r\n\r\n{talk}\n".encode()).orders == ()


AUTOMATIC = {
    "Auto-Submitted: auto-replied": "automatically",
    "Return-Path: <>": "return path",
    "X-Autoreply: yes": "X-Autoreply",
    "Precedence: bulk": "many people",
    "List-Id: <x.example>": "List-Id",
    "Content-Type: multipart/report; boundary=x": "report",
    "X-Loop: orders@play.example": "this program",
}


@pytest.mark.parametrize(("header", "why"), AUTOMATIC.items())
def test_machines_are_not_answered(header: str, why: str) -> None:
    mail = f"From: ann@home.example\r\nMessage-ID: <1@home.example>\r\n{header}\r\n\r\nhello".encode()
    assert why in why_unanswered(mail, OWN)


@pytest.mark.parametrize("sender", ["MAILER-DAEMON@x.example", "no-reply@x.example", "orders+abc@play.example", ""])
def test_some_senders_are_not_answered(sender: str) -> None:
    assert why_unanswered(f"From: {sender}\r\n\r\nhello".encode(), OWN)


def test_people_are_answered() -> None:
    assert why_unanswered(SHAPES["gmail_top"](("done",)), OWN) == ""


def mutated(raw: bytes, chance: random.Random) -> bytes:
    """The mail with bytes changed, cut out, doubled or put in from another."""
    data = bytearray(raw)
    for _ in range(chance.randint(1, 8)):
        place = chance.randrange(len(data) + 1)
        match chance.randrange(5):
            case 0:
                data[place : place + 1] = bytes([chance.randrange(256)])
            case 1:
                del data[place : place + chance.randint(1, 80)]
            case 2:
                data[place:place] = data[place : place + chance.randint(1, 200)]
            case 3:
                data[place:place] = chance.choice(
                    (b"\r\n", b">", b"\0", b"=", b"--", b"\xff", b"<", b"&#x1;", b"[" * 50)
                )
            case _:
                other = SHAPES[chance.choice(tuple(SHAPES))](("done",))
                start = chance.randrange(len(other))
                data[place:place] = other[start : start + 120]
    return bytes(data)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(share(10, 4)))
def test_mangled_mails_raise_nothing(seed: int) -> None:
    chance, names = random.Random(seed), tuple(SHAPES)
    for _ in range(share(250, 40)):
        raw = mutated(SHAPES[chance.choice(names)](("RE move 0402", "done")), chance)
        began = time.perf_counter()
        mail = read_mail(raw)
        assert len(mail.key) == 64 and isinstance(why_unanswered(raw, OWN), str)
        assert bounced(raw) is None or bounced(raw)
        text = author_text(raw, lambda line: line.startswith("RE "))
        assert all("\n" not in line.text for line in text.lines)
        assert time.perf_counter() - began < 2


HOSTILE = {
    "blanks": " " * 50_000,
    "dashes": "-" * 50_000,
    "attributions": "On Mon wrote\n" * 10_000,
    "quotes": ">" * 50_000,
    "colons": "From: x\n" * 10_000,
    "brackets": "<div>" * 20_000,
    "guillemets": "«" * 20_000,
    "underscores": "_ " * 20_000,
    "lines": "x\n" * 100_000,
}


@for_each("name", HOSTILE)
@for_each("subtype", ["plain", "html"])
def test_hostile_text_takes_no_time(name: str, subtype: str) -> None:
    raw = f"From: a@b.example\r\nContent-Type: text/{subtype}\r\n\r\n{HOSTILE[name]}".encode()
    began = time.process_time()
    author_text(raw, lambda line: False)
    assert time.process_time() - began < 2


def test_mails_without_an_id_are_told_apart_by_sender_and_date() -> None:
    heads = [
        f"From: {name}@x.example\nDate: Tue, 24 Nov 2026 11:0{minute}:00 +0000\n\ndone\n".encode()
        for name in ("ann", "bob")
        for minute in (1, 2)
    ]
    assert len({read_mail(raw).key for raw in heads}) == 4
    assert read_mail(heads[0]).key == read_mail(b"Received: from elsewhere\n" + heads[0]).key


def test_too_big_and_too_many_parts() -> None:
    assert "bytes" in author_text(b"From: a@b.example\r\n\r\n" + b"x" * 1_100_000, lambda line: False).refused
    part = b"--x\r\n\r\nhello\r\n" * 25
    many = b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + part + b"--x--"
    assert "parts" in author_text(many, lambda line: False).refused
