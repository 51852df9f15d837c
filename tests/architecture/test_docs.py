"""The documents say what the program does: every command in the README, every refusal in the rulebooks, every example true."""

import ast
import re
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import app_commands

from bot.cli.arguments import COMMANDS
from bot.discord.commands.tree import add_commands
from bot.terminal.hot_seat import _COMMANDS as TYPED
from engine.dice.expression_parser import BadExpression
from engine.dice.expression_parser import parse as parse_dice
from engine.language import explain
from engine.lookups import rulebook
from engine.scenarios import army_lists, reader
from engine.systems import SYSTEMS
from tests.support.rulebook_reader import codes, codes_in

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def section(heading: str) -> str:
    """What stands under a heading, to the next one of its depth."""
    found = re.search(rf"^(#+) {re.escape(heading)}$(.*?)(?=^\1 |\Z)", README, re.MULTILINE | re.DOTALL)
    assert found, f"README has no section {heading}"
    return found[2]


def test_the_two_commands_stand_first() -> None:
    first = README.split("\n## ")[0]
    play = first.index("pip install -e . && python -m bot play raid-on-danville")
    test = first.index("pip install -e '.[test]' && python -m pytest")
    assert first.index("![") < play < test
    assert README.startswith("# Fieldpost\n")


def test_pictures_and_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+?)\)", README)
    assert any(link.endswith(".png") for link in links)
    for link in links:
        assert link.startswith("https://") or (ROOT / link).exists(), link
    anchors = {
        re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", README, re.MULTILINE)
    }
    for anchor in re.findall(r"\]\(#([^)]+)\)", README):
        assert anchor in anchors, anchor


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_command_line_is_told(command: str) -> None:
    row = re.search(rf"^\| `fieldpost {command}\b(.*)$", section("Command line"), re.MULTILINE)
    assert row, command
    for words, options in COMMANDS[command].arguments:
        assert any(
            word in row[1]
            for word in (*words, options.get("metavar", ""), str(options.get("metavar")).replace("|", "\\|"))
        ), words


@pytest.mark.parametrize("command", TYPED)
def test_every_command_of_the_terminal_is_told(command: str) -> None:
    assert re.search(rf"^\| .*`{command}\b.*\|", section("Terminal"), re.MULTILINE)
    assert TYPED[command].__doc__


def discord_commands() -> dict[str, app_commands.Command[Any, Any, Any]]:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    add_commands(tree, cast(Any, SimpleNamespace()))
    return {
        command.qualified_name: command for command in tree.walk_commands() if isinstance(command, app_commands.Command)
    }


@pytest.mark.parametrize(
    "name",
    [
        "game new",
        "game join",
        "game leave",
        "game info",
        "game list",
        "game concede",
        "game export",
        "orders write",
        "orders line",
        "orders file",
        "orders show",
        "orders clear",
        "commit",
        "done",
        "map",
        "units",
        "log",
        "rules",
        "roll",
        "verify",
        "card",
        "army",
        "los",
        "measure",
        "battle",
        "odds",
    ],
)
def test_discord_has_the_command(name: str) -> None:
    assert name in discord_commands()


def test_every_command_of_discord_is_told_with_its_options() -> None:
    told = section("Discord")
    for name, command in discord_commands().items():
        row = re.search(rf"`/{name}\b([^`]*)`", told)
        assert row, name
        for option in command.parameters:
            if option.display_name not in ("game", "side"):
                assert option.display_name in row[1], (name, option.display_name)


def test_settings_are_told() -> None:
    source = (ROOT / "bot/discord/settings.py").read_text("utf-8")
    for variable in set(re.findall(r"\b(?:DISCORD|FIELDPOST)_[A-Z_]+", source)):
        assert variable in section("In your Discord server"), variable


def test_how_much_the_tests_try_is_told() -> None:
    sources = [
        file.read_text("utf-8") for file in (ROOT / "tests/support/sampling.py", ROOT / "tests/discord/test_kill.py")
    ]
    named = {variable for source in sources for variable in re.findall(r"environ\.get\(.(FIELDPOST_[A-Z_]+)", source)}
    assert named == {"FIELDPOST_THOROUGH", "FIELDPOST_KILLS"}
    for variable in named:
        assert variable in section("How it is built"), variable
    assert "FIELDPOST_THOROUGH=1 python -m pytest" in (ROOT / ".ci/run").read_text("utf-8")


def test_the_permissions_are_the_ones_named() -> None:
    told = section("In your Discord server")
    wanted = discord.Permissions(
        view_channel=True,
        send_messages=True,
        create_public_threads=True,
        send_messages_in_threads=True,
        attach_files=True,
        read_message_history=True,
    )
    assert str(wanted.value) in told
    for name in (
        "View Channels",
        "Send Messages",
        "Create Public Threads",
        "Send Messages in Threads",
        "Attach Files",
        "Read Message History",
    ):
        assert name in " ".join(told.split())


# refusals
def test_codes_are_found_where_they_stand() -> None:
    planted = ast.parse(
        """Refusal("unit", "not-brave", "x")\nComplaint(1, 2, 3, "too-odd", "x")\nName("", "unknown-unit")"""
    )
    assert set(codes_in(planted)) == {"not-brave", "too-odd", "unknown-unit"}
    assert {"no-line-of-sight", "not-in-zone", "bad-policy", "zone-of-control"} <= codes(
        ROOT / "engine/systems/miniwars"
    )
    assert {"syntax", "unknown-verb", "missing-argument", "unknown-unit", "ambiguous-unit", "off-board"} <= codes(
        ROOT / "engine/language"
    )


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_refusal_is_in_the_rulebook(system: str) -> None:
    used = codes(ROOT / "engine/systems" / system) | codes(ROOT / "engine/language")
    used |= set(codes_in(ast.parse((ROOT / "engine/play.py").read_text("utf-8"))))
    told = set(re.findall(r"^- `([a-z-]+)`", rulebook.book(system), re.MULTILINE))
    assert len(used) > 20
    assert not used - told - {"bad-number"}, f"not explained in RULES.md: {sorted(used - told)}"


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_order_is_in_the_rulebook(system: str) -> None:
    book = rulebook.book(system)
    for kind in SYSTEMS[system].ORDERS:
        for word in (str(kind.__struct_config__.tag), *kind.ALIASES):
            assert re.search(rf"\b{word}\b", book), f"{word} is not in RULES.md"
        assert explain.summary(kind) and kind.EXAMPLE


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_that_is_cited_exists(system: str) -> None:
    letters, known = rulebook.letters(system), set(rulebook.paragraphs(system))
    cited = {
        number
        for file in (ROOT / "engine/systems" / system).rglob("*.py")
        for number in re.findall(rf"\b{letters} (\d+(?:\.\d+)?)", file.read_text("utf-8"))
    }
    assert len(cited) > 30 and not cited - known


# examples
def test_the_scenario_in_the_readme_can_be_played() -> None:
    hexes, _, zones = re.findall(r"```yaml\n(.*?)```", section("How to write a scenario"), re.DOTALL)
    assert reader.faults(hexes) == reader.faults(zones) == ()


def test_the_army_lists_that_are_shown_hold() -> None:
    (shown,) = re.findall(r"```yaml\n(.*?)```", section("How to write an army list"), re.DOTALL)
    told = re.search(r"^  system:.*?^  army:.*?$", COMMANDS["army"].more, re.MULTILINE | re.DOTALL)
    assert told
    for text in (shown, dedent(told[0]), army_lists.EXAMPLE):
        judged = army_lists.check_army_list(text, reader.load)
        assert judged.faults == () and judged.army.total > 50


def test_dice_in_the_readme_can_be_thrown() -> None:
    shown = re.findall(r"`([^`]+)`", next(line for line in README.splitlines() if line.startswith("| `/roll")))[1:]
    assert len(shown) >= 5
    for text in shown:
        parse_dice(text)
    with pytest.raises(BadExpression):
        parse_dice("README")


def test_the_worked_turn_is_what_really_happens() -> None:
    """Every line that the README's turn announces is a line of the report, in the same order."""
    from engine import cases, play
    from engine.contract import Tape, Turn

    case = next(
        c for c in cases.read((ROOT / "tests/cases/miniwars.yaml").read_text("utf-8")) if c["case"] == "worked-turn"
    )
    system, scenario = SYSTEMS["miniwars"], reader.load("millers-bridge")
    state, said = system.start(scenario), list[str]()
    for number, step in enumerate(case["play"]):
        turn = Turn(state, Tape(step.get("dice") or ()), system.apply)
        if number == 0:
            system.proceed(turn)
        for side, text in (step.get("orders") or {}).items():
            play.run(
                system,
                turn,
                side,
                [play.Written(v.line.number, v.echo) for v in play.check(system, turn.state, side, text)],
            )
        for side in step.get("done") or []:
            play.close(system, turn, side)
        for event in turn.events:
            said.append(system.tell(state, event))
            state = system.apply(state, event)
    (shown,) = re.findall(r"```text\n(.*?)```", section("One turn told"), re.DOTALL)
    announced = [line.strip() for line in shown.splitlines() if "> " not in line]
    assert len(announced) > 15
    rest = iter(said)
    for line in announced:
        assert line in rest, f"{line!r} is not reported (or not there)"
