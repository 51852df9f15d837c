"""`fieldpost league` in a folder, to test with."""

from pathlib import Path

from tests.bot.command_line import fieldpost

NEW = ("Spring Cup", "system=miniwars", "format=swiss", "scenarios=millers-bridge,twin-hamlets", "rounds=2")
NOW = "2026-01-31T18:00:00Z"


def folder_with_league(folder: Path) -> Path:
    """Its database has a league of four."""
    assert league(folder, "new", *NEW) == [
        "Spring Cup is open to all (spring-cup). Players enter it: `league enter spring-cup NAME`."
    ]
    for player in ("ann", "bob", "cat", "dan"):
        league(folder, "enter", "spring", player, "zone=Berlin", "pace=24")
    return folder


def league(folder: Path, *words: str) -> list[str]:
    """What is printed."""
    code, out, err = fieldpost("league", *words, cwd=folder)
    assert code == 0, err
    return out.splitlines()


def complaint(folder: Path, *words: str) -> str:
    code, out, err = fieldpost("league", *words, cwd=folder)
    assert code == 2 and not out
    return err.strip()
