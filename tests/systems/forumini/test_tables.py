"""The tables of Forumini Armies check themselves: whatever is damaged is named with file and row."""

from typing import Any, get_args

import pytest

from engine.systems.forumini.rules import abilities
from engine.systems.forumini.state.phases import PHASES
from engine.systems.forumini.state.position import Unit
from engine.systems.forumini.tables.ability_validation import MOMENTS
from engine.systems.forumini.tables.chart_validation import NEEDED_ROWS
from engine.systems.forumini.tables.rows import Effect, EffectPhase
from engine.systems.forumini.tables.rulebook import FILE, TABLES, read_rulebook
from engine.toolkit.rulebook_tables import FaultyTables, written_tables
from maps.drawing.units.pictograms import PICTOGRAMS
from tests.support import damaged_tables as damaged
from tests.support.damaged_tables import Row
from tests.support.many_cases import for_each
from tests.support.sampling import share

WRITTEN: dict[str, Any] = dict(written_tables(FILE))
USED_ABILITIES = {name for card in TABLES.units.values() for name in card.abilities}
USED_WORDS = {word for card in TABLES.units.values() for word in (*card.sub, *card.excepted)}
NAMED_WORDS = {word for known in TABLES.words.values() for word in known.chased_by}
OPTIONAL_OF_CARDS = {"sign", "range", "as", "av", "aa", "af", "ab", "abilities", "except", "initiative", "bombs"}
OPTIONAL_OF_CHARTS = {"roll", "cover", "dice", "stops", "bars", "capacity"}
OPTIONAL_OF_WORDS = {"column", "unrolled", "road_bonus", "rides", "chased_by"}


def may_be_left_out(row: Row) -> bool:
    """What has a default, and rows that nothing else names."""
    match row:
        case ("terrain" | "hexsides" | "obstacles", _, name, *_):
            return name in OPTIONAL_OF_CHARTS
        case ("nations", name):
            return name not in {card.nation for card in TABLES.units.values()}
        case ("abilities", name):
            return name not in USED_ABILITIES
        case ("abilities", _, "sign"):
            return True
        case ("abilities", _, "effect", *_):
            return True
        case ("words", name):
            return name not in USED_WORDS | NAMED_WORDS
        case ("words", _, name):
            return name in OPTIONAL_OF_WORDS
        case ("units", _):
            return True
        case ("units", _, name, *rest):
            return name in OPTIONAL_OF_CARDS and not (name == "bombs" and rest)
        case _:
            return False


def refusal(tables: dict[str, Any]) -> str:
    """The message that these tables are refused with."""
    with pytest.raises(FaultyTables) as refused:
        read_rulebook(tables)
    return str(refused.value)


def test_the_tables_of_the_rulebook_have_no_faults() -> None:
    assert read_rulebook(written_tables(FILE)) == TABLES


@for_each("row", [row for row in damaged.names(WRITTEN) if not may_be_left_out(row)][:: share(3, 47)], ids=str)
def test_a_row_left_out_is_named(row: Row) -> None:
    message = refusal(damaged.without(WRITTEN, row))
    assert message.startswith("forumini/tables.yaml: ") and any(name in message for name in damaged.named(row)[-2:])


@for_each(
    "row",
    [row for row in damaged.names(WRITTEN) if len(row) != 2 or not may_be_left_out(row)][:: share(3, 47)],
    ids=str,
)
def test_a_name_misspelt_is_named(row: Row) -> None:
    message = refusal(damaged.misspelt(WRITTEN, row))
    assert message.startswith("forumini/tables.yaml: ") and str(row[-1]) in message


@pytest.mark.parametrize("number", [-1000, 100_001], ids=("too small", "too large"))
@pytest.mark.parametrize("row", list(damaged.numbers(WRITTEN))[:: share(3, 47)], ids=str)
@pytest.mark.long
def test_a_number_out_of_range_is_named(row: Row, number: int) -> None:
    message = refusal(damaged.changed(WRITTEN, row, number))
    assert message.startswith("forumini/tables.yaml: ")
    assert all(name in message for name in damaged.named(row)[:2])


@for_each(
    ("row", "value", "expected"),
    [
        (("terrain", "woods", "los"), "yes", "terrain.woods.los: Expected `bool`"),
        (("terrain", "woods", "cover"), {"plane": 1}, "terrain.woods.cover: cover is for soldier and vehicle; plane"),
        (("terrain", "woods", "roll"), 7, "terrain.woods.roll: roll is from 2 to 6, not 7"),
        (("hexsides", "bluff", "vehicle"), -1, "hexsides.bluff.vehicle: vehicle is from 0 to 99, not -1"),
        (("ways", "trail", "users"), ["soldiers"], "ways.trail.users: users is for soldier and vehicle; soldiers is"),
        (("environments", "dusk", "visibility"), 0, "environments.dusk.visibility: visibility is from 1 to 99, not 0"),
        (("obstacles", "barbed-wire", "stops"), "men", "obstacles.barbed-wire.stops: stops is for soldier and vehicle"),
        (("nations", "usa", "camp"), "allies", "nations.usa.camp: Invalid enum value 'allies'"),
        (("nations", "usa", "theatres"), ["wets"], "nations.usa.theatres: there is no theatre wets; did you mean west"),
        (("nations", "usa", "groups"), [], "nations.usa.groups: groups needs at least one word"),
        (("nations", "usa", "letters"), "UK", "nations.uk.letters: UK are the letters of usa already"),
        (("nations", "usa", "to"), 1940, "nations.usa: it fights from 1941, which is later than 1940"),
        (("abilities", "tow", "effect"), {"cary": {}}, "abilities.tow.effect: there is no moment cary; did you mean "),
        (("abilities", "tow", "effect"), {"carry": {"bx": 1}}, "abilities.tow.effect.carry: the effect cannot be read"),
        (("abilities", "tow", "effect"), {"carry": {"by": "drop"}}, "effect.carry.by: by does nothing at this moment"),
        (("abilities", "tow", "effect"), {"carry": {"also": ["guns"]}}, "carry.also: guns is not in type words; "),
        (("abilities", "tow", "param"), "soldiers", "abilities.tow.param: cards give a number, but no effect uses n"),
        (("abilities", "rally", "param"), "true", "abilities.rally.param: the effect uses n, so cards must give a num"),
        (("abilities", "rally", "class"), "order", "abilities.rally.class: Invalid enum value 'order'"),
        (("abilities", "set-up", "effect", "attack"), {}, "abilities.set-up.effect.attack: flag is missing"),
        (
            ("abilities", "set-up", "effect", "attack", "flag"),
            "moved",
            "effect.attack: the effect cannot be read: flag has no value called moved",
        ),
        (
            ("abilities", "forward", "effect", "speed", "phases"),
            ["b"],
            "effect.speed: the effect cannot be read: phases[0] has no value called b",
        ),
        (("abilities", "amphibious", "effect", "enter", "terrain"), {"sea": 1}, "enter.terrain: sea is not in terrain"),
        (("abilities", "amphibious", "effect", "enter", "hexsides"), {"river": -1}, "a cost is from 0 to 99, not -1"),
        (("words", "tank", "classes"), [], "words.tank.classes: a type word needs at least one class of units"),
        (("words", "motorcyclist", "unrolled"), ["wood"], "words.motorcyclist.unrolled: wood is not in terrain; did "),
        (("words", "motorcyclist", "chased_by"), ["hero", "infantry"], "infantry is not in type words of vehicles"),
        (("setup", "environment"), "fog", "setup.environment: environment is none or dusk or night"),
        (("setup", "annihilation_ends"), 1, "setup.annihilation_ends: annihilation_ends is true or false"),
        (("setup", "points"), None, "setup.points: this default is missing"),
        (("setup", "objective"), "0505", "setup.objective: only scenarios set objective; write null"),
        (("setup", "deployment", "edges"), ["north", "west"], "setup.deployment.edges: edges are two opposite ones"),
        (("setup", "turns", "last"), 6, "setup.turns: the first check, after turn 7, is later than the last turn, 6"),
        (("setup", "army", "mode"), "free", "setup.army.mode: mode is fixed or buy, not free"),
        (("units", "smle", "nation"), "england", "units.smle.nation: england is not a nation; "),
        (
            ("units", "smle", "sub"),
            ["infantri"],
            "units.smle.sub.0: infantri is not a type word of class soldier; did you",
        ),
        (("units", "smle", "kind"), "man", "units.smle.kind: Invalid enum value 'man'"),
        (
            ("units", "smle", "abilities"),
            {"ralley": 2},
            "units.smle.abilities.ralley: ralley is not an ability; did you me",
        ),
        (("units", "smle", "abilities"), {"rally": 2}, "units.smle.abilities.rally: rally is for commanders only"),
        (("units", "smle", "range"), [4, 1], "units.smle.range: range lists the last hex of each column, rising"),
        (("units", "smle", "as"), [7, 6, 5], "units.smle.as: as has 3 columns, range only 2"),
        (("units", "smle", "defense"), [7, 4], "units.smle.defense: a defense is two numbers from 1, the second not"),
        (("units", "smle", "bombs"), {"dice": 1, "count": 1}, "units.smle.bombs: the type smle is of class soldier, w"),
        (("units", "two words"), WRITTEN["units"]["smle"], "units.two words: two words cannot be the key of a type"),
    ],
)
def test_a_message_says_what_is_wrong(row: Row, value: Any, expected: str) -> None:
    assert expected in refusal(damaged.changed(WRITTEN, row, value))


@for_each(("chart", "name"), [(chart, name) for chart, names in NEEDED_ROWS.items() for name in names])
def test_a_row_that_is_looked_up_by_name_must_exist(chart: str, name: str) -> None:
    assert f"forumini/tables.yaml: {chart}.{name}: this row is missing" in refusal(
        damaged.without(WRITTEN, (chart, name))
    )


def test_every_fault_is_listed() -> None:
    message = refusal(damaged.without(damaged.without(WRITTEN, ("terrain", "hill")), ("ways", "road")))
    assert [line.split(": ")[1] for line in message.splitlines()] == ["terrain.hill", "ways.road"]


def test_moments_are_those_of_the_rules() -> None:
    assert all(f"``{moment}``" in (abilities.__doc__ or "") for moment in MOMENTS)
    assert {word for moment in MOMENTS.values() for words in moment for word in words} <= set(Effect.__struct_fields__)
    assert set(get_args(EffectPhase)) <= set(PHASES)
    assert {"moved_b", "heavy_used", "pinned", "demoralized", "damaged"} <= set(Unit.__struct_fields__)


def test_every_sign_of_an_ability_has_a_pictogram() -> None:
    assert all(ability.sign in PICTOGRAMS for ability in TABLES.abilities.values() if ability.sign)
