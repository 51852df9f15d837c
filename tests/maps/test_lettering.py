"""Lines that are put together from words look as Pillow draws them whole, wherever they begin."""

from random import Random

from PIL import Image, ImageDraw, ImageFont

from maps.drawing import title_and_legend, title_layers
from maps.drawing.canvas import lettering, theme
from maps.drawing.canvas.pen import Pen, Sprite
from maps.scene.scene import SideNote
from tests.support.many_cases import for_each
from tests.support.sampling import share

WORDS = (
    "Round",
    "2",
    "of",
    "·",
    "Colonial",
    "Line's",
    "AVATAR",
    "To",
    "WAVE",
    "ÅÄÖ",
    "gjpq",
    "(3",
    "★Lee",
    "f",
    "—",
    "",
)
"""Some of them kerned, some with letters that reach beyond their line."""


@for_each("seed", range(share(1500, 150)))
def test_a_line_of_kept_words_is_the_line_as_pillow_draws_it(seed: int) -> None:
    chance, weight = Random(seed), ("", "-Bold")[seed % 2]
    face = lettering.font_face(chance.choice((9, 14, 25, 26, 40, 75)), weight)
    plain = ImageFont.FreeTypeFont(lettering._FONTS[weight], face.size, layout_engine=ImageFont.Layout.BASIC)
    text = " ".join(chance.choice(WORDS) for _ in range(chance.randint(1, 7)))
    at = chance.choice((300, 300.5, chance.uniform(-9, 600))), chance.choice((70, 70.5, chance.uniform(-9, 99)))
    anchor, stroke = chance.choice("lmr") + chance.choice("amsd"), chance.choice((0, 0, 3))
    assert drawn(text, face, at, anchor, stroke) == drawn(text, plain, at, anchor, stroke)


def drawn(text: str, face: ImageFont.FreeTypeFont, at: tuple[float, float], anchor: str, stroke: int) -> bytes:
    image = Image.new("RGB", (900, 150), "#ffffff")
    ImageDraw.Draw(image).text(at, text, theme.INK, face, anchor, stroke_width=stroke, stroke_fill="#c03020")
    return image.tobytes()


@for_each("seed", range(share(200, 20)))
def test_words_of_a_title_drawn_by_what_ink_covers_look_as_in_full_colour(seed: int) -> None:
    chance, nth = Random(seed), seed % 3
    width = chance.randint(880, 1600)
    em, note = width / 64, SideNote(0, "", chance.choice(WORDS), tuple(chance.choices(WORDS, k=4)))
    moment = " ".join(chance.choices(WORDS, k=chance.randint(0, 12)))

    def facts(pen: Pen) -> None:
        title_and_legend.draw_facts(pen, width / em, nth, note)

    def first_line(pen: Pen) -> None:
        title_and_legend.draw_moment(pen, width / em, moment)

    for paint, line in ((facts, nth + 1), (first_line, 0)):
        whole, covered = (draw(line, width, em, paint) for draw in (title_layers._line, title_layers._words))
        assert on_paper(whole, width) == on_paper(covered, width)


def on_paper(written: Sprite, width: int) -> list[bytes]:
    """On bare paper, and on another colour, which shows where it is transparent."""
    pictures = [Image.new("RGB", (width, 250), colour) for colour in (theme.PAPER, "#3060c0")]
    for picture in pictures:
        picture.paste(written.image, written.offset, written.image)
    return [picture.tobytes() for picture in pictures]
