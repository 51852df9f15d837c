"""The players' rulebook says what the rules do: every paragraph by its number, every chart as the program has it, every
order's words.
"""

import re

from engine.systems.miniwars.orders import CONDITIONS, ORDERS, POLICIES
from engine.systems.miniwars.state.position import PHASES
from engine.systems.miniwars.tables import TABLES
from tests.support.many_cases import for_each
from tests.support.rulebook_reader import Book, rows

PARAGRAPHS = {1: 8, 2: 6, 3: 5, 4: 6, 5: 1, 6: 8, 7: 8, 8: 10, 9: 3, 10: 8, 11: 3, 12: 2, 13: 8, 14: 5, 15: 2}
"""Section -> how many paragraphs it has."""
THE_BOOK = Book("miniwars", "MW", PARAGRAPHS)
BOOK, paragraph = THE_BOOK.text, THE_BOOK.paragraph


def written(points: float | None) -> str:
    return "-" if points is None else f"{points:g}"


def test_every_paragraph_is_there_in_order() -> None:
    assert THE_BOOK.has_every_paragraph_in_order()


def test_it_fits_a_phone() -> None:
    assert THE_BOOK.fits_a_phone()


def test_the_terrain_chart() -> None:
    chart, fight = rows(paragraph("2.6")), TABLES.melee_modifiers
    for name, kind in TABLES.terrain.items():
        fights = [f"{table.get(name, 0)}" for table in (fight.attacker_terrain, fight.defender_terrain)]
        assert chart[name] == [
            written(kind.infantry),
            written(kind.cavalry),
            *fights,
            "blocks" if kind.blocks_los else "open",
        ]
    for name, side in TABLES.hexsides.items():
        points = [written(p) if p is None else f"+{p:g}" for p in (side.infantry, side.cavalry)]
        attack = ["no"] if not side.attack_across else ["at", f"{fight.bridge}"]
        assert chart[name] == [*points, *attack, "blocks" if side.blocks_los else "open"] and not side.zoc_across


def test_the_missile_and_melee_charts() -> None:
    chart = rows(paragraph("6.3"))
    for code, needs in TABLES.missile.items():
        assert chart[code] == [*map(str, needs), *["-"] * (5 - len(needs))]
    fights = rows(paragraph("10.3"))
    for cs, totals in enumerate(TABLES.melee, 1):
        assert fights[str(cs)] == [*map(str, totals)]


@for_each(
    ("number", "line", "value"),
    [
        ("6.6", "target's morale + or !", TABLES.missile_modifiers.morale["+"]),
        ("6.6", "target's morale -", TABLES.missile_modifiers.morale["-"]),
        ("6.6", "you are disrupted", TABLES.missile_modifiers.disrupted),
        ("6.6", "you are higher", TABLES.missile_modifiers.higher),
        ("6.6", "target is higher", TABLES.missile_modifiers.lower),
        ("10.5", "defender's morale + or !", TABLES.melee_modifiers.morale["!"]),
        ("10.5", "defender's morale -", TABLES.melee_modifiers.morale["-"]),
        ("10.5", "you are disrupted", TABLES.melee_modifiers.disrupted),
        ("10.5", "across a bridge", TABLES.melee_modifiers.bridge),
        ("10.5", "you are in rough or marsh", TABLES.melee_modifiers.attacker_terrain["marsh"]),
        ("10.5", "target in forest, village", TABLES.melee_modifiers.defender_terrain["village"]),
        ("10.5", "you are higher", TABLES.melee_modifiers.higher),
        ("10.5", "target is higher", TABLES.melee_modifiers.lower),
        ("13.3", "morale +", TABLES.rally_modifiers.morale["+"]),
        ("13.3", "morale -", TABLES.rally_modifiers.morale["-"]),
        ("13.3", "morale ! (another leader)", TABLES.rally_modifiers.morale["!"]),
    ],
)
def test_the_modifiers(number: str, line: str, value: int) -> None:
    assert re.search(rf"^{re.escape(line)} +{re.escape(f'{value:+}')}$", paragraph(number), re.M)


def test_the_catalogue() -> None:
    catalogue = rows(BOOK[BOOK.index("## The companies you may meet") :])
    for name, kind in TABLES.types.items():
        missile = [kind.missile] if kind.missile else []
        assert catalogue[name] == [
            f"{kind.move}{'*' * kind.cavalry}",
            str(kind.cs),
            *missile,
            kind.morale,
            str(kind.cost),
        ]


def test_the_orders_with_their_words_and_examples() -> None:
    assert not THE_BOOK.untold(ORDERS)
    for policy, words in POLICIES.items():
        told = next(part for part in BOOK.split("\n\n") if part.startswith(f"**standing {policy}**"))
        assert all(f"`{word}`" in told for word in words)
    assert all(f"`{word}`" in BOOK for word in CONDITIONS)
    assert all(re.search(rf"^{phase}\b", BOOK, re.M) for phase in PHASES)
