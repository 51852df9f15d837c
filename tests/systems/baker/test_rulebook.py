"""Baker's rulebook agrees with its rules: paragraphs, charts, orders, refusals, the sample round and turn."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine import cases, checking, play
from engine.contract import Tape, Turn, replace
from engine.contract.odds import seeded_numbers
from engine.language import read
from engine.scenarios import reader
from engine.systems import baker
from engine.systems.baker.orders import ORDERS, Bomb, FightOut
from engine.systems.baker.rules.battle_resolution.notation import KINDS
from engine.systems.baker.setup.start import start
from engine.systems.baker.state.policies import WHEN
from engine.systems.baker.state.position import PHASES, Policies, Setup, State
from engine.systems.baker.tables import CATALOGUE, COMBAT, NAVAL, TABLES, WRITTEN
from engine.systems.baker.vocabulary import CONDITIONS, SCOPES
from tests.support.rulebook_reader import Book, codes, rows, verb_of
from tests.systems.baker.support.campaigns import duel

ROOT = Path(__file__).parents[3]
PARAGRAPHS = {
    1: 4,
    2: 3,
    3: 8,
    4: 15,
    5: 2,
    6: 3,
    7: 12,
    8: 10,
    9: 5,
    10: 3,
    11: 11,
    12: 7,
    13: 8,
    14: 3,
    15: 6,
    16: 6,
    17: 3,
    18: 4,
}
"""Section -> how many paragraphs it has."""
THE_BOOK = Book("baker", "BK", PARAGRAPHS)
BOOK, paragraph = THE_BOOK.text, THE_BOOK.paragraph


def charts(text: str) -> list[str]:
    return re.findall(r"```\n(.*?)```", text, re.S)


def part(heading: str) -> str:
    """What stands under a heading, to the next one of its depth or above."""
    found = re.search(rf"^(#+) {re.escape(heading)}$(.*?)(?=^#{{1,2}} |^\1 |\Z)", BOOK, re.M | re.S)
    assert found, heading
    return found[2]


def test_every_paragraph_is_there_in_order() -> None:
    assert THE_BOOK.has_every_paragraph_in_order() and sum(PARAGRAPHS.values()) == 113


def test_it_fits_a_phone() -> None:
    assert THE_BOOK.fits_a_phone()


def test_no_paragraph_is_cited_that_does_not_exist() -> None:
    assert THE_BOOK.cites_only_itself()


# tables
def test_the_units() -> None:
    chart = rows("\n".join(charts(paragraph("1.4"))[0].splitlines()[1:]))
    assert list(chart) == list(CATALOGUE)
    for key, kind in TABLES.units.items():
        assert chart[key] == [kind.sort, *map(str, (kind.attack, kind.defence, kind.move, kind.cost))], key


def test_the_other_words_for_units() -> None:
    chart = {
        line.split()[0]: tuple(line.split(maxsplit=1)[1].split(", "))
        for line in charts(paragraph("1.4"))[1].splitlines()
    }
    assert chart == dict(TABLES.aliases)


@pytest.mark.parametrize(
    ("nth", "kind", "which"),
    [
        (0, "land", "first"),
        (0, "land", "later"),
        (1, "naval", "first"),
        (2, "naval", "later"),
        (3, "amphibious", "first"),
    ],
)
def test_the_order_of_fire(nth: int, kind: Any, which: str) -> None:
    told = " ".join(charts(part("The order of fire"))[nth].split("\n", 1)[1].split())
    steps = list[str]()
    for number, step in enumerate(getattr(TABLES.steps[kind], which), 1):
        unload = " now the troops unload" if step.unload else ""
        steps.append(f"{number} {step.side} {' '.join(step.types)} {step.losses}{unload}")
    assert told == " ".join(steps)


def test_later_rounds_of_a_landing_are_land_rounds() -> None:
    assert "Later rounds of an amphibious assault are land rounds." in part("The order of fire")
    assert TABLES.steps["amphibious"].later == TABLES.steps["land"].later == TABLES.steps["land"].first


def test_who_must_fall() -> None:
    entries = re.findall(r"^([a-z]+) +(\S+) +(.*(?:\n .*)*)", charts(paragraph("4.1"))[0], re.M)
    assert [kind for kind, *_ in entries] == list(TABLES.hits)
    who = {"never": "victim", "on-one": "shooter", "on-one-defending": "if-defending"}
    for kind, picks, said in entries:
        rule, whole = TABLES.hits[kind], " ".join(said.split())
        usual, _, extra = whole.partition("(on a one also /")
        classes = tuple(named(words) for words in usual.split("/"))
        assert (picks, classes) == (who[rule.chooses], rule.classes), kind
        assert rule.one == ((*classes, named(extra.rstrip(")"))) if extra else ()), kind


def named(words: str) -> tuple[str, ...]:
    return {"any": COMBAT, "ships": NAVAL}.get(words.strip(), tuple(words.split()))


def test_the_default_lists() -> None:
    lines = charts(part("Default lists"))[0].splitlines()
    told = dict[str, list[str]]()
    for line in lines:
        if line.startswith(" "):
            told[list(told)[-1]] += line.split()
        else:
            told[line] = []
    assert told == {
        f"{policy}, {scope}": list(types)
        for policy in ("losses", "targets")
        for scope, types in getattr(TABLES.defaults, policy).items()
    }


def test_the_limits_stand_where_they_are_used() -> None:
    limits = TABLES.limits
    assert (limits.transport_infantry, limits.transport_other) == (2, 1)
    said = {
        "12.1": "holds two infantry, or one artillery, tank or `aa`",
        "11.8": f"({limits.carrier_fighters} each)",
        "16.1": f"(usually {limits.capitals})",
        "16.3": f"(usually {limits.margin})",
    }
    assert not [number for number, words in said.items() if words not in " ".join(paragraph(number).split())]
    assert set(WRITTEN) == {"units", "aliases", "steps", "hits", "roles", "defaults", "limits"}, (
        "a table that no test compares"
    )


def test_the_policies_and_conditions() -> None:
    policies, conditions = map(str, charts(part("Policies")))
    chart = rows(policies)
    assert list(chart) == [*Policies.__struct_fields__[:2], "keep", "retreat", "withdraw"]
    assert chart["keep"][-1] == str(Policies().keep) and chart["retreat"][-1] == chart["withdraw"][-1] == "never"
    told = [re.split(r"  +", line)[0] for line in conditions.splitlines()]
    forms = {re.sub(r"\d+|defenders$", "{}", line) for line in told}
    assert forms == set(WHEN.values())
    assert all(f"`{scope}`" in part("Policies") for scope in dict.fromkeys(SCOPES.values()))
    seen = duel("land: 2 inf vs 2 inf")
    for line in told:
        for verb in ("withdraw",) if "submarines" in line else ("retreat",):
            (verdict,) = checking.check(baker, seen, "red", f"{verb} {line}")
            assert verdict.accepted, line


def test_the_odds() -> None:
    chart = re.findall(r"^(\S.*)\n  win (\S+)  draw (\S+)  loss (\S+)\n  (.*)\n  (.*)", charts(part("Odds"))[0], re.M)
    assert len(chart) == 4
    for words, *shares, mine, theirs in chart:
        found = baker.odds(duel(words), "", seeded_numbers("book"), 100)
        assert found is not None and found.battles == 0
        assert [f"{100 * share:.2f}" for share in (found.win, found.draw, found.loss)] == shares
        for side, left in (("red", mine), ("blue", theirs)):
            numbers = dict(zip(left.split()[1::2], left.split()[::2], strict=True))
            assert {kind: f"{found.left[side][kind]:.3f}" for kind in numbers} == numbers


def test_the_setup_switches() -> None:
    """What they say holds is what a scenario that says only what it must is given."""
    battle, campaign = (yaml.safe_load(chart) for chart in charts(part("Setup switches")))
    assert (
        battle["rounds"] == Setup("battle").rounds
        and battle["low_luck"] == Setup("battle").low_luck
        and duel(battle["battle"]).phase == "round"
    )
    needed = ("mode", "powers", "owners")
    silent, told = (small({key: campaign[key] for key in keys}) for keys in (needed, tuple(campaign)))
    assert silent == told and len(campaign) == 14
    assert (silent.setup.strategic_bombing, silent.setup.placement) == (
        campaign["strategic_bombing"],
        campaign["placement"],
    )
    assert (silent.setup.capitals, silent.setup.margin) == (
        campaign["victory"]["capitals"],
        campaign["victory"]["margin"],
    )


def small(setup: dict[str, Any]) -> State:
    """A campaign of the two lands that the chart names."""
    scenario = reader.load("two-shores")
    assert scenario.areas is not None
    harbour = scenario.areas.known["Harbour"]
    known = {key: replace(harbour, id=key, name=key, next=()) for key in ("Berlin", "Poland")}
    return start(
        replace(
            scenario,
            setup=setup,
            areas=replace(scenario.areas, known=known),
            turns=None,
            sides={"germany": scenario.sides["azure"]},
        )
    )


# words
def test_the_orders_with_their_words_and_examples() -> None:
    assert not THE_BOOK.untold(ORDERS)
    assert all(
        f"`{word}`" in part("Orders") for word in (*CONDITIONS, *(word for word in KINDS if word not in KINDS.values()))
    )
    assert [line.split()[0] for line in charts(part("The phases"))[0].splitlines()] == list(PHASES)


def quoted() -> Iterator[str]:
    for words in re.findall(r"`([^`\n]+)`", part("The orders, one by one")):
        if " " in words:
            yield words


def test_every_line_that_is_quoted_can_be_read() -> None:
    vocabulary = baker.vocabulary(baker.start(reader.load("middle-sea")), "britain")
    places = dict.fromkeys(("Kiev", "Moscow", "Ural", "Poland", "Berlin", "London", "land"), "Egypt") | dict(
        vocabulary.places
    )
    lines = list(quoted())
    assert len(lines) > 15
    for text in lines:
        (line,) = read(text, baker.ORDERS, replace(vocabulary, places={**places, "Naples": "Naples"}))
        assert line.order is not None and not line.objections, text


def test_what_each_order_is_asked() -> None:
    asked = {
        verb
        for line in part("What is checked for each order").splitlines()
        if line.startswith("- ")
        for verb in re.findall(r"\*\*([a-z-]+)\*\*", line.split(":")[0])
    }
    assert {verb_of(kind) for kind in ORDERS} - asked == {"done", "concede", "draw"}
    assert {verb_of(kind) for kind in (Bomb, FightOut)} <= asked


def test_every_answer() -> None:
    """All codes that the rules, the language and the game itself use, each once; none that nobody uses."""
    told = re.findall(r"^- `([a-z-]+)`: \S", part("When an order is refused"), re.M)
    used = (
        codes(ROOT / "engine/systems/baker")
        | codes(ROOT / "engine/language")
        | codes(ROOT / "engine/contract")
        | {"capacity", "not-involved", "not-your-phase", "wrong-phase"}
    )
    assert len(told) == len(set(told)) and codes(ROOT / "engine/systems/baker") <= {*told}
    assert sorted(told) == sorted(used)


# examples
def said(state: State, steps: list[tuple[str, str, list[int]]]) -> list[str]:
    """What the sides write, in backticks, and every line of the report."""
    lines = list[str]()
    for number, (side, text, dice) in enumerate(steps):
        turn = Turn(state, tape := Tape(dice), baker.apply)
        if number == 0:
            baker.proceed(turn)
        lines += [f"`{line}`" for line in text.splitlines()]
        verdicts = checking.check(baker, turn.state, side, text)
        play.run(baker, turn, side, [play.OrderToRun(v.line.number, v.echo) for v in verdicts if v.accepted])
        for event in turn.events:
            lines.append(baker.tell(state, event))
            state = baker.apply(state, event)
        assert not tape.left
    return lines


def told_in(heading: str) -> list[str]:
    return re.findall(r"^> (.+)$", part(heading), re.M)


@pytest.mark.long
def test_the_battle_round_that_is_told_is_what_happens() -> None:
    """It is that of the worked case; every line that is quoted is in the report, in the same order."""
    case = next(
        case
        for case in cases.read((ROOT / "tests/cases/baker.yaml").read_text("utf-8"))
        if case["case"] == "six-steps-of-the-first-round"
    )
    dice = list(case["play"][0]["dice"])
    there = iter(said(baker.start(reader.load("grey-beach")), [("red", "done", []), ("blue", "done", dice)]))
    lines = told_in("A sample battle round")
    assert len(lines) == 10 and all(line in there for line in lines)


TURN = (
    "buy 2 infantry, 1 tank",
    "move 3 infantry, 1 artillery Ridge to Marsh\nmove 1 tank Harbour to Marsh\n"
    "move 1 fighter Harbour to Marsh\nship 2 infantry Harbour to Marsh\nmove 1 battleship sz1 to sz2\n"
    "move 1 infantry Beacon to Marsh",
    "retreat Marsh when attackers < 3\nfight Marsh",
    "move 1 fighter Marsh to Ridge\nmove 1 infantry Harbour to Ridge\nmove 1 fighter Ridge to Marsh",
    "place 2 infantry, 1 tank Harbour",
)
FALL = [2, 1, 3, 4, 6, 2, 6, 6, 2, 2, 5, 1, 4, 1, 6, 6, 6]


@pytest.mark.long
def test_the_turn_that_is_told_is_what_happens() -> None:
    """Every line quoted in it is a line of the report, in the same order; what it says is refused is refused so."""
    steps: list[tuple[str, str, list[int]]] = [
        ("azure", f"{text}\ndone", FALL if "fight Marsh" in text else []) for text in TURN
    ]
    state = baker.start(reader.load("two-shores"))
    lines = told_in("A sample turn")
    orders = [line for line in lines if line.startswith("`")]
    announced, there = [line for line in lines if not line.startswith("`")], said(state, steps)
    rest = iter(there)
    assert len(lines) == 42 and all(line in rest for line in announced)
    assert [line for line in there if line in orders] == orders
    refused = {f"`{line}`" for text in TURN for line in text.splitlines()} - {*orders}
    assert refused == {"`move 1 infantry Beacon to Marsh`", "`move 1 fighter Ridge to Marsh`"}
    assert all(code in part("A sample turn") for code in ("`impassable`", "`no-landing`"))
