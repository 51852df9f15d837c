"""Decisions about the game at the keyboard: the last commit is taken back, and a referee rules."""

from bot.hosting.questions import NEVER, is_question
from bot.hosting.referee import rule
from bot.hosting.utc_now import utc_now
from bot.hosting.wording import take_backs
from engine.table import Table

from .keyboard import Keyboard

ASKED = "Take back the last commit? It stays on record. [y/N] "


class Decisions(Keyboard):
    """Everybody sits at this keyboard, so nobody else is asked."""

    writer_told = "", ""
    """The secret phase and the side in it whose orders were last said to follow."""

    @property
    def own_table(self) -> Table:
        """The table of the game itself; a sandbox has none."""
        assert isinstance(self.table, Table)
        return self.table

    def takeback(self, rest: str) -> bool:
        """take the last commit back; it stays on record, and new dice are rolled under a new promise"""
        if rest:
            self.screen.say(f"  takeback takes the last commit back; type it without {rest[:60]!r}", "red")
            return False
        side = self.own_table.last_committer(self.key) or self.side
        news = self.own_table.take_back(self.key, side, utc_now(), self.game.seats[side])
        self.screen.report(news.lines)
        self.shown = self.game.phase_key
        self.screen.say(f"  {' '.join(take_backs(self.game))} It is the turn of {self._whose()}.")
        if self.side and self.table.draft(self.key, self.side):
            self.screen.say("  The orders are written again, and not run.")
        return True

    def undo_commit(self) -> bool:
        """With nothing written, ask whether the last commit is to be taken back; a file is not asked."""
        if not self.own_table.last_committer(self.key) or not self.at_keyboard:
            self.screen.say("  Nothing to undo.")
            return True
        if not self.prompt.agrees(f"  {ASKED}"):
            self.screen.say("  Nothing was taken back.")
            return True
        return self.takeback("")

    def referee(self, rest: str) -> bool:
        """rule on the game, each time with a reason: `referee note TEXT`, `referee rewind turn 2 because REASON`"""
        if is_question(rest):
            self.screen.say(f"  {NEVER}, nor a ruling.", "red")
            return False
        if rest.partition(" ")[0].lower() == "unseat":
            self.screen.say("  At the keyboard every seat is yours, so none is freed. `quit` leaves the game.", "red")
            return False
        sides = () if not self._is_secret() else (self.side,)
        before = self.game.phase_key
        self.screen.report(rule(self.own_table, self.key, rest, utc_now(), "", sides))
        if self.game.phase_key != before:
            self.shown = self.game.phase_key
        return True

    def say_whose_orders(self) -> None:
        """In a secret phase, which reports nothing before its end, say whose orders the next lines of a file are."""
        phase, writing = self.game.phase, (self.game.phase_key, self.side)
        if phase and phase.sealed and writing != self.writer_told:
            self.writer_told = writing
            self.screen.say(f"  {phase.title.capitalize()}: orders of {self._whose()}")

    def _is_secret(self) -> bool:
        """Whether others at this keyboard have orders that the one who sits there may not see."""
        phase = self.game.phase
        return phase is not None and phase.sealed

    def _whose(self) -> str:
        return self.game.sides[self.side].name if self.side else "nobody"
