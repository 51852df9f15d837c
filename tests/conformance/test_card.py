"""Cards as pictures: everything on them is drawn, every card of every catalogue fits, the same card gives the same
bytes."""

import io

import pytest
from PIL import Image

from engine.contract import offers, replace
from engine.systems import SYSTEMS
from maps.drawing.canvas import theme
from maps.drawing.canvas.lettering import font_face
from maps.drawing.canvas.text_lines import MOST, wrap_text
from maps.drawing.card import BANNER, LEAST, RIGHT, WIDE, draw_card
from maps.scene.card import Ability, Card, CardTable
from tests.support.sampling import share

CARD = Card(
    "su-85",
    "SU-85",
    "tank destroyer",
    "#33691e",
    "30",
    "SU",
    "tank-destroyer",
    (("Speed", "4"), ("Cover", "5+")),
    (("front", "6/9"), ("side", "5/8"), ("rear", "4/7"), ("top", "3/6")),
    (CardTable("Attack dice", ("0-1", "2-4"), (("soldiers", "7", "6"), ("vehicles", "15", "13"))),),
    (
        Ability("camouflage", "4", "Cover Rolls +1 against attackers 4 or more hexes away"),
        Ability("rally", "2", "reaches 2 hexes", "command"),
    ),
    ("It does not replace artillery.",),
    "slant",
)


def picture(sheet: Card) -> Image.Image:
    with Image.open(io.BytesIO(draw_card(sheet))) as image:
        image.load()
        return image.convert("RGB")


@pytest.mark.parametrize(
    "field",
    [
        {"title": "SU-86"},
        {"subtitle": "assault gun"},
        {"colour": "#455a64"},
        {"cost": "31"},
        {"cost": ""},
        {"roundel": "US"},
        {"roundel": ""},
        {"pictogram": "tank"},
        {"pictogram": ""},
        {"facts": (("Speed", "5"), ("Cover", "5+"))},
        {"facts": ()},
        {"armour": (("front", "6/9"), ("side", "5/8"), ("rear", "4/7"), ("top", "3/5"))},
        {"armour": ()},
        {"armour": (*CARD.armour, ("belly", "1/2"))},
        {"pattern": "bars"},
        {"pattern": "dots"},
        {"pattern": ""},
        {"grids": (replace(CARD.grids[0], title="Dice"),)},
        {"grids": (replace(CARD.grids[0], heads=("0-1", "2-5")),)},
        {"grids": CARD.grids * 2},
        {"grids": (replace(CARD.grids[0], rows=(("soldiers", "7", "6"), ("vehicles", "15", "12"))),)},
        {"grids": ()},
        {"abilities": CARD.abilities[:1]},
        {"abilities": (CARD.abilities[0], replace(CARD.abilities[1], manner="special"))},
        {"abilities": (CARD.abilities[0], replace(CARD.abilities[1], value="3"))},
        {"abilities": (CARD.abilities[0], replace(CARD.abilities[1], text="reaches 3 hexes"))},
        {"notes": ()},
        {"notes": ("It replaces all.",)},
    ],
    ids=lambda field: "-".join(field),
)
@pytest.mark.long
def test_whatever_a_card_says_shows(field: dict[str, object]) -> None:
    assert picture(replace(CARD, **field)).tobytes() != picture(CARD).tobytes()


def test_what_is_for_lists_only_does_not_show() -> None:
    assert picture(replace(CARD, group="Soviet Union", key="x")).tobytes() == picture(CARD).tobytes()


def test_the_same_card_gives_the_same_bytes() -> None:
    first = draw_card(CARD)
    draw_card.cache_clear()
    assert draw_card(replace(CARD)) == first


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.long
def test_every_card_of_the_catalogue_can_be_drawn(system: str) -> None:
    """One in eight of them by default."""
    sheets = SYSTEMS[system].cards(None)
    assert bool(sheets) is offers(SYSTEMS[system], "cards")
    for key, sheet in list(sheets.items())[:: share(1, 8)]:
        image = picture(sheet)
        assert image.width == WIDE and LEAST <= image.height <= 900, key
        edge = image.crop((6, image.height - 20, WIDE - 6, image.height - 6)).getcolors(2)
        assert edge is not None and len(edge) == 1, f"{key} runs over its lower edge"
        assert theme.contrast(sheet.colour, theme.text_colour_on(sheet.colour)) > 4.5, key


def test_camps_differ_without_their_colours() -> None:
    grey = [picture(replace(CARD, colour="#666666", pattern=pattern)) for pattern in ("slant", "bars", "dots", "")]
    assert len({image.crop((0, 0, WIDE, BANNER)).tobytes() for image in grey}) == 4


def test_command_abilities_lean() -> None:
    """The same words in another manner are other letters, not only another mark."""
    cards = [
        replace(CARD, grids=(), notes=(), abilities=(Ability("a", "", "hi" * 20, manner),))
        for manner in ("special", "command")
    ]
    upright, leaning = (picture(card).crop((RIGHT + 22, BANNER + 54, WIDE - 20, 190)) for card in cards)
    assert upright.getbbox() and upright.tobytes() != leaning.tobytes()


def test_words_stay_in_their_column() -> None:
    for words in ("a few words of the usual kind that go over several lines", "x" * 300, "wide " * 200, "", "  \n "):
        lines = list(wrap_text(words, 20, 300))
        assert len(lines) <= MOST
        assert all(font_face(80, "").getlength(line) <= 4 * 300 + 80 for line in lines)
    assert "".join(wrap_text("x" * 90, 20, 300)) == "x" * 90
    assert list(wrap_text("wide " * 500, 20, 300))[-1].endswith("…")


def test_odd_words_are_drawn_all_the_same() -> None:
    odd = "\u202e\x00🎲" + "long" * 40
    grids = (CardTable(odd, (odd,), ((odd, odd, odd), ())), CardTable("", (), ()))
    sheet = Card(
        odd,
        odd,
        odd,
        "#fff",
        odd,
        odd,
        odd,
        ((odd, odd),),
        ((odd, odd), ("front", odd)),
        grids,
        (Ability(odd, odd, odd, odd),),
        (odd, ""),
        odd,
    )
    assert picture(sheet).width == WIDE
