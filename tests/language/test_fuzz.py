"""Whatever is typed: nothing is raised, nothing hangs, complaints point into their line, and what is offered can be
pasted."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.contract import ModelNames, Order, TypeNames, Vocabulary, replace
from engine.language import ParsedLine, echo, explain, read, write
from engine.systems.acw.orders import ORDERS as ACW_ORDERS
from engine.systems.acw.vocabulary import CHECKS
from engine.systems.acw.vocabulary import CONDITIONS as ACW_CONDITIONS
from engine.systems.acw.vocabulary import POLICIES as ACW_POLICIES
from engine.systems.forumini.orders import ORDERS as FORUMINI_ORDERS
from engine.systems.forumini.vocabulary import CONDITIONS as FORUMINI_CONDITIONS
from engine.systems.forumini.vocabulary import PLACE_POLICIES, UNIT_POLICIES
from engine.systems.forumini.vocabulary import POLICIES as FORUMINI_POLICIES
from engine.systems.miniwars.orders import CONDITIONS, ORDERS, POLICIES
from engine.systems.zones.orders import FORMS
from engine.systems.zones.orders import ORDERS as ZONES_ORDERS
from engine.systems.zones.orders import POLICIES as ZONES_POLICIES
from engine.systems.zones.vocabulary import CHECKS as ZONES_CHECKS
from engine.systems.zones.vocabulary import CONDITIONS as ZONES_CONDITIONS
from tests.language.toy_orders import KINDS, TYPES, UNITS, VOCABULARY
from tests.support.sampling import examples

MINIWARS = replace(VOCABULARY, policies=POLICIES, conditions=CONDITIONS)
FORUMINI = replace(
    VOCABULARY,
    policies=FORUMINI_POLICIES,
    conditions=FORUMINI_CONDITIONS,
    unit_policies=UNIT_POLICIES,
    idle_code="missing-argument",
    types=replace(VOCABULARY.types, place_policies=PLACE_POLICIES, no_unit_code="syntax"),
)
ACW = replace(
    VOCABULARY,
    units={**UNITS, "NE": "Nellie", "90": "Ninety"},
    mine=VOCABULARY.mine | {"NE"},
    board=None,
    policies=ACW_POLICIES,
    conditions=ACW_CONDITIONS,
    unit_policies=frozenset(),
    types=TypeNames(),
    checks=CHECKS,
    shortest=2,
    idle_code="missing-argument",
    tabletop=(48.0, 36.0),
    places={name: name for name in ("Sutter Farm", "Kessler's Mill", "Mill Wood", "Stone Barn", "Stone Wall")},
)
SPOTS = {"Z11": (600, 600), "Z21": (1800, 600), "Z12": (600, 1800)}
ZONES = replace(
    VOCABULARY,
    board=None,
    places={},
    policies=ZONES_POLICIES,
    conditions=ZONES_CONDITIONS,
    unit_policies=frozenset(),
    types=TypeNames(),
    checks=ZONES_CHECKS,
    idle_code="missing-argument",
    models=ModelNames(
        counts={unit: 1 + n % 4 for n, unit in enumerate(UNITS)},
        points=SPOTS,
        weapons=dict.fromkeys(VOCABULARY.mine, ("rifle", "repeater", "fire-pot")),
        point_policies={"arrive": FORMS},
        verb_letters=2,
        over_code="game-over",
    ),
    stray_code="unknown-verb",
    prompt=True,
)
NAMES = [*UNITS, *UNITS.values(), *map(str.lower, UNITS), "Q9", "G", "W", "Mercenarys 1", "Wolfrider 2", "town", "all"]
PLACES = [
    "0507",
    "507",
    "0508",
    "2115",
    "9999",
    "57",
    "Danville",
    "old",
    "Old Bridge",
    "olde bridge",
    "nowhere",
    "0507>0508",
    "0507-0508",
]
VERBS = [
    "move",
    "m",
    "go",
    "mvoe",
    "attack",
    "a",
    "advance",
    "rally",
    "swap",
    "choose",
    "done",
    "standing",
    "standng",
    "draw",
    "ship",
    "walk",
    "deploy",
    "fire",
    "hold",
    "cancel",
    "concede",
    "dance",
    "buy",
    "storm",
    "watch",
    "hit the dirt",
    "charge",
    "overwatch",
    "deploy",
    "drop",
    "indirect",
    "place",
    "hull down",
    "pass",
    "forward",
    "fwd",
    "back",
    "left",
    "face",
    "form",
    "column",
    "line",
    "colum",
    "join",
    "fight",
    "forward-left",
]
GLUE = [
    "at 0507:",
    "is at",
    "smle",
    "m1",
    "m1 garand",
    "88",
    "off",
    "none",
    "standing OF plan place",
    "target",
    "if",
    "gone:",
    "alive :",
    "disrupted",
    ";",
    "; ",
    ":",
    '"',
    "'",
    "#",
    "hold",
    "at",
    "to",
    "via",
    "face",
    "ask",
    "auto",
    "always",
    "b",
    "12.5,8",
    "(3, 4)",
    "3",
    "60,10",
    "-1,2",
    "NE",
    "ne 3",
    "90.4 2",
    "251.6",
    "360",
    "400",
    "12, 8",
    '5"',
    "2.5in",
    "99.5",
    "2,5",
    "inches",
    "column",
    "Sutter Farm",
    "kessler’s mill",
    "stone",
    "suter farm",
    "Nellie",
    '"NE"',
    '"90"',
    "->",
    "–",
    "“",
    "🔥",
    "\u200b",
    "\ufe0f",
    "`",
    "```",
    "- ",
    "1. ",
    ">",
    "\n",
    "\r\n",
    "\u2028",
    "\ud800",
    "\x00",
    "ﷺ",
]
words = st.sampled_from([*NAMES, *PLACES, *VERBS, *GLUE])
messages = st.lists(words, max_size=14).map(" ".join)
near_orders = st.builds(
    lambda unit, verb, rest: " ".join([unit, verb, *rest]),
    st.sampled_from(NAMES),
    st.sampled_from(VERBS),
    st.lists(words, max_size=4),
)
typed = st.text(max_size=80) | messages | near_orders | st.lists(near_orders, max_size=4).map("; ".join)
bought = st.sampled_from(["buy", "2", "x", "88", "type", "count", *TYPES, *TYPES.values(), "m1", "garant"])
typed |= st.lists(bought, max_size=5).map(" ".join)
RUNS = [".1", ".2-3", ".3-2", ".x", ".0", ".1.", ".99999999999", ".-1", "."]
runs = st.builds(
    str.__add__,
    st.sampled_from([*UNITS, *(f'"{name}"' for name in UNITS.values()), *UNITS.values()]),
    st.sampled_from(RUNS),
)
COURSES = [
    "12,8",
    "(12, 8)",
    "12,8>13,9",
    "1,1>",
    ">1,1",
    "1,,1",
    "1,",
    ",1",
    "-1,-.5",
    "-",
    "- ",
    "–",
    "->",
    ">",
    " > ",
    "z11",
    "Z9",
    "N",
    "ne",
    "90",
    "-3",
    "400",
    "3",
    "0",
    '2"',
    "2,5",
    "9999999,1",
    "line",
    "block",
    "column",
    "with",
    "using",
    "rif",
    "re",
    "fire-pot",
    "fire pot",
    "arrive",
    "ask",
    "hold",
]
modelled = st.builds(
    lambda whom, verb, rest: " ".join([whom, verb, *rest]),
    runs | st.sampled_from([*UNITS, "standing", "standing all", "if W1 gone:"]),
    st.sampled_from(
        ["move", "mo", "m", "shoot", "sh", "strike", "place", "hunker", "arrive", "re", "flee", "standing", "done"]
    ),
    st.lists(st.sampled_from(COURSES) | runs | words, max_size=5),
)
typed |= modelled | st.lists(modelled, max_size=3).map("; ".join)
WORDLESS = replace(VOCABULARY, units={}, board=None, mine=frozenset())
vocabularies = st.sampled_from(
    [
        (KINDS, VOCABULARY),
        (ORDERS, MINIWARS),
        (FORUMINI_ORDERS, FORUMINI),
        (ACW_ORDERS, ACW),
        (ZONES_ORDERS, ZONES),
        ((), WORDLESS),
        (ORDERS, WORDLESS),
    ]
)
OrdersAndNames = tuple[tuple[type[Order], ...], Vocabulary]


def inside(line: ParsedLine) -> bool:
    """All columns lie in the line they speak of."""
    spans = [line.span, *line.spans.values(), *((o.start, o.end) for o in line.objections)]
    return all(0 <= start < end <= len(line.text) for start, end in spans)


@settings(max_examples=examples(500), deadline=None)
@given(typed, vocabularies)
@example('MY A"M1".0', (ORDERS, MINIWARS))
def test_anything_is_read(text: str, names: OrdersAndNames) -> None:
    kinds, vocabulary = names
    for line in read(text, kinds, vocabulary):
        assert inside(line), line
        assert line.order is not None or line.objections
        assert line.order is None or {o.code for o in line.objections} <= {"unit-gone"}
        assert all(o.says and o.code and "\n" not in o.says for o in line.objections)
        assert line.text == text.splitlines()[line.number - 1]


@settings(max_examples=examples(500), deadline=None)
@given(typed, vocabularies)
def test_an_echo_is_read_back_and_echoed_the_same(text: str, names: OrdersAndNames) -> None:
    kinds, vocabulary = names
    by_number = dict[int, list[ParsedLine]]()
    for line in read(text, kinds, vocabulary):
        if line.order and not line.objections:
            by_number.setdefault(line.number, []).append(line)
    for good in by_number.values():
        said = echo([write(line.order, vocabulary, line.condition) for line in good if line.order])
        again = read(said, kinds, vocabulary)
        assert [(a.order, a.condition, a.objections) for a in again] == [
            (line.order, line.condition, ()) for line in good
        ], said
        assert echo([write(line.order, vocabulary, line.condition) for line in again if line.order]) == said


@settings(max_examples=examples(700), deadline=None)
@given(st.lists(near_orders, min_size=1, max_size=3).map("; ".join) | messages, vocabularies)
@example('MY move MY MY 5"; MY move "', (ACW_ORDERS, ACW))
def test_a_corrected_line_is_without_the_objection(text: str, names: OrdersAndNames) -> None:
    kinds, vocabulary = names
    for row in map(str.strip, text.splitlines()):
        objections = [o for line in read(row, kinds, vocabulary) for o in line.objections]
        for objection, instead in ((o, instead) for o in objections for instead in o.instead):
            assert instead != row
            for after in (o for line in read(instead, kinds, vocabulary) for o in line.objections):
                there = instead[: after.start] == row[: objection.start] or instead[after.end :] == row[objection.end :]
                assert not there or (after.code, after.says) != (objection.code, objection.says), (row, instead)


@settings(max_examples=examples(300), deadline=None)
@given(typed, st.integers(1, 90), st.integers(1, 20), st.integers(20, 80))
def test_a_caret_fits_any_line(text: str, column: int, width: int, room: int) -> None:
    for row in text.splitlines():
        shown, carets = explain.caret(row, column, width, room).split("\n")
        assert "^" in carets and len(shown) <= room + 2


@settings(max_examples=examples(300), deadline=None)
@given(
    st.sampled_from([*UNITS, "Q9"]),
    st.sampled_from(VERBS),
    st.lists(st.sampled_from([*UNITS, *PLACES, "hold", "advance"]), max_size=4),
    vocabularies,
)
def test_the_short_way_and_the_long_way_agree(unit: str, verb: str, rest: list[str], names: OrdersAndNames) -> None:
    kinds, vocabulary = names
    text = " ".join([unit, verb, *rest])
    (short, *_), (long, *_) = read(text, kinds, vocabulary), read(text + " ", kinds, vocabulary)
    assert (short.order, short.kind, short.span, short.spans) == (long.order, long.kind, long.span, long.spans)
    assert [(o.code, o.start, o.end) for o in short.objections] == [(o.code, o.start, o.end) for o in long.objections]
