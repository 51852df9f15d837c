"""Output on the terminal: the phase, units, verdicts on orders, reports and help, at most as wide as a page or the
window.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import fill

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from bot.hosting import ascii_map
from bot.hosting.wording import undecided
from engine.checking import Verdict
from engine.contract import Order, counted
from engine.language import explain
from engine.table import Game
from maps.scene.scene import Piece, Scene, Strip
from maps.scene.tabletop_units import ModelUnit

WIDTH = 100
NARROWEST = 24
"""The columns that the second half of a table of pairs needs to be readable."""
FIGURES = {Strip: "bases", ModelUnit: "models"}
"""What the strength of a piece counts."""


class Screen:
    def __init__(self) -> None:
        self.console = Console(highlight=False, soft_wrap=False)

    @property
    def wide(self) -> int:
        """The width at which lines are folded: the window's as it is now, or a page's if that is less."""
        return min(self.console.width, WIDTH)

    def say(self, words: str, style: str = "") -> None:
        """Print lines of plain text without markup.  A folded line is indented."""
        for line in words.split("\n"):
            self.console.print(Text(self.folded(line), style=style), soft_wrap=True)

    def folded(self, line: str) -> str:
        """The line broken between words where a terminal would break it anywhere; indented as it is."""
        if len(line) <= self.wide or not self.console.is_terminal:
            return line
        margin = " " * (len(line) - len(line.lstrip()))
        later = margin + "  " * bool(margin)
        return fill(line.strip(), self.wide, initial_indent=margin, subsequent_indent=later, break_on_hyphens=False)

    def book(self, markdown: str) -> None:
        """Print a passage of the rulebook, as plain text where there is no terminal."""
        from rich.markdown import Markdown

        self.console.print(Markdown(markdown), width=self.wide)

    def clear(self) -> None:
        self.console.clear()

    def greet(self, game: Game, folder: Path) -> None:
        self.console.print(Text(f"\n{game.name}", style="bold"))
        self.say(game.about)
        self.say(
            f"\nGame {game.id}. Maps are saved in {folder}. Type orders, then `commit` or `done`. `help` "
            "explains the rest.\n",
            "dim",
        )

    def moment(self, game: Game, side: str) -> None:
        """Whose turn it is and for what."""
        phase = game.phase
        if phase is None:
            return
        who = game.sides[side]
        when = f"{phase.counter} {phase.turn}: {phase.title}" if phase.turn else phase.title.capitalize()
        self.console.print(
            Text.assemble("\n", (" ", f"on {who.colour}"), (f" {when} ", "bold"), f"· {who.name} ({side})")
        )
        if phase.sealed:
            self.say("  Everybody writes in secret; nothing is shown until all are done.", "dim")

    def units(
        self,
        scene: Scene,
        side: str,
        names: Sequence[str],
        called: Mapping[str, str],
        own: Sequence[str],
        figures: Mapping[str, Mapping[str, str]],
    ) -> None:
        """List a side's visible units, and its ``own`` that are off the map.

        ``names``: of the sides; ``called``: unit id -> full name; ``figures``: unit id -> column -> figure.
        """
        where, legend = ascii_map.places(scene), dict(scene.legend)
        pieces = [piece for piece in scene.pieces if piece.side == list(names).index(side)]
        heads = list(dict.fromkeys(head for piece in pieces for head in figures.get(piece.id, {})))
        what = FIGURES.get(type(pieces[0]), "" if heads else "figures") if pieces else ""
        what = what if any(piece.strength for piece in pieces) else ""
        self.say(f"{side}: {len(pieces)} in play")
        grid = Grid("unit", "name", "at", *([what] if what else []), *heads, "", box=None)
        for piece in pieces:
            cells = [Text(figures.get(piece.id, {}).get(head, "")) for head in heads]
            strength = [Text(_figures(piece))] if what else []
            name, marks = Text(called.get(piece.id, "")), Text(", ".join(_marks(piece, legend)))
            grid.add_row(Text(piece.id, "bold"), name, where.get(piece.at, ""), *strength, *cells, marks)
        if pieces:
            self.console.print(grid)
        shown = {
            unit
            for piece in scene.pieces
            for unit in (piece.id, *(() if isinstance(piece, ModelUnit) else piece.riders))
        }
        entries = dict(entry.partition(" ")[::2] for part in scene.off_table for entry in part.short)
        if waiting := [unit for unit in own if unit in called and unit not in shown]:
            words = [f"{f'{unit} {called[unit]}'.strip()}{_bracketed(entries.get(unit, ''))}" for unit in waiting]
            self.say(f"  Not on the map: {', '.join(words)}")
        if not heads and (key := legend.get("counter:figures", "")):
            self.say(f"  {key}", "dim")

    def map(self, scene: Scene) -> None:
        """Print a hex board in letters; of another board, where else to look."""
        lines = ascii_map.draw_letters(scene, self.console.width)
        for line in lines:
            self.console.print(line, soft_wrap=True)
        if lines:
            self.say(ascii_map.letter_key(scene), "dim")
        else:
            self.say(
                "  This board cannot be shown in letters; `units all` describes it, `map --open` opens the picture."
            )

    def verdicts(self, verdicts: Sequence[Verdict]) -> None:
        """Print the verdicts on orders, line by line as they were written."""
        for _, line in groupby(verdicts, key=lambda verdict: verdict.line.number):
            self._line(tuple(line))

    def _line(self, verdicts: Sequence[Verdict]) -> None:
        """Print the verdicts on the orders of one line, with objections under the words they are about."""
        for verdict in verdicts:
            if verdict.accepted:
                sign = ("  ✗ ", "red") if verdict.cannot_run or verdict.hopeless else ("  ✓ ", "green")
                self.console.print(Text.assemble(sign, verdict.echo, (_note(verdict), "dim")), soft_wrap=True)
                if verdict.without:
                    self.say(f"      kept without the {verdict.without} before it", "dim")
                if verdict.warning:
                    self.say(f"      {verdict.remark('currently')}", "dim")
        unseen = dict.fromkeys((p.column, p.message) for verdict in verdicts for p in verdict.problems)
        for problem in (problem for verdict in verdicts for problem in verdict.problems):
            if (problem.column, problem.message) not in unseen:
                continue
            del unseen[problem.column, problem.message]
            shown = explain.show_problem(verdicts[0].line.text, problem, self.wide - 4).splitlines()
            self.say("\n".join(f"    {row}" for row in shown[:2]), "red")
            self.say("\n".join(f"    {row}" for row in shown[2:]))

    def report(self, lines: Sequence[str]) -> None:
        for line in "\n".join(lines).split("\n") if lines else ():
            self.say(f"  {line}")

    def over(self, game: Game, where: str) -> None:
        won = f"The winner: {game.won_by}" if game.won_by else undecided(game)
        why = f" ({game.reason.replace('-', ' ')})" if game.reason else ""
        self.console.print(Text(f"\nThe game is over. {won}{why}.", "bold"))
        self.say(
            f"`fieldpost map {game.id} end.png{where}` draws the final position, "
            f"`fieldpost export {game.id} game.json{where}` saves the log, "
            f"`fieldpost replay {game.id} game.gif{where}` shows all its moves, "
            f"`fieldpost play {game.id} --rematch{where}` plays it again with the sides changed.",
            "dim",
        )

    def pairs(self, title: str, rows: Sequence[tuple[str, str]]) -> None:
        """Print a table of two columns under a title; in a narrow window the second column below the first."""
        self.say(title)
        if max((len(left) for left, _ in rows), default=0) + 4 + NARROWEST > self.wide:
            for left, right in rows:
                self.console.print(Text(f"  {left}"), width=self.wide)
                self.console.print(Padding(Text(right), (0, 0, 0, 6)), width=self.wide)
            return
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        for left, right in rows:
            grid.add_row(Text(f"  {left}"), Text(right))
        self.console.print(grid, width=self.wide)

    def columns(self, words: Sequence[str], none: str) -> None:
        """Print short lines in columns."""
        if not words:
            self.say(f"  {none}", "dim")
            return
        column = max(len(word) for word in words) + 3
        count = max(1, (self.wide - 2) // column) if self.console.is_terminal else 1
        for at in range(0, len(words), count):
            self.say("  " + "".join(word.ljust(column) for word in words[at : at + count]).rstrip())


def _bracketed(words: str) -> str:
    return f" ({words})" if words else ""


def _figures(piece: Piece) -> str:
    """The strength on a counter; for a unit of models, their number."""
    return (
        piece.strength or str(len(piece.discs))
        if isinstance(piece, ModelUnit)
        else f"{piece.strength} {piece.sign}".strip()
    )


def _marks(piece: Piece, legend: Mapping[str, str]) -> Iterator[str]:
    """The condition of a piece in words: symbols, facing, markers, riders; for models, which of them did what."""
    if isinstance(piece, ModelUnit):
        yield from (*([f"shock {piece.shock}"] if piece.shock else []), *piece.status)
        done = {
            word: [disc.number for disc in piece.discs if word in disc.status] for word in ("doomed", "moved", "acted")
        }
        yield from (
            f"{word} {'all' if len(who) == len(piece.discs) else ' '.join(who)}" for word, who in done.items() if who
        )
        return
    if isinstance(piece, Strip):
        yield from (
            *piece.symbols,
            f"faces {piece.facing:g}°",
            *piece.status,
            *(f"with {rider}" for rider in piece.riders),
        )
        return
    yield from (*piece.symbols, *([f"faces {piece.facing}"] if piece.facing else []))
    yield from (legend.get(f"figure:{mark}", mark) for mark in (*piece.badges, *piece.status))
    if piece.hidden:
        yield f"{counted(piece.hidden, 'hit')} face down"
    if piece.riders:
        yield f"carries {' and '.join(piece.riders)}"


def _note(verdict: Verdict) -> str:
    if verdict.idle:
        return "  (would currently be skipped)"
    if verdict.cannot_run:
        return "  (cannot run)"
    if verdict.hopeless:
        return "  (kept, though no dice can make it legal)"
    if verdict.warning and not verdict.repeats:
        return "  (provisional: would be refused now)"
    on = (
        "depends on its if" if verdict.line.condition else "for your next phase" if verdict.later else "depends on dice"
    )
    provisional = f"  (provisional: {on})" if verdict.doubt else ""
    return f"{provisional}  {verdict.chances}" if verdict.chances else provisional


def verb(kind: type[Order]) -> str:
    return str(kind.__struct_config__.tag)
