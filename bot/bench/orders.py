"""Benchmarks of orders: reading and checking them."""

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import cycle, islice
from time import process_time

from engine import checking
from engine.contract import Vocabulary
from engine.language import read
from engine.language.kept_lines import forget_lines
from engine.scenarios import reader
from engine.systems import miniwars

from .timing import Figure, Timed, at_most, many, rounds

GOOD = """W1 move 1805 1704
W2 move 1804 1703
W1 attack T3 advance
HL fire G1
S1 move 1806; attack T2
M1 hold
B4 move 1806 1707
HL rally W1
W3 attack 0806
B5 move 1908 1807 1706; attack G3 hold""".splitlines()
TYPED = """w1 m 1805>1704
Wolfriders 2 go 1804
w1 charge t3, advance
HL shoot G1
\"Hobgoblin Sergeants 1\" move 1806; attack T2
standing all advance always
if M1 gone: W2 move 1804
- B4 move 1806 1707 # behind the hedge
hl r w1
b5 move 1908 - 1807 - 1706""".splitlines()
BROKEN = [
    "W1",
    "W1 mvoe 1805",
    "X9 move 1805",
    "W1 move",
    "W1 move 9999",
    "W1 attack",
    '"W1 move 1805',
    "W1 move 1805 9x9",
    "if W1: move",
    "fire at",
]
MESSAGE = """W1 move 0101
W2 mvoe 1804
W3 move 1011 0911 0811
W4 move 1911 1912 1913 1914
HL move 1201
S1 attck G1
S2 attack G9
M1 move 1304
M2 move 1807 1707 1607 1507
M3 fire G1
M4 move 2020
B1 move 1806
B2 move 1407
B3 move 2107
B4 rally B5
B5 move 1908
B6 advnce
B7 move 1009
Wolfrider 1 move 1801
T1 move 0706""".splitlines()
MOST_TO_LARK = 20
"""How many times as long as ``lark`` takes to read as many good lines it may take to judge a message and to find lines
that work: 10 ms where that library needs half a millisecond.
"""
GRAMMAR = r"""
start: [UNIT] VERB arg* (";" [UNIT] VERB arg*)*
?arg: HEX | UNIT | WORD
VERB.3: "move" | "attack" | "fire" | "hold" | "rally" | "standing" | "done"
HEX.2: /[0-9]{3,4}/
UNIT.2: /[A-Z][A-Z0-9]{1,2}/
WORD.1: /[a-z]+/
%ignore " "
"""


def figures() -> Iterator[Figure]:
    yield from reading()
    yield from checks()


def reading() -> Iterator[Figure]:
    state = miniwars.start(reader.load("raid-on-danville"))
    vocabulary, good, typed = miniwars.vocabulary(state, "rompot"), "\n".join(GOOD), "\n".join(TYPED)
    variants: dict[str, Callable[[], object]] = {
        "floor": many(lambda: [_two_regexes(line) for line in GOOD], 20),
        "read": many(lambda: read(good, miniwars.ORDERS, vocabulary), 20),
        "typed": many(lambda: _read_anew(typed, vocabulary), 20),
    }
    if lark := _lark_parser():
        variants["lark"] = many(lambda: [lark(line) for line in GOOD], 20)
    timed = rounds(variants, "floor")
    if "lark" in timed:
        share = Timed(timed["read"].seconds / 200, timed["read"].ratio / timed["lark"].ratio)
        yield at_most("R8", "orders: one line read", share, 0.25, "lark LALR")
    else:
        share = Timed(timed["read"].seconds / 200, timed["read"].ratio)
        yield Figure(
            "R8",
            "orders: one line read",
            f"{share.ms}, {share.ratio:.1f}x two regexes",
            "<= 0.25x lark (not installed)",
        )
    loose = Timed(timed["typed"].seconds / 200, timed["typed"].ratio)
    yield Figure(
        "R8", "orders: one line with aliases, full names, if, standing", f"{loose.ms}, {loose.ratio:.1f}x two regexes"
    )
    lines = [line for broken in BROKEN for line in read(broken, miniwars.ORDERS, vocabulary)[:1]]
    placed = sum(bool(line.objections) and all(o.says and o.end > o.start for o in line.objections) for line in lines)
    yield Figure(
        "R8",
        "orders: broken lines whose error is located and explained",
        f"{placed} of {len(BROKEN)}",
        "all",
        placed == len(BROKEN),
    )


def _read_anew(text: str, vocabulary: Vocabulary) -> object:
    """With no line kept from before."""
    forget_lines()
    return read(text, miniwars.ORDERS, vocabulary)


def checks() -> Iterator[Figure]:
    changes = {"turn": 2, "phase": "b-movement", "active": "rompot"}
    state = miniwars.case_position(reader.load("raid-on-danville"), changes)
    text = "\n".join(MESSAGE)
    verdicts = checking.check(miniwars, state, "rompot", text)
    offered = sum(bool(problem.suggestions) for verdict in verdicts for problem in verdict.problems)
    variants: dict[str, Callable[[], object]] = {"check": lambda: checking.check(miniwars, state, "rompot", text)}
    if lark := _lark_parser():
        variants["lark"] = lambda: [lark(line) for line in islice(cycle(GOOD), len(MESSAGE))]
    timed = rounds(variants, [*variants][-1], before={"check": forget_lines}, clock=process_time)["check"]
    refused = sum(not verdict.accepted for verdict in verdicts)
    what = f"orders: {len(MESSAGE)} lines, {refused} refused, {offered} corrected lines offered"
    if "lark" in variants:
        yield at_most("check", what, timed, MOST_TO_LARK, f"lark LALR on {len(MESSAGE)} good lines, in CPU")
    else:
        yield Figure("check", what, f"{timed.ms} CPU", f"<= {MOST_TO_LARK}x lark (not installed)")


def _lark_parser() -> Callable[[str], object] | None:
    """Reads a line by the same grammar, as far as one without names can; None: the library is not there."""
    return import_module("lark").Lark(GRAMMAR, parser="lalr").parse if find_spec("lark") else None


_ORDER = re.compile(r"\s*(?:(\w+)\s+)?(move|attack|fire|hold|rally|standing|done)\b\s*(.*)", re.I)
_ARGUMENT = re.compile(r"\d{3,4}|\w+|[^\w\s]")


def _two_regexes(line: str) -> object:
    found = _ORDER.match(line)
    return found and (found[1], found[2], _ARGUMENT.findall(found[3]))
