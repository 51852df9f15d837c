"""A report written for a forum.  Whatever names are in it, it breaks no format, and no line of it reads as an order."""

import html
import re
from collections.abc import Callable, Mapping, Sequence

from bot.hosting.ascii_signs import spelled
from engine.table import Refused

from ..markdown import alt_text, escape, fence
from ..wrap import COLUMNS, barred
from .letters import letter_map
from .turn_report import TurnReport

PICTURE_COLUMNS = 690
"""How wide forums show a picture, in pixels."""
_ADDRESS = re.compile(r"https?://[^\s\[\]<>\"'()|\\^`{}\x00-\x1f]{1,500}")
_PICTURE_FILE = re.compile(r"\.(?:png|jpe?g|gif|webp)$", re.IGNORECASE)


MAP = "The map at the end:"
"""Above a map in letters or words; a picture is named only where it can be seen."""
CODE, BGG_CODE = "code", "c"
"""The tags around text in letters of one width."""


def read_images(address: str) -> str:
    """The address under which pictures are found, or of one picture.  Raises Refused."""
    if not _ADDRESS.fullmatch(address):
        raise Refused(
            "bad-address", f"{address[:80]!r} is no address of pictures; write it like https://example.org/maps."
        )
    return address.rstrip("/")


def write_report(report: TurnReport, form: str, images: str = "") -> str:
    """``form``: a key of FORMATS.  ``images``: where the pictures are ("" = nowhere: the map is in letters).  Raises
    Refused.
    """
    if form.lower() not in FORMATS:
        known = ", ".join(FORMATS)
        raise Refused("no-such-format", f"{form[:40]!r} is no format of reports. There are {known}.")
    address = read_images(images) if images else ""
    if address and not _PICTURE_FILE.search(address):
        address = f"{address}/{report.picture}"
    return FORMATS[form.lower()](report, address)


def _bbcode(report: TurnReport, address: str, tag: str = CODE) -> str:
    """Only tags that every board has.  ``[`` in a name would look like one; BGG drops all after a ``<`` with a
    letter.
    """
    blocks = [f"[b]{_bare(report.title)}[/b]"]
    if address:
        blocks.append(f"[img]{address}[/img]")
    blocks.append(_code(tag, report.lines))
    if not address:
        blocks += [MAP, _code(tag, letter_map(report.scene, report.words, COLUMNS - 2))]
    blocks += _what_follows(report, ("[b]", "[/b]"), ("[i]", "[/i]"), _bare)
    return "\n\n".join([*blocks, f"({report.mark})"]) + "\n"


def _bgg(report: TurnReport, address: str) -> str:
    return _bbcode(report, address, BGG_CODE)


def _code(tag: str, lines: Sequence[str]) -> str:
    return "\n".join((f"[{tag}]", *barred([_bare(line, fixed=True) for line in lines]), f"[/{tag}]"))


def _bare(text: str, *, fixed: bool = False) -> str:
    """Text in ASCII without signs that look like tags; in fixed text blanks stay as they are."""
    plain = spelled(text).replace("[", "(").replace("]", ")")
    plain = re.sub(r"<(?=[A-Za-z/!?])", "< ", plain)
    return plain if fixed else " ".join(plain.split())


def _markdown(report: TurnReport, address: str) -> str:
    blocks = [f"### {escape(report.title)}"]
    if address:
        blocks.append(f"![{alt_text(report.scene.alt or 'Map')}]({address})")
    blocks.append(fence(barred(report.lines)))
    if not address:
        drawn = barred(letter_map(report.scene, report.words, COLUMNS - 2))
        blocks += [MAP, fence(drawn)]
    blocks += _what_follows(report, ("**", "**"), ("*", "*"), escape)
    game, _, seq = report.mark.partition("/")
    return "\n\n".join([*blocks, f"[//]: # (fieldpost:{game}:{seq})"]) + "\n"


def _html(report: TurnReport, address: str) -> str:
    blocks = [f"<h3>{_shown(report.title)}</h3>"]
    if address:
        alt = html.escape(" ".join((report.scene.alt or "Map").split()), quote=True)
        blocks.append(f'<p><img src="{html.escape(address, quote=True)}" alt="{alt}" width="{PICTURE_COLUMNS}"></p>')
    blocks.append(_pre(barred(report.lines)))
    if not address:
        drawn = barred(letter_map(report.scene, report.words, COLUMNS - 2))
        blocks += [f"<p>{MAP}</p>", _pre(drawn)]
    blocks += _what_follows(report, ("<p><b>", "</b>"), ("<i>", "</i>"), _shown, "</p>")
    return "\n".join([*blocks, f"<p>({_shown(report.mark)})</p>"]) + "\n"


def _pre(lines: list[str]) -> str:
    return f"<pre>{html.escape(chr(10).join(lines))}</pre>"


def _shown(text: str) -> str:
    return html.escape(" ".join(text.split()))


def _text(report: TurnReport, address: str) -> str:
    lines = [spelled(report.title).upper()[:COLUMNS], "-" * COLUMNS, *barred(map(spelled, report.lines))]
    if follows := _what_follows(report, ("", ""), ("", ""), spelled):
        lines += ["", *barred(follows)]
    if address:
        lines += ["", f"Map: {address}"]
    else:
        drawn = letter_map(report.scene, report.words, COLUMNS - 2)
        lines += ["", MAP, *barred(drawn)]
    return "\n".join([*lines, f"({report.mark})"]) + "\n"


Tags = tuple[str, str]


def _what_follows(
    report: TurnReport, strong: Tags, slanted: Tags, write: Callable[[str], str], end: str = ""
) -> list[str]:
    """One block, or none."""
    if report.follows is None:
        return []
    label, who, phase, until = report.follows
    phase = phase and slanted[0] + write(phase.strip()) + slanted[1]
    words = f"{write(who.strip())} {phase}{write(until.rstrip())}" if phase else write(who)
    return [f"{strong[0]}{label}{strong[1]} {words}{end}"]


FORMATS: Mapping[str, Callable[[TurnReport, str], str]] = {
    "bbcode": _bbcode,
    "bgg": _bgg,
    "markdown": _markdown,
    "html": _html,
    "text": _text,
}
"""How a report is written for each kind of forum; bgg: BoardGameGeek's own kind of BBCode."""
