"""Which lines of a text its author wrote: quotes, attributions, signatures and footers are left out, and lines that a
mail program has broken are joined again.
"""

import re
from collections.abc import Callable, Sequence

from bot.correspondence.tidy import LIST_MARK

LONG = 60
"""Characters from which on a line may have been broken by a mail program."""
_WROTE = r"(?:wrote|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev|napsal|napisał\S*|пишет|написал\S*)"
_ON = rf"^(?:on|am|le|el|il|em|op|den|dne|w dniu|dnia|в|от|在)\b.{{0,300}}{_WROTE}\b.{{0,60}}:?$"
_BEGINS_ATTRIBUTION = re.compile(_ON, re.IGNORECASE)
_ATTRIBUTION = re.compile(
    rf"{_ON}|^.{{1,200}}(?:{_WROTE}|写道|のメール)\s?[:：]$"
    r"|^(?:\d{4}年|\d{4}[-/.]\d\d?[-/.]\d\d?).{0,200}[:：]$",
    re.IGNORECASE,
)
_FORWARDED = re.compile(
    r"^-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht"
    r"|message d'origine|mensaje original|messaggio originale|oorspronkelijk bericht|original appointment)\s*-{2,}$"
    r"|^begin forwarded message:$|^anfang der weitergeleiteten nachricht:$|^-{4,}\s*forwarded by .{0,200}$",
    re.IGNORECASE,
)
_HEADER = re.compile(r"^\*?(?:from|von|de|da|van|od|från|fra)\s?:\*?\s*\S", re.IGNORECASE)
_HEADERS = re.compile(
    r"^\*?(?:sent|to|subject|date|cc|gesendet|an|betreff|datum|envoyé|à|objet|enviado|para|asunto|inviato|a|oggetto"
    r"|verzonden|aan|onderwerp)\s?:\*?\s",
    re.IGNORECASE,
)
_SIGNATURE = re.compile(
    r"^(?:--\s*|---+|_{3,}|={5,}|\*{5,})$|^(?:sent from|sent via|get outlook|gesendet von|von meinem|von unterwegs"
    r"|envoyé de|envoyé depuis|enviado desde|inviato da|verzonden vanaf|sendt fra|wysłane z"
    r"|diese nachricht wurde von)\b",
    re.IGNORECASE,
)
_CONTINUES = re.compile(r"^[\d(>]")
_REMARK = re.compile(r"^(?:#|//)")


def own_lines(lines: Sequence[str], reads_as_order: Callable[[str], bool]) -> list[str]:
    """The lines that the author wrote, empty ones kept where paragraphs end.

    A quoted or signed line ends nothing for good: answers between quotes count.
    """
    kept, skipping, number = list[str](), False, 0
    while number < len(lines):
        line = lines[number].strip()
        if _is_quoted(line, kept):
            skipping = False
            kept.append("")
        elif _FORWARDED.match(line) or _is_header_block(lines, number):
            break
        elif height := _attribution_height(lines, number):
            if not _quote_follows(lines, number + height):
                break
            kept.append("")
            number += height - 1
        elif _SIGNATURE.match(line):
            skipping = True
        elif line.lower() == "end":
            break
        elif not skipping:
            _keep(kept, line, reads_as_order)
        number += 1
    return kept


def _keep(kept: list[str], line: str, reads_as_order: Callable[[str], bool]) -> None:
    """Add a line, or join it to the one before it that was broken."""
    if _REMARK.match(line):
        kept.append("")
    elif _was_broken(kept, line):
        glue = "" if line.startswith(">") or kept[-1].endswith(">") else " "
        joined = f"{kept[-1]}{glue}{line}"
        kept[-1:] = [joined] if not reads_as_order(line) or not reads_as_order(kept[-1]) else [kept[-1], line]
    else:
        kept.append(LIST_MARK.sub("", line))


def _was_broken(kept: Sequence[str], line: str) -> bool:
    if not line or not kept or not kept[-1]:
        return False
    return (len(kept[-1]) >= LONG and bool(_CONTINUES.match(line))) or (
        len(kept[-1]) >= LONG and kept[-1].endswith((";", ">", ",", ":"))
    )


def _is_quoted(line: str, kept: Sequence[str]) -> bool:
    """A line that begins with a quotation mark, unless it is the rest of a path that was broken before a ``>``."""
    if not line.startswith((">", "|")):
        return False
    rest_of_path = re.match(r">\s?\d", line) and kept and len(kept[-1]) >= LONG
    return not rest_of_path or line.startswith("> ")


def _attribution_height(lines: Sequence[str], number: int) -> int:
    """How many lines an attribution takes here, at most three; 0 if there is none."""
    for height in (1, 2, 3):
        taken = [line.strip() for line in lines[number : number + height]]
        pattern = _ATTRIBUTION if height == 1 else _BEGINS_ATTRIBUTION
        if all(taken) and pattern.match(" ".join(taken)[:500]):
            return height
    return 0


def _quote_follows(lines: Sequence[str], number: int) -> bool:
    following = next((line.strip() for line in lines[number : number + 10] if line.strip()), "")
    return following.startswith((">", "|"))


def _is_header_block(lines: Sequence[str], number: int) -> bool:
    """``From:`` with ``Sent:``, ``To:`` or ``Subject:`` below it: what follows is quoted, though nothing marks it."""
    if not _HEADER.match(lines[number].strip()):
        return False
    return any(_HEADERS.match(line.strip()) for line in lines[number + 1 : number + 4])
