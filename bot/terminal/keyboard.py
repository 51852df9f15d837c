"""What a person at the keyboard meets beside the game: the prompt, Tab, and questions before something is lost."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any

from engine.lookups.completions import Completion

from .order_lines import OrderLines
from .prompt import Prompt
from .tab import Tab


class Keyboard(OrderLines, ABC):
    """A game and the person who types; in its place there may be a file, which is never asked."""

    @abstractmethod
    def commands(self) -> Iterator[tuple[str, Callable[[Any, str], bool]]]:
        """The commands that this game supports, by name."""

    @abstractmethod
    def undo(self, rest: str) -> bool:
        """Remove the last order, or all of them."""

    @cached_property
    def prompt(self) -> Prompt:
        """The keyboard, which completes the orders and commands of this game."""
        self.at_keyboard = True
        return Prompt(self.offers, self.screen.say)

    @cached_property
    def tab(self) -> Tab:
        return Tab(self.table, self.key, lambda: [name for name, _ in self.commands()], self.is_unit)

    def offers(self, text: str) -> Iterable[Completion]:
        """What Tab offers behind the beginning of a line."""
        return self.tab.offers(self.side, text) if self.side else ()

    def prompt_text(self, side: str) -> str:
        """Turn, phase and side: ``Turn 2, missile fire of B, reeve> ``."""
        phase = self.game.phase
        moment = [f"{phase.counter} {phase.turn}" if phase.turn else "", phase.title] if phase else []
        return f"{', '.join(filter(None, [*moment, side]))}> "

    def show(self, rest: str) -> bool:
        """show your orders that are not yet committed, and in a muster the army list that is in"""
        draft = self.table.draft(self.key, self.side)
        if draft:
            self.screen.verdicts(self.table.check(self.key, self.side, draft).verdicts)
        else:
            self.screen.say("  No orders written yet.")
        if army := self.table.own_army(self.key, self.side):
            self.screen.say(f"  {army}")
        self.warn_of_loss()
        return True

    def warn_of_loss(self) -> None:
        """Say what would be lost if the phase ended after these orders."""
        side = self.side
        if left := self.table.check(self.key, side, self.table.draft(self.key, side)).left if side else ():
            self.screen.say(f"  If the phase ends now: {'; '.join(left)}.", "dim")

    def hint_at_prices(self, side: str) -> None:
        """In a muster, say how to find out what can be chosen."""
        if self.table.own_army(self.key, side):
            self.screen.say("  `army` lists what you can choose, with prices.", "dim")

    def clear(self, rest: str) -> bool:
        """remove all your orders; at the keyboard it asks first"""
        lines = self.table.draft(self.key, self.side).splitlines()
        if not lines:
            self.screen.say("  No orders written yet.")
            return True
        if self.at_keyboard:
            many = "your only order" if len(lines) == 1 else f"all {len(lines)} orders"
            if not self.prompt.agrees(f"  Remove {many} not yet committed? Type y to remove, Enter to keep: "):
                self.screen.say("  Kept. `show` lists your orders.")
                return True
        return self.undo("all")
