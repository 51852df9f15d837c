"""Random expressions in the notation of d20, with everything that its grammar has."""

from random import Random

WORDS = ("to hit", "the dragon", "keep it grappled", "please", "I rolled a d20", "mind the gap", "*charge* of U1", "e")


class ExpressionWriter:
    """Writes expressions whose meaning is the same in both: dice directly before a comparison count successes here, so
    they are put in brackets, and 66 sides are not used.
    """

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def expression(self, depth: int = 2) -> str:
        if self.chance.random() < 0.15:
            sign = self.chance.choice(["==", ">=", "<=", "!=", "<", ">"])
            return f"({self.sum(depth)}){self.gap()}{sign}{self.gap()}{self.sum(depth)}"
        return self.sum(depth)

    def sum(self, depth: int) -> str:
        return self.joined(["+", "-"], [self.product(depth) for _ in range(self.chance.choice([1, 1, 2, 3]))])

    def product(self, depth: int) -> str:
        return self.joined(["*", "/", "//", "%"], [self.signed(depth) for _ in range(self.chance.choice([1, 1, 1, 2]))])

    def joined(self, signs: list[str], parts: list[str]) -> str:
        text = parts[0]
        for part in parts[1:]:
            text += f"{self.gap()}{self.chance.choice(signs)}{self.gap()}{part}"
        return text

    def signed(self, depth: int) -> str:
        sign = self.chance.choice(["", "", "", "", "-", "+", "- "])
        note = self.chance.choice(["", "", "", "[fire]", " [cold] [a: b; c] ", "[]"])
        return f"{sign}{self.atom(depth)}{note}"

    def atom(self, depth: int) -> str:
        kind = self.chance.random()
        if kind < 0.55:
            return self.dice()
        if kind < 0.75 or not depth:
            return self.chance.choice(["1", "2", "3", "7", "10", "0.5", "2.25", "1.", ".5", "007", "5", "12", "0"])
        return self.bracket(depth - 1)

    def bracket(self, depth: int) -> str:
        elements = [self.expression(depth) for _ in range(self.chance.choice([0, 1, 1, 1, 2, 3, 4]))]
        comma = self.chance.choice(["", "", ","]) if elements else ""
        inside = f",{self.gap()}".join(elements)
        operators = "".join(self.operator(["k", "p"]) for _ in range(self.chance.choice([0, 0, 1, 1, 2, 3])))
        return f"({self.gap()}{inside}{comma or self.gap()}){operators}"

    def dice(self) -> str:
        count = self.chance.choice(["", "0", "1", "2", "3", "4", "5", "8"])
        sides = self.chance.choice(["2", "4", "6", "6", "6", "8", "10", "20", "100", "%", "1"])
        names = ["k", "p", "rr", "ro", "ra", "e", "mi", "ma"]
        return f"{count}d{sides}" + "".join(
            self.operator(names) for _ in range(self.chance.choice([0, 0, 1, 1, 2, 3, 4]))
        )

    def operator(self, names: list[str]) -> str:
        name, number = self.chance.choice(names), self.chance.choice([0, 1, 1, 2, 2, 3, 4, 5, 6, 10])
        selector = self.chance.choice(["", "", "h", "l", "<", ">"]) if name not in ("mi", "ma") else ""
        if name in ("rr", "e") and selector and self.chance.random() < 0.95:  # most others would never end
            selector, number = self.chance.choice([("<", 2), (">", 5), (">", 10), ("", 1)])
        return f"{name}{selector}{number}"

    def gap(self) -> str:
        return self.chance.choice(["", "", " ", "  "])

    def comment(self) -> str:
        return self.chance.choice(["", f" {self.chance.choice(WORDS)}"])
