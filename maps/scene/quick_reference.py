"""What a quick reference is made of: sections of lines and small tables, to be drawn as a picture or printed; no
pixels.
"""

import msgspec


class ReferenceSection(msgspec.Struct, frozen=True):
    """A heading, a table whose first row holds the heads of its columns (() for none), and lines of text under it."""

    title: str
    rows: tuple[tuple[str, ...], ...] = ()
    lines: tuple[str, ...] = ()


class QuickReference(msgspec.Struct, frozen=True):
    """A game's rules on one page."""

    title: str
    subtitle: str
    sections: tuple[ReferenceSection, ...]
