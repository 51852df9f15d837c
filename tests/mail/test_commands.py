"""What works by mail: every command of Discord has its form there, and the page on mail tells it."""

from pathlib import Path

from bot.correspondence import deeds, lookups
from bot.correspondence.commands import AS_ORDERS, FORMS, help_lines, read_command
from tests.architecture.test_docs import discord_commands
from tests.support.many_cases import for_each

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
shows everybody what it rolls, so only Discord has sealed rolls; and only a Discord server has managers and scenarios of
its own.
"""


def test_every_command_is_carried_out_by_somebody() -> None:
    for word, form in FORMS.items():
        assert word in (lookups._LOOKUPS if form.kind == "lookup" else deeds._DEEDS) or word == "add", word


def test_every_command_of_discord_has_its_form() -> None:
    told = {name for form in FORMS.values() for name in form.discord} | set(AS_ORDERS) | set(ELSEWHERE)
    assert set(discord_commands()) - told == set()


@for_each("word", FORMS)
def test_the_page_tells_every_command(word: str) -> None:
    assert f"`{FORMS[word].usage}`: {FORMS[word].summary}" in PAGE


def test_help_fits_a_mail_and_is_no_command() -> None:
    assert all(len(line) <= 72 for line in help_lines())
    assert read_command("helpful people") is None and read_command("Map A5") is not None
