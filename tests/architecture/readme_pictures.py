"""The two pictures in the README: a game in Discord and a game at the keyboard, both really played.

``python -m tests.architecture.readme_pictures`` writes docs/discord-post.png and docs/keyboard.png. It needs Chromium.
"""

import asyncio
import base64
import fcntl
import html
import os
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

from PIL import Image, ImageChops
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.screen import Post, parts_of
from engine.table import Table
from tests.discord.loopback import games
from tests.discord.loopback.strict_server import strict_server

ROOT = Path(__file__).parents[2]
DRAFTS = {
    ("initiative", "reeve"): "choose a",
    ("initiative", "reivers"): "choose b",
    ("a-missile", "reeve"): "BO fire RS",
    ("b-movement", "reivers"): "L1 move 0502; attack BO advance\nL2 move 0603; attack BO\nPK move 0604; attack MA",
}
TYPED = (
    "choose a; done",
    "BO fire RS; done",
    "PK move 0606; attack MA",
    "PK move 0604; attack MA",
    "l1 move 502; attack BO advance",
    "done",
)
COLOURS = {1: "#5865f2", 2: "#4e5058", 3: "#248046", 4: "#da373c"}
"""Discord's styles of buttons."""


def photographed(page: str, width: int, to: Path) -> None:
    """A page of HTML as a PNG, cut to what is on it."""
    with tempfile.TemporaryDirectory() as folder:
        source, picture = Path(folder) / "page.html", Path(folder) / "page.png"
        source.write_text(page, "utf-8")
        options = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--force-device-scale-factor=1.5",
        ]
        size = f"--window-size={width},2600"
        command = [
            "chromium",
            *options,
            size,
            f"--user-data-dir={folder}/profile",
            f"--screenshot={picture}",
            str(source),
        ]
        subprocess.run(command, check=True, capture_output=True, timeout=90)
        with Image.open(picture) as photo:
            shown = photo.convert("RGB")
    blank = Image.new("RGB", shown.size, shown.getpixel((shown.width - 1, shown.height - 1)))
    box = ImageChops.difference(shown, blank).getbbox()
    assert box, "the page is blank"
    shown.crop((0, 0, shown.width, min(shown.height, box[3] + 20))).quantize(128).save(to, optimize=True)


# Discord
async def posted() -> Sequence[Post]:
    """The post of one exchange of blows at the Miller's Bridge: a report, the fighting from nearby, the map, and the
    call for the next orders.
    """
    while True:
        server = await strict_server().start()
        bot = await Bot(server, Path(tempfile.mkdtemp())).start()
        try:
            room = server.world.open_room("wargames")
            players = {"reeve": Player(server, "Ann", room), "reivers": Player(server, "Ben", room)}
            match = await games.start_game(players["reeve"], players["reivers"], name="Mill Night")
            if found := await _reported(bot, match, players):
                return found
        finally:
            await bot.stop()
            await server.stop()


async def _reported(bot: Bot, match: games.Match, players: dict[str, Player]) -> Sequence[Post]:
    for _ in range(3):
        table = Table(bot.database, os.urandom)
        phase = table.game(match.id).phase
        table.close()
        assert phase
        for side in phase.sides:
            draft = DRAFTS.get((phase.name, side))
            if draft is None:
                return ()
            await (await players[side].form("orders write", side=side)).submit(draft)
            await players[side].done(side=side)
        await asyncio.sleep(1.5)
    return players["reeve"].posts()[-1:]


def discord_page(posts: Sequence[Post], names: dict[str, str]) -> str:
    """Posts as the Discord client shows them, roughly."""
    shown = "".join(_post(post, names) for post in posts)
    return f"""<style>body{{background:#313338;color:#dbdee1;font:16px/1.4 'DejaVu Sans',sans-serif;
    width:660px;margin:14px}}
    .post{{display:flex;gap:14px;margin-bottom:18px}}
    .face{{width:42px;height:42px;border-radius:50%;background:#5865f2;
    flex:none;font:bold 22px/42px sans-serif;text-align:center;color:#fff}}
    .app{{background:#5865f2;color:#fff;font-size:11px;
    border-radius:4px;padding:1px 5px;margin:0 8px}}
    .small{{font-size:12px;color:#949ba4;overflow-wrap:anywhere}}
    .shown{{display:flex;gap:4px;margin-top:8px;width:580px}}
    img{{flex:1;min-width:0;height:330px;object-fit:cover;object-position:top;border-radius:8px}}
    button{{border:0;border-radius:8px;color:#fff;padding:9px 16px;font:500 14px sans-serif;margin:8px 8px 0 0}}
    .ping{{background:#3c4270;color:#c9cdfb;border-radius:3px;padding:0 2px}}
    code{{background:#2b2d31;padding:1px 4px}}</style>{shown}"""


def _post(post: Post, names: dict[str, str]) -> str:
    text = html.escape(post.message["content"])
    text = re.sub(r"&lt;@(\d+)&gt;", lambda found: f"<span class=ping>@{names[found[1]]}</span>", text)
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)
    text = re.sub(r"`(.+?)`", r"<code>\1</code>", text)
    lines = [
        f"<div class=small>{line[3:]}</div>" if line.startswith("-# ") else f"<div>{line}</div>"
        for line in text.split("\n")
    ]
    images = (f"<img src='data:image/png;base64,{base64.b64encode(file.data).decode()}'>" for file in post.files)
    pictures = [f"<div class=shown>{''.join(images)}</div>"]
    buttons = [
        f"<button style='background:{COLOURS[part['style']]}'>{part['label']}</button>"
        for part in parts_of(post.message["components"])
        if part["type"] == 2
    ]
    head = "<div><b style='color:#fff'>Fieldpost</b><span class=app>APP</span></div>"
    return f"<div class=post><div class=face>F</div><div>{head}{''.join([*lines, *pictures, *buttons])}</div></div>"


# the keyboard
REDRAWN = re.compile(r"[^\n]*\x1b\[\d+D\x1b\[0m\x1b\[J")
"""A prompt that was drawn once more when its line was ended."""


def typed_game() -> str:
    """What a terminal shows while the first orders of the Miller's Bridge are typed, with its colours."""
    while True:
        with tempfile.TemporaryDirectory() as folder:
            shown = _typed(Path(folder))
        if "Reeve's Men may choose" in shown and "attacks BO" in shown:
            return shown


def _typed(folder: Path) -> str:
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 92, 0, 0))
    environment = os.environ | {
        "PROMPT_TOOLKIT_NO_CPR": "1",
        "COLUMNS": "92",
        "LINES": "60",
        "TERM": "xterm-256color",
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-m", "bot", "play", "millers-bridge", "--new"]
    game = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=environment)
    shown = _read(master)
    for line in TYPED:
        os.write(master, line.encode() + b"\n")
        shown += _read(master)
    game.kill()
    game.wait()
    return REDRAWN.sub("", shown)


def _read(terminal: int) -> str:
    """All that is shown until the program waits for more."""
    shown, quiet = b"", time.monotonic() + 8
    while time.monotonic() < quiet:
        if select.select([terminal], [], [], 0.2)[0]:
            shown += os.read(terminal, 65_536)
            quiet = time.monotonic() + 1.2
    return shown.decode("utf-8", "replace")


def terminal_page(shown: str) -> str:
    clean = re.sub(r"\x1b\[\?\d+[hl]|\x1b\[\d*[KJGCD]|\x07", "", shown).replace("\r", "")
    console = Console(record=True, width=92, file=StringIO(), force_terminal=True)
    console.print(Text.from_ansi(clean.strip("\n").rpartition("\n\n")[0]))
    return console.export_svg(title="fieldpost play millers-bridge", theme=MONOKAI)


if __name__ == "__main__":
    seen = asyncio.run(posted())
    people = {mention["id"]: mention["global_name"] for post in seen for mention in post.message["mentions"]}
    photographed(discord_page(seen, people), 720, ROOT / "docs/discord-post.png")
    photographed(
        f"<body style='margin:0;background:#fff'>{terminal_page(typed_game())}</body>", 1130, ROOT / "docs/keyboard.png"
    )
