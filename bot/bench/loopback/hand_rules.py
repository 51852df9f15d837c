"""What Discord refuses though its own description of its API lets it pass: rules written by hand."""

import unicodedata
from collections.abc import Iterator
from typing import Any

from .payloads import Payload

CONTENT, EMBEDS, COMMAND, UPLOAD = 2000, 6000, 8000, 10 * 1024 * 1024
BUTTON, ROW = 2, 1


def message_faults(body: Payload, files: list[tuple[str, bytes]]) -> Iterator[str]:
    """MessageCreate and its like: limits of text, embeds, files and buttons that the description does not hold."""
    content = body.get("content") or ""
    if isinstance(content, str) and len(content) > CONTENT:
        yield f"content: {len(content)} characters; {CONTENT} are allowed"
    if sum(map(embed_size, body.get("embeds") or ())) > EMBEDS:
        yield f"embeds: more than {EMBEDS} characters together"
    if sum(len(data) for _, data in files) > UPLOAD:
        yield "files: larger than 10 MiB"
    told = {str(a.get("id")) for a in body.get("attachments") or ()}
    if told and not told >= {str(n) for n in range(len(files))}:
        yield "attachments: a file is not described"
    yield from component_faults(body.get("components") or ())


def component_faults(rows: Any) -> Iterator[str]:
    named = [part["custom_id"] for row in rows for part in row.get("components", ()) if "custom_id" in part]
    if len(named) != len(set(named)):
        yield "components: a custom_id is given twice"
    if len(rows) > 5 and all(row.get("type") == ROW for row in rows):
        yield "components: more than 5 rows"
    for row in rows:
        parts = row.get("components", ())
        if row.get("type") == ROW and (len(parts) > 5 or not parts):
            yield "components: a row holds 1 to 5 buttons"
        if any(part.get("type") == BUTTON and not (part.get("label") or part.get("emoji")) for part in parts):
            yield "components: a button without a label"


def embed_size(embed: Payload) -> int:
    parts = [
        embed.get("title"),
        embed.get("description"),
        embed.get("footer", {}).get("text"),
        embed.get("author", {}).get("name"),
    ]
    parts += [text for field in embed.get("fields", ()) for text in (field["name"], field["value"])]
    return sum(len(text or "") for text in parts)


def command_faults(command: Payload, path: str = "") -> Iterator[str]:
    """One command of a PUT: names, order of options, sizes."""
    name, options = command.get("name", ""), command.get("options") or []
    here = f"{path} {name}".strip()
    if command.get("type", 1) == 1 or path:
        if (
            not 1 <= len(name) <= 32
            or name != name.lower()
            or not all(c in "-_'" or unicodedata.category(c)[0] in "LN" for c in name)
        ):
            yield f"{here}: not a name for a command or option"
        if not 1 <= len(command.get("description") or "") <= 100:
            yield f"{here}: a description has 1 to 100 characters"
    if len({o["name"] for o in options}) != len(options):
        yield f"{here}: two options of one name"
    needed = [bool(o.get("required")) for o in options if o.get("type", 0) > 2]
    if needed != sorted(needed, reverse=True):
        yield f"{here}: required options come first"
    if not path and command_size(command) > COMMAND:
        yield f"{here}: {command_size(command)} characters in all; {COMMAND} are allowed"
    for option in options:
        yield from command_faults(option, here)


def command_size(command: Payload) -> int:
    own = len(command.get("name", "")) + len(command.get("description") or "")
    own += sum(len(c["name"]) + len(str(c["value"])) for c in command.get("choices") or ())
    return own + sum(map(command_size, command.get("options") or ()))
