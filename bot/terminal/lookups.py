"""Commands at the keyboard that only look something up: units, cards, line of sight, distances, the log, the rules."""

from bot.hosting import ascii_map
from bot.hosting.utc_now import utc_now
from bot.hosting.wording import take_backs
from engine.contract import offers
from engine.contract.defaults import Offer
from engine.game.order_desk import OrderDesk
from engine.systems import SYSTEMS
from engine.table import Game

from . import completion
from .screen import Screen

HERE = "this database"


class Lookups:
    """A game and the screen.

    Each lookup takes the rest of the line and returns False if it was rejected; its docstring is its help.
    """

    def __init__(self, table: OrderDesk, key: str, screen: Screen) -> None:
        self.table, self.key, self.screen = table, key, screen

    @property
    def game(self) -> Game:
        return self.table.game(self.key)

    @property
    def side(self) -> str:
        """The side whose turn it is; "" when the game is over."""
        phase = self.game.phase
        return phase.sides[0] if phase and phase.sides else ""

    def show_units(self, side: str) -> None:
        """Show a side's own units, on the map and off it; in games of areas, the whole position in words."""
        if not self.table.units(self.key, side):
            self.screen.say(self.table.text_map(self.key, side))
            return
        called, own = self.table.units(self.key, side), self.table.own_units(self.key, side)
        figures = self.table.unit_figures(self.key, side)
        self.screen.units(self.table.picture(self.key, side), side, tuple(self.game.sides), called, own, figures)

    def units(self, rest: str) -> bool:
        """list your units; `units all` lists every unit and who is adjacent to whom"""
        if rest:
            self.screen.say(self.table.text_map(self.key, self.side))
        else:
            self.show_units(self.side)
        return True

    def card(self, rest: str) -> bool:
        """show a unit's card: `card W1`, or by the name of its type; `card` alone in a muster lists types and prices"""
        from engine.lookups import cards

        if not self.has("cards", "no cards of its units"):
            return False
        if not rest.strip() and (prices := self.table.price_list(self.key, self.side)):
            self.screen.say("\n".join(f"  {line}" for line in prices))
            return True
        if not rest.strip():
            own = next(iter(self.table.units(self.key, self.side)), "") or next(iter(self.table.cards(self.key)), "")
            self.screen.say(f"  card needs a unit or the name of a type: card {own}")
            return False
        self.screen.say(cards.card_text(self.table.card(self.key, self.side, rest)))
        return True

    def los(self, rest: str) -> bool:
        """check line of sight between two units, places or hexes: `los W1 M1`, `los 0507 1103`"""
        if words := self.two_ends("los", rest):
            self.screen.say(f"  {self.table.line_of_sight(self.key, self.side, *words).sight.says}")
        return bool(words)

    def measure(self, rest: str) -> bool:
        """show distance and direction between two units, places or hexes: `measure W1 M1`"""
        if words := self.two_ends("measure", rest):
            self.screen.say("\n".join(f"  {line}" for line in self.table.measure(self.key, self.side, *words).says))
        return bool(words)

    def two_ends(self, word: str, rest: str) -> tuple[str, str] | None:
        """The two things named; None, after a sentence, if there are not two or this game measures nothing."""
        if not self.has("measure", "no lines of sight" if word == "los" else "no distances to measure"):
            return None
        if word == "los" and not self.table.has_sight(self.key):
            title = SYSTEMS[self.game.system].TITLE
            self.screen.say(f"  {title} has no lines of sight. `help` lists the commands of this game.", "red")
            return None
        match completion.split_quoted(rest):
            case [start, end]:
                return start, end
            case words:
                sentence = (
                    f"  {word} needs two units, places or hexes, not {len(words)}: {word} W1 M1; "
                    "put long names in quotes"
                )
                self.screen.say(self.fitted(sentence))
                return None

    def odds(self, rest: str) -> bool:
        """show the odds of a battle: `odds 1103`, or `odds` alone if there is only one"""
        from engine.lookups import odds

        if not offers(SYSTEMS[self.game.system], "odds"):
            says = f"  {odds.no_battles(SYSTEMS[self.game.system])} `help` lists the commands of this game."
            self.screen.say(says, "red")
            return False
        self.screen.say("\n".join(f"  {line}" for line in self.table.odds(self.key, self.side).answer(rest).says))
        return True

    def has(self, part: Offer, lacks: str) -> bool:
        """Whether this game has what a command is about; says so if it has not."""
        system = SYSTEMS[self.game.system]
        if not offers(system, part):
            self.screen.say(f"  {system.TITLE} has {lacks}. `help` lists the commands of this game.", "red")
            return False
        return True

    def log(self, rest: str) -> bool:
        """list what has happened; `log 3` only turn 3"""
        phase = self.game.phase
        if rest and not rest.isdecimal():
            self.screen.say(f"  log needs the number of a turn, not {rest!r}: log {phase.turn if phase else 1}")
            return False
        turn = int(rest[:9]) if rest else None
        if turn and phase and turn > phase.turn:
            now = f"this is {phase.turn}: log {phase.turn}" if phase.turn else "none has yet: log"
            self.screen.say(f"  {phase.counter} {turn} has not begun; {now}")
            return False
        lines = [*self.table.log(self.key, turn), *take_backs(self.game)]
        when = "yet" if turn is None else f"in {phase.counter.lower() if phase else 'turn'} {turn}"
        self.screen.say("\n".join(f"  {line}" for line in lines) or f"  Nothing has happened {when}.")
        return True

    def luck(self, rest: str) -> bool:
        """show how lucky each side was; `luck season` in all games of this database within a year"""
        from bot.hosting.luck import gather_lucks_here, player_report, read_wish
        from engine.luck.report import report_of_season

        wish = read_wish(rest)
        if wish == read_wish(""):
            report = self.table.luck_report(self.key)
        else:
            lucks = gather_lucks_here(self.table, [game.id for game in self.table.games()], utc_now())
            report = report_of_season(lucks, {}, HERE) if wish.season else player_report(lucks, {}, wish.player)
        self.screen.report((f"{report.title}.", *report.lines))
        return True

    def rules(self, rest: str) -> bool:
        """show a paragraph of the rulebook: `rules 8.4`, `rules too-far`"""
        from engine.lookups import rulebook

        if not rest:
            self.screen.say(
                "Chapters of the rulebook. Read one with `rules 8`, a paragraph with `rules 8.4`, or look up a word:"
            )
            self.screen.columns(rulebook.headings(self.game.system), "")
            return True
        try:
            self.screen.book(rulebook.passage(self.game.system, rest))
        except rulebook.UnknownPassage as unknown:
            self.screen.say(f"  {unknown}")
            return False
        return True

    def fitted(self, text: str) -> str:
        """Help with this game's units as examples."""
        scene = self.table.picture(self.key, self.side)
        return completion.fit_examples(
            text, self.table.board_names(self.key, self.side), bool(ascii_map.draw_letters(scene, 80))
        )
