"""A sandbox at the keyboard: every command of a game but those that make it real, and steps back."""

from collections.abc import Iterable
from pathlib import Path

from bot.hosting.sandbox_words import AFTER_THE_END, LEFT, RESTARTED, undone
from engine.sandbox.sandbox import HEAD, KEY, Sandbox
from engine.table import Refused, Welcome

from .hot_seat import HotSeat
from .prompt import Leave
from .screen import Screen

WITHOUT_ORDERS = ("help", "map", "units", "log", "luck", "rules", "undo", "restart", "leave", "quit")
"""Commands that make sense when the game in a sandbox is over."""


class SandboxSeat(HotSeat):
    """One person orders for every side in turn, and nothing of it is kept when they leave."""

    def __init__(self, welcome: Welcome, folder: Path, screen: Screen) -> None:
        super().__init__(welcome.sandbox, KEY, folder, screen, "")
        self.sandbox_table: Sandbox = welcome.sandbox
        self._says, self._shown = welcome.says, ""

    def play_keyboard(self) -> int:
        self.begin()
        while not self.leaving:
            try:
                self.next_line(self.prompt.line(self.prompt_text(self.side)))
            except Leave:
                self.quit("")
        return 0

    def play_file(self, lines: Iterable[str]) -> int:
        """Play lines from a file or pipe; returns 1 if any was rejected.  Behind a rejected line that was to change
        the orders or the game, ``commit`` and ``done`` wait: reading stops there.
        """
        self.begin()
        refused = 0
        for self.number, line in enumerate(lines, 1):
            if self.leaving:
                break
            if not self.next_line(line.rstrip("\r\n")):
                refused += 1
                if not (self.waiting and self.rejected):
                    self.screen.say(f"  (line {self.number} of the input)", "dim")
                if self.waiting:
                    break
        return 1 if refused else 0

    def begin(self) -> None:
        """Say what it is, and whose orders are next."""
        self.screen.report((HEAD, *self._says))
        self.screen.say("  `undo` goes back, `restart` begins again, `leave` ends it.", "dim")
        self._show_moment()

    def prompt_text(self, side: str) -> str:
        return f"sandbox: {super().prompt_text(side)}"

    def line(self, text: str) -> bool:
        word = text.strip().lower().partition(" ")[0]
        if not self.side and word and word not in WITHOUT_ORDERS:
            self.screen.say(f"  {AFTER_THE_END}", "red")
            return False
        done = super().line(text)
        self._show_moment()
        return done

    def _show_moment(self) -> None:
        """Whose orders are next, if somebody else's were before."""
        side, moment = self.side, f"{self.game.phase_key} {self.side}"
        self.shown = self.game.phase_key
        if moment != self._shown and not self.leaving:
            self._shown = moment
            if side:
                self.greet(side)
            else:
                self.screen.say(f"  {AFTER_THE_END}")

    def greet(self, side: str) -> None:
        """Whose orders are next, without the list of units: they were seen in the game."""
        self.screen.moment(self.game, side)
        if draft := self.table.draft(self.key, side):
            self.screen.say("\n".join(f"    {line}" for line in draft.splitlines()))
        elif examples := self.table.best_orders(self.key, side):
            self.screen.say(f"  For example: {' or '.join(examples)}", "dim")

    def map(self, rest: str) -> bool:
        """show the map, and save it as a PNG with your draft drawn on it; `map --open` opens the PNG"""
        self.screen.say(f"  {HEAD}")
        return super().map(rest)

    def undo(self, rest: str) -> bool:
        """take back the last line, or the last commit: its orders are then written and not run"""
        if rest:
            return super().undo(rest)
        return self.undo_commit()

    def undo_commit(self) -> bool:
        """Back by one step, without a question: nothing here is real."""
        try:
            self.screen.say("\n".join(f"  {line}" for line in undone(self.sandbox_table.undo())))
        except Refused as no:
            self.screen.say(f"  {no}")
        return True

    def restart(self, rest: str) -> bool:
        """begin again where the sandbox was opened"""
        self.sandbox_table.restart()
        self.screen.say(f"  {RESTARTED}")
        self._shown = ""
        return True

    def luck(self, rest: str) -> bool:
        """show how lucky each side was in this sandbox"""
        report = self.table.luck_report(self.key)
        self.screen.report((f"{report.title}.", *report.lines))
        return True

    def quit(self, rest: str) -> bool:
        """leave the sandbox (also leave, Ctrl-D); nothing of it is kept"""
        self.leaving = True
        self.screen.say(f"  {LEFT}")
        return True


NOT_HERE = ("sandbox", "takeback", "referee")
"""Commands of a game that a sandbox has not."""


SandboxSeat.known = {
    **{name: command for name, command in HotSeat.known.items() if name not in NOT_HERE},
    "undo": SandboxSeat.undo,
    "restart": SandboxSeat.restart,
    "map": SandboxSeat.map,
    "luck": SandboxSeat.luck,
    "leave": SandboxSeat.quit,
    "quit": SandboxSeat.quit,
}
SandboxSeat.command_words = SandboxSeat.known
