"""Hot seat: one keyboard for all sides of a game, or a file of orders in its place."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from bot.hosting.database import CommandFailed
from bot.hosting.utc_now import utc_now
from engine.contract import offers
from engine.contract.defaults import Offer
from engine.game.order_desk import OrderDesk
from engine.lookups.completions import Completion
from engine.systems import SYSTEMS
from engine.table import Refused, Table

from . import armies, completion, notes
from .decisions import Decisions
from .order_lines import DONE_WORDS
from .prompt import Leave
from .screen import Screen

if TYPE_CHECKING:
    from .sandbox import SandboxSeat

NONE_LEFT = "No other order{} is legal after those that you have written: `show` lists them, `undo` removes the last."


class HotSeat(Decisions):
    """A game at the keyboard.

    ``folder``: where maps are saved; ``where``: the option that names the database on the command line.
    ``inside``: the sandbox that is open, which gets what is typed.
    """

    known: ClassVar[Mapping[str, Callable[[Any, str], bool]]] = {}
    """The commands by name."""

    def __init__(self, table: OrderDesk, key: str, folder: Path, screen: Screen, where: str) -> None:
        super().__init__(table, key, screen, folder)
        self.where = where
        self.leaving, self.sitting = False, ""
        self.inside: SandboxSeat | None = None

    def play_keyboard(self) -> int:
        """Play from the keyboard until the game ends or the player leaves."""
        self.screen.greet(self.game, self.folder)
        self.news()
        shown = ""
        while (side := self.side) and not self.leaving:
            if side != shown:
                if not self.hand_over(side):
                    break
                self.greet(side)
                shown = side
            moment = self.game.phase
            self.shown = self.game.phase_key
            try:
                self.next_line(self.prompt.line(self.prompt_text(side)))
            except Leave:
                self.leave_here()
            if not self.leaving and self.game.phase != moment and self.side == side:
                shown = ""
        if not self.side:
            self.screen.over(self.game, self.where)
        return 0

    def play_file(self, lines: Iterable[str]) -> int:
        """Play the same lines from a file or pipe; orders in it that are not committed are so at its end.

        Returns 1 if anything was rejected.  Behind a rejected line that was to change the orders or the game, done and
        commit wait: reading stops there.  Raises CommandFailed where it cannot be read on; the draft is kept.
        """
        self.screen.say(f"Game {self.key}: {self.game.name}")
        self.news()
        try:
            refused = self.play_lines(lines)
        except CommandFailed:
            self.say_unfinished()
            raise
        self.inside = None
        if not self.leaving and refused:
            self.say_unfinished()
        elif self.side and not self.leaving and self.table.draft(self.key, self.side):
            if self.wrote:
                refused += not self.line("commit")
            else:
                self.screen.say("  Your draft of before is kept; a line `commit` or `done` runs it.")
        if not self.side:
            self.screen.over(self.game, self.where)
        return 1 if refused else 0

    def next_line(self, text: str) -> bool:
        """The next of several lines.  A rejected one is noted: in a file if it was to change the orders or the game, at
        the keyboard if it was an order and is not put right.
        """
        meant = completion.without_synonyms(text)
        inside, order = self.inside, bool(meant.strip()) and not self.command_of(meant)
        done = self.line(text)
        if inside:
            inside.rejected.clear()  # nothing that runs there is lost
        elif not done and not self.waiting and (order or not (self.at_keyboard or self.only_looks(text))):
            self.rejected.add(text.strip())
        elif done and order and self.at_keyboard:
            self.rejected.accept(text)
        return done

    def play_lines(self, lines: Iterable[str]) -> int:
        """Play the lines as far as they go; returns how many were rejected."""
        refused = 0
        for self.number, line in enumerate(lines, 1):
            if self.leaving or not self.side:
                break
            self.say_whose_orders()
            side, moment = self.side, self.game.phase_key
            if self.next_line(line.rstrip("\r\n")):
                if line.strip().lower() in DONE_WORDS and self.game.phase_key != moment and self.side:
                    self.show_kept(self.table.draft(self.key, side))
            else:
                refused += 1
                if not (self.waiting and self.rejected):
                    self.screen.say(f"  (line {self.number} of the input)", "dim")
                if self.waiting:
                    break
        return refused

    def line(self, text: str) -> bool:
        """Run one typed line: a command or orders.  False if any of it was rejected."""
        self.waiting = False
        if self.inside:
            return self.line_inside(self.inside, text)
        text = completion.without_synonyms(text)
        try:
            if name := self.command_of(text):
                return self.known[name](self, text.strip().partition(" ")[2].strip())
            return self.order(armies.spelled_out(self, text)) if text.strip() else True
        except Refused as no:
            self.screen.say(f"  {no}", "red")
            return False

    def command_of(self, text: str) -> str:
        """The command that a line is; "" for orders."""
        word, _, rest = text.strip().partition(" ")
        name = "done" if text.strip().lower() in DONE_WORDS else word.lower().removesuffix(":")
        return name if name in self.known and not (rest and self.is_unit(word)) else ""

    def only_looks(self, text: str) -> bool:
        """Whether a line is a command that changes neither the orders nor the game."""
        return self.command_of(completion.without_synonyms(text)) in _LOOKUPS

    def sandbox(self, rest: str) -> bool:
        """try things out in a private copy with throwaway dice; `sandbox turn 1` begins there, `leave` comes back"""
        from .sandbox import SandboxSeat

        assert isinstance(self.table, Table)
        self.inside = SandboxSeat(self.table.open_sandbox(self.key, self.side, rest), self.folder, self.screen)
        self.inside.at_keyboard = self.at_keyboard
        self.inside.begin()
        return True

    def line_inside(self, inside: "SandboxSeat", text: str) -> bool:
        """A line typed in the sandbox; with the word that leaves it, the game goes on."""
        done = inside.line(text)
        self.inside = None if inside.leaving else inside
        return done

    def leave_here(self) -> None:
        """Leave the sandbox if there is one, else the game."""
        if self.inside:
            self.line_inside(self.inside, "leave")
        else:
            self.quit("")

    def prompt_text(self, side: str) -> str:
        return self.inside.prompt_text(self.inside.side) if self.inside else super().prompt_text(side)

    def offers(self, text: str) -> Iterable[Completion]:
        return self.inside.offers(text) if self.inside else super().offers(text)

    def hand_over(self, side: str) -> bool:
        """In a secret phase, have the keyboard passed to the next player.  False if the player leaves instead."""
        phase, name = self.game.phase, self.game.sides[side].name
        if phase and phase.sealed and side != self.sitting:
            try:
                words = f"Pass the keyboard to {name}. {name}: press Enter when nobody else is looking."
                self.prompt.answer(f"\n{self.screen.folded(words)} ")
            except Leave:
                return not self.quit("")
            self.prompt.forget()
            self.screen.clear()
        return True

    def greet(self, side: str) -> None:
        self.sitting = side
        self.screen.moment(self.game, side)
        if self.table.units(self.key, side):
            self.show_units(side)
        if side in self.game.stopped:
            self.screen.say("  These orders, written ahead, have not run:")
            self.show("")
        elif draft := self.table.draft(self.key, side):
            self.screen.say("  Your orders, not yet committed:", "dim")
            self.screen.say("\n".join(f"    {line}" for line in draft.splitlines()))
        elif examples := self.table.best_orders(self.key, side):
            self.screen.say(f"  For example: {' or '.join(examples)}", "dim")
        self.hint_at_prices(side)
        if side not in self.game.stopped:
            self.warn_of_loss()

    # commands; each returns False if it was rejected, and its docstring is its help
    def undo(self, rest: str) -> bool:
        """remove your last order; `undo all` removes them all; with none left it asks about the last commit"""
        if rest and rest.lower() != "all":
            self.screen.say("  undo removes your last order, and `undo all` all of them: type it without more.", "red")
            return False
        lines = self.table.draft(self.key, self.side).splitlines()
        if not lines:
            return self.undo_commit()
        kept = [] if rest.lower() == "all" else lines[:-1]
        self.table.write(self.key, self.side, "\n".join(kept), utc_now())
        self.screen.say("\n".join(f"  removed: {line}" for line in lines[len(kept) :]))
        return True

    def ideas(self, rest: str) -> bool:
        """list legal orders; `ideas UNIT` only those of one unit"""
        about, draft = self.table.ideas_about(self.key, self.side, rest), self.table.draft(self.key, self.side)
        fitting = (idea for idea in about.lines if self.table.accepts(self.key, self.side, f"{draft}\n{idea}"))
        ideas = [*fitting] if draft else [*about.lines]
        none_left = NONE_LEFT.format(f" with {rest[:60]}" if rest else "")
        self.screen.columns(ideas[:60], none_left if about.lines else about.none)
        self.hint_at_prices(self.side)
        if (more := len(ideas) - 60) > 0:
            self.screen.say(f"  and {more} more; ask for one unit, as in `ideas {ideas[0].split()[0]}`", "dim")
        return True

    def help(self, rest: str) -> bool:
        """show this help; `help move` explains one order"""
        if rest:
            word = completion.SYNONYMS.get(rest.lower(), rest.lower())
            ours = self.known.get(word) if word not in DONE_WORDS else None
            explanation = f"{word}\n    {self.fitted(ours.__doc__ or '')}" if ours else ""
            self.screen.say(explanation or self.table.explain_order(self.key, self.side, rest))
            return True
        orders = self.table.orders_now(self.key, self.side)
        self.screen.pairs(
            "Orders, one per line (several for one unit separated by ;):",
            [*orders, ("if ...", "A conditional order; see `help if`.")],
        )
        self.screen.pairs(
            "\nOther commands:", [(name, self.fitted(command.__doc__ or "")) for name, command in self.commands()]
        )
        return True

    def commands(self) -> Iterator[tuple[str, Callable[["HotSeat", str], bool]]]:
        """The commands that this game supports."""
        system = SYSTEMS[self.game.system]
        for name, command in self.known.items():
            sighted = name != "los" or self.table.has_sight(self.key)
            mustered = name != "army" or self.table.own_army(self.key, self.side)
            if sighted and mustered and (name not in _PARTS or offers(system, _PARTS[name])):
                yield name, command

    def quit(self, rest: str) -> bool:
        """leave (also exit, Ctrl-D, Ctrl-C twice); the game is saved and the same command resumes it"""
        if rest:
            self.screen.say("  quit stands alone: it only leaves the game. An order goes on a line before it.", "red")
            return False
        self.leaving = True
        self.screen.say(f"  Saved. `fieldpost play {self.key}{self.where}` resumes this game.")
        return True


_PARTS: dict[str, Offer] = {"card": "cards", "los": "measure", "measure": "measure", "odds": "odds"}
"""Commands that only some games support -> the part of the contract they need."""
_LOOKUPS = {"help", "ideas", "log", "luck", "map", "rules", "show", "units", *_PARTS, *notes.COMMANDS, *armies.COMMANDS}
"""Commands that change neither the orders nor the game."""
_COMMANDS: dict[str, Callable[[Any, str], bool]] = {
    "help": HotSeat.help,
    "units": HotSeat.units,
    "map": HotSeat.map,
    "card": HotSeat.card,
    "los": HotSeat.los,
    "measure": HotSeat.measure,
    "odds": HotSeat.odds,
    "show": HotSeat.show,
    "undo": HotSeat.undo,
    "clear": HotSeat.clear,
    "takeback": HotSeat.takeback,
    "referee": HotSeat.referee,
    "commit": HotSeat.commit,
    "done": HotSeat.done,
    "ideas": HotSeat.ideas,
    "sandbox": HotSeat.sandbox,
    "rules": HotSeat.rules,
    "log": HotSeat.log,
    "luck": HotSeat.luck,
    **notes.COMMANDS,
    **armies.COMMANDS,
    "quit": HotSeat.quit,
}
HotSeat.known = HotSeat.command_words = _COMMANDS
