"""Texts for forums: nothing breaks out of a fence, marks are hidden, and everything fits."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.correspondence.markdown import alt_text, escape, fence
from bot.forum.markdown import fit, mark, marked, split, told
from tests.forum.loopback import descriptions
from tests.support.sampling import examples

RENDER = MarkdownIt("commonmark", {"html": True, "linkify": False})
NASTY = st.text(st.sampled_from("`~\n ab<>[]()!#*_|@&"), max_size=60)
NO_BREAK = "\u2060"


@given(st.lists(NASTY, max_size=5))
@settings(max_examples=examples(200))
def test_no_line_ends_a_fence(lines: list[str]) -> None:
    tokens = RENDER.parse(f"{fence(lines)}\n\nbehind")
    assert [token.type for token in tokens] == ["fence", "paragraph_open", "inline", "paragraph_close"]
    assert tokens[0].content.rstrip("\n") == "\n".join(lines).rstrip("\n")


@given(NASTY)
@settings(max_examples=examples(200))
def test_names_are_shown_as_they_are(name: str) -> None:
    (_, inline, _) = RENDER.parse(f"x {escape(name)} x")
    shown = "".join(child.content for child in inline.children or () if child.type.startswith("text"))
    assert shown.replace(NO_BREAK, "").split() == ["x", *name.replace(NO_BREAK, "").split(), "x"]
    assert not re.search(r"@\w", shown), "nobody is mentioned"


def test_a_mark_is_hidden() -> None:
    text = marked(told(["a line"]), mark("millers-1", 17, 0, shown=False), shown=False)
    assert "fieldpost" in text and "fieldpost" not in RENDER.render(text)
    assert marked("a", mark("millers-1", 17, 2, shown=True), shown=True) == "a\n(millers-1/17.2)"


@given(st.lists(st.one_of(NASTY, st.just("```text"), st.just("```"), st.text("a", max_size=300)), max_size=40))
@settings(max_examples=examples(200))
def test_parts_of_chats_fit(lines: list[str]) -> None:
    assert all(len(part) <= 200 for part in split("\n".join(lines), 200))


def test_a_fence_that_is_cut_is_opened_again() -> None:
    parts = split(fence([f"line {n}" for n in range(99)]), 200)
    assert len(parts) > 3 and all(part.startswith("```text\n") and part.endswith("\n```") for part in parts)
    shown = [line for part in parts for line in part.splitlines() if line.startswith("line")]
    assert shown == [f"line {n}" for n in range(99)]


def test_long_reports_keep_their_beginning_and_their_end() -> None:
    lines = tuple(f"line {n} with some words" for n in range(3000))
    short = fit(lines, 10_000)
    assert short[0] == lines[0] and short[-1] == lines[-1] and sum(map(len, short)) < 10_000
    assert fit(lines[:10], 10_000) == lines[:10]
    assert alt_text("a [b]|c\nd" + " word" * 100).startswith("a b c d word") and len(alt_text("x " * 900)) <= 300


@pytest.mark.asyncio
async def test_the_descriptions_are_read() -> None:
    if not descriptions.FOLDER.exists():
        pytest.skip("the published descriptions are not here")
    assert len(descriptions.discourse()._calls) > 80 and len(descriptions.nodebb()._calls) > 80
