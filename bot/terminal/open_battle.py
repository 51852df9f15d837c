"""An open battle at the keyboard: Enter fights the next round; the attacker may retreat; both sides may set their
lists.
"""

from bot.hosting.utc_now import utc_now
from engine.contract import Done
from engine.lookups.requests import matching_names
from engine.table import Refused

from .hot_seat import HotSeat
from .prompt import Leave
from .screen import verb

NEXT_ROUND = ("", "continue", "next", verb(Done), *Done.ALIASES)
"""Words that fight the next round."""
RETREAT = "retreat"
HELP = (
    "Enter (or done) fights the next round; retreat breaks off the battle; withdraw takes submarines out.\n"
    "Orders are the attacker's: losses land: tank > infantry. Start the defender's with the side: {other} "
    "losses: infantry."
)


class OpenBattle(HotSeat):
    """One person plays both sides and nothing is secret.  ``speaker``: the side that the current line belongs to."""

    speaker = ""

    @property
    def side(self) -> str:
        return self.speaker if super().side and self.speaker else next(iter(self.game.sides)) if super().side else ""

    def play_keyboard(self) -> int:
        self.screen.greet(self.game, self.folder)
        self.explain()
        self.news()
        while (phase := self.game.phase) and not self.leaving:
            try:
                self.next_line(self.prompt.line(f"Enter for round {phase.turn}> "))
            except Leave:
                self.quit("")
        if not self.side:
            self.screen.over(self.game, self.where)
        return 0

    def line(self, text: str) -> bool:
        """One line as typed; orders are the attacker's unless a side's name precedes them."""
        word, _, rest = text.strip().partition(" ")
        if word.lower() in ("help", "?") and not rest:
            self.explain()
        if text.strip().lower() in (*NEXT_ROUND, RETREAT):
            self.waiting = False
            if self.waits_for_correction(text.strip() or "the next round"):
                return False
            if word.lower() == RETREAT and not self.order(text):
                return False
            return self.next_round()
        spoken = matching_names(word, {key: side.name for key, side in self.game.sides.items()}) if rest else []
        self.speaker = spoken[0] if len(spoken) == 1 else ""
        try:
            return super().line(rest if self.speaker else text)
        finally:
            self.speaker = ""

    def explain(self) -> None:
        self.screen.say(HELP.format(other=list(self.game.sides)[-1]), "dim")

    def next_round(self) -> bool:
        """Fight the next round for both sides."""
        phase = self.game.phase
        sides = phase.sides if phase else ()
        try:
            return self.report_result(self.table.done(self.key, sides[0], utc_now(), others=sides[1:]))
        except Refused as no:
            self.screen.say(f"  {no}", "red")
            return False


OpenBattle.known = OpenBattle.command_words = {
    name: command for name, command in HotSeat.known.items() if name != "sandbox"
}
