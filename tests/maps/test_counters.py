"""Counters on hexes: everything that they say can be seen, alone and stacked."""

from engine.contract import replace
from engine.systems import miniwars
from engine.systems.miniwars.presentation.scene import counter_figures
from maps.drawing import background
from maps.geometry.hex_points import hex_centre
from maps.scene.scene import (
    Counter,
    Scene,
)
from tests.maps.positions import MIDGAME, around, changed, share, staged
from tests.support.many_cases import for_each


@for_each(
    "fields",
    [
        {"status": ("disrupted",)},
        {"status": ("fired",)},
        {"ring": True},
        {"symbols": ("cavalry",)},
        {"symbols": ("leader",)},
        {"side": 1},
        {"id": "G2"},
        {"strength": "4 2B"},
        {"sign": "!"},
        {"colour": "#d55e00"},
    ],
    ids=lambda fields: "-".join(map(str, fields)),
)
def test_everything_a_counter_says_can_be_seen(fields: dict[str, object]) -> None:
    plain: dict[str, object] = {"side": 0, "id": "G1", "strength": "3 2B", "sign": "+", "colour": "#0072b2"}
    at = hex_centre("0502")
    bare = miniwars.scene(staged(), ())
    one, other = (
        Scene(bare.size, bare.ground, (*bare.pieces, Counter(at, **words)), (), bare.title, bare.legend)  # type: ignore[arg-type]
        for words in (plain, {**plain, **fields})
    )
    assert share(changed(one, other).crop(around(bare, at, 0.9))) > 20


def test_the_ring_of_a_changed_piece_leaves_the_number_of_its_hex() -> None:
    at = hex_centre("1010")
    one, other = (
        replace(MIDGAME, marks=(), pieces=(Counter(at, "W1", 1, "#d55e00", ring=ring),)) for ring in (False, True)
    )
    _, top, _, _ = changed(one, other).getbbox() or (0, 0, 0, 0)
    layout = background.background_of(one).layout
    assert top >= layout.pixel((at[0], at[1] - 0.66 + 0.08))[1]


def test_stacked_pieces_all_show_their_id() -> None:
    at, bare = hex_centre("0502"), miniwars.scene(staged(), ())
    for count in (2, 3):
        for nth in range(count):
            ids = [f"X{k}" for k in range(count)]
            other = [*ids[:nth], "HH", *ids[nth + 1 :]]
            one, two = (
                Scene(bare.size, bare.ground, tuple(Counter(at, key, 0, "#0072b2") for key in keys))
                for keys in (ids, other)
            )
            assert share(changed(one, two)) > 40, (count, nth)


def test_more_than_three_pieces_show_how_many() -> None:
    at, bare = hex_centre("0502"), miniwars.scene(staged(), ())
    four, five = (
        Scene(bare.size, bare.ground, tuple(Counter(at, key, 0, "#0072b2") for key in keys))
        for keys in ("ABCE", "ABCDE")
    )
    assert share(changed(four, five)) > 20


def test_counters_and_title_say_what_the_rules_ask() -> None:
    by = {piece.id: piece for piece in MIDGAME.pieces if isinstance(piece, Counter)}
    assert (by["HL"].strength, by["HL"].symbols, by["HL"].sign, by["HL"].status) == (
        "5* 4C",
        ("cavalry", "leader"),
        "!",
        ("fired",),
    )
    assert (by["G2"].side, by["W2"].side) == (0, 1)
    assert counter_figures(staged().units["T2"]) == "3 1"
    town, horde = MIDGAME.title.notes
    assert town.facts == ("A", "8 of 9 units", "97% of cost left")
    assert (town.broken, horde.broken, town.active, horde.active) == (True, False, False, True)
    assert MIDGAME.title.moment == "Turn 4 · movement and combat of B"
