"""Text as Discord wants it: splitting, escaping, deadlines, times, verdicts, and the ids of buttons."""

import gzip
import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord.commands import views
from bot.discord.commands.orders import decode_file
from bot.discord.commands.replies import Attachment, Reply, fit
from bot.discord.messages import components, markup, order_feedback
from bot.hosting import wording
from engine.checking import Verdict
from engine.language import ParsedLine, Problem
from engine.language.explain import caret
from engine.table import OrdersReply, Refused
from maps.scene.scene import Scene, Spot, Trail
from tests.support.many_cases import for_each

LINES = st.lists(
    st.text(alphabet=st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=60), max_size=40
)


@given(LINES, st.integers(20, 200))
def test_pieces_fit_and_hold_every_word_in_order(lines: list[str], limit: int) -> None:
    text = "\n".join(lines)
    pieces = markup.split(text, limit)
    assert all(0 < len(piece) <= limit for piece in pieces)
    words, kept = ("".join(part.replace("```", "").split()) for part in (text, "".join(pieces)))
    assert kept == words, "but for the fences of code blocks, which are closed and opened again at a cut"


def test_pieces_are_cut_at_line_ends() -> None:
    lines = [f"line {n} " + "x" * 90 for n in range(100)]
    pieces = markup.split("\n".join(lines))
    assert len(pieces) == 5
    assert [line for piece in pieces for line in piece.split("\n")] == lines


def test_a_line_too_long_for_one_message_is_cut_at_a_space_and_never_inside_an_escape() -> None:
    first, second = markup.split("word " * 450)
    assert first.endswith("word") and second.startswith("word")
    for shift in range(4):
        assert all(len(re.search(r"\\*$", piece)[0]) % 2 == 0 for piece in markup.split("a" * shift + r"\*" * 1500))  # type: ignore[index]


def test_a_code_block_cut_in_two_is_two_code_blocks() -> None:
    pieces = markup.split("before\n" + markup.code_block("\n".join(f"row {n:03}" for n in range(600))) + "\nafter")
    assert len(pieces) > 2 and all(len(piece) <= markup.LIMIT and piece.count("```") == 2 for piece in pieces)
    assert re.findall(r"row \d+", "".join(pieces)) == [f"row {n:03}" for n in range(600)]


def test_empty_text_has_no_pieces() -> None:
    assert markup.split("") == () == markup.split("\n \n")


@for_each(
    "words",
    [
        "**bold**",
        "_x_",
        "~~x~~",
        "||x||",
        "`x`",
        "<@123>",
        "<#5>",
        "[a](http://b)",
        "# big",
        "> said",
        "- item",
        "-# small",
        "3. third",
        "\\",
        "a\n## b",
        ">>> all",
        "+ item",
    ],
)
def test_markup_typed_by_players_is_shown_as_typed(words: str) -> None:
    shown = markup.escape(words)
    assert shown != words
    assert re.sub(r"\\(.)", r"\1", shown) == words
    assert not re.search(r"(?<!\\)[*_~|`<\[]", shown.replace("\\\\", ""))


def test_text_typed_by_players_pings_nobody() -> None:
    assert "@everyone" not in markup.escape("@everyone") and "@here" not in markup.escape("hi @here")


def test_lists_written_by_the_engine_stay_lists() -> None:
    assert markup.escape_inline("- W1 *x*") == r"- W1 \*x\*"


@given(st.text(max_size=80))
def test_inline_code_cannot_be_broken_out_of(text: str) -> None:
    shown = markup.inline_code(text)
    assert shown.count("`") == 2 and shown[0] == shown[-1] == "`" and "\n" not in shown and len(shown) > 2


@for_each(
    ("words", "seconds"),
    [
        ("24h", 86400),
        ("3d", 259200),
        ("90m", 5400),
        ("2d12h", 216000),
        ("2s", 2),
        ("1 day 6 hours", 108000),
        (" 1W ", 604800),
        ("2h, 30min", 9000),
        ("٣d", 259200),
    ],
)
def test_deadlines_are_read_in_all_spellings(words: str, seconds: int) -> None:
    assert wording.period(words) == seconds


@for_each(
    ("words", "says"),
    [
        ("", "24h"),
        ("soon", "24h"),
        ("24", "24h or 24d"),
        ("1s", "too short"),
        ("0h", "too short"),
        ("61d", "too long"),
        ("999999999w", "too long"),
        ("-3d", "24h"),
        ("3d from now", "24h"),
        ("1.5h", "24h"),
        ("🐌", "24h"),
        ("d", "24h"),
    ],
)
def test_an_impossible_deadline_is_explained(words: str, says: str) -> None:
    with pytest.raises(ValueError, match=r"\.$|deadlines\.$") as refused:
        wording.period(words)
    assert says in str(refused.value) and "invalid" not in str(refused.value).lower()


@given(st.integers(wording.SHORTEST, wording.LONGEST))
def test_a_duration_in_words_is_read_back_unchanged(total: int) -> None:
    assert wording.period(wording.length(total)) == total


@given(st.text(max_size=30))
def test_any_bad_deadline_raises_a_sentence(words: str) -> None:
    try:
        assert wording.SHORTEST <= wording.period(words) <= wording.LONGEST
    except ValueError as refused:
        assert str(refused)


def test_times_are_shown_in_each_readers_time_zone() -> None:
    assert (
        markup.timestamp("1970-01-02T00:00:00Z") == "<t:86400:R>"
        and markup.timestamp("2026-11-21T12:00:00Z", "f") == "<t:1795262400:f>"
    )


@given(st.text(alphabet="abc XYZ", min_size=1, max_size=120), st.data())
def test_the_caret_is_under_the_problem_words(line: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(line) - 1))
    width = data.draw(st.integers(1, len(line) - start))
    shown, marks = caret(line, start + 1, width, order_feedback.WIDTH - 2).split("\n")
    assert len(shown) <= order_feedback.WIDTH and len(marks) <= max(order_feedback.WIDTH, 1)
    at, long = marks.count(" "), marks.count("^")
    assert long >= 1 and at + long == len(marks)
    assert all(a in (b, "…") for a, b in zip(shown[at : at + long], line[start : start + width], strict=False))


def _verdict(text: str, number: int = 1, problem: Problem | None = None, doubt: bool = False) -> Verdict:
    return Verdict(ParsedLine(number, text, (0, len(text))), (problem,) if problem else (), doubt, False, text)


def test_a_reply_to_orders_shows_each_line_its_problem_and_a_correction() -> None:
    wrong = Problem(2, 4, 4, "unknown-verb", '"atak" is not an order', "MW 10.1", ("M1 attack W1",))
    said = order_feedback.feedback(
        OrdersReply(
            (_verdict("W2 move 0508"), _verdict("M1 atak W1", 2, wrong), _verdict("W2 hold", 3, doubt=True)), ""
        )
    )
    assert said.splitlines() == [
        "✅ 1. `W2 move 0508`",
        "❌ 2.",
        "```",
        "M1 atak W1",
        "   ^^^^",
        "```",
        '"atak" is not an order.',
        "-# `unknown-verb` · MW 10.1",
        "➡️ `M1 attack W1`",
        "⚠️ 3. `W2 hold`",
        "**2 of 3 orders are valid**; orders marked ❌ will not be run.",
        "-# ⚠️ 1 is provisional: dice or conditions decide; checked again when the turn comes.",
    ]


def test_a_receipt_shows_hash_and_time() -> None:
    assert (
        order_feedback.receipt(OrdersReply((), "", "1a2b3c4d", "1970-01-02T00:00:00Z"))
        == "-# Draft saved · receipt `1a2b3c4d` · <t:86400:T>"
    )
    assert order_feedback.receipt(OrdersReply((), "")) == ""


@given(
    st.sampled_from(["join", "commit", "concede"]),
    st.text("abc-1", min_size=1, max_size=20),
    st.text("ab:.-3", max_size=20),
)
def test_the_id_of_a_button_is_read_back(deed: str, game: str, word: str) -> None:
    assert components.read_custom_id(components.write_custom_id(deed, game, word)) == (deed, game, word)


@pytest.mark.parametrize("foreign", ["", "fp", "fp:a", "other:commit:g:1", "confirm"])
def test_a_button_of_another_program_is_ignored(foreign: str) -> None:
    assert components.read_custom_id(foreign) is None


@pytest.mark.parametrize(
    "data",
    [
        {"components": [{"type": 18, "component": {"type": 4, "custom_id": "orders", "value": "a\nb"}}]},
        {"components": [{"type": 1, "components": [{"type": 4, "custom_id": "orders", "value": "a\nb"}]}]},
    ],
)
def test_a_form_is_read_in_both_shapes_that_discord_sends(data: object) -> None:
    assert components.read_form(data) == "a\nb" and components.read_form({"components": []}) is None


@pytest.mark.parametrize(
    "data", ["W1 hold – now".encode(), "W1 hold – now".encode("utf-8-sig"), "W1 hold – now".encode("utf-16")]
)
def test_an_order_file_is_read_in_the_encodings_that_editors_save(data: bytes) -> None:
    assert decode_file(data) == "W1 hold – now"


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\0\0", b"\xff\xfe\0", b"W1\0hold", b"x" * 70_000])
def test_a_file_that_is_not_an_order_file_is_explained(data: bytes) -> None:
    with pytest.raises(Refused, match="file"):
        decode_file(data)


def test_a_long_reply_is_shortened_and_attached_in_full() -> None:
    text = "\n".join(f"line {n}: " + "y" * 80 for n in range(500))
    short = fit(Reply(text), 10_000_000)
    assert len(markup.split(short.text)) == 1 and "attached" in short.text
    assert short.attachments[-1].data.decode() == text


def test_a_file_too_large_for_discord_is_compressed() -> None:
    log = b'{"entry": "hold"}\n' * 200_000
    kept = fit(Reply("Here.", (Attachment("a.json", b"x" * 50), Attachment("b.json", log))), 1_000_000)
    first, second = kept.attachments
    assert first.name == "a.json" and second.name == "b.json.gz" and gzip.decompress(second.data) == log
    assert "b.json is 3.6 MB" in kept.text and "`gunzip b.json.gz`" in kept.text


@pytest.mark.parametrize("name", ["log.json", "map.png"])
def test_a_file_too_large_even_so_is_left_out_with_what_gets_it(name: str) -> None:
    noise = Random(1).randbytes(2_000_000)
    kept = fit(Reply("Here.", (Attachment(name, noise, instead="`fieldpost export` gets it."),)), 1_000_000)
    assert not kept.attachments and "Here." in kept.text
    assert f"{name} is 2.0 MB; Discord's limit here is 1 MB" in kept.text and kept.text.endswith("gets it.")


def test_tables_of_a_rulebook_line_up() -> None:
    assert (
        views.tables_as_code("**MW 1**\n| a | bb |\n| --- | --- |\n| ccc | `d` |\nend")
        == "**MW 1**\n```\na    bb\nccc  d\n```\nend"
    )


def test_marks_on_a_map_are_explained() -> None:
    signs: dict[str, Spot | Trail] = {
        "reach": Spot((0, 0), "reach", "2"),
        "rolls": Spot((0, 0), "reach", "2: 4+"),
        "zone": Spot((0, 0), "zone"),
        "blocked": Trail(((0, 0), (1, 1)), "sight-blocked"),
        "arc": Spot((0, 0), "arc"),
        "seen": Trail(((0, 0), (1, 1)), "sight"),
        "rim": Trail(((0, 0), (1, 1)), "rim-reach"),
    }

    def told(*names: str) -> str:
        return views.caption(Scene((1, 1), (), marks=tuple(signs[name] for name in names)))

    assert told("reach", "arc") == "Numbers: the cost for the unit to end there."
    assert told("zone", "reach") == f"{told('reach')} Dots: hexes where an enemy would stop it."
    assert told("rolls") == f"{told('reach')} After a colon: the die rolls needed on the way."
    assert (
        told("rim", "seen", "blocked")
        == f"{told('rim')} Lines: to the nearest model of each enemy unit; broken if not in sight."
    )
    assert (
        told("seen") == "The line of sight is clear."
        and "is blocked" in told("blocked")
        and "nothing to draw" in told("arc")
    )


def test_alt_texts_end_with_a_whole_sentence() -> None:
    sentences = [f"In area {n} there are {n} units." for n in range(99)]
    cut = markup.alt_text(" ".join(sentences))
    assert cut == " ".join(sentences[: cut.count(".")]) and 980 < len(cut) <= markup.ALT_TEXT
    assert markup.alt_text("A short text") == "A short text"
    assert markup.alt_text("word " * 300).endswith("word…")
