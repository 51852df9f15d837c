"""The rulebook matches the program: every paragraph, chart, order and refusal, and the sample turn."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine import cases, checking, play
from engine.contract import Tape, Turn, replace
from engine.scenarios import reader
from engine.systems import zones
from engine.systems.zones.orders import FORMS, ORDERS, POLICIES
from engine.systems.zones.rules.board.zone_control import control, score
from engine.systems.zones.setup.start import read_setup
from engine.systems.zones.state.position import PHASES, Objective, State
from engine.systems.zones.table_rows import Type
from engine.systems.zones.tables import TABLES
from engine.systems.zones.vocabulary import CONDITIONS
from maps.geometry.tabletop import Tabletop
from tests.support.rulebook_reader import Book, codes, rows, verb_of
from tests.systems.zones.support.small_boards import small_table, unit

ROOT = Path(__file__).parents[3]
PARAGRAPHS = {1: 7, 2: 5, 3: 8, 4: 5, 5: 5, 6: 12, 7: 5, 8: 3, 9: 7, 10: 4, 11: 1, 12: 2, 13: 4, 14: 7}
"""Section -> how many paragraphs it has."""
THE_BOOK = Book("zones", "ZC", PARAGRAPHS)
BOOK, paragraph = THE_BOOK.text, THE_BOOK.paragraph


def charts(text: str) -> list[str]:
    return re.findall(r"```\n(.*?)```", text, re.S)


def part(heading: str) -> str:
    """What stands under a heading, to the next one of its depth or above."""
    found = re.search(rf"^(#+) {re.escape(heading)}$(.*?)(?=^#{{1,2}} |^\1 |\Z)", BOOK, re.M | re.S)
    assert found, heading
    return found[2]


def test_every_paragraph_is_there_in_order() -> None:
    assert THE_BOOK.has_every_paragraph_in_order()


def test_it_fits_a_phone() -> None:
    assert THE_BOOK.fits_a_phone()


def test_no_paragraph_is_cited_that_does_not_exist() -> None:
    assert THE_BOOK.cites_only_itself()


# tables
def test_the_terrain() -> None:
    chart = {line.split()[0]: re.split(r"  +", line)[1:] for line in charts(paragraph("2.2"))[0].splitlines()[1:]}
    assert chart == {
        key: [f'{ground.into:g}"', f'less than {ground.through:g}"' if ground.through else "never", f"{ground.cost:g}"]
        for key, ground in TABLES.terrain.items()
    }


def test_the_boards() -> None:
    chart = {
        line.split()[0]: re.split(r"  +", line.split(maxsplit=1)[1])
        for line in charts(paragraph("2.3"))[0].splitlines()
    }
    for board in TABLES.boards:
        least, most = board.units
        units = f"{least}+ units" if most > 50 else f"{least}-{most} units"
        sizes = ", ".join(f"{width}x{height}" for width, height in board.sizes)
        assert chart[board.name] == [units, sizes, f"{' or '.join(map(str, board.zones))} zones"]


def test_the_constants_stand_where_they_are_used() -> None:
    constants = TABLES.constants
    said = {
        "2.1": f'zones of {constants.zone}" by {constants.zone}"',
        "3.4": f'the base diameter + {constants.coherency_gap:g}"',
        "3.8": f'the base + {constants.form_gap:g}"',
        "4.2": f"lasts {constants.rounds['short']} rounds, a long one {constants.rounds['long']}",
        "5.3": f"{constants.success} or more",
        "5.5": f'at most {constants.arrival_depth:g}.00" from the own edge',
        "6.6": f'farther than {constants.placement_gap:g}.00" from every enemy',
        "8.1": f"{constants.success} or more succeeds",
        "9.1": f'not within {constants.close:g}"',
        "12.1": f'within {constants.comrades_reach:g}" of',
        "13.3": f'back {constants.fall_back:g}"',
    }
    assert not [number for number, words in said.items() if words not in " ".join(paragraph(number).split())]


def test_the_modifiers() -> None:
    for kind, number in (("shoot", "9.2"), ("melee", "10.2")):
        chart = rows(charts(paragraph(number))[0])
        assert {key: -int(words[0]) for key, words in chart.items()} == TABLES.modifiers[kind]


def test_the_shock() -> None:
    chart = rows("\n".join(line for line in charts(paragraph("12.1"))[0].splitlines() if not line.startswith(" ")))
    assert {key: int(words[0]) for key, words in chart.items()} == TABLES.shock


def test_the_weapons() -> None:
    chart = rows("\n".join(charts(part("Weapons"))[0].splitlines()[1:]))
    assert list(chart) == list(TABLES.weapons)
    for key, arm in TABLES.weapons.items():
        marks = ["close"] * arm.close + (["ammo", str(arm.ammo)] if arm.ammo is not None else [])
        assert chart[key] == [f'{arm.range:g}"', *map(str, (arm.attacks, arm.strength, arm.ap, arm.damage)), *marks], (
            key
        )


def test_the_units() -> None:
    figures, carried = dict[str, list[str]](), dict[str, list[str]]()
    for number, chart in enumerate(charts(part("Units"))):
        (carried if number % 2 else figures).update(rows("\n".join(chart.splitlines()[(number + 1) % 2 :])))
    assert list(figures) == list(carried) == list(TABLES.types)
    for key, kind in TABLES.types.items():
        told = (
            kind.models,
            kind.move,
            kind.ballistic,
            kind.melee,
            kind.toughness,
            kind.armour,
            kind.morale,
            kind.wounds,
            kind.base,
            kind.points or 0,
        )
        assert figures[key] == [f"{value:g}" for value in told], key
        arms, _, traits = " ".join(carried[key]).partition("; ")
        assert (arms.split(", "), [word for word in traits.split(", ") if word]) == ([*kind.weapons], [*kind.traits]), (
            key
        )
    assert all(f"`{kind.faction}`" in part("The catalogue") for kind in TABLES.types.values())


def test_the_formula_of_points() -> None:
    figures, said = TABLES.points, " ".join(part("Points").split())
    told = (
        f"armour + {figures.body:g})",
        f"move / {figures.move_div:g} ",
        f"(morale - {figures.nerve_from:g}) / {figures.nerve_div:g}",
        f"+ {figures.trait:g} for each trait",
        f"reach / {figures.weapon_div:g} ",
        f"the reach move / {figures.melee_div:g}",
        f"min(range, {figures.reach_cap:g}) / {figures.reach_div:g}",
        f"the others half ({figures.further:g})",
        "`ammo` 3/4",
    )
    assert not [words for words in told if words not in said]
    assert figures.ammo == 3 / 4


def test_the_setup_switches() -> None:
    """What they say holds is what a scenario that says nothing but its edges is given."""
    stated = yaml.safe_load(charts(part("Setup switches"))[0])
    scenario = reader.load("low-wells")
    setups: tuple[dict[str, Any], ...] = ({"edges": {}}, stated)
    silent, told = (read_setup(replace(scenario, setup=setup)) for setup in setups)
    assert silent == told and len(stated) == 12
    assert all(
        f"`{field}`" in part("Setup switches")
        for field in Type.__struct_fields__
        if field not in ("faction", "points", "name")
    )


# words
def test_the_orders_with_their_words_and_examples() -> None:
    assert not THE_BOOK.untold(ORDERS)
    chart = rows(charts(part("Standing orders"))[0])
    assert {policy: tuple(word.rstrip(",") for word in words) for policy, words in chart.items()} == POLICIES
    assert all(f"`{word}`" in part("Orders") for word in CONDITIONS)
    assert all(f"**{form}**" in paragraph("3.8") for form in FORMS)
    assert [line.split()[0] for line in charts(part("The phases"))[0].splitlines()[1:]] == list(PHASES)


def test_what_each_order_is_asked() -> None:
    asked = {
        verb
        for line in part("How each order is checked").splitlines()
        if line.startswith("- ")
        for verb in re.findall(r"\*\*([a-z-]+)\*\*", line.split(":")[0])
    }
    assert {verb_of(kind) for kind in ORDERS} - asked == {"done", "concede"}


SPECIFIED = (
    "syntax",
    "unknown-verb",
    "unknown-unit",
    "ambiguous-unit",
    "not-your-unit",
    "unit-gone",
    "unknown-place",
    "off-board",
    "wrong-phase",
    "not-your-phase",
    "game-over",
    "already-acted",
    "whole-unit",
    "off-table",
    "on-table",
    "wrong-mode",
    "not-due",
    "shaken",
    "not-shaken",
    "too-far",
    "blocked",
    "occupied",
    "out-of-coherency",
    "wrong-count",
    "outside-deployment",
    "near-enemy",
    "in-terrain",
    "not-in-terrain",
    "no-target",
    "invalid-target",
    "no-weapon",
    "no-ammo",
    "no-line-of-sight",
    "out-of-range",
    "too-close",
    "missing-argument",
    "bad-number",
)
"""The codes of refusals, as the rulebook lists them."""


def test_every_answer() -> None:
    told = re.findall(r"^- `([a-z-]+)`: \S", part("When an order is refused"), re.M)
    assert sorted(told) == sorted(SPECIFIED)
    assert codes(ROOT / "engine/systems/zones") <= {*told}


# examples
BLUE = "allies"
"""The team of the side blue."""


def six(**more: tuple[float, float]) -> State:
    """The six zones of the example, with these units more."""
    units = [unit(key, at) for key, at in {"R1": (6, 18), "B1": (18, 6), "B2": (30, 18), **more}.items()]
    state = replace(small_table(*units), table=Tabletop(36, 24, ()))
    return replace(state, setup=replace(state.setup, objectives=(Objective("Z31", 3, "Mill"),)))


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({}, "Blue has 5, Red 1."),
        ({"R2": (30, 6)}, "Blue 2, Red 4."),
        ({"R2": (30, 6), "B3": (26, 6)}, "Blue 2, Red 1."),
    ],
)
def test_the_example_of_control(more: dict[str, tuple[float, float]], told: str) -> None:
    counts = score(six(**more))
    assert list(map(int, re.findall(r"\d", told))) == [counts[BLUE], counts["red"]] and told in part(
        "Control, an example"
    )


def test_the_chart_of_the_example() -> None:
    chart = dict(re.findall(r"(Z\d\d) (\S+)", charts(part("Control, an example"))[0]))
    manned = {"Red": "red", "Blue": BLUE}
    held = control(six())
    assert {zone: held[zone] for zone, word in chart.items() if word in manned} == {
        zone: manned[word] for zone, word in chart.items() if word in manned
    }
    assert (held["Z31"], held["Z11"], held["Z22"]) == (BLUE, None, None) and set(chart) == set(held)
    assert control(six(B3=(24, 6))) == held


def test_the_turn_that_is_told_is_what_happens() -> None:
    """Every line quoted in it is a line of the report, in the same order; every order that of the worked case."""
    case = next(
        case
        for case in cases.read((ROOT / "tests/cases/zones.yaml").read_text("utf-8"))
        if case["case"] == "the-worked-turn"
    )
    state, said = zones.start(reader.load("low-wells")), list[str]()
    for number, step in enumerate(case["play"]):
        turn = Turn(state, Tape(step.get("dice") or ()), zones.apply)
        if number == 0:
            zones.proceed(turn)
        for side, text in (step.get("orders") or {}).items():
            said += [f"`{line}`" for line in text.splitlines()]
            play.run(
                zones,
                turn,
                side,
                [play.OrderToRun(v.line.number, v.echo) for v in checking.check(zones, turn.state, side, text)],
            )
        for side in step.get("done") or []:
            zones.close(turn, side)
        for event in turn.events:
            said.append(zones.tell(state, event))
            state = zones.apply(state, event)
    quoted = re.findall(r"^> (.+)$", part("A sample turn"), re.M)
    assert len(quoted) == 47 and sorted(set(said) - {""}) == sorted(set(quoted))
    announced, there = [line for line in quoted if not line.startswith("`")], iter(said)
    assert all(line in there for line in announced)
