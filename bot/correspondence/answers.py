"""Answers as data: titled pieces of text, look-ups that are still to be made, files and pictures."""

from typing import NamedTuple

from engine.contract import Record

from .commands import Command


class Section(Record, frozen=True):
    """``fixed``: its lines are shown as they are, in letters of one width."""

    title: str
    lines: tuple[str, ...]
    fixed: bool = False


class Answer(Record, frozen=True):
    """What became of a message, before its look-ups are made.

    ``game`` and ``side``: the seat that it was about ("" = none).  ``accepted`` and ``refused``: lines of orders.
    ``lookups``: made when the answer is written, for the same seat.  ``preview``: the draft is to be drawn.
    ``changed``: games in which something happened; ``leagues``: those whose log has grown.
    """

    game: str
    side: str
    sections: tuple[Section, ...]
    lookups: tuple[Command, ...] = ()
    accepted: int = 0
    refused: int = 0
    preview: bool = False
    changed: tuple[str, ...] = ()
    leagues: tuple[str, ...] = ()


class File(NamedTuple):
    """A picture or another file that goes with an answer.  ``alt``: what a picture shows, in words."""

    name: str
    data: bytes
    alt: str = ""


class Found(NamedTuple):
    """What a look-up found."""

    section: Section
    files: tuple[File, ...] = ()


def said(title: str, *lines: str, fixed: bool = False) -> Section:
    return Section(title, lines, fixed)
