"""The rulebooks: each system's RULES.md, whole or one passage, found by number, heading or word."""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine import systems
from engine.language.similarity import listed
from engine.systems import SYSTEMS

_NUMBERED = re.compile(r"\*\*([A-Z]+) (\d+(?:\.\d+)?)\*\*")
_PICTURE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
_HEADING = re.compile(r"(#{2,})\s+(?:(\d+)\s+)?(.*)")


class UnknownPassage(LookupError):
    """There is no such system or passage; the text names those there are."""


class _Passage(NamedTuple):
    """``number`` as in 8.4, or 8 for a numbered section, or "" under a heading without one."""

    number: str
    heading: str
    text: str


def find_system(word: str, then: str = "Name the game first, then the passage") -> str:
    """The name of a system, by its name, its title, the letters of its paragraphs, or a beginning; ``then``: how a
    refusal introduces the list of all.

    Raises UnknownPassage.
    """
    wanted = word.strip().lower()
    for name in SYSTEMS:
        if wanted in (name, SYSTEMS[name].TITLE.lower(), letters(name).lower()):
            return name
    beginning = [name for name in SYSTEMS if wanted and name.startswith(wanted)]
    if len(beginning) == 1:
        return beginning[0]
    near = get_close_matches(wanted[:40], [*SYSTEMS], 1)
    meant = f" Did you mean {near[0]}?" if near else ""
    raise UnknownPassage(f"There are no rules called {word.strip()[:40]!r}.{meant} {then}: {', '.join(SYSTEMS)}.")


@cache
def book(system: str) -> str:
    """The whole rulebook, as Markdown."""
    return (Path(systems.__file__).parent / system / "RULES.md").read_text("utf-8")


@cache
def letters(system: str) -> str:
    """The letters of its paragraph numbers, such as MW."""
    found = _NUMBERED.search(book(system))
    return found[1] if found else ""


def headings(system: str) -> tuple[str, ...]:
    """All headings, with their numbers."""
    return tuple(" ".join(filter(None, (p.number, p.heading))) for p in _passages(system).values() if p.heading)


def paragraphs(system: str) -> tuple[str, ...]:
    """Every number that `passage` knows: 1, 1.1, 1.2..."""
    return tuple(p.number for p in _passages(system).values() if p.number)


def passage(system: str, words: str) -> str:
    """The paragraph `8.4` (or `MW 8.4`), the section `8`, the text under a heading, or the entries for a word such as
    `too-far`.

    Markdown.  Raises UnknownPassage with the most similar ones.
    """
    wanted = " ".join(words.lower().replace("`", "").split())
    number = wanted.removeprefix(letters(system).lower()).strip().strip(".§")
    found = _passages(system)
    if number in found:
        return _pictures_in_words(found[number].text)
    if len(wanted) < 2:
        raise UnknownPassage(_no_passage(system, number or words))
    titled = [p for p in found.values() if p.heading and wanted in f"{p.number} {p.heading}".lower()]
    if titled:
        return _pictures_in_words(titled[0].text)
    said = [
        p.text for p in found.values() if p.number.count(".") and re.search(rf"\b{re.escape(wanted)}\b", p.text.lower())
    ]
    listed = [line for line in _list_entries(book(system)) if re.search(rf"`{re.escape(wanted)}\b", line.lower())]
    if listed or said:
        return _pictures_in_words("\n\n".join([*listed[:4], *said[:3]]))
    raise UnknownPassage(_no_passage(system, number))


def _pictures_in_words(text: str) -> str:
    """The text with each picture replaced by its alt text."""
    return _PICTURE.sub(r"*Picture: \1.*", text)


def _no_passage(system: str, wanted: str) -> str:
    titles = (p.heading.lower() for p in _passages(system).values() if p.heading)
    near = get_close_matches(wanted, [*paragraphs(system), *titles, *_explained_words(system)], 3, 0.6)
    title = SYSTEMS[system].TITLE
    instead = f"Did you mean {listed(near, 'or')}?" if near else f"Its headings: {'; '.join(headings(system))}."
    if not wanted:
        return f"Name a passage of the rules of {title}, such as 8.4 or too-far. {instead}"
    return f"The rules of {title} have no passage {wanted[:40]!r}. {instead}"


@cache
def _explained_words(system: str) -> tuple[str, ...]:
    """The words that its lists explain, such as too-far."""
    return tuple(
        dict.fromkeys(
            word for line in _list_entries(book(system)) for word in re.findall(r"^[-*] `([a-z]+(?:-[a-z]+)*)`", line)
        )
    )


@cache
def _passages(system: str) -> Mapping[str, _Passage]:
    """The passages by number, or by heading if they have none."""
    found = dict[str, _Passage]()
    for passage in _split_passages(book(system).splitlines()):
        found.setdefault(passage.number or passage.heading.lower(), passage)
    return found


def _split_passages(lines: list[str]) -> Iterator[_Passage]:
    starts = [(at, *start) for at, line in enumerate(lines) if (start := _passage_start(line))]
    for index, (at, depth, number, heading) in enumerate(starts):
        end = next((other for other, level, *_ in starts[index + 1 :] if level <= depth), len(lines))
        yield _Passage(number, heading, "\n".join(lines[at:end]).strip())


def _passage_start(line: str) -> tuple[int, str, str] | None:
    """The depth of a passage that begins here (headings before paragraphs), with its number and heading."""
    if heading := _HEADING.fullmatch(line):
        return len(heading[1]), heading[2] or "", heading[3].strip()
    if numbered := _NUMBERED.match(line):
        return 9, numbered[2], ""
    return None


def _list_entries(text: str) -> Iterator[str]:
    """The entries of its lists, each on one line."""
    for block in re.split(r"\n(?=- )|\n\n", text):
        if block.startswith("- "):
            yield " ".join(block.split())
