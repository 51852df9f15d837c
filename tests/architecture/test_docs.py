"""The documents say what the program does: every command is listed, every refusal explained, every sample true."""

import ast
import os
import re
import secrets
import shlex
import shutil
from io import StringIO
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import app_commands

from bot.__main__ import main
from bot.cli.arguments import COMMANDS
from bot.discord.commands.tree import add_commands
from bot.terminal.hot_seat import _COMMANDS as TYPED
from engine.dice.expression import roll_sealed
from engine.dice.expression_problems import BadExpression
from engine.language import explain
from engine.lookups import rulebook
from engine.scenarios import army_lists, reader
from engine.systems import SYSTEMS
from engine.table import Table
from tests.architecture import sample_games
from tests.architecture.test_rooms import imports_of
from tests.support.many_cases import for_each
from tests.support.rulebook_reader import codes, codes_in

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
DOCUMENTS = {
    str(file.relative_to(ROOT)): file.read_text("utf-8")
    for file in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
}
COMMANDS_PAGE, RUNNING = DOCUMENTS["docs/commands.md"], DOCUMENTS["docs/running-the-bot.md"]
UPDATE = "FIELDPOST_UPDATE_SAMPLES"
"""Set to 1, it rewrites the sample games in the documents.

Do so after a meant change of wording, and read the difference.
"""


def section(document: str, heading: str) -> str:
    """The text under a heading, up to the next one of its depth."""
    found = re.search(rf"^(#+) {re.escape(heading)}$(.*?)(?=^\1 |\Z)", document, re.MULTILINE | re.DOTALL)
    assert found, f"there is no section {heading}"
    return found[2]


def blocks(document: str, kind: str) -> list[str]:
    """The code blocks of one kind (``yaml``, ``sh``)."""
    return [dedent(found) for found in re.findall(rf"^ *```{kind}\n(.*?)^ *```", document, re.MULTILINE | re.DOTALL)]


def test_the_readme_is_short_and_begins_with_the_two_commands() -> None:
    first = README.split("\n## ")[0]
    play = first.index("pip install -e . && python -m bot play millers-bridge")
    test = first.index("pip install -e '.[test]' && python -m pytest")
    assert first.index("![") < play < test
    assert README.startswith("# Fieldpost\n")
    assert len(README.splitlines()) <= 180


@for_each("name", DOCUMENTS)
def test_pictures_and_links_lead_somewhere(name: str) -> None:
    folder = (ROOT / name).parent
    for link in re.findall(r"\]\(([^)]+)\)", DOCUMENTS[name]):
        file, _, anchor = link.partition("#")
        if link.startswith("https://"):
            continue
        assert (folder / file).exists(), link
        if anchor:
            text = (folder / file).read_text("utf-8") if file else DOCUMENTS[name]
            headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
            assert anchor in {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}, (
                link
            )


def test_the_readme_leads_to_every_document_and_every_rulebook() -> None:
    linked = set(re.findall(r"\]\(([^)#]+?)\)", README))
    assert linked >= {name for name in DOCUMENTS if name != "README.md"}
    assert linked >= {f"engine/systems/{system}/RULES.md" for system in SYSTEMS}


@for_each("name", DOCUMENTS)
def test_sample_games_come_out_as_they_are_shown(name: str) -> None:
    again = sample_games.retold(DOCUMENTS[name])
    if os.environ.get(UPDATE):
        (ROOT / name).write_text(again, "utf-8")
    assert DOCUMENTS[name] == again


def test_every_system_has_a_sample_game_in_the_players_guide() -> None:
    shown = [scenario for scenario, _, _ in sample_games.SAMPLE.findall(DOCUMENTS["docs/players-guide.md"])]
    assert [reader.load(scenario).system for scenario in shown] == list(SYSTEMS)
    assert "millers-bridge" in {scenario for scenario, _, _ in sample_games.SAMPLE.findall(README)}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with what the documents' commands expect to find: a saved game, scenarios, an army list."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FIELDPOST_DB", raising=False)
    monkeypatch.setattr("sys.stdin", StringIO(""))
    (tmp_path / "maps").symlink_to(ROOT / "maps")
    (army,) = (block for block in blocks(DOCUMENTS["docs/writing-scenarios.md"], "yaml") if "\narmy:" in block)
    (tmp_path / "my-army.yaml").write_text(army, "utf-8")
    table = Table(tmp_path / "fieldpost.db", secrets.token_bytes)
    game = table.open("raid-on-danville", "", "2026-01-01T12:00:00Z")
    for side in game.sides:
        table.seat(game.id, side, side, "2026-01-01T12:00:00Z")
    table.close()
    return tmp_path


NOT_RUN = (
    "pip ",
    "docker ",
    "python -m bot play",
    "fieldpost serve",
    "FIELDPOST_SHARDS=",
    "fieldpost bench",
    "fieldpost copy-db",
    "fieldpost mail receive",
    "sudo ",
    "export ",
)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_command_line_that_is_shown_works(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.split("  #")[0].strip() for block in blocks(DOCUMENTS[name], "sh") for line in block.splitlines()]
    for line in lines:
        if line.startswith(NOT_RUN) or not line:
            continue
        program, *words = shlex.split(line)
        if program == "cp":
            shutil.copy(*words)
            continue
        assert program == "fieldpost", f"{line}: no test runs this"
        assert main(words) in ((0, 3) if words[0] == "verify" else (0,)), f"{line}: {capsys.readouterr()}"


@for_each("command", COMMANDS)
def test_every_command_of_the_command_line_is_told(command: str) -> None:
    row = re.search(rf"^\| `fieldpost {command}\b(.*)$", section(COMMANDS_PAGE, "Command line"), re.MULTILINE)
    assert row, command
    for words, options in COMMANDS[command].arguments:
        assert any(
            word in row[1]
            for word in (*words, options.get("metavar", ""), str(options.get("metavar")).replace("|", "\\|"))
        ), words


@for_each("command", TYPED)
def test_every_command_of_the_terminal_is_told(command: str) -> None:
    assert re.search(rf"^\| .*`{command}\b.*\|", section(COMMANDS_PAGE, "Terminal"), re.MULTILINE)
    assert TYPED[command].__doc__


def discord_commands() -> dict[str, app_commands.Command[Any, Any, Any]]:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    add_commands(tree, cast(Any, SimpleNamespace()))
    return {
        command.qualified_name: command for command in tree.walk_commands() if isinstance(command, app_commands.Command)
    }


@for_each(
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
    told = section(COMMANDS_PAGE, "Discord")
    for name, command in discord_commands().items():
        row = re.search(rf"`/{name}\b([^`]*)`", told)
        assert row, name
        for option in command.parameters:
            if option.display_name not in ("game", "side", "league"):
                assert option.display_name in row[1], (name, option.display_name)


def test_how_much_the_tests_try_is_told() -> None:
    sources = [
        file.read_text("utf-8") for file in (ROOT / "tests/support/sampling.py", ROOT / "tests/discord/test_kill.py")
    ]
    named = {variable for source in sources for variable in re.findall(r"environ\.get\(.(FIELDPOST_[A-Z_]+)", source)}
    assert named == {"FIELDPOST_THOROUGH", "FIELDPOST_KILLS"}
    for variable in named:
        assert variable in section(README, "For developers"), variable
    assert "FIELDPOST_THOROUGH=1 python -m pytest" in (ROOT / ".ci/run").read_text("utf-8")


def test_the_permissions_are_the_ones_named() -> None:
    told = section(RUNNING, "In your Discord server")
    wanted = discord.Permissions(
        view_channel=True,
        send_messages=True,
        create_public_threads=True,
        send_messages_in_threads=True,
        attach_files=True,
        read_message_history=True,
        pin_messages=True,
    )
    assert str(wanted.value) in told
    for name in (
        "View Channels",
        "Send Messages",
        "Create Public Threads",
        "Send Messages in Threads",
        "Attach Files",
        "Read Message History",
        "Pin Messages",
    ):
        assert name in " ".join(told.split())


@pytest.mark.long
def test_the_arrows_that_are_drawn_are_imports() -> None:
    (drawing,) = re.findall(r"```mermaid\n(.*?)```", DOCUMENTS["docs/architecture.md"], re.DOTALL)
    rooms = {path.stem: path for room in ("maps", "engine", "bot") for path in (ROOT / room).glob("*")}
    arrows = [pair for line in drawing.splitlines() for pair in pairwise(re.split(r" --> ", line.strip()))]
    assert len(arrows) > 20
    for user, used in arrows:
        files = sorted(rooms[user].rglob("*.py")) if rooms[user].is_dir() else [rooms[user]]
        module = ".".join(rooms[used].relative_to(ROOT).with_suffix("").parts)
        names = (name for file in files for name in imports_of(file.relative_to(ROOT)))
        assert any(name == module or name.startswith(f"{module}.") for name in names), f"{user} does not import {used}"


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


@for_each("system", SYSTEMS)
def test_every_refusal_is_in_the_rulebook(system: str) -> None:
    used = codes(ROOT / "engine/systems" / system) | codes(ROOT / "engine/language")
    used |= frozenset(codes_in(ast.parse((ROOT / "engine/play.py").read_text("utf-8"))))
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
def test_the_scenarios_that_are_shown_can_be_played() -> None:
    shown = [block for block in blocks(DOCUMENTS["docs/writing-scenarios.md"], "yaml") if "\nboard:" in block]
    assert len(shown) == 3
    for block in shown:
        assert reader.faults(block) == (), block.split("\n")[1]


def test_the_army_lists_that_are_shown_are_valid() -> None:
    (shown,) = (block for block in blocks(DOCUMENTS["docs/writing-scenarios.md"], "yaml") if "\narmy:" in block)
    helped = re.search(r"^  system:.*?^  army:.*?$", COMMANDS["army"].details, re.MULTILINE | re.DOTALL)
    assert helped
    for text in (shown, dedent(helped[0]), army_lists.EXAMPLE):
        judged = army_lists.check_army_list(text, reader.load)
        assert judged.faults == () and judged.army.total > 50


def test_dice_that_are_shown_can_be_rolled() -> None:
    row = next(line for line in COMMANDS_PAGE.splitlines() if line.startswith("| `/roll"))
    shown = re.findall(r"`([^`]+)`", row)[1:]
    shown += re.findall(r"(?<!`)`([^`\n]*d[0-9%][^`\n]*)`", section(DOCUMENTS["docs/dice.md"], "Dice without a game"))
    assert len(shown) >= 10
    for text in shown:
        roll_sealed(text, bytes(32))
    with pytest.raises(BadExpression):
        roll_sealed("README", bytes(32))


def test_the_help_of_roll_shows_what_can_be_rolled() -> None:
    lines = [line.strip() for line in COMMANDS["roll"].details.splitlines() if line.startswith("  fieldpost roll ")]
    assert len(lines) > 10
    for line in lines:
        command, _ = re.split(" {2,}", line)
        roll_sealed(" ".join(shlex.split(command)[2:]), bytes(32))


def test_every_roll_in_the_page_of_rolls_can_be_rolled_and_comes_out_as_shown() -> None:
    """With a secret of zeros; what is typed stands after >, and what is refused in the last block and the last section
    is refused."""
    page = DOCUMENTS["docs/rolls.md"]
    notation, differences = page.split("## Differences")
    shown = [
        text
        for text in re.findall(r"(?<!`)`([^`\n]*\dd\d[^`\n]*|d[\dF%][^`\n]*)`", notation)
        if "fieldpost" not in text
    ]
    assert len(shown) > 30
    for text in shown:
        roll_sealed(text.removeprefix("roll "), bytes(32))
    typed = [part.partition("\n") for block in blocks(page, "text") for part in block.removeprefix("> ").split("\n> ")]
    assert len(typed) > 25
    for text, _, answer in typed[:-1]:
        assert roll_sealed(text, bytes(32)) == answer.rstrip("\n")
    for text in (typed[-1][0], *(text for text in ("3d6>=5+1", "2d6 plus 3") if f"`{text}`" in differences)):
        with pytest.raises(BadExpression) as refused:
            roll_sealed(text, bytes(32))
        if text == typed[-1][0]:
            assert str(refused.value) == typed[-1][2].rstrip("\n")
