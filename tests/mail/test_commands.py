"""What works by mail: every command of Discord has its form there, and the page on mail tells it."""

import re
from pathlib import Path

from bot.correspondence import deeds, lookups
from bot.correspondence.commands import AS_ORDERS, FORMS, help_lines, read_command
from tests.architecture.test_docs import discord_commands
from tests.support.many_cases import for_each

PAGE_OF_COMMANDS = (Path(__file__).parents[2] / "docs/commands.md").read_text("utf-8")
PAGE = (Path(__file__).parents[2] / "docs/by-mail.md").read_text("utf-8")
SETUP = ("show", "opening", "channels", "deadlines", "dates", "referees")
SCENARIO = ("add", "list", "remove")
ELSEWHERE = {
    "link": "link",
    "reveal": "",
    **{f"setup {word}": "" for word in SETUP},
    **{f"scenario {word}": "" for word in SCENARIO},
}
"""Commands of Discord with a form of their own name that does the other half; "" where there is nothing to do: a post
shows everybody what it rolls, so only Discord has sealed rolls; and only a Discord server has managers, and scenarios
of its own.
"""


def test_every_command_is_carried_out_by_somebody() -> None:
    for word, form in FORMS.items():
        assert word in (lookups._LOOKUPS if form.kind == "lookup" else deeds._DEEDS) or word == "add", word


def told_in(section: str, name: str) -> bool:
    """Whether a command of Discord is named there, or all of its group."""
    return re.search(rf"`/{name}\b", section) is not None or f"`/{name.split(' ')[0]} ...`" in section


def test_what_only_discord_has_is_told_with_the_reason() -> None:
    page = (PAGE_OF_COMMANDS.partition("## The same at every door")[2]).partition("At one keyboard")[0]
    assert page and [name for name, form in ELSEWHERE.items() if not form and not told_in(page, name)] == []


def test_what_stands_for_every_command_of_discord_at_the_keyboard_is_told() -> None:
    page = PAGE_OF_COMMANDS.partition("At one keyboard")[2]
    assert page and [name for name in discord_commands() if not told_in(page, name)] == []


def test_every_command_of_discord_has_its_form() -> None:
    told = {name for form in FORMS.values() for name in form.discord} | set(AS_ORDERS) | set(ELSEWHERE)
    assert set(discord_commands()) - told == set()


@for_each("word", FORMS)
def test_the_page_tells_every_command(word: str) -> None:
    assert f"`{FORMS[word].usage}`: {FORMS[word].summary}" in PAGE


def test_help_fits_a_mail_and_is_no_command() -> None:
    assert all(len(line) <= 72 for line in help_lines())
    assert read_command("helpful people") is None and read_command("Map A5") is not None
