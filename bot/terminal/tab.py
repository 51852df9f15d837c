"""What Tab offers at the keyboard: orders, commands, and what the commands are asked about."""

from collections.abc import Callable, Collection, Iterator

from engine.game.order_desk import OrderDesk
from engine.lookups import rulebook
from engine.lookups.completions import Completion
from engine.systems import SYSTEMS

DECISIONS = ("commit", "done")
"""Commands that take nothing more, and are words of orders too."""
MORE = {"units": ("all",), "undo": ("all",), "map": ("--open",)}
"""What may follow a command, where that is not a name."""
Names = Iterator[tuple[str, str]]
"""Words, each with what it stands for, "" if it says enough by itself."""


class Tab:
    """The words that can end a line.  ``commands``: those of this game; ``is_unit``: whether a word is a unit's id."""

    def __init__(
        self, table: OrderDesk, key: str, commands: Callable[[], Collection[str]], is_unit: Callable[[str], bool]
    ) -> None:
        self.table, self.key, self.commands, self.is_unit = table, key, commands, is_unit

    def offers(self, side: str, text: str) -> tuple[Completion, ...]:
        """The words that can end this beginning of a line."""
        word, space, rest = text.partition(" ")
        if not space:
            orders = self.table.completions(self.key, side, text)
            taken = {order.word for order in orders}
            names = [name for name in self.commands() if name.startswith(word.lower()) and name not in taken]
            return (*orders, *(Completion(0, name) for name in names))
        if word.lower() in self.commands() and word.lower() not in DECISIONS and not self.is_unit(word):
            return tuple(self._arguments(side, word.lower(), rest, len(text)))
        return self.table.completions(self.key, side, text)

    def _arguments(self, side: str, command: str, rest: str, end: int) -> Iterator[Completion]:
        """What a command is asked about: the last name of the line, which may be open in quotes."""
        typed = rest[rest.rindex('"') :] if rest.count('"') % 2 else rest.rpartition(" ")[2]
        begun, first = typed.strip('"').casefold(), not rest[: len(rest) - len(typed)].strip()
        offered = set[str]()
        for word, note in self._words(side, command, first):
            fits = any(name.casefold().strip('"').startswith(begun) for name in (word, note) if name)
            if fits and word not in offered:
                offered.add(word)
                yield Completion(end - len(typed), word, note)

    def _words(self, side: str, command: str, first: bool) -> Names:
        system = SYSTEMS[self.table.game(self.key).system]
        match command:
            case "los" | "measure" | "odds" if first or command != "odds":
                yield from ((word, note) for word, note, _ in self.table.board_words(self.key, side))
            case "card" if first:
                yield from self._units(side)
                yield from ((key, card.title) for key, card in self.table.cards(self.key, side).items())
            case "ideas" if first:
                yield from self._units(side)
            case "map":
                yield from self._units(side)
                yield from ((name, "") for name in self.table.theatres(self.key))
                yield from ((word, "") for word in MORE[command])
            case "help" if first:
                yield from ((str(kind.__struct_config__.tag), "") for kind in system.ORDERS)
                yield from ((name, "") for name in (*self.commands(), "if"))
            case "rules" if first:
                yield from ((number, "") for number in rulebook.paragraphs(system.NAME))
            case name if first:
                yield from ((word, "") for word in MORE.get(name, ()))

    def _units(self, side: str) -> Names:
        """The units in play, as they are typed."""
        known = self.table.units(self.key, side)
        for word, note, _ in self.table.board_words(self.key, side):
            if word.strip('"') in known:
                yield word, note
