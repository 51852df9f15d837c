"""The rulebook agrees with the program: paragraphs, charts, cards, abilities, orders and refusals."""

import re
from pathlib import Path

import yaml

from engine.systems.forumini.orders import ORDERS
from engine.systems.forumini.state.phases import PHASES
from engine.systems.forumini.tables.rows import UnitCard
from engine.systems.forumini.tables.rulebook import TABLES
from engine.systems.forumini.vocabulary import CONDITIONS, POLICIES
from tests.support.many_cases import for_each
from tests.support.rulebook_reader import Book, rows

PARAGRAPHS = {
    1: 17,
    2: 6,
    3: 7,
    4: 10,
    5: 4,
    6: 18,
    7: 9,
    8: 11,
    9: 9,
    10: 13,
    11: 9,
    12: 17,
    13: 6,
    14: 14,
    15: 10,
    16: 8,
    17: 6,
    18: 8,
    19: 2,
    20: 6,
    21: 6,
    22: 4,
    23: 3,
    24: 1,
    25: 7,
    26: 14,
    27: 2,
    28: 2,
    29: 1,
}
"""Section -> how many paragraphs it has."""
THE_BOOK = Book("forumini", "FA", PARAGRAPHS)
BOOK, paragraph = THE_BOOK.text, THE_BOOK.paragraph


def points(number: int | None) -> str:
    return "x" if number is None else str(number)


def added(number: int | None) -> str:
    return "-" if number is None else str(number)


def test_every_paragraph_is_there_in_order() -> None:
    assert THE_BOOK.has_every_paragraph_in_order()


def test_it_fits_a_phone() -> None:
    assert THE_BOOK.fits_a_phone()


def test_the_terrain_charts() -> None:
    chart = rows(paragraph("2.4"))
    for key, terrain in TABLES.terrain.items():
        cover = [added(terrain.cover.get(kind)) for kind in ("soldier", "vehicle")]
        costs = [points(terrain.soldier), points(terrain.vehicle), added(terrain.roll)]
        assert chart[key] == [*costs, *cover, "blocks" if terrain.los else "open"], key
    for key, side in TABLES.hexsides.items():
        costs = [
            points(side.soldier),
            points(side.vehicle),
            *(added(side.roll.get(kind)) for kind in ("soldier", "vehicle")),
        ]
        assert chart[key] == [*costs, added(side.cover), "blocks" if side.los else "open"], key
    for key, way in TABLES.ways.items():
        assert chart[key] == [str(way.cost), *(f"{user}s" for user in way.users)], key


def test_the_weather_and_the_nations() -> None:
    chart = rows(paragraph("2.6"))
    for key, weather in TABLES.environments.items():
        assert chart[key] == [str(weather.visibility), "yes" if weather.aircraft else "no", str(weather.roll)], key
    lines = paragraph("3.5").splitlines()
    for key, nation in TABLES.nations.items():
        at = next(i for i, line in enumerate(lines) if line.split()[:1] == [key])
        assert lines[at].split()[1:] == [
            nation.camp,
            f"{nation.start % 100}-{nation.end % 100}",
            ",".join(nation.theatres),
        ], key
        assert lines[at + 1].strip() == f"groups: {', '.join(nation.groups)}", key


def test_the_obstacles() -> None:
    works = TABLES.obstacles
    assert f"with {works['minefield'].dice} dice" in paragraph("16.2") and works["barbed-wire"].stops in paragraph(
        "16.3"
    )
    assert f"{works['tank-obstacle'].bars}s cannot enter" in paragraph("16.4")
    assert f"up to {works['pillbox'].capacity} soldiers" in paragraph(
        "16.5"
    ) and f"cover +{works['pillbox'].cover}" in paragraph("16.5")
    assert f"cover +{works['entrenchment'].cover}" in paragraph("16.6")


@for_each("key", TABLES.abilities)
def test_every_ability(key: str) -> None:
    ability = TABLES.abilities[key]
    told = re.search(rf"^- `{key}`(.*)$", BOOK[BOOK.index("### Special abilities") : BOOK.index("## 20 ")], re.M)
    assert told
    assert ability.param == "true" or ability.param in told[1]
    assert ability.text in told[1]
    assert (BOOK.index("### Command abilities") < BOOK.index(told[0])) == (ability.manner == "command")


def shown(key: str, card: UnitCard) -> str:
    """A card as the rulebook writes it."""
    match card.defense:
        case None:
            defense = ""
        case tuple():
            defense = f"{card.defense[0]}/{card.defense[1]}"
        case _:
            defense = " ".join("{}/{}".format(*card.defense[side]) for side in ("front", "side", "rear", "top"))
    figures = [
        f"s{card.speed}" if card.kind != "obstacle" else "",
        f"c{card.cover}" if card.cover else "",
        f"i{card.initiative}" if card.initiative else "",
        defense,
    ]
    named = {"as": card.soldiers, "av": card.vehicles, "aa": card.aircraft, "af": card.fighters, "ab": card.bombers}
    dice = ", ".join(f"{name} {' '.join(map(str, row))}" for name, row in named.items() if row)
    reach = f"to {' '.join(map(str, card.range))}: {dice}" if card.range else ""
    words = [" ".join(card.sub), *(name if n is True else f"{name} {n}" for name, n in card.abilities.items())]
    words += [f"bombs {card.bombs.count} x {card.bombs.dice} dice"] if card.bombs else []
    words += [f"not for {' '.join(card.excepted)}"] if card.excepted else []
    return " ".join(filter(None, (key, str(card.cost), f"'{card.date % 100}", *figures, reach, ", ".join(words))))


@for_each("key", TABLES.units)
def test_every_card(key: str) -> None:
    card = TABLES.units[key]
    nation = "Obstacles, for everybody" if card.nation == "any" else TABLES.nations[card.nation].name
    part = re.search(rf"^### {nation}$(.*?)(?=^#)", BOOK, re.M | re.S)
    assert part and f" {shown(key, card)} " in f" {' '.join(part[1].replace('```', ' ').split())} "


def test_the_setup_defaults() -> None:
    """FA 28.1: every default, but for line breaks and remarks, as the program has it."""
    (written,) = re.findall(r"```\n(.*?)```", paragraph("28.1"), re.S)
    assert yaml.safe_load(written) == TABLES.setup


def test_the_orders_with_their_words_and_examples() -> None:
    assert not THE_BOOK.untold(ORDERS)
    for policy, words in POLICIES.items():
        told = next(part for part in BOOK.split("\n\n") if part.startswith(f"**standing {policy}**"))
        assert all(f"`{word}`" in told for word in words if policy != "overwatch-fire"), policy
    assert set(POLICIES) <= set(rows(paragraph("22.1")))
    assert all(f"`{word}`" in paragraph("21.2") for word in CONDITIONS)
    assert all(re.search(rf"^{phase}\b", paragraph("20.1"), re.M) for phase in PHASES)


SPECIFIED = (
    "syntax",
    "unknown-verb",
    "missing-argument",
    "unknown-unit",
    "ambiguous-unit",
    "not-your-unit",
    "unit-gone",
    "wrong-phase",
    "not-your-phase",
    "off-board",
    "aboard",
    "wrong-kind",
    "already-acted",
    "unknown-place",
    "not-adjacent",
    "impassable",
    "too-far",
    "stacking",
    "suppressed",
    "immobile",
    "out-of-range",
    "no-dice",
    "out-of-arc",
    "no-line-of-sight",
    "invalid-target",
    "no-target",
    "no-spotter",
    "no-ability",
    "no-overwatch",
    "overwatch-limit",
    "not-in-cover",
    "not-there",
    "no-room",
    "not-next",
    "occupied",
    "not-declared",
    "no-bombs",
    "not-in-zone",
    "half-hex",
    "cover-hex",
    "near-edge",
    "too-many",
    "unknown-type",
    "not-allowed",
    "too-expensive",
    "obstacle-limit",
    "bad-number",
    "unknown-policy",
)
"""FA 21.5, 21.6"""


def test_every_refusal_code() -> None:
    part = BOOK[BOOK.index("## When an order is refused") : BOOK.index("## 29 ")]
    told = re.findall(r"^- `([a-z-]+)`: \S", part, re.M)
    assert sorted(told) == sorted(SPECIFIED)


def test_no_paragraph_is_cited_that_does_not_exist() -> None:
    assert THE_BOOK.cites_only_itself()


def test_the_worked_turn_has_the_dice_of_its_case() -> None:
    """FA 29.1 and the case of that turn, which is run with all others."""
    written = (Path(__file__).parents[2] / "cases/forumini.yaml").read_text("utf-8")
    case = next(case for case in yaml.safe_load(written) if case["case"] == "worked-turn-of-the-first-patrol")
    part = BOOK[BOOK.index("## 29 ") :]
    shown = [int(face) for faces in re.findall(r"\*\*([1-6 ]+)\*\*", part) for face in faces.split()]
    dice = [face for step in case["play"] for face in step.get("dice", ())]
    assert shown == dice and len(dice) > 40
