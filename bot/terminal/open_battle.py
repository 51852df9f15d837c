"""One open battle at one keyboard: Enter fights the next round for both, the attacker may retreat, either may lay down its lists."""

from bot.hosting.utc_now import utc_now
from engine.contract import Done
from engine.lookups.requests import matching_names
from engine.table import Refused

from .hot_seat import HotSeat
from .screen import verb

NEXT_ROUND = ("", "continue", "next", verb(Done), *Done.ALIASES)
"""What fights the next round."""
RETREAT = "retreat"
HELP = (
    "Enter (or done) fights the next round; retreat breaks off the battle; withdraw takes submarines out.\n"
    "Orders are the attacker's: losses land: tank > infantry. Start the defender's with the side: {other} losses: infantry."
)


class OpenBattle(HotSeat):
    """Nobody hands over and nothing is secret: ``speaker`` is whose the line is that is being read."""

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
                self.line(input(f"Enter for round {phase.turn}> "))
            except (EOFError, KeyboardInterrupt):
                print()
                self.quit("")
        if not self.side:
            self.screen.over(self.game, self.where)
        return 0

    def line(self, text: str) -> bool:
        """As ever, with the words that stand for a round, and with the side before an order that is not the attacker's."""
        word, _, rest = text.strip().partition(" ")
        if word.lower() in ("help", "?") and not rest:
            self.explain()
        if word.lower() == RETREAT and not rest:
            return self.order(text) and self.next_round()
        if text.strip().lower() in NEXT_ROUND:
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
        """Both sides go on."""
        phase = self.game.phase
        sides = phase.sides if phase else ()
        try:
            return self.report_result(self.table.done(self.key, sides[0], utc_now(), others=sides[1:]))
        except Refused as no:
            self.screen.say(f"  {no}", "red")
            return False
