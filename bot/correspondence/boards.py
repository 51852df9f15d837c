"""Boards for armies of one's own in letters: ``new board lantern-slip 190 points``, ``boards``, and saved lists."""

import asyncio
import re
from collections.abc import Sequence
from typing import NamedTuple

from bot.hosting.army_dialogue import Owner, Spelling, answer, judge_here, names_its_game, read_wish
from bot.hosting.board_pages import board_rows
from bot.hosting.engine_thread import EngineData
from bot.hosting.muster_words import muster_orders
from engine.contract import counted
from engine.scenarios.army_lists import check_army_list
from engine.scenarios.boards import usual_points
from engine.scenarios.reader import load_shipped
from engine.scenarios.yaml_reader import FaultyFile
from engine.table import Given

from .answers import Found, Section, said
from .asker import Asker
from .message import Seat
from .order_deeds import Writer, give

SPELLING = Spelling(saves=lambda name, army: f"my lists {name}: {army}", line=lambda line: f'"{line}"')
PRICED = "Nothing is submitted by this: write the list behind the word muster."
_BOARD = re.compile(r"^board\s+(?=\S)", re.IGNORECASE)
_POINTS = re.compile(r"(?<!\s)\s*\b(\d{1,6})\s*(?:points?|pts?)\b", re.IGNORECASE)


class BoardAsked(NamedTuple):
    """Whether a board is to be opened, and for how many points (None: as many as the scenario's own armies cost)."""

    wanted: bool
    said: int | None

    def points(self, stem: str) -> int | None:
        """What each army may cost; None for the scenario with its own units."""
        if not self.wanted:
            return None
        return usual_points(load_shipped(stem)) if self.said is None else self.said


def board_said(words: str) -> tuple[str, BoardAsked]:
    """What is left of a line ``new`` without the board and its points, and these."""
    rest, found = _BOARD.sub("", words), _POINTS.search(words)
    points = int(found[1]) if found else None
    wanted = rest != words or found is not None
    return (_POINTS.sub("", rest, count=1).strip() if found else rest), BoardAsked(wanted, points)


def give_orders(data: EngineData, writer: Writer, seat: Seat, orders: Sequence[str], adds: bool) -> Given:
    """As ``give``, with saved lists in place of their names, where armies are being mustered."""
    text = muster_orders(data.table, seat.game, "\n".join(orders), data.armies, writer.player)
    return give(data, writer, seat, text.split("\n"), adds)


def saved_lists(data: EngineData, writer: Writer, seat: Seat | None, rest: str) -> Section:
    """What is said to one's saved lists.  Raises Refused."""
    judge = judge_here(data.table, seat.game, seat.side) if seat and seat.side else None
    owner = Owner(data.armies, writer.player, judge)
    return said("Army lists", *answer(owner, read_wish(rest), writer.now, SPELLING))


async def look_up_army(asker: Asker, rest: str) -> Found:
    """A list priced: for the board on which armies are being mustered, else for the system that it names; without a
    list the one that is in.
    """
    seat = asker.seat if asker.seat and asker.seat.side else None
    mine = await asker.engine.use_table(lambda table: table.own_army(seat.game, seat.side)) if seat else ""
    if mine and not rest.strip():
        prices = await asker.engine.use_table(lambda table: table.price_list(seat.game, seat.side)) if seat else ()
        return Found(Section("Army list", (mine, "", *prices), fixed=True))
    words = rest.replace("; ", "\n").replace(", ", "\n")
    here = seat if mine and not names_its_game(rest) else None
    try:
        if here:
            checked = await asker.engine.use_table(lambda table: table.judge_army(here.game, here.side, rest))
        else:
            checked = await asker.engine.calculate(asker.player, check_army_list, words, load_shipped)
    except FaultyFile as faulty:
        return Found(said("Army list", *(str(fault) for fault in faulty.faults[:20])))
    how = (PRICED,) if here and not checked.faults else ()
    lines = (*checked.words.splitlines(), *map(str, checked.faults[:20]), *how)
    return Found(Section("Army list", lines, fixed=True))


async def look_up_boards(asker: Asker, rest: str) -> Found:
    rows = await asyncio.to_thread(board_rows)
    lines = [
        f"{row.stem}: {row.name}, {row.system}, {row.size}, {row.sides} sides, {counted(row.points, 'point')},"
        f" {row.era}, {row.length}"
        for row in rows
    ]
    example = f'"new board {rows[0].stem} {rows[0].points} points"'
    how = f"The points are those of the scenario's own armies. {example} opens one."
    return Found(said("Boards", *lines, how))
