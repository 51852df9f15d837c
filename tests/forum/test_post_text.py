"""Posts of many shapes: every order is found, and nothing else is taken for one."""

import random
import time
from functools import partial

import pytest

from bot.correspondence.commands import Command, read_command
from bot.correspondence.message import Message, read_message, reads_as_order
from bot.forum.commands import localized
from bot.forum.reading.post_text import PostText, post_lines
from tests.forum.corpus import EXACT, OLD, SHAPES
from tests.support.many_cases import for_each
from tests.support.sampling import share
from tests.support.seated_games import SCENARIOS, orders_of, seated


def read(scenario: str, raw: str) -> Message:
    table, seat = seated(scenario)
    post = post_lines(raw, partial(reads_as_order, table, seat))
    return read_message(table, seat, post.lines, to_us=post.fenced)


def test_there_are_sixty_shapes() -> None:
    assert len(SHAPES) >= 60


@for_each("name", SHAPES)
def test_the_orders_are_found_and_nothing_else(name: str) -> None:
    for scenario in share(SCENARIOS, ("millers-bridge",)):
        orders = orders_of(scenario)
        found = read(scenario, SHAPES[name](orders))
        assert found.orders == orders and not found.commands, (scenario, SHAPES[name](orders), found)


@for_each("raw", EXACT)
def test_lines_that_only_look_like_something_else(raw: str) -> None:
    assert tuple(line.text for line in post_lines(raw, bool).lines) == EXACT[raw]


@for_each("name", [name for name in SHAPES if "fence" in name or "code" in name])
def test_it_says_whether_only_fences_were_read(name: str) -> None:
    fenced = post_lines(SHAPES[name](("RE move 0402", "done")), lambda line: line.startswith("RE ")).fenced
    quoted = "fence in" in name and "quote" in name
    assert fenced is (not quoted and name not in ("short codes", "one tick fence each"))


@pytest.mark.parametrize("prose", ["I am done with work.\ndone\nbut tired", "What a draw\n\nwell,\ndone\nthat was"])
def test_a_bare_word_in_prose_ends_nothing(prose: str) -> None:
    assert read("millers-bridge", prose).orders == ()
    assert read("millers-bridge", f"```\n{prose}\n```").orders == ("done",), "but in a fence it counts"


@pytest.mark.parametrize("signed", ["RE move 0402\ndone\nAnn", "RE move 0402\ncommit\nsee you tomorrow\nAnn"])
def test_a_signature_right_below_the_orders_hides_none(signed: str) -> None:
    assert read("millers-bridge", signed).orders == tuple(signed.split("\n")[:2])


def test_a_misspelled_order_in_a_fence_is_one() -> None:
    assert read("millers-bridge", "```\nRE mvoe 0402\ndone\n```").orders == ("RE mvoe 0402", "done")
    assert read("millers-bridge", "RE looks strong").orders == (), "but talk beside others is talk"
    unread = read("millers-bridge", "well\ndone\nthen").unread[1]
    assert unread.text == "done" and "leave an empty line between" in unread.remark


def test_a_line_right_below_a_quote_is_the_players_own() -> None:
    assert read("millers-bridge", "> hello\nchoose a").orders == ("choose a",)


def mutated(post: str, chance: random.Random) -> str:
    """The post with characters changed, cut out, doubled or put in from another."""
    for _ in range(chance.randint(1, 8)):
        place = chance.randrange(len(post) + 1)
        match chance.randrange(5):
            case 0:
                post = f"{post[:place]}{chr(chance.randrange(0x3000))}{post[place + 1 :]}"
            case 1:
                post = post[:place] + post[place + chance.randint(1, 40) :]
            case 2:
                post = post[:place] + post[place : place + chance.randint(1, 100)] + post[place:]
            case 3:
                post = post[:place] + chance.choice(BITS) + post[place:]
            case _:
                other = SHAPES[chance.choice(NAMES)](("RE move 0402", "done"))
                start = chance.randrange(len(other))
                post = post[:place] + other[start : start + 60] + post[place:]
    return post


NAMES = tuple(SHAPES)
BITS = (
    *("[quote]", "[/quote]", "[q=", '"', "]", "~~", "```", "\n~~~\n", "<!--", "-->", "<del>", "[code]", "[/code]"),
    *("\n>", "\n\n", "\\", "&#x1;", "&gt", "**", "__", "![", "](", "\n--\n", "<summary>", "\0", "\ud800", "[" * 50),
)


@for_each("seed", range(10))
def test_mangled_posts_raise_nothing_and_take_no_time(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(share(5_000, 150)):
        raw = mutated(SHAPES[chance.choice(NAMES)](("RE move 0402", "done")), chance)
        began = time.perf_counter()
        found = post_lines(raw, lambda line: line.startswith("RE "))
        assert time.perf_counter() - began < 2
        assert all(_clean(line.text) for line in found.lines), raw


def _clean(text: str) -> bool:
    return text == text.strip() != "" and not any(sign in text for sign in "\n\r\0\x01\x02\u200b\u00a0")


HOSTILE = {
    "blanks": " " * 60_000,
    "quotes": "[quote]" * 9_000,
    "quotes with names": '[quote="' * 8_000,
    "closed quotes": "[quote]x[/quote]" * 4_000,
    "nested quotes": "[quote]" * 4_000 + "[/quote]" * 4_000,
    "quotes in paragraphs": "[q]\n\n" * 12_000,
    "tildes": "~~ " * 20_000,
    "stars": "*a" * 30_000,
    "bold": "**a" * 20_000,
    "many stars": "*" * 60_000,
    "underscores": "_a_" * 20_000,
    "links": "[a](" * 16_000,
    "pictures": "![a](" * 13_000,
    "brackets": "[" * 60_000,
    "tags": "<a " * 20_000,
    "tags in lines": "<a\n" * 20_000,
    "comments": "<!--" * 16_000,
    "entities": "&gt;" * 16_000,
    "backslashes": "\\" * 60_000,
    "ticks": "`" * 60_000,
    "fences": "```\n" * 16_000,
    "tilde fences": "~~~\n" * 16_000,
    "colons": ":a: " * 16_000,
    "names": "@a " * 20_000,
    "guillemets": "«" * 60_000,
    "list marks": "- " * 30_000,
    "quoted lines": "a:\n> b\n" * 9_000,
    "images": "[img]" * 13_000,
    "pictures never closed": "[img=" + '"a"' * 20_000,
    "lines": "x\n" * 30_000,
}


@for_each("name", HOSTILE)
@pytest.mark.long
def test_hostile_text_takes_no_time(name: str) -> None:
    began = time.process_time()
    post_lines(HOSTILE[name] + f"\n{OLD}", lambda line: False)
    post_lines(HOSTILE[name] * 20, lambda line: False)
    assert time.process_time() - began < 2


def test_nothing_is_read_of_nothing() -> None:
    assert post_lines("", bool) == PostText((), False)


@pytest.mark.parametrize("line", ["join millers-1: reivers", "join MILLERS-1 - reivers", "join millers-1, reivers"])
def test_a_side_behind_a_mark_is_kept_in_a_topic(line: str) -> None:
    command = read_command(line)
    assert command and localized((command,), "millers-1") == (Command("join", line.split()[1].strip(":,"), "reivers"),)


def test_what_stands_behind_a_bare_join_is_kept_too() -> None:
    command = read_command("join reeve (hello, reivers)")
    assert command and localized((command,), "millers-1") == (Command("join", "millers-1 reeve", "hello, reivers)"),)


def test_where_a_long_post_was_cut() -> None:
    lines = [f"RE move 0402 # {number:0885}" for number in range(90)]
    post = post_lines("\n".join(lines), lambda line: True)
    assert [line.text for line in post.lines] == lines[:72]
    assert post.cut[0].startswith(
        "Your post has 90 lines, and at most 65,536 characters are read: it was cut after line 72."
    )


def test_a_line_that_is_too_long_is_cut_between_orders() -> None:
    (line,) = post_lines("; ".join(["RE move 0402"] * 90), lambda line: True).lines
    assert {order.strip() for order in line.text.split(";")} == {"RE move 0402"} and 900 < len(line.text) < 1_000
