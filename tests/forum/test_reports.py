"""Reports for forums: right in every format, whatever names are in them, and never orders when they are pasted back."""

import re
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from bot.correspondence.message import Seat, read_message
from bot.correspondence.reports.formats import FORMATS, write_report
from bot.correspondence.reports.turn_report import Next, TurnReport, turn_report
from bot.correspondence.wrap import COLUMNS
from bot.forum.reading.post_text import post_lines
from engine.table import Refused, Table
from maps.scene.scene import Scene
from tests.forum.played import GAMES, played
from tests.support.many_cases import for_each
from tests.support.sampling import share
from tests.support.toy_system import NOW, entropy

IMAGES = "https://x.example/maps"
HOSTILE_NAMES = (
    *("Ann [/code] [b]bold", "[/c][img]x[/img]", "</pre><script>alert(1)</script>", "<b", "a < b > c & d &lt;"),
    *("*stars* _under_ `ticks`", "```", "````text", "| a | b |", "@everyone", "# heading", "1. list", "> quote"),
    *("[x](https://evil.example)", "![x](y)", "~~gone~~", "\\", '"quoted"', "8) :)", "Łódź ♣ “x”", "x" * 200),
)


def hostile(name: str) -> TurnReport:
    """A report in which everything is called so."""
    lines = (f"{name} moves 0402.", name, f"{name} {name}\t{name}", "")
    title = f"Fieldpost hill-1: {name}, turn 1"
    return TurnReport(
        title,
        lines,
        Next("Now:", f"orders by {name} for ", name, "."),
        Scene((1.0, 1.0), (), alt=name),
        name,
        "m.png",
        "hill-1/7",
    )


# reading back
class Page(HTMLParser):
    """What is open, what was opened, and the text of each kind of element."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open, self.seen, self.words = list[str](), list[str](), dict[str, str]()
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag != "img":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        within = self.open[-1] if self.open else ""
        self.words[within] = self.words.get(within, "") + data


def bbcode_tags(source: str) -> list[str]:
    """The tags of a text, which are properly nested."""
    seen, opened = list[str](), list[str]()
    for closes, tag in re.findall(r"\[(/?)([a-z*]+)[^\]]*\]", source, re.IGNORECASE):
        if closes:
            assert opened.pop() == tag
        else:
            opened.append(tag)
            seen.append(tag)
    assert not opened
    return seen


def check(form: str, text: str, pictured: bool) -> None:
    """The text has the shape of its format, and nothing else."""
    blocks = 1 if pictured else 2
    match form:
        case "bbcode" | "bgg":
            code = "c" if form == "bgg" else "code"
            tags = bbcode_tags(text)
            assert tags[0] == "b" and tags.count(code) == blocks and tags.count("img") == pictured
            assert set(tags) <= {"b", "i", "img", code} and tags.count("b") == 2 and tags.count("i") <= 1
            assert text.isascii() and not re.search("<[A-Za-z/]", text)
        case "markdown":
            tokens = MarkdownIt("commonmark", {"html": True}).enable("table").enable("strikethrough").parse(text)
            kinds = [token.type for token in tokens if token.nesting >= 0 and token.type != "inline"]
            picture = ["paragraph_open"]
            assert kinds == [
                "heading_open",
                *(picture * pictured),
                "fence",
                *(not pictured) * [*picture, "fence"],
                *picture,
            ]
            inner = [child.type for token in tokens for child in token.children or ()]
            assert inner.count("image") == pictured and "html_inline" not in inner and "link_open" not in inner
            assert inner.count("strong_open") == 1 and inner.count("em_open") <= 1 and "code_inline" not in inner
        case "html":
            page = Page(text)
            assert not page.open and page.seen.count("pre") == blocks and page.seen.count("img") == pictured
            assert set(page.seen) <= {"h3", "p", "pre", "img", "i", "b"}
        case _:
            assert text.isascii()


def code_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("|")]


@for_each("form", FORMATS)
@for_each("name", HOSTILE_NAMES)
def test_no_name_breaks_a_format(form: str, name: str) -> None:
    for images in ("", IMAGES):
        text = write_report(hostile(name), form, images)
        check(form, text, bool(images))
        if form in ("bbcode", "bgg", "text"):
            assert text.isascii()
            assert all(len(line) <= COLUMNS for line in code_lines(text))
        assert "\t" not in text and "\r" not in text


def test_the_words_of_a_name_are_shown_as_they_are() -> None:
    name = "</pre><i>&amp; *a* | [b]"
    page = Page(write_report(hostile(name), "html"))
    assert name in page.words["h3"] and name in page.words["pre"]
    tokens = MarkdownIt("commonmark").parse(write_report(hostile(name), "markdown"))
    heading = "".join(child.content for child in tokens[1].children or ())
    assert name in heading


@pytest.mark.parametrize("scenario", share(GAMES, ("millers-bridge", "open-meeting")))
def test_a_report_is_right_in_every_format_and_gives_no_orders(scenario: str) -> None:
    table, key = played(scenario, share(30, 3))
    game, lines = table.game(key), set[str]()
    for form in FORMATS:
        for images in ("", IMAGES):
            text = write_report(turn_report(table, key), form, images)
            check(form, text, bool(images))
            lines |= set(text.splitlines())
            for side in game.sides:
                assert given(table, Seat(key, side), text) == ()
    assert len(lines) > 20
    read_back = [(line, side) for line in sorted(lines) for side in game.sides if given(table, Seat(key, side), line)]
    assert not read_back


def given(table: Table, seat: Seat, text: str) -> tuple[object, ...]:
    """The orders and commands that are read in a post with this text, none of it taken for prose."""
    found = read_message(table, seat, post_lines(text, bool).lines)
    return (*found.orders, *found.commands)


@pytest.mark.parametrize("name", ["New millers-bridge", "RE move 0402", "Map of it", "done", "Battle land: 6 inf vs 5"])
def test_a_games_name_is_no_command(name: str) -> None:
    table, key = played("millers-bridge", 2, name)
    for form in FORMATS:
        title = write_report(turn_report(table, key), form).splitlines()[0]
        assert given(table, Seat(key, "reeve"), title) == (), title


# turns
def test_each_turn_has_its_report_and_the_newest_says_what_follows() -> None:
    table, key = played("millers-bridge", 14)
    newest = turn_report(table, key)
    first = turn_report(table, key, 1)
    assert first.title == "Fieldpost millers-1: The Miller's Bridge, turn 1" and "Turn 1" in first.lines
    assert first.follows is None and newest.follows and "UTC" in newest.follows.until
    assert first.picture != newest.picture and first.words != newest.words
    count = int(newest.title.rpartition(" ")[2])
    reported = [line for turn in range(1, count + 1) for line in turn_report(table, key, turn).lines]
    news = [item for item in table.news(key) if item.kind != "opened"]
    told = [line.strip() for item in news for text in item.lines for line in text.splitlines()]
    begun = told.index(f"Turn {count + 1}") if f"Turn {count + 1}" in told else len(told)
    assert reported == told[2:begun], "all but the seats, taken before the game began, and the turn just begun"


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("scenario", GAMES)
def test_a_report_begins_with_its_turn_and_names_no_picture_that_is_not_there(scenario: str, form: str) -> None:
    table, key = played(scenario, 3)
    table.leave(key, next(iter(table.game(key).sides)), next(iter(table.game(key).sides)), NOW)
    report = turn_report(table, key)
    text = write_report(report, form)
    assert re.match(r"(Turn|Round) \d|Done:", report.lines[0]), report.lines[0]
    assert "the seat is" not in text and ".png" not in text and "The map at the end:" in text
    assert report.picture in write_report(report, form, "https://x.example/m"), "where everybody can see it"


def test_what_cannot_be_reported_is_said() -> None:
    table = Table(":memory:", entropy("none"))
    key = table.open("millers-bridge", "", NOW).id
    with pytest.raises(Refused, match="has not started"):
        turn_report(table, key)
    table, key = played("millers-bridge", 1)
    with pytest.raises(Refused, match=r"no turn 9 .* turn 1"):
        turn_report(table, key, 9)
    with pytest.raises(Refused, match=r"no format of reports\. There are bbcode, bgg, markdown, html, text"):
        write_report(turn_report(table, key), "rtf")
    for address in ("javascript:alert(1)", "https://x.example/[b]", 'https://x.example/"', "x", "https://x\n"):
        with pytest.raises(Refused, match="no address of pictures"):
            write_report(turn_report(table, key), "html", address)


def test_a_picture_may_have_an_address_of_its_own() -> None:
    table, key = played("millers-bridge", 1)
    report = turn_report(table, key)
    assert "[img]https://x.example/a.png[/img]" in write_report(report, "bbcode", "https://x.example/a.png")
    assert f"[img]https://x.example/m/{report.picture}[/img]" in write_report(report, "bbcode", "https://x.example/m/")


def test_a_rewind_and_a_ruling_are_reported() -> None:
    table, key = played("millers-bridge", 4)
    table.rule(key, "No shooting\non Sundays.", NOW, "host")
    table.rewind(key, table.game(key).length - 12, NOW, "host")
    lines = turn_report(table, key).lines
    assert "Ruling by the referee (host): No shooting" in lines and any("rewound" in line for line in lines)


def test_a_battle_that_is_over_at_once_is_reported() -> None:
    table = Table(":memory:", entropy("battle"))
    game = table.open_battle("land: 3 inf vs 2 inf", "", NOW, rounds="all")
    for side in game.sides:
        table.seat(game.id, side, side, NOW)
    report = turn_report(table, game.id)
    if table.game(game.id).over:
        assert report.follows and "The game is over" in report.follows.who
    assert report.lines
