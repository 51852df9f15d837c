"""Tables of a league as pictures on a phone: fewer columns, and short headings that a note explains."""

from collections.abc import Callable, Iterator

from engine.contract import counted
from engine.leagues.fold import League
from engine.leagues.grid import Grid
from engine.leagues.overview import USUAL_BID, crosstable_grid
from engine.leagues.standings import standings, tie_value
from maps.scene.table import Table

from .news import scenario_name

Called = Callable[[str], str]
GREY = "Grey: withdrawn."
OPPONENTS, MOST_BLOCKS = 12, 6
"""Columns of a crosstable that can be read on a phone, and pictures of so many."""
SHORT = {"direct": "direct", "schedule": "opp", "score": "+/-"}
MEANING = {"direct": "direct: in games against each other", "schedule": "opp: points of all opponents",
           "score": "+/-: score difference"}  # fmt: skip


def table_pictures(league: League, view: str, season: int, called: Called) -> tuple[Table, ...]:
    """``view``: standings or crosstable; ``season``: 0 for the present one.  One for each division, of a crosstable as
    many as its columns need.
    """
    if view == "standings":
        return tuple(_standings(league, division, season, called) for division in league.divisions())
    return tuple(table for division in league.divisions() for table in _crosstables(league, division, season, called))


def grid_picture(grid: Grid, view: str) -> Table | None:
    """A table of ratings or of the balance of sides with the columns that fit on a phone; None of others, and of empty
    ones.
    """
    at = {name: number for number, name in enumerate(grid.head)}
    if not grid.rows or view not in ("ratings", "balance"):
        return None
    rows = [[str(cell) for cell in row] for row in grid.rows]
    if view == "ratings":
        chosen = [[row[at[name]] for name in ("place", "player", "rating", "bounds", "games")] for row in rows]
        return Table(
            grid.title, ("", "player", "rating", "±", "games"), tuple(map(tuple, chosen)), 1, 2, (), grid.notes
        )
    chosen = [
        [scenario_name(row[at["scenario"]]), "-".join(row[at[name]] for name in ("first side", "drawn", "second side")),
         row[at["share"]], row[at["bounds"]].replace("%", "").replace(" to ", "-")]
        for row in rows
    ]  # fmt: skip
    return Table(grid.title, ("scenario", "W-D-L", "share", "95 %"), tuple(map(tuple, chosen)), 0, 2, (),
                 ("W-D-L: of the first side.", *(note for note in grid.notes if note != USUAL_BID)))  # fmt: skip


def table_grid(table: Table) -> Grid:
    """The same in words."""
    rows = tuple(
        tuple(int(cell) if cell.isdecimal() and at != table.names else cell for at, cell in enumerate(row))
        for row in table.rows
    )
    left = f"Withdrawn: {', '.join(table.rows[at][table.names] for at in table.faded)}."
    return Grid(table.title, table.head, rows, tuple(left if note == GREY else note for note in table.notes))


def _standings(league: League, division: str, season: int, called: Called) -> Table:
    found, ties = standings(league, division, season), league.template.tie_breaks
    byes = any(row.byes for row in found)
    rows = tuple(
        (
            str(row.place),
            called(row.player),
            f"{row.won}-{row.drawn}-{row.lost}",
            *([str(row.byes)] if byes else []),
            str(row.points),
            *(str(tie_value(row, tie)) for tie in ties),
        )
        for row in found
    )
    head = ("", "player", "W-D-L", *(["byes"] if byes else []), "pts", *(SHORT[tie] for tie in ties))
    waiting = len(league.open_matches(division, season))
    notes = [f"{'; '.join(MEANING[tie] for tie in ties)}."] if ties else []
    notes += ["W-D-L: games, two of a match."] if league.template.sides == "mirrored" else []
    notes += [f"{counted(waiting, 'open match')}."] if waiting else []
    if season in (0, league.season) and league.seasons and not league.rounds:
        notes.append(f"Season {league.season} has not begun; name season {league.season - 1} for the last one.")
    faded = tuple(at for at, row in enumerate(found) if row.withdrawn)
    notes += [GREY] if faded else []
    return Table(
        _title(league, division, season, _after(league, season)), head, rows, 1, head.index("pts"), faded, tuple(notes)
    )


def _crosstables(league: League, division: str, season: int, called: Called) -> Iterator[Table]:
    """So many opponents in each that it can be read on a phone."""
    grid = crosstable_grid(league, division, season or league.season, called)
    found = standings(league, division, season)
    faded = tuple(at for at, row in enumerate(found) if row.withdrawn)
    title = _title(league, division, season, "crosstable")
    blocks = range(0, len(found), OPPONENTS)[:MOST_BLOCKS]
    for first in blocks:
        last = min(first + OPPONENTS, len(found))
        rows = tuple(
            (
                str(row[0]),
                called(one.player),
                *(_seen(cell) for cell in row[2 + first : 2 + last]),
                *map(str, row[2 + len(found) :]),
            )
            for row, one in zip(grid.rows, found, strict=True)
        )
        head = ("", "player", *grid.head[2 + first : 2 + last], *grid.head[2 + len(found) : -1], "pts")
        part = f", against {first + 1} to {last}" if len(found) > OPPONENTS else ""
        notes = ["Points of the player on the left against each other; a dot is an open match."]
        notes += [GREY] if faded else []
        cut = first == blocks[-1] and last < len(found)
        notes += [f"Those against {last + 1} to {len(found)} are in the exported table."] if cut else []
        yield Table(f"{title}{part}", head, rows, 1, len(head) - 1, faded, tuple(notes))


def _seen(cell: object) -> str:
    """With a dot that can be seen."""
    return str(cell).replace(".", "•")


def _after(league: League, season: int) -> str:
    """Of a season that goes on: after which round its standings are."""
    rounds = len(league.season_rounds(season))
    going = season in (0, league.season) and league.template.format in ("swiss", "round-robin", "knock-out")
    return f"standings in round {rounds}" if going and rounds else "standings"


def _title(league: League, division: str, season: int, what: str) -> str:
    return ", ".join(filter(None, (league.name, division, f"season {season or league.season}", what)))
