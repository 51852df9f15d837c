"""Buttons and the order form: their labels, and the ids by which even a restarted bot knows what was pressed."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import discord

from bot.hosting.post import Button

MARK = "fp"
FORM = "orders"
"""Id of the one field of the order form."""
FORM_LENGTH = 4000
"""Characters a field of a Discord form holds."""
_STYLES = {
    "blue": discord.ButtonStyle.primary,
    "green": discord.ButtonStyle.success,
    "red": discord.ButtonStyle.danger,
    "grey": discord.ButtonStyle.secondary,
}


class Pressed(NamedTuple):
    """The content of a button's id: the action, the game, and one more word (a side's number or a phase)."""

    action: str
    game: str
    word: str


def write_custom_id(action: str, game: str, word: str = "") -> str:
    """The id of a button or form; at most 100 characters as Discord wants."""
    return f"{MARK}:{action}:{game}:{word}"[:100]


def read_custom_id(custom_id: str) -> Pressed | None:
    """The pair of ``write_custom_id``; None for an id that is not ours."""
    parts = custom_id.split(":", 3)
    return Pressed(*parts[1:]) if len(parts) == 4 and parts[0] == MARK else None


def order_buttons(game: str, moment: str) -> tuple[Button, ...]:
    """The four buttons under every phase post."""
    return (
        Button("Write orders", write_custom_id("write", game, moment), "blue"),
        Button("Show draft", write_custom_id("show", game, moment)),
        Button("Commit", write_custom_id("commit", game, moment), "green"),
        Button("Done", write_custom_id("done", game, moment), "red"),
    )


def confirm_buttons(game: str, word: str, moment: str, token: str) -> tuple[Button, ...]:
    """The buttons under a question before ``commit`` or ``done``: go on all the same, or write orders first."""
    label = "Done all the same" if word == "done" else "Commit all the same"
    return (
        Button("Write orders", write_custom_id("write", game, moment), "blue"),
        Button(label, write_custom_id(f"sure-{word}", game, f"{moment}|{token}"), "red"),
    )


def open_battle_buttons(game: str, moment: str) -> tuple[Button, ...]:
    """The four buttons under every round of an open battle."""
    return (
        Button("Continue", write_custom_id("done", game, moment), "green"),
        Button("Retreat", write_custom_id("leave", game, moment), "red"),
        Button("Write orders", write_custom_id("write", game, moment), "blue"),
        Button("Show draft", write_custom_id("show", game, moment)),
    )


def make_view(buttons: tuple[Button, ...]) -> discord.ui.View:
    """The buttons as a discord.py view.

    Presses are read with ``read_custom_id``, so discord.py need not remember the view.
    """
    made = discord.ui.View(timeout=None)
    for button in buttons:
        made.add_item(discord.ui.Button(label=button.label[:80], custom_id=button.press, style=_STYLES[button.colour]))
    made.stop()
    return made


def order_form(game: str, word: str, title: str, draft: str, examples: Sequence[str]) -> discord.ui.Modal:
    """The order form: one field of many lines with the draft in it, or example orders in grey.

    ``word``: the side and the phase it was opened for, as ``orders.form_word`` writes them.
    """
    made = discord.ui.Modal(title=title[:45], custom_id=write_custom_id("written", game, word))
    field = discord.ui.TextInput[discord.ui.Modal](
        style=discord.TextStyle.paragraph,
        custom_id=FORM,
        default=draft or None,
        placeholder="\n".join(examples)[:100] or None,
        required=False,
        max_length=FORM_LENGTH,
    )
    made.add_item(
        discord.ui.Label(text="One order per line", description="Empty it to clear your draft.", component=field)
    )
    made.stop()
    return made


def read_form(data: Any) -> str | None:
    """The text typed into the order form, in any shape that Discord sends; None if the field is missing."""
    match data:
        case {"custom_id": str(name), "value": str(value)} if name == FORM:
            return value
        case {"components": [*parts]} | [*parts]:
            return next((found for part in parts if (found := read_form(part)) is not None), None)
        case {"component": part}:
            return read_form(part)
        case _:
            return None
