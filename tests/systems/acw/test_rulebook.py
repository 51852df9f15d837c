"""ACW's rulebook says what its rules do: paragraphs, charts, orders, refusals and the sample turn."""

import re
from typing import Any

import pytest
import yaml

from engine.contract import Event
from engine.scenarios import reader
from engine.systems import acw
from engine.systems.acw.orders import ORDERS
from engine.systems.acw.state.position import PHASES, State
from engine.systems.acw.tables import TABLES, Arm, TerrainRow, Type
from engine.systems.acw.vocabulary import CONDITIONS, POLICIES
from tests.support.rulebook_reader import Book, rows, verb_of
from tests.systems.acw.support.board import closed, ordered, staged, written

PARAGRAPHS = {1: 10, 2: 7, 3: 8, 4: 18, 5: 13, 6: 4, 7: 9, 8: 5, 9: 12, 10: 3, 11: 4}
"""Section -> how many paragraphs it has."""
THE_BOOK = Book("acw", "CW", PARAGRAPHS)
BOOK, paragraph = THE_BOOK.text, THE_BOOK.paragraph
LETTERS: dict[str, Arm] = {"I": "infantry", "C": "cavalry", "A": "artillery", "L": "leader"}


def charts(number: str) -> list[str]:
    """The charts of a paragraph."""
    return re.findall(r"```\n(.*?)```", paragraph(number), re.S)


def arms(words: list[str]) -> tuple[Arm, ...]:
    """The arms whose letters stand at the beginning."""
    found = []
    for word in words:
        if word not in LETTERS:
            break
        found.append(LETTERS[word])
    return tuple(found)


def test_every_paragraph_is_there_in_order() -> None:
    assert THE_BOOK.has_every_paragraph_in_order()


def test_it_fits_a_phone() -> None:
    assert THE_BOOK.fits_a_phone()


def test_no_paragraph_is_cited_that_does_not_exist() -> None:
    assert THE_BOOK.cites_only_itself()


# charts
def test_the_strengths() -> None:
    chart = rows(charts("1.3")[0])
    for key, kind in TABLES.types.items():
        assert chart[key][0] == str(kind.bases), key
    for arm, name, words in (
        ("infantry", "veteran-skeleton", "veteran skeleton of infantry {}"),
        ("infantry", "new-large", "new large regiment {}"),
        ("cavalry", "battalion", "cavalry battalion {}"),
        ("cavalry", "large", "large regiment {}"),
        ("artillery", "section", "section of guns {}"),
        ("artillery", "six-gun", "six-gun battery {}"),
    ):
        assert words.format(TABLES.sizes[arm][name]) in paragraph("1.3")
    assert all(TABLES.types[_type(arm)].bases == sizes["usual"] for arm, sizes in TABLES.sizes.items())


def _type(arm: str) -> str:
    return "foot-artillery" if arm == "artillery" else arm


def test_the_movement_chart() -> None:
    chart = rows(charts("4.6")[0])
    assert {key: tuple(chart[key]) for key in TABLES.types} == {key: kind.move for key, kind in TABLES.types.items()}
    assert f'+{TABLES.column}"' in paragraph("4.8")
    assert f'within {TABLES.types["leader"].command:g}"' in paragraph(
        "4.9"
    ) and f'+{TABLES.leader_bonus}"' in paragraph("4.9")


def test_the_ranges() -> None:
    chart = rows(charts("8.5")[0])
    assert {key: cells[0] for key, cells in chart.items()} == {
        key: f'{kind.range:g}"' for key, kind in TABLES.types.items() if kind.range
    }
    assert {key for key, kind in TABLES.types.items() if kind.charge} == {"infantry", "cavalry"}


def test_the_chart_of_areas() -> None:
    lines = charts("5.1")[0].splitlines()
    for key, kind in TABLES.terrain.items():
        if not kind.enter:
            continue
        at = next(nth for nth, line in enumerate(lines) if line.split()[0] == key)
        after = next((nth for nth in range(at + 1, len(lines)) if not lines[nth].startswith(" ")), len(lines))
        said = " ".join(" ".join(lines[at:after]).split())
        assert arms(lines[at].split()[1:]) == kind.enter, key
        assert (arms(lines[at + 1].split()) if "by road" in said else ()) == kind.road_only, key
        assert _area(kind) == _read(lines[at].split()[1 + len(kind.enter) :]), key
        assert ("unformed" in said, "uphill half" in said) == (kind.unformed, kind.uphill), key
        assert f"value {kind.value}" in said if kind.value else "value" not in said


def _area(kind: TerrainRow) -> tuple[str, int]:
    sight = "crest" if kind.crest else "-" if kind.los is None else f'{kind.los:g}"'
    return sight, TABLES.best.get(kind.cover, 0)


def _read(cells: list[str]) -> tuple[str, int]:
    return cells[0], int(next(cell for cell in cells if cell.startswith("+")))


def test_the_chart_of_lines() -> None:
    river, stream, fence = (TABLES.terrain[key] for key in ("river", "stream", "fence"))
    chart = rows(charts("5.1")[1])
    assert chart["river"] == ["none", "column", "free", "half"] and set(river.cross.values()) == {"none"}
    assert chart["stream"] == ["half", "column", "free", "half"] and set(stream.cross.values()) == {"half"}
    assert (river.bridge, river.ford, stream.bridge, stream.ford) == ("column", "half", "column", "half")
    said = " ".join(charts("5.1")[1].split())
    assert "fence I C L half, A none free at a road cover +1" in said
    assert fence.cross == {"infantry": "half", "cavalry": "half", "leader": "half", "artillery": "none"}
    assert fence.gate and TABLES.best[fence.cover] == 1


def test_what_may_be_seen_into() -> None:
    chart = rows(charts("6.3")[0])
    seen = {key: kind.los for key, kind in TABLES.terrain.items() if kind.los is not None}
    assert {key: cells[:3] for key, cells in chart.items() if key in seen} == {
        key: ["more", "than", f'{los:g}"'] for key, los in seen.items()
    } and len(seen) == 3


def test_the_melee_charts() -> None:
    both, one, best = rows(charts("9.5")[0]), rows(charts("9.6")[0]), rows(charts("9.6")[1])
    for key, rule in TABLES.melee.items():
        words = both[key] if rule.who == "both" else one[key]
        assert (
            words[0] == f"{rule.value:+}"
            and ("first" in words) == (rule.rounds == "first")
            and ("each," in words) == rule.each
        ), key
        assert rule.who in ("both", words[1].rstrip(",")), key
    assert {key: int(words[0]) for key, words in best.items()} == TABLES.best
    assert {*both, *one} == set(TABLES.melee)


def test_the_casualties() -> None:
    chart = {line.split()[0]: line for line in charts("9.4")[0].splitlines()}
    for key, outcome in TABLES.casualties.items():
        loser, winner = outcome["loser"], outcome["winner"]
        fate = f"retreat {loser.retreat}d6" if loser.retreat else "stays"
        then = "may advance 1d6" if winner.advance else "stays"
        lost = f"{key} {loser.hits} hit{'s' * (loser.hits > 1)}"
        said = f"{lost}, {fate} {winner.hits} hit{'s' * (winner.hits != 1)}, {then}"
        assert " ".join(chart[key].split()) == said


def test_the_setup_switches() -> None:
    """What they say holds is what a scenario without a setup is given."""
    part = BOOK[BOOK.index("## Setup switches") :]
    stated = yaml.safe_load(re.findall(r"```\n(.*?)```", part, re.S)[0])
    setups: tuple[dict[str, Any], ...] = ({}, stated)
    silent, told = (acw.start(reader.parse({**written(), "setup": setup})).setup for setup in setups)
    assert silent == told and silent.breaks == {"us": 6, "cs": 5} and len(stated) == 6


def test_the_types_of_a_scenario() -> None:
    part = BOOK[BOOK.index("## Setup switches") : BOOK.index("## The phases")]
    assert all(f"`{field}" in part for field in Type.__struct_fields__ if field != "name")


# words
def test_the_orders_with_their_words_and_examples() -> None:
    assert not THE_BOOK.untold(ORDERS)
    chart = rows(BOOK[BOOK.index("## Standing orders") : BOOK.index("## What is secret")])
    for policy, words in POLICIES.items():
        told = next(part for part in BOOK.split("\n\n") if part.startswith(f"**standing {policy}**"))
        assert all(f"`{word}`" in told for word in words)
        assert sorted(word.rstrip(",") for word in chart[policy]) == sorted(words)
    unit = next(iter(acw.start(reader.load("first-charge")).units.values()))
    assert [chart[policy][0] for policy in POLICIES] == [f"{unit.advance},", f"{unit.fire},"]
    assert all(f"`{word}`" in BOOK for word in CONDITIONS)
    assert all(re.search(rf"^{phase}\b", BOOK, re.M) for phase in PHASES)


def test_what_each_order_is_asked() -> None:
    part = BOOK[BOOK.index("### What is checked for each order") : BOOK.index("## Standing orders")]
    asked = {
        verb
        for line in part.splitlines()
        if line.startswith("- ")
        for verb in re.findall(r"\*\*([a-z-]+)\*\*", line.split(":")[0])
    }
    assert {verb_of(kind) for kind in ORDERS} - asked == {"done", "draw", "concede"}


SPECIFIED = (
    "no-activations",
    "already-acted",
    "cannot-move",
    "has-fired",
    "bad-direction",
    "cannot-charge",
    "too-far",
    "no-line-of-sight",
    "blocked",
    "impassable",
    "off-board",
    "engaged",
    "out-of-range",
    "out-of-arc",
    "limbered",
    "not-artillery",
    "not-a-leader",
    "cannot-form",
    "attached",
    "no-change",
    "outside-zone",
    "stacking",
    "syntax",
    "unknown-verb",
    "unknown-unit",
    "ambiguous-unit",
    "not-your-unit",
    "unit-gone",
    "unknown-place",
    "wrong-phase",
    "not-your-phase",
    "occupied",
    "no-target",
    "invalid-target",
    "missing-argument",
    "bad-number",
)
"""Section Orders."""


def test_every_answer() -> None:
    part = BOOK[BOOK.index("## When an order is refused") : BOOK.index("## A sample turn")]
    assert sorted(re.findall(r"^- `([a-z-]+)`: \S", part, re.M)) == sorted(SPECIFIED)


def test_the_pictures() -> None:
    assert re.findall(r"!\[[^\]]{20,}\]\(\.\./\.\./\.\./docs/([a-z-]+)\.png\)", BOOK) == [
        "acw-footprint",
        "acw-flank",
        "acw-crest",
    ]


# examples
@pytest.mark.parametrize(
    ("text", "dice", "at"),
    [
        ("U1 forward", [2, 5], (1000, 1000)),
        ("U1 forward-left", [2, 6], (859, 641)),
        ("U1 face W; forward", [4], (600, 500)),
    ],
)
def test_the_examples_of_movement(text: str, dice: list[int], at: tuple[int, int]) -> None:
    """CW 4.6, 4.7: 5 inches ahead, 2 on a diagonal, 4 after facing; no leader near."""
    state = staged(units={"UL": {"with": "U2"}}, game={"activations": 5}, active="us")
    assert ordered(state, "us", text, dice)[0].units["U1"].at == at


def test_the_turn_that_is_told_is_what_happens() -> None:
    """Every line quoted in it is a line of the report, in the same order; every order an order that is taken."""
    state, said = acw.start(reader.load("first-charge")), list[str]()
    steps: tuple[tuple[str, str, list[int]], ...] = (
        ("us", "", []),
        ("cs", "", [5, 2, 3, 4]),
        ("us", "U1 charge C1", [2, 5]),
        ("us", "", []),
        ("us", "U1 fight C1", [5, 4, 4, 2, 4, 3, 2]),
        ("us", "", [6, 1]),
        ("cs", "C2 form line; forward 4", [5]),
        ("cs", "CB1 face U1", []),
        ("cs", "", [3, 6, 1, 1]),
    )
    for side, text, dice in steps:
        said += [f"`{text}`"] * bool(text)
        after, events = ordered(state, side, text, dice) if text else closed(state, side, dice)
        said += told(state, events)
        state = after
    quoted = re.findall(r"^> (.+)$", BOOK[BOOK.index("## A sample turn") :], re.M)
    there = iter(said)
    assert len(quoted) == 16 and all(line in there for line in quoted)


def told(state: State, events: list[Event]) -> list[str]:
    lines = []
    for event in events:
        lines.append(acw.tell(state, event))
        state = acw.apply(state, event)
    return lines
