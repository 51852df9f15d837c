"""Commands that show something: the map, the units, the log, the rules, a verified log."""

from typing import NamedTuple

from bot.correspondence.reports.formats import write_report
from bot.correspondence.reports.turn_report import turn_report
from engine.log.check_page.page import check_page, is_of_a_game
from engine.log.verify import Audit
from engine.log.verify import verify as audit
from engine.lookups import rulebook
from engine.lookups.quick_reference import quick_reference, quick_reference_text
from engine.lookups.theatres import find_theatre
from engine.printable import printable_line
from engine.table import Game, Refused
from maps.drawing.quick_reference import draw_quick_reference
from maps.scene.scene import Detail, Scene

from ..messages import markup, posts
from .context import Context
from .public_lookups import NOTE, game_and_viewer
from .replies import Attachment, Reply
from .rolls import DICE_LOG, export_rolls

MARKS = {
    "reach": "Numbers: the cost for the unit to end there.",
    "zone": "Dots: hexes where an enemy would stop it.",
    "touched": "Outlined: everything the line touches.",
    "sight": "The line of sight is clear.",
    "sight-blocked": "The line of sight (broken line) is blocked by the marked places.",
    "reach-best": "Outlined: how far its centre can get with the best dice.",
    "wedge": "Hatched: the battery's arc and range.",
    "ring": "Dashed ring: the leader's command range.",
    "rim-reach": "Outlines: how far its models can move, fight and shoot.",
}
"""Captions of the marks that are drawn on request; each system draws those that its rules have."""
LINES = "Lines: to the nearest model of each enemy unit; broken if not in sight."
ROLLS = "After a colon: the die rolls needed on the way."
SIGHTS = ("sight", "sight-blocked")
LOG_LIMIT = 8_000_000
PAGE_LIMIT = 4_000_000
"""Bytes of the page that checks a log in a browser, with the log in it."""
"""Most bytes of a log that is verified here."""


class AskedMap(NamedTuple):
    """A map that was looked up.  ``marked``: with a unit's reach, or its line of sight on it; ``theatre``: only this
    part of it is shown.
    """

    game: Game
    scene: Scene
    marked: bool
    note: str
    theatre: Detail | None


async def find_map(
    context: Context,
    key: str | None,
    side: str | None,
    unit: str | None,
    target: str | None,
    theatre: str | None,
    *,
    public: bool,
) -> AskedMap:
    """The map as this person or everybody may see it, with a unit's reach or its line of sight to a target on it; with
    a theatre only this part.
    """
    game, viewer = await game_and_viewer(context, key, side, public=public)
    if target and not unit:
        raise Refused("missing-argument", "A line of sight starts from a unit: give the option `unit` too.")
    scene = await context.services.engine.use_table(
        lambda table: table.overlay(game.id, viewer, unit, target or "") if unit else table.picture(game.id, viewer)
    )
    part = find_theatre(scene, theatre) if theatre else None
    return AskedMap(game, scene, bool(unit), NOTE if public else "\n-# In words: `/units`", part)


async def show_map(context: Context, found: AskedMap) -> Reply:
    game, scene, part, engine = found.game, found.scene, found.theatre, context.services.engine
    drawn_map = await engine.draw_part(scene, part) if part else await engine.draw(scene)
    picture = Attachment(f"{game.id}-map.png", drawn_map, markup.alt_text(part.alt if part else scene.alt))
    where = f" · {markup.escape(part.title)}" if part else ""
    head = f"**{markup.escape(game.name)}**{where}{f' · {posts.phase_title(game.phase)}' if game.phase else ''}"
    drawn = f"\n{caption(scene)}" if found.marked else ""
    return Reply(f"{head}{drawn}{found.note}", (picture,))


def caption(scene: Scene) -> str:
    """Sentences that explain the marks drawn on this map."""
    kinds = [mark.kind for mark in scene.marks]
    rolls = any(mark.kind == "reach" and ":" in mark.text for mark in scene.marks)
    lines = len([kind for kind in kinds if kind in SIGHTS])
    sentences = [words for kind, words in MARKS.items() if kind in kinds and (lines < 2 or kind not in SIGHTS)]
    sentences += [*([LINES] if lines > 1 else []), *([ROLLS] if rolls else [])]
    return " ".join(sentences) or "There is nothing to draw for this unit now."


async def units(context: Context, key: str | None, side: str | None) -> Reply:
    """The position in words."""
    game, viewer = await context.game_and_viewer(key, side)
    words = await context.services.engine.use_table(lambda table: table.text_map(game.id, viewer))
    return Reply(markup.escape_inline(words), full=words)


async def log(context: Context, key: str | None, turn: int | None) -> Reply:
    """The public report of one turn, or of all turns."""
    game = await context.game(key)
    lines = await context.services.engine.use_table(lambda table: table.log(game.id, turn))
    head = f"**{markup.escape(game.name)}**{f' · turn {turn}' if turn is not None else ''}"
    if not lines:
        return Reply(f"{head}\nNothing has happened{' in that turn' if turn is not None else ''} yet.")
    return Reply("\n".join((head, *map(markup.escape, lines))), full="\n".join(lines))


async def report(context: Context, key: str | None, form: str, turn: int | None) -> Reply:
    """The public report of a turn in a forum's own format, as a file to be copied, and its map."""
    game = await context.game(key)
    told = await context.services.engine.use_table(lambda table: turn_report(table, game.id, turn))
    text = write_report(told, form)
    picture = await context.services.engine.draw(told.scene)
    name = told.picture.removesuffix(".png")
    return Reply(
        f"The report of {markup.escape(told.title.partition(': ')[2])} as {form}. Copy the text of the file into a "
        "post, and attach the map there.",
        (
            Attachment(f"{name}-{form}.txt", text.encode()),
            Attachment(told.picture, picture, markup.alt_text(told.scene.alt)),
        ),
    )


async def rules(context: Context, system: str, paragraph: str | None, card: bool) -> Reply:
    """A passage of a rulebook, its table of contents, or the rules on one page."""
    try:
        name = rulebook.find_system(system)
        if card:
            return await _rules_card(context, name)
        if paragraph and paragraph.strip():
            return Reply(tables_as_code(rulebook.passage(name, paragraph)))
    except rulebook.UnknownPassage as unknown:
        raise Refused("no-such-passage", str(unknown.args[0])) from unknown
    headings = "\n".join(f"- {heading}" for heading in rulebook.headings(name))
    return Reply(
        f"{headings}\nGive a number (`8`, `8.4`) or a word with the `paragraph` option. The whole rulebook "
        "is attached.",
        (Attachment(f"{name}-rules.md", rulebook.book(name).encode()),),
    )


async def _rules_card(context: Context, system: str) -> Reply:
    """The rules on one page, as a picture and as text."""
    page = quick_reference(system)
    text, picture = (
        quick_reference_text(page),
        await context.services.engine.run_drawing(lambda: draw_quick_reference(page)),
    )
    return Reply(
        f"**{markup.escape(page.title)}**\n-# The same as text is attached; `/rules` with a `paragraph` shows more.",
        (
            Attachment(f"{system}-card.png", picture, markup.alt_text(" ".join(text.split()))),
            Attachment(f"{system}-card.txt", text.encode()),
        ),
    )


async def verify(context: Context, key: str | None, posts: str | None = None) -> Reply:
    """Verify every die of a game from its public log, or of the dice log of this channel.

    ``posts``: copied posts to compare it with.
    """
    if key and key.strip().casefold() == DICE_LOG:
        return await verify_log(context, await export_rolls(context), f"{DICE_LOG} of this channel", posts)
    game = await context.game(key)
    data = await context.services.engine.use_table(lambda table: table.export(game.id))
    return await verify_log(context, data, game.name, posts)


async def verify_log(context: Context, data: bytes, name: str, posts: str | None = None) -> Reply:
    if len(data) > LOG_LIMIT:
        raise Refused(
            "too-long",
            f"This log is {len(data) / 1e6:.1f} MB; the limit here is {LOG_LIMIT / 1e6:.0f} MB. "
            "`fieldpost verify FILE` has no such limit.",
        )
    found = await context.services.engine.calculate(context.player, audit, data, posts)
    report = audit_report(found, name)
    if not found.entries or not is_of_a_game(data):
        return Reply(report)
    page = check_page(data, name, min(context.room, PAGE_LIMIT))
    says = "-# The attached page checks the chain and the dice in your browser."
    if page.left_out:
        says += f" The log is not in it, because {page.left_out}: choose the log of `/game export` there."
    return Reply(f"{report}\n{says}", (Attachment("check-log.html", page.html),))


def audit_report(found: Audit, name: str) -> str:
    """The result of a verification as Markdown."""
    held = [f"✅ {markup.escape(what)}" for what in found.checked]
    left = [f"▫️ {markup.escape(what)}" for what in found.limits]
    lines = [f"**{found.verdict.capitalize()}**: the log of **{markup.escape(printable_line(name))}**."]
    if found.fault:
        where = f"Entry {found.entry}: " if found.entry else ""
        lines = [f"❌ {lines[0]} {where}{markup.escape(found.fault)}", *(["Checked before that:"] if held else [])]
    return "\n".join([*lines, *held, *left, *([f"-# last link {found.head}"] if found.head else [])])


def tables_as_code(text: str) -> str:
    """Markdown with its tables as aligned code blocks, since Discord does not draw tables."""
    out, rows = list[str](), list[list[str]]()
    for line in [*text.splitlines(), ""]:
        if line.lstrip().startswith("|"):
            rows.append(
                [cell.strip().replace("`", "").replace("**", "") for cell in line.strip().strip("|").split("|")]
            )
            continue
        if rows:
            out.append(
                markup.code_block("\n".join(_columns([row for row in rows if any(cell.strip("-: ") for cell in row)])))
            )
            rows = []
        out.append(line)
    return "\n".join(out).strip()


def _columns(rows: list[list[str]]) -> list[str]:
    count = max(map(len, rows), default=0)
    filled = [row + [""] * (count - len(row)) for row in rows]
    widths = [max(len(row[n]) for row in filled) for n in range(count)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in filled]
