"""Mails are plain text, and HTML of the same words: no look-up leaves Markdown or another door's marks in either."""

import re
from email.message import EmailMessage
from html import unescape

import pytest

from bot.correspondence.commands import FORMS
from bot.correspondence.emphasis import BOLD, END, as_html, markdown_lines, spoken, without_marks
from bot.correspondence.verdict_text import verdict_lines
from engine.contract import replace
from engine.lookups import rulebook
from engine.systems import SYSTEMS
from tests.forum.played import GAMES, played
from tests.mail.loopback.mailroom import text_of
from tests.mail.loopback.office import Office, mail
from tests.mail.test_receiving import office
from tests.support.sampling import share

__all__ = ["office"]
LEFT_OVER = re.compile(r"\*\*|`|<t:|<@|\]\(|^#+ |[\ue000-\ue002]", re.MULTILINE)
"""Markdown, Discord's times and mentions, and our own marks."""
FAULTY = [
    "rules 1.1",
    "rules x-y",
    "report nonsense",
    "odds nowhere",
    "odds land: 6 inf vs 5 inf",
    "roll",
    "roll 2d6+1",
    "army x",
    "scenarios millers-bridge",
    "scenarios zzz",
    "new zzz",
    "new",
    "new millers-bridge soon",
    "battle nowhere",
    "join nothing-7",
    "zone Nowhere",
    "remind maybe",
    "log x",
    "link",
    "leave",
    "yes",
    "yes done 1",
]
"""Look-ups and deeds, most of them refused: refusals of the engine say what to type, between backticks."""
PASSAGES = [(system, number) for system in SYSTEMS for number in rulebook.paragraphs(system)]
HEADINGS = [(system, heading) for system in SYSTEMS for heading in ("A sample turn", *rulebook.headings(system)[:3])]


def words_of_html(mail_: EmailMessage) -> str:
    part = mail_.get_body(("html",))
    assert part is not None
    return unescape(re.sub(r"<[^>]+>", "", str(part.get_content())))


@pytest.mark.asyncio
@pytest.mark.parametrize("scenario", share(GAMES, GAMES[:1]))
@pytest.mark.long
async def test_no_look_up_leaves_marks_in_a_mail(office: Office, scenario: str) -> None:
    await office.introduce("Ann", f"new {scenario} 3d")
    game = (await office.engine.use_table(lambda table: table.games()))[0]
    for side in game.sides:
        await office.take(mail("Ann", f"join {game.id} {side}"))
    units = await office.engine.use_table(lambda table: sorted(table.units(game.id, next(iter(game.sides)))))
    first, second = [*units, "A1", "A2"][:2]
    lines = [word for word, form in FORMS.items() if form.kind == "lookup"]
    lines += [f"{word} {first}" for word in ("ideas", "card")]
    lines += [f"{word} {first} {second}" for word in ("map", "los", "measure")]
    lines += FAULTY
    for start in range(0, len(lines), 8):
        told = (await office.take(mail("Ann", "\n".join(lines[start : start + 8]), subject=f"[{game.id}]")))[0]
        assert not (found := LEFT_OVER.search(text_of(told))), (found, text_of(told))
        if told.get_body(("html",)):
            assert "".join(text_of(told).split()) in "".join(words_of_html(told).split())


def test_what_the_engine_puts_between_backticks_comes_in_quotation_marks() -> None:
    table, key = played("millers-bridge", 0)
    side = table.game(key).phase.sides[0]  # type: ignore[union-attr]
    reply = replace(table.check(key, side, "choose a"), left=("not placed (`deploy rest` sends them)",))
    assert '"deploy rest"' in "\n".join(verdict_lines(reply))
    assert spoken("`a` and `b c`, but ```") == '"a" and "b c", but ```'


@pytest.mark.asyncio
async def test_emphasis_in_the_rules_is_bold_in_html_and_nothing_in_plain_text(office: Office) -> None:
    (told,) = (await office.introduce("Ann", "rules miniwars 8.4"))[:1]
    text, html = text_of(told), told.get_body(("html",))
    assert "MW 8.4 Hexsides add" in text and html and "<b>MW 8.4</b> Hexsides" in str(html.get_content())


@pytest.mark.parametrize(("system", "words"), [*share(PASSAGES, PASSAGES[::40]), *share(HEADINGS, HEADINGS[::5])])
def test_a_passage_is_plain_text_of_the_width_of_a_mail_with_every_word(system: str, words: str) -> None:
    markdown = rulebook.passage(system, words)
    plain = [without_marks(line) for line in markdown_lines(markdown)]
    assert max(map(len, plain)) <= 72 and not LEFT_OVER.search("\n".join(plain)), plain
    assert all(line.startswith("|") for line in plain), "so that none can be read as an order"
    said, shown = (re.sub(r"[\W_]+", "", text) for text in (markdown.replace("```text", ""), "".join(plain)))
    assert said == shown


def test_marks_that_somebody_writes_break_no_html() -> None:
    assert as_html(f"a {BOLD}<b>{BOLD}x{END}{END} & y") == "a &lt;b&gt;<b>x</b> &amp; y"
