"""The map after an entry of a game has the same file name at the keyboard, in a report, in a mail and in Discord."""

from pathlib import Path

from bot.discord.messages.sender import attachment_names
from bot.hosting.outbox import Delivery
from bot.hosting.post import Post
from tests.bot.command_line import fieldpost


def test_one_name_for_the_same_map(tmp_path: Path) -> None:
    _, out, _ = fieldpost("play", "millers-bridge", cwd=tmp_path, typed="choose a\ndone\ndone\n")
    saved = {path.name: path.read_bytes() for path in (tmp_path / "fieldpost-maps").iterdir()}
    last = sorted(saved, key=lambda name: int(name.split("-")[-1].removesuffix(".png")))[-1]
    assert f"map: fieldpost-maps/{last}" in out
    code, out, _ = fieldpost("report", "millers-1", "--out", "told.txt", cwd=tmp_path)
    assert code == 0 and f"{last}: its map" in out and (tmp_path / last).read_bytes() == saved[last]
    _, out, _ = fieldpost("report", "millers-1", "--format", "markdown", "--images", "https://x.example", cwd=tmp_path)
    assert f"https://x.example/{last}" in out
    entry = int(last.split("-")[-1].removesuffix(".png"))
    assert attachment_names(delivery("millers-1", entry)) == [last]


def delivery(game: str, entry: int) -> Delivery:
    return Delivery(game, entry, 1, Post("report", picture=entry), "")
