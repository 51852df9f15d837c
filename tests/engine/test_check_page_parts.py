"""The parts of the page that checks logs, in a browser, beside what they must be the same as."""

import json
import struct
from random import Random
from typing import Any

import pytest

from engine.contract import canonical
from engine.dice.sealed import CommitLock, SealedDice
from engine.log.check_page.page import check_page
from engine.log.head import compare, head, head_line
from tests.support.chromium import Browser
from tests.support.sampling import share

READS = """texts => texts.map(text => {
  try {
    readCanonical(text);
    return true;
  } catch (trouble) {
    if (trouble instanceof Unreadable) return false;
    throw trouble;
  }
})"""
SIGNS = 'ab"\\/\x00\x08\t\n\x0b\x1f\x7f\u0080é\u2028\ud7ff\ue000\uffff\U0001f3b2<&\u202e '


def some_value(chance: Random, depth: int = 0) -> Any:
    """A random value of JSON."""

    def text() -> str:
        return "".join(chance.choices(SIGNS, k=chance.randrange(4)))

    match chance.randrange(5 if depth > 3 else 8):
        case 0:
            return chance.choice((None, True, False))
        case 1:
            return chance.choice((-1, 1)) * chance.randrange(10 ** chance.randrange(1, 30))
        case 2:
            return some_float(chance)
        case 3 | 4:
            return text()
        case 5:
            return [some_value(chance, depth + 1) for _ in range(chance.randrange(4))]
        case _:
            return {text(): some_value(chance, depth + 1) for _ in range(chance.randrange(4))}


def some_float(chance: Random) -> float:
    found: float
    (found,) = struct.unpack("<d", chance.randbytes(8))
    near = chance.choice((found, float(chance.randrange(10**9)), chance.randrange(10**6) / 10 ** chance.randrange(12)))
    return near if near - near == 0 else 0.5


def test_canonical_json_is_read_and_no_other(page: Browser) -> None:
    chance = Random("canonical")
    values = [some_value(chance) for _ in range(share(20_000, 2_000))]
    texts = [canonical(value).decode() for value in values]
    read = page.apply(READS, texts)
    assert all(read), next(text for text, good in zip(texts, read, strict=True) if not good)
    spoilt = list[str]()
    for text in texts:
        at = chance.randrange(len(text) + 1)
        spoilt.append(text[:at] + chance.choice(' \n,:"0-+.e{}[]\\u') + text[at:])
    for text, good in zip(spoilt, page.apply(READS, spoilt), strict=True):
        assert good is is_canonical(text), text


def is_canonical(text: str) -> bool:
    try:
        return canonical(json.loads(text)).decode() == text
    except (ValueError, RecursionError):
        return False


@pytest.mark.parametrize(
    "text",
    [
        '{"b":1,"a":2}',
        '{"a":1,"a":2}',
        '{"a":1,}',
        "[1,]",
        "[,1]",
        "01",
        "1.0e5",
        "1E5",
        "-0",
        "1e400",
        "NaN",
        '"\\u0041"',
        '"\\/"',
        '"\\ud83c\\udfb2"',
        '"\\u000A"',
        '"\\u000a"',
        "[" * 5000,
        '{"a":' * 100_000,
        "",
        " 1",
        "1 ",
        "nul",
    ],
)
def test_what_is_not_canonical(page: Browser, text: str) -> None:
    assert page.apply(READS, [text]) == [False]


def test_dice_are_those_of_the_engine(page: Browser) -> None:
    chance = Random("dice")
    lock = CommitLock("g", 1, "1 a", {}, "", "ab" * 32)
    many = [
        (why, chance.randrange(1, 9), chance.randrange(1, 90), chance.choice((1, 2, 6, 10, 100, 255, 256, 257, 65537)))
        for why in ("W1 attacks M1", "é|🎲", "", "d6|1|0")
        for _ in range(share(100, 12))
    ]
    many += [("large", 1, 3, sides) for sides in (256**2, 256**2 + 1, 10**15, 2**200 + 1, 256**32)]
    roll = """async (secret, lock, many) => {
      const dice = await SealedDice.of(fromHex(secret), lock, new Uint8Array());
      const found = [];
      for (const [why, nth, count, sides] of many) {
        found.push((await dice.roll(why, nth, count, BigInt(sides))).map(String));
      }
      return found;
    }"""
    secret = chance.randbytes(32)
    named = [(why, nth, count, str(sides)) for why, nth, count, sides in many]
    rolled = page.apply(roll, secret.hex(), canonical(lock).decode(), named)
    sealed = SealedDice(secret, lock)
    assert rolled == [[str(face) for face in sealed.roll(*one)] for one in many]


def test_posts_are_compared_as_by_the_engine(page: Browser) -> None:
    chance = Random("posts")
    links = [chance.randbytes(32).hex() for _ in range(20)]
    for _ in range(share(200, 40)):
        lines = [
            head_line(
                chance.choice(("raid-1", "Raid-1", "raid-2", "x_raid-1")),
                (seq := chance.randrange(1, 21)) + chance.choice((0, 0, 0, 0, 20, -seq)),
                chance.choice((links[seq - 1], links[seq - 1], links[seq - 1], links[seq - 2])),
            )
            for _ in range(chance.randrange(5))
        ]
        text = chance.choice((" ", "\n", "\n> ", "-", "a", ". ")).join([*lines, "so be it"])
        text = text.upper() if chance.random() < 0.1 else text
        ours, theirs = compare("raid-1", links, text), page.apply("comparePosts", "raid-1", links, text)
        assert (sorted(ours.same), ours.entry, bool(ours.fault)) == (
            theirs["same"],
            theirs["entry"],
            bool(theirs["fault"]),
        ), text
        assert [*map(str.casefold, ours.other)] == [*map(str.casefold, theirs["other"])] or ours.fault
    assert page.apply("headOf", links[0]) == head(links[0])


def test_the_page_holds_the_log_and_nothing_in_it_can_end_the_element() -> None:
    text = "</script><!--<script>alert(1)</script>\r\n\x00\u2028\\u003c"
    found = check_page(text.encode(), "<b>.json", 10**6)
    inside = found.html.decode().partition('<script type="application/json" id="log">')[2].partition("</script>")[0]
    assert json.loads(inside) == {"log": text, "name": "<b>.json"} and "<" not in inside and not found.left_out


def test_the_page_comes_without_a_log_that_does_not_fit() -> None:
    whole = check_page(b"x" * 1000, "a", 10**6).html
    found = check_page(b"x" * 1000, "a", len(whole) - 1)
    assert f"would have {len(whole):,} bytes" in found.left_out and b"x" * 1000 not in found.html
    assert check_page(b"x" * 1000, "a", len(whole)).html == whole
    assert check_page(b"\xff", "a", 10**6).left_out == "the log is not text in UTF-8"
    assert check_page(b"\xff", "a", 10**6).html == found.html
